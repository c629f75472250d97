#include "support/book.hpp"
#include "support/night_book.hpp"
#include "support/report_formats.hpp"

namespace cardroom::testing {

namespace {

using reports::ReportAsked;
using rules::Refusal;

ReportAsked asked(const std::function<void(ReportAsked&)>& narrow) {
  ReportAsked all;
  narrow(all);
  return all;
}

/// Ann's bank of $300 takes $200 of Cai and then half of Dee's, which leaves nothing for Bob's Tie;
/// in the next hand it is used up by the first Tie, so that the other gets no action.
void shift_short_of_cover(Script& s) {
  open_table_5(s);
  offer(s, 1, true, 30000);
  s.say("max", "hand",
        R"("table":"5","wagers":[{"seat":3,"on":"player","cents":20000},)"
        R"({"seat":4,"on":"player","cents":20000},{"seat":2,"on":"tie","cents":10000}],)"
        R"("player":"3h Kd Kc","banker":"2c 5s")");  // round 1
  hand_that_empties_the_bank(s);                     // round 2
}

/// As the report sums it: the count and the amount of each line.
struct Summed {
  std::string count, amount;
};
std::map<std::string, Summed> summary_of(const reports::Report& report) {
  std::map<std::string, Summed> all;
  for (auto& row : rows_in(report, "summary")) {
    all[row["what"]] = {row["count"], row["amount_cents"]};
  }
  return all;
}

std::int64_t cents_in(const std::string& text) { return text.empty() ? 0 : std::stoll(text); }

/// Which line of the summary is about which section and column.
struct LineOf {
  std::string what, section, column;
};
const std::vector<LineOf>& lines_of_summary() {
  static const std::vector<LineOf> all = {
      {"Voided hands", "voided_hands", "wagers_returned_cents"},
      {"Corrections", "corrections", "fees_cents"},
      {"Fees given back", "waivers", "waived_cents"},
      {"Wagers not covered in full", "uncovered_wagers", "unpaid_cents"},
      {"Banks used up", "exhausted_banks", "net_cents"},
      {"Boxes with a variance", "drop_variances", "variance_cents"},
      {"Other irregularities", "irregularities", ""}};
  return all;
}

void check_summary(const reports::Report& report) {
  auto summed = summary_of(report);
  for (const auto& [what, section, column] : lines_of_summary()) {
    CAPTURE(what);
    const auto rows = rows_in(report, section);
    const bool known = !section_of(report, section).columns.empty();
    CHECK(summed.at(what).count == (known ? std::to_string(rows.size()) : ""));
    std::int64_t cents = 0;
    for (auto row : rows) cents += cents_in(row[column]);
    if (!column.empty()) CHECK(cents_in(summed.at(what).amount) == cents);
    if (!column.empty()) CHECK(cents_in(total_in(report, section)[column]) == cents);
  }
}

/// How many rows each section has, the summary aside.
std::map<std::string, std::size_t> sizes(const reports::Report& report) {
  std::map<std::string, std::size_t> all;
  for (const auto& line : lines_of_summary()) {
    all[line.section] = rows_in(report, line.section).size();
  }
  return all;
}

std::map<std::string, std::size_t> sum(std::map<std::string, std::size_t> one,
                                       const std::map<std::string, std::size_t>& other) {
  for (const auto& [section, rows] : other) one[section] += rows;
  return one;
}

}  // namespace

TEST_CASE("every exception of a shift is told once", "[reports][exceptions]") {
  const ScratchBook book(shift_bytes());
  const auto report = report_of(book.path, "exceptions");
  check_summary(report);

  const auto voided = rows_in(report, "voided_hands");
  REQUIRE(voided.size() == 1);
  CHECK(voided[0].at("round") == "6");
  CHECK(voided[0].at("code") == "misdeal");
  CHECK(voided[0].at("clause") == "S-void");
  CHECK(voided[0].at("reason") == "Two cards fell.");
  CHECK(voided[0].at("by") == "sam");
  CHECK(voided[0].at("wagers_returned_cents") == "20000");
  CHECK(voided[0].at("fees_kept_cents") == "850");
  CHECK(voided[0].at("fees_returned_cents") == "0");

  const auto corrections = rows_in(report, "corrections");
  REQUIRE(corrections.size() == 4);
  const auto check = [&](std::size_t at, const Named& wanted) {
    CAPTURE(at);
    for (const auto& [name, value] : wanted) {
      CAPTURE(name);
      CHECK(corrections[at].contains(name) == !value.empty());
      if (!value.empty()) CHECK(corrections[at].at(name) == value);
    }
  };
  // An eight for a nine wins as the nine did; the fees are the same.
  check(0, {{"round", "3"},
            {"state", "replaced"},
            {"reversal", "4"},
            {"replacement", "5"},
            {"asked_by", "sam"},
            {"ended_by", "mona"},
            {"reason", "The card was an eight."},
            {"fees_cents", "0"},
            {"player_dealer_net_cents", "0"}});
  // Three game wagers of Bob and Eve at $3 each fall away; the bank was used up either way.
  check(1, {{"round", "2"},
            {"state", "replaced"},
            {"reversal", "9"},
            {"replacement", "10"},
            {"fees_cents", "-900"},
            {"player_dealer_net_cents", "0"}});
  // Ann took Bob's $300 on Player and paid Eve's $100 on Banker.
  check(2, {{"round", "1"},
            {"state", "struck"},
            {"reversal", "11"},
            {"replacement", ""},
            {"fees_cents", "-1100"},
            {"player_dealer_net_cents", "-20000"}});
  check(3, {{"round", "5"},
            {"state", "dropped"},
            {"reversal", ""},
            {"replacement", ""},
            {"ended_by", "sam"},
            {"drop_reason", "It was right."},
            {"fees_cents", ""},
            {"player_dealer_net_cents", ""}});

  // Round 2 was undone; in what stands Cai's Tie is paid as far as Ann's $1,000 go.
  const auto uncovered = rows_in(report, "uncovered_wagers");
  REQUIRE(uncovered.size() == 1);
  CHECK(uncovered[0].at("round") == "10");
  CHECK(uncovered[0].at("bettor") == "Cai #1003");
  CHECK(uncovered[0].at("outcome") == "paid short");
  CHECK(uncovered[0].at("due_cents") == "160000");
  CHECK(uncovered[0].at("paid_cents") == "100000");
  CHECK(uncovered[0].at("unpaid_cents") == "60000");
  const auto exhausted = rows_in(report, "exhausted_banks");
  REQUIRE(exhausted.size() == 1);
  CHECK(exhausted[0].at("round") == "10");
  CHECK(exhausted[0].at("net_cents") == "-100000");

  CHECK(rows_in(report, "waivers").size() == 4);  // two given back, and both hands undone
  const auto boxes = rows_in(report, "drop_variances");
  REQUIRE(boxes.size() == 1);  // the recount, not the count that it strikes
  CHECK(boxes[0].at("counted_cents") == "1550");
  CHECK(boxes[0].at("reason") == "A chip.");

  const auto rulings = rows_in(report, "irregularities");
  REQUIRE(rulings.size() == 1);
  CHECK(rulings[0].at("code") == "device-reset");
  CHECK(rulings[0].at("table") == "9");
  CHECK(rulings[0].at("reason") == "It stuck.");

  // This book was never served.
  const auto& refusals = section_of(report, "refusals");
  CHECK(refusals.columns.empty());
  CHECK(refusals.notes.at(0).find("only a room that is served") != std::string::npos);
  CHECK(summary_of(report).at("Refused commands").count.empty());
}

TEST_CASE("a wager beyond the cover is told with what it lacked", "[reports][exceptions]") {
  const ScratchBook book(book_bytes(shift_short_of_cover));
  const auto report = report_of(book.path, "exceptions");
  check_summary(report);
  const auto rows = rows_in(report, "uncovered_wagers");
  REQUIRE(rows.size() == 4);
  const auto told = [&](std::size_t at) {
    auto row = rows[at];
    return fmt::format("{} {} {}: {} of {}, due {}, paid {}, taken {}, unpaid {}, returned {}",
                       row["round"], row["bettor"], row["wager"], row["outcome"],
                       row["stake_cents"], row["due_cents"], row["paid_cents"], row["taken_cents"],
                       row["unpaid_cents"], row["returned_cents"]);
  };
  CHECK(told(0) ==
        "1 Dee player: taken short of 20000, due 0, paid 0, taken 10000, unpaid 0, returned 10000");
  CHECK(told(1) ==
        "1 Bob tie: no action of 10000, due 0, paid 0, taken 0, unpaid 0, returned 10000");
  CHECK(told(2) ==
        "2 Bob tie: paid short of 50000, due 400000, paid 30000, taken 0, unpaid 370000, "
        "returned 0");
  CHECK(told(3) ==
        "2 Cai #1003 tie: no action of 20000, due 160000, paid 0, taken 0, unpaid 160000, "
        "returned 20000");
}

TEST_CASE("exceptions narrowed to each table, option or person sum to the whole",
          "[reports][exceptions]") {
  const ScratchBook book(shift_bytes());
  const auto whole = report_of(book.path, "exceptions");
  const auto of = [&](const std::function<void(ReportAsked&)>& narrow) {
    const auto report = report_of(book.path, "exceptions", asked(narrow));
    check_summary(report);
    return sizes(report);
  };
  const auto table_5 = of([](auto& a) { a.table = "5"; });
  const auto table_9 = of([](auto& a) { a.table = "9"; });
  CHECK(sum(table_5, table_9) == sizes(whole));
  CHECK(table_9.at("irregularities") == 1);
  CHECK(table_5.at("corrections") == 4);

  // Table 9 has no option, and a box is told of no option.
  const auto by_option =
      sum(sum(of([](auto& a) { a.option = 13; }), of([](auto& a) { a.option = 14; })), table_9);
  auto without_boxes = sizes(whole);
  without_boxes["drop_variances"] = 0;
  CHECK(by_option == without_boxes);
  CHECK(of([](auto& a) { a.option = 14; }).at("voided_hands") == 1);

  const auto ann = of([](auto& a) { a.person = "Ann"; });  // banked rounds 1, 2 and so 10
  CHECK(ann.at("corrections") == 2);
  CHECK(ann.at("uncovered_wagers") == 1);
  CHECK(ann.at("exhausted_banks") == 1);
  CHECK(of([](auto& a) { a.person = "Ann #1001"; }) == ann);
  CHECK(refusal_of(ask_report(book.path, "exceptions", of_person("Ann #10")), "Ann #10") ==
        Refusal::unknown_person);
  CHECK(of([](auto& a) { a.person = "Cai"; }).at("uncovered_wagers") == 1);
  const auto mona = of([](auto& a) { a.person = "mona"; });
  CHECK(mona.at("corrections") == 3);
  CHECK(mona.at("voided_hands") == 0);
  CHECK(of([](auto& a) { a.person = "sam"; }).at("voided_hands") == 1);
}

TEST_CASE("after any night the exceptions of shifts and tables sum to the whole",
          "[reports][exceptions][property]") {
  std::map<std::string, std::size_t> seen;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    const NightBook night(seed, 1500);
    const auto of = [&](const std::function<void(ReportAsked&)>& narrow) {
      const auto report = report_of(night.path(), "exceptions", asked(narrow));
      check_summary(report);
      return report;
    };
    const auto whole = of([](auto& a) { a.from = "2026-01-01"; });
    const auto table_5 = sizes(of([](auto& a) { a.from = "2026-01-01", a.table = "5"; }));
    const auto table_6 = sizes(of([](auto& a) { a.from = "2026-01-01", a.table = "6"; }));
    CHECK(sum(table_5, table_6) == sizes(whole));
    seen = sum(seen, sizes(whole));

    std::map<std::string, std::size_t> shifts;
    SQLite::Database database(night.path(), SQLite::OPEN_READONLY);
    SQLite::Statement shift(database, "SELECT id FROM shift");
    while (shift.executeStep()) {
      const auto id = shift.getColumn(0).getInt64();
      shifts = sum(shifts, sizes(of([&](auto& a) { a.shift = id; })));
    }
    CHECK(shifts.at("corrections") >= sizes(whole).at("corrections"));  // of two shifts: in both
    shifts["corrections"] = sizes(whole).at("corrections");
    CHECK(shifts == sizes(whole));

    const auto count = [&](const std::string& sql) {
      return static_cast<std::size_t>(ask_number(night.path(), sql));
    };
    const auto all = sizes(whole);
    CHECK(all.at("voided_hands") == count("SELECT count(*) FROM round WHERE kind = 'voided'"));
    CHECK(all.at("corrections") == count("SELECT count(*) FROM correction"));
    CHECK(all.at("uncovered_wagers") == count("SELECT sum(short_paid + no_action) FROM round"));
    CHECK(all.at("irregularities") ==
          count("SELECT count(*) FROM irregularity WHERE round IS NULL"));
  }
  for (const auto& [section, rows] : seen) {
    CAPTURE(section);
    CHECK(rows > 0);
  }
}

