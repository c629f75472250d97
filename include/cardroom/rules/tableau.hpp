#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cardroom/rules/hand.hpp"

namespace cardroom::rules {

/// Who draws a third card, laid out as the rule sheets print it. All five documents print the same.
struct Tableau {
  std::string_view player;                 ///< by Player's total 0-7
  std::array<std::string_view, 8> banker;  ///< by Banker's total 0-7, then Player's third card

  [[nodiscard]] constexpr bool player_draws(int player_total) const {
    return player[static_cast<std::size_t>(player_total)] == 'D';
  }
  /// F7-deal.9; `third_card_points` is that of Player's third card.
  [[nodiscard]] constexpr bool banker_draws(int banker_total, int third_card_points) const {
    return row(banker_total)[static_cast<std::size_t>(third_card_points)] == 'D';
  }
  /// F7-deal.8: Player stood.
  [[nodiscard]] constexpr bool banker_draws_alone(int banker_total) const {
    return row(banker_total)[10] == 'D';
  }

 private:
  [[nodiscard]] constexpr std::string_view row(int banker_total) const {
    return banker[static_cast<std::size_t>(banker_total)];
  }
};

// clang-format off
inline constexpr Tableau kTableau = {
    // 01234567          D draw, s stand
    .player = "DDDDDDss",
    .banker = {
        //0123456789-      Player's third card; '-' = Player stood
        "DDDDDDDDDDD",  // Banker 0
        "DDDDDDDDDDD",  // 1
        "DDDDDDDDDDD",  // 2
        "DDDDDDDDsDD",  // 3
        "ssDDDDDDssD",  // 4
        "ssssDDDDssD",  // 5
        "ssssssDDsss",  // 6
        "sssssssssss",  // 7
    }};
// clang-format on

/// Which hand gets the next card, and by which of the drawing rules.
struct NextCard {
  enum class To : std::uint8_t { player, banker, nobody };
  enum class Because : std::uint8_t {
    initial_deal,      ///< F7-deal.5: one by one in rotation, two each
    natural,           ///< F7-deal.7
    player_total,      ///< F7-deal.6
    player_stood,      ///< F7-deal.8
    third_card_chart,  ///< F7-deal.9
    hands_complete,    ///< Banker has drawn: nothing is left to decide
  };
  To to;
  Because because;
  friend constexpr bool operator==(const NextCard&, const NextCard&) = default;
};

[[nodiscard]] constexpr NextCard next_card(const Tableau& tableau, const Deal& deal) {
  using enum NextCard::To;
  using enum NextCard::Because;
  const Hand& p = deal.player;
  const Hand& b = deal.banker;
  if (p.size() < 2 && p.size() == b.size()) return {player, initial_deal};
  if (b.size() < 2) return {banker, initial_deal};
  if (b.size() == 3) return {nobody, hands_complete};
  if (p.natural() || b.natural()) return {nobody, natural};
  if (p.size() == 3) {
    const bool draws = tableau.banker_draws(b.total(), p.card(2).points());
    return {draws ? banker : nobody, third_card_chart};
  }
  if (tableau.player_draws(p.total())) return {player, player_total};
  return {tableau.banker_draws_alone(b.total()) ? banker : nobody, player_stood};
}

}  // namespace cardroom::rules
