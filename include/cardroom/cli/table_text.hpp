#pragma once

#include <string>
#include <string_view>

#include "cardroom/reports/live_room.hpp"
#include "cardroom/reports/text.hpp"

namespace cardroom::cli {

/// A table as a server's answer tells it.
[[nodiscard]] rules::OrRefused<reports::LiveTable> table_in(std::string_view json);

/// The same for a person: terms, position, hand, seats, and what may be done now.
[[nodiscard]] std::string table_text(const reports::LiveTable& table, const reports::Ink& ink);

/// "Ann at seat 1 with $10,000, hand 1 of 2".
[[nodiscard]] std::string holder_text(const reports::AtPosition& holder);

}  // namespace cardroom::cli
