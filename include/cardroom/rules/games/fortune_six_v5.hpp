#pragma once

// Fortune Six Baccarat, version 5 (18 April 2019). Clause ids: F6v5-*.

#include "cardroom/rules/parts.hpp"

namespace cardroom::rules::games {

namespace f6v5 {

inline constexpr auto kOutcomes = parts::six_outcomes("F6v5-3.10");
inline constexpr OutcomeSet kResult{"result", kOutcomes, by_score(parts::six_outcome)};

inline constexpr std::array<WagerRule, 6> kWagers = {{
    {"player", "Player", &kResult, parts::kPlayer, "F6v5-4.1", {}, true},
    {"banker", "Banker", &kResult, parts::kCommission, "F6v5-4.1", {}, true},
    {"tie", "Tie", &kResult, parts::kTie, "F6v5-4.1"},
    {"player-pair", "Player Pair", &parts::kPlayerPair, parts::kPairPays, "F6v5-3.8"},
    {"banker-pair", "Banker Pair", &parts::kBankerPair, parts::kPairPays, "F6v5-3.8"},
    {"fortune-six", "Fortune Six", &kResult, parts::kFortuneSix, "F6v5-3.11"},
}};

inline constexpr auto kIrregularities = parts::short_irregularities(
    {"F6v5-5.1", "F6v5-5.2", "F6v5-5.3", "F6v5-5.4", "F6v5-5.5", "F6v5-5.6", "F6v5-5.7"});

inline constexpr std::array<Reading, 3> kReadings = {{
    {"H-bank", "The house pays without a limit of cover; the commission is part of the odds."},
    {"H-pair", "A pair is two cards of one rank."},
    {"H-cent", "A wager whose payout would not be whole cents is refused."},
}};

}  // namespace f6v5

inline constexpr Game fortune_six_v5{
    .name = "fortune-six-v5",
    .title = "Fortune Six Baccarat, version 5",
    .document = "F6v5",
    .deck = kStandardDeck,
    .decks = {4, 10, 8, "F6v5-2.1"},
    .layout = Layout{16},
    .banking = Banking::house,
    .draw_clauses = {"F6v5-3.7", "F6v5-3.9", "F6v5-3.9", "F6v5-3.9", "F6v5-3.9"},
    .order_clause = "H-order",
    .wagers = f6v5::kWagers,
    .irregularities = f6v5::kIrregularities,
    .readings = f6v5::kReadings,
};
static_assert(complete(fortune_six_v5));

}  // namespace cardroom::rules::games
