#pragma once

#include <string>

#include "cardroom/reports/text.hpp"
#include "cardroom/table/round_told.hpp"

namespace cardroom::reports {

/// A settled round told to a person: the deal with its reasons, the fees, each wager in the order
/// of settlement with the cover left and its clause, and who won what.
[[nodiscard]] std::string explain(const table::SettledRound& settled, const Ink& ink);

}  // namespace cardroom::reports
