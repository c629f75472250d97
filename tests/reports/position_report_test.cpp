#include <random>

#include "support/report_formats.hpp"
#include "support/swing_shift.hpp"
#include "support/timed_room.hpp"

namespace cardroom::testing {

namespace {

using reports::ReportAsked;
using rules::Refusal;

/// How many offers of the report were answered so.
std::int64_t answers(const reports::Report& report, std::string_view answer) {
  const auto rows = rows_in(report, "offers");
  return std::count_if(rows.begin(), rows.end(),
                       [&](const auto& row) { return row.at("answer") == answer; });
}

/// What is told by person, by company and by table is the sum of the turns and offers that are
/// listed.
void check_sums(const reports::Report& report) {
  const auto offers = rows_in(report, "offers");
  const auto turns = total_in(report, "turns");
  for (const char* by : {"people", "companies"}) {
    CAPTURE(by);
    const auto total = total_in(report, by);
    CHECK(whole(total, "offers") == std::ssize(offers));
    CHECK(whole(total, "accepted") == answers(report, "accepted"));
    CHECK(whole(total, "declined") == answers(report, "declined"));
    CHECK(whole(total, "turns") == std::ssize(rows_in(report, "turns")));
    CHECK(whole(total, "hands") == whole(turns, "hands"));
    CHECK(whole(total, "minutes") == whole(turns, "minutes"));
  }
  if (!has_section(report, "shares")) return;
  CHECK(whole(total_in(report, "shares"), "turns") == std::ssize(rows_in(report, "turns")));
  CHECK(whole(total_in(report, "shares"), "hands") == whole(turns, "hands"));
}

/// Table 5 with two players and the provider's Dee; nobody else.
std::int64_t open_small_table(Script& s) {
  const auto shift = s.say("olga", "open-shift", R"("shift":"day")");
  s.say("sam", "open-table", R"("table":"5","game":"fortune-7","schedule":13)");
  s.say("max", "seat", R"("table":"5","seat":1,"name":"Ann","patron":"1001")");
  s.say("max", "seat", R"("table":"5","seat":2,"name":"Bob")");
  s.say("max", "seat",
        R"("table":"5","seat":3,"name":"Dee","provider":{"company":"Acme","licence":"L-1",)"
        R"("badge_expires":"2030-01-01"})");
  return shift;
}

/// Two hands after each other; ends the turn.
void two_hands(Script& s, int bettor) {
  plain_hand(s, bettor);
  plain_hand(s, bettor);
}

}  // namespace

TEST_CASE("the recorded shift's turns, offers and answers are all told", "[reports][position]") {
  const ScratchBook book(swing_shift_bytes());
  const auto report = report_of(book.path, "position");
  check_sums(report);
  CHECK(rows_in(report, "offers").size() == 14);
  CHECK(answers(report, "accepted") == 4);
  CHECK(answers(report, "declined") == 10);
  const auto turns = rows_in(report, "turns");
  REQUIRE(turns.size() == 4);
  CHECK(turns[1] == Named{{"table", "5"},
                          {"from", "2026-11-16T14:06:14.000-08:00"},
                          {"to", "2026-11-16T14:08:40.000-08:00"},
                          {"seat", "7"},
                          {"player_dealer", "Pat Vale"},
                          {"company", "Bay Bank Services"},
                          {"first_round", "3"},
                          {"last_round", "5"},
                          {"hands", "2"},
                          {"minutes", "2"},
                          {"wager_cents", "1000000"},
                          {"ended", "hands played"}});
  CHECK(turns[3].at("ended") == "left");
  CHECK(turns[3].at("hands") == "1");
  CHECK(turns[3].at("first_round") == "12");
  CHECK(rows_in(report, "windows").empty());
  CHECK(rows_in(report, "open_turns").empty());
}

TEST_CASE("a round of offers that everybody declined is told seat by seat", "[reports][position]") {
  const ScratchBook book(swing_shift_bytes());
  const auto offers = rows_in(report_of(book.path, "position"), "offers");
  std::string seats;
  for (std::size_t i = 7; i < 13; ++i) {
    CHECK(offers.at(i).at("answer") == "declined");
    CHECK(offers.at(i).at("recorded_by") == "dan");
    seats += offers.at(i).at("seat");
  }
  CHECK(seats == "234671");
  CHECK(offers[7].at("offered") == "2026-11-16T14:10:41.000-08:00");
  CHECK(offers[7].at("answered") == "2026-11-16T14:10:46.000-08:00");
}

TEST_CASE("a provider's share is of turns and of hands, by table and in all",
          "[reports][position]") {
  const ScratchBook book(swing_shift_bytes());
  const auto report = report_of(book.path, "position");
  const auto& shares = section_of(report, "shares");
  REQUIRE(shares.facts.size() == 2);
  CHECK(reports::script_text(shares.facts[0].value) == "25.00");
  CHECK(reports::script_text(shares.facts[1].value) == "28.57");
  CHECK(rows_in(report, "shares") == std::vector<Named>{{{"table", "5"},
                                                         {"turns", "4"},
                                                         {"provider_turns", "1"},
                                                         {"provider_turns_percent", "25.00"},
                                                         {"hands", "7"},
                                                         {"provider_hands", "2"},
                                                         {"provider_hands_percent", "28.57"}}});
}

TEST_CASE("the position's figures are sums of the rows under every filter", "[reports][position]") {
  const ScratchBook swing(swing_shift_bytes());
  const ScratchBook little(shift_bytes());
  ReportAsked days;
  days.from = days.to = "2026-11-16";
  for (const auto& asked : {ReportAsked{}, of_table("5"), of_table("H1"), of_person("Ann"), days,
                            of_person("Ann #1001"), of_person("Bay Bank Services")}) {
    check_sums(report_of(swing.path, "position", asked));
  }
  for (const auto& asked :
       {ReportAsked{}, of_table("5"), of_table("9"), of_person("Ann"), of_person("Acme")}) {
    check_sums(report_of(little.path, "position", asked));
  }
  // Everybody alone is everybody together.
  std::int64_t turns = 0;
  std::int64_t offers = 0;
  for (const char* person : {"Ann", "Bob", "Chu", "Dee", "Fay", "Pat Vale"}) {
    const auto total = total_in(report_of(swing.path, "position", of_person(person)), "people");
    turns += whole(total, "turns");
    offers += whole(total, "offers");
  }
  CHECK(turns == 4);
  CHECK(offers == 14);
  CHECK(rows_in(report_of(swing.path, "position", of_table("H1")), "offers").empty());
  CHECK(report_of(swing.path, "position", days).facts.size() ==
        report_of(swing.path, "position").facts.size());
}

TEST_CASE("a person is found by name, by patron number and by company", "[reports][position]") {
  const ScratchBook book(swing_shift_bytes());
  const auto names = [&](const char* person) {
    std::string all;
    for (const auto& row : rows_in(report_of(book.path, "position", of_person(person)), "turns")) {
      all += row.at("player_dealer") + ';';
    }
    return all;
  };
  CHECK(names("Bob") == "Bob #1002;Bob #1002;");
  CHECK(names("Bob #1002") == "Bob #1002;Bob #1002;");
  for (const auto* nobody : {"Bob #1001", "Bo", "Nobody"}) {
    CHECK(refusal_of(ask_report(book.path, "position", of_person(nobody)), nobody) ==
          Refusal::unknown_person);
  }
  CHECK(names("Pat Vale") == "Pat Vale;");
  CHECK(names("Bay Bank Services") == "Pat Vale;");
  CHECK(!has_section(report_of(book.path, "position", of_person("Bob")), "shares"));
}

TEST_CASE("reports on players refuse staff who never played", "[reports][position]") {
  const ScratchBook swing(swing_shift_bytes());
  for (const auto* name : {"position", "dealer", "fees"}) {
    CAPTURE(name);
    const auto mentions = "olga works here; report " + std::string(name) + " knows who played";
    CHECK(refusal_of(ask_report(swing.path, name, of_person("olga")), mentions) ==
          Refusal::unknown_person);
  }
  report_of(swing.path, "exceptions", of_person("olga"));

  // Whoever does both is a player there, also without a wager.
  const ScratchBook both(book_bytes([](Script& s) {
    open_table_5(s);
    s.say("max", "seat", R"("table":"5","seat":6,"name":"olga")");
  }));
  report_of(both.path, "position", of_person("olga"));
  CHECK(refusal_of(ask_report(both.path, "position", of_person("max")), "max works here") ==
        Refusal::unknown_person);
}

TEST_CASE("offers that nobody answered are told as lapsed or unanswered", "[reports][position]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_table_5(s);
    s.say("max", "offer-position", R"("table":"5")");
    s.say("max", "unseat", R"("table":"5","seat":1)");  // lapses
    offer(s, 2, false);
    s.say("max", "offer-position", R"("table":"5")");   // to Cai
    s.say("max", "unseat", R"("table":"5","seat":4)");  // not to her
    s.say("max", "unseat", R"("table":"5","seat":3)");
    s.say("max", "offer-position", R"("table":"5")");  // Bob again
  });
  auto report = report_of(room.path(), "position");
  check_sums(report);
  auto offers = rows_in(report, "offers");
  REQUIRE(offers.size() == 4);
  CHECK(offers[0].at("answer") == "lapsed");
  CHECK(offers[0].at("person") == "Ann #1001");
  CHECK(offers[0].at("seat") == "1");
  CHECK(offers[0].count("answered") == 0);
  CHECK(offers[1].at("answer") == "declined");
  // Two seats were left meanwhile: the log alone does not say whose offer it was.
  CHECK(offers[2].at("answer") == "lapsed");
  CHECK(offers[2].count("person") == 0);
  CHECK(offers[3].at("answer") == "unanswered");
  room.say("sam", "close-table", R"("table":"5")");
  report = report_of(room.path(), "position");
  offers = rows_in(report, "offers");
  REQUIRE(offers.size() == 4);
  CHECK(offers[3].at("answer") == "lapsed");
  CHECK(rows_in(report_of(room.path(), "position", of_person("Ann")), "offers").size() == 1);
}