TEST_CASE("a correction is told in the shift it changes and in the one it was made in",
          "[reports][exceptions]") {
  std::int64_t first = 0;
  std::int64_t second = 0;
  const ScratchBook book(book_bytes([&](Script& s) {
    first = open_table_5(s);
    offer(s, 1, true);
    plain_hand(s, 2);  // round 1
    plain_hand(s, 3);  // round 2
    s.say("olga", "close-shift");
    second = s.say("olga", "open-shift", R"("shift":"night")");
    const auto late = s.say("sam", "request-correction",
                            R"("round":1,"player":"8h Kd","reason":"It was an eight.")");
    s.say("mona", "approve-correction", number("correction", late));
    s.say("sam", "request-correction", R"("round":2,"strike":true,"reason":"Not played.")");
  }));
  const auto rounds_of = [&](std::int64_t shift) {
    std::vector<std::string> rounds;
    const auto report =
        report_of(book.path, "exceptions", asked([&](auto& a) { a.shift = shift; }));
    for (auto& row : rows_in(report, "corrections")) {
      rounds.push_back(row["round"] + ' ' + row["state"]);
    }
    return rounds;
  };
  CHECK(rounds_of(first) == std::vector<std::string>{"1 replaced"});
  CHECK(rounds_of(second) == std::vector<std::string>{"1 replaced", "2 waiting"});
  const auto both =
      report_of(book.path, "exceptions", asked([](auto& a) { a.from = "2026-01-01"; }));
  CHECK(rows_in(both, "corrections").size() == 2);
}

