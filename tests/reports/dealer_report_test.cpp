#include "cardroom/rules/broken_invariant.hpp"
#include "support/report_formats.hpp"
#include "support/swing_shift.hpp"
#include "support/tamper.hpp"
#include "support/timed_room.hpp"

namespace cardroom::testing {

namespace {

using reports::ReportAsked;
using rules::Refusal;

/// By person, by company and by session: the same sums.
void check_sums(const reports::Report& report) {
  const auto people = total_in(report, "people");
  for (const char* by : {"companies", "sessions"}) {
    CAPTURE(by);
    CHECK(total_in(report, by) == people);
  }
  for (const char* by : {"people", "companies", "sessions"}) {
    for (const auto& row : rows_in(report, by)) {
      CHECK(whole(row, "net_cents") == whole(row, "taken_cents") - whole(row, "paid_cents"));
    }
  }
}

/// What the whole book posted to its player-dealers.
std::int64_t posted(const std::string& path, const std::string& who = "*") {
  return ask_number(path,
                    "SELECT coalesce(sum(cents), 0) FROM posting p JOIN account a ON a.id = "
                    "p.account WHERE a.name GLOB 'player-dealers:" +
                        who + "'");
}

std::int64_t after_fees(const Named& row) {
  return whole(row, "net_cents") - whole(row, "fees_cents") + whole(row, "waived_cents");
}

Named person_in_report(const std::string& path, const std::string& person,
                       const ReportAsked& asked = {}) {
  for (const auto& row : rows_in(report_of(path, "dealer", asked), "people")) {
    if (row.at("player_dealer") == person) return row;
  }
  return {};
}

}  // namespace

TEST_CASE("a player-dealer's net, less fees, is what the book posted to him", "[reports][dealer]") {
  for (const auto* bytes : {&swing_shift_bytes(), &shift_bytes()}) {
    const ScratchBook book(*bytes);
    const auto report = report_of(book.path, "dealer");
    check_sums(report);
    CHECK(after_fees(total_in(report, "people")) == posted(book.path));
    for (const auto& row : rows_in(report, "people")) {
      CHECK(after_fees(row) == posted(book.path, row.at("player_dealer")));
    }
  }
}

TEST_CASE("the recorded shift's player-dealers are told with company, wager and net",
          "[reports][dealer]") {
  const ScratchBook book(swing_shift_bytes());
  CHECK(person_in_report(book.path, "Pat Vale") == Named{{"player_dealer", "Pat Vale"},
                                                         {"company", "Bay Bank Services"},
                                                         {"turns", "1"},
                                                         {"hands", "2"},
                                                         {"most_cents", "1000000"},
                                                         {"paid_cents", "100000"},
                                                         {"taken_cents", "50000"},
                                                         {"net_cents", "-50000"},
                                                         {"fees_cents", "1000"},
                                                         {"waived_cents", "0"}});
  // Of Bob's second hand only the corrected record counts: 30,000 paid and 40,000 taken.
  const auto bob = person_in_report(book.path, "Bob #1002");
  CHECK(bob.at("paid_cents") == "176000");
  CHECK(bob.at("taken_cents") == "110000");
  CHECK(bob.at("hands") == "3");
  CHECK(bob.at("turns") == "2");
}

TEST_CASE("a correction, its reversal and a strike are in the net of the shift of their hand",
          "[reports][dealer]") {
  TimedRoom room;
  std::int64_t shift = 0;
  room.says([&](Script& s) {
    shift = open_table_5(s);
    offer(s, 1, true);
    plain_hand(s, 2);  // Player wins, nine against six
    s.say("max", "give-up-position", R"("table":"5")");
    s.say("mona", "waive-fee", R"("round":1,"reason":"A late dealer.")");
  });
  auto ann = person_in_report(room.path(), "Ann #1001");
  CHECK(ann.at("net_cents") == "-20000");
  CHECK(ann.at("fees_cents") == "500");
  CHECK(ann.at("waived_cents") == "500");
  CHECK(ann.at("hands") == "1");
  room.say("olga", "close-shift");
  const auto next = room.say("olga", "open-shift", R"("shift":"night")");
  room.says([](Script& s) {
    const auto asked = s.say("sam", "request-correction",
                             R"("round":1,"player":"8h Kd","banker":"4c 5s","reason":"Seen.")");
    s.say("mona", "approve-correction", number("correction", asked));
  });
  ann = person_in_report(room.path(), "Ann #1001", of_shift(shift));
  CHECK(ann.at("net_cents") == "20000");
  CHECK(ann.at("fees_cents") == "500");
  CHECK(ann.at("waived_cents") == "0");  // the waiver was of the hand that was reversed
  CHECK(ann.at("hands") == "1");
  CHECK(rows_in(report_of(room.path(), "dealer", of_shift(next)), "people").empty());
  room.says([](Script& s) {
    const auto asked =
        s.say("sam", "request-correction", R"("round":3,"strike":true,"reason":"A rehearsal.")");
    s.say("mona", "approve-correction", number("correction", asked));
  });
  ann = person_in_report(room.path(), "Ann #1001", of_shift(shift));
  CHECK(ann.at("net_cents") == "0");
  CHECK(ann.at("fees_cents") == "0");
  CHECK(ann.at("hands") == "0");
  CHECK(ann.at("most_cents") == "100000");
  CHECK(posted(room.path()) == 0);
}

TEST_CASE("a hand that is being dealt is in no player-dealer's net yet", "[reports][dealer]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_table_5(s);
    offer(s, 1, true);
    hand_without_settlement(s);
  });
  CHECK(posted(room.path()) != 0);
  CHECK(rows_in(report_of(room.path(), "dealer"), "people").empty());
  room.say("max", "settle", R"("table":"5")");
  CHECK(after_fees(person_in_report(room.path(), "Ann #1001")) == posted(room.path()));
}

