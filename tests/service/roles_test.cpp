// Who may do what: every role at every route and with every command, told here a second time.

#include <set>

#include "cardroom/service/route.hpp"
#include "cardroom/table/command.hpp"
#include "support/fast_room.hpp"
#include "support/process.hpp"

namespace {

using namespace cardroom;
using nlohmann::json;
using testing::AskedRoom;
using testing::FastRoom;
using testing::problem_code;

/// Lowest first; the last two stand beside the others and touch no money.
const std::vector<std::string> kRoles = {
    "dealer", "supervisor", "manager", "assistant-manager", "shift-manager", "compliance", "admin"};

using Who = std::set<std::string>;

const Who kAnyone = {};  // without signing in
const Who kStaff(kRoles.begin(), kRoles.end());
const Who kOverseers = {"supervisor", "manager", "assistant-manager", "shift-manager",
                        "compliance"};
const Who kExporters = {"shift-manager", "compliance"};
const Who kAuditors = {"shift-manager", "compliance", "admin"};
const Who kAdmin = {"admin"};

struct RouteRow {
  std::string method, path;
  const Who& who;
};

const std::vector<RouteRow> kRoutes = {
    {"POST", "/v1/setup", kAnyone},
    {"POST", "/v1/session", kAnyone},
    {"PUT", "/v1/password", kAnyone},
    {"GET", "/v1/openapi.json", kAnyone},
    {"GET", "/healthz", kAnyone},
    {"GET", "/readyz", kAnyone},
    {"GET", "/metrics", kAnyone},
    {"GET", "/v1/session", kStaff},
    {"DELETE", "/v1/session", kStaff},
    {"POST", "/v1/session/switch", kStaff},
    {"PUT", "/v1/pin", kStaff},
    {"POST", "/v1/commands", kStaff},
    {"GET", "/v1/commands", kStaff},
    {"GET", "/v1/room", kStaff},
    {"GET", "/v1/tables", kStaff},
    {"GET", "/v1/tables/{table}", kStaff},
    {"GET", "/v1/board", kOverseers},
    {"GET", "/v1/staff", kStaff},
    {"GET", "/v1/rounds", kStaff},
    {"GET", "/v1/rounds/{round}", kStaff},
    {"GET", "/v1/rounds/{round}/explain", kStaff},
    {"GET", "/v1/shifts", kStaff},
    {"GET", "/v1/turns", kStaff},
    {"GET", "/v1/offers", kStaff},
    {"GET", "/v1/fees", kStaff},
    {"GET", "/v1/events", kStaff},
    {"GET", "/v1/games", kStaff},
    {"GET", "/v1/games/{game}", kStaff},
    {"GET", "/v1/games/{game}/odds", kStaff},
    {"GET", "/v1/schedules", kStaff},
    {"GET", "/v1/schedules/{game}/{option}", kStaff},
    {"GET", "/v1/reports", kOverseers},
    {"GET", "/v1/reports/{report}", kOverseers},
    {"GET", "/v1/log", kOverseers},
    {"GET", "/v1/export", kExporters},
    {"GET", "/v1/audit", kAuditors},
    {"POST", "/v1/people/{person}/code", kAdmin},
    {"DELETE", "/v1/people/{person}/sessions", kAdmin},
};

struct CommandRow {
  std::string name, least, fields;
};

const std::vector<CommandRow> kCommands = {
    {"set-room", "admin",
     R"("name":"Room","time_zone":"America/Los_Angeles","gaming_day_start":"06:00",)"
     R"("shifts":[{"name":"day","from":"06:00","to":"06:00"}],"backline_bettors_a_seat":3)"},
    {"load-schedules", "admin", R"("file":"none.toml","toml":"")"},
    {"add-person", "admin", R"("person":"eve","name":"Eve","role":"admin")"},
    {"change-person", "admin", R"("person":"nobody","role":"admin")"},
    {"open-shift", "shift-manager", R"("shift":"none")"},
    {"close-shift", "shift-manager", ""},
    {"count-drop", "supervisor", R"("table":"5","shift":1,"box":"b","cents":1,"counters":["Kim"])"},
    {"recount-drop", "supervisor", R"("count":1,"cents":1,"counters":["Kim"],"reason":"r")"},
    {"open-table", "supervisor", R"("table":"5","game":"none","schedule":13)"},
    {"close-table", "supervisor", R"("table":"5")"},
    {"pause-table", "supervisor", R"("table":"5","reason":"r")"},
    {"resume-table", "supervisor", R"("table":"5")"},
    {"change-schedule", "supervisor", R"("table":"5","schedule":14)"},
    {"change-limits", "supervisor",
     R"("table":"5","limits":[{"on":"player","least_cents":100,"most_cents":200}])"},
    {"choose-method", "manager", R"("table":"5","method":"B")"},
    {"restrict-area", "manager", R"("table":"5","wagers":1)"},
    {"set-rotation", "manager", R"("table":"5","rules":"none","date":"2026-01-01","reason":"r")"},
    {"waive-fee", "manager", R"("round":1,"reason":"r")"},
    {"approve-correction", "manager", R"("correction":1)"},
    {"request-correction", "supervisor", R"("round":1,"strike":true,"reason":"r")"},
    {"drop-correction", "supervisor", R"("correction":1,"reason":"r")"},
    {"void-round", "supervisor", R"("table":"5","code":"misdeal","reason":"r")"},
    {"pass-device", "dealer", R"("table":"5")"},
    {"seat", "dealer", R"("table":"5","seat":1,"name":"Ann")"},
    {"unseat", "dealer", R"("table":"5","seat":1)"},
    {"add-backline", "dealer", R"("table":"5","seat":1,"name":"Eve")"},
    {"remove-backline", "dealer", R"("table":"5","name":"Eve")"},
    {"offer-position", "dealer", R"("table":"5")"},
    {"accept-position", "dealer", R"("table":"5","seat":1,"wager_cents":100000)"},
    {"decline-position", "dealer", R"("table":"5","seat":1)"},
    {"give-up-position", "dealer", R"("table":"5")"},
    {"change-bank", "dealer", R"("table":"5","wager_cents":100000)"},
    {"open-bets", "dealer", R"("table":"5")"},
    {"place-wager", "dealer", R"("table":"5","seat":1,"on":"player","cents":10000)"},
    {"change-wager", "dealer", R"("table":"5","seat":1,"on":"player","cents":10000)"},
    {"withdraw-wager", "dealer", R"("table":"5","seat":1,"on":"player")"},
    {"close-bets", "dealer", R"("table":"5")"},
    {"deal-card", "dealer", R"("table":"5","card":"6h")"},
    {"deal-cards", "dealer", R"("table":"5","player":"9h Kd","banker":"2c 4s")"},
    {"settle", "dealer", R"("table":"5")"},
    {"hand", "dealer",
     R"("table":"5","wagers":[{"seat":1,"on":"player","cents":10000}],)"
     R"("player":"9h Kd","banker":"2c 4s")"},
    {"irregularity", "dealer", R"("table":"5","code":"misdeal","reason":"r")"},
};

/// From dealer to shift manager a higher role may act for a lower; the other two only for
/// themselves.
bool may_give(const std::string& role, const std::string& least) {
  const auto rank = [](const std::string& name) {
    return std::find(kRoles.begin(), kRoles.end(), name) - kRoles.begin();
  };
  const auto highest = rank("shift-manager");
  if (rank(role) > highest || rank(least) > highest) return role == least;
  return rank(role) >= rank(least);
}

/// Somebody in every role, named like it.
void staff(FastRoom& room) {
  room.set_up();
  for (const auto& role : kRoles) room.add(role, role);
}

std::string filled(std::string path) {
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"{table}", "5"},
                                    {"{round}", "1"},
                                    {"{report}", "shift"},
                                    {"{game}", "fortune-7"},
                                    {"{option}", "13"},
                                    {"{person}", "nobody"}}) {
    if (const auto at = path.find(name); at != std::string::npos) {
      path.replace(at, name.size(), value);
    }
  }
  return path;
}

