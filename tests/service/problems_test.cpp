// What is wrong is told with a status, a code and a sentence, and with nothing that is nobody's
// business. What attackers send is in attack_test.cpp.

#include <set>

#include "cardroom/service/route.hpp"
#include "support/fast_room.hpp"
#include "support/fault_vfs.hpp"
#include "support/text.hpp"
#include "support/wire.hpp"

namespace cardroom::testing {

namespace {

/// A problem as promised; nothing of our inside is in it, and the connection goes on.
void check_problem(const FastRoom& room, Wire& wire, const RawAnswer& answer, int status,
                   const std::string& code) {
  CAPTURE(answer.head, answer.body);
  CHECK(answer.status == status);
  CHECK(problem_code(answer) == code);
  CHECK(header(answer, "Cache-Control") == "no-store");
  CHECK(header(answer, "X-Content-Type-Options") == "nosniff");
  const std::string all = answer.head + answer.body;
  for (const std::string& inside :
       {room.scratch.folder(), room.token("ada"), std::string(FastRoom::kPassword),
        std::string("SELECT"), std::string("sqlite"), std::string("SQLite"), std::string("std::"),
        std::string("Poco"), std::string(".cpp"), std::string(".hpp"), std::string("$argon2")}) {
    CHECK_FALSE(holds(all, inside));
  }
  CHECK(wire.get("/healthz").status == 200);
}

std::string filled(std::string path) {
  for (auto at = path.find('{'); at != std::string::npos; at = path.find('{')) {
    path.replace(at, path.find('}') - at + 1, "1");
  }
  return path;
}

/// Routes that take a body, with one that each of them reads.
const std::vector<std::tuple<std::string, std::string, std::string>> kBodies = {
    {"POST", "/v1/setup", R"({"code":"c","person":"p","name":"n","password":"a long enough one"})"},
    {"POST", "/v1/session", R"({"person":"nobody","password":"a long enough one"})"},
    {"POST", "/v1/session/switch", R"({"person":"nobody","pin":"739104"})"},
    {"PUT", "/v1/password", R"({"person":"nobody","code":"c","password":"a long enough one"})"},
    {"PUT", "/v1/pin", R"({"pin":"12"})"},
    {"POST", "/v1/commands", R"({"do":"open-shift","key":"k","shift":"none"})"},
};

}  // namespace

TEST_CASE("a path takes its methods and names them to whoever tries another",
          "[service][problems]") {
  FastRoom room;
  room.set_up();
  std::map<std::string, std::string> allowed;
  for (const auto& route : service::all_routes()) {
    auto& list = allowed[route.path];
    rules::append_listed(list, name(route.method));
    if (route.method == service::Method::get) rules::append_listed(list, "HEAD");
  }
  Wire wire(room);
  for (const auto& [path, list] : allowed) {
    for (const std::string method :
         {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get"}) {
      if (holds(list, method)) continue;
      CAPTURE(path, method);
      const auto answer = wire.ask(method, filled(path));
      CHECK(header(answer, "Allow") == list);
      if (method == "HEAD") {
        CHECK(answer.status == 405);
      } else {
        check_problem(room, wire, answer, 405, "method_not_allowed");
        CHECK(holds(answer.body, "This path takes " + list + ", not " + method + "."));
      }
    }
  }
  for (const std::string method : {"GET", "POST", "DELETE", "OPTIONS"}) {
    for (const char* path : {"/", "/v1", "/v2/tables", "/v1/rounds/1/explain/more", "/healthz/"}) {
      CAPTURE(method, path);
      const auto answer = wire.ask(method, path);
      check_problem(room, wire, answer, 404, "unknown_route");
      CHECK_FALSE(header(answer, "Allow"));
    }
  }
}

TEST_CASE("a body is JSON in UTF-8 and nothing else", "[service][problems]") {
  FastRoom room;
  room.set_up();
  std::set<std::string> with_body, tried;
  for (const auto& route : service::all_routes()) {
    if (route.body) with_body.insert(std::string(name(route.method)) + route.path);
  }
  Wire wire(room, "ada");
  const auto before = room.events();
  for (const auto& [method, path, body] : kBodies) {
    tried.insert(method + path);
    for (const std::string type :
         {"text/plain", "text/json", "application/xml", "application/json; charset=latin1",
          "application/jsonx", "application", "", "application/problem+json",
          "application/json, text/plain", "multipart/form-data; boundary=application/json",
          "application/x-www-form-urlencoded"}) {
      CAPTURE(method, path, type);
      check_problem(room, wire, wire.ask(method, path, "Content-Type: " + type + "\r\n", body), 415,
                    "media_type_not_read");
    }
    for (const std::string encoding : {"gzip", "br", "identity, gzip"}) {
      check_problem(room, wire,
                    wire.ask(method, path, "Content-Encoding: " + encoding + "\r\n", body), 415,
                    "encoding_not_read");
    }
    for (const std::string type : {"application/json", "application/json; charset=utf-8",
                                   "application/json;charset=\"UTF-8\"", "Application/JSON",
                                   "application/json ; charset=Utf-8"}) {
      CAPTURE(method, path, type);
      const auto answer = wire.ask(method, path, "Content-Type: " + type + "\r\n", body);
      CHECK(answer.status != 415);
      CHECK(answer.status != 404);
    }
  }
  CHECK(tried == with_body);
  CHECK(room.events() == before);
}

TEST_CASE("bodies that cannot be read are refused, and no piece of a secret comes back",
          "[service][problems]") {
  FastRoom room;
  room.set_up();
  const auto before = room.events();
  Wire wire(room, "ada");
  for (const auto& [method, path, body] : kBodies) {
    const bool command = path == "/v1/commands";
    const auto key = body.substr(2, body.find('"', 2) - 2);
    const std::string other = "\"zap-7391\"";
    for (const auto& [text, status, code] : std::vector<std::tuple<std::string, int, std::string>>{
             {"", 400, "not_json"},
             {" \r\n", 400, "not_json"},
             {"[]", 400, "wrong_type"},
             {"null", 400, "wrong_type"},
             {"{}", 400, "missing_key"},
             {changed(body, "{", "{\"zap\":1,"), 400, "unknown_key"},
             {changed(body, "{", "{\"" + key + "\":\"x\","), 400, "duplicate_key"},
             {"{\"" + key + "\":7391}", 400, "wrong_type"},
             {"{\"" + key + "\":7391.5}", 400, "not_a_whole_number"},
             {"{\"" + key + "\":" + other, 400, "not_json"},
             {"{\"" + key + "\":\"zap-7391\\q\"}", 400, "not_json"},
             {"{\"" + key + "\":zap-7391}", 400, "not_json"},
             {changed(body, "{", "{" + times(command ? 1 << 20 : 4096, " ")), 413,
              "input_too_large"}}) {
      CAPTURE(method, path, text.substr(0, 100));
      const auto answer = wire.ask(method, path, "", text);
      check_problem(room, wire, answer, status, code);
      if (!command) CHECK_FALSE(holds(answer.body, "7391"));
    }
  }
  CHECK(room.events() == before);
  room.server->stop();
  const auto log = room.log.str();
  CHECK(holds(log, " POST /v1/session not_json: "));
  for (const auto& line : lines_of(log)) {
    if (!holds(line, " /v1/commands ")) CHECK_FALSE(holds(line, "7391"));
    CHECK_FALSE(holds(line, room.token("ada")));
  }
}

TEST_CASE("whoever is not signed in or may not is told so, and no more", "[service][problems]") {
  FastRoom room;
  room.set_up();
  Wire wire(room);
  const std::string token = room.token("ada");
  const auto challenged = [&](const std::string& headers, const std::string& code) {
    const auto answer = wire.get("/v1/staff", headers);
    check_problem(room, wire, answer, 401, code);
    CHECK(header(answer, "WWW-Authenticate") == "Bearer");
  };
  challenged("", "not_signed_in");
  Wire ada(room, "ada");
  const auto before = room.events();
  const auto above = ada.post(R"({"do":"open-shift","key":"k","shift":"day"})", "");
  check_problem(room, ada, above, 403, "role_too_low");
  check_problem(room, ada, ada.get("/v1/export"), 403, "role_too_low");
  CHECK(room.events() == before);
  for (const std::string& proof : {std::string("Basic YWRhOmFkYQ=="), std::string("Bearer"),
                                   std::string("Bearer "), "Bearer" + token, "Bearer  " + token,
                                   "Bearer " + token + "=", "Bearer " + times(4000, "A"), token}) {
    CAPTURE(proof);
    challenged("Authorization: " + proof + "\r\n", "not_signed_in");
  }
  CHECK(wire.get("/v1/staff", "Authorization: bEARER " + token + "\r\n").status == 200);
  CHECK(room.ask("ada", "DELETE", "/v1/session").status == 200);
  challenged("Authorization: Bearer " + token + "\r\n", "session_over");
}

TEST_CASE("whoever comes too often is told when to come again, if waiting helps",
          "[service][problems]") {
  FastRoom room([](service::RoomSettings& settings) {
    settings.people.attempts = {20, service::kMinuteMs, 20};
  });
  room.set_up();
  Wire wire(room);
  const auto try_as = [&](const std::string& person) {
    return wire.ask("POST", "/v1/session", "",
                    R"({"person":")" + person + R"(","password":"not the right one"})");
  };
  auto answer = try_as("ada");
  while (problem_code(answer) == "sign_in_failed") answer = try_as("ada");
  check_problem(room, wire, answer, 429, "locked_out");
  CHECK(holds(answer.body, "try again in 15 minutes"));
  CHECK_FALSE(header(answer, "Retry-After").has_value());
  while (problem_code(answer) != "too_many_requests") answer = try_as("nobody");
  CHECK(holds(answer.body, "one more is heard every 3 seconds"));
  CHECK(header(answer, "Retry-After") == "3");
  const std::string both = R"({"person":"ada","password":"another long secret"})";
  Wire ada(room, "ada");
  const auto neither = ada.ask("PUT", "/v1/password", "", both);
  check_problem(room, ada, neither, 400, "missing_key");
}

TEST_CASE("a disk that is full is told without where the book lies, and it goes on with room",
          "[service][problems]") {
  FaultVfs disk;
  OpenRoom room({}, disk.name());
  Wire wire(room, "olga");
  const auto before = room.events();
  const auto bets = R"({"do":"open-bets","table":"5","key":"full"})";
  disk.begin({.at = 1, .code = SQLITE_FULL, .lasting = true});
  const auto full = wire.post(bets, "");
  check_problem(room, wire, full, 507, "book_not_written");
  CHECK(holds(full.body, "The disk of 'book' is full: nothing was recorded."));
  CHECK(room.events() == before);
  disk.heal();
  CHECK(wire.post(bets, "").status == 201);
  CHECK(room.events() == before + 1);
  room.server->stop();
  CHECK(holds(room.log.str(), room.scratch.path("book")));  // for whoever keeps the server
}

}  // namespace cardroom::testing
