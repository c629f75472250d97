#include "support/report_formats.hpp"
#include "support/book.hpp"

namespace cardroom::testing {

using namespace reports;  // NOLINT: the model of a report

TEST_CASE("every kind of cell is the same figure in all formats", "[reports][formats]") {
  Report report{.name = "odd", .title = "Odd cells"};
  report.facts = {{"room", "Room", Kind::text, std::string("=cmd|' /C calc'!A0")},
                  {"nothing", "Nothing", Kind::text, {}}};
  const Moment moment{1'795'140'000'123, -480};
  report.sections.push_back(
      {.name = "cells",
       .of = "5",
       .title = "Cells <of> \"table\" 5 & more",
       .facts = {{"best", "Best", Kind::net, Cents{-150}}},
       .columns = {{"name", "Name", Kind::text},
                   {"seat", "Seat", Kind::number},
                   {"hands", "Hands", Kind::count, true, true},
                   {"fees", "Fees", Kind::cents, true},
                   {"net", "Net", Kind::net, true},
                   {"at", "At", Kind::moment},
                   {"clock", "Clock", Kind::clock},
                   {"share", "Share", Kind::decimal},
                   {"course", "Course", Kind::series}},
       .rows =
           rows_of({{std::string("Zoë, \"Z\" <b>&"), std::int64_t{1234}, std::int64_t{1234},
                     Cents{150500}, Cents{-7500}, moment, moment, Decimal{2.5, 2}, Series{1, 2, 3}},
                    {std::string("=1+1"), {}, std::int64_t{-1}, Cents{-50}, {}, {}, {}, {}, {}},
                    {std::string("陳大文"), {}, {}, {}, Cents{100}, {}, {}, {}, {}},
                    {std::string(), {}, {}, Cents{5}, Cents{1}, {}, moment, {}, Series{}}}),
       .notes = {"A note, \"quoted\"."}});
  report.sections.push_back({.name = "none",
                             .title = "None",
                             .columns = {{"a", "A"}},
                             .rows = rows_of({}),
                             .none = "There is none."});
  report.sections.push_back({.name = "plain", .title = "Plain", .notes = {"Notes alone."}});
  check_formats(report);
  CHECK(written(report, Format::csv).find(",'=cmd") != std::string::npos);
}

TEST_CASE("a shift report is the same in all formats", "[reports][formats]") {
  const ScratchBook book(shift_bytes());
  const auto report = report_of(book.path, "shift");
  CHECK(total_in(report, "hours")["hands"] == "4");
}

TEST_CASE("remarks go on in the next line before a figure is left out", "[reports][formats]") {
  Report report{.name = "odd", .title = "Odd"};
  report.sections.push_back({.name = "hands",
                             .title = "Hands",
                             .columns = {{"round", "Round", Kind::number},
                                         {"tier", "Tier", Kind::text, false, false, 2},
                                         {"fee", "Fee", Kind::cents, true, false, 1},
                                         prose("marks", "Marks")},
                             .rows = rows_of({{std::int64_t{7}, std::string("$105 - $300"),
                                               Cents{200}, std::string("void, fees returned")}})});
  const auto at_width = [&](std::size_t width) {
    const auto text = written(report, Format::text, {width, true, Ink(false)});
    return text.substr(text.find("  Round"));
  };
  CHECK(at_width(45) ==
        "  Round  Tier         Fee  Marks\n"
        "  -----  -----------  ---  ------------------\n"
        "      7  $105 - $300   $2  void, fees\n"
        "                           returned\n"
        "  -----  -----------  ---  ------------------\n"
        "  total                $2\n");
  CHECK(at_width(26) ==
        "  Round  Fee  Marks\n"
        "  -----  ---  ------------\n"
        "      7   $2  void, fees\n"
        "              returned\n"
        "  -----  ---  ------------\n"
        "  total   $2\n"
        "  Too narrow here for:\n"
        "  Tier.\n");
}

}  // namespace cardroom::testing