/// Only the head is read of an answer that does not end.
AskedRoom::Heard asked(const FastRoom& room, const std::string& who, const RouteRow& row) {
  const bool has_body =
      row.method == "PUT" || row.path == "/v1/setup" || row.path == "/v1/session/switch" ||
      (row.method == "POST" && (row.path == "/v1/session" || row.path == "/v1/commands"));
  if (row.path != "/v1/events") {
    return room.ask(who, row.method, filled(row.path), has_body ? "{}" : "");
  }
  auto client = room.raw();
  client.send("GET /v1/events HTTP/1.1\r\nHost: room\r\n" +
              (who.empty() ? "" : "Authorization: Bearer " + room.token(who) + "\r\n") + "\r\n");
  const auto answer = client.answer().value();
  return {answer.status, answer.body, ""};
}

/// All rows of this kind, oldest first.
std::vector<json> audit(const FastRoom& room, const std::string& what) {
  std::vector<json> rows;
  std::string after = "0";
  while (!after.empty()) {
    const auto page =
        room.get("ada", "/v1/audit?order=oldest&limit=200&what=" + what + "&after=" + after);
    rows.insert(rows.end(), page["items"].begin(), page["items"].end());
    after = page.contains("next") ? page["next"].dump() : "";
  }
  return rows;
}

