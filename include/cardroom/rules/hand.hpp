#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/card.hpp"

namespace cardroom::rules {

/// Up to three cards in the order in which they came.
class Hand {
 public:
  constexpr void add(Card card) {
    require(size_ < 3, "R2: a hand holds at most three cards");
    cards_[size_++] = card;
    total_ = static_cast<std::uint8_t>((total_ + card.points()) % 10);
  }

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr Card card(int place) const {
    return cards_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] constexpr std::span<const Card> cards() const { return {cards_.data(), size_}; }

  /// F7-cards.2: only the right-hand digit counts.
  [[nodiscard]] constexpr int total() const { return total_; }

  /// F7-cards.3, F6v5-1.1.5: eight or nine on the first two cards.
  [[nodiscard]] constexpr bool natural() const { return size_ == 2 && total_ >= 8; }

 private:
  std::array<Card, 3> cards_{};
  std::uint8_t size_ = 0;
  std::uint8_t total_ = 0;
};

/// The cards of one round: both hands, complete or not.
struct Deal {
  Hand player;
  Hand banker;
};

enum class Winner : std::uint8_t { player, banker, tie };

/// All that the points of a complete round say. Everything else about it is in the faces.
struct Score {
  int player_total = 0;
  int banker_total = 0;
  int player_cards = 2;
  int banker_cards = 2;

  /// F7-object, F6v5-3.10: the hand closer to nine.
  [[nodiscard]] constexpr Winner winner() const {
    if (player_total == banker_total) return Winner::tie;
    return player_total > banker_total ? Winner::player : Winner::banker;
  }

  /// Scores numbered 0 to 399, so that a rule about scores can be a table.
  static constexpr std::size_t kCount = 400;
  [[nodiscard]] constexpr std::size_t index() const {
    return static_cast<std::size_t>(
        ((player_total * 10 + banker_total) * 2 + player_cards - 2) * 2 + banker_cards - 2);
  }
  [[nodiscard]] static constexpr Score at(std::size_t index) {
    const int n = static_cast<int>(index);
    return {n / 40, n / 4 % 10, n / 2 % 2 + 2, n % 2 + 2};
  }
  friend constexpr bool operator==(const Score&, const Score&) = default;
};

[[nodiscard]] constexpr Score score_of(const Deal& deal) {
  return {deal.player.total(), deal.banker.total(), deal.player.size(), deal.banker.size()};
}

}  // namespace cardroom::rules
