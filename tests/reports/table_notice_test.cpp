#include "support/fee_book.hpp"
#include "support/report_formats.hpp"

namespace cardroom::testing {

using rules::Refusal;

namespace {

/// A room in which table 5 is open and plays under this option.
std::string book_with_option(ScratchBook& book, int option) {
  Script script(kRoomEvents);
  load_fee_schedules(script, "first.toml", "$3.00");
  open_table_5(script);
  script.say("sam", "change-schedule", R"("table":"5",)" + number("schedule", option));
  house_table(script);
  record_all(*book.open(), script.lines());
  return book.path;
}

std::string notes_of(const reports::Report& report, std::string_view section) {
  std::string all;
  for (const auto& note : section_of(report, section).notes) all += note + '\n';
  return all;
}

}  // namespace

TEST_CASE("a notice tells the one option in force with its fees", "[reports][notice]") {
  ScratchBook book;
  const auto notice = report_of(book_with_option(book, 13), "notice", of_table("5"));
  CHECK(facts_in(notice)["option"] == "13");
  CHECK(facts_in(notice)["limit"] == "$100 - $500, seated and backline together");
  const auto fees = rows_in(notice, "fees");
  REQUIRE(fees.size() == 2);
  CHECK(fees[0].at("fee_cents") == "300");
  CHECK(fees[0].at("per").find("Player line, Banker line, Tie") != std::string::npos);
  CHECK(fees[1].at("payer") == "Player-dealer");
  CHECK(fees[1].at("fee_cents") == "500");
  CHECK(notes_of(notice, "fees").find("Zero collection is looked at.") != std::string::npos);
  CHECK(notes_of(notice, "position").find("cannot win or lose more than the amount they wager") !=
        std::string::npos);
}

TEST_CASE("a notice tells the tiers of options by action", "[reports][notice][F7-fees.8]") {
  ScratchBook book;
  const auto notice = report_of(book_with_option(book, 21), "notice", of_table("5"));
  const auto tiers = rows_in(notice, "fees");
  REQUIRE(tiers.size() == 2);
  CHECK(tiers[1].at("action") == "$105 - $300");
  CHECK(tiers[1].at("player_dealer_fee_cents") == "200");
  CHECK(tiers[1].at("player_fee_cents") == "0");
  CHECK(notes_of(notice, "fees").find("no hand is dealt") == std::string::npos);
}

TEST_CASE("C-26 a notice says below which action no hand is dealt", "[reports][notice][C-26]") {
  ScratchBook book;
  const auto notice = report_of(book_with_option(book, 26), "notice", of_table("5"));
  CHECK(notes_of(notice, "fees").find("Under $300 of wagers no hand is dealt.") !=
        std::string::npos);
}

TEST_CASE("a house-banked table's notice has limits and no fees", "[reports][notice]") {
  ScratchBook book;
  const auto notice = report_of(book_with_option(book, 13), "notice", of_table("9"));
  CHECK(!has_section(notice, "fees"));
  CHECK(!has_section(notice, "position"));
  const auto limits = rows_in(notice, "limits");
  CHECK(limits.size() == 6);
  CHECK(limits[0].at("least_cents") == "1000");
  CHECK(limits[0].at("most_cents") == "500000");
}

TEST_CASE("a notice is of one table that is open", "[reports][notice]") {
  const FeeBook book;
  CHECK(refusal_of(ask_report(book.path, "notice", of_table("9")), "closed") ==
        Refusal::table_not_open);
  CHECK(refusal_of(ask_report(book.path, "notice", of_table("77")), "77") ==
        Refusal::unknown_table);
  CHECK(refusal_of(ask_report(book.path, "notice"), "which") == Refusal::parameter_not_usable);
}

}  // namespace cardroom::testing
