// Reads carry a tag, and whoever has what it stands for is not sent it again.

#include <map>

#include "cardroom/service/route.hpp"
#include "support/played_room.hpp"
#include "support/wire.hpp"

namespace cardroom::testing {

namespace {

using service::Route;

/// A path that answers in a played room.
std::string asked_for(const Route& route) {
  std::string path = route.path;
  for (const auto& [name, value] : std::map<std::string, std::string>{{"{table}", "5"},
                                                                      {"{round}", "2"},
                                                                      {"{report}", "shift"},
                                                                      {"{game}", "fortune-7"},
                                                                      {"{option}", "13"}}) {
    if (const auto at = path.find(name); at != std::string::npos) {
      path.replace(at, name.size(), value);
    }
  }
  return path;
}

bool answers_at_once(const Route& route) {
  return std::holds_alternative<service::Reply>(route.serve);
}

/// The tag in its quotes.
std::string tag_of(const RawAnswer& answer) {
  REQUIRE(answer.status == 200);
  const auto tag = header(answer, "ETag").value_or("");
  REQUIRE(tag.size() > 2);
  CHECK(tag.front() == '"');
  CHECK(tag.back() == '"');
  return tag;
}

void check_unchanged(Wire& wire, const std::string& path, const std::string& tag,
                     const std::string& asked) {
  for (const char* method : {"GET", "HEAD"}) {
    CAPTURE(method, path, asked);
    const auto answer = wire.ask(method, path, "If-None-Match: " + asked + "\r\n");
    CHECK(answer.status == 304);
    CHECK(header(answer, "ETag") == tag);
    CHECK(header(answer, "Cache-Control") == "private, no-cache");
    // A length here would be that of the answer which is not sent.
    CHECK_FALSE(header(answer, "Content-Length"));
    CHECK_FALSE(header(answer, "Content-Type"));
  }
}

}  // namespace

TEST_CASE("every tagged read is answered 304 to whoever has it", "[service][reads]") {
  const PlayedRoom room;
  Wire wire(room, "olga");
  int tagged = 0;
  for (const Route& route : service::all_routes()) {
    if (!route.tagged) continue;
    ++tagged;
    const auto path = asked_for(route);
    CAPTURE(path);
    const auto first = wire.get(path);
    const auto tag = tag_of(first);
    CHECK(header(first, "Cache-Control") == "private, no-cache");
    for (const std::string& asked : {tag, "W/" + tag, "\"other\", " + tag, tag + ", \"other\"",
                                     "\"a\",W/" + tag + ",\"b\"", std::string("*")}) {
      check_unchanged(wire, path, tag, asked);
    }
    for (const std::string& asked : {std::string("\"other\""), tag.substr(1, tag.size() - 2),
                                     '"' + tag.substr(2), std::string("\"\"")}) {
      const auto again = wire.get(path, "If-None-Match: " + asked + "\r\n");
      CHECK(tag_of(again) == tag);
      CHECK(again.body == first.body);
    }
    const auto head = wire.ask("HEAD", path);
    CHECK(tag_of(head) == tag);
    CHECK(header(head, "Content-Length") == std::to_string(first.body.size()));
    CHECK(header(head, "Content-Type") == header(first, "Content-Type"));
  }
  CHECK(tagged > 20);
}

TEST_CASE("a read has a new tag when what it tells has changed, and else its old one",
          "[service][reads]") {
  PlayedRoom room;
  room.say("olga", "open-shift", R"("shift":"night")");
  room.open_another_table("olga", "6");
  room.open_another_table("olga", "7");
  const auto shift = room.get("olga", "/v1/room").at("shift").at("shift").dump();
  const std::map<std::string, bool> changes = {{"/v1/tables/6", true},
                                               {"/v1/tables", true},
                                               {"/v1/room", true},
                                               {"/v1/rounds", true},
                                               {"/v1/rounds?table=6", true},
                                               {"/v1/fees", true},
                                               {"/v1/log?after=20&limit=200", true},
                                               {"/v1/reports/shift?shift=" + shift, true},
                                               {"/v1/tables/7", false},
                                               {"/v1/tables/5", false},
                                               {"/v1/rounds?table=5", false},
                                               {"/v1/rounds/2", false},
                                               {"/v1/rounds/2/explain", false},
                                               {"/v1/turns", false},
                                               {"/v1/offers", false},
                                               {"/v1/shifts", false},
                                               {"/v1/staff", false},
                                               {"/v1/log", false},
                                               {"/v1/audit", true},  // a report is noted in it
                                               {"/v1/games", false},
                                               {"/v1/schedules", false},
                                               {"/v1/openapi.json", false}};
  Wire wire(room, "olga");
  std::map<std::string, RawAnswer> before;
  for (const auto& [path, changed] : changes) before[path] = wire.get(path);
  room.say("max", "hand",
           R"("table":"6","wagers":[{"seat":2,"on":"player","cents":20000}],)"
           R"("player":"9h Kd","banker":"2c 4s")");
  for (const auto& [path, changed] : changes) {
    CAPTURE(path);
    const auto tag = tag_of(before[path]);
    const auto now = wire.get(path, "If-None-Match: " + tag + "\r\n");
    CHECK(now.status == (changed ? 200 : 304));
    if (!changed) continue;
    CHECK(tag_of(now) != tag);
    CHECK(now.body != before[path].body);
    check_unchanged(wire, path, tag_of(now), tag_of(now));
  }
  // A change of the room is one of every table.
  room.say("ada", "change-person", R"("person":"max","name":"Max L.")");
  for (const char* path : {"/v1/tables/6", "/v1/tables/7", "/v1/staff"}) {
    const auto tag = header(before[path], "ETag").value();
    CHECK(wire.get(path, "If-None-Match: " + tag + "\r\n").status == 200);
  }
}

TEST_CASE("what is not tagged is never stored, and all is what it is whatever a client accepts",
          "[service][reads]") {
  const OpenRoom room;
  Wire wire(room, "olga");
  int untagged = 0;
  for (const Route& route : service::all_routes()) {
    if (route.tagged || route.method != service::Method::get || !answers_at_once(route)) continue;
    CAPTURE(route.path);
    const auto answer = wire.get(route.path, "If-None-Match: *\r\n");
    CHECK(answer.status == 200);
    CHECK_FALSE(header(answer, "ETag"));
    CHECK(header(answer, "Cache-Control") == "no-store");
    ++untagged;
  }
  CHECK(untagged == 4);
  for (const Route& route : service::all_routes()) {
    if (answers_at_once(route)) continue;
    CAPTURE(route.path);
    const auto head = wire.ask("HEAD", route.path);
    CHECK(head.status == 200);
    CHECK(header(head, "Content-Type").value_or("").starts_with(route.answer.media));
    CHECK(header(head, "Cache-Control") == "no-store");
    CHECK(wire.get("/healthz").status == 200);
  }
  for (const char* accept : {"text/html", "application/json;q=0", "image/png", "*/*"}) {
    const auto asked =
        "Accept: " + std::string(accept) + "\r\nAccept-Encoding: gzip\r\nAccept-Language: fr\r\n";
    const auto answer = wire.get("/v1/tables/5", asked);
    CHECK(answer.status == 200);
    CHECK(header(answer, "Content-Type") == "application/json");
    CHECK(header(answer, "X-Content-Type-Options") == "nosniff");
    CHECK_FALSE(header(answer, "Content-Encoding"));
    CHECK(problem_code(wire.get("/v1/tables/77", asked)) == "unknown_table");
  }
}

}  // namespace cardroom::testing
