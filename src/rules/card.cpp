#include "cardroom/rules/card.hpp"

namespace cardroom::rules {

std::optional<Card> Deck::read(std::string_view text) const {
  if (text.size() == 3 && text.starts_with("10")) {
    const auto suit = suit_letters.find(text[2]);
    if (suit == std::string_view::npos) return std::nullopt;
    return Card{Rank::ten, static_cast<Suit>(suit)};
  }
  if (text.size() != 2) return std::nullopt;
  const auto rank = rank_letters.find(text[0]);
  const auto suit = suit_letters.find(text[1]);
  if (rank == std::string_view::npos || suit == std::string_view::npos) return std::nullopt;
  return Card{static_cast<Rank>(rank), static_cast<Suit>(suit)};
}

std::string Deck::write(Card card) const {
  return {rank_letters[static_cast<std::size_t>(card.rank())],
          suit_letters[static_cast<std::size_t>(card.suit())]};
}

}  // namespace cardroom::rules
