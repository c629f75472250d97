// Refusals of a room that is served, as the reports find them in its audit log.

#include "support/fast_room.hpp"
#include "support/report_formats.hpp"

namespace {

using namespace cardroom;
using testing::FastRoom;
using testing::Named;

constexpr const char* kHand = R"("table":"5","wagers":[{"seat":2,"on":"player","cents":20000}],)"
                              R"("player":"9h Kd","banker":"2c 4s")";

std::vector<Named> refusals_in(const FastRoom& room, const reports::ReportAsked& asked = {}) {
  return testing::rows_in(testing::report_of(room.scratch.path("book"), "exceptions", asked),
                          "refusals");
}

/// What comes next happens in another millisecond, as the clock of a room counts.
void let_time_pass() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

/// Dora asks three times for what is refused, once at no table.
void refuse_three(FastRoom& room) {
  CHECK(room.command("dora", "settle", R"("table":"5")").status == 409);
  CHECK(room.command("dora", "settle", R"("table":"6")").status == 404);
  CHECK(room.ask("dora", "GET", "/v1/reports").status == 403);
}

/// With an open shift and three refusals.
class RefusingRoom : public FastRoom {
 public:
  RefusingRoom() {
    set_up();
    add("olga", "shift-manager");
    add("dora", "dealer");
    open_table("olga");
    refuse_three(*this);
  }
};

TEST_CASE("the commands a served room refused are in its report, once each", "[service][reports]") {
  FastRoom room;
  room.set_up();
  room.add("olga", "shift-manager");
  room.add("dora", "dealer");
  CHECK(room.command("dora", "hand", kHand).status != 201);  // before the shift
  let_time_pass();
  room.open_table("olga");
  refuse_three(room);
  const auto rows = refusals_in(room);
  REQUIRE(rows.size() == 3);
  for (const auto& row : rows) CHECK(row.at("who") == "dora");
  CHECK(rows[0].at("table") == "5");
  CHECK(rows[0].at("what") == "settle");
  CHECK(rows[0].at("code") == "no_hand");
  CHECK(!rows[0].at("sentence").empty());
  CHECK(rows[0].at("sentence").find("no_hand") == std::string::npos);
  CHECK(rows[1].at("table") == "6");
  CHECK(rows[1].at("code") == "unknown_table");
  CHECK(!rows[2].contains("table"));
  CHECK(rows[2].at("what") == "listReports");
  CHECK(rows[2].at("code") == "role_too_low");

  reports::ReportAsked asked;
  asked.table = "5";
  CHECK(refusals_in(room, asked).size() == 1);
  asked.table.reset();
  asked.person = "olga";
  CHECK(refusals_in(room, asked).empty());
  asked.person = "dora";
  CHECK(refusals_in(room, asked) == rows);

  const auto summary =
      testing::rows_in(testing::report_of(room.scratch.path("book"), "exceptions"), "summary");
  CHECK(summary.back().at("what") == "Refused commands");
  CHECK(summary.back().at("count") == "3");

  // Over the line it is the same.
  const auto told = room.get("olga", "/v1/reports/exceptions");
  CHECK(told["sections"].back()["rows"].size() == 3);
  CHECK(told["sections"].back()["rows"][0]["code"] == "no_hand");
}

/// A device that saw another table than this one.
void meet_another_device(FastRoom& room, const std::string& key) {
  const auto heard = room.ask("olga", "POST", "/v1/commands",
                              R"({"do":"pause-table","table":"5","reason":"a break"})",
                              {{"Idempotency-Key", key}, {"If-Match", "\"1.2.3\""}});
  CHECK(heard.status == 412);
  CHECK(testing::problem_code(heard) == "table_changed");
}

TEST_CASE("shift and fees tell refusals by reason, the most frequent first", "[service][reports]") {
  RefusingRoom room;
  CHECK(room.command("dora", "settle", R"("table":"5")").status == 409);
  const auto path = room.scratch.path("book");
  for (const auto* name : {"shift", "fees"}) {
    CAPTURE(name);
    const auto report = testing::report_of(path, name);
    const auto rows = testing::rows_in(report, "refusal_reasons");
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].at("what") == "settle");
    CHECK(rows[0].at("code") == "no_hand");
    CHECK(rows[0].at("times") == "2");
    CHECK(rows[0].at("last_answer") == refusals_in(room)[0].at("sentence"));
    CHECK(rows[1].at("times") == "1");
    CHECK(testing::total_in(report, "refusal_reasons").at("times") == "4");
    const auto at_5 =
        testing::rows_in(testing::report_of(path, name, testing::of_table("5")), "refusal_reasons");
    REQUIRE(at_5.size() == 1);
    CHECK(at_5[0] == rows[0]);
  }
  CHECK(refusals_in(room).size() == 4);
}

TEST_CASE("two devices that met at a table are a note and no refusal", "[service][reports]") {
  FastRoom room;
  room.set_up();
  room.add("olga", "shift-manager");
  room.open_table("olga");
  const auto path = room.scratch.path("book");
  const auto check_note = [&](const std::vector<std::string>& expected) {
    for (const auto& [name, id] : {std::pair{"shift", "refusal_reasons"},
                                   {"fees", "refusal_reasons"},
                                   {"exceptions", "refusals"}}) {
      CAPTURE(name);
      const auto report = testing::report_of(path, name);
      CHECK(testing::rows_in(report, id).empty());
      CHECK(testing::section_of(report, id).notes == expected);
    }
  };
  check_note({});
  meet_another_device(room, "first");
  check_note({"Once two devices were at a table at once; the second looked again."});
  meet_another_device(room, "second");
  check_note({"2 times two devices were at a table at once; the second looked again."});
  const auto summary = testing::rows_in(testing::report_of(path, "exceptions"), "summary");
  CHECK(summary.back().at("what") == "Refused commands");
  CHECK(summary.back().at("count") == "0");
}

TEST_CASE("over the line, too, staff who never played are no player", "[service][reports]") {
  FastRoom room;
  room.set_up();
  room.add("olga", "shift-manager");
  room.open_table("olga");
  const auto heard = room.ask("olga", "GET", "/v1/reports/fees?person=olga");
  CHECK(heard.status == 404);
  CHECK(testing::problem_code(heard) == "unknown_person");
  CHECK(room.ask("olga", "GET", "/v1/reports/exceptions?person=olga").status == 200);
  room.say("olga", "seat", R"("table":"5","seat":6,"name":"olga")");
  CHECK(room.ask("olga", "GET", "/v1/reports/fees?person=olga").status == 200);
}

TEST_CASE("a refusal belongs to the shift it fell into, until the next one opens",
          "[service][reports]") {
  RefusingRoom room;
  let_time_pass();
  room.say("olga", "close-shift");
  let_time_pass();
  CHECK(room.command("dora", "hand", kHand).status == 409);  // between the shifts
  let_time_pass();
  const auto first = room.get("olga", "/v1/shifts")["items"][0]["shift"].get<std::int64_t>();
  reports::ReportAsked asked;
  asked.shift = first;
  CHECK(refusals_in(room, asked).size() == 4);
  room.say("olga", "open-shift", R"("shift":"night")");
  CHECK(room.command("dora", "hand", R"("table":"nowhere")").status >= 400);
  CHECK(refusals_in(room, asked).size() == 4);
  CHECK(refusals_in(room).size() == 1);
  asked.shift.reset();
  asked.from = "2026-01-01";
  CHECK(refusals_in(room, asked).size() == 5);
}

}  // namespace
