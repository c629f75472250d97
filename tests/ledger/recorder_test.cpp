#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "cardroom/table/snapshot.hpp"
#include "support/book.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Refusal;

namespace {

constexpr const char* kCountEvents = "SELECT count(*) FROM event";
constexpr std::string_view kOpenShift =
    R"({"do":"open-shift","by":"olga","key":"shift","shift":"day"})";

std::string at(std::string_view line, std::string_view time) {
  return changed(line, "{", R"({"at":")" + std::string(time) + "\",");
}

/// All of a book's state that can be told: tables between hands, the head, the counts.
std::string told(const table::Floor& floor) {
  std::string all =
      fmt::format("{} events, {} rounds, last at {}, {} staff, {} schedules, {} corrections wait\n",
                  floor.events, floor.rounds, floor.last_ms, floor.staff->size(),
                  floor.books->size(), floor.corrections.size());
  all += floor.shift ? floor.shift->name + ' ' + floor.shift->date + '\n' : "no shift\n";
  for (const auto& [name, state] : floor.tables) {
    all += name + ' ' + (state->hand ? "in a hand" : table::snapshot_json(*state));
    all += fmt::format(" snapshot at {}\n", state->snapshot_at);
  }
  return all;
}

/// Every command of the script twice, over a restart: the second answers must be the first ones.
void check_same_answers(const ScratchBook& book, const std::vector<std::string>& lines) {
  std::vector<std::string> first;
  std::string head;
  {
    const auto recorder = book.open();
    for (const auto& line : lines) first.push_back(record_one(*recorder, line));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      CAPTURE(lines[i]);
      REQUIRE(code_in(first[i]).empty());
      CHECK(record_one(*recorder, lines[i]) == first[i]);
    }
    head = ledger::hex(recorder->head().hash);
  }
  const auto recorder = book.open();
  const auto again = record(*recorder, lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CAPTURE(lines[i]);
    CHECK(again[i].ok);
    CHECK(again[i].json == first[i]);
  }
  CHECK(ledger::hex(recorder->head().hash) == head);
}

/// Plays the lines without a stop, and again with restarts; both must come to the same
/// state, byte for byte in the log and in all that follows from it.
void check_restarts(const std::vector<std::string>& lines, std::size_t every = 1) {
  const ScratchBook straight;
  const ScratchBook halting;
  const auto without_stop = straight.open();
  auto with_stops = halting.open();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CAPTURE(i, lines[i]);
    const auto answer = record_one(*without_stop, lines[i]);
    CHECK(code_in(answer).empty());
    if (i % every == 0) {
      with_stops.reset();
      with_stops = halting.open();
    }
    REQUIRE(record_one(*with_stops, lines[i]) == answer);
    if (i % every == 0 || i + 1 == lines.size()) {
      REQUIRE(told(with_stops->floor()) == told(without_stop->floor()));
    }
    REQUIRE(with_stops->head().hash == without_stop->head().hash);
  }
  CHECK(difference(halting.path).empty());
}

std::string last_key(const std::string& path) { return recorded_keys(path).back(); }

}  // namespace

// --- Answered means recorded --------------------------------------------------------------------

TEST_CASE("an answer that says ok is in the book before it is given", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  const auto answer = record_one(*recorder, std::string(kOpenShift));
  CHECK(answer == R"({"ok":"open-shift","event":9})");
  CHECK(last_key(book.path) == "shift");
  CHECK(ask_number(book.path, "SELECT id FROM shift") == 9);
}

TEST_CASE("a refused line spoils only itself in its batch", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  Script script(kRoomEvents);
  open_table_5(script);
  auto lines = script.lines();
  lines.insert(lines.begin() + 1, "not JSON");
  lines.insert(lines.begin() + 3, R"({"do":"close-shift","by":"max","key":"x1"})");
  lines.insert(lines.begin() + 5, R"({"do":"settle","by":"max","key":"x2","table":"5"})");
  const auto answers = record(*recorder, lines);
  std::vector<std::string> codes;
  for (const auto& answer : answers) {
    if (!answer.ok) codes.push_back(code_in(answer.json));
  }
  CHECK(codes == std::vector<std::string>{"not_json", "role_too_low", "no_hand"});
  CHECK(recorder->head().seq == script.next() - 1);
  CHECK(ask_number(book.path, "SELECT count(*) FROM event") == script.next() - 1);
  CHECK(difference(book.path).empty());
}

