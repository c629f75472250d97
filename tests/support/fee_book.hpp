#pragma once

#include "support/book.hpp"

namespace cardroom::testing {

/// Options by space and by action, with a gap, and one that costs nothing.
inline std::string fee_schedules(std::string_view player_fee) {
  return R"(game = 'fortune-7'
title = 'Options of every sort'
source = 'the test'
dated = 2026-11-18
notice = 'Zero collection is looked at.'
[by_space]
fee_spaces = ['player', 'banker', 'tie']
options = [{number = 13, limit = '$100 - $500', player_fee = ')" +
         std::string(player_fee) + R"(', player_dealer_fee = '$5.00'}]
[by_action]
action_spaces = ['player', 'banker', 'tie', 'one-up', 'fortune-7']
gap = 'lower-tier'
no_tier = 'refuse'
[[by_action.options]]
number = 21
limit = '$1 - $100'
tiers = [{action = '$1 - $100', player_dealer_fee = '$1.00'},
         {action = '$105 - $300', player_dealer_fee = '$2.00'}]
[[by_action.options]]
number = 26
limit = '$50 - $300'
tiers = [{action = '$300+', player_dealer_fee = '$4.00'}]
[[by_action.options]]
number = 30
limit = '$1 - $100'
tiers = [{action = '$1+', player_dealer_fee = '$0.00'}]
)";
}

inline void load_fee_schedules(Script& s, std::string_view file, std::string_view player_fee) {
  s.say("admin", "load-schedules",
        text("file", file) + R"(,"toml":)" + nlohmann::json(fee_schedules(player_fee)).dump());
}

/// Wagers of the hand are told as JSON without their list's brackets. Player wins nine to six.
inline void hand_of(Script& s, const std::string& wagers) {
  s.say("max", "hand",
        R"("table":"5","wagers":[)" + wagers + R"(],"player":"9h Kd","banker":"2c 4s")");
}

inline void voided_hand(Script& s, bool keep_fees) {
  s.say("max", "open-bets", R"("table":"5")");
  s.say("max", "place-wager", R"("table":"5","seat":2,"on":"player","cents":20000)");
  s.say("max", "close-bets", R"("table":"5")");
  s.say("sam", "void-round",
        std::string(R"("table":"5","code":"misdeal","reason":"A card fell.","keep_fees":)") +
            (keep_fees ? "true" : "false"));
}

inline constexpr const char* kBobBets = R"({"seat":2,"on":"player","cents":20000})";

/// Thirteen rounds under three options. In the box of table 5: $30, of which $5 are given back.
inline std::int64_t day_of_fees(Script& s) {
  load_fee_schedules(s, "first.toml", "$3.00");
  const auto shift = open_table_5(s);
  offer(s, 1, true);
  hand_of(s, std::string(kBobBets) +
                 R"(,{"seat":2,"bettor":"Eve","backline":true,"on":"banker","cents":10000})");  // 1
  hand_of(s, std::string(kBobBets) + R"(,{"seat":2,"on":"tie","cents":10000})");                // 2
  s.say("sam", "change-schedule", R"("table":"5","schedule":21)");
  offer(s, 2, true);
  hand_of(s, R"({"seat":3,"on":"player","cents":5300},{"seat":4,"on":"banker","cents":5000})");
  hand_of(s, R"({"seat":3,"on":"player","cents":10000},{"seat":4,"on":"banker","cents":5000})");
  s.say("sam", "change-schedule", R"("table":"5","schedule":30)");
  offer(s, 3, true);
  hand_of(s, R"({"seat":2,"on":"player","cents":5000})");  // 5
  s.say("max", "give-up-position", R"("table":"5")");
  s.say("sam", "change-schedule", R"("table":"5","schedule":13)");
  offer(s, 4, true);
  voided_hand(s, true);                                     // 6
  voided_hand(s, false);                                    // 7
  hand_of(s, R"({"seat":1,"on":"player","cents":20000})");  // 8
  const auto wagers =
      s.say("sam", "request-correction",
            R"("round":3,"reason":"It was 54.","wagers":[{"seat":3,"on":"player","cents":5400},)"
            R"({"seat":4,"on":"banker","cents":5000}])");
  s.say("mona", "approve-correction", number("correction", wagers));  // 9 and 10
  s.say("mona", "waive-fee", R"("round":1,"bettor":"Bob","reason":"A spilled drink.")");
  s.say("mona", "waive-fee", R"("round":8,"reason":"A late dealer.")");
  const auto strike =
      s.say("sam", "request-correction", R"("round":1,"strike":true,"reason":"A rehearsal.")");
  s.say("mona", "approve-correction", number("correction", strike));  // 11
  house_table(s);                                                     // 12 and 13
  s.say("sam", "close-table", R"("table":"9")");
  s.say("olga", "close-shift");
  const auto count = s.say("sam", "count-drop",
                           R"("table":"5",)" + number("shift", shift) +
                               R"(,"box":"5-day","cents":2400,"counters":["Kim Oh","Lou Ray"])");
  s.say("sam", "recount-drop",
        number("count", count) +
            R"(,"cents":2450,"counters":["Kim Oh","Noa Li"],"reason":"A half dollar.")");
  return shift;
}

/// In another fiscal year: a hand of $8, one of $9 under a schedule that was loaded again, and one
/// whose fees are taken while it is still being dealt.
inline std::int64_t night_of_fees(Script& s) {
  const auto shift = s.say("olga", "open-shift", R"("shift":"night")");
  hand_of(s, kBobBets);  // 14
  load_fee_schedules(s, "later.toml", "$4.00");
  s.say("sam", "change-schedule", R"("table":"5","schedule":13)");
  offer(s, 1, true);
  hand_of(s, kBobBets);  // 15
  s.say("max", "open-bets", R"("table":"5")");
  s.say("max", "place-wager", R"("table":"5","seat":2,"on":"player","cents":20000)");
  s.say("max", "close-bets", R"("table":"5")");
  return shift;
}

/// Both, eight months apart, in a book of its own.
class FeeBook {
 public:
  FeeBook() : book_(bytes()), path(book_.path) {}

  static constexpr std::int64_t kDay = kRoomEvents + 2;
  static std::int64_t night() {
    bytes();
    return night_;
  }

 private:
  static const std::string& bytes() {
    static const std::string made = [] {
      ScratchBook book;
      Script script(kRoomEvents);
      CHECK(day_of_fees(script) == kDay);
      record_all(*book.open(), script.lines());
      constexpr std::int64_t kEightMonths = 250LL * 24 * 60 * 60 * 1000;
      book.clock.ms += kEightMonths;
      Script later(script.next() - 1, "n");
      night_ = night_of_fees(later);
      record_all(*book.open(), later.lines());
      return content_of(book.path);
    }();
    return made;
  }
  static inline std::int64_t night_ = 0;

  ScratchBook book_;

 public:
  const std::string path;
};

}  // namespace cardroom::testing
