#include <chrono>
#include <thread>

#include "support/served_room.hpp"
#include "support/text.hpp"

namespace {

using namespace cardroom;
using namespace std::string_literals;
using testing::RawClient;
using testing::ServedRoom;
using testing::times;

constexpr int kClosed = 0;  ///< the connection ends without an answer

struct Attack {
  std::string name;
  std::string bytes;
  int status;
  std::string code = {};    ///< of the problem
  bool hangs_up = false;    ///< the client closes its end after the last byte
  bool stays_open = false;  ///< the connection may go on to the next request
};

/// Requests of somebody who has signed in.
class Forge {
 public:
  explicit Forge(const ServedRoom& room)
      : proof_("Authorization: Bearer " + room.token("ada") + "\r\n") {}

  [[nodiscard]] static std::string head(const std::string& line, const std::string& headers = {}) {
    return line + " HTTP/1.1\r\nHost: room\r\n" + headers;
  }
  [[nodiscard]] static std::string json(const std::string& body) {
    return "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  [[nodiscard]] std::string posting(const std::string& headers = {}) const {
    return head("POST /v1/commands", proof_ + "Idempotency-Key: attack\r\n" + headers);
  }
  [[nodiscard]] std::string post(const std::string& body, const std::string& headers = {}) const {
    return posting(headers) + json(body);
  }
  [[nodiscard]] std::string get(const std::string& path, const std::string& headers = {}) const {
    return head("GET " + path, proof_ + headers + "\r\n");
  }
  /// A command that would be recorded if it ran.
  [[nodiscard]] static std::string command() {
    return ServedRoom::command_json("add-person", R"("person":"eve","name":"Eve","role":"admin")");
  }
  [[nodiscard]] std::string hidden() const { return post(command()); }
  [[nodiscard]] const std::string& proof() const { return proof_; }

