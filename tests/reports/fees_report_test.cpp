#include <set>

#include "support/fee_book.hpp"
#include "support/report_formats.hpp"
#include "support/tamper.hpp"

namespace cardroom::testing {

using reports::ReportAsked;
using rules::Refusal;

namespace {

ReportAsked everything() {
  ReportAsked asked;
  asked.from = "2026-01-01";
  return asked;
}

std::map<std::string, Named> by_round(const reports::Report& report, std::string_view section) {
  std::map<std::string, Named> rows;
  for (auto& row : rows_in(report, section)) rows[row["round"]] = row;
  return rows;
}

/// Every section that has a total tells the same fees, waivers and what is expected.
void check_totals_agree(const reports::Report& report) {
  auto facts = facts_in(report);
  std::set<std::string> looked_at;
  for (const auto& section : report.sections) {
    INFO("section " << section.id());
    auto total = total_in(report, section.id());
    if (section.name == "gap_hands" || section.name == "zero_collection") continue;
    for (const auto* figure : {"fees_cents", "waived_cents", "expected_cents"}) {
      if (!total.contains(figure)) continue;
      CHECK(total[figure] == facts[figure]);
      looked_at.insert(section.name);
    }
  }
  CHECK(looked_at.size() >= 8);
}

std::int64_t fees_of(const reports::Report& report) {
  return std::stoll(facts_in(report)["fees_cents"]);
}

}  // namespace

TEST_CASE("every hand's fee is told with the option, tier and payers behind it",
          "[reports][fees][F7-fees.2][F7-fees.8]") {
  const FeeBook book;
  const auto report = report_of(book.path, "fees", of_shift(FeeBook::kDay));
  auto hands = by_round(report, "fee_hands");
  CHECK(hands.size() == 11);  // the two house-banked ones cost nothing and have no schedule
  CHECK(hands["1"]["option"] == "13");
  CHECK(hands["1"]["tier"].empty());
  CHECK(hands["1"]["spaces"] == "2");
  CHECK(hands["1"]["player_dealer_fee_cents"] == "500");
  CHECK(hands["1"]["player_fees_cents"] == "600");
  CHECK(hands["1"]["fees_cents"] == "1100");
  CHECK(hands["1"]["players"] == "Bob $3, Eve #77 $3");
  CHECK(hands["1"]["player_dealer"] == "Ann #1001");
  CHECK(hands["1"]["marks"] == "reversed by 11");
  CHECK(hands["2"]["players"] == "Bob $6");
  CHECK(hands["4"]["option"] == "21");
  CHECK(hands["4"]["tier"] == "$105 - $300");
  CHECK(hands["4"]["action_cents"] == "15000");
  CHECK(hands["4"]["fees_cents"] == "200");
  CHECK(hands["6"]["marks"] == "void, fees kept");
  CHECK(hands["6"]["fees_cents"] == "800");
  CHECK(hands["7"]["marks"] == "void, fees returned");
  CHECK(hands["7"]["fees_cents"] == "0");
  CHECK(hands["9"]["marks"] == "gap, reverses 3");
  CHECK(hands["10"]["marks"] == "gap, replaces 3");
  CHECK(hands["11"]["fees_cents"] == "-1100");
  CHECK(hands["11"]["spaces"] == "-2");
  CHECK(facts_in(report)["hands"] == "5");  // 2, 4, 5, 8 and 10
}

TEST_CASE("a hand's line carries the day, shift and schedule that totals are made by",
          "[reports][fees]") {
  const FeeBook book;
  const auto report = report_of(book.path, "fees", everything());
  const auto sums_by = [&](const char* key) {
    std::map<std::string, std::int64_t> sums;
    for (auto& hand : rows_in(report, "fee_hands")) {
      sums[hand[key]] += std::stoll(hand["fees_cents"]);
    }
    return sums;
  };
  const auto told_by = [&](const char* section, const char* key) {
    std::map<std::string, std::int64_t> sums;
    for (auto& row : rows_in(report, section)) sums[row[key]] += std::stoll(row["fees_cents"]);
    return sums;
  };
  CHECK(sums_by("gaming_day") == told_by("days", "day"));
  CHECK(sums_by("shift") == told_by("shifts", "shift"));
  CHECK(sums_by("table") == told_by("tables", "table"));
  CHECK(sums_by("loaded_by") == told_by("options", "loaded_by"));
  CHECK(sums_by("loaded_by").size() == 2);  // the schedules were loaded again
}

TEST_CASE("a shift's fees come to what its boxes' postings hold", "[reports][fees][P2]") {
  const FeeBook book;
  auto facts = facts_in(report_of(book.path, "fees", of_shift(FeeBook::kDay)));
  CHECK(facts["fees_cents"] == "3000");
  CHECK(facts["waived_cents"] == "500");
  CHECK(facts["expected_cents"] == "2500");
  const auto posted = [&](const std::string& account) {
    return ask_number(book.path,
                      "SELECT sum(cents) FROM posting p JOIN account a ON a.id = p.account WHERE "
                      "a.name LIKE '" +
                          account + ":table 5:shift " + std::to_string(FeeBook::kDay) + "'");
  };
  CHECK(posted("collections") == 3000);
  CHECK(posted("waivers") == -500);
}

TEST_CASE("fees of a hand that is still being dealt are not told before it ends",
          "[reports][fees]") {
  const FeeBook book;
  CHECK(fees_of(report_of(book.path, "fees", of_shift(FeeBook::night()))) == 1700);
}

TEST_CASE("lines sum to totals under every filter, and the parts to the whole",
          "[reports][fees][P2]") {
  const FeeBook book;
  const auto all = report_of(book.path, "fees", everything());
  check_totals_agree(all);
  CHECK(fees_of(all) == 4700);
  const auto sum_over = [&](const std::vector<ReportAsked>& parts) {
    std::int64_t sum = 0;
    for (const auto& asked : parts) {
      const auto part = report_of(book.path, "fees", asked);
      check_totals_agree(part);
      CHECK(total_in(part, "fee_hands")["fees_cents"] == facts_in(part)["fees_cents"]);
      sum += fees_of(part);
    }
    return sum;
  };
  CHECK(sum_over({of_shift(FeeBook::kDay), of_shift(FeeBook::night())}) == 4700);
  std::vector<ReportAsked> options;
  for (const int option : {13, 21, 26, 30}) {
    options.push_back(everything());
    options.back().option = option;
  }
  CHECK(sum_over(options) == 4700);
  std::vector<ReportAsked> people;
  for (const char* person : {"Ann", "Bob", "Cai", "Dee", "Eve #77"}) {
    people.push_back(everything());
    people.back().person = person;
  }
  CHECK(sum_over(people) == 4700);
  std::vector<ReportAsked> tables;
  for (const char* table : {"5", "9"}) {
    tables.push_back(everything());
    tables.back().table = table;
  }
  CHECK(sum_over(tables) == 4700);
  auto days = everything();
  days.to = "2026-12-31";
  auto later = everything();
  later.from = "2027-01-01";
  CHECK(sum_over({days, later}) == 4700);
}

TEST_CASE("totals alone tell the same figures without a line for each hand", "[reports][fees]") {
  const FeeBook book;
  auto asked = everything();
  const auto whole = report_of(book.path, "fees", asked);
  asked.totals = true;
  const auto totals = report_of(book.path, "fees", asked);
  CHECK(facts_in(totals) == facts_in(whole));
  for (const auto* id :
       {"payers", "options", "tables", "months", "days", "shifts", "zero_collection"}) {
    CHECK(rows_in(totals, id) == rows_in(whole, id));
  }
  for (const auto* id : {"fee_hands", "gap_hands"}) {
    CHECK(has_section(whole, id));
    CHECK(!has_section(totals, id));
  }
  auto box = rows_in(totals, "drop_tables").at(0);
  CHECK(box["boxes"] == "2");
  CHECK(box["boxes_counted"] == "1");
  CHECK(box["expected_cents"] == "4200");
  CHECK(box["counted_cents"] == "2450");
  CHECK(box["variance_cents"] == "-50");
}

TEST_CASE("months and fiscal years are told apart", "[reports][fees]") {
  const FeeBook book;
  const auto report = report_of(book.path, "fees", everything());
  const auto fees_by = [&](const char* section, const char* name) {
    std::map<std::string, std::string> fees;
    for (auto& row : rows_in(report, section)) fees[row[name]] = row["fees_cents"];
    return fees;
  };
  using Fees = std::map<std::string, std::string>;
  CHECK(fees_by("fiscal_years", "fiscal_year") == Fees{{"2026-27", "3000"}, {"2027-28", "1700"}});
  CHECK(fees_by("months", "month") == Fees{{"2026-11", "3000"}, {"2027-07", "1700"}});
  CHECK(fees_by("shifts", "name") == Fees{{"day", "3000"}, {"night", "1700"}});
}

TEST_CASE("payers are told apart, a provider's money by its company", "[reports][fees]") {
  const FeeBook book;
  const auto report = report_of(book.path, "fees", everything());
  std::map<std::string, Named> payers;
  for (auto& row : rows_in(report, "payers")) payers[row["payer"] + '/' + row["company"]] = row;
  CHECK(payers["player-dealer/Acme"]["fees_cents"] == "1500");  // 6 kept, 8 and 14
  CHECK(payers["player-dealer/Acme"]["waived_cents"] == "500");
  CHECK(payers["player-dealer/"]["fees_cents"] == "1300");  // 2, 4, 10 and 15
  CHECK(payers["players/"]["fees_cents"] == "1900");
  CHECK(payers["players/"]["waived_cents"].empty() == false);
  CHECK(payers["players/"]["waived_cents"] == "0");
}

TEST_CASE("an option is told as it was loaded at that time", "[reports][fees]") {
  const FeeBook book;
  std::vector<std::string> terms;
  for (auto& row : rows_in(report_of(book.path, "fees", everything()), "options")) {
    if (row["option"] == "13") terms.push_back(row["terms"] + " = " + row["fees_cents"]);
  }
  CHECK(terms ==
        std::vector<std::string>{"player $3.00 each space, player-dealer $5.00 each hand = 3500",
                                 "player $4.00 each space, player-dealer $5.00 each hand = 900"});
}

TEST_CASE("C-gap hands between two tiers are listed with both", "[reports][fees][C-gap]") {
  const FeeBook book;
  const auto report = report_of(book.path, "fees", of_shift(FeeBook::kDay));
  auto gaps = by_round(report, "gap_hands");
  CHECK(gaps.size() == 3);
  CHECK(gaps["3"]["action_cents"] == "10300");
  CHECK(gaps["3"]["tier"] == "$1 - $100");
  CHECK(gaps["3"]["next_tier"] == "$105 - $300");
  CHECK(gaps["3"]["marks"] == "gap, reversed by 9");
  CHECK(gaps["9"]["fees_cents"] == "-100");
  CHECK(gaps["10"]["action_cents"] == "10400");
  CHECK(facts_in(report)["gap_hands"] == "1");
}

TEST_CASE("F7-fees.9 options that collect nothing from players are told as under review",
          "[reports][fees][F7-fees.9]") {
  const FeeBook book;
  for (const bool totals : {false, true}) {
    auto asked = of_shift(FeeBook::kDay);
    asked.totals = totals;
    const auto report = report_of(book.path, "fees", asked);
    const auto rows = rows_in(report, "zero_collection");
    REQUIRE(rows.size() == 2);  // option 13 collects from them
    CHECK(rows[0].at("option") == "21");
    CHECK(rows[0].at("free_for") == "players");
    CHECK(rows[0].at("zero_hands") == "2");  // 4, and 3 once: as 10 replaced it
    CHECK(rows[0].at("hands") == "2");
    CHECK(rows[0].at("fees_cents") == "300");
    CHECK(rows[1].at("option") == "30");
    CHECK(rows[1].at("free_for") == "everybody");
    CHECK(rows[1].at("zero_hands") == "1");
    CHECK(facts_in(report)["zero_hands"] == "3");
    const auto& section = section_of(report, "zero_collection");
    CHECK(section.title == "Zero collection under review");
    CHECK(section.notes == std::vector<std::string>{"Zero collection is looked at."});
  }
  const auto hands = rows_in(report_of(book.path, "fees", of_shift(FeeBook::kDay)), "fee_hands");
  CHECK(std::count_if(hands.begin(), hands.end(), [](const auto& hand) {
          return hand.contains("marks") && hand.at("marks") == "no collection";
        }) == 1);
}

TEST_CASE("C-when a fee given back is told with its reason, and taken back with its hand",
          "[reports][fees][C-when]") {
  const FeeBook book;
  const auto rows = rows_in(report_of(book.path, "fees", of_shift(FeeBook::kDay)), "waivers");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("payer") == "Bob");
  CHECK(rows[0].at("as") == "player");
  CHECK(rows[0].at("waived_cents") == "300");
  CHECK(rows[0].at("by") == "mona");
  CHECK(rows[0].at("reason") == "A spilled drink.");
  CHECK(rows[1].at("payer") == "Dee");
  CHECK(rows[1].at("as") == "player-dealer");
  CHECK(rows[1].at("waived_cents") == "500");
  CHECK(rows[2].at("payer") == "Bob");
  CHECK(rows[2].at("waived_cents") == "-300");
}

