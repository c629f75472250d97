#pragma once

// Fortune 7 Baccarat, as the Bureau of Gambling Control publishes it. Clause ids: F7-*.

#include "cardroom/rules/game.hpp"

namespace cardroom::rules::games {

namespace f7 {

enum Result : std::uint8_t {
  player_1_0, player_by_1, player_by_more, banker, banker_three_card_7, tie,
};

inline constexpr std::array<Outcome, 6> kOutcomes = {{
    {"player-one-nil", "P 1-0", {}},
    {"player-by-one", "P by 1", {}},
    {"player-by-more", "P by 2+", {}},
    {"banker", "Banker", {}},
    {"banker-three-card-seven", "B 3-card 7", "F7-pay.5"},
    {"tie", "Tie", "S-tie"},
}};

constexpr Result result(const Score& s) {
  if (s.winner() == Winner::tie) return tie;
  if (s.winner() == Winner::banker) {
    return s.banker_total == 7 && s.banker_cards == 3 ? banker_three_card_7 : banker;
  }
  if (s.player_total - s.banker_total > 1) return player_by_more;
  return s.player_total == 1 ? player_1_0 : player_by_1;  // F7-oneup.3
}

inline constexpr OutcomeSet kResult{"result", kOutcomes, by_score(result)};

inline constexpr std::array<std::array<Pay, 6>, 5> kPays = {{
    //              P 1-0       P by 1     P by 2+    Banker     B 3-card 7  Tie
    /* player    */ {to_one(1),  to_one(1), to_one(1), lose,      lose,       push},
    /* banker    */ {lose,       lose,      lose,      to_one(1), push,       push},
    /* tie       */ {lose,       lose,      lose,      lose,      lose,       to_one(8)},
    /* one-up    */ {to_one(30), to_one(9), lose,      lose,      lose,       lose},
    /* fortune-7 */ {lose,       lose,      lose,      lose,      to_one(40), lose},
}};

/// In the order of F7-pay.2.
inline constexpr std::array<WagerRule, 5> kWagers = {{
    {"player", "Player line", &kResult, kPays[0], "F7-pay.4", "F7-pay.3", true},
    {"banker", "Banker line", &kResult, kPays[1], "F7-pay.5", "F7-pay.3", true},
    {"tie", "Tie", &kResult, kPays[2], "F7-tie.2", "F7-tie.4"},
    {"one-up", "One Up", &kResult, kPays[3], "F7-oneup.3", "F7-oneup.4", false,
     WagerRule::Needs::own_line},
    {"fortune-7", "Fortune 7", &kResult, kPays[4], "F7-bonus7.2", "F7-bonus7.3", false,
     WagerRule::Needs::own_line},
}};

inline constexpr std::array<Reading, 6> kReadings = {{
    {"S-order", "Settled kind by kind in the order above; inside a kind clockwise from the seat at "
                "the player-dealer's left; inside a space the seated player first, then backline "
                "bettors as they placed."},
    {"S-cover", "The player-dealer's wager is consumed by what he pays and by what he takes; "
                "nothing refills it. The other reading, running, can be asked for: wagers taken "
                "refill it, and net win and net loss each end at the wager."},
    {"S-tie", "On a tied hand the Player and Banker lines push, whatever cover is left."},
    {"W-space", "A bettor's own wager in a space is at least the minimum; seated and backline "
                "wagers in one space together are at most the maximum."},
    {"W-bonus", "One Up and Fortune 7 need the same bettor's own line wager at that seat; Tie may "
                "stand alone."},
    {"W-chip", "Wagers are whole dollars."},
}};

/// The document lists no irregularities. These are the reasons for which a room voids a hand; what
/// a void does is S-void.
inline constexpr std::array<Irregularity, 6> kIrregularities = [] {
  const auto voids = [](std::string_view code, std::string_view told) {
    return Irregularity{code,         When::always,           "S-void", Withdrawal::none,
                        Effect::void_round, Position::pit_supervisor, CardsAfter::kept, told};
  };
  return std::array{
      voids("misdeal", "Cards were dealt in a wrong order or to a wrong hand for good."),
      voids("exposed-card", "A card was seen before its time and the hand cannot stand."),
      voids("foreign-card", "A card that does not belong to the decks; earlier results stand."),
      voids("wrong-number-of-cards", "A hand got a card too many or too few for good."),
      voids("too-few-cards", "The shoe cannot complete the hand."),
      voids("other", "Anything else for which the hand cannot stand; the reason says what."),
  };
}();

}  // namespace f7

inline constexpr Game fortune_7{
    .name = "fortune-7",
    .title = "Fortune 7 Baccarat",
    .document = "F7",
    .deck = kStandardDeck,
    .decks = {8, 8, 8, "F7-deck.1"},
    .layout = Layout{8},
    .banking = Banking::player_dealer,
    .backline = true,
    .cover = CoverRule::consumed,
    .wager_unit = Cents::dollars(1),
    .draw_clauses = {"F7-deal.5", "F7-deal.7", "F7-deal.6", "F7-deal.8", "F7-deal.9"},
    .order_clause = "F7-pay.2",
    .wagers = f7::kWagers,
    .irregularities = f7::kIrregularities,
    .readings = f7::kReadings,
};
static_assert(complete(fortune_7));

}  // namespace cardroom::rules::games
