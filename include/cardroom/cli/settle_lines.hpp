#pragma once

#include <iosfwd>

#include "cardroom/cli/verb.hpp"
#include "cardroom/table/round_told.hpp"

namespace cardroom::cli {

/// One round a line in, one answer a line out, in the same order; a bad line spoils only its own
/// answer. `refused` if any was; answers are flushed whenever no more input is waiting. Where the
/// input fails, `in` is bad and the line it failed in has no answer.
Exit settle_lines(std::istream& in, std::ostream& answers, const table::Setting& setting);

}  // namespace cardroom::cli
