#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "cardroom/rules/game.hpp"

/// Pieces that several games are put together from. A game's own file picks and names them.
namespace cardroom::rules::parts {

// --- Pairs: two cards of one rank, first two cards only (H-pair) ---------------------------------

enum PairOutcome : std::uint8_t { no_pair, pair };

inline constexpr std::array<Outcome, 2> kPairOutcomes = {{
    {"no-pair", "no pair", {}},
    {"pair", "pair", {}},
}};

/// One pattern a rank, for the hand that `kHand` names.
template <HandFaces Pattern::*kHand>
inline constexpr auto kPairPatterns = [] {
  std::array<Pattern, kRanks> patterns{};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const Faces rank = Faces::of(static_cast<Rank>(i));
    patterns[i].*kHand = HandFaces{rank, rank, Faces{}};
  }
  return patterns;
}();

template <HandFaces Pattern::*kHand>
inline constexpr std::array<Promotion, 1> kPairPromotion = {{
    {no_pair, [](const Score&) { return true; }, kPairPatterns<kHand>, pair},
}};

inline constexpr OutcomeSet kPlayerPair{"player pair", kPairOutcomes,
                                        by_score([](const Score&) { return no_pair; }),
                                        kPairPromotion<&Pattern::player>};
inline constexpr OutcomeSet kBankerPair{"banker pair", kPairOutcomes,
                                        by_score([](const Score&) { return no_pair; }),
                                        kPairPromotion<&Pattern::banker>};

//                                            no pair  pair
inline constexpr std::array<Pay, 2> kPairPays = {lose, to_one(11)};

// --- Results where a Banker win on six stands apart ---------------------------------------------

enum SixOutcome : std::uint8_t { player, banker, banker_six_on_two, banker_six_on_three, tie };
inline constexpr std::size_t kSixOutcomes = 5;

[[nodiscard]] constexpr SixOutcome six_outcome(const Score& score) {
  if (score.winner() == Winner::player) return player;
  if (score.winner() == Winner::tie) return tie;
  if (score.banker_total != 6) return banker;
  return score.banker_cards == 2 ? banker_six_on_two : banker_six_on_three;
}

[[nodiscard]] constexpr std::array<Outcome, kSixOutcomes> six_outcomes(
    std::string_view tie_clause) {
  return {{
      {"player", "Player", {}},
      {"banker", "Banker", {}},
      {"banker-six-two-cards", "B 6, two", {}},
      {"banker-six-three-cards", "B 6, three", {}},
      {"tie", "Tie", tie_clause},
  }};
}

using SixPays = std::array<Pay, kSixOutcomes>;
inline constexpr Pay kLess5 = odds(19, 20);  // H-bank: commission is part of the odds
// clang-format off
//                                      Player     Banker     B 6 on two  B 6 on three  Tie
inline constexpr SixPays kPlayer     = {to_one(1), lose,      lose,       lose,         push};
inline constexpr SixPays kCommission = {lose,      kLess5,    kLess5,     kLess5,       push};
inline constexpr SixPays kHalfOnSix  = {lose,      to_one(1), odds(1, 2), odds(1, 2),   push};
inline constexpr SixPays kTie        = {lose,      lose,      lose,       lose,         to_one(8)};
inline constexpr SixPays kFortuneSix = {lose,      lose,      to_one(12), to_one(20),   lose};
// clang-format on

// --- The seven irregularities of the shorter documents -------------------------------------------

/// `clauses` are those of rules 5.1 to 5.7, which F6v5 and 6S word alike.
[[nodiscard]] constexpr std::array<Irregularity, 9> short_irregularities(
    const std::array<std::string_view, 7>& clauses) {
  const auto row = [&](std::string_view code, When when, std::size_t rule, Effect effect,
                       std::string_view told) {
    return Irregularity{code,   when, clauses[rule - 1], Withdrawal::none,
                        effect, {},   CardsAfter::kept,  told};
  };
  using enum When;
  using enum Effect;
  return {{
      row("foreign-card", always, 1, void_round, "A foreign card is found; earlier results stand."),
      row("wrong-number-of-cards", noticed_too_late, 2, go_on, "The result stands."),
      row("wrong-number-of-cards", reconstructible, 2, reconstruct, "The cards are put right."),
      row("wrong-number-of-cards", not_reconstructible, 2, void_round,
          "A hand got a wrong number of cards that cannot be put right."),
      row("drawn-together", unknown_in_initial_deal, 3, void_round,
          "Cards came out together in the initial deal, in unknown order."),
      row("order-altered", not_reconstructible, 4, void_round,
          "The order in the shoe was altered for good."),
      row("too-few-cards", always, 5, void_round, "The shoe cannot complete the round."),
      row("late-wager", always, 6, refuse_wager,
          "A wager placed or raised after the close is not honoured."),
      row("late-withdrawal", always, 7, go_on,
          "A wager withdrawn after the close wins or loses all the same."),
  }};
}

}  // namespace cardroom::rules::parts
