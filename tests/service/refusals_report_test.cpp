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

/// A room in which Dora asked three times for what was refused, once at no table.
void refuse_three(FastRoom& room) {
  CHECK(room.command("dora", "settle", R"("table":"5")").status == 409);
  CHECK(room.command("dora", "settle", R"("table":"6")").status == 404);
  CHECK(room.ask("dora", "GET", "/v1/reports").status == 403);
}

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

TEST_CASE("a refusal belongs to the shift it fell into, until the next one opens",
          "[service][reports]") {
  FastRoom room;
  room.set_up();
  room.add("olga", "shift-manager");
  room.add("dora", "dealer");
  room.open_table("olga");
  refuse_three(room);
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
