#pragma once

#include <iosfwd>
#include <string>

#include "cardroom/cli/progress_line.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/ledger/verify.hpp"

namespace cardroom::cli {

/// Prints what was found; `refused` where the book differs. `head`: one that was asked for, which
/// is there where the book does not differ.
Exit tell(const rules::OrRefused<ledger::Verified>& found, bool json, const Terminal& terminal,
          const std::string& head = {});

}  // namespace cardroom::cli
