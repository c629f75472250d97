#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cardroom/rules/authority.hpp"
#include "cardroom/rules/game.hpp"

/// The floor procedures of F6v6 as pure functions; their tables are in the game's own file.
namespace cardroom::rules {

// --- Methods of dealing, F6v6-3.8 to F6v6-3.11 ---------------------------------------------------

enum class Method : std::uint8_t { a, b, c };
[[nodiscard]] std::string_view name(Method method);

/// F6v6-3.8: A and B before a round, by a Pit Manager; C in the HLGA, by an Assistant Casino
/// Manager.
[[nodiscard]] std::optional<Refused> may_choose_method(const Game& game, Method method,
                                                       Position holder, bool in_hlga,
                                                       bool round_in_progress);

/// A wager on the hand in question. `placed` orders wagers by time; a player may have several.
struct HandWager {
  int player;  ///< the caller's number for the person
  Seat seat;
  Cents stake;
  int placed;
  bool refused_cards = false;
};

/// To whom the cards of a hand are passed next. Method A, F6v6-3.9: whoever has most on the hand;
/// among equals who placed first, then counter clockwise from him; then the next highest. Nobody if
/// all refused or none wagered: a Pit Supervisor chooses. Nobody either where the Dealer keeps the
/// cards (method B, F6v6-3.10) or the player who draws passes them on (method C, F6v6-3.11).
[[nodiscard]] std::optional<int> card_handler(Method method, const Layout& layout,
                                              std::span<const HandWager> wagers);

/// F6v6-3.11: a player keeps the dealing device until he gives it up or his wager loses.
/// A player who draws without a wager (an Assistant Casino Manager allowed it) has none to lose.
[[nodiscard]] constexpr bool keeps_device(bool relinquishes, bool his_wager_lost) {
  return !relinquishes && !his_wager_lost;
}

/// F6v6-3.11.2: without a valid wager a player draws only where an Assistant Casino Manager lets
/// him.
[[nodiscard]] std::optional<Refused> may_draw(const Game& game, bool has_wager,
                                              std::optional<Position> allowed_by);

// --- How many wagers an area, F6v6-3.6 -----------------------------------------------------------

/// The limit after a restriction; refuses a raise over the printed number or too low a position.
[[nodiscard]] OrRefused<int> restrict_area(const Game& game, int wagers, Position holder);

// --- Limits after the fact, F6v6-5.14 to F6v6-5.16 -----------------------------------------------

struct Limits {
  Cents lowest;
  Cents highest;
};

/// How much of a stake is settled when nobody noticed in time that it breaks the limit; the rest is
/// returned. `settled_under_minimum_before` is the same player's memory.
[[nodiscard]] constexpr Cents settled_part(Cents stake, const Limits& limits,
                                           bool settled_under_minimum_before) {
  if (stake < limits.lowest) return settled_under_minimum_before ? Cents{} : stake;  // F6v6-5.14
  return stake > limits.highest ? limits.highest : stake;                            // F6v6-5.15
}

// --- Power failure, F6v6-5.17 and H-power --------------------------------------------------------

/// Whether any wager on offer is won or lost by the cards on the table, whatever comes. Tried out:
/// every card that may follow is dealt. `on_offer` are the game's wagers by number.
[[nodiscard]] bool outcome_established(const Game& game, const Deal& so_far,
                                       std::span<const std::uint8_t> on_offer);

// --- Table differential, F6v6-1.1.10 and F6v6-5.18 -----------------------------------------------

struct DifferentialStep {
  enum class Ask : std::uint8_t { nothing, decrease_player, decrease_banker };
  Ask ask = Ask::nothing;  ///< F6v6-5.18.1: the hand with more on it
  Cents excess{};          ///< by decrease there, by increase on the other hand (5.18.2), or both
};

/// What is to be asked for; an excess that stays is removed by a Pit Manager (F6v6-5.18.3).
[[nodiscard]] DifferentialStep differential(Cents on_player, Cents on_banker, Cents allowed);

}  // namespace cardroom::rules