TEST_CASE("an empty batch is answered with nothing and leaves the book alone", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  CHECK(record(*recorder, {}).empty());
  CHECK(recorder->head().seq == kRoomEvents);
}

// --- L5: one key, one command -------------------------------------------------------------------

TEST_CASE("L5 a repeated key with the same body gets the very same answer, also after a restart",
          "[ledger]") {
  Script script(kRoomEvents);
  little_shift(script);
  check_same_answers(ScratchBook(), script.lines());
}

TEST_CASE("L5 the answer to a hand, a settlement and an approval is told again in full",
          "[ledger]") {
  const ScratchBook book;
  Script script(kRoomEvents);
  little_shift(script);
  const auto recorder = book.open();
  record_all(*recorder, script.lines());
  int with_rounds = 0;
  int with_answers = 0;
  for (const auto& line : script.lines()) {
    const auto answer = nlohmann::json::parse(record_one(*recorder, line));
    with_rounds += answer.contains("round") || answer.contains("reversal") ? 1 : 0;
    with_answers += answer.contains("answer") && answer["answer"].contains("lines") ? 1 : 0;
    if (answer["ok"] == "hand" || answer["ok"] == "settle") CHECK(answer.contains("answer"));
  }
  CHECK(with_rounds == 9);   // 5 settled, 1 void, 3 corrections
  CHECK(with_answers == 7);  // a void and a strike settle nothing
}

TEST_CASE("L5 a key with another body or another person is refused and nothing is written",
          "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  const std::string line(kOpenShift);
  record_all(*recorder, {line});
  for (const auto& other : {changed(line, R"("shift":"day")", R"("shift":"night")"),
                            changed(line, R"("by":"olga")", R"("by":"mona")"),
                            std::string(R"({"do":"close-shift","by":"olga","key":"shift"})")}) {
    CAPTURE(other);
    CHECK(code_in(record_one(*recorder, other)) == "key_reused");
    CHECK(recorder->head().seq == kRoomEvents + 1);
  }
  CHECK(ask_number(book.path, "SELECT count(*) FROM event") == kRoomEvents + 1);
}

TEST_CASE("L5 keys are compared within one batch too", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  const std::string line(kOpenShift);
  const auto answers =
      record(*recorder, {line, line, changed(line, R"("shift":"day")", R"("shift":"night")")});
  CHECK(answers[0].ok);
  CHECK(answers[1].json == answers[0].json);
  CHECK(code_in(answers[2].json) == "key_reused");
  CHECK(ask_number(book.path, "SELECT count(*) FROM event") == kRoomEvents + 1);
}

TEST_CASE("L5 the form of a repeated request does not matter, its meaning does", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  const auto first = record_one(*recorder, std::string(kOpenShift));
  const auto* other_form = R"( {"shift":"day", "key":"shift", "by":"olga", "do":"open-shift"})";
  CHECK(record_one(*recorder, other_form) == first);
  // When it was first asked for is what counts: the time of a repetition is not looked at.
  CHECK(record_one(*recorder, at(kOpenShift, "2001-01-01T00:00:00Z")) == first);
}

TEST_CASE("L5 the key of a refused command is free", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  const std::string wrong = changed(kOpenShift, R"("shift":"day")", R"("shift":"noon")");
  CHECK(code_in(record_one(*recorder, wrong)) == "unknown_shift");
  CHECK(code_in(record_one(*recorder, std::string(kOpenShift))).empty());
}

// --- Time ---------------------------------------------------------------------------------------

TEST_CASE("a clock set back a little holds time still, set back far it stops the room",
          "[ledger]") {
  constexpr std::int64_t kTenMinutes = 600'000;
  ScratchBook book;
  const auto began = book.clock.ms;
  record_all(*book.open(), {std::string(kOpenShift)});
  const std::string close = R"({"do":"close-shift","by":"olga","key":"c"})";
  book.clock.ms = began - kTenMinutes - 1;
  CHECK(code_in(record_one(*book.open(), close)) == "time_goes_back");
  CHECK(ask_number(book.path, "SELECT max(seq) FROM event") == kRoomEvents + 1);
  book.clock.ms = began - kTenMinutes;
  CHECK(code_in(record_one(*book.open(), close)).empty());
  CHECK(ask_number(book.path, "SELECT max(at_ms) - min(at_ms) FROM event WHERE seq > " +
                                  std::to_string(kRoomEvents)) == 0);
}