TEST_CASE("an offer to a named seat keeps its name when it lapses", "[reports][position]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_table_5(s);
    s.say("max", "offer-position", R"("table":"5","seat":4)");
    s.say("max", "unseat", R"("table":"5","seat":1)");
    s.say("sam", "close-table", R"("table":"5")");
  });
  const auto offers = rows_in(report_of(room.path(), "position"), "offers");
  REQUIRE(offers.size() == 1);
  CHECK(offers[0].at("person") == "Dee");
  CHECK(offers[0].at("company") == "Acme");
  CHECK(offers[0].at("answer") == "lapsed");
}

TEST_CASE("a turn that ended early says why, one that goes on is told apart",
          "[reports][position]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_table_5(s);
    offer(s, 1, true);
    plain_hand(s, 2);
    s.say("max", "give-up-position", R"("table":"5")");
    offer(s, 2, true);
    s.say("max", "unseat", R"("table":"5","seat":2)");
    offer(s, 3, true);
  });
  room.minutes_pass(3);
  auto report = report_of(room.path(), "position");
  check_sums(report);
  auto turns = rows_in(report, "turns");
  REQUIRE(turns.size() == 2);
  CHECK(turns[0].at("ended") == "given up");
  CHECK(turns[0].at("hands") == "1");
  CHECK(turns[1].at("ended") == "left");
  CHECK(turns[1].at("hands") == "0");
  CHECK(turns[1].count("first_round") == 0);
  const auto open = rows_in(report, "open_turns");
  REQUIRE(open.size() == 1);
  CHECK(open[0].at("player_dealer") == "Cai #1003");
  CHECK(rows_in(report_of(room.path(), "position", of_person("Dee")), "open_turns").empty());
  room.say("sam", "close-table", R"("table":"5")");
  report = report_of(room.path(), "position");
  turns = rows_in(report, "turns");
  REQUIRE(turns.size() == 3);
  CHECK(turns[2].at("ended") == "closed");
  CHECK(turns[2].at("minutes") == "3");
  CHECK(rows_in(report, "open_turns").empty());
}

