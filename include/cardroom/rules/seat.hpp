#pragma once

#include <compare>
#include <cstdint>
#include <optional>

namespace cardroom::rules {

/// A place at the table, numbered as the felt numbers it: from 1, rising clockwise.
/// Only a `Layout` makes one, so a seat that exists is valid there.
class Seat {
 public:
  [[nodiscard]] constexpr int number() const { return number_; }
  friend constexpr auto operator<=>(Seat, Seat) = default;

 private:
  friend class Layout;
  constexpr explicit Seat(std::uint8_t number) : number_(number) {}
  std::uint8_t number_;
};

/// How many seats the felt has. F7-table.1: eight; the largest printed layout has sixteen.
class Layout {
 public:
  static constexpr int kMostSeats = 16;

  consteval explicit Layout(int seats) : seats_(static_cast<std::uint8_t>(seats)) {
    if (seats < 1 || seats > kMostSeats) throw "a layout has 1 to 16 seats";
  }

  [[nodiscard]] constexpr int seats() const { return seats_; }

  [[nodiscard]] constexpr std::optional<Seat> seat(std::int64_t number) const {
    if (number < 1 || number > seats_) return std::nullopt;
    return Seat{static_cast<std::uint8_t>(number)};
  }

  /// The next seat clockwise: the one at `seat`'s left.
  [[nodiscard]] constexpr Seat next(Seat seat) const {
    return Seat{static_cast<std::uint8_t>(seat.number_ % seats_ + 1)};
  }

  /// Clockwise steps from one seat to another; 0 for the same seat.
  [[nodiscard]] constexpr int steps(Seat from, Seat to) const {
    return (to.number_ + seats_ - from.number_) % seats_;
  }

 private:
  std::uint8_t seats_;
};

}  // namespace cardroom::rules
