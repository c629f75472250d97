#include "support/fee_book.hpp"
#include "support/report_formats.hpp"

namespace cardroom::testing {

using reports::ReportAsked;
using rules::Refusal;

TEST_CASE("a count sheet holds what 4 CCR 12385 asks for", "[reports][count]") {
  const FeeBook book;
  ReportAsked asked;
  asked.shift = FeeBook::kDay;
  const auto sheet = report_of(book.path, "count-sheet", asked);
  auto facts = facts_in(sheet);
  CHECK(facts["room"] == "Test Room");
  CHECK(facts["about"].find("day shift of 2026-11-") == 0);
  CHECK(facts["boxes"] == "1");
  CHECK(facts["amount_cents"] == "2450");
  CHECK(facts["first_counted"].find("2026-11-") == 0);
  const auto boxes = rows_in(sheet, "boxes");
  REQUIRE(boxes.size() == 1);
  CHECK(boxes[0].at("table") == "5");
  CHECK(boxes[0].at("box") == "5-day");
  CHECK(boxes[0].at("struck_cents") == "2400");
  CHECK(boxes[0].at("amount_cents") == "2450");
  const auto corrections = rows_in(sheet, "recounts");
  REQUIRE(corrections.size() == 1);
  CHECK(corrections[0].at("reason") == "A half dollar.");
  CHECK(sheet.signatures ==
        std::vector<std::string>{"Kim Oh, counter", "Lou Ray, counter", "Noa Li, counter"});
  CHECK(sheet.notes.empty());
}

TEST_CASE("a box that nobody counted is named on the count sheet", "[reports][count]") {
  const FeeBook book;
  const auto sheet = report_of(book.path, "count-sheet");  // of the open shift
  CHECK(rows_in(sheet, "boxes").empty());
  REQUIRE(sheet.notes.size() == 1);
  CHECK(sheet.notes[0].find("table 5.") != std::string::npos);
}

TEST_CASE("a blank count sheet has a line for each table that was open", "[reports][count]") {
  const FeeBook book;
  const auto tables = [&](std::int64_t shift) {
    ReportAsked asked;
    asked.shift = shift;
    asked.blank = true;
    const auto sheet = report_of(book.path, "count-sheet", asked);
    CHECK(!sheet.signatures.empty());
    std::vector<std::string> named;
    for (const auto& row : rows_in(sheet, "form")) {
      CHECK(row.at("amount").find("____") != std::string::npos);
      named.push_back(row.at("table"));
    }
    return named;
  };
  CHECK(tables(FeeBook::kDay) == std::vector<std::string>{"5", "9"});
  CHECK(tables(FeeBook::night()) == std::vector<std::string>{"5"});
  ReportAsked unknown;
  unknown.shift = 7777;
  CHECK(refusal_of(ask_report(book.path, "count-sheet", unknown)) == Refusal::unknown_shift);
}

}  // namespace cardroom::testing
