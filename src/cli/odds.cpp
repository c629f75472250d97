#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/reports/odds_report.hpp"

namespace cardroom::cli {

namespace {

struct OddsOptions {
  std::string game;
  std::optional<int> decks;
  bool json = false;
};

Exit run_odds(const OddsOptions& options, const Terminal& terminal) {
  auto found = rules::find_game(terminal.games, options.game);
  if (const auto* no = rules::refused(found)) return refuse(terminal, *no);
  const rules::Game& game = *std::get<const rules::Game*>(found);
  auto odds = rules::odds_of(game, options.decks.value_or(game.decks.usual));
  if (const auto* no = rules::refused(odds)) return refuse(terminal, *no);
  terminal.out << (options.json
                       ? reports::odds_json(game, std::get<rules::Odds>(odds))
                       : reports::odds_text(game, std::get<rules::Odds>(odds), terminal.ink));
  return Exit::done;
}

}  // namespace

void add_odds(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<OddsOptions>();
  auto* verb =
      app.add_subcommand("odds", "Count every deal exactly: outcomes and expected returns");
  verb->add_option("game", options->game, "Such as fortune-7; 'cardroom rules' lists them")
      ->required()
      ->type_name(one_of(terminal.games));
  verb->add_option("--decks", options->decks, "Number of decks (else the game's usual)");
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Exit status: 0 done, 1 unknown game or a number of decks its rules do not allow.\n"
      "Example: cardroom odds fortune-7 --decks 8 --json");
  verb->callback([=, &terminal, &exit] { exit = run_odds(*options, terminal); });
}

}  // namespace cardroom::cli
