// What the wagers came to against what the exact odds let expect, in standard deviations: a bias of
// cards, of payments or of what is typed shows here first.

#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/reports/sections.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/deal.hpp"
#include "cardroom/rules/odds.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::Game;
using rules::Pay;
using rules::refused;

constexpr double kCentsInDollar = 100;
constexpr double kFar = 3;      // standard deviations; chance goes beyond it once in 370 times
constexpr double kFewHits = 5;  // below that a sum is not near enough to the normal curve

/// A sum of rounds that do not depend on each other: its mean and variance are sums too.
struct Expected {
  double mean = 0, variance = 0;

  /// `payoffs`: the bettors' cents by outcome of one round's question.
  void add_round(const rules::OutcomeCounts& counted, std::uint64_t orders,
                 const std::vector<double>& payoffs) {
    double sum = 0;
    double square = 0;
    for (std::size_t i = 0; i < payoffs.size(); ++i) {
      const double share = static_cast<double>(counted.counts[i]) / static_cast<double>(orders);
      sum += share * payoffs[i];
      square += share * payoffs[i] * payoffs[i];
    }
    mean += sum;
    variance += square - sum * sum;
  }
};

/// What was staked on one kind of wager in one round.
struct Staked {
  Cents stake;
  std::int64_t wagers = 0;
};

struct Figures {
  std::int64_t wagers = 0, rounds = 0;
  Cents staked, net, bank_net;
  Expected expected;

  void add(const Figures& more) {
    wagers += more.wagers;
    staked += more.staked;
    net += more.net;
    bank_net += more.bank_net;
  }
};

double payoff(const Pay& pay, const Staked& staked) {
  const auto stake = static_cast<double>(staked.stake.count());
  if (pay.kind() == Pay::Kind::push) return 0;
  if (!pay.wins()) return -stake;
  return stake * pay.numerator() / pay.denominator() +
         static_cast<double>(staked.wagers) * static_cast<double>(pay.bonus().count());
}

/// One game's rounds, added one after the other.
class GameHold {
 public:
  explicit GameHold(const Game& played)
      : game(played), odds(std::get<rules::Odds>(rules::odds_of(played, played.decks.usual))) {}

  /// A round's cards decide every wager of it.
  void begin_round(const std::string& player, const std::string& banker) {
    const auto cards = [&](const std::string& text) {
      return std::get<0>(rules::read_cards(game, text));
    };
    const auto deal = rules::complete_deal(game, cards(player), cards(banker));
    rules::require(refused(deal) == nullptr, "L7: a recorded deal is complete");
    decision_ = rules::decide(game, std::get<rules::Deal>(deal));
    round_ = {};
    ++rounds;
  }
  void add_wager(std::uint8_t kind, Cents stake, Cents bank_net) {
    auto& figures = kinds[kind];
    const Pay& pay = decision_.pay(game, kind);
    ++figures.wagers;
    figures.staked += stake;
    figures.net += pay.kind() == Pay::Kind::lose ? -stake : pay.due_on(stake);
    figures.bank_net += bank_net;
    round_[kind].stake += stake;
    ++round_[kind].wagers;
  }
  void end_round() {
    for (const auto& question : odds.questions) {
      std::vector<double> all(question.counts.size());
      for (std::size_t kind = 0; kind < game.wagers.size(); ++kind) {
        if (game.wagers[kind].decided_by != question.set || round_[kind].wagers == 0) continue;
        std::vector<double> payoffs;
        for (std::size_t i = 0; i < all.size(); ++i) {
          payoffs.push_back(payoff(game.wagers[kind].pays[i], round_[kind]));
          all[i] += payoffs.back();
        }
        kinds[kind].expected.add_round(question, odds.orders, payoffs);
        ++kinds[kind].rounds;
      }
      whole.add_round(question, odds.orders, all);
    }
  }

  /// The wagers of a round are decided together; over several questions nobody has counted how.
  [[nodiscard]] bool one_question() const { return odds.questions.size() == 1; }

  /// Whether chance could hardly show yet: all wagers of a kind hit together, once a round.
  [[nodiscard]] bool few(std::size_t kind) const {
    return static_cast<double>(kinds[kind].rounds) * odds.wagers[kind].hit < kFewHits;
  }

  const Game& game;
  const rules::Odds odds;
  std::int64_t rounds = 0;
  std::array<Figures, rules::kMostWagerRules> kinds{};
  Expected whole;

 private:
  rules::Decision decision_{};
  std::array<Staked, rules::kMostWagerRules> round_{};
};

using Holds = std::map<std::string, GameHold>;

/// The wagers of the rounds that stand; those of one round come one after the other.
std::string wagers_query(const Scope& scope) {
  return fmt::format(
      "SELECT r.id, s.game, r.player, r.banker, w.space, w.stake - w.unsettled, w.taken - w.paid "
      "FROM round r CROSS JOIN terms t ON t.id = r.terms CROSS JOIN session s ON s.id = t.session "
      "CROSS JOIN wager w ON w.id >= r.first_wager AND w.id < r.first_wager + r.wagers "
      "WHERE {}",
      standing_rounds(scope));
}

GameHold& hold_of(Holds& holds, const ReportSource& source, const std::string& name) {
  const auto known = holds.find(name);
  if (known != holds.end()) return known->second;
  const auto game = rules::find_game(source.games, name);
  rules::require(refused(game) == nullptr, "L6: a round's game is in the catalogue");
  return holds.emplace(name, *std::get<const Game*>(game)).first->second;
}

