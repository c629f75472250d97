#include "cardroom/rules/procedures.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

namespace cardroom::rules {

std::string_view name(Method method) {
  switch (method) {
    case Method::a: return "A";
    case Method::b: return "B";
    case Method::c: return "C";
  }
  throw BrokenInvariant("R3: a method outside the list");
}

std::optional<Refused> may_choose_method(const Game& game, Method method, Position holder,
                                         bool in_hlga, bool round_in_progress) {
  if (round_in_progress) {
    return Refused{Refusal::round_in_progress,
                   "The method is changed only before a round begins (F6v6-3.8)."};
  }
  const Act act = method == Method::c ? Act::choose_method_c : Act::choose_method_a_or_b;
  if (auto no = may(game.powers, act, holder)) return no;
  if (method == Method::c && !in_hlga) {
    return Refused{Refusal::method_not_here,
                   "Method C is allowed only in the HLGA, the Paiza Club and the Ruby Room "
                   "(F6v6-3.8, F6v6-1.1.4)."};
  }
  return std::nullopt;
}

namespace {

/// One row a player: all he has on the hand, counted from where and when he placed first.
std::vector<HandWager> by_player(std::span<const HandWager> wagers) {
  std::vector<HandWager> players;
  for (const HandWager& w : wagers) {
    const auto his = std::find_if(players.begin(), players.end(),
                                  [&](const HandWager& p) { return p.player == w.player; });
    if (his == players.end()) {
      players.push_back(w);
      continue;
    }
    const HandWager& first = w.placed < his->placed ? w : *his;
    *his = {w.player, first.seat, his->stake + w.stake, first.placed,
            his->refused_cards || w.refused_cards};
  }
  return players;
}

}  // namespace

std::optional<int> card_handler(Method method, const Layout& layout,
                                std::span<const HandWager> wagers) {
  if (method != Method::a) return std::nullopt;
  const std::vector<HandWager> players = by_player(wagers);
  // Among equals the walk starts at the one who placed first, whether or not he refused.
  const auto first_of_equals = [&](Cents stake) {
    const HandWager* first = nullptr;
    for (const HandWager& p : players) {
      if (p.stake == stake && (first == nullptr || p.placed < first->placed)) first = &p;
    }
    return first;
  };
  const auto rank = [&](const HandWager& p) {
    const int counter_clockwise = layout.steps(p.seat, first_of_equals(p.stake)->seat);
    return std::tuple{-p.stake, counter_clockwise, p.placed};
  };
  const HandWager* chosen = nullptr;
  for (const HandWager& p : players) {
    if (!p.refused_cards && (chosen == nullptr || rank(p) < rank(*chosen))) chosen = &p;
  }
  if (chosen == nullptr) return std::nullopt;
  return chosen->player;
}

std::optional<Refused> may_draw(const Game& game, bool has_wager,
                                std::optional<Position> allowed_by) {
  if (has_wager) return std::nullopt;
  if (allowed_by) return may(game.powers, Act::draw_without_wager, *allowed_by);
  return Refused{
      Refusal::position_too_low,
      "A player without a wager draws only where an Assistant Casino Manager or a higher "
      "position allows it (F6v6-3.11)."};
}

OrRefused<int> restrict_area(const Game& game, int wagers, Position holder) {
  if (auto no = may(game.powers, Act::restrict_area, holder)) return *no;
  const int most = game.wagers_an_area.value_or(0);
  if (wagers < 1 || wagers > most) {
    return Refused{Refusal::area_full,
                   "An area takes 1 to " + std::to_string(most) +
                       " wagers; a restriction may only lower that (F6v6-3.6)."};
  }
  return wagers;
}

namespace {

/// Deals every continuation until two of them disagree about this wager.
class Continuations {
 public:
  Continuations(const Game& game, std::uint8_t wager) : game_(game), wager_(wager) {}

  bool agree_from(const Deal& deal) {
    const NextCard next = next_card(game_.tableau, deal);
    if (next.to == NextCard::To::nobody) return agrees(deal);
    for (int suit = 0; suit < game_.deck.suits(); ++suit) {
      for (int rank = 0; rank < kRanks; ++rank) {
        Deal longer = deal;
        Hand& hand = next.to == NextCard::To::player ? longer.player : longer.banker;
        hand.add(Card{static_cast<Rank>(rank), static_cast<Suit>(suit)});
        if (!agree_from(longer)) return false;
      }
    }
    return true;
  }

 private:
  /// A push is neither won nor lost, so it never establishes anything.
  bool agrees(const Deal& deal) {
    const Pay::Kind kind = decide(game_, deal).pay(game_, wager_).kind();
    if (kind == Pay::Kind::push) return false;
    if (!seen_) seen_ = kind;
    return *seen_ == kind;
  }

  const Game& game_;
  std::uint8_t wager_;
  std::optional<Pay::Kind> seen_;
};

}  // namespace

bool outcome_established(const Game& game, const Deal& so_far,
                         std::span<const std::uint8_t> on_offer) {
  return std::any_of(on_offer.begin(), on_offer.end(), [&](std::uint8_t wager) {
    return Continuations(game, wager).agree_from(so_far);
  });
}

DifferentialStep differential(Cents on_player, Cents on_banker, Cents allowed) {
  const bool player_leads = on_player > on_banker;
  const Cents difference = player_leads ? on_player - on_banker : on_banker - on_player;
  if (difference <= allowed) return {};
  return {player_leads ? DifferentialStep::Ask::decrease_player
                       : DifferentialStep::Ask::decrease_banker,
          difference - allowed};
}

}  // namespace cardroom::rules
