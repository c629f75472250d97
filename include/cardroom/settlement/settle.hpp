#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cardroom/rules/game.hpp"
#include "cardroom/settlement/closed_round.hpp"

namespace cardroom::settlement {

enum class Result : std::uint8_t { win, lose, push, no_action };
[[nodiscard]] std::string_view name(Result result);

/// How one wager ended. `stake = taken + returned`; `paid` comes on top of what is returned.
struct Line {
  std::uint16_t wager = 0;  ///< as placed
  Result result = Result::no_action;
  Cents due;   ///< what the odds promise
  Cents paid;  ///< what the cover allowed
  Cents taken;
  Cents returned;
  Cents cover_after;  ///< with a player-dealer: what is left to pay the next wager with
};

struct Totals {
  Cents paid;
  Cents taken;
  Cents cover_left;        ///< with a player-dealer
  bool exhausted = false;  ///< the player-dealer's wager ran out

  /// What the banking side won: the player-dealer, or the house.
  [[nodiscard]] constexpr Cents bank_net() const { return taken - paid; }
};

/// Settles a closed round wager by wager in the order of F7-pay.2, until the player-dealer's wager
/// is used up; the rest goes back (F7-type.3, S-cover). The house pays without limit (H-bank).
///
/// Pure and without allocation. Requires room in `lines` for every wager; fills them in order.
Totals settle(const ClosedRound& round, const rules::Decision& decision, std::span<Line> lines);

/// The same with its own lines.
struct Settlement {
  std::vector<Line> lines;
  Totals totals;
};
[[nodiscard]] Settlement settle(const ClosedRound& round, const rules::Decision& decision);

/// The clause behind a line: what pays, collects, pushes or returns it.
[[nodiscard]] std::string_view clause(const ClosedRound& round, const rules::Decision& decision,
                                      const Line& line);

}  // namespace cardroom::settlement