TEST_CASE("a recounted box keeps the first figure and sums the last", "[reports][fees]") {
  const FeeBook book;
  auto asked = everything();
  const auto rows = rows_in(report_of(book.path, "fees", asked), "drop_counts");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("struck_cents") == "2400");
  CHECK(!rows[0].contains("counted_cents"));
  CHECK(rows[1].at("counted_cents") == "2450");
  CHECK(rows[1].at("expected_cents") == "2500");
  CHECK(rows[1].at("variance_cents") == "-50");
  CHECK(rows[1].at("recount_of") == rows[0].at("count"));
  CHECK(rows[1].at("reason") == "A half dollar.");
  CHECK(rows[2].at("expected_cents") == "1700");
  CHECK(rows[2].at("reason") == "not counted");
  asked.person = "Bob";
  CHECK(!has_section(report_of(book.path, "fees", asked), "drop_counts"));
}

TEST_CASE("a person's report has that person's fees alone", "[reports][fees]") {
  const FeeBook book;
  auto asked = of_shift(FeeBook::kDay);
  asked.person = "Bob";
  const auto report = report_of(book.path, "fees", asked);
  auto hands = by_round(report, "fee_hands");
  CHECK(hands["2"]["fees_cents"] == "600");
  CHECK(hands["2"]["player_dealer_fee_cents"] == "0");
  CHECK(hands["4"]["fees_cents"] == "200");  // he banked it
  CHECK(hands["1"]["players"] == "Bob $3");
  CHECK(!hands.contains("8"));
  CHECK(facts_in(report)["fees_cents"] == "1200");  // 2 by himself, 4 and 10 as he banked, 6 kept
  // A provider's are the fees of what was banked with its money.
  asked.person = "Acme";
  const auto acme = report_of(book.path, "fees", asked);
  CHECK(facts_in(acme)["fees_cents"] == "1000");  // 6 kept, 8
  CHECK(facts_in(acme)["waived_cents"] == "500");
  CHECK(by_round(acme, "fee_hands").count("8") == 1);
  asked.person = "mona";  // gives fees back and pays none
  CHECK(refusal_of(ask_report(book.path, "fees", asked), "ask report exceptions --person mona") ==
        Refusal::unknown_person);
  asked.person = "Ann #1001";
  const auto ann = report_of(book.path, "fees", asked);
  asked.person = "Ann";
  CHECK(rows_in(ann, "fee_hands") == rows_in(report_of(book.path, "fees", asked), "fee_hands"));
}

