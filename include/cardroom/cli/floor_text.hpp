#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardroom/reports/live_room.hpp"
#include "cardroom/rules/game.hpp"

/// What the floor prompt says of a table, in sentences.
namespace cardroom::cli {

using reports::LiveTable;

/// What the table waits for and what can be typed for it, with the cards on it or who holds the
/// position.
[[nodiscard]] std::vector<std::string> next_text(const LiveTable& table);

/// The fees as they were fixed at the close.
[[nodiscard]] std::string fixed_fees_text(const reports::LiveHand& hand);

/// What is different at the same table, for whoever saw it before; a sentence each. Nothing, where
/// only its version is another.
[[nodiscard]] std::vector<std::string> changes_text(const LiveTable& before,
                                                    const LiveTable& after);

/// All that can be typed, on one screen of 80 columns and 24 rows.
[[nodiscard]] std::string help_text(const rules::Game& game);

/// How the last word of `typed` may go on: words, seats, names at the table, letters, codes.
[[nodiscard]] std::vector<std::string> completions(std::string_view typed, const LiveTable& table,
                                                   const rules::Game& game);

}  // namespace cardroom::cli
