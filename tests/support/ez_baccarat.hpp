#pragma once

// A seventh game, written as a stranger would add one: one file, made of the same parts.
// EZ Baccarat with Panda 8 and Dragon 7; its clause ids (EZ-*) exist only in the tests.

#include "cardroom/rules/parts.hpp"

namespace cardroom::testing {

namespace ez {

using namespace rules;

enum Result : std::uint8_t { player, player_three_card_8, banker, banker_three_card_7, tie };

inline constexpr std::array<Outcome, 5> kOutcomes = {{
    {"player", "Player", {}},
    {"player-three-card-eight", "P 3-card 8", {}},
    {"banker", "Banker", {}},
    {"banker-three-card-seven", "B 3-card 7", "EZ-push"},
    {"tie", "Tie", "EZ-tie"},
}};

constexpr Result result(const Score& s) {
  if (s.winner() == Winner::tie) return tie;
  if (s.winner() == Winner::player) {
    return s.player_total == 8 && s.player_cards == 3 ? player_three_card_8 : player;
  }
  return s.banker_total == 7 && s.banker_cards == 3 ? banker_three_card_7 : banker;
}

inline constexpr OutcomeSet kResult{"result", kOutcomes, by_score(result)};

// clang-format off
inline constexpr std::array<std::array<Pay, 5>, 5> kPays = {{
    //             Player     P 3-card 8  Banker     B 3-card 7  Tie
    /* player   */ {to_one(1), to_one(1),  lose,      lose,       push},
    /* banker   */ {lose,      lose,       to_one(1), push,       push},
    /* tie      */ {lose,      lose,       lose,      lose,       to_one(8)},
    /* panda-8  */ {lose,      to_one(25), lose,      lose,       lose},
    /* dragon-7 */ {lose,      lose,       lose,      to_one(40), lose},
}};
// clang-format on

inline constexpr std::array<WagerRule, 6> kWagers = {{
    {"player", "Player", &kResult, kPays[0], "EZ-lines", {}, true},
    {"banker", "Banker", &kResult, kPays[1], "EZ-lines", {}, true},
    {"tie", "Tie", &kResult, kPays[2], "EZ-tie"},
    {"banker-pair", "Banker Pair", &parts::kBankerPair, parts::kPairPays, "EZ-pair"},
    {"panda-8", "Panda 8", &kResult, kPays[3], "EZ-panda"},
    {"dragon-7", "Dragon 7", &kResult, kPays[4], "EZ-dragon"},
}};

}  // namespace ez

inline constexpr rules::Game ez_baccarat{
    .name = "ez-baccarat",
    .title = "EZ Baccarat",
    .document = "EZ",
    .deck = rules::kStandardDeck,
    .decks = {8, 8, 8, "EZ-decks"},
    .layout = rules::Layout{12},
    .banking = rules::Banking::house,
    .draw_clauses = {"EZ-deal", "EZ-natural", "EZ-player", "EZ-stood", "EZ-chart"},
    .order_clause = "H-order",
    .wagers = ez::kWagers,
};
static_assert(rules::complete(ez_baccarat));

}  // namespace cardroom::testing
