#include <map>
#include <random>
#include <set>

#include "cardroom/ledger/room_file.hpp"
#include "support/book.hpp"
#include "support/live_program.hpp"
#include "support/process.hpp"
#include "support/small_disk.hpp"
#include "support/tamper.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;

namespace {

constexpr std::int64_t kInitEvents = 3;  // the admin, the settings, one file of schedules

/// A room as `room init` makes it, in a folder of its own.
class LiveRoom {
 public:
  LiveRoom() { static_cast<void>(done(ask({"room", "init", "--db", path}))); }

  [[nodiscard]] std::vector<std::string> record_words() const {
    return program_words({"record", "--db", path, "--lines", "-"});
  }
  [[nodiscard]] Ran record(const std::vector<std::string>& lines) const {
    std::string input;
    for (const auto& line : lines) (input += line) += '\n';
    return ask({"record", "--db", path, "--lines", "-"}, input);
  }

  Scratch scratch;
  const std::string path = scratch.path("book");
};

/// People, an open table and so many turns of two hands.
std::vector<std::string> evening(int turns) {
  Script script(kInitEvents);
  add_people(script);
  open_table_5(script);
  many_turns(script, turns);
  return script.lines();
}

void check_usage(std::vector<std::string> words, std::string_view mentions) {
  const auto ran = ask(std::move(words));
  CAPTURE(ran.err);
  CHECK(ran.status == 2);
  CHECK(ran.out.empty());
  CHECK(holds(ran.err, mentions));
}

void check_recorded(const std::string& path, const std::map<std::string, std::string>& answered) {
  std::set<std::string> keys;
  for (const auto& key : recorded_keys(path)) keys.insert(key);
  for (const auto& [key, answer] : answered) {
    CAPTURE(key, answer);
    CHECK(keys.contains(key));
  }
  CHECK(difference(path).empty());
}

}  // namespace

// --- room init -----------------------------------------------------------------------------------

TEST_CASE("a new room tells what it is", "[cli]") {
  const Scratch scratch;
  const auto text = done(ask({"room", "init", "--db", scratch.path("a"), "--admin", "olga"}));
  CHECK(holds(text, "Room 'Cardroom' (America/Los_Angeles)"));
  CHECK(holds(text, "admin 'olga'"));
  const auto json = ask({"room", "init", "--db", scratch.path("b"), "--json"}).answer();
  CHECK(json["events"] == kInitEvents);
  CHECK(json["head"].get<std::string>().size() == 64);
}

TEST_CASE("a room with wrong settings is refused with the line, and no book is left", "[cli]") {
  const Scratch scratch;
  const auto usual = std::string(ledger::usual_room());
  const auto code = [&](const std::string& toml) {
    const auto ran = ask({"room", "init", "--db", scratch.path("book"), "--settings",
                          scratch.file("room.toml", toml)});
    CHECK_FALSE(std::filesystem::exists(scratch.path("book")));
    CHECK(holds(ran.err, "room.toml"));
    return refused_code(ran);
  };
  CHECK(code("name = ") == "setting_not_usable");
  CHECK(code("colour = 'red'\n" + usual) == "setting_not_usable");
  CHECK(code(changed(usual, "gaming_day_start", "# ")) == "setting_not_usable");
  CHECK(code(changed(usual, "America/Los_Angeles", "America/Atlantis")) == "setting_not_usable");
  CHECK(done(ask({"room", "init", "--db", scratch.path("book")})).size() > 0);
}

TEST_CASE("a room is asked for with a book, and from files that can be read", "[cli]") {
  const Scratch scratch;
  check_usage({"room", "init"}, "--db");
  check_usage({"room"}, "subcommand");
  check_unreachable(
      ask({"room", "init", "--db", scratch.path("book"), "--settings", scratch.path("none.toml")}));
  CHECK(refused_code(ask({"room", "init", "--db", scratch.path("book"), "--admin", "a\tb"})) ==
        "name_not_usable");
  CHECK_FALSE(std::filesystem::exists(scratch.path("book")));
}

// --- record --------------------------------------------------------------------------------------

TEST_CASE("each line is answered at once, before the next is sent", "[cli]") {
  const LiveRoom room;
  LiveProgram program(room.record_words());
  for (const auto& line : evening(2)) {
    REQUIRE(program.send(line));
    const auto answer = program.answer();
    REQUIRE(answer);
    CAPTURE(line, *answer);
    CHECK(code_in(*answer).empty());
    CHECK(recorded_keys(room.path).back() == key_in(line));
  }
  program.close_input();
  CHECK_FALSE(program.answer());
  CHECK(program.end() == 0);
}

