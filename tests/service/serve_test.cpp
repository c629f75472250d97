// The verb `serve` as whoever keeps the server calls it: where its settings come from, what it
// will not serve, and how it ends.

#include <array>
#include <filesystem>

#include "cardroom/ledger/room_file.hpp"
#include "support/served_room.hpp"
#include "support/taken_port.hpp"
#include "support/text.hpp"
#include "support/wire.hpp"

namespace cardroom::testing {

namespace {

/// `serve` with these words and variables ("NAME=value"), beside a book of its own.
class Serving {
 public:
  Serving(const std::vector<std::string>& words, std::vector<std::string> variables)
      : program_(all(words, std::move(variables))) {
    const auto line = program_.answer();
    REQUIRE(line);
    REQUIRE(line->starts_with("Serving "));
    said = *line;
    url = line->substr(line->rfind(' ') + 1);
  }
  /// The status and the last line.
  std::pair<int, std::string> end(int signal) {
    std::pair<int, std::string> told;
    ::kill(program_.pid(), signal);
    while (const auto line = program_.answer()) told.second = *line;
    told.first = program_.end();
    return told;
  }
  static std::vector<std::string> all(const std::vector<std::string>& words,
                                      std::vector<std::string> variables) {
    variables.insert(variables.begin(), "env");
    variables.insert(variables.end(), {CARDROOM_BINARY, "serve", "--quiet"});
    variables.insert(variables.end(), words.begin(), words.end());
    return variables;
  }

  std::string said, url;

