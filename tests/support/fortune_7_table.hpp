#pragma once

#include "support/floor.hpp"

namespace cardroom::testing {

// Cards for whoever needs any: the rules say who wins.
inline constexpr std::string_view kNine = "4h 5d";
inline constexpr std::string_view kEight = "4c 4s";

/// A room whose table 5 plays Fortune 7. Whoever sits at seat 3 is called p3.
class Fortune7Table {
 public:
  explicit Fortune7Table(std::initializer_list<int> seats = {}, int option = 13) {
    does(R"("do":"open-table","game":"fortune-7","schedule":{})", option);
    for (const int seat : seats) sits(seat);
  }

  /// The braces and the table's number are put around the fields.
  template <class... Args>
  static std::string at_5(fmt::format_string<Args...> fields, Args&&... args) {
    return R"({"table":"5",)" + fmt::format(fields, std::forward<Args>(args)...) + "}";
  }
  template <class... Args>
  table::Event does(fmt::format_string<Args...> fields, Args&&... args) {
    return room.does(at_5(fields, std::forward<Args>(args)...));
  }
  [[nodiscard]] rules::Refusal refuses(std::string_view fields, std::string_view mentions = {},
                                       std::string_view by = {}) const {
    return room.refuses(R"({"table":"5",)" + std::string(fields) + "}", mentions, by);
  }

  table::Event sits(int seat) { return sits(seat, fmt::format("p{}", seat)); }
  table::Event sits(int seat, std::string_view name) {
    return does(R"("do":"seat","seat":{},"name":"{}")", seat, name);
  }
  table::Event provider_sits(int seat, std::string_view company) {
    return does(R"("do":"seat","seat":{0},"name":"p{0}","provider":{{"company":"{1}",)"
                R"("licence":"TP-1","badge_expires":"2027-01-31"}})",
                seat, company);
  }
  table::Event leaves(int seat) { return does(R"("do":"unseat","seat":{})", seat); }

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

  static std::string wager(int seat, std::string_view on, int dollars) {
    return fmt::format(R"({{"seat":{},"on":"{}","cents":{}00}})", seat, on, dollars);
  }
  /// A whole hand in which `seat` bets a hundred on Player, who wins nine over eight.
  table::Event plays(int seat) { return plays(wager(seat, "player", 100), kNine, kEight); }
  table::Event plays(const std::string& wagers, std::string_view player, std::string_view banker) {
    return does(R"("do":"hand","wagers":[{}],"player":"{}","banker":"{}")", wagers, player, banker);
  }

  table::Event places(int seat, std::string_view on, int dollars) {
    return does(R"("do":"place-wager","seat":{},"on":"{}","cents":{}00)", seat, on, dollars);
  }
  table::Event places_behind(int seat, std::string_view name, std::string_view on, int dollars) {
    return does(R"("do":"place-wager","seat":{},"bettor":"{}","backline":true,"on":"{}",)"
                R"("cents":{}00)",
                seat, name, on, dollars);
  }
  table::Event deals(std::string_view player, std::string_view banker) {
    return does(R"("do":"deal-cards","player":"{}","banker":"{}")", player, banker);
  }

  [[nodiscard]] const table::TableState& state() const { return room.at("5"); }

  Room room = Room::ready();
};

}  // namespace cardroom::testing
