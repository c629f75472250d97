// Time, shifts and the count of the drop.

#include "support/fortune_7_table.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Refusal;

namespace {

std::string count_of(std::int64_t shift, std::string_view cents,
                     std::string_view counters = R"("Ann Lee","Bo Chu")") {
  return fmt::format(R"({{"do":"count-drop","table":"5","shift":{},"box":"B-5","cents":{},)"
                     R"("counters":[{}]}})",
                     shift, cents, counters);
}
std::string recount_of(std::int64_t count, std::string_view cents) {
  return fmt::format(R"({{"do":"recount-drop","count":{},"cents":{},"counters":["Cy Day"],)"
                     R"("reason":"two chips stuck together"}})",
                     count, cents);
}

}  // namespace

TEST_CASE("time does not go back, and may stand still", "[table]") {
  auto room = Room::ready();
  room.clock_shows("2026-11-18T20:00:00-08:00");
  room.does(R"({"do":"open-table","table":"5","game":"fortune-7","schedule":13})");
  room.clock_shows("2026-11-18T19:59:59.999-08:00");
  CHECK(room.refuses(R"({"do":"close-table","table":"5"})", "2026-11-18T20:00:00") ==
        Refusal::time_goes_back);
  room.clock_shows("2026-11-18T20:00:00-08:00");
  room.does(R"({"do":"close-table","table":"5"})");
}

TEST_CASE("one shift is open at a time, and it is one of the room's", "[table]") {
  auto room = Room::ready();
  CHECK(room.refuses(R"({"do":"open-shift","shift":"grave"})", "swing") ==
        Refusal::shift_already_open);
  room.does(R"({"do":"close-shift"})");
  CHECK(room.refuses(R"({"do":"close-shift"})") == Refusal::no_shift_open);
  CHECK(room.refuses(R"({"do":"open-shift","shift":"dawn"})", "day, swing, grave") ==
        Refusal::unknown_shift);
  room.does(R"({"do":"open-shift","shift":"grave"})");
  CHECK(room.refuses(R"({"do":"close-shift"})", "", "alex") == Refusal::role_too_low);
}

TEST_CASE("a gaming day runs past midnight to its own start", "[table]") {
  struct Case {
    std::string_view clock, date;
  };
  const auto [clock, date] = GENERATE(Case{"2026-11-18T22:00:00-08:00", "2026-11-18"},
                                      Case{"2026-11-19T00:30:00-08:00", "2026-11-18"},
                                      Case{"2026-11-19T05:59:59-08:00", "2026-11-18"},
                                      Case{"2026-11-19T06:00:00-08:00", "2026-11-19"},
                                      Case{"2027-01-01T01:00:00-08:00", "2026-12-31"});
  CAPTURE(clock);
  auto room = Room::ready();
  room.does(R"({"do":"close-shift"})");
  room.clock_shows(clock);
  const auto opened = room.does(R"({"do":"open-shift","shift":"grave"})");
  CHECK(opened.shift->date == date);
  CHECK(opened.shift->id == opened.seq);
}

TEST_CASE("a box is counted once, after its shift, by named people", "[table]") {
  Fortune7Table table({1, 3});
  auto& room = table.room;
  const auto swing = room.floor().shift->id;
  CHECK(room.refuses(count_of(swing, "800"), "swing") == Refusal::shift_still_open);
  room.does(R"({"do":"close-shift"})");
  CHECK(room.refuses(count_of(swing + 1000, "800")) == Refusal::unknown_shift);
  CHECK(room.refuses(count_of(swing, "800", "")) == Refusal::setting_not_usable);
  CHECK(room.refuses(count_of(swing, "800", R"("Ann","Ann")")) == Refusal::setting_not_usable);
  CHECK(room.refuses(count_of(swing, "800", R"("A\nB")")) == Refusal::name_not_usable);
  CHECK(room.refuses(count_of(swing, "-1")) == Refusal::number_too_large);
  CHECK(room.refuses(count_of(swing, "9223372036854775807")) == Refusal::number_too_large);
  const auto first = room.does(count_of(swing, "0"));
  CHECK(first.count->box == "B-5");
  CHECK(room.refuses(count_of(swing, "800"), std::to_string(first.seq)) ==
        Refusal::drop_already_counted);
  CHECK(room.refuses(R"({"do":"count-drop","table":"77","shift":1,"box":"B","cents":1,)"
                     R"("counters":["A"]})") == Refusal::unknown_table);
}

TEST_CASE("a recount names the count it replaces, and only the latest is recounted", "[table]") {
  Fortune7Table table({1, 3});
  auto& room = table.room;
  const auto swing = room.floor().shift->id;
  room.does(R"({"do":"close-shift"})");
  const auto first = room.does(count_of(swing, "700"));
  CHECK(room.refuses(recount_of(first.seq + 1000, "800")) == Refusal::unknown_count);
  const auto second = room.does(recount_of(first.seq, "800"));
  CHECK(second.count->table == "5");
  CHECK(second.count->shift == swing);
  CHECK(room.refuses(recount_of(first.seq, "900")) == Refusal::drop_already_counted);
  CHECK(room.refuses(count_of(swing, "900")) == Refusal::drop_already_counted);
  room.does(recount_of(second.seq, "900"));
}

TEST_CASE("a table that has closed can still be counted", "[table]") {
  Fortune7Table table({1, 3});
  auto& room = table.room;
  const auto swing = room.floor().shift->id;
  table.does(R"("do":"close-table")");
  room.does(R"({"do":"close-shift"})");
  room.does(count_of(swing, "800"));
}