TEST_CASE("a second process is refused with the number of the first", "[cli]") {
  const LiveRoom room;
  LiveProgram first(room.record_words());
  REQUIRE(first.send(evening(0)[0]));
  REQUIRE(first.answer());
  const auto second = room.record({});
  CHECK(refused_code(second, 3) == "book_in_use");
  CHECK(holds(second.err, "process " + std::to_string(first.pid())));
  CHECK(ask({"verify", "--db", room.path}).status == 0);  // readers are welcome
  first.end(SIGKILL);
  CHECK(room.record({}).status == 0);
}

TEST_CASE("a bad line is answered in its place and the status tells of it", "[cli]") {
  const LiveRoom room;
  auto lines = evening(0);
  lines.insert(lines.begin() + 1, "");
  lines.insert(lines.begin() + 3, R"({"do":"dance","by":"admin","key":"x"})");
  lines.insert(lines.begin() + 5, '"' + std::string(table::kMostCommandBytes, 'x') + '"');
  const auto ran = room.record(lines);
  CHECK(ran.status == 1);
  const auto answers = lines_of(ran.out);
  REQUIRE(answers.size() == lines.size());
  CHECK(code_in(answers[1]) == "not_json");
  CHECK(code_in(answers[3]) == "unknown_command");
  CHECK(code_in(answers[5]) == "input_too_large");
  CHECK(verified(room.path).events == kInitEvents + std::ssize(lines) - 3);
}

TEST_CASE("nothing to record is no fault, and a last line needs no end", "[cli]") {
  const LiveRoom room;
  CHECK(done(room.record({})).empty());
  const auto file = room.scratch.file("lines", evening(0)[0]);
  CHECK(lines_of(done(ask({"record", "--db", room.path, "--lines", file}))).size() == 1);
}

TEST_CASE("recording is asked for with a book and lines that can be read", "[cli]") {
  const LiveRoom room;
  check_usage({"record"}, "--db");
  check_usage({"record", "--db", room.path}, "--lines");
  check_unreachable(ask({"record", "--db", room.path, "--lines", room.scratch.path("none")}));
  check_unreachable(ask({"record", "--db", room.path, "--lines", room.scratch.folder()}));
  CHECK(refused_code(ask({"record", "--db", room.scratch.path("none"), "--lines", "-"}), 3) ==
        "book_missing");
  CHECK(verified(room.path).events == kInitEvents);
}

// --- verify --------------------------------------------------------------------------------------

TEST_CASE("verify tells what the book holds, for people and for scripts", "[cli]") {
  const LiveRoom room;
  CHECK(room.record(evening(3)).status == 0);
  const auto text = done(ask({"verify", "--db", room.path}));
  CHECK(holds(text, "6 rounds, 6 wagers"));
  CHECK(holds(text, "house net from play: $0.00"));
  CHECK(holds(text, "collections $48.00, waivers $0.00"));
  CHECK(holds(text, "The book holds"));
  const auto json = ask({"verify", "--db", room.path, "--json"}).answer();
  CHECK(json["holds"] == true);
  CHECK(json["rounds"] == 6);
  CHECK(json["collections_cents"] == 4800);
  CHECK(holds(text, "chain head " + json["head"].get<std::string>()));
  check_usage({"verify"}, "--db");
}

TEST_CASE("verify ends with 1 and names the row where one flipped byte is", "[cli]") {
  const LiveRoom room;
  CHECK(room.record(evening(3)).status == 0);
  auto bytes = content_of(room.path);
  const auto at = bytes.find("\"cents\":20000");
  REQUIRE(at != std::string::npos);
  bytes[at + 8] = '3';
  static_cast<void>(room.scratch.file("book", bytes));
  const auto ran = ask({"verify", "--db", room.path});
  CHECK(ran.status == 1);
  CHECK(holds(ran.out, "DIFFERS: event "));
  const auto json = ask({"verify", "--db", room.path, "--json"});
  CHECK(json.status == 1);
  CHECK(json.answer()["holds"] == false);
  CHECK(json.answer()["first_difference"].get<std::string>().starts_with("event "));
}

// --- What happens to a process -------------------------------------------------------------------

