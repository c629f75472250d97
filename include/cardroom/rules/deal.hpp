#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cardroom/rules/game.hpp"

namespace cardroom::rules {

/// Cards as written ("6h Kd"), read with the game's own deck.
[[nodiscard]] OrRefused<std::vector<Card>> read_cards(const Game& game, std::string_view text);

/// The same back: "6h Kd".
[[nodiscard]] std::string write_cards(const Game& game, const Hand& hand);

/// For scripts and the book: "player", "banker", "tie".
[[nodiscard]] std::string_view name(Winner winner);

/// Deals the given cards in the order of the rules and says what comes next. Refuses a card that
/// the rules do not deal there: a third card (F7-deal.6 to F7-deal.9) or one out of turn.
struct Progress {
  Deal deal;
  NextCard next;
};
[[nodiscard]] OrRefused<Progress> deal_so_far(const Game& game, std::span<const Card> player,
                                              std::span<const Card> banker);

/// The same, and refuses a round to which a card is still to be dealt.
[[nodiscard]] OrRefused<Deal> complete_deal(const Game& game, std::span<const Card> player,
                                            std::span<const Card> banker);

/// "Banker gets the next card: Player stood on 6 and Banker has 3 (F7-deal.8)."
[[nodiscard]] std::string next_card_text(const Game& game, const Progress& progress);

[[nodiscard]] std::string_view clause(const DrawClauses& clauses, NextCard::Because because);

/// The clause behind what comes next; of a complete round, the one by which Banker drew.
[[nodiscard]] std::string_view clause(const Game& game, const Progress& progress);

}  // namespace cardroom::rules
