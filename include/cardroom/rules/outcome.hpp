#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "cardroom/rules/hand.hpp"

namespace cardroom::rules {

/// Which faces a card may have: a set of ranks and a set of suits, a bit each. A card is such a set
/// with one of each, so "may have" is "is inside".
class Faces {
 public:
  static constexpr unsigned kBits = kRanks + kMostSuits;

  constexpr Faces() = default;
  [[nodiscard]] static constexpr Faces of(Rank rank) { return Faces{rank_bit(rank) | kAllSuits}; }
  [[nodiscard]] static constexpr Faces of(Suit suit) { return Faces{kAllRanks | suit_bit(suit)}; }
  [[nodiscard]] static constexpr Faces of(Card card) {
    return Faces{rank_bit(card.rank()) | suit_bit(card.suit())};
  }
  [[nodiscard]] static constexpr Faces from_bits(std::uint32_t bits) { return Faces{bits}; }

  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] constexpr std::uint32_t ranks() const { return bits_ & kAllRanks; }
  [[nodiscard]] constexpr std::uint32_t suits() const { return bits_ >> kRanks; }
  friend constexpr bool operator==(Faces, Faces) = default;

 private:
  static constexpr std::uint32_t kAllRanks = (1U << kRanks) - 1;
  static constexpr std::uint32_t kAllSuits = ((1U << kMostSuits) - 1) << kRanks;
  static constexpr std::uint32_t rank_bit(Rank rank) { return 1U << static_cast<unsigned>(rank); }
  static constexpr std::uint32_t suit_bit(Suit suit) {
    return 1U << (kRanks + static_cast<unsigned>(suit));
  }
  constexpr explicit Faces(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = kAllRanks | kAllSuits;
};

/// The faces of up to three cards in one word, so that a hand is compared with a pattern at once.
class HandFaces {
 public:
  constexpr HandFaces() : HandFaces(Faces{}, Faces{}, Faces{}) {}
  constexpr HandFaces(Faces first, Faces second, Faces third)
      : bits_(at_place(first, 0) | at_place(second, 1) | at_place(third, 2)) {}
  constexpr explicit HandFaces(const Hand& hand) : bits_(0) {
    for (int i = 0; i < hand.size(); ++i) bits_ |= at_place(Faces::of(hand.card(i)), i);
  }

  [[nodiscard]] constexpr Faces at(int place) const {
    return Faces::from_bits(static_cast<std::uint32_t>(bits_ >> shift(place)) &
                            ((1U << Faces::kBits) - 1));
  }
  [[nodiscard]] constexpr bool inside(HandFaces allowed) const {
    return (bits_ & ~allowed.bits_) == 0;
  }

 private:
  static constexpr unsigned shift(int place) { return Faces::kBits * static_cast<unsigned>(place); }
  static constexpr std::uint64_t at_place(Faces faces, int place) {
    return std::uint64_t{faces.bits()} << shift(place);
  }
  std::uint64_t bits_;
};

/// What the faces of a round look like, hand by hand in the order drawn. A third card that is not
/// dealt fits. The same pattern decides a round (`shows`) and counts all rounds (odds.cpp).
struct Pattern {
  HandFaces player{};
  HandFaces banker{};
};

/// Something only the faces tell: any one of its patterns. No round fits two of them.
using Mark = std::span<const Pattern>;

/// A deal's own faces, as a pattern that only it fits.
[[nodiscard]] constexpr Pattern faces_of(const Deal& deal) {
  return {HandFaces(deal.player), HandFaces(deal.banker)};
}

[[nodiscard]] constexpr bool shows(const Pattern& faces, Mark mark) {
  return std::any_of(mark.begin(), mark.end(), [&](const Pattern& allowed) {
    return faces.player.inside(allowed.player) && faces.banker.inside(allowed.banker);
  });
}

struct Outcome {
  std::string_view name;    ///< for scripts
  std::string_view label;   ///< heads a column of the rule card
  std::string_view clause;  ///< cited where this outcome pushes a wager or adds a bonus
};

/// With this mark and such a score, outcome `from` is outcome `to` instead.
struct Promotion {
  std::uint8_t from;
  bool (*on)(const Score&);
  Mark mark;
  std::uint8_t to;
};

/// One question that the cards answer, with every answer it can have. The outcomes are disjoint and
/// complete: each deal has exactly one. Points decide first, then the faces promote.
struct OutcomeSet {
  using ByScore = std::array<std::uint8_t, Score::kCount>;

  std::string_view question;
  std::span<const Outcome> outcomes;
  ByScore by_score;
  std::span<const Promotion> promotions = {};

  [[nodiscard]] constexpr std::uint8_t decide(const Score& score, const Pattern& faces) const {
    const std::uint8_t base = by_score[score.index()];
    for (const Promotion& p : promotions) {
      if (p.from == base && p.on(score) && shows(faces, p.mark)) return p.to;
    }
    return base;
  }
};

/// Lays a rule about scores out as a table.
template <class Rule>
[[nodiscard]] consteval OutcomeSet::ByScore by_score(Rule rule) {
  OutcomeSet::ByScore table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<std::uint8_t>(rule(Score::at(i)));
  }
  return table;
}

}  // namespace cardroom::rules
