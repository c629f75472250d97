#include "cardroom/rules/odds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

namespace cardroom::rules {

namespace {

constexpr std::size_t kPlaces = 6;
constexpr int kPointValues = 10;

/// Cards of each point value that a place of the pattern may take, and which earlier places draw
/// from the same cards. Points decide the course of a deal, so faces of equal points are one.
struct Supply {
  std::array<std::array<std::uint64_t, kPointValues>, kPlaces> cards{};
  std::array<std::array<std::uint64_t, kPlaces>, kPlaces> shares{};  ///< [earlier][later], 0 or 1
  std::uint64_t all = 0;
  bool banker_first = false;
};

bool inside(const Faces& a, const Faces& b) { return (a.bits() & ~b.bits()) == 0; }

bool disjoint(const Faces& a, const Faces& b) {
  return (a.ranks() & b.ranks()) == 0 || (a.suits() & b.suits()) == 0;
}

/// Places 0-3: the first two cards of one hand, then of the other; 4: Player's third; 5: Banker's.
/// Counting is free to pick places in any order, and must pick a narrower place before a wider one.
Supply supply_of(const Deck& deck, int decks, const Pattern& pattern) {
  Supply supply;
  supply.all = static_cast<std::uint64_t>(deck.cards()) * static_cast<std::uint64_t>(decks);
  supply.banker_first = pattern.player.at(0) == Faces{};
  const HandFaces& first = supply.banker_first ? pattern.banker : pattern.player;
  const HandFaces& second = supply.banker_first ? pattern.player : pattern.banker;
  const std::array<Faces, kPlaces> faces = {first.at(0),          first.at(1),
                                            second.at(0),         second.at(1),
                                            pattern.player.at(2), pattern.banker.at(2)};
  const auto suit_mask = (1U << static_cast<unsigned>(deck.suits())) - 1;
  for (std::size_t place = 0; place < kPlaces; ++place) {
    const auto suits = std::popcount(faces[place].suits() & suit_mask);
    for (int rank = 0; rank < kRanks; ++rank) {
      if (((faces[place].ranks() >> rank) & 1U) == 0) continue;
      const auto points = static_cast<std::size_t>(Card{static_cast<Rank>(rank), Suit{0}}.points());
      supply.cards[place][points] += static_cast<std::uint64_t>(suits * decks);
    }
    for (std::size_t earlier = 0; earlier < place; ++earlier) {
      require(inside(faces[earlier], faces[place]) || disjoint(faces[earlier], faces[place]),
              "R5: a pattern's places are nested or apart, narrower ones first");
      supply.shares[earlier][place] = inside(faces[earlier], faces[place]) ? 1 : 0;
    }
  }
  return supply;
}

/// Walks all deals by points. `ways` counts the orders of the cards picked so far.
class DealCounter {
 public:
  DealCounter(const Tableau& tableau, const Supply& supply) : tableau_(tableau), supply_(supply) {}

  ScoreCounts count() {
    for (int a = 0; a < kPointValues; ++a) {
      for (int b = 0; b < kPointValues; ++b) {
        pick(0, a);
        const std::uint64_t first = left(0, a, 0) * left(1, b, 1);
        if (first == 0) continue;
        pick(1, b);
        count_second_hand(first);
      }
    }
    return counts_;
  }

 private:
  void pick(std::size_t place, int points) { points_[place] = points; }

  /// Cards left for `place` after the first `picked` places.
  [[nodiscard]] std::uint64_t left(std::size_t place, int points, std::size_t picked) const {
    std::uint64_t cards = supply_.cards[place][static_cast<std::size_t>(points)];
    for (std::size_t i = 0; i < picked; ++i) {
      if (points_[i] == points) cards -= std::min(cards, supply_.shares[i][place]);
    }
    return cards;
  }

  void count_second_hand(std::uint64_t first) {
    for (int a = 0; a < kPointValues; ++a) {
      pick(2, a);
      const std::uint64_t third = first * left(2, a, 2);
      if (third == 0) continue;
      // Both cards of a hand from the same faces: count each unordered pair once, twice over.
      const bool alike = supply_.cards[2] == supply_.cards[3] && supply_.shares[2][3] == 1;
      for (int b = alike ? a : 0; b < kPointValues; ++b) {
        const std::uint64_t ways = third * left(3, b, 3) * (alike && a != b ? 2 : 1);
        if (ways == 0) continue;
        pick(3, b);
        count_third_cards(ways);
      }
    }
  }

  void count_third_cards(std::uint64_t ways) {
    const int one = (points_[0] + points_[1]) % 10;
    const int other = (points_[2] + points_[3]) % 10;
    const int player = supply_.banker_first ? other : one;
    const int banker = supply_.banker_first ? one : other;
    const std::uint64_t undealt = supply_.all - 4;
    const bool natural = player >= 8 || banker >= 8;
    if (!natural && tableau_.player_draws(player)) {
      count_player_third(player, banker, ways);
    } else if (!natural && tableau_.banker_draws_alone(banker)) {
      count_banker_third({player, banker, 2, 3}, ways * (undealt - 1), third_cards(5));
    } else {
      add({player, banker, 2, 2}, ways * undealt * (undealt - 1));
    }
  }

