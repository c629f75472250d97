#pragma once

#include <cstdint>
#include <string>

#include "cardroom/rules/cents.hpp"

namespace cardroom::rules {

/// One cell of a pay table: what a wager gets on one outcome. Make it with the words below.
class Pay {
 public:
  enum class Kind : std::uint8_t { lose, push, win };

  [[nodiscard]] constexpr Kind kind() const { return kind_; }
  [[nodiscard]] constexpr bool wins() const { return kind_ == Kind::win; }

  /// A fixed amount on top of the odds, whatever the stake (6S-4.3).
  [[nodiscard]] constexpr Cents bonus() const { return bonus_; }
  [[nodiscard]] constexpr Pay plus(Cents bonus) const {
    Pay more = *this;
    more.bonus_ = bonus;
    return more;
  }

  /// H-cent: whether the odds give whole cents on this stake.
  [[nodiscard]] constexpr bool exact_on(Cents stake) const {
    return of_ == 1 || stake.count() % of_ == 0;
  }

  /// What the odds promise on top of the stake.
  [[nodiscard]] constexpr Cents due_on(Cents stake) const {
    if (kind_ != Kind::win) return {};
    if (of_ == 1) [[likely]]
      return Cents{product(stake.count(), pays_)} + bonus_;
    require(exact_on(stake), "R4: a payout is a whole number of cents");
    return Cents{product(stake.count() / of_, pays_)} + bonus_;
  }

  /// The odds as a fraction, for counting returns: 0.95 to 1 is 19/20.
  [[nodiscard]] constexpr std::int32_t numerator() const { return pays_; }
  [[nodiscard]] constexpr std::int32_t denominator() const { return of_; }

  friend constexpr bool operator==(const Pay&, const Pay&) = default;

 private:
  friend constexpr Pay odds(std::int32_t pays, std::int32_t of);
  friend constexpr Pay make_pay(Kind kind);

  constexpr Pay(Kind kind, std::int32_t pays, std::int32_t of)
      : pays_(pays), of_(of), kind_(kind) {}

  static constexpr std::int64_t product(std::int64_t stake, std::int64_t pays) {
    std::int64_t all = 0;
    require(!__builtin_mul_overflow(stake, pays, &all), "R1: a payout leaves 64 bits");
    return all;
  }

  Cents bonus_{};
  std::int32_t pays_ = 0;
  std::int32_t of_ = 1;
  Kind kind_ = Kind::lose;
};

/// `pays` to `of`, in lowest terms.
[[nodiscard]] constexpr Pay odds(std::int32_t pays, std::int32_t of) {
  return {Pay::Kind::win, pays, of};
}
[[nodiscard]] constexpr Pay to_one(std::int32_t pays) { return odds(pays, 1); }
[[nodiscard]] constexpr Pay make_pay(Pay::Kind kind) { return {kind, 0, 1}; }

inline constexpr Pay lose = make_pay(Pay::Kind::lose);
inline constexpr Pay push = make_pay(Pay::Kind::push);

/// "8 to 1", "0.95 to 1", "1 to 2", "8 to 1 and $3,000", "push", "lose".
[[nodiscard]] std::string pay_text(const Pay& pay);

}  // namespace cardroom::rules