TEST_CASE("a provider's turn after the same provider's is told", "[reports][position]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_small_table(s);
    offer(s, 1, false);
    offer(s, 2, false);
    offer(s, 3, true);
    two_hands(s, 1);
    offer(s, 1, false);
    offer(s, 2, false);
    offer(s, 3, true);
    two_hands(s, 1);
    offer(s, 1, true);
    two_hands(s, 2);
    offer(s, 2, false);
    offer(s, 3, true);
  });
  const auto report = report_of(room.path(), "position");
  const auto followed = rows_in(report, "followed");
  REQUIRE(followed.size() == 1);
  CHECK(followed[0].at("company") == "Acme");
  CHECK(followed[0].at("person") == "Dee");
  CHECK(rows_in(report, "shares").at(0).at("provider_hands_percent") == "66.67");
}

TEST_CASE("P-2026 stretches with fewer than two players are told with their hands",
          "[reports][position][P-2026]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_small_table(s);
    offer(s, 1, true);  // 18:00 Ann
  });
  room.minutes_pass(10);
  room.says([](Script& s) {
    two_hands(s, 2);  // 18:10
    offer(s, 2, false);
    offer(s, 3, true);  // Dee, a provider's
  });
  room.minutes_pass(35);
  room.says([](Script& s) {
    two_hands(s, 1);  // 18:45; the rule would have ended the game at 18:40
    offer(s, 1, false);
  });
  room.minutes_pass(10);
  room.says([](Script& s) { offer(s, 2, true); });  // 18:55 Bob: one, as Ann's lapsed at 18:50
  room.minutes_pass(5);
  room.says([](Script& s) {
    plain_hand(s, 1);
    s.say("sam", "pause-table", R"("table":"5","reason":"A break.")");  // 19:00
  });
  room.minutes_pass(30);
  room.say("sam", "resume-table", R"("table":"5")");  // 19:30
  room.minutes_pass(45);
  room.says([](Script& s) { plain_hand(s, 1); });  // 20:15; over at 20:10
  const auto report = report_of(room.path(), "position");
  CHECK(rows_in(report, "windows") ==
        std::vector<Named>{{{"table", "5"},
                            {"since", "2026-11-19T18:00:00.000-08:00"},
                            {"over", "2026-11-19T18:40:00.000-08:00"},
                            {"until", "2026-11-19T19:00:00.000-08:00"},
                            {"minutes", "60"},
                            {"hands", "3"},
                            {"held_by", "Ann, Bob"},
                            {"ended", "paused"}},
                           {{"table", "5"},
                            {"since", "2026-11-19T19:30:00.000-08:00"},
                            {"over", "2026-11-19T20:10:00.000-08:00"},
                            {"minutes", "45"},
                            {"hands", "1"},
                            {"held_by", "Bob"},
                            {"ended", "open"}}});
  CHECK(total_in(report, "windows").at("hands") == "4");
}

