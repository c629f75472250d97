// What does not change in a shift: games, odds, schedules, the commands there are.

#include <fmt/format.h>

#include "cardroom/reports/odds_report.hpp"
#include "cardroom/reports/rule_card.hpp"
#include "cardroom/reports/schedule_card.hpp"
#include "cardroom/rules/odds.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;
using rules::refused;

struct FieldLine {
  std::string name, kind;
  bool required = true;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("name", c.name), f.need("kind", c.kind), f.need("required", c.required);
  }
};
struct CommandLine {
  std::string what;
  table::Role least = table::Role::dealer;
  std::vector<FieldLine> takes;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("do", c.what), f.need("least_role", c.least), f.need("fields", c.takes);
  }
};
struct Commands {
  std::vector<CommandLine> items;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("items", c.items);
  }
};

/// JSON that a report of the terminal writes too, without its line end.
Answer report(std::string json) {
  while (!json.empty() && json.back() == '\n') json.pop_back();
  Answer answer;
  answer.body = std::move(json);
  return answer;
}

Answered list_commands(RoomService&, const Asked&) {
  Commands all;
  for (const auto& told : table::all_commands()) {
    CommandLine line{std::string(told.name), told.least, {}};
    for (const auto& field : told.fields) {
      line.takes.push_back({field.name, field.kind, field.required});
    }
    all.items.push_back(std::move(line));
  }
  return json_answer(all);
}

Answered list_games(RoomService& room, const Asked&) {
  return report("{\"items\":" + report(reports::game_list_json(room.games())).body + '}');
}

Answered read_game(RoomService& room, const Asked& asked) {
  auto game = rules::find_game(room.games(), asked.path.find("game")->second);
  if (const auto* no = refused(game)) return *no;
  return report(reports::rule_card_json(*std::get<const rules::Game*>(game)));
}

Answered read_odds(RoomService& room, const Asked& asked) {
  auto found = rules::find_game(room.games(), asked.path.find("game")->second);
  if (const auto* no = refused(found)) return *no;
  const rules::Game& game = *std::get<const rules::Game*>(found);
  const auto decks = number_in(asked, "decks");
  auto odds = rules::odds_of(
      game, static_cast<int>(std::min<std::int64_t>(decks.value_or(game.decks.usual), 1000)));
  if (const auto* no = refused(odds)) return *no;
  return report(reports::odds_json(game, std::get<rules::Odds>(odds)));
}

Answered list_schedules(RoomService& room, const Asked&) {
  const auto floor = room.floor();
  std::string items;
  for (const auto& [game, event] : floor->book_in_force) {
    const auto found = rules::find_game(room.games(), game);
    rules::append_listed(items,
                         report(reports::schedule_list_json(*std::get<const rules::Game*>(found),
                                                            floor->books->at(event)))
                             .body,
                         ",");
  }
  return report("{\"items\":[" + items + "]}");
}

Answered read_schedule(RoomService& room, const Asked& asked) {
  const auto floor = room.floor();
  const auto& game = asked.path.find("game")->second;
  auto found = rules::find_game(room.games(), game);
  if (const auto* no = refused(found)) return *no;
  const auto in_force = floor->book_in_force.find(game);
  if (in_force == floor->book_in_force.end()) {
    return rules::Refused{Refusal::unknown_schedule,
                          fmt::format("No schedule of {} is loaded.", rules::printable(game))};
  }
  const auto& book = floor->books->at(in_force->second);
  auto option = book.find(path_number(asked, "option"));
  if (const auto* no = refused(option)) return *no;
  return report(reports::schedule_json(*std::get<const rules::Game*>(found), book,
                                       *std::get<const settlement::Schedule*>(option)));
}

}  // namespace

void add_reference_routes(std::vector<Route>& routes) {
  const auto game = path_text("game", "Such as fortune-7");
  routes.push_back({.path = "/v1/commands",
                    .name = "listCommands",
                    .text = "What can be recorded, by whom, with which fields.",
                    .serve = &list_commands,
                    .answer = shape_of<Commands>("Commands"),
                    .tagged = true});
  routes.push_back({.path = "/v1/games",
                    .name = "listGames",
                    .text = "The games.",
                    .serve = &list_games,
                    .answer = {"Games", {{"items", "list", true, "object", reports::game_told()}}},
                    .tagged = true});
  routes.push_back({.path = "/v1/games/{game}",
                    .name = "readGame",
                    .text = "A game's rule card.",
                    .serve = &read_game,
                    .answer = {"Game", reports::rule_card_told()},
                    .parameters = {game},
                    .refusals = {Refusal::unknown_game},
                    .tagged = true});
  routes.push_back({.path = "/v1/games/{game}/odds",
                    .name = "readOdds",
                    .text = "Every deal counted exactly.",
                    .serve = &read_odds,
                    .answer = {"Odds", reports::odds_told()},
                    .parameters = {game, query_whole("decks", "The game's own where not said")},
                    .refusals = {Refusal::unknown_game, Refusal::decks_not_allowed},
                    .tagged = true});
  routes.push_back(
      {.path = "/v1/schedules",
       .name = "listSchedules",
       .text = "The collection schedules in force.",
       .serve = &list_schedules,
       .answer = {"Schedules", {{"items", "list", true, "object", reports::schedule_list_told()}}},
       .tagged = true});
  routes.push_back({.path = "/v1/schedules/{game}/{option}",
                    .name = "readSchedule",
                    .text = "One option as it is posted at a table.",
                    .serve = &read_schedule,
                    .answer = {"Schedule", reports::schedule_told()},
                    .parameters = {game, path_whole("option", "Its number")},
                    .refusals = {Refusal::unknown_game, Refusal::unknown_schedule},
                    .tagged = true});
}

}  // namespace cardroom::service
