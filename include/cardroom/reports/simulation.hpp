#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cardroom/reports/text.hpp"
#include "cardroom/rules/odds.hpp"
#include "cardroom/settlement/schedule.hpp"

namespace cardroom::reports {

/// How often each winner and each outcome of each wager came in dealt and decided rounds.
struct DealtRounds {
  std::array<std::uint64_t, 3> winners{};            ///< by rules::Winner
  std::vector<std::vector<std::uint64_t>> outcomes;  ///< by wager, by its outcome
};
[[nodiscard]] DealtRounds deal_rounds(const rules::Game& game, int decks, std::uint64_t rounds,
                                      std::uint64_t seed);

/// The same rounds with a full table of twenty wagers closed, charged and settled in each. In a
/// player-dealer game the position moves on after every two hands. Refused as any table would be
/// whose lowest wagers the schedule does not let stand.
struct SettledRounds {
  std::uint64_t wagers = 0;
  std::uint64_t exhausted = 0;
  std::uint64_t no_action = 0;
  rules::Cents paid, taken, fees;
};
[[nodiscard]] rules::OrRefused<SettledRounds> settle_rounds(const rules::Game& game,
                                                            const settlement::Schedule* schedule,
                                                            int decks, std::uint64_t rounds,
                                                            std::uint64_t seed);

/// One run, with how long each half took; the clock is the caller's.
struct Simulation {
  std::uint64_t rounds, seed;
  DealtRounds dealt;
  SettledRounds settled;
  double dealt_per_second, settled_per_second;
};
[[nodiscard]] std::string simulation_text(const rules::Game& game, const rules::Odds& odds,
                                          const Simulation& run, const Ink& ink);
[[nodiscard]] std::string simulation_json(const rules::Game& game, const rules::Odds& odds,
                                          const Simulation& run);

}  // namespace cardroom::reports