Holds holds_of(const ReportSource& source, const Scope& scope) {
  Holds holds;
  GameHold* hold = nullptr;
  std::int64_t round = 0;
  each_row(source.database, scope, wagers_query(scope), [&](const Statement& row) {
    const Cents stake = cents_at(row, 5);
    if (stake == Cents{}) return;  // nothing of it was in action (F6v6-5.14)
    if (row.getColumn(0).getInt64() != round) {
      if (hold != nullptr) hold->end_round();
      round = row.getColumn(0).getInt64();
      hold = &hold_of(holds, source, row.getColumn(1).getString());
      hold->begin_round(row.getColumn(2).getString(), row.getColumn(3).getString());
    }
    hold->add_wager(static_cast<std::uint8_t>(row.getColumn(4).getInt()), stake, cents_at(row, 6));
  });
  if (hold != nullptr) hold->end_round();
  return holds;
}

// --- As it is told ----------------------------------

Decimal dollars(double cents) {
  const double shown = std::round(cents) / kCentsInDollar;
  return {shown == 0 ? 0 : shown};  // never "-0.00"
}

/// Nothing where chance cannot move the sum.
std::optional<double> distance_of(Cents net, const Expected& expected) {
  if (expected.variance <= 0) return std::nullopt;
  return (static_cast<double>(net.count()) - expected.mean) / std::sqrt(expected.variance);
}
Cell distance_cell(std::optional<double> distance) {
  return distance ? Cell(dollars(*distance * kCentsInDollar)) : Cell();
}
Cell verdict_cell(std::optional<double> distance, bool few) {
  if (!distance) return {};
  const std::string verdict = std::abs(*distance) > kFar ? "beyond 3" : "within 3";
  return few ? verdict + " (few)" : verdict;
}

Section hold_section(const GameHold& hold) {
  const bool banked = hold.game.banking == rules::Banking::player_dealer;
  std::vector<Row> rows;
  Figures all;
  bool any_few = false;
  for (std::size_t kind = 0; kind < hold.game.wagers.size(); ++kind) {
    const auto& f = hold.kinds[kind];
    if (f.wagers == 0) continue;
    const auto distance = distance_of(f.net, f.expected);
    rows.push_back({std::string(hold.game.wagers[kind].name), f.wagers, f.staked, f.net,
                    dollars(f.expected.mean), dollars(std::sqrt(f.expected.variance)),
                    distance_cell(distance), verdict_cell(distance, hold.few(kind)), f.bank_net});
    all.add(f);
    any_few = any_few || hold.few(kind);
  }
  Section section{
      .name = "hold",
      .of = std::string(hold.game.name),
      .title = std::string(hold.game.title),
      .facts = {{"rounds", "Rounds", Kind::count, hold.rounds},
                {"decks", "Decks", Kind::number, std::int64_t{hold.odds.decks}},
                {"bettors_net", "Bettors' net", Kind::net, all.net},
                {"expected_dollars", "Expected $", Kind::decimal, dollars(hold.whole.mean)}},
      .columns = {{"wager", "Wager"},
                  {"wagers", "Wagers", Kind::count, true},
                  {"staked", "Staked", Kind::cents, true},
                  {"bettors_net", "Actual", Kind::net, true},
                  {"expected_dollars", "Expected $", Kind::decimal},
                  {"deviation_dollars", "Std dev $", Kind::decimal, false, false, 2},
                  {"distance", "Distance", Kind::decimal},
                  {"verdict", "Verdict"},
                  {"bank_net", banked ? "P-D net" : "House net", Kind::net, true, false, 1}},
      .rows = rows_of(std::move(rows))};
  if (hold.one_question()) {
    const auto distance = distance_of(all.net, hold.whole);
    section.facts.push_back({"deviation_dollars", "Standard deviation $", Kind::decimal,
                             dollars(std::sqrt(hold.whole.variance))});
    section.facts.push_back({"distance", "Distance", Kind::decimal, distance_cell(distance)});
    section.facts.push_back({"verdict", "Verdict", Kind::text, verdict_cell(distance, any_few)});
  } else {
    section.notes.push_back(
        "The wagers of this game answer several questions about the same cards, so their sum has "
        "no standard deviation here.");
  }
  section.facts.push_back({"bank_net",
                           banked ? "Player-dealers' net, with the cover" : "House's net",
                           Kind::net, all.bank_net});
  return section;
}

}  // namespace

rules::OrRefused<Report> hold_report(const ReportSource& source, const ReportAsked& asked) {
  auto found = scope_of(source, asked);
  if (const auto* no = refused(found)) return *no;
  const auto& scope = std::get<Scope>(found);
  Report report;
  report.name = "hold";
  report.title = "Actual and expected: " + scope.text;
  report.facts = scope_facts(source.database, scope);
  const auto holds = holds_of(source, scope);
  for (const auto& [name, hold] : holds) report.sections.push_back(hold_section(hold));
  if (holds.empty()) {
    report.notes.push_back("No hand with a wager in action stands here.");
    return report;
  }
  report.notes = {
      "Actual is what bettors won less what they lost as the odds promise, as if every wager had "
      "been covered; what the cover left of it is in the bank's net.",
      "Expected is counted exactly over all draws of six cards from whole decks. Distance is "
      "actual less expected in standard deviations: chance goes beyond 3 about once in 370 times.",
      "Few: fewer than five hits of a wager were to be expected, so that a single one may be "
      "beyond "
      "3. Ask for more days.",
      "A hand that a correction undid is left out together with its reversal."};
  return report;
}

}  // namespace cardroom::reports
