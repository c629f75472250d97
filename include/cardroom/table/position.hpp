#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cardroom/rules/seat.hpp"
#include "cardroom/table/position_commands.hpp"

namespace cardroom::table {

using rules::Seat;

struct Seated {
  std::string name;
  std::string patron;  ///< empty: not known
  std::optional<Provider> provider;
};

using Seats = std::array<std::optional<Seated>, rules::Layout::kMostSeats>;

[[nodiscard]] inline const std::optional<Seated>& at(const Seats& seats, Seat seat) {
  return seats[static_cast<std::size_t>(seat.number() - 1)];
}

/// Which rules the position follows: the game's approved ones, or the state's of 2026 (P-2026).
enum class RotationRules : std::uint8_t { approved, state_2026 };

/// One player's time as player-dealer.
struct Turn {
  std::int64_t id = 0;  ///< number of the event that began it
  Seat seat;
  std::string name;
  std::string patron;
  std::string company;  ///< empty: not a provider's player
  std::int64_t since_ms = 0;
  Cents wager;
  int hands = 0;  ///< dealt and settled; a voided hand does not count (S-void)
};

/// When somebody last held it.
struct PastTurn {
  std::string name;
  bool provider;
  std::int64_t to_ms;
};

struct Offer {
  Seat seat;
  std::int64_t at_ms;
};

/// The player-dealer position of one table (F7-type.1, P-turn).
struct Position {
  std::optional<Turn> turn;
  std::optional<Offer> offer;         ///< waiting for an answer
  std::vector<std::string> declined;  ///< since the last turn ended
  std::optional<Seat> last_seat;      ///< offers go on from its left: where the last turn was
                                      ///< held, or the one before the very first offer
  std::string last_name;
  std::string last_company;  ///< of the last holder; empty: not a provider's player
  RotationRules rules = RotationRules::approved;
  std::vector<PastTurn> recent;       ///< each person once, as far as the window of P-2026
  std::int64_t playing_since_ms = 0;  ///< the table's opening or its last resumption
};

/// P-turn: two hands; P-2026: offered to everybody before every hand.
[[nodiscard]] constexpr int hands_a_turn(RotationRules rules) {
  return rules == RotationRules::approved ? 2 : 1;
}

/// To whom the position is offered next: clockwise from the last holder's left, who has not
/// declined since; the last holder himself only after everybody else has, and under P-2026 nobody
/// of the company that had the last turn. Nobody: the table stands still.
[[nodiscard]] std::optional<Seat> offered_next(const rules::Layout& layout, const Seats& seats,
                                               const Position& position);

/// P-2026, its clock as information: who other than providers held the position in the last 40
/// minutes, and when the window would end the game.
struct RotationWindow {
  std::vector<std::string> holders;  ///< players other than a provider's, each once
  std::int64_t minutes_played = 0;
  bool would_end_game = false;  ///< 40 minutes played with fewer than two of them
};
[[nodiscard]] RotationWindow rotation_window(const Position& position, std::int64_t now_ms);

/// The same without a clock: until when each of them counts (none: as long as he holds it), and
/// when the window ends the game unless another holds the position before.
struct WindowAhead {
  struct Holder {
    std::string name;
    std::optional<std::int64_t> counts_until_ms;
  };
  std::vector<Holder> holders;
  std::int64_t would_end_game_ms = 0;
};
[[nodiscard]] WindowAhead window_ahead(const Position& position);

/// Ends the turn and remembers it for the offers and the window.
void end_turn(Position& position, std::int64_t now_ms);

}  // namespace cardroom::table
