#include "support/fee_book.hpp"
#include "support/report_formats.hpp"
#include "support/swing_shift.hpp"

namespace cardroom::testing {

namespace {

constexpr std::int64_t kHourMs = 3'600'000;

std::int64_t sum_of(const std::vector<Named>& rows, const std::string& column) {
  std::int64_t sum = 0;
  for (const auto& row : rows) sum += whole(row, column);
  return sum;
}

/// "01:00" of each hour that the report tells; people read the wall's clock there.
Cells hours_shown(const reports::Report& report) {
  const auto& section = section_of(report, "hours");
  Cells hours;
  section.rows([&](const reports::Row& row) {
    hours.push_back(reports::people_text(row.front(), section.columns.front().kind));
  });
  return hours;
}

}  // namespace

TEST_CASE("a shift report holds what its manager signs for", "[reports][shift]") {
  const ScratchBook book(swing_shift_bytes());
  const auto report = report_of(book.path, "shift");
  auto facts = facts_in(report);
  CHECK(report.title == "Shift report: swing shift of 2026-11-16");
  CHECK(facts["date"] == "2026-11-16");
  CHECK(facts["shift"] == "swing");
  CHECK(facts["opened"].find("2026-11-16T14:0") == 0);
  CHECK(facts["closed"].find("2026-11-16T") == 0);
  CHECK(facts["opened_by"] == "olga");
  CHECK(facts["expected_cents"] == "7900");  // $82 of fees, $3 given back
  CHECK(facts["counted_cents"] == "7900");
  CHECK(facts["variance_cents"] == "0");
  CHECK(facts["not_counted"].empty());
  CHECK(report.signatures == Cells{"Shift manager", "Floor supervisor", "Count team"});
  CHECK(section_of(report, "refusal_reasons").none.find("only a room that is served") !=
        std::string::npos);

  // The head at the close is the one that `verify --head` looks for.
  CHECK(ask_number(book.path,
                   "SELECT count(*) FROM event e JOIN shift_close c ON c.id = e.seq WHERE seq || "
                   "':' || lower(hex(hash)) = '" +
                       facts["chain_head"] + "'") == 1);
}

TEST_CASE("hours, tables and pages of a shift sum to the shift", "[reports][shift]") {
  for (const auto* bytes : {&swing_shift_bytes(), &shift_bytes()}) {
    const ScratchBook book(*bytes);
    const auto report = report_of(book.path, "shift");
    const auto facts = facts_in(report);
    const auto hours = rows_in(report, "hours");
    const auto tables = rows_in(report, "tables");
    REQUIRE(tables.size() == 2);
    for (const auto* column : {"hands", "action_cents"}) {
      CAPTURE(column);
      CHECK(sum_of(hours, column) == whole(facts, column));
      CHECK(sum_of(tables, column) == whole(facts, column));
    }
    CHECK(sum_of(hours, "fees_cents") ==
          sum_of(tables, "player_dealer_fees_cents") + sum_of(tables, "player_fees_cents"));
    CHECK(sum_of(tables, "expected_cents") == whole(facts, "expected_cents"));
    for (const auto& table : tables) {
      CAPTURE(table.at("table"));
      const auto& page = section_of(report, "table:" + table.at("table"));
      Named told;
      for (const auto& fact : page.facts) {
        told[reports::script_name(fact.name, fact.kind)] = reports::script_text(fact.value);
      }
      for (const auto* figure : {"hands", "action_cents", "expected_cents"}) {
        CHECK(whole(told, figure) == whole(table, figure));
      }
      CHECK(!rows_in(report, "schedules:" + table.at("table")).empty());  // F7-fees.3
      if (whole(table, "expected_cents") == 0) continue;
      CHECK(sum_of(rows_in(report, "payers:" + table.at("table")), "expected_cents") ==
            whole(table, "expected_cents"));
    }
  }
}

TEST_CASE("a shift narrowed to a table is that table's part of it", "[reports][shift]") {
  const ScratchBook book(shift_bytes());
  const auto whole_shift = rows_in(report_of(book.path, "shift"), "tables");
  for (const auto& table : whole_shift) {
    const auto part = report_of(book.path, "shift", of_table(table.at("table")));
    auto facts = facts_in(part);
    for (const auto* figure : {"hands", "action_cents", "expected_cents"}) {
      CAPTURE(figure);
      CHECK(whole(facts, figure) == whole(table, figure));
      CHECK(sum_of(rows_in(part, "tables"), figure) == whole(table, figure));
    }
    CHECK(sum_of(rows_in(part, "hours"), "hands") == whole(table, "hands"));
  }
}

TEST_CASE("a box that nobody counted is named beside the variance", "[reports][shift]") {
  const FeeBook book;
  auto day = facts_in(report_of(book.path, "shift", of_shift(FeeBook::kDay)));
  CHECK(day["not_counted"].empty());
  CHECK(day["variance_cents"] == "-50");
  auto night = facts_in(report_of(book.path, "shift", of_shift(FeeBook::night())));
  CHECK(night["not_counted"] == "table 5");
  CHECK(night["variance_cents"].empty());
  CHECK(night["closed"] == "still open");
}

TEST_CASE("voided hands are counted in the shift in whose box their fees lie", "[reports][shift]") {
  const ScratchBook book(book_bytes([](Script& s) {
    open_table_5(s);
    offer(s, 1, true);
    s.say("max", "open-bets", R"("table":"5")");
    s.say("max", "place-wager", R"("table":"5","seat":3,"on":"player","cents":20000)");
    s.say("max", "close-bets", R"("table":"5")");
    s.say("olga", "close-shift");
    s.say("olga", "open-shift", R"("shift":"night")");
    s.say("sam", "void-round", R"("table":"5","code":"misdeal","reason":"A card fell.")");
    s.say("max", "open-bets", R"("table":"5")");
    s.say("sam", "void-round", R"("table":"5","code":"other","reason":"An alarm.")");
  }));
  SQLite::Database database(book.path, SQLite::OPEN_READONLY);
  SQLite::Statement row(database, "SELECT id FROM shift ORDER BY id");
  std::vector<std::int64_t> shifts;
  while (row.executeStep()) shifts.push_back(row.getColumn(0).getInt64());
  REQUIRE(shifts.size() == 2);
  for (const auto shift : shifts) {
    auto facts = facts_in(report_of(book.path, "shift", of_shift(shift)));
    const auto listed = report_of(book.path, "exceptions", of_shift(shift));
    CHECK(facts["voided"] == "1");
    CHECK(rows_in(listed, "voided_hands").size() == 1);
  }
}

TEST_CASE("action of voided hands is explained where hands are counted beside it",
          "[reports][shift]") {
  const auto told = [](bool voided) {
    const ScratchBook book(book_bytes([&](Script& s) {
      open_table_5(s);
      offer(s, 1, true);
      plain_hand(s, 2);
      if (voided) voided_hand(s, false);
    }));
    const auto report = report_of(book.path, "shift");
    auto facts = facts_in(report);
    CHECK(facts["hands"] == "1");
    CHECK(facts["action_cents"] == (voided ? "40000" : "20000"));
    const auto& tables = section_of(report, "tables").notes;
    CHECK(section_of(report, "table:5").notes == tables);
    return tables.size() == 1 && tables[0].find("voided") != std::string::npos;
  };
  CHECK(told(true));
  CHECK(!told(false));
}

TEST_CASE("a shift in which the clocks go back has its hour twice", "[reports][shift]") {
  ScratchBook book;
  book.clock.ms = 1'825'572'600'000;  // 2027-11-07 00:30 in Los Angeles, an hour and a half before
  const auto recorder = book.open();
  Script first(kRoomEvents);
  open_table_5(first);
  offer(first, 1, true);
  plain_hand(first, 2);
  record_all(*recorder, first.lines());
  book.clock.ms += 4 * kHourMs;  // 03:30, and nothing was played in between
  Script last(first.next() - 1, "n");
  plain_hand(last, 2);
  record_all(*recorder, last.lines());
  const auto report = report_of(book.path, "shift");
  CHECK(hours_shown(report) == Cells{"00:00", "01:00", "01:00", "02:00", "03:00"});
  CHECK(sum_of(rows_in(report, "hours"), "hands") == 2);
}

}  // namespace cardroom::testing
