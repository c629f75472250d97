#pragma once

#include "support/played_table.hpp"

namespace cardroom::testing {

// Cards for whoever needs any: the rules say who wins.
inline constexpr std::string_view kNine = "4h 5d";
inline constexpr std::string_view kEight = "4c 4s";

/// Table 5 plays Fortune 7. Whoever sits at seat 3 is called p3.
class Fortune7Table : public PlayedTable {
 public:
  explicit Fortune7Table(std::initializer_list<int> seats = {}, int option = 13) {
    does(R"("do":"open-table","game":"fortune-7","schedule":{})", option);
    for (const int seat : seats) sits(seat);
  }

  table::Event provider_sits(int seat, std::string_view company) {
    return does(R"("do":"seat","seat":{0},"name":"p{0}","provider":{{"company":"{1}",)"
                R"("licence":"TP-1","badge_expires":"2027-01-31"}})",
                seat, company);
  }

  /// Offers the position to whoever is due, and says the number of that seat.
  int offered() {
    does(R"("do":"offer-position")");
    return state().position.offer->seat.number();
  }
  table::Event accepts(int seat, int dollars = 2000) {
    return does(R"("do":"accept-position","seat":{},"wager_cents":{}00)", seat, dollars);
  }
  table::Event declines(int seat) { return does(R"("do":"decline-position","seat":{})", seat); }
  /// The very first offer goes to this seat, who takes it.
  void begins_with(int seat) {
    does(R"("do":"offer-position","seat":{})", seat);
    accepts(seat);
  }
  /// The position is due to this seat, who takes it.
  void takes(int seat, int dollars = 2000) {
    REQUIRE(offered() == seat);
    accepts(seat, dollars);
  }

  using PlayedTable::plays;
  /// A whole hand in which `seat` bets a hundred on Player, nine over eight.
  table::Event plays(int seat) { return plays(wager(seat, "player", 100), kNine, kEight); }

  table::Event places_behind(int seat, std::string_view name, std::string_view on, int dollars) {
    return does(R"("do":"place-wager","seat":{},"bettor":"{}","backline":true,"on":"{}",)"
                R"("cents":{}00)",
                seat, name, on, dollars);
  }
};

}  // namespace cardroom::testing
