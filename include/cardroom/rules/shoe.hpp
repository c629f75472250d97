#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cardroom/rules/game.hpp"

namespace cardroom::rules {

/// SplitMix64: a counter stepped by the golden ratio and mixed. Two multiplications a number, where
/// the standard library's engines would take half the time of a simulated round.
class SplitMix {
 public:
  explicit constexpr SplitMix(std::uint64_t seed) : state_(seed) {}
  constexpr std::uint64_t operator()() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31U);
  }

 private:
  std::uint64_t state_;
};

/// Deals rounds from freshly shuffled decks, each round on its own, so that a long run has exactly
/// the probabilities that `odds_of` counts. The same seed deals the same rounds on every machine.
class Shoe {
 public:
  Shoe(const Game& game, int decks, std::uint64_t seed) : tableau_(&game.tableau), random_(seed) {
    for (int deck = 0; deck < decks; ++deck) {
      for (int suit = 0; suit < game.deck.suits(); ++suit) {
        for (int rank = 0; rank < kRanks; ++rank) {
          cards_.emplace_back(static_cast<Rank>(rank), static_cast<Suit>(suit));
        }
      }
    }
  }

  [[nodiscard]] Deal deal() {
    drawn_ = 0;
    Deal deal;
    deal.player.add(draw());
    deal.banker.add(draw());
    deal.player.add(draw());
    deal.banker.add(draw());
    NextCard next = next_card(*tableau_, deal);
    while (next.to != NextCard::To::nobody) {
      (next.to == NextCard::To::player ? deal.player : deal.banker).add(draw());
      next = next_card(*tableau_, deal);
    }
    return deal;
  }

 private:
  /// One step of a shuffle: any card not yet drawn this round comes to the front. The shoe stays a
  /// permutation, so the next round may start from wherever this one left it.
  Card draw() {
    const std::size_t place = drawn_ + below(cards_.size() - drawn_);
    std::swap(cards_[drawn_], cards_[place]);
    return cards_[drawn_++];
  }

  /// A number below `bound`; the high half of a product, even to one part in 2^55.
  std::size_t below(std::size_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<Wide>(random_()) * bound) >> 64U);
  }

  const Tableau* tableau_;
  std::vector<Card> cards_;
  std::size_t drawn_ = 0;
  SplitMix random_;
};

}  // namespace cardroom::rules
