#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::rules {

/// Numbers that count something: not true or false, not letters.
template <class I>
concept WholeNumber = std::integral<I> && !std::same_as<I, bool> && !std::same_as<I, char> &&
                      !std::same_as<I, wchar_t> && !std::same_as<I, char8_t> &&
                      !std::same_as<I, char16_t> && !std::same_as<I, char32_t>;

/// Money: whole cents, 64 bits, signed. Sums are checked and overflow stops (R1). There is no
/// `*` and no `/`: only a pay table multiplies a stake (pay.hpp), and it divides without remainder.
class Cents {
 public:
  constexpr Cents() = default;

  template <WholeNumber I>
  constexpr explicit Cents(I n) : n_(static_cast<std::int64_t>(n)) {
    require(std::in_range<std::int64_t>(n), "R1: an amount leaves 64 bits");
  }

  template <WholeNumber I>
  [[nodiscard]] static constexpr Cents dollars(I n) {
    return Cents{n}.times_hundred();
  }

  [[nodiscard]] constexpr std::int64_t count() const { return n_; }

  friend constexpr Cents operator+(Cents a, Cents b) {
    Cents sum;
    require(!__builtin_add_overflow(a.n_, b.n_, &sum.n_), "R1: a sum of money leaves 64 bits");
    return sum;
  }
  friend constexpr Cents operator-(Cents a, Cents b) {
    Cents rest;
    require(!__builtin_sub_overflow(a.n_, b.n_, &rest.n_), "R1: a sum of money leaves 64 bits");
    return rest;
  }
  friend constexpr Cents operator-(Cents a) { return Cents{} - a; }
  constexpr Cents& operator+=(Cents b) { return *this = *this + b; }
  constexpr Cents& operator-=(Cents b) { return *this = *this - b; }
  friend constexpr auto operator<=>(Cents, Cents) = default;

 private:
  [[nodiscard]] constexpr Cents times_hundred() const {
    Cents all;
    require(!__builtin_mul_overflow(n_, std::int64_t{100}, &all.n_),
            "R1: an amount leaves 64 bits");
    return all;
  }

  std::int64_t n_ = 0;
};

/// The largest single amount that is read anywhere: a billion dollars. With at most
/// `kMostWagers` wagers and the highest odds (5000 to 1) no sum of a round can leave 64 bits.
inline constexpr Cents kMostCents = Cents::dollars(1'000'000'000);

/// "$1,505", "$0.50", "-$75": cents are written only where there are some.
[[nodiscard]] std::string dollars_text(Cents amount);

/// The same with its sign always: "+$220", "-$75", "$0".
[[nodiscard]] std::string signed_dollars_text(Cents amount);

/// Reads "$1,505", "1505", "$0.50"; nothing else: no sign, no leading zero, no third decimal, at
/// most `kMostCents`.
[[nodiscard]] std::optional<Cents> read_dollars(std::string_view text);

}  // namespace cardroom::rules
