#pragma once

// The baccarat manual's table without commission: a Banker six pays half. Clause ids: BM-*.

#include "cardroom/rules/games/baccarat.hpp"

namespace cardroom::rules::games {

namespace bm {

inline constexpr auto kNoCommissionWagers = [] {
  auto wagers = kWagers;
  wagers[0].clause = "BM-no-commission";
  wagers[1].clause = "BM-no-commission";
  wagers[1].pays = parts::kHalfOnSix;
  return wagers;
}();

}  // namespace bm

inline constexpr Game baccarat_no_commission = [] {
  Game game = baccarat;
  game.name = "baccarat-no-commission";
  game.title = "Baccarat without commission";
  game.wagers = bm::kNoCommissionWagers;
  return game;
}();
static_assert(complete(baccarat_no_commission));

}  // namespace cardroom::rules::games