TEST_CASE("sessions of one table are told apart", "[reports][dealer]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_table_5(s);
    offer(s, 1, true);
    plain_hand(s, 2);
    s.say("sam", "close-table", R"("table":"5")");
  });
  room.minutes_pass(30);
  room.says([](Script& s) {
    s.say("sam", "open-table", R"("table":"5","game":"fortune-7","schedule":14)");
    s.say("max", "seat", R"("table":"5","seat":1,"name":"Ann","patron":"1001")");
    s.say("max", "seat", R"("table":"5","seat":2,"name":"Bob")");
    offer(s, 1, true, 300000);
    plain_hand(s, 2);
  });
  const auto report = report_of(room.path(), "dealer");
  check_sums(report);
  const auto sessions = rows_in(report, "sessions");
  REQUIRE(sessions.size() == 2);
  CHECK(sessions[0].at("opened") == "2026-11-19T18:00:00.000-08:00");
  CHECK(sessions[0].at("most_cents") == "100000");
  CHECK(sessions[1].at("opened") == "2026-11-19T18:30:00.000-08:00");
  CHECK(sessions[1].at("most_cents") == "300000");
  CHECK(person_in_report(room.path(), "Ann #1001").at("turns") == "2");
}

TEST_CASE("the player-dealers' figures are sums of the rows under every filter",
          "[reports][dealer]") {
  const ScratchBook book(swing_shift_bytes());
  ReportAsked table_5;
  table_5.table = "5";
  ReportAsked table_h1;
  table_h1.table = "H1";
  ReportAsked days;
  days.from = days.to = "2026-11-16";
  const auto all = total_in(report_of(book.path, "dealer"), "people");
  for (const auto& asked : {table_5, days}) {
    const auto report = report_of(book.path, "dealer", asked);
    check_sums(report);
    CHECK(total_in(report, "people") == all);
  }
  const auto house = report_of(book.path, "dealer", table_h1);
  check_sums(house);
  CHECK(rows_in(house, "people").empty());
  std::int64_t net = 0;
  for (const char* person : {"Ann", "Bob #1002", "Pat Vale"}) {
    const auto report = report_of(book.path, "dealer", of_person(person));
    check_sums(report);
    CHECK(rows_in(report, "people").size() == 1);
    net += whole(total_in(report, "people"), "net_cents");
  }
  CHECK(net == whole(all, "net_cents"));
  CHECK(rows_in(report_of(book.path, "dealer", of_person("Bay Bank Services")), "people")
            .at(0)
            .at("player_dealer") == "Pat Vale");
}

TEST_CASE("P3 a net that the book did not post stops the report", "[reports][dealer]") {
  const ScratchBook book(swing_shift_bytes());
  const std::string changed = GENERATE(
      "UPDATE posting SET cents = cents + 100 WHERE id = (SELECT max(p.id) FROM posting p JOIN "
      "account a ON a.id = p.account WHERE a.name = 'player-dealers:Pat Vale')",
      "UPDATE round SET taken = taken + 100 WHERE id = 5",
      "UPDATE round SET player_dealer_fee = 0 WHERE id = 5",
      "UPDATE round SET player_dealer = 1 WHERE id = 5");
  CAPTURE(changed);
  {
    Tampering tampering(book.path);
    CHECK(tampering.exec(changed) == 1);
  }
  CHECK_THROWS_WITH(ask_report(book.path, "dealer"), Catch::StartsWith("P3"));
}

TEST_CASE("the player-dealers' report refuses what it cannot be asked", "[reports][dealer]") {
  const ScratchBook book(swing_shift_bytes());
  const auto refused = [&](const ReportAsked& asked, std::string_view mentions) {
    return refusal_of(ask_report(book.path, "dealer", asked), mentions);
  };
  CHECK(refused(of_shift(999), "999") == Refusal::unknown_shift);
  ReportAsked asked;
  asked.table = "77";
  CHECK(refused(asked, "77") == Refusal::unknown_table);
  asked = {};
  asked.from = "2026-11-17";
  asked.to = "2026-11-16";
  CHECK(refused(asked, "backwards") == Refusal::parameter_not_usable);
  asked = {};
  asked.option = 13;
  CHECK(refused(asked, "an option") == Refusal::parameter_not_usable);
}

}  // namespace cardroom::testing
