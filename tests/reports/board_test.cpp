#include "cardroom/reports/board.hpp"

#include <catch2/catch.hpp>

#include "cardroom/table/field_reader.hpp"
#include "support/book.hpp"

namespace cardroom::testing {

namespace {

using reports::Board;
using reports::BoardMaker;
using reports::BoardTable;
using reports::Warning;
using rules::Cents;

/// A room in which each command is recorded on its own, with the board kept up beside it.
class WatchedRoom {
 public:
  WatchedRoom() : recorder(book_.open()), script(kRoomEvents) {}

  /// Records what was said since, a minute later each, and looks at the board after every command.
  void plays() {
    for (; told_ < script.lines().size(); ++told_) {
      book_.clock.ms += table::kMinuteMs;
      INFO(script.lines()[told_]);
      const auto answer = record_one(*recorder, script.lines()[told_]);
      INFO(answer);
      REQUIRE(code_in(answer).empty());
      board = maker_.board(database(), recorder->floor());
      check();
    }
  }
  [[nodiscard]] const BoardTable& at(const std::string& name) const {
    for (const auto& table : board.tables) {
      if (table.table == name) return table;
    }
    FAIL("no table " << name << " on the board");
    throw 0;
  }
  [[nodiscard]] std::vector<Warning> warnings(const std::string& table) const {
    std::vector<Warning> all;
    for (const auto& warning : at(table).warnings) all.push_back(warning.what);
    return all;
  }
  [[nodiscard]] SQLite::Database& database() { return recorder->book().database(); }
  [[nodiscard]] std::string now() const {
    return table::iso_text(ledger::moment_on(recorder->floor(), book_.clock.ms));
  }

 private:
  /// What was kept is what a board made from the whole book says, and the sums are the report's.
  void check() {
    const auto& floor = recorder->floor();
    BoardMaker anew;
    REQUIRE(table::fields_json(board) == table::fields_json(anew.board(database(), floor)));
    const auto read = accepted(
        table::read_fields<Board>(table::fields_json(board), "a board", std::size_t{1} << 20U));
    REQUIRE(table::fields_json(read) == table::fields_json(board));
    if (!floor.shift) {
      REQUIRE(board.total.hands == 0);
      return;
    }
    reports::ReportAsked asked;
    asked.shift = floor.shift->id;
    const auto totals = reports::shift_totals(
        database(), accepted(reports::scope_of({database(), rules::catalogue(), ""}, asked)));
    check(board.total, totals.total);
    for (const auto& told : totals.tables) check(at(told.table).shift, told.figures);
  }
  static void check(const reports::BoardFigures& told, const reports::ShiftFigures& report) {
    REQUIRE(told.hands == report.hands);
    REQUIRE(told.action == report.action);
    REQUIRE(told.fees == report.expected);
  }

  ScratchBook book_;
  BoardMaker maker_;
  std::size_t told_ = 0;