TEST_CASE("P-2026 no stretch is told of a table where players take turns, or the house banks",
          "[reports][position][P-2026]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_small_table(s);
    house_table(s);
  });
  for (int i = 0; i < 12; ++i) {
    room.says([&](Script& s) {
      offer(s, i % 3 + 1, true);
      two_hands(s, (i + 1) % 3 + 1);
    });
    room.minutes_pass(8);
  }
  const auto report = report_of(room.path(), "position");
  CHECK(rows_in(report, "windows").empty());
  CHECK(rows_in(report, "turns").size() == 12);
  CHECK(rows_in(report_of(room.path(), "position", of_table("9")), "windows").empty());
}

namespace {

/// One step of a table left to chance; gives how long the rule would have stopped the game since
/// the last one.
class AnyTable {
 public:
  explicit AnyTable(unsigned seed) : dice_(seed) { room.says(open_small_table); }

  std::int64_t step() {
    std::int64_t stopped = 0;
    const auto& table = room.table("5");
    for (std::int64_t left = upto(14); left > 0; --left) {
      const bool playing = table.status == table::TableState::Status::open;
      if (playing && table::rotation_window(table.position, room.now_ms()).would_end_game) {
        ++stopped;
      }
      room.minutes_pass(1);
    }
    act(table);
    return stopped;
  }

