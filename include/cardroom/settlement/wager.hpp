#pragma once

#include <cstdint>

#include "cardroom/rules/game.hpp"

namespace cardroom::settlement {

using rules::Cents;
using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using rules::Seat;

/// More than any felt holds: a bound for sums (R1) and for what is read from outside.
inline constexpr std::size_t kMostWagers = 1024;

/// One bettor's wager in one space. Wagers are kept in the order in which they were placed.
struct PlacedWager {
  Seat seat;
  std::uint16_t bettor;  ///< index of the bettor in the round
  std::uint8_t on;       ///< index of the wager in its game
  bool backline = false;
  Cents stake;
  Cents unsettled{};  ///< H-min, H-max: the part that goes back whatever the cards say

  [[nodiscard]] constexpr Cents in_action() const { return stake - unsettled; }
};

/// Some of a game's betting spaces, by wager number.
class Spaces {
 public:
  constexpr void add(std::uint8_t wager) { bits_ |= 1U << wager; }
  [[nodiscard]] constexpr bool hold(std::uint8_t wager) const {
    return ((bits_ >> wager) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool meet(Spaces other) const { return (bits_ & other.bits_) != 0; }
  friend constexpr bool operator==(Spaces, Spaces) = default;

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace cardroom::settlement