TEST_CASE("a process killed at any moment loses nothing it acknowledged", "[cli]") {
  const LiveRoom room;
  const auto lines = evening(45);
  std::map<std::string, std::string> answered;  // by key
  std::mt19937 random(20261118);
  std::size_t next = 0;  // the first line without an answer
  int unacknowledged = 0;
  for (int kill = 0; kill < 14 && next < lines.size(); ++kill) {
    LiveProgram program(room.record_words());
    const std::size_t sent = std::min(lines.size(), next + 2 + random() % 20);
    std::size_t got = next;
    const auto take = [&](const std::optional<std::string>& answer) {
      if (!answer) return false;
      CAPTURE(lines[got], *answer);
      REQUIRE(code_in(*answer).empty());
      answered[key_in(lines[got])] = *answer;
      ++got;
      return true;
    };
    program.send(lines[next]);
    REQUIRE(take(program.answer()));  // it is at work; the rest it gets while it writes
    for (std::size_t i = next + 1; i < sent; ++i) {
      program.send(lines[i]);
      if (random() % 3 == 0) ::usleep(static_cast<useconds_t>(random() % 2000));
    }
    program.end(SIGKILL);
    while (take(program.answer())) {  // what it had still written counts as acknowledged
    }
    check_recorded(room.path, answered);
    unacknowledged += static_cast<int>(sent - got);
    next = got;
  }
  CHECK(unacknowledged > 0);
  CHECK(answered.size() > 20);
  // All of it again: who was answered gets the same answer, the others are recorded once.
  const auto ran = room.record(lines);
  CHECK(ran.status == 0);
  const auto answers = lines_of(ran.out);
  REQUIRE(answers.size() == lines.size());
  for (const auto& [key, answer] : answered) {
    CHECK(std::find(answers.begin(), answers.end(), answer) != answers.end());
  }
  CHECK(verified(room.path).events == kInitEvents + std::ssize(lines));
  CHECK(difference(room.path).empty());
}

TEST_CASE("a full disk refuses with its reason, and goes on when there is room", "[cli]") {
  const SmallDisk disk(24);
  if (!disk.why_not().empty()) {
    WARN("SKIPPED: a small disk cannot be mounted here: " << disk.why_not());
    return;
  }
  const std::string path = disk.path("book");
  CHECK(ask({"room", "init", "--db", path}).status == 0);
  const auto lines = evening(30);
  disk.fill(300'000);
  std::map<std::string, std::string> answered;
  std::size_t refused = 0;
  {
    LiveProgram program(program_words({"record", "--db", path, "--lines", "-"}));
    for (const auto& line : lines) {
      REQUIRE(program.send(line));
      auto answer = program.answer().value();
      if (!code_in(answer).empty()) {
        ++refused;
        CHECK(code_in(answer) == "book_not_written");
        CHECK(holds(answer, "full"));
        check_recorded(path, answered);
        disk.make_room();
        REQUIRE(program.send(line));
        answer = program.answer().value();
      }
      CAPTURE(line, answer);
      REQUIRE(code_in(answer).empty());
      answered[key_in(line)] = answer;
    }
    program.close_input();
    CHECK(program.end() == 1);
  }
  CHECK(refused == 1);
  check_recorded(path, answered);
  CHECK(verified(path).events == kInitEvents + std::ssize(lines));
}

TEST_CASE("a file that may not grow refuses, and nothing acknowledged is lost", "[cli]") {
  const LiveRoom room;
  const auto lines = evening(30);
  std::string input;
  for (const auto& line : lines) (input += line) += '\n';
  const auto file = room.scratch.file("lines", input);
  // In blocks of 512 bytes: enough for the book as it is, not for a long write-ahead log.
  const auto blocks = std::filesystem::file_size(room.path) / 512 + 300;
  LiveProgram program({"sh", "-c",
                       "trap '' XFSZ; ulimit -f " + std::to_string(blocks) + "; exec '" +
                           CARDROOM_BINARY "' record --db '" + room.path + "' --lines -"});
  std::map<std::string, std::string> answered;
  std::string code;
  for (const auto& line : lines) {
    REQUIRE(program.send(line));
    const auto answer = program.answer().value();
    code = code_in(answer);
    if (!code.empty()) break;
    answered[key_in(line)] = answer;
  }
  program.end(SIGKILL);
  CHECK(code == "book_not_written");
  CHECK(answered.size() > 5);
  check_recorded(room.path, answered);
  const auto again = done(ask({"record", "--db", room.path, "--lines", file}));
  CHECK(lines_of(again).size() == lines.size());
  CHECK(verified(room.path).events == kInitEvents + std::ssize(lines));
}
