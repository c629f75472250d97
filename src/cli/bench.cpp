#include <chrono>
#include <fstream>
#include <functional>
#include <ostream>
#include <random>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/settle_lines.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/reports/simulation.hpp"
#include "cardroom/rules/deal.hpp"
#include "cardroom/rules/odds.hpp"

namespace cardroom::cli {

namespace {

using rules::Game;
using Align = reports::TextTable::Align;

/// Best of several runs, in seconds: the other runs measure the machine's other work.
double seconds(const std::function<void()>& work) {
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

/// Keeps the optimizer from dropping work whose result nobody reads.
volatile std::uint64_t sink;  // NOLINT: written by the measured work only

/// The plain way to count: deal every sequence of points, one by one.
std::uint64_t deal_every_sequence(const Game& game, const rules::Deal& deal) {
  const auto next = rules::next_card(game.tableau, deal);
  if (next.to == rules::NextCard::To::nobody) {
    return static_cast<std::uint64_t>(rules::score_of(deal).winner());
  }
  std::uint64_t sum = 0;
  for (int points = 0; points < 10; ++points) {
    const auto rank = points == 0 ? rules::Rank::ten : static_cast<rules::Rank>(points - 1);
    rules::Deal longer = deal;
    (next.to == rules::NextCard::To::player ? longer.player : longer.banker)
        .add({rank, rules::Suit{0}});
    sum += deal_every_sequence(game, longer);
  }
  return sum;
}

void bench_odds(const Terminal& terminal, reports::TextTable& table) {
  for (const Game* game : terminal.games) {
    const double counted =
        seconds([&] { sink = std::get<rules::Odds>(rules::odds_of(*game, 8)).tie; });
    const double plain = seconds([&] { sink = deal_every_sequence(*game, {}); });
    table.row({fmt::format("odds {}, 8 decks", game->name), fmt::format("{:.2f} ms", counted * 1e3),
               "5 ms", fmt::format("{:.1f} x", plain / counted),
               "as fast as dealing each sequence of points"});
  }
}

void bench_rounds(const Terminal& terminal, const std::vector<settlement::ScheduleBook>& books,
                  reports::TextTable& table) {
  constexpr std::uint64_t kRounds = 400'000;
  const double bare = seconds([&] {
    std::mt19937_64 random(1);
    for (std::uint64_t i = 0; i < kRounds * 6; ++i) sink = random();
  });
  for (const Game* game : terminal.games) {
    const auto book = settlement::find_book(books, game->name);
    const auto* known = std::get_if<const settlement::ScheduleBook*>(&book);
    const auto* schedule = known == nullptr ? nullptr : &(*known)->options.back();
    const double dealt =
        seconds([&] { sink = reports::deal_rounds(*game, 8, kRounds, 1).winners[0]; });
    const double settled =
        seconds([&] { sink = reports::settle_rounds(*game, schedule, 8, kRounds, 1).index(); });
    table.row({fmt::format("{} dealt and decided", game->name),
               fmt::format("{:.1f} M/s", kRounds / dealt / 1e6), "10 M/s",
               fmt::format("{:.1f} x", dealt / bare), "the time of its six random numbers alone"});
    table.row({fmt::format("{}, 20 wagers settled", game->name),
               fmt::format("{:.2f} M/s", kRounds / settled / 1e6), "1 M/s",
               fmt::format("{:.1f} x", settled / dealt), "the time of dealing and deciding"});
  }
}

std::string round_lines(int wagers, int rounds) {
  std::string round = R"({"game":"fortune-7","schedule":13,)"
                      R"("player_dealer":{"seat":1,"wager_cents":500000},"wagers":[)";
  for (int i = 0; i < wagers; ++i) {
    const int seat = 2 + i / 3;
    const char* on = i % 3 == 0 ? "player" : i % 3 == 1 ? "tie" : "fortune-7";
    round += fmt::format(R"({}{{"seat":{},"bettor":"s{}","on":"{}","cents":10000}})",
                         i == 0 ? "" : ",", seat, seat, on);
  }
  round += R"(],"player":"6h Kd","banker":"3c Kd 4s"})";
  std::string lines;
  for (int i = 0; i < rounds; ++i) lines += round + '\n';
  return lines;
}

void bench_lines(const Terminal& terminal, const std::vector<settlement::ScheduleBook>& books,
                 reports::TextTable& table) {
  const table::Setting setting{terminal.games, books};
  constexpr int kRounds = 20'000;
  for (const int wagers : {2, 20}) {
    std::istringstream in(round_lines(wagers, kRounds));
    const auto again = [&] {
      in.clear();
      in.seekg(0);
    };
    const double ours = seconds([&] {
      again();
      std::ofstream out("/dev/null");  // what a growing text in memory costs is not asked for
      sink = static_cast<std::uint64_t>(settle_lines(in, out, setting));
    });
    const double bare = seconds([&] {
      again();
      std::string line;
      while (std::getline(in, line)) sink = nlohmann::json::parse(line).size();
    });
    table.row({fmt::format("settle --lines, {} wagers", wagers),
               fmt::format("{:.0f}/s", kRounds / ours), "100000/s",
               fmt::format("{:.2f} x", ours / bare), "the time of only parsing the same lines"});
  }
}

Exit run_bench_rules(const Terminal& terminal) {
  auto loaded = load_books(terminal);
  if (const auto* no = rules::refused(loaded)) return refuse(terminal, *no);
  const auto& books = std::get<0>(loaded);
  reports::TextTable table({Align::left, Align::right, Align::right, Align::right, Align::left});
  table.row({"best of 5; one core, --lines all", "measured", "wanted", "ratio", ""});
  bench_odds(terminal, table);
  bench_rounds(terminal, books, table);
  bench_lines(terminal, books, table);
  terminal.out << table.text();
  return Exit::done;
}

}  // namespace

void add_bench(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto* verb =
      app.add_subcommand("bench", "Measure the program beside plain work of the same size");
  verb->require_subcommand(1);
  verb->footer("Example: cardroom bench rules");
  auto* rules = verb->add_subcommand("rules", "Odds, dealing, settling and settle --lines");
  rules->footer(
      "Figures vary with the machine; the ratios are measured side by side in one run.\n"
      "Exit status: 0 done.\nExample: cardroom bench rules");
  add_bench_book(*verb, terminal, exit);
  add_bench_service(*verb, terminal, exit);
  add_bench_reports(*verb, terminal, exit);
  rules->callback([&terminal, &exit] { exit = run_bench_rules(terminal); });
}

}  // namespace cardroom::cli