TEST_CASE("a hand that is void before its bets are closed is told too", "[reports][exceptions]") {
  const ScratchBook book(book_bytes([](Script& s) {
    open_table_5(s);
    offer(s, 1, true);
    s.say("max", "open-bets", R"("table":"5")");
    s.say("max", "place-wager", R"("table":"5","seat":3,"on":"player","cents":20000)");
    s.say("sam", "void-round", R"("table":"5","code":"other","reason":"An alarm.")");
    s.say("max", "open-bets", R"("table":"5")");
    s.say("max", "place-wager", R"("table":"5","seat":3,"on":"player","cents":10000)");
    s.say("max", "close-bets", R"("table":"5")");
    s.say("sam", "void-round", R"("table":"5","code":"misdeal","reason":"A card fell.")");
  }));
  const auto report = report_of(book.path, "exceptions");
  const auto rows = rows_in(report, "voided_hands");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("code") == "other");
  CHECK(rows[0].at("wagers_returned_cents") == "20000");
  CHECK(rows[0].at("fees_returned_cents") == "0");
  CHECK(rows[1].at("fees_kept_cents") == "0");
  CHECK(rows[1].at("fees_returned_cents") == "800");
}

TEST_CASE("exceptions and hold refuse what they cannot be narrowed to", "[reports][exceptions]") {
  const ScratchBook book(shift_bytes());
  const auto refused_as = [&](std::string_view name, std::string_view mentions,
                              const std::function<void(ReportAsked&)>& narrow) {
    return refusal_of(ask_report(book.path, name, asked(narrow)), mentions);
  };
  for (const auto* name : {"exceptions", "hold"}) {
    CAPTURE(name);
    CHECK(refused_as(name, "totals", [](auto& a) { a.totals = true; }) ==
          Refusal::parameter_not_usable);
    CHECK(refused_as(name, "9999", [](auto& a) { a.shift = 9999; }) == Refusal::unknown_shift);
    CHECK(refused_as(name, "'77'", [](auto& a) { a.table = "77"; }) == Refusal::unknown_table);
    CHECK(refused_as(name, "backwards", [](auto& a) {
            a.from = "2026-11-19", a.to = "2026-11-18";
          }) == Refusal::parameter_not_usable);
    CHECK(refused_as(name, "gaming day", [](auto& a) { a.from = "yesterday"; }) ==
          Refusal::parameter_not_usable);
  }
  CHECK(refused_as("hold", "a person", [](auto& a) { a.person = "Ann"; }) ==
        Refusal::parameter_not_usable);
}

}  // namespace cardroom::testing