TEST_CASE("a time that a client says may stand still and never goes back", "[ledger]") {
  const ScratchBook book;  // its clock says 18:00:00 in Los Angeles
  const auto recorder = book.open();
  const std::string close = R"({"do":"close-shift","by":"olga","key":"c"})";
  record_all(*recorder, {std::string(kOpenShift)});
  CHECK(code_in(record_one(*recorder, at(close, "2026-11-19T17:59:59.999-08:00"))) ==
        "time_goes_back");
  CHECK(recorder->head().seq == kRoomEvents + 1);
  CHECK(code_in(record_one(*recorder, at(close, "2026-11-19T18:00:00-08:00"))).empty());
}

TEST_CASE("a time more than a minute ahead of the clock is refused", "[ledger]") {
  const ScratchBook book;  // its clock says 18:00:00 in Los Angeles
  const auto recorder = book.open();
  const auto code = [&](std::string_view time) {
    return code_in(record_one(*recorder, at(kOpenShift, time)));
  };
  CHECK(code("2026-11-19T18:01:00.001-08:00") == "time_ahead");
  CHECK(code("2026-11-20T02:01:00.001Z") == "time_ahead");
  CHECK(code("2026-11-19T17:59:59-08:00") == "time_goes_back");
  CHECK(recorder->head().seq == kRoomEvents);
  CHECK(code("2026-11-19T18:01:00-08:00").empty());
  CHECK(ask_number(book.path, "SELECT max(utc_offset) FROM event WHERE seq > 2") == -480);
}

TEST_CASE("a time zone that nobody knows is refused", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  Script script(kRoomEvents);
  set_up_room(script);
  const auto zone = changed(script.lines()[1], "America/Los_Angeles", "America/Atlantis");
  CHECK(code_in(record_one(*recorder, zone)) == "setting_not_usable");
  CHECK(recorder->head().seq == kRoomEvents);
}

// --- Restarts -----------------------------------------------------------------------------------

TEST_CASE("L6 a restart before every command of a shift changes nothing", "[ledger]") {
  Script script(kRoomEvents);
  little_shift(script);
  check_restarts(script.lines());
}

TEST_CASE("L6 a restart in a hand goes on where it stood", "[ledger]") {
  const ScratchBook book;
  Script script(kRoomEvents);
  open_table_5(script);
  offer(script, 1, true);
  hand_without_settlement(script);
  record_all(*book.open(), script.lines());
  const auto recorder = book.open();
  const auto* hand = &*recorder->floor().find("5")->hand;
  CHECK(hand->phase == table::Hand::Phase::dealing);
  CHECK(hand->player.size() == 2);
  CHECK(hand->wagers.size() == 2);
  CHECK(code_in(record_one(*recorder, R"({"do":"place-wager","by":"max","key":"late","table":"5",)"
                                      R"("seat":3,"on":"tie","cents":10000})")) == "bets_not_open");
  const auto settled = nlohmann::json::parse(
      record_one(*recorder, R"({"do":"settle","by":"max","key":"s","table":"5"})"));
  CHECK(settled["answer"]["outcome"]["winner"] == "banker");
  CHECK(settled["answer"]["fees"]["total_cents"] == 1100);
  CHECK(difference(book.path).empty());
}

TEST_CASE("L6 a table of more than 256 events is rebuilt from its snapshot", "[ledger]") {
  Script script(kRoomEvents);
  open_table_5(script);
  script.say("sam", "open-table", R"("table":"6","game":"fortune-7","schedule":14)");
  many_turns(script, 70);
  offer(script, 3, true);
  hand_without_settlement(script);  // another snapshot falls due in this hand
  script.say("max", "settle", R"("table":"5")");
  check_restarts(script.lines(), 37);
}