 private:
  std::string proof_;
};

std::vector<Attack> hidden_requests(const Forge& forge) {
  const auto hidden = forge.hidden();
  const auto body = Forge::json(hidden);
  const auto plain = testing::changed(body, "application/json", "text/plain");
  const auto packed = "Content-Encoding: gzip\r\n" + body;
  std::vector<Attack> all;
  for (const std::string keep : {"", "Connection: keep-alive\r\n", "Connection: close\r\n"}) {
    const bool stays = keep != "Connection: close\r\n";
    const auto add = [&](const std::string& name, const std::string& bytes, int status,
                         const std::string& code) {
      const auto mode = keep.empty() ? "" : ", " + keep.substr(0, keep.size() - 2);
      all.push_back({"hidden behind a " + name + mode, bytes, status, code, false, stays});
    };
    add("401", Forge::head("POST /v1/commands", keep) + body, 401, "not_signed_in");
    add("404", Forge::head("POST /v1/nothing", keep) + body, 404, "unknown_route");
    add("405", Forge::head("POST /v1/tables", keep) + body, 405, "method_not_allowed");
    add("415 for its type", forge.posting(keep) + plain, 415, "media_type_not_read");
    add("415 for its encoding", forge.posting(keep) + packed, 415, "encoding_not_read");
    add("route without a body", Forge::head("POST /v1/people/ada/code", keep) + body, 401,
        "not_signed_in");
    add("400 of the reader", forge.post(hidden, keep), 400, "not_json");
  }
  const auto large = std::to_string((2 << 20) + 1);
  all.push_back({"hidden behind a 413",
                 forge.posting("Content-Length: " + large + "\r\n\r\n") + hidden, 413,
                 "input_too_large"});
  return all;
}

std::vector<Attack> lengths(const Forge& forge) {
  const auto hidden = "\r\n\r\n0\r\n\r\n" + forge.hidden();
  const auto with = [&](const std::string& headers) { return forge.posting(headers) + hidden; };
  const auto length = std::to_string(hidden.size() - 4);
  const auto unclear = [&](const std::string& name, const std::string& headers) {
    return Attack{name, with(headers), 400, "request_unclear"};
  };
  return {
      unclear("Content-Length and Transfer-Encoding",
              "Content-Length: " + length + "\r\nTransfer-Encoding: chunked"),
      unclear("Transfer-Encoding and Content-Length",
              "Transfer-Encoding: chunked\r\nContent-Length: " + length),
      unclear("two Content-Lengths", "Content-Length: 3\r\nContent-Length: " + length),
      unclear("the same Content-Length twice",
              "Content-Length: " + length + "\r\nContent-Length: " + length),
      unclear("a negative Content-Length", "Content-Length: -3"),
      unclear("a Content-Length with a sign", "Content-Length: +3"),
      unclear("a Content-Length with a comma", "Content-Length: 1,000"),
      unclear("a hexadecimal Content-Length", "Content-Length: 0x10"),
      unclear("an empty Content-Length", "Content-Length: "),
      unclear("a Content-Length of 2^63 - 1", "Content-Length: 9223372036854775807"),
      unclear("a Content-Length of 2^64", "Content-Length: 18446744073709551616"),
      unclear("a blank before the colon", "Content-Length : 3"),
      unclear("an encoded Transfer-Encoding", "Transfer-Encoding: =?utf-8?Q?chunked?="),
      unclear("an encoded line end", "X: =?utf-8?Q?a=0D=0AContent-Length:_3?="),
      unclear("a folded header", "X: a\r\n Content-Length: 3"),
      unclear("a CR alone in a header", "X: a\rContent-Length: 3"),
      unclear("a LF alone in a header", "X: a\nContent-Length: 3"),
      unclear("a NUL in a header", "X: a\0b"s),
      unclear("trailers", "Trailer: X\r\nTransfer-Encoding: chunked"),
      {"a huge Content-Length", with("Content-Length: 999999999999"), 413, "input_too_large"},
      {"a chunked body", with("Transfer-Encoding: chunked"), 411, "length_missing"},
      {"an endless chunked body",
       forge.posting("Transfer-Encoding: chunked\r\n\r\n") +
           times(2'000, "400\r\n" + times(1024, "x") + "\r\n"),
       411, "length_missing"},
      {"a GET with a body", Forge::head("GET /v1/tables", "Content-Length: 3\r\n\r\nabc"), 400,
       "request_unclear"},
  };
}

std::vector<Attack> heads(const Forge& forge) {
  const auto end = forge.proof() + "\r\n";
  const auto hidden = forge.hidden();
  return {
      {"no Host", "GET /v1/tables HTTP/1.1\r\n" + end + hidden, 400, "request_unclear"},
      {"two Hosts", Forge::head("GET /v1/tables", "Host: other\r\n" + end) + hidden, 400,
       "request_unclear"},
      {"HTTP/9.9", "GET /v1/tables HTTP/9.9\r\nHost: room\r\n" + end + hidden, 505,
       "version_not_spoken"},
      {"HTTP/0.9", "GET /v1/tables\r\n\r\n" + hidden, 400, "request_unclear"},
      {"HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "version_not_spoken"},
      {"TLS to a plain port", "\x16\x03\x01\x02\x01\x01", 400, "request_unclear"},
      {"an empty line first", "\r\n" + hidden, 400, "request_unclear"},
      {"LF instead of CR LF", "GET /v1/tables HTTP/1.1\nHost: room\n\n", 400, "request_unclear"},
      {"a whole address as target", Forge::head("GET http://room/v1/tables", end), 400,
       "request_unclear"},
      {"CONNECT", Forge::head("CONNECT room:443", end) + hidden, 400, "request_unclear"},
      {"a websocket", forge.get("/v1/events", "Connection: Upgrade\r\nUpgrade: websocket\r\n"), 400,
       "request_unclear"},
      {"a head of 17 KB",
       Forge::head("GET /v1/tables") + times(5, "X: " + times(3'500, "a") + "\r\n") + end, 431,
       "input_too_large"},
      {"an endless header", Forge::head("GET /v1/tables", "X: ") + times(100'000, "a"), 431,
       "input_too_large"},
      {"endless headers", Forge::head("GET /v1/tables") + times(10'000, "X: a\r\n"), 431,
       "input_too_large"},
      {"an endless target", "GET /" + times(20'000, "a"), 431, "input_too_large"},
  };
}

std::vector<Attack> bodies(const Forge& forge) {
  const auto command = Forge::command();
  const auto whole = forge.post(command);
  const auto bet = [&](const std::string& cents) {
    return forge.post(ServedRoom::command_json(
        "place-wager", R"("table":"5","seat":2,"on":"player","cents":)" + cents));
  };
  const auto refused = [](const std::string& name, const std::string& bytes,
                          const std::string& code) {
    return Attack{name, bytes, 400, code, false, true};
  };
  return {
      {"a body cut short", whole.substr(0, whole.size() - 1), 400, "request_unclear", true},
      {"a body without its brackets' end, said to be longer",
       forge.posting("Content-Type: application/json\r\nContent-Length: 500\r\n\r\n") + command,
       400, "request_unclear", true},
      {"no body at all",
       forge.posting("Content-Type: application/json\r\nContent-Length: 500\r\n\r\n"), 400,
       "request_unclear", true},
      refused("half a command", forge.post(command.substr(0, command.size() - 1)), "not_json"),
      refused("two commands", forge.post(command + command), "not_json"),
      refused("1,000 levels", forge.post(times(1'000, "[")), "nested_too_deeply"),
      refused("100,000 levels", forge.post(times(100'000, "{\"a\":")), "nested_too_deeply"),
      refused("a key twice",
              forge.post(testing::changed(command, R"("role")", R"("role":"dealer","role")")),
              "duplicate_key"),
      refused("cents of 2^64", bet("18446744073709551616"), "number_too_large"),
      refused("cents as a fraction", bet("100.5"), "not_a_whole_number"),
      refused("cents with an exponent", bet("1e9"), "not_a_whole_number"),
      refused("cents as a text", bet(R"("100")"), "wrong_type"),
      refused("invalid UTF-8", forge.post(testing::changed(command, "Eve", "E\xff\xfe")),
              "not_json"),
      refused("overlong UTF-8", forge.post(testing::changed(command, "Eve", "E\xc0\xaf")),
              "not_json"),
      refused("a NUL in a text", forge.post(testing::changed(command, "Eve", "E\0e"s)), "not_json"),
      refused("an escaped NUL in a text", forge.post(testing::changed(command, "Eve", "E\\u0000")),
              "name_not_usable"),
      refused("somebody else's time",
              forge.post(testing::changed(command, "{", R"({"at":"2020-01-01T00:00:00Z",)")),
              "time_not_yours"),
      {"somebody else's name", forge.post(testing::changed(command, "{", R"({"by":"olga",)")), 403,
       "not_your_name", false, true},
  };
}

std::vector<Attack> targets(const Forge& forge) {
  const auto command = Forge::json(Forge::command());
  const auto unknown = [&](const std::string& path) {
    return Attack{path, forge.get(path), 404, "unknown_route", false, true};
  };
  const auto table = [&](const std::string& path, int status, const std::string& code) {
    return Attack{path, forge.get(path), status, code, false, true};
  };
  const auto token = [&](const std::string& name, const std::string& proof) {
    return Attack{name,  Forge::head("POST /v1/commands", proof + "\r\n") + command,
                  401,   "not_signed_in",
                  false, true};
  };
  return {
      unknown("/v1/../room.book"),
      unknown("/../../etc/passwd"),
      unknown("/v1/%2e%2e/room"),
      unknown("/v1/./tables"),
      unknown("/v1%2Ftables"),
      unknown("/v1/tables/"),
      unknown("/V1/tables"),
      table("/v1/tables/..%2F..%2Fetc%2Fpasswd", 404, "unknown_table"),
      table("/v1/tables/..", 404, "unknown_table"),
      table("/v1/tables/%00", 400, "parameter_not_usable"),
      table("/v1/tables/%zz", 400, "parameter_not_usable"),
      table("/v1/tables/%0d%0aX:%20y", 400, "parameter_not_usable"),
      table("/v1/log?after=-1", 400, "parameter_not_usable"),
      table("/v1/rounds?limit=1%27%20OR%201=1", 400, "parameter_not_usable"),
      table("/v1/rounds?limit=1&limit=2", 400, "parameter_not_usable"),
      table("/v1/rounds?unknown=1", 400, "parameter_not_usable"),
      table("/v1/rounds/99999999999999999999", 400, "parameter_not_usable"),
      token("no token", "X: y"),
      token("a token that never was", "Authorization: Bearer " + times(43, "A")),
      token("an empty token", "Authorization: Bearer "),
      token("a token of another kind", "Authorization: Basic YWRhOmFkYQ=="),
      {"two tokens", forge.post(Forge::command(), forge.proof()), 400, "request_unclear"},
      {"a method that nobody knows", Forge::head("BREW /v1/tables", forge.proof() + "\r\n"), 405,
       "method_not_allowed", false, true},
      {"a command of another role",
       forge.post(ServedRoom::command_json("open-shift", R"("shift":"day")")), 403, "role_too_low",
       false, true},
      {"an unknown command", forge.post(R"({"do":"drop-table","table":"5"})"), 400,
       "unknown_command", false, true},
  };
}

/// One attack, and then a good request on the same connection where it lives on, else it ended.
void attack(const ServedRoom& room, const Attack& attack) {
  auto client = room.raw();
  client.send(attack.bytes);  // the server may close before it has all
  if (attack.hangs_up) client.end_sending();
  const auto answer = client.answer();
  if (attack.status == kClosed) {
    CHECK_FALSE(answer);
    return;
  }
  REQUIRE(answer);
  CAPTURE(answer->head, answer->body);
  CHECK(answer->status == attack.status);
  CHECK(testing::holds(answer->head, "Content-Type: application/problem+json\r\n"));
  CHECK(nlohmann::json::parse(answer->body).at("code") == attack.code);
  if (!attack.stays_open) {
    CHECK(client.ended());
    return;
  }
  client.send("GET /healthz HTTP/1.1\r\nHost: room\r\n\r\n");
  const auto next = client.answer();
  REQUIRE(next);
  CHECK(next->status == 200);
  CHECK(next->body == R"({"status":"alive"})");
}

TEST_CASE("no attack is heard as a request", "[service][attack]") {
  ServedRoom room;
  const Forge forge(room);
  for (const auto& rows :
       {hidden_requests(forge), lengths(forge), heads(forge), bodies(forge), targets(forge)}) {
    for (const auto& row : rows) {
      INFO("attack: " << row.name);
      const auto before = room.events();
      attack(room, row);
      CHECK(room.events() == before);
      CHECK(room.ask("ada", "GET", "/v1/staff").status == 200);
    }
  }
  CHECK(room.get("ada", "/v1/staff").at("items").size() == 1);
  // The same command is a good one when it is asked for.
  auto client = room.raw();
  client.send(forge.hidden());
  CHECK(client.answer().value().status == 201);
}

TEST_CASE("clients that leave at any byte change nothing", "[service][attack]") {
  ServedRoom room;
  const Forge forge(room);
  const auto before = room.events();
  const auto whole = forge.hidden();
  for (std::size_t sent = 0; sent < whole.size(); sent += 7) {
    room.raw().send(whole.substr(0, sent));
  }
  CHECK(room.events() == before);
  CHECK(room.stop() == 0);
  room.start();
  CHECK(room.events() == before);
}

/// What the server's figures say of it.
int told_figure(const ServedRoom& room, const std::string& name) {
  const auto told = '\n' + room.ask("", "GET", "/metrics").body;
  const auto at = told.find('\n' + name + ' ');
  REQUIRE(at != std::string::npos);
  return std::stoi(told.substr(at + name.size() + 2));
}

TEST_CASE("slow connections keep nobody waiting", "[service][attack][slow]") {
  constexpr int kSlow = 200;
  ServedRoom room;
  std::vector<RawClient> slow;
  for (int i = 0; i < kSlow; ++i) slow.push_back(room.raw());
  const auto request = Forge(room).get("/v1/staff");
  for (std::size_t second = 0; second < 3; ++second) {
    for (auto& client : slow) client.send(request.substr(second, 1));
    for (int i = 0; i < 20; ++i) CHECK(room.ask("ada", "GET", "/v1/staff").status == 200);
    // All of them are still there while others are answered; how fast, `bench service` measures.
    CHECK(told_figure(room, "cardroom_connections") >= kSlow);
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace
