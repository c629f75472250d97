#pragma once

#include "support/script.hpp"

namespace cardroom::testing {

/// Few options, so that a test which replays a book a thousand times reads them quickly.
inline constexpr std::string_view kFewSchedules =
    "game = 'fortune-7'\\n"
    "title = 'Few'\\n"
    "source = 'the test'\\n"
    "dated = 2026-11-18\\n"
    "notice = 'Look at this.'\\n"
    "[by_space]\\n"
    "fee_spaces = ['player', 'banker', 'tie']\\n"
    "options = [\\n"
    "  {number = 13, limit = '$100 - $500', player_fee = '$3.00', player_dealer_fee = '$5.00'},\\n"
    "  {number = 14, limit = '$200 - $500', player_fee = '$3.50', player_dealer_fee = '$5.00'},\\n"
    "]\\n";

inline void add_people(Script& s) {
  s.say("admin", "add-person", R"("person":"olga","name":"Olga Reyes","role":"shift-manager")");
  s.say("admin", "add-person", R"("person":"max","name":"Max Lee","role":"dealer")");
  s.say("admin", "add-person", R"("person":"sam","name":"Sam Fox","role":"supervisor")");
  s.say("admin", "add-person", R"("person":"mona","name":"Mona Ruiz","role":"manager")");
  s.say("admin", "change-person", R"("person":"mona","name":"Mona Ruiz-Lee")");
}

/// A room with settings, schedules and people.
inline void set_up_room(Script& s) {
  s.say("admin", "add-person", R"("person":"admin","name":"Ada Admin","role":"admin")");
  s.say("admin", "set-room",
        R"("name":"Test Room","time_zone":"America/Los_Angeles","gaming_day_start":"06:00",)"
        R"("shifts":[{"name":"day","from":"06:00","to":"18:00"},)"
        R"({"name":"night","from":"18:00","to":"06:00"}],"backline_bettors_a_seat":3)");
  s.say("admin", "load-schedules",
        R"("file":"few.toml","toml":")" + std::string(kFewSchedules) + '"');
  add_people(s);
}

/// Opens the shift and table 5 with four players and one who stands behind. Gives the shift.
inline std::int64_t open_table_5(Script& s) {
  const auto shift = s.say("olga", "open-shift", R"("shift":"day")");
  s.say("sam", "open-table", R"("table":"5","game":"fortune-7","schedule":13)");
  s.say("max", "seat", R"("table":"5","seat":1,"name":"Ann","patron":"1001")");
  s.say("max", "seat", R"("table":"5","seat":2,"name":"Bob")");
  s.say("max", "seat", R"("table":"5","seat":3,"name":"Cai","patron":"1003")");
  s.say("max", "seat",
        R"("table":"5","seat":4,"name":"Dee","provider":{"company":"Acme","licence":"L-1",)"
        R"("badge_expires":"2030-01-01"})");
  s.say("max", "add-backline", R"("table":"5","seat":2,"name":"Eve","patron":"77")");
  return shift;
}

inline void offer(Script& s, int seat, bool accepted, int wager_cents = 100000) {
  s.say("max", "offer-position", R"("table":"5")");
  const std::string fields = R"("table":"5",)" + number("seat", seat);
  if (!accepted) {
    s.say("max", "decline-position", fields);
  } else {
    s.say("max", "accept-position", fields + ',' + number("wager_cents", wager_cents));
  }
}

/// A hand told step by step, up to its last card: Ann banks, Bob and Eve bet. Banker wins 7 to 6.
inline void hand_without_settlement(Script& s) {
  s.say("max", "open-bets", R"("table":"5")");
  s.say("max", "place-wager", R"("table":"5","seat":2,"on":"player","cents":20000)");
  s.say("max", "place-wager", R"("table":"5","seat":2,"on":"one-up","cents":10000)");
  s.say("max", "place-wager",
        R"("table":"5","seat":2,"bettor":"Eve","backline":true,"on":"banker","cents":10000)");
  s.say("max", "change-wager", R"("table":"5","seat":2,"on":"player","cents":30000)");
  s.say("max", "withdraw-wager", R"("table":"5","seat":2,"on":"one-up")");
  s.say("max", "close-bets", R"("table":"5")");
  s.say("max", "deal-card", R"("table":"5","card":"6h")");
  s.say("max", "deal-card", R"("table":"5","card":"3c")");
  s.say("max", "deal-card", R"("table":"5","card":"Kd","hand":"player")");
  s.say("max", "deal-card", R"("table":"5","card":"4s")");
}

/// Player and Banker tie on six; the Tie is paid eight to one, far beyond a bank of $1,000.
inline std::int64_t hand_that_empties_the_bank(Script& s) {
  return s.say("max", "hand",
               R"("table":"5","wagers":[{"seat":2,"on":"player","cents":20000},)"
               R"({"seat":2,"on":"tie","cents":50000},{"seat":3,"on":"tie","cents":20000},)"
               R"({"seat":2,"bettor":"Eve","backline":true,"on":"banker","cents":10000}],)"
               R"("player":"6h Kd","banker":"2c 4s")");
}

inline std::int64_t plain_hand(Script& s, int seat) {
  return s.say("max", "hand",
               R"("table":"5","wagers":[{)" + number("seat", seat) +
                   R"(,"on":"player","cents":20000}],"player":"9h Kd","banker":"2c 4s")");
}

/// Turn after turn of two hands at table 5.
inline void many_turns(Script& s, int turns) {
  for (int turn = 0; turn < turns; ++turn) {
    const int seat = turn % 4 + 1;
    offer(s, seat, true);
    plain_hand(s, seat % 4 + 1);
    plain_hand(s, seat % 4 + 1);
  }
}

/// Table 9 is banked by the house: a wager under the minimum that slipped through, bets closed
/// twice since the device was reset, one round settled card by card and one in a single command.
inline void house_table(Script& s) {
  std::string limits;
  for (const char* on : {"player", "banker", "tie", "player-pair", "banker-pair", "fortune-six"}) {
    limits += (limits.empty() ? "" : ",") + std::string("{") + text("on", on) +
              R"(,"least_cents":1000,"most_cents":500000})";
  }
  s.say("sam", "open-table",
        R"("table":"9","game":"fortune-six-v6","limits":[)" + limits +
            R"(],"differential_cents":400000)");
  s.say("max", "seat", R"("table":"9","seat":3,"name":"Fay","patron":"2001")");
  s.say("max", "open-bets", R"("table":"9")");
  s.say("max", "place-wager", R"("table":"9","seat":3,"on":"banker","cents":20000)");
  s.say("max", "place-wager",
        R"("table":"9","seat":5,"bettor":"Gus","on":"player","cents":400,"slipped":true)");
  s.say("max", "close-bets", R"("table":"9")");
  s.say("max", "irregularity", R"("table":"9","code":"device-reset","reason":"It stuck.")");
  s.say("max", "close-bets", R"("table":"9")");
  s.say("max", "deal-cards", R"("table":"9","player":"6h Kd","banker":"3c 4s")");
  s.say("max", "settle", R"("table":"9")");
  s.say("max", "hand",
        R"("table":"9","wagers":[{"seat":3,"on":"player","cents":20000}],)"
        R"("player":"9h Kd","banker":"2c 4s")");
}

/// A shift in which every kind of row is written: rounds 1 and 2 are Ann's turn, 3 and 4 Bob's.
inline void little_shift(Script& s) {
  const auto shift = open_table_5(s);
  for (int seat = 1; seat <= 4; ++seat) offer(s, seat, false);
  offer(s, 1, true);
  hand_without_settlement(s);
  s.say("max", "settle", R"("table":"5")");  // round 1
  hand_that_empties_the_bank(s);             // round 2
  offer(s, 2, true, 90000);
  s.say("max", "change-bank", R"("table":"5","wager_cents":80000)");
  plain_hand(s, 3);  // round 3
  s.say("mona", "waive-fee", R"("round":1,"bettor":"Bob","reason":"A spilled drink.")");
  s.say("mona", "waive-fee", R"("round":3,"reason":"A late dealer.")");
  const auto cards = s.say("sam", "request-correction",
                           R"("round":3,"player":"8h Kd","reason":"The card was an eight.")");
  s.say("mona", "approve-correction", number("correction", cards));  // rounds 4 and 5
  s.say("sam", "change-schedule", R"("table":"5","schedule":14)");
  s.say("max", "open-bets", R"("table":"5")");
  s.say("max", "place-wager", R"("table":"5","seat":3,"on":"player","cents":20000)");
  s.say("max", "close-bets", R"("table":"5")");
  s.say("sam", "void-round",
        R"("table":"5","code":"misdeal","reason":"Two cards fell.","keep_fees":true)");  // round 6
  s.say("max", "give-up-position", R"("table":"5")");
  house_table(s);  // rounds 7 and 8
  s.say("sam", "close-table", R"("table":"9")");
  const auto wagers = s.say("sam", "request-correction",
                            R"("round":2,"wagers":[{"seat":3,"on":"tie","cents":20000}],)"
                            R"("reason":"Bob never bet.")");
  s.say("mona", "approve-correction", number("correction", wagers));  // rounds 9 and 10
  const auto strike =
      s.say("sam", "request-correction", R"("round":1,"strike":true,"reason":"A rehearsal.")");
  s.say("mona", "approve-correction", number("correction", strike));  // round 11
  const auto dropped =
      s.say("sam", "request-correction", R"("round":5,"banker":"3c 4s","reason":"Unsure.")");
  s.say("sam", "drop-correction", number("correction", dropped) + R"(,"reason":"It was right.")");
  s.say("olga", "close-shift");
  const auto count = s.say("sam", "count-drop",
                           R"("table":"5",)" + number("shift", shift) +
                               R"(,"box":"5-day","cents":1500,"counters":["Kim Oh","Lou Ray"])");
  s.say("sam", "recount-drop",
        number("count", count) + R"(,"cents":1550,"counters":["Kim Oh"],"reason":"A chip.")");
}

}  // namespace cardroom::testing