  void count_player_third(int player, int banker, std::uint64_t ways) {
    const auto for_player = third_cards(4);
    const auto for_banker = third_cards(5);
    for (int card = 0; card < kPointValues; ++card) {
      const auto drawn = static_cast<std::size_t>(card);
      const std::uint64_t more = ways * for_player[drawn];
      if (more == 0) continue;
      const Score score{(player + card) % 10, banker, 3, 2};
      if (!tableau_.banker_draws(banker, card)) {
        add(score, more * (supply_.all - 5));
        continue;
      }
      auto rest = for_banker;
      rest[drawn] -= std::min(rest[drawn], supply_.shares[4][5]);
      count_banker_third({score.player_total, banker, 3, 3}, more, rest);
    }
  }

  using Cards = std::array<std::uint64_t, kPointValues>;

  [[nodiscard]] Cards third_cards(std::size_t place) const {
    Cards cards = supply_.cards[place];
    for (std::size_t i = 0; i < 4; ++i) {
      auto& same = cards[static_cast<std::size_t>(points_[i])];
      same -= std::min(same, supply_.shares[i][place]);
    }
    return cards;
  }

  void count_banker_third(Score score, std::uint64_t ways, const Cards& cards) {
    const int banker = score.banker_total;
    for (int card = 0; card < kPointValues; ++card) {
      score.banker_total = (banker + card) % 10;
      add(score, ways * cards[static_cast<std::size_t>(card)]);
    }
  }

  void add(const Score& score, std::uint64_t draws) { counts_[score.index()] += draws; }

  const Tableau& tableau_;
  const Supply& supply_;
  std::array<int, 4> points_{};
  ScoreCounts counts_{};
};

bool same_supply(const Supply& a, const Supply& b) {
  return a.cards == b.cards && a.shares == b.shares && a.banker_first == b.banker_first;
}

/// Patterns that differ only in name (one element or another) are counted once.
ScoreCounts count_mark(const Game& game, int decks, Mark mark) {
  std::vector<std::pair<Supply, ScoreCounts>> seen;
  ScoreCounts sum{};
  for (const Pattern& pattern : mark) {
    const Supply supply = supply_of(game.deck, decks, pattern);
    auto known = std::find_if(seen.begin(), seen.end(),
                              [&](const auto& s) { return same_supply(s.first, supply); });
    if (known == seen.end()) {
      seen.emplace_back(supply, DealCounter(game.tableau, supply).count());
      known = std::prev(seen.end());
    }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += known->second[i];
  }
  return sum;
}

OutcomeCounts count_outcomes(const Game& game, int decks, const OutcomeSet& set,
                             const ScoreCounts& all) {
  OutcomeCounts counted{&set, std::vector<std::uint64_t>(set.outcomes.size())};
  for (std::size_t i = 0; i < all.size(); ++i) counted.counts[set.by_score[i]] += all[i];
  Mark last;
  ScoreCounts marked{};
  for (const Promotion& p : set.promotions) {
    if (p.mark.data() != last.data()) marked = count_mark(game, decks, p.mark);
    last = p.mark;
    for (std::size_t i = 0; i < marked.size(); ++i) {
      if (set.by_score[i] != p.from || !p.on(Score::at(i))) continue;
      counted.counts[p.from] -= marked[i];
      counted.counts[p.to] += marked[i];
    }
  }
  return counted;
}

WagerOdds wager_odds(const WagerRule& wager, const OutcomeCounts& counted, std::uint64_t orders) {
  WagerOdds odds{&wager, 0, 0, 0, 0};
  double square = 0;
  for (std::size_t i = 0; i < counted.counts.size(); ++i) {
    const Pay& pay = wager.pays[i];
    const double share = static_cast<double>(counted.counts[i]) / static_cast<double>(orders);
    const double back = pay.wins() ? static_cast<double>(pay.numerator()) / pay.denominator()
                                   : (pay.kind() == Pay::Kind::push ? 0.0 : -1.0);
    odds.hit += pay.wins() ? share : 0;
    odds.expected_return += share * back;
    odds.expected_bonus_cents += share * static_cast<double>(pay.bonus().count());
    square += share * back * back;
  }
  odds.std_dev = std::sqrt(square - odds.expected_return * odds.expected_return);
  return odds;
}

}  // namespace

ScoreCounts count_scores(const Game& game, int decks, const Pattern& pattern) {
  const Supply supply = supply_of(game.deck, decks, pattern);
  return DealCounter(game.tableau, supply).count();
}

OrRefused<Odds> odds_of(const Game& game, int decks) {
  if (decks < game.decks.least || decks > game.decks.most) {
    const std::string allowed =
        game.decks.least == game.decks.most
            ? std::to_string(game.decks.least)
            : std::to_string(game.decks.least) + " to " + std::to_string(game.decks.most);
    return Refused{Refusal::decks_not_allowed, std::string(game.name) + " is played with " +
                                                   allowed + " decks (" +
                                                   std::string(game.decks.clause) + "), not with " +
                                                   std::to_string(decks) + "."};
  }
  const ScoreCounts all = count_scores(game, decks, {});
  Odds odds{decks, 0, 0, 0, 0, {}, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    odds.orders += all[i];
    const Winner winner = Score::at(i).winner();
    (winner == Winner::player   ? odds.player
     : winner == Winner::banker ? odds.banker
                                : odds.tie) += all[i];
  }
  for (const WagerRule& wager : game.wagers) {
    auto counted = std::find_if(odds.questions.begin(), odds.questions.end(),
                                [&](const auto& q) { return q.set == wager.decided_by; });
    if (counted == odds.questions.end()) {
      odds.questions.push_back(count_outcomes(game, decks, *wager.decided_by, all));
      counted = std::prev(odds.questions.end());
    }
    odds.wagers.push_back(wager_odds(wager, *counted, odds.orders));
  }
  return odds;
}

}  // namespace cardroom::rules