TEST_CASE("a name that several account holders have names them all", "[reports][fees]") {
  const ScratchBook book(book_bytes([](Script& s) {
    open_table_5(s);
    offer(s, 1, false);
    offer(s, 2, true);
    plain_hand(s, 1);
    s.say("max", "unseat", R"("table":"5","seat":1)");
    s.say("max", "seat", R"("table":"5","seat":1,"name":"Ann")");
    plain_hand(s, 1);
    s.say("max", "unseat", R"("table":"5","seat":1)");
    s.say("max", "seat", R"("table":"5","seat":1,"name":"Ann","patron":"1002")");
    offer(s, 3, true);
    plain_hand(s, 1);
  }));
  const auto facts_of = [&](const char* report, const char* person) {
    return facts_in(report_of(book.path, report, of_person(person)));
  };
  auto all = facts_of("fees", "Ann");
  CHECK(all["included"] == "Ann, Ann #1001, Ann #1002");
  CHECK(all["fees_cents"] == "900");
  auto one = facts_of("fees", "Ann #1002");
  CHECK(!one.contains("included"));
  CHECK(one["fees_cents"] == "300");
  for (const auto* report : {"position", "dealer", "exceptions"}) {
    CAPTURE(report);
    CHECK(facts_of(report, "Ann")["included"] == all["included"]);
    CHECK(facts_of(report, "Cai")["included"] == "Cai #1003");  // the name was completed
    CHECK(!facts_of(report, "Bob").contains("included"));
    CHECK(!facts_of(report, "Acme").contains("included"));
  }
}