  TimedRoom room;

 private:
  std::int64_t upto(int most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(dice_);
  }

  void act(const table::TableState& table) {
    room.says([&](Script& s) {
      if (table.status == table::TableState::Status::paused) {
        s.say("sam", "resume-table", R"("table":"5")");
      } else if (upto(15) == 0) {
        s.say("sam", "pause-table", R"("table":"5","reason":"A break.")");
      } else if (table.position.turn) {
        if (upto(9) == 0) {
          s.say("max", "give-up-position", R"("table":"5")");
        } else {
          plain_hand(s, table.position.turn->seat.number() % 3 + 1);
        }
      } else {
        auto due = table::offered_next(table.game->layout, table.seats, table.position);
        auto afresh = table.position;
        afresh.declined.clear();
        if (!due) due = table::offered_next(table.game->layout, table.seats, afresh);
        // Dee takes it mostly, the others seldom.
        offer(s, due->number(), due->number() == 3 ? upto(9) > 0 : upto(9) > 6);
      }
    });
  }

  std::mt19937 dice_;
};

std::int64_t stopped_minutes(const reports::Report& report) {
  const auto& windows = section_of(report, "windows");
  std::int64_t ms = 0;
  windows.rows([&](const reports::Row& row) {
    const auto& since = std::get<table::Moment>(row[1]);
    const auto& over = std::get<table::Moment>(row[2]);
    CHECK(over.ms - since.ms == 40 * table::kMinuteMs);
    const auto* until = std::get_if<table::Moment>(&row[3]);
    const auto minutes = std::get<std::int64_t>(row[4]);
    ms += minutes * table::kMinuteMs - (over.ms - since.ms);
    if (until != nullptr) CHECK(until->ms == since.ms + minutes * table::kMinuteMs);
  });
  return ms / table::kMinuteMs;
}

}  // namespace

TEST_CASE("P-2026 the stretches are those in which the table's own clock ends the game",
          "[reports][position][P-2026][property]") {
  const unsigned seed = GENERATE(range(0U, 8U));
  CAPTURE(seed);
  AnyTable any(seed);
  std::int64_t stopped = 0;
  for (int i = 0; i < 150; ++i) stopped += any.step();
  CHECK(stopped > 0);
  const auto report = report_of(any.room.path(), "position");
  CHECK(stopped_minutes(report) == stopped);
  check_sums(report);
  // Shift by shift it is the same time, seen from the last snapshot on.
  any.room.say("olga", "close-shift");
  any.room.say("olga", "open-shift", R"("shift":"night")");
  stopped = 0;
  for (int i = 0; i < 60; ++i) stopped += any.step();
  CHECK(ask_number(any.room.path(), "SELECT count(*) FROM snapshot") > 0);
  const auto second = report_of(any.room.path(), "position");
  check_sums(second);
  std::int64_t before = 0;
  const auto opened =
      ask_number(any.room.path(), "SELECT opened_ms FROM shift ORDER BY id DESC LIMIT 1");
  section_of(second, "windows").rows([&](const reports::Row& row) {
    const auto& over = std::get<table::Moment>(row[2]);
    if (over.ms < opened) before += (opened - over.ms) / table::kMinuteMs;
  });
  CHECK(stopped_minutes(second) == stopped + before);
}

