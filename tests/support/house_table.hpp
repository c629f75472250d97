#pragma once

#include "support/played_table.hpp"
#include "support/text.hpp"

namespace cardroom::testing {

/// Table 5 plays a game that the house banks: lines from $50 to $500, everything else from $10 to
/// $100. Whoever sits at seat 3 is called p3.
class HouseTable : public PlayedTable {
 public:
  explicit HouseTable(std::string_view game = "fortune-six-v6", std::string_view more = {}) {
    does_as({}, fmt::format(R"("do":"open-table","game":"{}","limits":{}{})", game, limits_of(game),
                            more));
    for (const int seat : {1, 2, 3}) sits(seat);
  }

  static std::string limits_of(std::string_view game_name) {
    const auto* game = accepted(rules::find_game(rules::catalogue(), game_name));
    std::string all;
    for (const auto& wager : game->wagers) {
      const auto* dollars = wager.line ? "50,500" : "10,100";
      const std::string_view least(dollars, 2);
      all += fmt::format(R"({}{{"on":"{}","least_cents":{}00,"most_cents":{}00}})",
                         all.empty() ? "" : ",", wager.name, least, dollars + 3);
    }
    return "[" + all + "]";
  }

  /// Bets are open, and these stand: p1 on Player and Tie, p2 on Banker.
  static HouseTable with_bets(std::string_view more = {}) {
    HouseTable table("fortune-six-v6", more);
    table.does(R"("do":"open-bets")");
    table.places(1, "player", 100);
    table.places(1, "tie", 10);
    table.places(2, "banker", 200);
    return table;
  }
  static HouseTable closed(std::string_view more = {}) {
    auto table = with_bets(more);
    table.does(R"("do":"close-bets")");
    return table;
  }
  void draws(std::initializer_list<const char*> cards) {
    for (const auto* card : cards) does(R"("do":"deal-card","card":"{}")", card);
  }
  table::Event reports(std::string_view code, std::string_view more = {},
                       std::string_view by = {}) {
    return does_as(by,
                   fmt::format(R"("do":"irregularity","code":"{}","reason":"seen"{})", code, more));
  }
};

}  // namespace cardroom::testing
