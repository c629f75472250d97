#pragma once

#include <string>
#include <vector>

#include "cardroom/reports/text.hpp"
#include "cardroom/rules/game.hpp"
#include "cardroom/table/field_told.hpp"

namespace cardroom::reports {

/// All a game is: cards, drawing, pay table, order, readings, and the procedures it has.
[[nodiscard]] std::string rule_card(const rules::Game& game, const Ink& ink);
[[nodiscard]] std::string rule_card_json(const rules::Game& game);
[[nodiscard]] std::vector<table::FieldTold> rule_card_told();

/// One game a line.
[[nodiscard]] std::string game_list(std::span<const rules::Game* const> games);
[[nodiscard]] std::string game_list_json(std::span<const rules::Game* const> games);
/// Of one game in the list.
[[nodiscard]] std::vector<table::FieldTold> game_told();

}  // namespace cardroom::reports
