#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cardroom/rules/game.hpp"

namespace cardroom::rules {

/// How many of all ordered six-card draws end in each outcome of one question.
struct OutcomeCounts {
  const OutcomeSet* set;
  std::vector<std::uint64_t> counts;
};

/// The bettor's side of one wager, a unit staked, without any limit of cover.
struct WagerOdds {
  const WagerRule* wager;
  double hit;              ///< share of draws that pay
  double expected_return;  ///< odds only: a fixed bonus is in `expected_bonus_cents`
  double std_dev;
  double expected_bonus_cents;  ///< 6S-4.3: fixed amounts do not grow with the stake
};

/// Exact: every ordered draw of six cards from fresh decks is counted, in integers.
struct Odds {
  int decks;
  std::uint64_t orders;
  std::uint64_t player, banker, tie;
  std::vector<OutcomeCounts> questions;  ///< each question of the game once
  std::vector<WagerOdds> wagers;         ///< in the game's order
};

/// Refuses a number of decks that the game's document does not allow.
[[nodiscard]] OrRefused<Odds> odds_of(const Game& game, int decks);

/// Draws of six cards by their final score, for the rounds whose faces fit `pattern`.
using ScoreCounts = std::array<std::uint64_t, Score::kCount>;
[[nodiscard]] ScoreCounts count_scores(const Game& game, int decks, const Pattern& pattern);

}  // namespace cardroom::rules
