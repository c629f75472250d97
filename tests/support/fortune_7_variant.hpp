#pragma once

#include <array>

#include "cardroom/rules/games/fortune_7.hpp"

namespace cardroom::testing {

/// A second player-dealer game, so that a schedule file can be one of another game.
inline constexpr rules::Game fortune_7_variant = [] {
  rules::Game game = rules::games::fortune_7;
  game.name = "fortune-7-house-variant";
  return game;
}();

inline constexpr std::array<const rules::Game*, 2> kGamesWithVariant = {&rules::games::fortune_7,
                                                                        &fortune_7_variant};

}  // namespace cardroom::testing
