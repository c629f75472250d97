#include "cardroom/reports/simulation.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/rules/shoe.hpp"
#include "cardroom/settlement/settle.hpp"

namespace cardroom::reports {

namespace {

using nlohmann::ordered_json;
using rules::Cents;
using rules::Game;
using rules::Seat;
using settlement::Bets;
using settlement::ClosedRound;
using settlement::PlacedWager;
using settlement::PlayerDealer;
using Align = TextTable::Align;

constexpr std::size_t kTableWagers = 20;
constexpr int kBankStakes = 60;  // runs out only where a bonus hits

/// Twenty wagers around the table: a line for each bettor, then the other spaces in turn.
struct FullTable {
  std::vector<PlacedWager> wagers;
  std::vector<std::string> bettors;
  std::optional<PlayerDealer> player_dealer;
};

FullTable full_table(const Game& game, Cents stake, std::optional<Seat> dealer) {
  FullTable table;
  if (dealer) {
    Cents bank;
    for (int i = 0; i < kBankStakes; ++i) bank += stake;
    table.player_dealer = PlayerDealer{*dealer, bank, game.cover};
  }
  std::uint8_t next_side = 2;
  Seat seat = dealer ? game.layout.next(*dealer) : *game.layout.seat(1);
  while (table.wagers.size() < kTableWagers) {
    const auto bettor = static_cast<std::uint16_t>(table.bettors.size());
    table.bettors.push_back(fmt::format("s{}", seat.number()));
    const auto place = [&](std::uint8_t on) {
      if (table.wagers.size() == kTableWagers) return;
      table.wagers.push_back({.seat = seat, .bettor = bettor, .on = on, .stake = stake});
    };
    place(static_cast<std::uint8_t>(bettor % 2));
    for (int side = 0; side < 2; ++side) {
      place(next_side);
      next_side = next_side + 1 == static_cast<int>(game.wagers.size())
                      ? std::uint8_t{2}
                      : static_cast<std::uint8_t>(next_side + 1);
    }
    seat = game.layout.next(seat);
  }
  return table;
}

/// One table for each holder of the position; a single one where the house banks.
std::vector<FullTable> full_tables(const Game& game, const settlement::Schedule* schedule) {
  const Cents stake = schedule != nullptr ? schedule->limits.lowest : Cents::dollars(100);
  std::vector<FullTable> tables;
  if (game.banking == rules::Banking::house) return {full_table(game, stake, std::nullopt)};
  for (int seat = 1; seat <= game.layout.seats(); ++seat) {
    tables.push_back(full_table(game, stake, game.layout.seat(seat)));
  }
  return tables;
}

double sigmas(std::uint64_t count, std::uint64_t rounds, double share) {
  const double n = static_cast<double>(rounds);
  return (static_cast<double>(count) - n * share) / std::sqrt(n * share * (1 - share));
}

double share(std::uint64_t count, std::uint64_t of) {
  return static_cast<double>(count) / static_cast<double>(of);
}

/// What the bettor got back on a unit, from how often each outcome came.
double actual_return(const rules::WagerRule& wager, const std::vector<std::uint64_t>& outcomes,
                     std::uint64_t rounds) {
  double sum = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const auto& pay = wager.pays[i];
    const double back = pay.wins() ? static_cast<double>(pay.numerator()) / pay.denominator()
                                   : (pay == rules::push ? 0.0 : -1.0);
    sum += back * share(outcomes[i], rounds);
  }
  return sum;
}

struct WagerRun {
  double actual, expected, sigmas;
};

WagerRun wager_run(const rules::WagerOdds& odds, const std::vector<std::uint64_t>& outcomes,
                   std::uint64_t rounds) {
  const double actual = actual_return(*odds.wager, outcomes, rounds);
  const double spread = odds.std_dev / std::sqrt(static_cast<double>(rounds));
  return {actual, odds.expected_return, (actual - odds.expected_return) / spread};
}

}  // namespace

DealtRounds deal_rounds(const Game& game, int decks, std::uint64_t rounds, std::uint64_t seed) {
  rules::Shoe shoe(game, decks, seed);
  constexpr std::size_t kMostOutcomes = 16;
  std::array<std::array<std::uint64_t, kMostOutcomes>, rules::kMostWagerRules> counts{};
  DealtRounds dealt;
  const std::size_t wagers = game.wagers.size();
  for (std::uint64_t i = 0; i < rounds; ++i) {
    const rules::Decision decision = rules::decide(game, shoe.deal());
    ++dealt.winners[static_cast<std::size_t>(decision.score.winner())];
    for (std::size_t w = 0; w < wagers; ++w) ++counts[w][decision.outcome[w]];
  }
  for (std::size_t w = 0; w < wagers; ++w) {
    const auto size = static_cast<std::ptrdiff_t>(game.wagers[w].pays.size());
    dealt.outcomes.emplace_back(counts[w].begin(), counts[w].begin() + size);
  }
  return dealt;
}

