#include <sstream>

#include "support/process.hpp"
#include "support/text.hpp"

using namespace cardroom::testing;

namespace {

/// The recorded shift of tests/shift in a book of its own.
std::string recorded_shift(const Scratch& scratch) {
  const auto path = scratch.path("room.book");
  done(ask({"room", "init", "--db", path, "--at", "2026-11-16T13:55:00-08:00"}));
  done(ask({"record", "--db", path, "--lines", CARDROOM_TESTS "/shift/commands.jsonl"}));
  return path;
}

}  // namespace

TEST_CASE("the fees of a recorded shift come to what verify counts", "[cli][fees]") {
  const Scratch scratch;
  const auto book = recorded_shift(scratch);
  const auto facts = ask({"report", "fees", "--db", book, "--json"}).answer()["facts"];
  const auto verified = ask({"verify", "--db", book, "--json"}).answer();
  CHECK(facts["fees_cents"] == verified["collections_cents"]);
  CHECK(facts["waived_cents"].get<int>() == -verified["waivers_cents"].get<int>());
  const auto totals =
      ask({"report", "fees", "--db", book, "--totals", "--from", "2026-07-01", "--json"}).answer();
  CHECK(totals["facts"]["fees_cents"] == facts["fees_cents"]);
  CHECK(totals.dump().find("fee_hands") == std::string::npos);
}

TEST_CASE("the page on fees shows what the report prints", "[cli][fees]") {
  const Scratch scratch;
  const auto printed =
      done(ask({"report", "fees", "--db", recorded_shift(scratch), "--width", "120"}));
  std::istringstream page(content_of(CARDROOM_TESTS "/../docs/fees.md"));
  int shown = 0;
  for (std::string line; std::getline(page, line);) {
    const auto text = line.find_first_not_of(' ');
    if (text == std::string::npos || text < 6) continue;  // not a round of the report
    ++shown;
    CAPTURE(line);
    CHECK(holds(printed, "\n" + line.substr(2)));
  }
  CHECK(shown == 5);
}

TEST_CASE("count-sheet and notice are verbs of their own", "[cli][fees]") {
  const Scratch scratch;
  const auto book = recorded_shift(scratch);
  const auto sheet = done(ask({"count-sheet", "--db", book, "--ascii"}));
  CHECK(holds(sheet, "Count sheet: swing shift of 2026-11-16"));
  CHECK(holds(sheet, "Lee Moss, counter"));
  CHECK(holds(done(ask({"count-sheet", "--db", book, "--blank", "--format", "html"})), "$____"));
  const auto closed = ask({"notice", "5", "--db", book});
  CHECK(closed.status == 1);
  CHECK(holds(closed.err, "table_not_open"));
  CHECK(ask({"notice", "--db", book}).status == 2);
  CHECK(ask({"report", "notice", "5", "--db", book}).status == 2);
  CHECK(ask({"report", "fees", "--db", book, "--person", "Nobody"}).status == 1);
}