void check_row(const json& row, const std::string& who, const std::string& begins) {
  CAPTURE(row.dump());
  CHECK(row["who"] == who);
  CHECK(row["from"] == "127.0.0.1");
  CHECK(row["detail"].get<std::string>().starts_with(begins));
}

TEST_CASE("every role at every route", "[service][roles]") {
  std::set<std::pair<std::string, std::string>> served, told;
  std::map<std::string, std::string> names;
  for (const auto& route : service::all_routes()) {
    const std::string method(name(route.method));
    served.insert({method, route.path});
    names[method + route.path] = route.name;
  }
  for (const auto& row : kRoutes) told.insert({row.method, row.path});
  REQUIRE(told == served);

  FastRoom room;
  staff(room);
  const auto before = room.events();
  std::vector<std::pair<std::string, std::string>> refused;
  for (const auto& row : kRoutes) {
    CAPTURE(row.method, row.path);
    const auto stranger = asked(room, "", row);
    CHECK((stranger.status == 401) == !row.who.empty());
    if (!row.who.empty()) CHECK(problem_code(stranger) == "not_signed_in");
    for (const auto& role : kRoles) {
      const auto heard = asked(room, role, row);
      CAPTURE(role, heard.status, heard.body);
      if (!row.who.empty() && row.who.count(role) == 0) {
        CHECK(heard.status == 403);
        CHECK(problem_code(heard) == "role_too_low");
        refused.emplace_back(role, names[row.method + row.path]);
      } else {
        CHECK(heard.status != 401);
        CHECK(heard.status != 403);
      }
      if (row.method == "DELETE" && row.path == "/v1/session") room.sign_in(role);
    }
  }
  CHECK(room.events() == before);
  const auto rows = audit(room, "not-allowed");
  REQUIRE(rows.size() == refused.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    check_row(rows[i], refused[i].first, refused[i].second + ": role_too_low: ");
  }
}

