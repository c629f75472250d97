#include "cardroom/rules/deal.hpp"

namespace cardroom::rules {

namespace {

using To = NextCard::To;
using Because = NextCard::Because;

std::string hand_name(To to) { return to == To::player ? "Player" : "Banker"; }

std::string cited(std::string_view clause) { return " (" + std::string(clause) + ")"; }

/// Why the hand gets, or does not get, its next card.
std::string reason(const Deal& deal, Because because) {
  const std::string player = std::to_string(deal.player.total());
  const std::string banker = std::to_string(deal.banker.total());
  switch (because) {
    case Because::initial_deal:
      return "cards go one by one in rotation, Player first, two to each hand";
    case Because::natural:
      return std::string(deal.player.natural() ? "Player" : "Banker") + " has a natural " +
             (deal.player.natural() ? player : banker);
    case Because::player_total: return "Player has " + player;
    case Because::player_stood: return "Player stood on " + player + " and Banker has " + banker;
    case Because::third_card_chart:
      return "Banker has " + banker + " against Player's third card worth " +
             std::to_string(deal.player.card(2).points());
    case Because::hands_complete: return "Banker has drawn and both hands are complete";
  }
  throw BrokenInvariant("R3: a drawing rule outside the list");
}

Refused not_dealt(const Game& game, const Progress& at, To extra) {
  // Player's own total is the nearer reason why Player stands, whatever Banker then does.
  const bool stood = extra == To::player && at.next.because != Because::natural;
  const Because because = stood ? Because::player_total : at.next.because;
  return {Refusal::third_card_not_dealt, hand_name(extra) +
                                             " gets no third card: " + reason(at.deal, because) +
                                             cited(clause(game.draw_clauses, because)) + "."};
}

Refused out_of_turn(const Game& game, const Progress& at) {
  if (at.next.because == Because::initial_deal) {
    return {Refusal::cards_out_of_order,
            hand_name(at.next.to) + "'s card is missing before the other hand's next one: " +
                reason(at.deal, at.next.because) +
                cited(clause(game.draw_clauses, at.next.because)) + "."};
  }
  return {Refusal::third_card_missing,
          hand_name(at.next.to) + "'s third card is missing: " + reason(at.deal, at.next.because) +
              cited(clause(game.draw_clauses, at.next.because)) + "."};
}

}  // namespace

std::string_view clause(const DrawClauses& clauses, Because because) {
  switch (because) {
    case Because::initial_deal: return clauses.initial_deal;
    case Because::natural: return clauses.natural;
    case Because::player_total: return clauses.player_total;
    case Because::player_stood: return clauses.player_stood;
    case Because::third_card_chart:
    case Because::hands_complete: return clauses.third_card_chart;
  }
  throw BrokenInvariant("R3: a drawing rule outside the list");
}

OrRefused<std::vector<Card>> read_cards(const Game& game, std::string_view text) {
  std::vector<Card> cards;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string_view::npos) {
    const std::string_view word = text.substr(at, text.find(' ', at) - at);
    const auto card = game.deck.read(word);
    if (!card) {
      return Refused{Refusal::unknown_card,
                     "'" + printable(word) + "' is not a card of " + std::string(game.name) +
                         ": a rank of " + std::string(game.deck.rank_letters) +
                         " (10 is read as T) and a suit of " + std::string(game.deck.suit_letters) +
                         ", such as " + game.deck.write(Card{Rank::ace, Suit{0}}) + "."};
    }
    cards.push_back(*card);
    at += word.size();
  }
  return cards;
}

OrRefused<Progress> deal_so_far(const Game& game, std::span<const Card> player,
                                std::span<const Card> banker) {
  for (const auto& [hand, to] : {std::pair{player, To::player}, std::pair{banker, To::banker}}) {
    if (hand.size() > 3) {
      return Refused{Refusal::too_many_cards, hand_name(to) + " has " +
                                                  std::to_string(hand.size()) +
                                                  " cards; a hand holds two or three" +
                                                  cited(game.draw_clauses.player_total) + "."};
    }
  }
  Progress now{{}, next_card(game.tableau, {})};
  while (now.next.to != To::nobody) {
    Hand& hand = now.next.to == To::player ? now.deal.player : now.deal.banker;
    const auto given = now.next.to == To::player ? player : banker;
    const auto place = static_cast<std::size_t>(hand.size());
    if (place == given.size()) break;
    hand.add(given[place]);
    now.next = next_card(game.tableau, now.deal);
  }
  const bool extra_player = player.size() > static_cast<std::size_t>(now.deal.player.size());
  const bool extra_banker = banker.size() > static_cast<std::size_t>(now.deal.banker.size());
  if (!extra_player && !extra_banker) return now;
  if (now.next.to == To::nobody)
    return not_dealt(game, now, extra_player ? To::player : To::banker);
  // Player stood, Banker's card is still out, yet Player holds a third: Player's is the fault.
  if (now.next.because == Because::player_stood) return not_dealt(game, now, To::player);
  return out_of_turn(game, now);
}

OrRefused<Deal> complete_deal(const Game& game, std::span<const Card> player,
                              std::span<const Card> banker) {
  for (const auto& [hand, to] : {std::pair{player, To::player}, std::pair{banker, To::banker}}) {
    if (hand.size() < 2) {
      return Refused{Refusal::cards_missing, hand_name(to) + " has " + std::to_string(hand.size()) +
                                                 (hand.size() == 1 ? " card" : " cards") +
                                                 "; each hand gets two" +
                                                 cited(game.draw_clauses.initial_deal) + "."};
    }
  }
  auto progress = deal_so_far(game, player, banker);
  if (const auto* no = refused(progress)) return *no;
  const Progress& at = std::get<Progress>(progress);
  if (at.next.to != To::nobody) return out_of_turn(game, at);
  return at.deal;
}

std::string_view clause(const Game& game, const Progress& progress) {
  const bool alone =
      progress.next.because == Because::hands_complete && progress.deal.player.size() == 2;
  return clause(game.draw_clauses, alone ? Because::player_stood : progress.next.because);
}

std::string next_card_text(const Game& game, const Progress& progress) {
  const auto& [to, because] = progress.next;
  const std::string why = reason(progress.deal, because) + cited(clause(game, progress)) + ".";
  if (to != To::nobody) return hand_name(to) + " gets the next card: " + why;
  return "The round is complete: " + why;
}

std::string write_cards(const Game& game, const Hand& hand) {
  std::string text;
  for (const auto card : hand.cards()) text += (text.empty() ? "" : " ") + game.deck.write(card);
  return text;
}

std::string_view name(Winner winner) {
  switch (winner) {
    case Winner::player: return "player";
    case Winner::banker: return "banker";
    case Winner::tie: return "tie";
  }
  throw BrokenInvariant("R3: a winner outside the list");
}

}  // namespace cardroom::rules
