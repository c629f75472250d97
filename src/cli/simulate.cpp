#include <chrono>
#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/reports/simulation.hpp"

namespace cardroom::cli {

namespace {

using rules::refused;

struct SimulateOptions {
  std::string game = "fortune-7";
  std::uint64_t rounds = 1'000'000;
  std::uint64_t seed = 1;
  int schedule = 13;
  bool json = false;
};

template <class Work>
auto timed(std::uint64_t rounds, double& per_second, Work work) {
  const auto start = std::chrono::steady_clock::now();
  auto result = work();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  per_second = static_cast<double>(rounds) / took.count();
  return result;
}

/// A player-dealer game is simulated under a schedule, so that its fees are counted too.
rules::OrRefused<std::optional<settlement::Schedule>> schedule_for(const rules::Game& game,
                                                                   int option,
                                                                   const Terminal& terminal) {
  if (game.banking == rules::Banking::house) return std::nullopt;
  auto books = load_books(terminal);
  if (const auto* no = refused(books)) return *no;
  auto book = settlement::find_book(std::get<0>(books), game.name);
  if (const auto* no = refused(book)) return *no;
  auto found = std::get<const settlement::ScheduleBook*>(book)->find(option);
  if (const auto* no = refused(found)) return *no;
  return *std::get<const settlement::Schedule*>(found);
}

Exit run_simulate(const SimulateOptions& options, const Terminal& terminal) {
  auto found = rules::find_game(terminal.games, options.game);
  if (const auto* no = refused(found)) return refuse(terminal, *no);
  const rules::Game& game = *std::get<const rules::Game*>(found);
  auto schedule = schedule_for(game, options.schedule, terminal);
  if (const auto* no = refused(schedule)) return refuse(terminal, *no);
  const auto& chosen = std::get<0>(schedule);
  const int decks = game.decks.usual;
  auto odds = rules::odds_of(game, decks);
  if (const auto* no = refused(odds)) return refuse(terminal, *no);

  reports::Simulation run{options.rounds, options.seed, {}, {}, 0, 0};
  run.dealt = timed(options.rounds, run.dealt_per_second, [&] {
    return reports::deal_rounds(game, decks, options.rounds, options.seed);
  });
  auto settled = timed(options.rounds, run.settled_per_second, [&] {
    return reports::settle_rounds(game, chosen ? &*chosen : nullptr, decks, options.rounds,
                                  options.seed);
  });
  if (const auto* no = refused(settled)) return refuse(terminal, *no);
  run.settled = std::get<reports::SettledRounds>(settled);
  const auto& exact = std::get<rules::Odds>(odds);
  terminal.out << (options.json ? reports::simulation_json(game, exact, run)
                                : reports::simulation_text(game, exact, run, terminal.ink));
  return Exit::done;
}

}  // namespace

void add_simulate(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<SimulateOptions>();
  auto* verb =
      app.add_subcommand("simulate", "Deal and settle many rounds and compare with the odds");
  verb->add_option("--game", options->game, "Such as fortune-7")
      ->type_name(one_of(terminal.games))
      ->capture_default_str();
  verb->add_option("--rounds", options->rounds, "How many")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "The same seed deals the same rounds")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb->add_option("--schedule", options->schedule, "Option of a player-dealer game")
      ->capture_default_str();
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Exit status: 0 done, 1 unknown game or option, or one under which the table may not play.\n"
      "Example: cardroom simulate --game fortune-7 --rounds 1000000 --seed 7");
  verb->callback([=, &terminal, &exit] { exit = run_simulate(*options, terminal); });
}

}  // namespace cardroom::cli
