#include "cardroom/rules/game.hpp"

#include <algorithm>

namespace cardroom::rules {

OrRefused<const Game*> find_game(std::span<const Game* const> games, std::string_view name) {
  const auto found =
      std::find_if(games.begin(), games.end(), [&](const Game* g) { return g->name == name; });
  if (found != games.end()) return *found;
  std::string known;
  for (const Game* game : games) append_listed(known, game->name);
  return Refused{Refusal::unknown_game,
                 "There is no game '" + printable(name) + "'; the games are " + known + "."};
}

}  // namespace cardroom::rules
