#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::rules {

inline constexpr int kRanks = 13;
inline constexpr int kMostSuits = 5;

/// Ace to nine, ten, then the deck's three pictures (J Q K, or the stars S L F).
enum class Rank : std::uint8_t {
  ace,
  two,
  three,
  four,
  five,
  six,
  seven,
  eight,
  nine,
  ten,
  first_picture,
  second_picture,
  third_picture
};

/// Position in the deck's suit letters.
enum class Suit : std::uint8_t {};

class Card {
 public:
  constexpr Card() = default;
  constexpr Card(Rank rank, Suit suit)
      : code_(static_cast<std::uint8_t>(static_cast<unsigned>(suit) << 4U |
                                        static_cast<unsigned>(rank))) {}

  [[nodiscard]] constexpr Rank rank() const { return static_cast<Rank>(code_ & 15U); }
  [[nodiscard]] constexpr Suit suit() const { return static_cast<Suit>(code_ >> 4U); }

  /// F7-cards.1: ace one, two to nine their face, tens and pictures nothing.
  [[nodiscard]] constexpr int points() const { return kPoints[code_ & 15U]; }

  friend constexpr bool operator==(Card, Card) = default;

 private:
  //                                                      A  2  3  4  5  6  7  8  9  T, pictures
  static constexpr std::array<std::uint8_t, 16> kPoints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0};

  std::uint8_t code_ = 0;
};

/// One deck's faces and how they are written. The number of decks belongs to the game.
struct Deck {
  std::string_view rank_letters;
  std::string_view suit_letters;

  [[nodiscard]] constexpr int suits() const { return static_cast<int>(suit_letters.size()); }
  [[nodiscard]] constexpr int cards() const { return kRanks * suits(); }

  /// "Kd", "Td" or "10d"; capitals for ranks, small letters for suits, nothing around them.
  [[nodiscard]] std::optional<Card> read(std::string_view text) const;
  [[nodiscard]] std::string write(Card card) const;
};

/// F7-deck.1, F6v5-2.1, F6v6-2.1.
inline constexpr Deck kStandardDeck{"A23456789TJQK", "cdhs"};

/// 6S-2.1, 6S-1.1.2, 6S-1.1.12: stars Sau, Luk, Fuk; elements fire, gold, earth, wood, water.
inline constexpr Deck kElementDeck{"A23456789TSLF", "fgeow"};

}  // namespace cardroom::rules