TEST_CASE("what a fees report cannot be asked is refused with the reason", "[reports][fees]") {
  const FeeBook book;
  const auto refusal = [&](auto change, std::string_view mentions, const char* name = "fees") {
    ReportAsked asked;
    change(asked);
    return refusal_of(ask_report(book.path, name, asked), mentions);
  };
  CHECK(refusal([](auto& a) { a.shift = 9999; }, "9999") == Refusal::unknown_shift);
  CHECK(refusal([](auto& a) { a.table = "77"; }, "77") == Refusal::unknown_table);
  CHECK(refusal([](auto& a) { a.option = 99; }, "99") == Refusal::unknown_schedule);
  CHECK(refusal([](auto& a) { a.person = "Nobody"; }, "Nobody") == Refusal::unknown_person);
  CHECK(refusal([](auto& a) { a.from = "2027-01-01", a.to = "2026-01-01"; }, "backwards") ==
        Refusal::parameter_not_usable);
  CHECK(refusal([](auto& a) { a.from = "2026-13-01"; }, "2026-13-01") ==
        Refusal::parameter_not_usable);
  CHECK(refusal([](auto& a) { a.shift = 10, a.from = "2026-01-01"; }, "not for both") ==
        Refusal::parameter_not_usable);
  CHECK(refusal([](auto& a) { a.from = "2030-01-01"; }, "no shift") == Refusal::unknown_shift);
  CHECK(refusal([](auto& a) { a.blank = true; }, "blank") == Refusal::parameter_not_usable);
  CHECK(refusal([](auto& a) { a.person = "Ann"; }, "a person", "count-sheet") ==
        Refusal::parameter_not_usable);
  const ScratchBook empty;
  CHECK(refusal_of(ask_report(empty.path, "fees")) == Refusal::unknown_shift);
}

