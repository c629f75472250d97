#pragma once

#include <iosfwd>

#include "cardroom/cli/progress_line.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/ledger/verify.hpp"

namespace cardroom::cli {

/// Prints what was found; `refused` where the book differs.
Exit tell(const rules::OrRefused<ledger::Verified>& found, bool json, const Terminal& terminal);

}  // namespace cardroom::cli