 private:
  LiveProgram program_;
};

/// What `serve` says that must not start.
Ran not_served(const std::vector<std::string>& words, std::vector<std::string> variables = {}) {
  auto all = Serving::all(words, std::move(variables));
  all.insert(all.begin(), {"timeout", "60"});
  auto ran = Program(all).run();
  CAPTURE(ran.out, ran.err);
  CHECK_FALSE(holds(ran.out, "Serving"));
  return ran;
}

/// Room settings with these lines as their [service].
std::string settings_file(const Scratch& scratch, const std::string& service) {
  return scratch.file("room.toml", std::string(ledger::usual_room()) + "[service]\n" + service);
}

}  // namespace

TEST_CASE("flags count more than variables, and these more than the file", "[service][serve]") {
  const Scratch scratch;
  const TakenPort taken;
  const auto port = std::to_string(taken.number);
  const auto file = settings_file(scratch, "listen = \"127.0.0.2\"\nport = " + port + "\n");
  const std::string book = scratch.path("room.book");
  const std::vector<std::string> in_file = {"CARDROOM_DB=" + book, "CARDROOM_SETTINGS=" + file};
  const auto with = [&](const std::vector<std::string>& more) {
    auto all = in_file;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  {  // 127.0.0.2 has this port free
    const Serving serving({}, in_file);
    CHECK(serving.said == "Serving " + book + " on http://127.0.0.2:" + port);
  }
  {
    const Serving serving({}, with({"CARDROOM_LISTEN=127.0.0.3", "CARDROOM_PORT=0"}));
    CHECK(serving.url.starts_with("http://127.0.0.3:"));
    CHECK_FALSE(serving.url.ends_with(':' + port));
  }
  {
    const auto other = scratch.path("other.book");
    const Serving serving({"--listen", "127.0.0.4", "--port", "0", "--db", other},
                          with({"CARDROOM_LISTEN=127.0.0.3", "CARDROOM_PORT=" + port}));
    CHECK(serving.said.starts_with("Serving " + other + " on http://127.0.0.4:"));
  }
  {  // the rest still comes from the file
    const auto ran = not_served({"--listen", "127.0.0.1"}, in_file);
    CHECK(refused_code(ran, 1) == "setting_not_usable");
    CHECK(holds(ran.err, "Cannot listen on 127.0.0.1:" + port + ": Address already in use."));
  }
}

TEST_CASE("settings that are none are refused with the place", "[service][serve]") {
  const Scratch scratch;
  const std::vector<std::string> port = {"--port", "0", "--db", scratch.path("room.book")};
  for (const auto& [service, why] : std::vector<std::pair<std::string, std::string>>{
           {"port = 70000\n", "'port' is a whole number up to 65535."},
           {"port = \"7437\"\n", "'port' is a whole number"},
           {"listen = 1\n", "'listen' is a text in quotes."},
           {"insecure = \"yes\"\n", "'insecure' is true or false."},
           {"prot = 7437\n", "'prot' is not a setting; the settings are listen, port"},
           {"port =\n", "not TOML"}}) {
    auto words = port;
    const auto file = settings_file(scratch, service);
    words.insert(words.end(), {"--settings", file});
    const auto ran = not_served(words);
    CHECK(refused_code(ran, 1) == "setting_not_usable");
    CHECK(holds(ran.err, "room.toml:" + line_of(content_of(file), service)));
    CHECK(holds(ran.err, why));
  }
  for (const auto& [from, to, why] : std::vector<std::array<std::string, 3>>{
           {"America/Los_Angeles", "America/Los_Angles", "There is no time zone"},
           {"\"06:00\"          #", "\"25:00\" #", "'gaming_day_start' is '25:00'"},
           {"\"swing\"", "\"day\"", "Shift day is named twice."}}) {
    auto toml = std::string(ledger::usual_room());
    toml.replace(toml.find(from), from.size(), to);
    const auto wrong = scratch.file("wrong.toml", toml);
    CHECK(holds(not_served({"--settings", wrong, "--db", scratch.path("room.book")}).err,
                "wrong.toml: " + why));
  }
  const auto alone = scratch.file("alone.toml", "[service]\nport = 0\n");
  CHECK(holds(not_served({"--settings", alone}).err, "'name' is missing."));
  check_unreachable(not_served({"--settings", scratch.path("none.toml")}));
  CHECK(not_served({"--port", "70000"}).status == 2);
  CHECK(not_served({}, {"CARDROOM_PORT=http"}).status == 2);
  CHECK_FALSE(std::filesystem::exists(scratch.path("room.book")));
}

TEST_CASE("an open line to other machines is not served unless it is asked for",
          "[service][serve]") {
  const Scratch scratch;
  const std::vector<std::string> words = {"--port", "0", "--db", scratch.path("room.book")};
  const auto listening = [&](const std::string& address, std::vector<std::string> more = {}) {
    more.insert(more.begin(), words.begin(), words.end());
    more.insert(more.end(), {"--listen", address});
    return more;
  };
  for (const char* address : {"0.0.0.0", "192.0.2.1"}) {
    const auto ran = not_served(listening(address));
    CHECK(refused_code(ran, 1) == "setting_not_usable");
    CHECK(holds(ran.err, std::string(address) +
                             " is open to other machines, and passwords would cross the network "
                             "readable: give --cert and --key, or say --insecure."));
  }
  CHECK(holds(not_served(listening("")).err, "'' is not an address of this machine."));
  CHECK_FALSE(std::filesystem::exists(scratch.path("room.book")));
  CHECK(holds(not_served(listening("192.0.2.1", {"--insecure"})).err,
              "Cannot listen on 192.0.2.1:0: Cannot assign requested address."));
  {
    const Serving asked_for(listening("0.0.0.0", {"--insecure"}), {});
    CHECK(asked_for.url.starts_with("http://0.0.0.0:"));
  }
  const auto file = settings_file(scratch, "listen = \"0.0.0.0\"\ninsecure = true\n");
  const Serving as_the_file_says({"--port", "0", "--db", scratch.path("room.book")},
                                 {"CARDROOM_SETTINGS=" + file});
  CHECK(as_the_file_says.url.starts_with("http://0.0.0.0:"));
}

TEST_CASE("a port and a book belong to one server", "[service][serve][served]") {
  const ServedRoom room;
  const Scratch scratch;
  const auto port = std::to_string(room.port());
  const auto ran = not_served({"--port", port, "--db", scratch.path("other.book")});
  CHECK(refused_code(ran, 1) == "setting_not_usable");
  CHECK(holds(ran.err, "Cannot listen on 127.0.0.1:" + port + ": Address already in use."));
  CHECK_FALSE(std::filesystem::exists(scratch.path("other.book")));
  const auto second = not_served({"--port", "0", "--db", room.book()});
  CHECK(refused_code(second, 3) == "book_in_use");
  CHECK(holds(second.err, "is being written by process " + std::to_string(room.pid()) + '.'));
  CHECK(refused_code(ask({"record", "--db", room.book(), "--lines", "-"}), 3) == "book_in_use");
  CHECK(holds(done(ask({"verify", "--db", room.book()})), "The book holds"));
  const auto text = scratch.file("text.book", "no book");
  CHECK(refused_code(not_served({"--port", "0", "--db", text}), 3) == "not_a_book");
  CHECK(content_of(text) == "no book");
  CHECK(room.get("ada", "/v1/staff").at("items").size() == 1);
}

TEST_CASE("what is served is one file once the server has ended", "[service][serve][served]") {
  ServedRoom room;
  room.add("cora", "compliance");
  for (const char* path : {"/v1/rounds", "/v1/fees", "/v1/tables", "/v1/reports"}) {
    CHECK(room.ask("cora", "GET", path).status == 200);
  }
  const auto events = room.events();
  CHECK(room.stop() == 0);
  CHECK_FALSE(std::filesystem::exists(room.book() + "-wal"));
  const auto copy = room.scratch().path("copy.book");
  std::filesystem::copy_file(room.book(), copy);
  CHECK(holds(done(ask({"verify", "--db", copy})), std::to_string(events) + " events"));
}

TEST_CASE("a book that has its admin already is served with a code for nobody else",
          "[service][serve]") {
  const Scratch scratch;
  const auto book = scratch.path("room.book");
  done(ask({"room", "init", "--db", book}));
  const auto other = scratch.file("room.toml", [] {
    auto toml = std::string(ledger::usual_room());
    return toml.replace(toml.find("Cardroom"), 8, "Elsewhere");
  }());
  LiveProgram program(Serving::all({"--port", "0", "--db", book, "--settings", other}, {}));
  std::string said;
  for (int lines = 0; lines < 8; ++lines) said += program.answer().value() + '\n';
  CHECK(holds(said, " --person admin --name \"Administrator\"\n"));
  CHECK(holds(said, "The room's settings are those in the book; " + other + " says others."));
  CHECK(program.end(SIGTERM) == 0);
}

TEST_CASE("asked to end, a server waits for no client", "[service][serve]") {
  const Scratch scratch;
  for (const int signal : {SIGTERM, SIGINT, SIGQUIT}) {
    CAPTURE(signal);
    Serving serving({"--port", "0", "--db", scratch.path("room.book")}, {});
    const auto port =
        static_cast<std::uint16_t>(std::stoul(serving.url.substr(serving.url.rfind(':') + 1)));
    RawClient silent(port), idle(port);
    idle.send("GET /healthz HTTP/1.1\r\nHost: room\r\n\r\n");
    CHECK(idle.answer().value().status == 200);
    std::optional<RawClient> half;
    if (signal == SIGTERM) {  // of a body that never comes
      half.emplace(port);
      half->send(
          "POST /v1/session HTTP/1.1\r\nHost: room\r\nContent-Type: application/json\r\n"
          "Expect: 100-continue\r\nContent-Length: 100\r\n\r\n{\"person\"");
      CHECK(half->answer().value().status == 100);
    }
    const auto [status, last] = serving.end(signal);
    CHECK(status == 0);
    CHECK(last == "Stopped. Everything that was answered is in the book.");
    CHECK(silent.ended());
    CHECK(idle.ended());
    if (!half) continue;
    const auto told = half->answer().value();
    CHECK(told.status == 503);
    CHECK(problem_code(told) == "stopping");
    CHECK(half->ended());
  }
  CHECK(holds(done(ask({"verify", "--db", scratch.path("room.book")})), "The book holds"));
}

}  // namespace cardroom::testing
