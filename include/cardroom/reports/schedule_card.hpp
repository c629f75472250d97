#pragma once

#include <string>
#include <vector>

#include "cardroom/reports/text.hpp"
#include "cardroom/rules/game.hpp"
#include "cardroom/settlement/schedule.hpp"
#include "cardroom/table/field_told.hpp"

namespace cardroom::reports {

/// "$100 - $500".
[[nodiscard]] std::string limit_text(const rules::Limits& limits);

/// "$105 - $300", "$1,505+": the action for which a tier is printed.
[[nodiscard]] std::string tier_text(const settlement::Tier& tier);

/// "Player line, Banker line, Tie".
[[nodiscard]] std::string space_names(const rules::Game& game, settlement::Spaces spaces);

/// "player $3.00 each space, player-dealer $5.00 each hand".
[[nodiscard]] std::string fees_text(const settlement::Schedule& schedule);

/// All options of a book, one a line.
[[nodiscard]] std::string schedule_list(const settlement::ScheduleBook& book, const Ink& ink);
[[nodiscard]] std::string schedule_list_json(const rules::Game& game,
                                             const settlement::ScheduleBook& book);
[[nodiscard]] std::vector<table::FieldTold> schedule_list_told();

/// One option as it is posted at the table, with its source and the Bureau's notice.
[[nodiscard]] std::string schedule_card(const rules::Game& game,
                                        const settlement::ScheduleBook& book,
                                        const settlement::Schedule& schedule, const Ink& ink);
[[nodiscard]] std::string schedule_json(const rules::Game& game,
                                        const settlement::ScheduleBook& book,
                                        const settlement::Schedule& schedule);
[[nodiscard]] std::vector<table::FieldTold> schedule_told();

}  // namespace cardroom::reports