rules::OrRefused<SettledRounds> settle_rounds(const Game& game,
                                              const settlement::Schedule* schedule, int decks,
                                              std::uint64_t rounds, std::uint64_t seed) {
  rules::Shoe shoe(game, decks, seed);
  const auto tables = full_tables(game, schedule);
  std::array<settlement::Line, kTableWagers> lines;
  SettledRounds settled;
  for (std::uint64_t i = 0; i < rounds; ++i) {
    const FullTable& table = tables[i / 2 % tables.size()];  // F7-type.1: two hands a turn
    auto closed = ClosedRound::close(Bets{.game = game,
                                          .schedule = schedule,
                                          .player_dealer = table.player_dealer,
                                          .wagers = table.wagers,
                                          .bettors = table.bettors});
    if (const auto* no = rules::refused(closed)) return *no;
    const auto& round = std::get<ClosedRound>(closed);
    const auto totals = settlement::settle(round, rules::decide(game, shoe.deal()), lines);
    settled.paid += totals.paid;
    settled.taken += totals.taken;
    settled.exhausted += totals.exhausted ? 1 : 0;
    if (round.fees()) settled.fees += round.fees()->total;
    for (const auto& line : lines) {
      settled.no_action += line.result == settlement::Result::no_action ? 1 : 0;
    }
  }
  settled.wagers = rounds * kTableWagers;
  return settled;
}

std::string simulation_text(const Game& game, const rules::Odds& odds, const Simulation& run,
                            const Ink& ink) {
  std::string out =
      ink.heading(game.title) + fmt::format(", {} rounds from {} decks, seed {}\n",
                                            grouped(run.rounds), odds.decks, run.seed);
  TextTable winners({Align::left, Align::right, Align::right, Align::right, Align::right});
  winners.row({"Winner", "rounds", "share", "exact", "sigmas"});
  const std::pair<const char*, std::uint64_t> exact[] = {
      {"Player", odds.player}, {"Banker", odds.banker}, {"Tie", odds.tie}};
  for (std::size_t i = 0; i < 3; ++i) {
    const double p = share(exact[i].second, odds.orders);
    const auto count = run.dealt.winners[i];
    winners.row({exact[i].first, grouped(count), fmt::format("{:.6f}", share(count, run.rounds)),
                 fmt::format("{:.6f}", p), fmt::format("{:+.2f}", sigmas(count, run.rounds, p))});
  }
  out += winners.text() + '\n';
  TextTable wagers({Align::left, Align::right, Align::right, Align::right});
  wagers.row({"Wager", "return", "exact", "sigmas"});
  for (std::size_t w = 0; w < odds.wagers.size(); ++w) {
    const auto one = wager_run(odds.wagers[w], run.dealt.outcomes[w], run.rounds);
    wagers.row({std::string(odds.wagers[w].wager->name), fmt::format("{:.6f}", one.actual),
                fmt::format("{:.6f}", one.expected), fmt::format("{:+.2f}", one.sigmas)});
  }
  const auto& settled = run.settled;
  out += wagers.text() + fmt::format("\n  Settled: {} wagers, {} taken, {} paid, fees {}\n",
                                     grouped(settled.wagers), rules::dollars_text(settled.taken),
                                     rules::dollars_text(settled.paid),
                                     rules::dollars_text(settled.fees));
  if (game.banking == rules::Banking::player_dealer) {
    out += fmt::format("  Player-dealer's wager exhausted in {} rounds, {} wagers without action\n",
                       grouped(settled.exhausted), grouped(settled.no_action));
  }
  return out + fmt::format("  {} rounds a second dealt and decided, {} with {} wagers settled\n",
                           grouped(static_cast<std::uint64_t>(run.dealt_per_second)),
                           grouped(static_cast<std::uint64_t>(run.settled_per_second)),
                           kTableWagers);
}

std::string simulation_json(const Game& game, const rules::Odds& odds, const Simulation& run) {
  ordered_json counts;
  ordered_json distances;
  const std::pair<const char*, std::uint64_t> exact[] = {
      {"player", odds.player}, {"banker", odds.banker}, {"tie", odds.tie}};
  for (std::size_t i = 0; i < 3; ++i) {
    counts[exact[i].first] = run.dealt.winners[i];
    distances[exact[i].first] =
        sigmas(run.dealt.winners[i], run.rounds, share(exact[i].second, odds.orders));
  }
  ordered_json json = {{"game", game.name},
                       {"rounds", run.rounds},
                       {"seed", run.seed},
                       {"rounds_per_second", run.dealt_per_second},
                       {"settled_rounds_per_second", run.settled_per_second},
                       {"counts", counts},
                       {"sigmas", distances}};
  for (std::size_t w = 0; w < odds.wagers.size(); ++w) {
    const auto one = wager_run(odds.wagers[w], run.dealt.outcomes[w], run.rounds);
    json["wagers"].push_back({{"on", odds.wagers[w].wager->name},
                              {"return", one.actual},
                              {"expected_return", one.expected},
                              {"sigmas", one.sigmas}});
  }
  json["settled"] = {{"wagers", run.settled.wagers},
                     {"taken_cents", run.settled.taken.count()},
                     {"paid_cents", run.settled.paid.count()},
                     {"fees_cents", run.settled.fees.count()},
                     {"exhausted_rounds", run.settled.exhausted},
                     {"no_action_wagers", run.settled.no_action}};
  return json.dump() + '\n';
}

}  // namespace cardroom::reports
