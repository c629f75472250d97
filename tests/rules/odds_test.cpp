// Exact counts, checked against numbers that are published and against loops of the tests' own.

#include "cardroom/rules/odds.hpp"

#include <cmath>
#include <map>
#include <set>

#include "cardroom/rules/games/baccarat.hpp"
#include "cardroom/rules/games/fortune_7.hpp"
#include "cardroom/rules/games/six_star.hpp"
#include "cardroom/rules/shoe.hpp"
#include "support/rounds.hpp"

namespace {

using namespace cardroom::rules;
using cardroom::testing::accepted;
using cardroom::testing::refusal_of;
using Count = std::uint64_t;

/// `from` cards in `places` places, in order.
Count ordered(Count from, int places) {
  Count ways = 1;
  for (int place = 0; place < places; ++place) ways *= from--;
  return ways;
}

Count cards_of(const Game& game, int decks) {
  return static_cast<Count>(game.deck.cards()) * static_cast<Count>(decks);
}

Count counted(const Odds& odds, std::string_view question, std::string_view outcome) {
  for (const OutcomeCounts& asked : odds.questions) {
    if (asked.set->question != question) continue;
    for (std::size_t i = 0; i < asked.counts.size(); ++i) {
      if (asked.set->outcomes[i].name == outcome) return asked.counts[i];
    }
  }
  FAIL("no outcome " << outcome << " of " << question);
  return 0;
}

const WagerOdds& odds_for(const Odds& odds, std::string_view wager) {
  for (const WagerOdds& row : odds.wagers) {
    if (row.wager->name == wager) return row;
  }
  FAIL("no wager " << wager);
  return odds.wagers.front();
}

double share(Count part, Count of) { return static_cast<double>(part) / static_cast<double>(of); }

}  // namespace

// --- Published numbers ---------------------------------------------------------------------------

