// What the board shows and what its keys do, without a terminal.

#include "cardroom/cli/board_view.hpp"

#include <catch2/catch.hpp>

#include "cardroom/service/server_clock.hpp"
#include "cardroom/table/moment.hpp"

namespace {

using namespace cardroom;
using namespace cardroom::cli;
using Kind = BoardKey::Kind;
using reports::BoardTable;
using reports::Warning;

constexpr std::int64_t kNow = 1'795'140'000'000;  // 2026-11-19 18:00 in Los Angeles
constexpr BoardSize kUsual{80, 24};

std::string minutes_ago(std::int64_t minutes) {
  return table::iso_text({kNow - minutes * table::kMinuteMs, -480});
}

BoardTable table_told(std::string name, std::string phase, std::int64_t fees_cents) {
  BoardTable table;
  table.table = std::move(name);
  table.status = phase == "closed" || phase == "paused" ? phase : "open";
  table.phase = std::move(phase);
  table.game = "fortune-7";
  table.shift.fees = rules::Cents{fees_cents};
  table.shift.action = rules::Cents{fees_cents * 100};
  if (table.status == "closed") return table;
  table.option = 13;
  table.position.emplace();
  table.position->rules = "approved";
  table.position->window_2026.would_end_game = minutes_ago(-30);
  return table;
}

reports::AtPosition holder(std::string name, std::int64_t hand, std::int64_t minutes) {
  return {1, std::move(name), std::nullopt, minutes_ago(minutes), rules::Cents{1'000'000}, hand, 2};
}

/// Four tables: one dealing, one whose position is due, one that is paused and one closed.
class Room {
 public:
  Room() {
    board.room = "Test Room";
    board.time_zone = "America/Los_Angeles";
    board.shift = reports::LiveShift{9, "swing", "2026-11-19", minutes_ago(240)};
    board.open_tables = 3;
    board.total = {40, rules::Cents{1'234'500}, rules::Cents{34'550}};
    auto dealing = table_told("5", "dealing", 1850);
    dealing.position->holder = holder("Ann", 2, 12);
    dealing.last = reports::BoardResult{7, "6h Kd 4s", "3c Kd 4s", "banker", minutes_ago(1)};
    dealing.road = "PBTPBTPBTPBTPBTPBTPB";
    auto due = table_told("10", "waits", 99999);
    due.position->due = reports::AtPosition{3, "Cai", {}, {}, {}, {}, {}};
    due.warnings.push_back({Warning::position_due, minutes_ago(7), "The position is due.", {}});
    due.warnings.push_back({Warning::gap, minutes_ago(9), "The last hand was a gap.", 8});
    auto paused = table_told("VIP", "paused", 0);
    board.tables = {due, dealing, table_told("9", "closed", 500), paused};
    seen.board = &board;
    seen.now_ms = kNow;
  }

  /// The screen as text; no line of it may be wider or longer than it.
  std::vector<std::string> lines(BoardSize size = kUsual, bool ascii = false) {
    std::vector<std::string> all;
    for (const auto& line : board_lines(seen, view, size, ascii)) {
      std::string text;
      for (const auto& piece : line) text += piece.text;
      CHECK(reports::columns_of(text) <= size.columns);
      all.push_back(text);
    }
    CHECK(all.size() <= size.rows);
    return all;
  }
  std::string screen(BoardSize size = kUsual, bool ascii = false) {
    std::string all;
    for (const auto& line : lines(size, ascii)) all += line + '\n';
    return all;
  }
  bool shows(const std::string& text, BoardSize size = kUsual) {
    return screen(size).find(text) != std::string::npos;
  }
  /// The style of the piece in which the text stands.
  Style style_of(const std::string& text) {
    for (const auto& line : board_lines(seen, view, kUsual, false)) {
      for (const auto& piece : line) {
        if (piece.text.find(text) != std::string::npos) return piece.style;
      }
    }
    FAIL("nowhere on the screen: " << text);
    throw 0;
  }
  void types(const std::string& letters) {
    for (const char letter : letters) press(Kind::character, std::string(1, letter));
  }
  void press(Kind kind, const std::string& character = {}) {
    view = pressed(view, {kind, character}, seen, kUsual);
  }
  std::string order() {
    std::string names;
    for (const auto* table : tables_shown(seen, view)) rules::append_listed(names, table->table);
    return names;
  }

  reports::Board board;
  BoardSeen seen;
  BoardView view;
};

/// Table 5 as the server tells it when it is looked into.
reports::LiveTable live_table_5() {
  reports::LiveTable table;
  table.table = "5";
  table.title = "Fortune 7 Baccarat";
  table.status = "open";
  table.position.emplace();
  table.position->rules = "approved";
  table.position->holder = holder("Ann", 2, 12);
  table.position->window_2026.would_end_game = minutes_ago(-30);
  table.hand.emplace();
  table.hand->phase = "dealing";
  table.hand->action = rules::Cents{60000};
  table.hand->player = "6h Kd";
  table.hand->text = "Banker gets the next card.";
  for (int seat = 1; seat <= 8; ++seat) {
    reports::LiveSeat sitting;
    sitting.seat = seat;
    sitting.name = "Guest " + std::to_string(seat);
    table.seats.push_back(sitting);
  }
  table.seats[1].spaces.push_back({"player", rules::Cents{10000}, rules::Cents{}, {}});
  table.next.push_back({"deal-card", table::Role::dealer, {}, "Deal a card to Banker."});
  return table;
}

TEST_CASE("a board of 80 columns says all of a table in a line", "[cli][board]") {
  Room room;
  const auto lines = room.lines();
  REQUIRE(lines.size() == 24);
  CHECK(lines[0].starts_with("Test Room  swing shift of 2026-11-19"));
  CHECK(lines[0].ends_with("18:00:00  live"));
  CHECK(lines[1] == "3 of 4 tables open  40 hands  action $12,345  fees $345.50  1 with warnings");
  CHECK(lines[3] ==
        ">5     dealing fortune-7 13 Ann 2/2 12m    $1,850  $18.50 6K4-3K4 PBTPB         ");
  CHECK(room.shows(" 10    waits   fortune-7 13 due Cai"));
  CHECK(room.shows("due 7m+1"));
  CHECK(room.style_of("due 7m") == Style::warn);
  CHECK(room.style_of(" paused") == Style::warn);
  CHECK(room.style_of(" closed") == Style::faint);
}

TEST_CASE("a wider board says more and a narrower one the most important", "[cli][board]") {
  Room room;
  const BoardSize wide{200, 50};
  CHECK(room.shows("B 6h Kd 4s - 3c Kd 4s", wide));
  CHECK(room.shows("PBTPBTPBTPBTPBTPBTPB", wide));
  CHECK(room.shows("due 7m, gap", wide));
  CHECK(room.shows("Hands", wide));
  const BoardSize narrow{40, 10};
  CHECK(room.shows("dealing", narrow));
  CHECK(room.shows("due 7m+1", narrow));
  CHECK_FALSE(room.shows("Road", narrow));
  for (std::size_t columns = 1; columns <= 220; ++columns) {
    for (const std::size_t rows : {1U, 9U, 10U, 24U}) room.lines({columns, rows});
  }
}

TEST_CASE("a terminal that is too small is told so in a sentence", "[cli][board]") {
  Room room;
  std::string sentence;
  for (const auto& line : room.lines({20, 10})) sentence += line + ' ';
  CHECK(sentence == "The board needs 40 columns and 10 rows; this terminal has 20 and 10. ");
  CHECK_FALSE(room.shows("dealing", {39, 24}));
  CHECK_FALSE(room.shows("dealing", {80, 9}));
  CHECK(room.shows("dealing", {40, 10}));
}

TEST_CASE("keys order the tables", "[cli][board]") {
  Room room;
  CHECK(room.order() == "5, 9, 10, VIP");
  room.types("f");
  CHECK(room.order() == "10, 5, 9, VIP");
  room.types("s");
  CHECK(room.order() == "5, 10, VIP, 9");
  room.types("w");
  CHECK(room.order() == "10, 5, 9, VIP");
  room.board.tables[1].shift.action = rules::Cents{100'000'000};
  room.types("a");
  CHECK(room.order() == "5, 10, 9, VIP");
  room.types("t");
  CHECK(room.order() == "5, 9, 10, VIP");
}

TEST_CASE("keys leave only some of the tables", "[cli][board]") {
  Room room;
  room.types("o");
  CHECK(room.order() == "5, 10, VIP");
  CHECK(room.shows("Shown: open"));
  room.types("!");
  CHECK(room.order() == "10");
  room.press(Kind::escape);
  CHECK(room.order() == "5, 9, 10, VIP");
  room.types("/aNNx");
  CHECK(room.order().empty());
  CHECK(room.shows("No table is like that."));
  room.press(Kind::erase);
  CHECK(room.order() == "5");
  room.types("q");
  CHECK_FALSE(room.view.quit);
  room.press(Kind::escape);
  CHECK_FALSE(room.view.typing);
  CHECK(room.order() == "5, 9, 10, VIP");
  room.types("/vip");
  room.press(Kind::enter);
  CHECK(room.order() == "VIP");
  room.types("q");
  CHECK(room.view.quit);
}

TEST_CASE("the chosen table stays chosen when the order changes", "[cli][board]") {
  Room room;
  room.press(Kind::down);
  room.press(Kind::down);
  CHECK(room.view.chosen == "10");
  room.types("f");
  CHECK(room.lines()[3].starts_with(">10"));
  room.press(Kind::up);
  CHECK(room.view.chosen == "10");
  room.press(Kind::page_down);
  CHECK(room.view.chosen == "VIP");
  room.types("!");
  CHECK(room.lines()[3].starts_with(">10"));
}

TEST_CASE("more tables than rows are scrolled so that the chosen one is seen", "[cli][board]") {
  Room room;
  room.board.tables.clear();
  for (int i = 1; i <= 60; ++i) {
    room.board.tables.push_back(table_told(std::to_string(i), "waits", 0));
  }
  for (int i = 1; i <= 60; ++i) {
    CHECK(room.shows("\n>" + std::to_string(i) + ' '));
    room.press(Kind::down);
  }
  CHECK(room.view.chosen == "60");
}

TEST_CASE("old figures are told to be old, in words and in looks", "[cli][board]") {
  Room room;
  CHECK(room.style_of("fortune-7") == Style::chosen);
  CHECK(room.style_of("due Cai") == Style::plain);
  room.seen.silent_ms = BoardSeen::kStaleMs;
  CHECK(room.shows("live"));
  room.seen.silent_ms = BoardSeen::kStaleMs + 1;
  CHECK(room.shows("stale: no answer for 12 s"));
  CHECK(room.style_of("stale: ") == Style::bad);
  CHECK(room.style_of("due Cai") == Style::faint);
  CHECK_FALSE(room.shows("live"));
  room.seen.silent_ms = 400;
  room.seen.failing = true;
  room.seen.why = "The server does not answer.";
  CHECK(room.shows("stale: no answer for 0 s"));
  CHECK(room.shows("The server does not answer."));
  room.seen.failing = false;
  room.seen.feed = false;
  room.seen.feed_away_ms = 3000;
  CHECK(room.shows("no feed for 3 s, asking"));
}

TEST_CASE("a table is looked into and left again", "[cli][board]") {
  Room room;
  const auto table = live_table_5();
  const std::vector<RoundSeen> rounds = {{7, "settled", minutes_ago(1), "6h Kd 4s", "3c Kd 4s",
                                          "banker", rules::Cents{60000}, rules::Cents{1400}}};
  room.press(Kind::enter);
  REQUIRE(room.view.inside == "5");
  CHECK(room.shows("Table 5: waiting for the server's answer."));
  room.seen.table = &table;
  room.seen.rounds = &rounds;
  CHECK(room.shows("Position: Ann at seat 1 with $10,000, hand 2 of 2, since 17:48 (12m)"));
  CHECK(room.shows("2026 clock: would end the game at 18:30 (30m), information"));
  CHECK(room.shows("player $100"));
  CHECK(room.shows("Deal a card to Banker. (dealer)"));
  CHECK_FALSE(room.shows("fees $14"));
  for (int i = 0; i < 40; ++i) room.press(Kind::down);
  CHECK(room.shows("fees $14"));
  const auto scrolled = room.view.scrolled;
  room.press(Kind::up);
  CHECK(room.view.scrolled == scrolled - 1);
  room.press(Kind::page_down);
  room.seen.failing = true;
  CHECK(room.style_of("fees $14") == Style::faint);
  for (std::size_t columns = 40; columns <= 200; ++columns) room.lines({columns, 24});
  room.press(Kind::escape);
  CHECK_FALSE(room.view.inside);
  CHECK(room.lines()[3].starts_with(">5"));
}

TEST_CASE("the clock of 2026 is told when it is near", "[cli][board]") {
  Room room;
  auto& table = room.board.tables[1];
  CHECK(room.order() == "5, 9, 10, VIP");
  table.position->window_2026.would_end_game = minutes_ago(-8);
  CHECK(room.style_of("clock 8m") == Style::chosen);
  room.press(Kind::down);
  CHECK(room.style_of("clock 8m") == Style::faint);
  table.position->rules = "2026";
  CHECK(room.style_of("clock 8m") == Style::bad);
  table.position->window_2026.would_end_game = minutes_ago(2);
  CHECK(room.style_of("clock 0m") == Style::bad);
}

TEST_CASE("names cannot move the cursor, and ASCII is enough", "[cli][board]") {
  Room room;
  room.board.tables[1].position->holder->name = "Zoë\x1b[2J\xc2\x9b";
  const auto screen = room.screen({200, 24});
  CHECK(screen.find("Zoë?[2J") != std::string::npos);
  CHECK(screen.find('\x1b') == std::string::npos);
  const auto plain = room.screen({200, 24}, true);
  CHECK(plain.find("Zo?") != std::string::npos);
  CHECK(std::all_of(plain.begin(), plain.end(),
                    [](char c) { return c == '\n' || (c >= ' ' && c < 0x7f); }));
}

TEST_CASE("help tells every key and any key leaves it", "[cli][board]") {
  Room room;
  room.types("?");
  for (const char* word : {"Enter", "t table", "f fees", "a action", "s status", "w warnings",
                           "o open", "! tables", "/ ", "q or Ctrl-C"}) {
    CAPTURE(word);
    CHECK(room.shows(word));
  }
  room.types("f");
  CHECK_FALSE(room.view.help);
  CHECK(room.view.sort == BoardView::Sort::table);
}

TEST_CASE("a board printed once has every table and no blank line", "[cli][board]") {
  Room room;
  for (int i = 20; i < 80; ++i) {
    room.board.tables.push_back(table_told(std::to_string(i), "waits", 0));
  }
  const auto text = board_text(room.seen, 80, true, reports::Ink(false));
  for (const char* name : {" 79 ", " VIP ", " 10 "}) CHECK(text.find(name) != std::string::npos);
  CHECK(text.find("\n\n") == std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("the server's clock is known from the dates of its answers", "[cli][board]") {
  service::ServerClock clock;
  // It is 90.3 seconds ahead, and takes 40 ms to answer.
  const auto answers_at = [&](std::int64_t own) {
    const auto server = own + 20 + 90'300;
    clock.heard(own, own + 40, server / 1000 * 1000);
  };
  for (const std::int64_t own : {1'000'000, 1'250'130, 1'500'700, 1'750'650}) answers_at(own);
  CHECK(std::abs(clock.at(2'000'000) - 2'090'300) < 250);
  // Somebody sets our clock back by an hour.
  clock.heard(500'000, 500'040, 4'190'000);
  CHECK(std::abs(clock.at(500'000) - 4'190'500) < 600);
}

}  // namespace
