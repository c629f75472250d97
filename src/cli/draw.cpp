#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/rules/deal.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::cli {

namespace {

using rules::NextCard;
using rules::refused;

struct DrawOptions {
  std::string game;
  std::vector<std::string> cards;
  bool json = false;
};

std::string_view to_text(NextCard::To to) {
  switch (to) {
    case NextCard::To::player: return "player";
    case NextCard::To::banker: return "banker";
    case NextCard::To::nobody: return "nobody";
  }
  return {};
}

std::string draw_json(const rules::Game& game, const rules::Progress& progress) {
  std::string line = fmt::format(
      R"({{"game":"{}","next":"{}","complete":{},)"
      R"("player_total":{},"banker_total":{},"clause":"{}","detail":)",
      game.name, to_text(progress.next.to), progress.next.to == NextCard::To::nobody,
      progress.deal.player.total(), progress.deal.banker.total(), rules::clause(game, progress));
  table::write_json_string(line, rules::next_card_text(game, progress));
  return line + "}\n";
}

/// Player's cards, a slash, Banker's: as one word or many.
std::array<std::string, 2> hands(const std::vector<std::string>& words) {
  std::array<std::string, 2> hands;
  std::size_t hand = 0;
  for (const std::string& word : words) {
    for (const char c : word + " ") {
      if (c == '/' && hand == 0)
        hand = 1;
      else
        hands[hand] += c;
    }
  }
  return hands;
}

Exit run_draw(const DrawOptions& options, const Terminal& terminal) {
  auto found = rules::find_game(terminal.games, options.game);
  if (const auto* no = refused(found)) return refuse(terminal, *no);
  const rules::Game& game = *std::get<const rules::Game*>(found);
  const auto [player_text, banker_text] = hands(options.cards);
  auto player = rules::read_cards(game, player_text);
  if (const auto* no = refused(player)) return refuse(terminal, *no);
  auto banker = rules::read_cards(game, banker_text);
  if (const auto* no = refused(banker)) return refuse(terminal, *no);
  auto progress = rules::deal_so_far(game, std::get<0>(player), std::get<0>(banker));
  if (const auto* no = refused(progress)) return refuse(terminal, *no);
  const auto& at = std::get<rules::Progress>(progress);
  terminal.out << (options.json ? draw_json(game, at) : rules::next_card_text(game, at) + '\n');
  return Exit::done;
}

}  // namespace

void add_draw(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<DrawOptions>();
  auto* verb = app.add_subcommand("draw", "Say which hand gets the next card, and why");
  verb->add_option("game", options->game, "Such as fortune-7")
      ->required()
      ->type_name(one_of(terminal.games));
  verb->add_option("cards", options->cards, "Player's cards so far / Banker's cards so far");
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Exit status: 0 done, 1 refused: an unknown card, or one the rules do not deal there.\n"
      "Example: cardroom draw fortune-7 6h Kd / 3c Kd");
  verb->callback([=, &terminal, &exit] { exit = run_draw(*options, terminal); });
}

}  // namespace cardroom::cli