TEST_CASE("a shift in which nothing was played has an empty fees report", "[reports][fees]") {
  ScratchBook book;
  Script script(kRoomEvents);
  script.say("olga", "open-shift", R"("shift":"day")");
  record_all(*book.open(), script.lines());
  const auto report = report_of(book.path, "fees");
  CHECK(fees_of(report) == 0);
  for (const auto& section : report.sections) {
    INFO(section.id());
    CHECK(rows_in(report, section.id()).empty());
    CHECK(!section.none.empty());
  }
}

TEST_CASE("a fees report that its postings contradict is not made", "[reports][fees][P2]") {
  const FeeBook book;
  const auto breaks = [&](const std::string& sql) {
    const FeeBook altered;
    Tampering(altered.path).exec(sql);
    return report_of(altered.path, "fees", everything());
  };
  CHECK_THROWS_WITH(breaks("UPDATE round SET player_fees = player_fees + 300 WHERE id = 2"),
                    Catch::Contains("P2"));
  CHECK_THROWS_WITH(breaks("UPDATE waiver SET cents = cents - 100 WHERE cents = 500"),
                    Catch::Contains("P2"));
  CHECK_THROWS_WITH(
      breaks("UPDATE posting SET cents = cents + 100 WHERE account = (SELECT id FROM account WHERE "
             "name LIKE 'collections:table 5%' LIMIT 1) AND cents = 1100"),
      Catch::Contains("P2"));
  CHECK(fees_of(breaks("UPDATE round SET paid = 1 WHERE id = 2")) == 4700);
}

}  // namespace cardroom::testing
