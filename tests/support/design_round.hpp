#pragma once

#include <string_view>

namespace cardroom::testing {

// The example of design.md, "Exact shapes": scripts rely on it to the byte.
inline constexpr std::string_view kDesignRound =
    R"({"game":"fortune-7","schedule":13,"player_dealer":{"seat":4,"wager_cents":50000},
 "wagers":[{"seat":5,"bettor":"s5","on":"player","cents":10000},
 {"seat":5,"bettor":"b5-1","backline":true,"on":"banker","cents":10000}],
 "player":"6h Kd","banker":"3c Kd 4s"})";

inline constexpr std::string_view kDesignAnswer = R"(
{"game":"fortune-7","outcome":{"player_total":6,"banker_total":7,"winner":"banker",
         "player_cards":2,"banker_cards":3},
 "fees":{"schedule":13,"action_cents":20000,"gap":false,"player_dealer_cents":500,
         "total_cents":1100,
         "players":[{"seat":5,"bettor":"s5","on":"player","cents":300},
                    {"seat":5,"bettor":"b5-1","on":"banker","cents":300}]},
 "lines":[{"seat":5,"bettor":"s5","on":"player","stake_cents":10000,"result":"lose",
           "due_cents":0,"paid_cents":0,
           "taken_cents":10000,"returned_cents":0,"cover_after_cents":40000},
          {"seat":5,"bettor":"b5-1","on":"banker","stake_cents":10000,"result":"push",
           "due_cents":0,"paid_cents":0,
           "taken_cents":0,"returned_cents":10000,"cover_after_cents":40000}],
 "player_dealer":{"wager_cents":50000,"net_cents":10000,"cover_left_cents":40000,
                  "exhausted":false}})";

/// The same round as a floor manager writes it down.
inline constexpr std::string_view kDesignText =
    "game fortune-7\n"
    "schedule 13\n"
    "player-dealer seat 4 wager $500\n"
    "wager seat 5 player $100\n"
    "wager seat 5 backline b5-1 banker $100\n"
    "player 6h Kd\n"
    "banker 3c Kd 4s\n";

/// A house-banked round, and its answer: no schedule, no player-dealer, no fees, no cover.
inline constexpr std::string_view kHouseRound =
    R"({"game":"baccarat","wagers":[{"seat":1,"bettor":"s1","on":"banker","cents":10000}],)"
    R"("player":"6h Kd","banker":"3c Kd 4s"})";

inline constexpr std::string_view kHouseAnswer = R"(
{"game":"baccarat","outcome":{"player_total":6,"banker_total":7,"winner":"banker",
         "player_cards":2,"banker_cards":3},
 "lines":[{"seat":1,"bettor":"s1","on":"banker","stake_cents":10000,"result":"win",
           "due_cents":9500,"paid_cents":9500,"taken_cents":0,"returned_cents":10000}],
 "house":{"net_cents":-9500}})";

}  // namespace cardroom::testing
