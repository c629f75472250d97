#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/reports/rule_card.hpp"

namespace cardroom::cli {

namespace {

struct RulesOptions {
  std::string game;
  bool json = false;
};

Exit run_rules(const RulesOptions& options, const Terminal& terminal) {
  if (options.game.empty()) {
    terminal.out << (options.json ? reports::game_list_json(terminal.games)
                                  : reports::game_list(terminal.games));
    return Exit::done;
  }
  auto found = rules::find_game(terminal.games, options.game);
  if (const auto* no = rules::refused(found)) return refuse(terminal, *no);
  const rules::Game& game = *std::get<const rules::Game*>(found);
  terminal.out << (options.json ? reports::rule_card_json(game)
                                : reports::rule_card(game, terminal.ink));
  return Exit::done;
}

}  // namespace

void add_rules(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<RulesOptions>();
  auto* verb = app.add_subcommand("rules", "Print a game's rule card, or list the games");
  verb->add_option("game", options->game, "Such as fortune-7; without it, the list of games")
      ->type_name(one_of(terminal.games));
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer("Exit status: 0 done, 1 unknown game.\nExample: cardroom rules six-star");
  verb->callback([=, &terminal, &exit] { exit = run_rules(*options, terminal); });
}

}  // namespace cardroom::cli
