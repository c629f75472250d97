#pragma once

// The baccarat manual's table with a commission of 5 % on Banker. Clause ids: BM-*.

#include "cardroom/rules/parts.hpp"

namespace cardroom::rules::games {

namespace bm {

inline constexpr auto kOutcomes = parts::six_outcomes("BM-tie");
inline constexpr OutcomeSet kResult{"result", kOutcomes, by_score(parts::six_outcome)};

inline constexpr std::array<WagerRule, 6> kWagers = {{
    {"player", "Player", &kResult, parts::kPlayer, "BM-commission", {}, true},
    {"banker", "Banker", &kResult, parts::kCommission, "BM-commission", {}, true},
    {"tie", "Tie", &kResult, parts::kTie, "BM-tie"},
    {"player-pair", "Player Pair", &parts::kPlayerPair, parts::kPairPays, "BM-pair"},
    {"banker-pair", "Banker Pair", &parts::kBankerPair, parts::kPairPays, "BM-pair"},
    {"fortune-six", "Fortune 6", &kResult, parts::kFortuneSix, "BM-fortune6"},
}};

inline constexpr std::array<Reading, 6> kReadings = {{
    {"H-bank", "The house pays without a limit of cover; the commission is part of the odds."},
    {"H-pair", "A pair is two cards of one rank."},
    {"H-cent", "A wager whose payout would not be whole cents is refused."},
    {"BM-fortune6", "The manual says 'sum of the Banker's cards is 6'; read as a Banker win on "
                    "six, as both Fortune Six documents define the same wager."},
    {"BM-tie", "The manual names no result for the lines on a tie; read as a push."},
    {"BM-decks", "The manual names no number of decks; eight, or any from one to ten."},
}};

}  // namespace bm

inline constexpr Game baccarat{
    .name = "baccarat",
    .title = "Baccarat with commission",
    .document = "BM",
    .deck = kStandardDeck,
    .decks = {1, 10, 8, "BM-decks"},
    .layout = Layout{16},
    .banking = Banking::house,
    .draw_clauses = {"BM-player", "BM-player", "BM-player", "BM-banker", "BM-banker"},
    .order_clause = "H-order",
    .wagers = bm::kWagers,
    .readings = bm::kReadings,
};
static_assert(complete(baccarat));

}  // namespace cardroom::rules::games