TEST_CASE("L6 a drop counted while its table plays on moves no snapshot", "[ledger]") {
  const ScratchBook book;
  Script script(kRoomEvents);
  const auto shift = open_table_5(script);
  script.say("olga", "close-shift");
  script.say("olga", "open-shift", R"("shift":"night")");
  script.say(
      "sam", "count-drop",
      R"("table":"5",)" + number("shift", shift) + R"(,"box":"5","cents":0,"counters":["Kim Oh"])");
  record_all(*book.open(), script.lines());
  Script more(script.next() - 1);
  for (int i = 0; i < 150; ++i) {
    more.say("sam", "pause-table", R"("table":"5","reason":"A break.")");
    more.say("sam", "resume-table", R"("table":"5")");
  }
  record_all(*book.open(), more.lines());
  CHECK(ask_number(book.path, "SELECT count(*) FROM snapshot") == 1);
  CHECK(difference(book.path).empty());
}

TEST_CASE("a book whose snapshot cannot be read is refused as damaged", "[ledger]") {
  const ScratchBook book;
  Script script(kRoomEvents);
  open_table_5(script);
  for (int i = 0; i < 150; ++i) {
    script.say("sam", "pause-table", R"("table":"5","reason":"A break.")");
    script.say("sam", "resume-table", R"("table":"5")");
  }
  record_all(*book.open(), script.lines());
  for (const char* state : {"no JSON", "[]", "{}", R"({"name":"5","game":"chess"})"}) {
    CAPTURE(state);
    {
      SQLite::Database raw(book.path, SQLite::OPEN_READWRITE);
      raw.exec("DROP TRIGGER IF EXISTS snapshot_fixed");
      SQLite::Statement update(raw, "UPDATE snapshot SET state = ?");
      update.bind(1, state);
      update.exec();
    }
    auto opened = ledger::Recorder::open(accepted(ledger::Book::open_to_write(book.path)),
                                         rules::catalogue(), book.clock);
    CHECK(refusal_of(opened) == Refusal::book_damaged);
  }
}

// --- One writer, many readers -------------------------------------------------------------------

TEST_CASE("a second writer is refused with the process of the first", "[ledger]") {
  const ScratchBook book;
  const auto first = book.open();
  const auto pid = "process " + std::to_string(::getpid());
  CHECK(refusal_of(ledger::Book::open_to_write(book.path), pid) == Refusal::book_in_use);
  const auto ran = ask({"record", "--db", book.path, "--lines", "-"}, kOpenShift);
  CHECK(refused_code(ran, 3) == "book_in_use");
  CHECK(holds(ran.err, pid));
  CHECK(code_in(record_one(*first, std::string(kOpenShift))).empty());
}

TEST_CASE("a writer that is gone leaves the book to the next", "[ledger]") {
  const ScratchBook book;
  book.open().reset();
  CHECK(code_in(record_one(*book.open(), std::string(kOpenShift))).empty());
}

TEST_CASE("a reader's transaction stands still while the writer goes on", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  const auto reader = accepted(ledger::Book::open_to_read(book.path));
  Script script(kRoomEvents);
  little_shift(script);
  const auto events = [&] { return reader->database().execAndGet(kCountEvents).getInt64(); };
  std::int64_t all = kRoomEvents;
  for (const auto& batch : script.batches(12)) {
    SQLite::Transaction still(reader->database());
    CHECK(events() == all);
    record_all(*recorder, batch);
    CHECK(events() == all);
    still.commit();
    all += std::ssize(batch);
    CHECK(events() == all);
    CHECK(difference(book.path).empty());
  }
}

TEST_CASE("a reader that looks all the time sees only whole batches", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  Script script(kRoomEvents);
  little_shift(script);
  std::set<std::int64_t> seen;
  std::atomic<bool> over = false;
  std::thread reader([&] {
    SQLite::Database database(book.path, SQLite::OPEN_READONLY);
    while (!over) seen.insert(database.execAndGet(kCountEvents).getInt64());
    seen.insert(database.execAndGet(kCountEvents).getInt64());
  });
  std::set<std::int64_t> whole = {kRoomEvents};
  for (const auto& batch : script.batches(9)) {
    for (const auto& answer : record(*recorder, batch)) CHECK(answer.ok);
    whole.insert(recorder->head().seq);
  }
  over = true;
  reader.join();
  CHECK(std::includes(whole.begin(), whole.end(), seen.begin(), seen.end()));
  CHECK(seen.contains(script.next() - 1));
}