 public:
  const std::unique_ptr<ledger::Recorder> recorder;
  Script script;
  Board board;
};

/// Turns of two hands at table 5, beginning with the one at this seat.
void turns_from(Script& s, int seat, int turns) {
  for (int turn = 0; turn < turns; ++turn, seat = seat % 4 + 1) {
    offer(s, seat, true);
    plain_hand(s, seat % 4 + 1);
    plain_hand(s, seat % 4 + 1);
  }
}

}  // namespace

TEST_CASE("after every command of a shift the board's sums are those of the report",
          "[reports][board]") {
  WatchedRoom room;
  little_shift(room.script);
  room.plays();
  CHECK_FALSE(room.board.shift);
  CHECK(room.board.open_tables == 1);
  room.script.say("olga", "open-shift", R"("shift":"night")");
  turns_from(room.script, 3, 8);
  room.plays();
  CHECK(room.at("5").shift.hands == 16);
  CHECK(room.at("5").road.size() == 16);
  CHECK(room.at("9").status == "closed");
  CHECK(room.at("9").shift.hands == 0);
  turns_from(room.script, 3, 8);
  room.plays();
  CHECK(room.at("5").shift.hands == 32);
  CHECK(room.at("5").road == std::string(20, 'P'));
}

TEST_CASE("the board follows a table through its hands", "[reports][board]") {
  WatchedRoom room;
  open_table_5(room.script);
  room.plays();
  CHECK(room.at("5").phase == "waits");
  CHECK(room.at("5").option == 13);
  CHECK_FALSE(room.at("5").last);
  REQUIRE(room.warnings("5") == std::vector{Warning::position_due});
  CHECK(room.at("5").warnings[0].text == "The position is due: to seat 1, Ann.");

  offer(room.script, 1, true);
  room.script.say("max", "open-bets", R"("table":"5")");
  room.plays();
  CHECK(room.warnings("5").empty());
  CHECK(room.at("5").phase == "bets open");
  CHECK(room.at("5").position->holder->hand == 1);
  CHECK_FALSE(room.at("5").position->window_2026.would_end_game.empty());
  room.script.say("max", "place-wager", R"("table":"5","seat":2,"on":"player","cents":20000)");
  room.script.say("max", "close-bets", R"("table":"5")");
  room.script.say("max", "deal-card", R"("table":"5","card":"9h")");
  room.plays();
  CHECK(room.at("5").phase == "dealing");
  for (const char* card : {"2c", "Kd", "4s"}) {
    room.script.say("max", "deal-card", R"("table":"5",)" + text("card", card));
  }
  room.script.say("max", "settle", R"("table":"5")");
  room.plays();
  CHECK(room.at("5").position->holder->hand == 2);
  CHECK(room.at("5").road == "P");
  CHECK(room.at("5").last->player == "9h Kd");
  CHECK(room.at("5").last->winner == "player");
  CHECK(room.at("5").last->ended == room.now());
  CHECK(room.at("5").shift.fees == Cents::dollars(8));

  hand_that_empties_the_bank(room.script);
  room.plays();
  const auto turn_ended = room.now();
  CHECK(room.at("5").road == "PT");
  REQUIRE(room.warnings("5") == std::vector{Warning::position_due, Warning::bank_exhausted});
  for (const auto& warning : room.at("5").warnings) CHECK(warning.since == turn_ended);
  room.script.say("sam", "pause-table", R"("table":"5","reason":"a break")");
  room.plays();
  CHECK(room.at("5").phase == "paused");
  CHECK(room.warnings("5") == std::vector{Warning::bank_exhausted});
}

TEST_CASE("the road shows corrected hands where they were played", "[reports][board]") {
  WatchedRoom room;
  open_table_5(room.script);
  offer(room.script, 1, true);
  plain_hand(room.script, 2);               // round 1, Player
  hand_that_empties_the_bank(room.script);  // round 2, a tie
  offer(room.script, 2, true);
  plain_hand(room.script, 3);  // round 3, Player
  room.plays();
  CHECK(room.at("5").road == "PTP");
  const auto asked =
      room.script.say("sam", "request-correction",
                      R"("round":1,"player":"9h Kd","banker":"8c Kd","reason":"Wrong hand.")");
  room.plays();
  REQUIRE(room.warnings("5") == std::vector{Warning::correction_waiting});
  CHECK(room.at("5").warnings[0].since == room.now());
  CHECK(room.at("5").warnings[0].round == 1);
  room.script.say("sam", "drop-correction", number("correction", asked) + R"(,"reason":"No.")");
  const auto right = room.script.say(
      "sam", "request-correction",
      R"("round":1,"player":"2h Kd","banker":"9c Kd","reason":"The hands were exchanged.")");
  room.script.say("mona", "approve-correction", number("correction", right));
  room.plays();
  CHECK(room.warnings("5").empty());
  CHECK(room.at("5").road == "BTP");
  const auto struck = room.script.say("sam", "request-correction",
                                      R"("round":3,"strike":true,"reason":"A rehearsal.")");
  room.script.say("mona", "approve-correction", number("correction", struck));
  room.plays();
  CHECK(room.at("5").road == "BT");
  CHECK(room.at("5").last->round == 2);
  CHECK(room.warnings("5") == std::vector{Warning::bank_exhausted});
}

TEST_CASE("when everybody declined the board says so", "[reports][board]") {
  WatchedRoom room;
  open_table_5(room.script);
  for (int seat = 1; seat <= 4; ++seat) offer(room.script, seat, false);
  room.plays();
  REQUIRE(room.warnings("5") == std::vector{Warning::position_due});
  CHECK(room.at("5").warnings[0].text == "The position is due: everybody declined.");
}

TEST_CASE("the board's sums read no row that they know", "[reports][board]") {
  const ScratchBook book(shift_bytes());
  const SQLite::Database database(book.path, SQLite::OPEN_READONLY);
  const auto plan = [&](const std::string& rows, const reports::SumsAsked& asked) {
    SQLite::Statement step(database, "EXPLAIN QUERY PLAN SELECT g.name, sum(r.event) FROM " + rows +
                                         " r JOIN gaming_table g ON g.id = r.gaming_table WHERE " +
                                         rows_of_shift(asked, "r") + " GROUP BY g.id");
    std::string all;
    while (step.executeStep()) all += step.getColumn(3).getString() + '\n';
    return all;
  };
  for (const std::string rows : {"round", "waiver"}) {
    CAPTURE(rows);
    const auto first = plan(rows, {9, 0, 100});
    CHECK(first.find("USING INDEX " + rows + "_shift (shift=?") != std::string::npos);
    const auto later = plan(rows, {9, 90, 100});
    CHECK(later.find("SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)") !=
          std::string::npos);
  }
}

TEST_CASE("a board is the same after a restart", "[reports][board]") {
  ScratchBook book;
  std::string before;
  {
    const auto recorder = book.open();
    Script script(kRoomEvents);
    open_table_5(script);
    many_turns(script, 3);
    house_table(script);
    script.say("sam", "close-table", R"("table":"9")");
    record_all(*recorder, script.lines());
    BoardMaker maker;
    before = table::fields_json(maker.board(recorder->book().database(), recorder->floor()));
  }
  const auto recorder = book.open();
  BoardMaker maker;
  CHECK(table::fields_json(maker.board(recorder->book().database(), recorder->floor())) == before);
  CHECK(before.find(R"("table":"9","status":"closed")") != std::string::npos);
}

}  // namespace cardroom::testing
