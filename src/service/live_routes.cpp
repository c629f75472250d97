// The room and its tables as they stand now.

#include <fmt/format.h>

#include "cardroom/reports/live_room.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;
using rules::Refused;

struct Tables {
  std::vector<reports::TableLine> items;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("items", c.items);
  }
};

struct StaffLine {
  std::string person, name;
  table::Role role = table::Role::dealer;
  bool active = true;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.need("name", c.name), f.need("role", c.role);
    f.need("active", c.active);
  }
};
struct StaffList {
  std::vector<StaffLine> items;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("items", c.items);
  }
};

Answered read_room(RoomService& room, const Asked&) {
  return json_answer(reports::live_room(*room.floor()));
}

Answered list_tables(RoomService& room, const Asked&) {
  const auto floor = room.floor();
  Tables tables;
  for (const auto& [name, table] : floor->tables) {
    tables.items.push_back(reports::table_line(*floor, *table));
  }
  return json_answer(tables);
}

Answered read_table(RoomService& room, const Asked& asked) {
  const auto floor = room.floor();
  const auto& named = asked.path.find("table")->second;
  const auto* table = floor->find(named);
  if (table == nullptr) {
    return Refused{Refusal::unknown_table,
                   fmt::format("There is no table '{}'.", rules::printable(named))};
  }
  auto page = room.pages().page(*floor, *table);
  Answer answer;
  answer.etag = page->version;
  answer.shared_body = std::shared_ptr<const std::string>(page, &page->json);
  return answer;
}

Answered read_board(RoomService& room, const Asked&) {
  auto page = room.board();
  if (const auto* no = rules::refused(page)) return *no;
  Answer answer;
  answer.shared_body = std::get<0>(std::move(page));
  return answer;
}

Answered list_staff(RoomService& room, const Asked&) {
  StaffList list;
  for (const auto& [id, person] : *room.floor()->staff) {
    list.items.push_back({id, person.name, person.role, person.active});
  }
  return json_answer(list);
}

}  // namespace

void add_live_routes(std::vector<Route>& routes) {
  routes.push_back({.path = "/v1/room",
                    .name = "readRoom",
                    .text = "Settings, the open shift, corrections that wait for approval.",
                    .serve = &read_room,
                    .answer = shape_of<reports::LiveRoom>("Room"),
                    .tagged = true});
  routes.push_back({.path = "/v1/tables",
                    .name = "listTables",
                    .text = "Every table in a line: what it plays, who holds the position, what it "
                            "waits for.",
                    .serve = &list_tables,
                    .answer = shape_of<Tables>("Tables"),
                    .tagged = true});
  routes.push_back({.path = "/v1/tables/{table}",
                    .name = "readTable",
                    .text = "A table with its seats, spaces, position and cards, and what may be "
                            "done next and by whom. Its ETag goes into If-Match of a command.",
                    .serve = &read_table,
                    .answer = shape_of<reports::LiveTable>("Table"),
                    .parameters = {path_text("table", "Name of the table")},
                    .refusals = {Refusal::unknown_table},
                    .tagged = true});
  routes.push_back({.path = "/v1/board",
                    .name = "readBoard",
                    .text = "All tables at one glance: status, position, last result and road, "
                            "warnings, and what the open shift came to so far.",
                    .serve = &read_board,
                    .answer = shape_of<reports::Board>("Board"),
                    .roles = overseers(),
                    .tagged = true});
  routes.push_back({.path = "/v1/staff",
                    .name = "listStaff",
                    .text = "Who works here, in which role.",
                    .serve = &list_staff,
                    .answer = shape_of<StaffList>("Staff"),
                    .tagged = true});
}

}  // namespace cardroom::service