TEST_CASE("a turn over the change of shifts belongs to the one in which it ended",
          "[reports][position]") {
  TimedRoom room;
  std::int64_t first = 0;
  std::int64_t second = 0;
  room.says([&](Script& s) {
    first = open_table_5(s);
    offer(s, 1, true);
    plain_hand(s, 2);
    s.say("olga", "close-shift");
  });
  room.minutes_pass(5);
  room.says([&](Script& s) {
    second = s.say("olga", "open-shift", R"("shift":"night")");
    plain_hand(s, 2);
    offer(s, 2, true);
  });
  const auto before = report_of(room.path(), "position", of_shift(first));
  CHECK(rows_in(before, "turns").empty());
  CHECK(rows_in(before, "open_turns").at(0).at("player_dealer") == "Ann #1001");
  const auto after = report_of(room.path(), "position", of_shift(second));
  const auto turns = rows_in(after, "turns");
  REQUIRE(turns.size() == 1);
  CHECK(turns[0].at("first_round") == "1");
  CHECK(turns[0].at("last_round") == "2");
  CHECK(turns[0].at("hands") == "2");
  CHECK(rows_in(after, "open_turns").at(0).at("player_dealer") == "Bob");
  ReportAsked of_table_5 = of_shift(second);
  of_table_5.table = "5";
  CHECK(rows_in(report_of(room.path(), "position", of_table_5), "turns") == turns);
  ReportAsked days;
  days.from = "2026-11-01";
  const auto both = report_of(room.path(), "position", days);
  CHECK(rows_in(both, "turns").size() == 1);
  CHECK(rows_in(both, "offers").size() == 2);
  CHECK(rows_in(both, "open_turns").size() == 1);
  check_sums(both);
}

TEST_CASE("a table that was told to follow the rules of 2026 is named",
          "[reports][position][P-2026]") {
  TimedRoom room;
  room.says([](Script& s) {
    open_small_table(s);
    s.say("mona", "set-rotation",
          R"("table":"5","rules":"2026","date":"2026-11-19","reason":"Counsel asked for it.")");
  });
  const auto rules = rows_in(report_of(room.path(), "position"), "rotation");
  REQUIRE(rules.size() == 1);
  CHECK(rules[0].at("rules") == "2026");
  CHECK(rules[0].at("dated") == "2026-11-19");
  CHECK(rules[0].at("reason") == "Counsel asked for it.");
  CHECK(rules[0].at("recorded_by") == "mona");
}

TEST_CASE("the position's report refuses what it cannot be asked", "[reports][position]") {
  const ScratchBook book(swing_shift_bytes());
  const auto refused = [&](const ReportAsked& asked, std::string_view mentions) {
    return refusal_of(ask_report(book.path, "position", asked), mentions);
  };
  CHECK(refused(of_shift(999), "999") == Refusal::unknown_shift);
  CHECK(refused(of_table("77"), "77") == Refusal::unknown_table);
  ReportAsked asked;
  asked.from = "2026-11-17";
  asked.to = "2026-11-16";
  CHECK(refused(asked, "backwards") == Refusal::parameter_not_usable);
  asked.from = "2026-11-18";
  asked.to.reset();
  CHECK(refused(asked, "no shift") == Refusal::unknown_shift);
  asked = {};
  asked.option = 13;
  CHECK(refused(asked, "an option") == Refusal::parameter_not_usable);
  asked = {};
  asked.totals = true;
  CHECK(refused(asked, "totals") == Refusal::parameter_not_usable);
}

}  // namespace cardroom::testing