TEST_CASE("every deal of a fresh eight-deck shoe is counted", "[rules][odds][exact]") {
  const Odds odds = accepted(odds_of(games::fortune_7, 8));
  CHECK(odds.banker == 2'292'252'566'437'888);
  CHECK(odds.player == 2'230'518'282'592'256);
  CHECK(odds.tie == 475'627'426'473'216);
  CHECK(odds.orders == ordered(416, 6));
  CHECK(counted(odds, "result", "banker-three-card-seven") == 112'633'011'329'024);
  CHECK(counted(odds, "result", "tie") == odds.tie);
}

TEST_CASE("Fortune 7 and One Up return what is published", "[rules][odds][exact]") {
  const Odds odds = accepted(odds_of(games::fortune_7, 8));
  CHECK(odds_for(odds, "fortune-7").expected_return == Approx(-0.0761133).margin(5e-8));
  CHECK(odds_for(odds, "one-up").expected_return == Approx(-0.0880712).margin(5e-8));
  CHECK(odds_for(odds, "tie").expected_return == Approx(-0.143596).margin(5e-7));
  CHECK(odds_for(odds, "player").expected_return == Approx(-0.012351).margin(5e-7));
}

TEST_CASE("hit and deviation follow from the counts", "[rules][odds]") {
  const Odds odds = accepted(odds_of(games::fortune_7, 8));
  const WagerOdds& seven = odds_for(odds, "fortune-7");
  const double hit = share(112'633'011'329'024, ordered(416, 6));
  CHECK(seven.hit == Approx(hit).epsilon(1e-12));
  CHECK(seven.std_dev == Approx(41 * std::sqrt(hit * (1 - hit))).epsilon(1e-9));
  CHECK(odds_for(odds, "player").hit == Approx(share(odds.player, odds.orders)).epsilon(1e-12));
  // A push is neither won nor lost.
  CHECK(odds_for(odds, "banker").hit ==
        Approx(share(odds.banker, odds.orders) - hit).epsilon(1e-12));
  CHECK(seven.expected_bonus_cents == 0);
}

// --- Every game, every number of decks -----------------------------------------------------------

TEST_CASE("the outcomes of each question add up to all draws", "[rules][odds]") {
  for (const Game* game : catalogue()) {
    for (int decks = game->decks.least; decks <= game->decks.most; ++decks) {
      CAPTURE(game->name, decks);
      const Odds odds = accepted(odds_of(*game, decks));
      CHECK(odds.decks == decks);
      CHECK(odds.orders == ordered(cards_of(*game, decks), 6));
      CHECK(odds.player + odds.banker + odds.tie == odds.orders);
      CHECK(odds.wagers.size() == game->wagers.size());
      for (const OutcomeCounts& asked : odds.questions) {
        CAPTURE(asked.set->question);
        Count sum = 0;
        for (const Count count : asked.counts) sum += count;
        CHECK(sum == odds.orders);
        CHECK(*std::max_element(asked.counts.begin(), asked.counts.end()) <= odds.orders);
      }
    }
  }
}

TEST_CASE("a number of decks that the document does not allow is refused", "[rules][odds]") {
  struct Allowed {
    std::string_view game;
    int least, most;
    std::string_view clause;
  };
  const Allowed row = GENERATE(values<Allowed>({{"fortune-7", 8, 8, "F7-deck.1"},
                                                {"fortune-six-v5", 4, 10, "F6v5-2.1"},
                                                {"fortune-six-v6", 4, 10, "F6v6-2.1"},
                                                {"six-star", 4, 10, "6S-2.1"},
                                                {"baccarat", 1, 10, "BM-decks"},
                                                {"baccarat-no-commission", 1, 10, "BM-decks"}}));
  CAPTURE(row.game);
  const Game& game = *accepted(find_game(catalogue(), row.game));
  for (const int decks : {row.least - 1, row.most + 1, -8, 1'000'000'000}) {
    CHECK(refusal_of(odds_of(game, decks), row.clause) == Refusal::decks_not_allowed);
  }
  CHECK(accepted(odds_of(game, row.least)).decks == row.least);
  CHECK(accepted(odds_of(game, row.most)).decks == row.most);
}

// --- The same again by other means ---------------------------------------------------------------

namespace {

/// A round by points only. The drawing rules are written out as the rule text words them, not as
/// its chart, so that product and test do not share a mistake.
struct Points {
  int player = 0, banker = 0;
  int player_cards = 0, banker_cards = 0;
  int third = 0;  ///< Player's third card

  [[nodiscard]] int dealt() const { return player_cards + banker_cards; }
};

bool banker_hits(int banker, int third) {
  if (banker == 3) return third != 8;
  if (banker == 4) return third != 0 && third != 1 && third != 8 && third != 9;
  if (banker == 5) return third == 4 || third == 5 || third == 6 || third == 7;
  if (banker == 6) return third == 6 || third == 7;
  return banker < 3;
}

enum class Gets { player, banker, nobody };

Gets next_by_text(const Points& p) {
  if (p.dealt() < 4) return p.player_cards == p.banker_cards ? Gets::player : Gets::banker;
  if (p.banker_cards == 3) return Gets::nobody;
  if (p.player_cards == 3) return banker_hits(p.banker, p.third) ? Gets::banker : Gets::nobody;
  if (p.player > 7 || p.banker > 7) return Gets::nobody;
  if (p.player < 6) return Gets::player;
  return p.banker < 6 ? Gets::banker : Gets::nobody;
}

Points with(Points p, Gets to, int points) {
  if (to == Gets::player) {
    p.player = (p.player + points) % 10;
    p.third = ++p.player_cards == 3 ? points : 0;
  } else {
    p.banker = (p.banker + points) % 10;
    ++p.banker_cards;
  }
  return p;
}

/// How many cards of each point value the dealt cards may be taken from.
using Stock = std::array<Count, 10>;

Stock stock(Count of_each_rank) {
  Stock cards;
  cards.fill(of_each_rank);
  cards[0] = 4 * of_each_rank;
  return cards;
}

/// Visits each round with the number of six-card draws that begin with it, card by card. Cards that
/// stay undealt may be any of the `undealt` ones.
template <class Visit>
void walk(Stock& cards, Count undealt, Count ways, const Points& p, Visit& visit) {
  const Gets to = next_by_text(p);
  if (to == Gets::nobody) {
    visit(p, ways * ordered(undealt, 6 - p.dealt()));
    return;
  }
  for (std::size_t points = 0; points < cards.size(); ++points) {
    if (cards[points] == 0) continue;
    const Count left = cards[points]--;
    walk(cards, undealt - 1, ways * left, with(p, to, static_cast<int>(points)), visit);
    ++cards[points];
  }
}

/// Draws by what `name_of` calls the round.
template <class NameOf>
std::map<std::string, Count> tally(Stock cards, Count all, NameOf name_of) {
  std::map<std::string, Count> counts;
  auto add = [&](const Points& p, Count draws) { counts[name_of(p)] += draws; };
  walk(cards, all, 1, Points{}, add);
  return counts;
}

std::string fortune_7_result(const Points& p) {
  if (p.player == p.banker) return "tie";
  if (p.player == 1 && p.banker == 0) return "player-one-nil";
  if (p.player == p.banker + 1) return "player-by-one";
  if (p.player > p.banker) return "player-by-more";
  return p.banker == 7 && p.banker_cards == 3 ? "banker-three-card-seven" : "banker";
}

std::string six_result(const Points& p) {
  if (p.player == p.banker) return "tie";
  if (p.player > p.banker) return "player";
  if (p.banker != 6) return "banker";
  return p.banker_cards == 2 ? "banker-six-two-cards" : "banker-six-three-cards";
}

}  // namespace

TEST_CASE("Fortune 7 is counted alike by loops over the rule text", "[rules][odds][exact]") {
  const Odds odds = accepted(odds_of(games::fortune_7, 8));
  const auto mine = tally(stock(32), 416, fortune_7_result);
  CHECK(mine.size() == 6);
  for (const auto& [outcome, draws] : mine) {
    CAPTURE(outcome);
    CHECK(counted(odds, "result", outcome) == draws);
  }
}

TEST_CASE("Banker's six is counted alike by loops over the rule text", "[rules][odds][exact]") {
  const int decks = GENERATE(1, 4, 8);
  CAPTURE(decks);
  const Odds odds = accepted(odds_of(games::baccarat, decks));
  const auto mine =
      tally(stock(4 * static_cast<Count>(decks)), cards_of(games::baccarat, decks), six_result);
  CHECK(mine.size() == 5);
  for (const auto& [outcome, draws] : mine) {
    CAPTURE(outcome);
    CHECK(counted(odds, "result", outcome) == draws);
  }
}

// --- What only faces tell ------------------------------------------------------------------------

TEST_CASE("pairs are counted as a closed form counts them", "[rules][odds][exact]") {
  for (const Game* game : catalogue()) {
    for (int decks = game->decks.least; decks <= game->decks.most; ++decks) {
      if (!game->find_wager("player-pair")) continue;
      CAPTURE(game->name, decks);
      const Odds odds = accepted(odds_of(*game, decks));
      const Count all = cards_of(*game, decks);
      const Count pairs = 13 * ordered(all / 13, 2) * ordered(all - 2, 4);
      CHECK(counted(odds, "player pair", "pair") == pairs);
      CHECK(counted(odds, "banker pair", "pair") == pairs);
    }
  }
}

TEST_CASE("eight decks pair with 31 of 415 second cards", "[rules][odds][exact]") {
  const Odds odds = accepted(odds_of(games::baccarat, 8));
  CHECK(odds_for(odds, "player-pair").hit == Approx(31.0 / 415).epsilon(1e-12));
  CHECK(odds_for(odds, "banker-pair").expected_return ==
        Approx(12 * 31.0 / 415 - 1).epsilon(1e-12));
}

TEST_CASE("elements are counted alike by loops over one element", "[rules][odds][exact]") {
  const int decks = GENERATE(4, 8);
  CAPTURE(decks);
  const Odds odds = accepted(odds_of(games::six_star, decks));
  // One element is thirteen cards of each deck; the five are alike.
  auto mine = tally(stock(static_cast<Count>(decks)), cards_of(games::six_star, decks),
                    [](const Points& p) { return std::to_string(p.dealt()); });
  CHECK(counted(odds, "elements", "four-alike") == 5 * mine.at("4"));
  CHECK(counted(odds, "elements", "five-alike") == 5 * mine.at("5"));
  CHECK(counted(odds, "elements", "six-alike") == 5 * mine.at("6"));
}

namespace {

int points_of(int rank) { return rank < 10 ? rank % 10 : 0; }

/// Ranks are 1 to 13. Calls `visit` for each two of them that make nine.
template <class Visit>
void for_each_nine(Visit visit) {
  for (int a = 1; a <= 13; ++a) {
    for (int b = 1; b <= 13; ++b) {
      if ((points_of(a) + points_of(b)) % 10 == 9) visit(a, b);
    }
  }
}

int times(int rank, std::initializer_list<int> among) {
  return static_cast<int>(std::count(among.begin(), among.end(), rank));
}

Count less(Count cards, int gone) { return cards - static_cast<Count>(gone); }

/// Both hands two Fire cards that make nine: `decks` Fire cards of each rank.
Count both_flaming(Count decks) {
  Count draws = 0;
  for_each_nine([&](int a, int b) {
    for_each_nine([&](int c, int d) {
      draws += decks * less(decks, times(b, {a})) * less(decks, times(c, {a, b})) *
               less(decks, times(d, {a, b, c}));
    });
  });
  return draws * ordered(65 * decks - 4, 2);
}

/// One hand two Fire cards that make nine, the other any two cards that make less.
Count one_flaming(Count decks) {
  Count draws = 0;
  for_each_nine([&](int a, int b) {
    const Count nines = decks * less(decks, times(b, {a}));
    for (int c = 1; c <= 13; ++c) {
      for (int d = 1; d <= 13; ++d) {
        if ((points_of(c) + points_of(d)) % 10 == 9) continue;
        draws += nines * less(5 * decks, times(c, {a, b})) * less(5 * decks, times(d, {a, b, c}));
      }
    }
  });
  return draws * ordered(65 * decks - 4, 2);
}

/// Sau, Luk and Fuk in each hand: six orders a hand, and two cards of each star's 5 a deck.
Count six_stars(Count decks) {
  const Count two_of_a_star = ordered(5 * decks, 2);
  return 6 * 6 * two_of_a_star * two_of_a_star * two_of_a_star;
}

}  // namespace

TEST_CASE("Flaming nines and six stars are counted alike by loops over faces",
          "[rules][odds][exact]") {
  const int decks = GENERATE(4, 8);
  const auto n = static_cast<Count>(decks);
  CAPTURE(decks);
  const Odds odds = accepted(odds_of(games::six_star, decks));
  CHECK(counted(odds, "result", "tie-flaming-9s") == both_flaming(n));
  CHECK(counted(odds, "result", "player-flaming-9") == one_flaming(n));
  CHECK(counted(odds, "result", "banker-flaming-9") == one_flaming(n));
  CHECK(counted(odds, "result", "tie-six-stars") == six_stars(n));
}

TEST_CASE("what faces take away is missing where points alone had counted it",
          "[rules][odds][exact]") {
  const int decks = GENERATE(4, 8);
  const auto n = static_cast<Count>(decks);
  CAPTURE(decks);
  const Odds odds = accepted(odds_of(games::six_star, decks));
  const auto mine = tally(stock(5 * n), 65 * n, six_result);
  CHECK(counted(odds, "result", "player") == mine.at("player") - one_flaming(n));
  CHECK(counted(odds, "result", "banker") == mine.at("banker") - one_flaming(n));
  CHECK(counted(odds, "result", "tie") == mine.at("tie") - both_flaming(n) - six_stars(n));
  CHECK(counted(odds, "result", "banker-six-three-cards") == mine.at("banker-six-three-cards"));
}

TEST_CASE("a fixed bonus is counted apart from the odds", "[rules][odds]") {
  const Odds odds = accepted(odds_of(games::six_star, 8));
  const WagerOdds& tie = odds_for(odds, "tie");
  const double cents =
      share(both_flaming(8), odds.orders) * 300'000 + share(six_stars(8), odds.orders) * 3'000'000;
  CHECK(tie.expected_bonus_cents == Approx(cents).epsilon(1e-12));
  CHECK(tie.expected_return == Approx(9 * share(odds.tie, odds.orders) - 1).epsilon(1e-12));
  CHECK(odds_for(odds, "player").expected_bonus_cents == 0);
}

TEST_CASE("R5 a pattern that cannot be counted stops", "[rules][odds]") {
  const Pattern crossing{.player = {Faces::of(Rank::two), Faces::of(Suit{0}), Faces{}}};
  CHECK_THROWS_AS(count_scores(games::six_star, 8, crossing), BrokenInvariant);
  const Pattern wide_first{.player = {Faces{}, Faces::of(Rank::two), Faces{}}};
  CHECK_THROWS_WITH(count_scores(games::six_star, 8, wide_first), Catch::StartsWith("R5"));
}

// --- The shoe ------------------------------------------------------------------------------------

namespace {

std::string written(const Game& game, const Deal& deal) {
  std::string text;
  for (const Card card : deal.player.cards()) text += game.deck.write(card) + " ";
  text += "-";
  for (const Card card : deal.banker.cards()) text += " " + game.deck.write(card);
  return text;
}

std::vector<std::string> rounds(const Game& game, int decks, std::uint64_t seed, int how_many) {
  Shoe shoe(game, decks, seed);
  std::vector<std::string> texts;
  for (int round = 0; round < how_many; ++round) texts.push_back(written(game, shoe.deal()));
  return texts;
}

}  // namespace

TEST_CASE("the same seed deals the same rounds", "[rules][shoe]") {
  for (const Game* game : catalogue()) {
    CAPTURE(game->name);
    const int decks = game->decks.usual;
    CHECK(rounds(*game, decks, 2024, 200) == rounds(*game, decks, 2024, 200));
    CHECK(rounds(*game, decks, 2024, 200) != rounds(*game, decks, 2025, 200));
  }
}

// Worked out by another program from the published definition of SplitMix64.
TEST_CASE("a seed deals these rounds on every machine", "[rules][shoe]") {
  CHECK(rounds(games::fortune_7, 8, 7, 5) ==
        std::vector<std::string>{"7c Jc - 8c Th", "7h As - Ac 9h", "4c 6s 6d - 4d Th Ks",
                                 "9s 3c Ks - 8d 8h", "4c 8s Td - 8d 3s Qc"});
}

TEST_CASE("a shoe deals complete rounds of its game", "[rules][shoe]") {
  for (const Game* game : catalogue()) {
    CAPTURE(game->name);
    Shoe shoe(*game, game->decks.usual, 11);
    for (int round = 0; round < 2'000; ++round) {
      const Deal dealt = shoe.deal();
      const auto again = complete_deal(*game, dealt.player.cards(), dealt.banker.cards());
      if (refused(again) != nullptr) FAIL_CHECK(written(*game, dealt));
    }
  }
}

TEST_CASE("one deck never deals a card twice in a round", "[rules][shoe]") {
  Shoe shoe(games::baccarat, 1, 3);
  std::set<std::string> met;
  for (int round = 0; round < 20'000; ++round) {
    const Deal deal = shoe.deal();
    std::set<std::string> faces;
    for (const Hand& hand : {deal.player, deal.banker}) {
      for (const Card card : hand.cards()) faces.insert(games::baccarat.deck.write(card));
    }
    const auto dealt = static_cast<std::size_t>(deal.player.size() + deal.banker.size());
    if (faces.size() != dealt) FAIL_CHECK(written(games::baccarat, deal));
    met.merge(faces);
  }
  CHECK(met.size() == 52);
}

namespace {

constexpr int kRounds = 200'000;

/// What a long run saw, wager by wager: how often each outcome, and the units won in all.
struct LongRun {
  std::vector<std::vector<int>> outcomes;
  std::vector<double> won;
};

double units(const Pay& pay) {
  if (pay.kind() == Pay::Kind::push) return 0;
  return pay.wins() ? static_cast<double>(pay.numerator()) / pay.denominator() : -1;
}

LongRun play(const Game& game, std::uint64_t seed) {
  LongRun run{{}, std::vector<double>(game.wagers.size())};
  for (const WagerRule& wager : game.wagers) run.outcomes.emplace_back(wager.pays.size());
  Shoe shoe(game, game.decks.usual, seed);
  for (int round = 0; round < kRounds; ++round) {
    const Decision decision = decide(game, shoe.deal());
    for (std::size_t w = 0; w < run.won.size(); ++w) {
      ++run.outcomes[w][decision.outcome[w]];
      run.won[w] += units(decision.pay(game, static_cast<std::uint8_t>(w)));
    }
  }
  return run;
}

/// A count with chance `p` a round may lie this far from what is expected.
double five_sigmas(double p) { return 5 * std::sqrt(kRounds * p * (1 - p)); }

}  // namespace

TEST_CASE("a long run stays within five standard deviations of the odds", "[rules][shoe]") {
  for (const Game* game : catalogue()) {
    const Odds odds = accepted(odds_of(*game, game->decks.usual));
    const LongRun run = play(*game, 20'240'607);
    for (std::size_t w = 0; w < odds.wagers.size(); ++w) {
      const WagerRule& wager = *odds.wagers[w].wager;
      CAPTURE(game->name, wager.name);
      for (std::size_t i = 0; i < wager.pays.size(); ++i) {
        const Outcome& outcome = wager.decided_by->outcomes[i];
        CAPTURE(outcome.name);
        const double p =
            share(counted(odds, wager.decided_by->question, outcome.name), odds.orders);
        CHECK(std::abs(run.outcomes[w][i] - kRounds * p) <= five_sigmas(p));
      }
      const double expected = kRounds * odds.wagers[w].expected_return;
      CHECK(std::abs(run.won[w] - expected) <= 5 * odds.wagers[w].std_dev * std::sqrt(kRounds));
    }
  }
}