TEST_CASE("every role with every command", "[service][roles]") {
  std::set<std::string> known, told;
  for (const auto& command : table::all_commands()) known.insert(std::string(command.name));
  for (const auto& row : kCommands) told.insert(row.name);
  REQUIRE(told == known);

  FastRoom room;
  staff(room);
  const auto listed = room.get("dealer", "/v1/commands")["items"];
  std::vector<std::pair<std::string, std::string>> refused;
  for (const auto& row : kCommands) {
    CAPTURE(row.name);
    const auto line = std::find_if(listed.begin(), listed.end(),
                                   [&](const json& item) { return item["do"] == row.name; });
    REQUIRE(line != listed.end());
    CHECK((*line)["least_role"] == row.least);
    for (const auto& role : kRoles) {
      const auto before = room.events();
      const auto heard = room.command(role, row.name, row.fields);
      CAPTURE(role, heard.status, heard.body);
      CHECK(heard.status != 401);
      if (may_give(role, row.least)) {
        CHECK(heard.status != 403);
        CHECK(heard.status != 400);
        continue;
      }
      CHECK(heard.status == 403);
      CHECK(problem_code(heard) == "role_too_low");
      CHECK(room.events() == before);
      refused.emplace_back(role, row.name);
    }
  }
  const auto rows = audit(room, "not-allowed");
  REQUIRE(rows.size() == refused.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    check_row(rows[i], refused[i].first, refused[i].second);
  }
}

TEST_CASE("sign-ins, exports and refused commands are in the audit log", "[service][roles]") {
  FastRoom room;
  staff(room);
  const auto signed_in = audit(room, "signed-in");
  REQUIRE(signed_in.size() == kRoles.size() + 1);
  CHECK(signed_in[0]["who"] == "ada");
  CHECK(signed_in[1]["who"] == "dealer");

  CHECK(room.ask("", "POST", "/v1/session", R"({"person":"dealer","password":"a wrong secret"})")
            .status == 401);
  CHECK(audit(room, "sign-in-failed").size() == 1);

  CHECK(room.ask("compliance", "GET", "/v1/export?format=csv").status == 200);
  CHECK(room.ask("dealer", "GET", "/v1/export").status == 403);
  const auto exported = audit(room, "exported");
  REQUIRE(exported.size() == 1);
  check_row(exported[0], "compliance", "csv");
  // Only what leaves the house.
  const auto status = [&](const std::string& method, const std::string& asked,
                          const AskedRoom::Headers& headers = {}) {
    return room.ask("compliance", method, "/v1/reports/" + asked, "", headers).status;
  };
  CHECK(status("GET", "fees?shift=99") == 404);
  CHECK(status("GET", "fees?from=2026-02-30") == 400);
  CHECK(audit(room, "exported").size() == 1);

  const auto before = room.events();
  const auto send = [&](const std::string& body, const AskedRoom::Headers& headers) {
    return problem_code(room.ask("dealer", "POST", "/v1/commands", body, headers));
  };
  const AskedRoom::Headers key = {{"Idempotency-Key", "k"}};
  const auto bets = AskedRoom::command_json("open-bets", R"("table":"5")");
  const std::vector<std::string> codes = {
      send("{", key),
      send(R"({"do":"drop-table"})", key),
      send(bets, {}),
      send(AskedRoom::command_json("open-bets", R"("table":"5","by":"ada")"), key),
      send(bets, {{"Idempotency-Key", "k"}, {"If-Match", "5"}}),
      send(bets, {{"Idempotency-Key", "k"}, {"Content-Encoding", "gzip"}}),
      send(bets, key),
  };
  CHECK(codes == std::vector<std::string>{"not_json", "unknown_command", "key_missing",
                                          "not_your_name", "parameter_not_usable",
                                          "encoding_not_read", "unknown_table"});
  CHECK(room.events() == before);
  const auto refused = audit(room, "refused");
  REQUIRE(refused.size() == codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    check_row(refused[i], "dealer", "");
    CHECK(testing::holds(refused[i]["detail"].get<std::string>(), ": " + codes[i] + ": "));
  }
}

TEST_CASE("strangers write nothing into the audit log", "[service][roles]") {
  FastRoom room;
  room.set_up();
  const auto newest = [&] { return room.get("ada", "/v1/audit?limit=1")["items"][0]["id"]; };
  const auto before = newest();
  for (const char* path : {"/v1/tables", "/v1/audit", "/v1/export"}) {
    CHECK(room.ask("", "GET", path).status == 401);
  }
  CHECK(room.ask("", "POST", "/v1/commands", "{").status == 401);
  CHECK(newest() == before);
}

}  // namespace
