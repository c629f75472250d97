#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/file.hpp"
#include "cardroom/ledger/schedule_file.hpp"
#include "cardroom/reports/schedule_card.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::cli {

namespace {

using rules::refused;
using settlement::ScheduleBook;

struct ScheduleOptions {
  std::string game = "fortune-7";
  std::string file;
  std::int64_t option = 0;
  bool json = false;
};

/// The game and its book, or why there is none.
struct Found {
  const rules::Game* game;
  ScheduleBook book;
};

rules::OrRefused<Found> find_book(const ScheduleOptions& options, const Terminal& terminal) {
  auto game = rules::find_game(terminal.games, options.game);
  if (const auto* no = refused(game)) return *no;
  auto loaded = load_books(terminal);
  if (const auto* no = refused(loaded)) return *no;
  auto book = settlement::find_book(std::get<0>(loaded), options.game);
  if (const auto* no = refused(book)) return *no;
  return Found{std::get<const rules::Game*>(game), *std::get<const ScheduleBook*>(book)};
}

Exit run_list(const ScheduleOptions& options, const Terminal& terminal) {
  auto found = find_book(options, terminal);
  if (const auto* no = refused(found)) return refuse(terminal, *no);
  const auto& [game, book] = std::get<Found>(found);
  terminal.out << (options.json ? reports::schedule_list_json(*game, book)
                                : reports::schedule_list(book, terminal.ink));
  return Exit::done;
}

Exit run_show(const ScheduleOptions& options, const Terminal& terminal) {
  auto found = find_book(options, terminal);
  if (const auto* no = refused(found)) return refuse(terminal, *no);
  const auto& [game, book] = std::get<Found>(found);
  auto schedule = book.find(options.option);
  if (const auto* no = refused(schedule)) return refuse(terminal, *no);
  const auto& one = *std::get<const settlement::Schedule*>(schedule);
  terminal.out << (options.json ? reports::schedule_json(*game, book, one)
                                : reports::schedule_card(*game, book, one, terminal.ink));
  return Exit::done;
}

Exit run_check(const ScheduleOptions& options, const Terminal& terminal) {
  auto loaded = ledger::load_schedules(options.file, terminal.games);
  if (const auto* no = refused(loaded)) return refuse(terminal, *no);
  const auto& book = std::get<ScheduleBook>(loaded);
  const std::string file = rules::printable(options.file, ledger::kPathShown);
  if (options.json) {
    std::string line =
        fmt::format(R"({{"game":"{}","options":{},"file":)", book.game, book.options.size());
    table::write_json_string(line, file);
    terminal.out << line << "}\n";
  } else {
    terminal.out << fmt::format("{}: {} options for {}, dated {}: {}\n", file, book.options.size(),
                                book.game, book.dated, terminal.ink.good("may be used"));
  }
  return Exit::done;
}

}  // namespace

void add_schedule(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ScheduleOptions>();
  auto* verb = app.add_subcommand("schedule", "Show and check the collection schedules");
  verb->require_subcommand(1);
  verb->footer("Example: cardroom schedule show 13");
  const auto with_json = [options](CLI::App* part) {
    part->add_flag("--json", options->json, "For scripts");
  };
  const auto with_game = [&terminal, options](CLI::App* part) {
    part->add_option("--game", options->game, "Whose schedules")
        ->type_name(one_of(terminal.games))
        ->capture_default_str();
  };

  auto* list = verb->add_subcommand("list", "All options, one a line");
  with_json(list);
  with_game(list);
  list->footer(
      "Exit status: 0 done, 1 refused, 3 no such folder.\nExample: cardroom schedule list");
  list->callback([=, &terminal, &exit] { exit = run_list(*options, terminal); });

  auto* show = verb->add_subcommand("show", "One option as it is posted at a table");
  show->add_option("option", options->option, "Its number")->required();
  with_json(show);
  with_game(show);
  show->footer("Exit status: 0 done, 1 no such option.\nExample: cardroom schedule show 26 --json");
  show->callback([=, &terminal, &exit] { exit = run_show(*options, terminal); });

  auto* check = verb->add_subcommand("check", "Say whether a schedule file may be used");
  check->add_option("file", options->file, "A TOML file")->required()->type_name(kFile);
  with_json(check);
  check->footer(
      "Exit status: 0 may be used, 1 refused with line and reason, 3 no such file.\n"
      "Example: cardroom schedule check schedules/fortune-7.toml");
  check->callback([=, &terminal, &exit] { exit = run_check(*options, terminal); });
}

}  // namespace cardroom::cli
