// The floor prompt at a real server: through plain lines, and typed at a real terminal.

#include <filesystem>

#include "cardroom/cli/floor_desk.hpp"
#include "cardroom/cli/floor_text.hpp"
#include "cardroom/reports/text.hpp"
#include "support/live_program.hpp"
#include "support/lossy_line.hpp"
#include "support/served_room.hpp"
#include "support/tmux.hpp"

namespace {

using namespace cardroom;
using namespace cardroom::testing;

/// A room with table 5: Ann has the position with $10,000, Bob and Cai sit at 2 and 3. Olga is the
/// shift manager, Max a dealer.
class FloorRoom : public ServedRoom {
 public:
  FloorRoom() {
    add("olga", "shift-manager");
    add("max", "dealer");
    open_table("olga");
  }

  /// Variables with which the program is this person's, at this server.
  [[nodiscard]] std::vector<std::string> signed_in(const std::string& person,
                                                   const std::string& server) const {
    const nlohmann::json session = {
        {"server", server}, {"ca", ""}, {"token", token(person)}, {"person", person}};
    const auto name = "session-" + person + "-" + std::to_string(++sessions_);
    return {"CARDROOM_SESSION=" + scratch().file(name, session.dump()),
            "CARDROOM_SERVER=" + server};
  }
  [[nodiscard]] std::vector<std::string> signed_in(const std::string& person) const {
    return signed_in(person, url());
  }

  /// The prompt with these lines on its standard input.
  [[nodiscard]] Ran types(const std::string& lines, const std::string& person = "olga",
                          const std::string& table = "5") const {
    Program program(program_words({"floor", "--table", table}));
    for (const auto& variable : signed_in(person)) program.with(variable);
    return program.input(lines).run();
  }
  [[nodiscard]] nlohmann::json table(const std::string& name = "5") const {
    return get("olga", "/v1/tables/" + name);
  }
  /// What this bettor has there; nothing: 0.
  [[nodiscard]] std::int64_t cents(int seat, const std::string& bettor,
                                   const std::string& on) const {
    const auto now = table();
    for (const auto& space : now["seats"][static_cast<std::size_t>(seat - 1)].value(
             "spaces", nlohmann::json::array())) {
      for (const auto& wager : space["wagers"]) {
        if (space["on"] == on && wager["bettor"] == bettor) return wager["cents"];
      }
    }
    return 0;
  }

  /// A prompt without its terminal, so that a test says when it looks.
  [[nodiscard]] cli::FloorDesk desk(const std::string& person = "olga") const {
    return desk_at(url(), person);
  }
  [[nodiscard]] cli::FloorDesk desk_at(const std::string& server,
                                       const std::string& person = "olga") const {
    service::Client::Settings settings;
    settings.server = server;
    settings.token = token(person);
    cli::FloorDesk desk([settings] { return service::Client::to(settings); }, rules::catalogue());
    const auto no = desk.open("5");
    if (no) FAIL(no->detail);
    return desk;
  }

 private:
  mutable int sessions_ = 0;
};

std::string text_of(const cli::FloorDesk::Answer& answer) {
  std::string text;
  for (const auto& said : answer.said) text += said.text + '\n';
  return text;
}

/// Lines that must all be entered.
void enters(cli::FloorDesk& desk, const std::vector<std::string>& lines) {
  for (const auto& line : lines) {
    const auto answer = desk.take(line);
    INFO(line << '\n' << text_of(answer));
    REQUIRE_FALSE(answer.refused);
  }
}
/// Each of the parts, in this order.
void check_in_order(std::string_view text, const std::vector<std::string>& parts) {
  INFO(text);
  for (const auto& part : parts) {
    CAPTURE(part);
    const auto at = text.find(part);
    REQUIRE(at != std::string_view::npos);
    text.remove_prefix(at + part.size());
  }
}

/// One that another device was faster than: what it did is told first, then the refusal.
void check_overtaken(const cli::FloorDesk::Answer& answer, std::vector<std::string> changes,
                     const std::string& line) {
  CHECK(answer.refused);
  changes.insert(changes.begin(), "Changed elsewhere:\n");
  changes.push_back("Refused: table 5 changed meanwhile, so " + line + " was not entered.\n");
  changes.push_back("Table 5: Fortune 7 Baccarat");
  check_in_order(text_of(answer), changes);
}

// --- A hand --------------------------------------------------------------------------------------

TEST_CASE("a whole hand is entered in short lines", "[cli][floor]") {
  const FloorRoom room;
  const auto ran = room.types(
      "2 p100 f100\n2b guest1 b200\n3 b100\n3 b200\nclose\n6h\n3c\nkd\nKD\n4s\nsettle\nquit\n");
  check_in_order(
      done(ran),
      {"Table 5, Fortune 7 Baccarat, option 13. ? shows what can be typed.\n",
       "The position: Ann at seat 1 with $10,000, hand 1 of 2.\n",
       "Next: Open the bets.",
       "5> 2 p100 f100\nBets are open.\nSeat 2, Bob: Player line $100, Fortune 7 $100.\n",
       "Next: Close the bets: the fees are taken. Type: close, or more wagers\n",
       "guest1 stands behind seat 2.\nguest1 behind seat 2: Banker line $200.\n",
       "5> 3 b200\nSeat 3, Cai: Banker line $200 (was $100).\n",
       "Bets are closed, action $600. Fees: player-dealer $5, players $9, in all $14.\n",
       "Next: Player gets the next card",
       "both hands with a slash\n",
       "5> 6h\n",
       "Player 6h = 6, Banker -\nNext: Banker gets the next card",
       "Type: a card\n",
       "Player 6h Kd = 6, Banker 3c Kd = 3\nNext: Banker gets the next card: Player stood on 6",
       "Player 6h Kd = 6, Banker 3c Kd 4s = 7\nNext: The round is complete",
       "Type: settle\n",
       "Round 1\nPlayer 6, Banker 7: banker\n",
       "Bob    player     $100 lose       $0  $100 $9,900",
       "guest1 banker     $200 push       $0    $0 $9,900",
       "Bob    fortune-7  $100 win    $4,000    $0 $5,900",
       "fees $14\n",
       "player-dealer -$3,900, cover left $5,900\n",
       "hand 2 of 2."});
  CHECK_FALSE(holds(ran.out, "Changed elsewhere"));  // all of it was done here
  CHECK(room.table().at("hands") == 1);
}

TEST_CASE("a settlement reads alike at the prompt and after do hand", "[cli][floor]") {
  const FloorRoom room;
  const auto typed = done(room.types("2 p100\nclose\n9h Kd / 2c 4s\nsettle\n"));
  Program once(program_words({"do", "hand", "--table", "5", "--wagers",
                              R"({"seat":2,"on":"player","cents":10000})", "--player", "9h Kd",
                              "--banker", "2c 4s"}));
  for (const auto& variable : room.signed_in("olga")) once.with(variable);
  const auto told = done(once.run());
  const auto settlement = told.substr(told.find('\n') + 1);
  CHECK(holds(settlement, "cover left $9,900"));
  CHECK(holds(typed, settlement));
}

TEST_CASE("a line of wagers is placed so that a bonus finds its line", "[cli][floor]") {
  const FloorRoom room;
  done(room.types("2 f100 p100\n2 b100 p0\n"));
  CHECK(room.cents(2, "Bob", "player") == 0);
  CHECK(room.cents(2, "Bob", "banker") == 10'000);
  CHECK(room.cents(2, "Bob", "fortune-7") == 10'000);
  check_in_order(done(room.types("2 b100\n2B GUEST1 t100\n2b guest1 t200\n")),
                 {"Seat 2, Bob: it stands like that already.", "GUEST1 stands behind seat 2.",
                  "GUEST1 behind seat 2: Tie $200 (was $100)."});
}

TEST_CASE("undo takes back the last line of wagers, exactly and several times", "[cli][floor]") {
  const FloorRoom room;
  auto desk = room.desk();
  CHECK_FALSE(desk.take("2 p100").refused);
  CHECK_FALSE(desk.take("2 p300 t100").refused);
  CHECK_FALSE(desk.take("2b guest1 b200").refused);
  CHECK(holds(text_of(desk.take("undo")),
              "guest1 behind seat 2: Banker line taken back (was $200)."));
  CHECK(room.cents(2, "guest1", "banker") == 0);
  CHECK(
      holds(text_of(desk.take("undo")), "Tie taken back (was $100), Player line $100 (was $300)."));
  CHECK(room.cents(2, "Bob", "player") == 10'000);
  CHECK(room.cents(2, "Bob", "tie") == 0);
  CHECK_FALSE(desk.take("2 p0").refused);
  CHECK(holds(text_of(desk.take("undo")), "Player line $100."));
  CHECK_FALSE(desk.take("undo").refused);
  CHECK(room.cents(2, "Bob", "player") == 0);
  const auto none = desk.take("undo");
  CHECK(none.refused);
  CHECK(holds(text_of(none), "No wager was entered at this prompt in this hand."));
}

TEST_CASE("undo after the close says what can be done instead", "[cli][floor]") {
  const FloorRoom room;
  const auto ran = room.types("2 p100\n2 p200\nclose\nundo\n9h Kd / 2c 4s\nsettle\nundo\n");
  CHECK(ran.status == 1);
  check_in_order(ran.out,
                 {"5> undo\nBets are closed: wagers stay. A wrong card: void CODE and why (a "
                  "supervisor), or settle and have the round corrected by two people: cardroom do "
                  "request-correction.\n",
                  "Round 1", "The hand in which wagers were entered here is over."});
}

TEST_CASE("whoever types cards over cards is told what to do about a wrong one", "[cli][floor]") {
  const FloorRoom room;
  auto desk = room.desk();
  enters(desk, {"2 p100", "close"});
  CHECK_FALSE(holds(text_of(desk.take("6h Kd 2c / 3c Kd 4s")), "A wrong card"));
  enters(desk, {"6h Kd / 3c Kd 4s"});
  const std::string hint = "A wrong card: void CODE and why (a supervisor), or settle";
  check_in_order(text_of(desk.take("6h Kd / 3c Kd 5s")),
                 {"Refused: Cards of this hand are entered already", hint, "Type: settle"});
  check_in_order(text_of(desk.take("5s")), {"Refused: The round is complete", hint});
  enters(desk, {"void other wrong card typed"});
  CHECK_FALSE(room.table().contains("hand"));
}

TEST_CASE("a wager that is not paid in full says so on its line", "[cli][floor]") {
  const FloorRoom room;
  const auto out =
      done(room.types("bank 3000\n2 b100 f100\n3 b100 f100\nclose\n6h Kd / 3c Kd 4s\nsettle\n"));
  check_in_order(out, {"  Seat Bettor Wager     Stake Result                Paid Taken  Cover\n",
                       "     2 Bob    fortune-7  $100 win       $3,000 of $4,000    $0     $0\n",
                       "     3 Cai    fortune-7  $100 no action               $0    $0     $0\n",
                       "player-dealer -$3,000, cover left $0: the wager is exhausted\n"});
}

TEST_CASE("long names leave the figures of a table in their columns", "[cli][floor]") {
  const FloorRoom room;
  const std::string name(64, 'x');
  const std::string behind(64, 'y');
  const auto out = done(room.types("seat 4 " + name + "\n4 p100 b100 t100\n4b " + behind +
                                   " b100\nstatus\nclose\n9h Kd / 2c 4s\nsettle\n"));
  std::vector<std::string> cut;
  for (const auto& line : lines_of(out)) {
    if (holds(line, "…")) cut.push_back(line);
  }
  REQUIRE(cut.size() == 5);  // the seat, and four wagers
  for (const auto& line : cut) CHECK(reports::columns_of(line) <= 80);
  CHECK(cut[0].ends_with(" player $100, banker $200, tie $100"));
  CHECK(cut[1].starts_with("     4 xxxx"));
  CHECK(cut[1].ends_with("… player  $100 win    $100    $0 $9,900"));
}

TEST_CASE("undo leaves alone what another device has changed since", "[cli][floor]") {
  const FloorRoom room;
  auto one = room.desk();
  auto other = room.desk("max");
  CHECK_FALSE(one.take("2 p100").refused);
  (void)other.look_again();
  CHECK_FALSE(other.take("2 p300").refused);
  (void)one.look_again();
  const auto no = one.take("undo");
  CHECK(no.refused);
  CHECK(holds(text_of(no), "Player line is $300 by now and was left at $100"));
  CHECK(room.cents(2, "Bob", "player") == 30'000);
}

// --- Refusals ------------------------------------------------------------------------------------

TEST_CASE("a refusal is shown with its reason and the prompt goes on", "[cli][floor]") {
  const FloorRoom room;
  const auto ran = room.types(
      "2 p90\n2 p100 t90\n1 p100\n4 p100\nnonsense\n6h Kd / 3c Kd 4s\nclose\n6h Kd 2c / 3c Kd 4s\n"
      "settle\n6h Kd / 3c Kd 4s\nvoid misdeal cards fell\nsettle\n",
      "max");
  CHECK(ran.status == 1);
  check_in_order(
      ran.out,
      {"Refused: Player line wager of Bob at seat 2 is $90; option 13 takes no wager under $100",
       "Seat 2, Bob: Player line $100.\nRefused: Tie wager of Bob",
       "Refused: Ann is the player-dealer, who bets nowhere", "Refused: Nobody sits at seat 4",
       "'nonsense' is not understood", "Refused: Bets at table 5 are still open", "Bets are closed",
       "Refused: Player gets no third card", "Refused: Player has 0 cards",
       "Next: The round is complete", "5> void", "Refused:", "Round 1\n"});
  CHECK(room.table().at("hands") == 1);
}

TEST_CASE("who may not, or finds nobody, is told so at the start", "[cli][floor]") {
  FloorRoom room;
  CHECK(refused_code(room.types("", "olga", "77"), 1) == "unknown_table");
  const auto words = program_words({"floor"});
  CHECK(refused_code(Program(words).with("CARDROOM_SESSION=/nonexistent").run(), 4) ==
        "not_signed_in");
  room.say("ada", "change-person", R"("person":"max","active":false)");
  CHECK(refused_code(room.types("", "max"), 4) == "session_over");
  const auto without_table = [&] {
    Program program(words);
    for (const auto& variable : room.signed_in("olga")) program.with(variable);
    return program.run();
  };
  CHECK(holds(done(without_table()), "Table 5, "));
  room.open_another_table("olga", "6");
  const auto which = without_table();
  CHECK(refused_code(which, 1) == "unknown_table");
  CHECK(holds(which.err, "--table is one of 5, 6."));
  room.stop();
  CHECK(refused_code(room.types(""), 3) == "server_unreachable");
}

TEST_CASE("help of the verb shows an example and what it ends with", "[cli][floor]") {
  const auto help = done(ask({"floor", "--help"}));
  CHECK(holds(help, "Example: cardroom floor --table 5"));
  CHECK(holds(help, "Exit status: 0 ended"));
  CHECK_FALSE(holds(help, "--json"));
}

// --- People, position, tables --------------------------------------------------------------------

TEST_CASE("people and the position are moved from the prompt", "[cli][floor]") {
  FloorRoom room;
  room.say("olga", "open-table", R"("table":"6","game":"fortune-7","schedule":13)");
  const auto ran = room.types(
      "table 6\nseat 3 Ann Lee #1001\nseat 4 Dee\nseat 5 Eve\noffer 3\ndecline\noffer\n"
      "4 accept 2000\nbank 3000\npause shoe change\nresume\n5 p100\nclose\n"
      "void misdeal two cards at once\ngiveup\nleave 5\ntable 77\nstatus\ntable 5\n");
  CHECK(ran.status == 1);
  check_in_order(
      ran.out,
      {"5> table 6\nTable 6, Fortune 7 Baccarat, option 13.",
       "Ann Lee sits at seat 3.\n",
       "Next: Offer the position to seat 3, Ann Lee. Type: offer\n",
       "6> offer 3\nThe position is offered.\nNext: Ann Lee at seat 3 accepts the position with a "
       "wager. Type: accept 2000, or decline\n",
       "Seat 3 declines.\nNext: Offer the position to seat 4, Dee.",
       "Seat 4 has the position with $2,000.\n",
       "The player-dealer's wager is $3,000.\n",
       "The table is paused.\nThe position:",
       "Type: resume\n",
       "The table plays on.\n",
       "Seat 5, Eve: Player line $100.",
       "Bets are closed",
       "Round 1 is void.\n",
       "The turn is over.\n",
       "Seat 5 is free.\n",
       "Refused: There is no table '77'.",
       "6> status\n",
       "Table 6: Fortune 7 Baccarat",
       "Ann Lee",
       "6> table 5\n"});
  CHECK_FALSE(holds(ran.out, "Changed elsewhere"));
  CHECK(room.get("olga", "/v1/tables/6").at("seats")[2].at("patron") == "1001");
}

TEST_CASE("a house-banked table is run with its own letters", "[cli][floor]") {
  FloorRoom room;
  std::string limits;
  for (const auto* on : {"player", "banker", "tie", "player-pair", "banker-pair", "fortune-six"}) {
    rules::append_listed(
        limits, std::string(R"({"on":")") + on + R"(","least_cents":500,"most_cents":50000})");
  }
  room.say("olga", "open-table",
           R"("table":"8","game":"fortune-six-v5","limits":[)" + limits + "]");
  const auto out =
      done(room.types("seat 2 Hal\n2 p20 pp5 s5\nclose\n3h 3d / 2c 4s\nsettle\n", "olga", "8"));
  check_in_order(out, {"Table 8, ", "Seat 2, Hal: Player $20, Player Pair $5, Fortune Six $5.",
                       "Bets are closed, action $30.\n", "Round 1\n", "player-pair"});
  CHECK_FALSE(holds(out, "Changed elsewhere"));
  CHECK_FALSE(holds(out, "Fees"));
  CHECK_FALSE(holds(out, "cover left"));
}

// --- Two prompts, a server that is away ----------------------------------------------------------

TEST_CASE("two prompts at one table do not act on what they no longer see", "[cli][floor]") {
  const FloorRoom room;
  auto one = room.desk();
  auto other = room.desk("max");
  CHECK_FALSE(one.take("2 p100").refused);
  // A wager at another seat means the same as before, and goes on.
  CHECK_FALSE(other.take("3 b100").refused);
  const auto close = one.take("close");
  CHECK(close.refused);
  check_overtaken(close, {"Seat 3, Cai: banker $100."}, "'close'");
  CHECK(holds(text_of(close), "Next: Close the bets"));
  CHECK(room.table().at("hand").at("phase") == "bets open");
  CHECK_FALSE(one.take("close").refused);
  check_in_order(text_of(other.look_again()),
                 {"Changed elsewhere:", "Bets are closed, action $200. Fees:",
                  "Next: Player gets the next card"});
  CHECK(text_of(other.look_again()).empty());
  // The same card typed at both is dealt once.
  CHECK_FALSE(one.take("6h").refused);
  CHECK(other.take("6h").refused);
  CHECK(room.table().at("hand").at("banker") == "");
}

TEST_CASE("a wager that another device has changed meanwhile is not overwritten", "[cli][floor]") {
  const FloorRoom room;
  auto one = room.desk();
  auto other = room.desk("max");
  CHECK_FALSE(other.take("2 p300").refused);
  check_overtaken(one.take("2 p100"), {"Bets were opened.", "Seat 2, Bob: player $300."},
                  "'2 p100'");
  CHECK(room.cents(2, "Bob", "player") == 30'000);
}

TEST_CASE("where a wager goes on, what another device did first is told first", "[cli][floor]") {
  FloorRoom room;
  auto one = room.desk();
  auto other = room.desk("max");
  enters(other, {"2 p100"});
  const auto line = one.take("3 b100");
  CHECK_FALSE(line.refused);
  check_in_order(text_of(line),
                 {"Changed elsewhere:\n  Bets were opened.\n  Seat 2, Bob: player $100.\n",
                  "Seat 3, Cai: Banker line $100.\n"});
  // At a seat that was empty as well.
  room.say("olga", "seat", R"("table":"5","seat":4,"name":"Eve")");
  check_in_order(text_of(one.take("4 b100")),
                 {"Changed elsewhere:\n  Eve is at seat 4.\n", "Seat 4, Eve: Banker line $100.\n"});
  CHECK(text_of(one.look_again()).empty());
  enters(one, {"close"});
}

TEST_CASE("a wager is for whoever was seen at the seat", "[cli][floor]") {
  FloorRoom room;
  auto desk = room.desk();
  room.say("olga", "unseat", R"("table":"5","seat":3)");
  room.say("olga", "seat", R"("table":"5","seat":3,"name":"Dee")");
  check_overtaken(desk.take("3 b100"), {"Dee is at seat 3.", "Cai at seat 3 has left."},
                  "'3 b100'");
  CHECK_FALSE(room.table().contains("hand"));
}

TEST_CASE("a wager is not entered in another hand than it was typed for", "[cli][floor]") {
  const FloorRoom room;
  auto one = room.desk();
  auto other = room.desk("max");
  enters(one, {"2 p100"});
  (void)other.look_again();
  const std::string settled = "The hand was settled; it was hand 1 of this session.";

  SECTION("bets are closed by now") {
    enters(other, {"3 b100", "close"});
    check_overtaken(one.take("2 t100"),
                    {"Seat 3, Cai: banker $100.", "Bets are closed, action $200. Fees:"},
                    "'2 t100'");
    CHECK(text_of(one.look_again()).empty());
  }
  SECTION("the hand is settled") {
    enters(other, {"3 b100", "close", "9h Kd / 2c 4s", "settle"});
    check_overtaken(one.take("2 t100"), {settled}, "'2 t100'");
    CHECK_FALSE(room.table().contains("hand"));
    enters(one, {"2 t100"});  // by now its writer has seen what was
    CHECK(room.cents(2, "Bob", "tie") == 10'000);
  }
  SECTION("it is settled, and the next has the same wager") {
    enters(other, {"close", "9h Kd / 2c 4s", "settle", "2 p100"});
    check_overtaken(one.take("3 b100"), {settled, "Bets were opened.", "Seat 2, Bob: player $100."},
                    "'3 b100'");
    CHECK(room.cents(3, "Cai", "banker") == 0);
  }
}

TEST_CASE("a wager is not entered after its hand was voided", "[cli][floor]") {
  const FloorRoom room;
  auto one = room.desk();
  auto other = room.desk();
  enters(one, {"2 p100"});
  (void)other.look_again();
  enters(other, {"void other lights out"});
  check_overtaken(one.take("3 b100"), {"The hand was ended."}, "'3 b100'");
  CHECK_FALSE(room.table().contains("hand"));
  enters(one, {"2 p100"});
  (void)other.look_again();
  // Another hand, though it looks the same and none was settled.
  enters(other, {"void other lights out", "2 p100", "3 b100"});
  check_overtaken(one.take("2 t100"),
                  {"The hand was ended.", "Bets were opened.", "Seat 2, Bob: player $100.",
                   "Seat 3, Cai: banker $100."},
                  "'2 t100'");
  CHECK(room.cents(2, "Bob", "tie") == 0);
  // The same hand, though a wager is gone.
  (void)other.look_again();
  enters(other, {"3 b0"});
  check_in_order(text_of(one.take("2 t100")), {"Seat 3, Cai: banker $100 taken back.", "Tie $100"});
  CHECK(room.cents(2, "Bob", "tie") == 10'000);
}

TEST_CASE("what lies between the commands of a line is told, without what the line did itself",
          "[cli][floor]") {
  const FloorRoom room;
  LossyLine line(room.port());
  auto one = room.desk_at(line.url());
  auto other = room.desk("max");
  enters(one, {"2 p100"});
  // Recorded, and not heard of; then the other device comes.
  const auto is_lost = [&](const std::string& typed) {
    line.lose_answers(true);
    CHECK(holds(text_of(one.take(typed)), "is kept"));
    line.lose_answers(false);
    (void)other.look_again();
  };

  SECTION("a wager at another seat") {
    is_lost("2 p200 t100");
    enters(other, {"3 b100"});
    check_in_order(text_of(one.take("again")),
                   {"Changed elsewhere:\n  Seat 3, Cai: banker $100.\nSeat 2, Bob: Player line "
                    "$200 (was $100), Tie $100.\n"});
    enters(one, {"close"});
  }
  SECTION("one of its own spaces") {
    is_lost("2 p200 t100");
    enters(other, {"2 t300"});
    check_overtaken(one.take("again"),
                    {"Seat 2, Bob: tie $300.", "Seat 2, Bob: Player line $200 (was $100).\n"},
                    "the rest of '2 p200 t100'");
    CHECK(room.cents(2, "Bob", "tie") == 30'000);
  }
  SECTION("the end of its hand, before all of it was entered") {
    is_lost("2 p200 t100");
    enters(other, {"close", "9h Kd / 2c 4s", "settle"});
    check_overtaken(one.take("again"), {"The hand was settled"}, "the rest of '2 p200 t100'");
    CHECK_FALSE(room.table().contains("hand"));
  }
  SECTION("the end of its hand, after all of it was entered") {
    is_lost("2 p200");
    enters(other, {"close", "9h Kd / 2c 4s", "settle"});
    const auto again = one.take("again");
    CHECK_FALSE(again.refused);
    check_in_order(text_of(again), {"Changed elsewhere:", "The hand was settled",
                                    "Seat 2, Bob: Player line $200 (was $100).\n"});
    CHECK_FALSE(room.table().contains("hand"));
  }
  SECTION("the card after one's own close") {
    is_lost("close");
    enters(other, {"6h"});
    const auto again = text_of(one.take("again"));
    check_in_order(again,
                   {"Changed elsewhere:\n  Cards: Player 6h = 6, Banker -.\nBets are closed, "
                    "action $100."});
  }
}

TEST_CASE("what other devices change is told before the next line", "[cli][floor]") {
  FloorRoom room;
  auto desk = room.desk();
  const auto told = [&] { return text_of(desk.look_again()); };
  CHECK(told().empty());
  // Somebody new on the staff changes the version of every table, and nothing that shows there.
  room.say("ada", "add-person", R"("person":"eva","name":"Eva","role":"dealer")");
  CHECK(told().empty());
  room.say("olga", "seat", R"("table":"5","seat":4,"name":"Dee")");
  room.say("olga", "unseat", R"("table":"5","seat":3)");
  check_in_order(told(), {"Changed elsewhere:", "Dee is at seat 4.", "Cai at seat 3 has left."});
  room.say("olga", "change-schedule", R"("table":"5","schedule":14)");
  check_in_order(told(), {"The table plays under option 14: limits "});
  room.say("olga", "change-bank", R"("table":"5","wager_cents":300000)");
  check_in_order(told(), {"The position: Ann at seat 1 with $3,000, hand 1 of 2."});
  room.say("olga", "pause-table", R"("table":"5","reason":"a break")");
  check_in_order(told(), {"The table is paused, was open.", "Type: resume"});
  room.say("olga", "resume-table", R"("table":"5")");
  room.say("olga", "open-bets", R"("table":"5")");
  check_in_order(told(), {"The table is open, was paused.", "Bets were opened."});
  room.say("olga", "void-round", R"("table":"5","code":"other","reason":"lights out")");
  check_in_order(told(), {"The hand was ended."});
  room.say("olga", "close-shift");
  check_in_order(told(), {"The shift is closed."});
}

/// Reads the prompt's lines up to one that holds the text.
std::string lines_until(LiveProgram& program, const std::string& text) {
  std::string all;
  while (const auto line = program.answer()) {
    all += *line + '\n';
    if (holds(*line, text)) return all;
  }
  FAIL("it ended without '" << text << "':\n" << all);
  return all;
}

std::vector<std::string> with_variables(std::vector<std::string> variables) {
  auto words = std::move(variables);
  words.insert(words.begin(), "env");
  for (auto& word : program_words({"floor", "--table", "5"})) words.push_back(std::move(word));
  return words;
}

TEST_CASE("a line typed while the server is down is kept and sent when it is back",
          "[cli][floor]") {
  FloorRoom room;
  const auto port = room.port();
  LiveProgram prompt(with_variables(room.signed_in("olga")));
  lines_until(prompt, "Next: Open the bets");
  REQUIRE(prompt.send("2 p100"));
  lines_until(prompt, "Next: Close the bets");
  const auto before = room.events();
  CHECK(room.stop(SIGKILL) == 128 + SIGKILL);
  REQUIRE(prompt.send("3 b200 t100"));
  lines_until(prompt, "'3 b200 t100' is kept: enter, or again, sends it once more");
  REQUIRE(prompt.send(""));
  lines_until(prompt, "'3 b200 t100' is kept");
  REQUIRE(prompt.send("close"));
  check_in_order(lines_until(prompt, "'close' was not entered."), {"'3 b200 t100' is kept"});
  room.start(port);
  REQUIRE(prompt.send("again"));
  lines_until(prompt, "Seat 3, Cai: Banker line $200, Tie $100.");
  REQUIRE(prompt.send(""));
  REQUIRE(prompt.send("close"));
  lines_until(prompt, "Bets are closed, action $400.");
  REQUIRE(prompt.send("quit"));
  CHECK(prompt.end() == 1);  // a line was turned away while the server was down
  CHECK(room.events() == before + 3);
}

TEST_CASE("a command whose answer was lost is recorded once", "[cli][floor]") {
  FloorRoom room;
  LossyLine line(room.port());
  LiveProgram prompt(with_variables(room.signed_in("olga", line.url())));
  lines_until(prompt, "Next: Open the bets");
  REQUIRE(prompt.send("2 p100"));
  lines_until(prompt, "Next: Close the bets");
  const auto before = room.events();
  line.lose_answers(true);
  REQUIRE(prompt.send("2 p200 t100"));
  lines_until(prompt, "'2 p200 t100' is kept");
  CHECK(line.lost() > 0);
  CHECK(room.events() == before + 1);  // the first of its two commands is in the book
  line.lose_answers(false);
  REQUIRE(prompt.send("again"));
  lines_until(prompt, "Seat 2, Bob: Player line $200 (was $100), Tie $100.");
  CHECK(room.events() == before + 2);
  REQUIRE(prompt.send("close"));
  lines_until(prompt, "Bets are closed");
  REQUIRE(prompt.send("9h Kd / 2c 4s"));
  lines_until(prompt, "Type: settle");
  line.lose_answers(true);
  REQUIRE(prompt.send("settle"));
  lines_until(prompt, "'settle' is kept");
  line.lose_answers(false);
  // Another line first: the kept one goes before it, and its settlement is shown.
  REQUIRE(prompt.send("2 b100"));
  check_in_order(lines_until(prompt, "Seat 2, Bob: Banker line $100."),
                 {"Round 1\n", "cover left", "Bets are open."});
  prompt.close_input();
  CHECK(prompt.end() == 0);
  CHECK(room.table().at("hands") == 1);
}

TEST_CASE("a line that never was delivered is named at the end", "[cli][floor]") {
  FloorRoom room;
  LiveProgram prompt(with_variables(room.signed_in("olga")));
  lines_until(prompt, "Next: Open the bets");
  room.stop();
  REQUIRE(prompt.send("2 p100"));
  lines_until(prompt, "'2 p100' is kept");
  REQUIRE(prompt.send("quit"));
  lines_until(prompt, "Not delivered: '2 p100'.");
  CHECK(prompt.end() == 1);
}

TEST_CASE("whoever is signed out goes on after signing in again", "[cli][floor]") {
  FloorRoom room;
  const auto variables = room.signed_in("max");
  LiveProgram prompt(with_variables(variables));
  lines_until(prompt, "Next: Open the bets");
  CHECK(room.ask("max", "DELETE", "/v1/session").status < 300);
  REQUIRE(prompt.send("2 p100"));
  lines_until(prompt, "'2 p100' is kept. Sign in");
  const auto file = variables.front().substr(variables.front().find('=') + 1);
  auto session = nlohmann::json::parse(content_of(file));
  room.sign_in("max");
  session["token"] = room.token("max");
  std::ofstream(file) << session.dump();
  REQUIRE(prompt.send(""));
  lines_until(prompt, "Seat 2, Bob: Player line $100.");
  prompt.close_input();
  CHECK(prompt.end() == 0);
}

// --- What is shown and completed -----------------------------------------------------------------

TEST_CASE("help fits a screen of 80 columns and 24 rows for every game", "[cli][floor]") {
  for (const auto* game : rules::catalogue()) {
    const auto lines = lines_of(cli::help_text(*game));
    CAPTURE(game->name);
    CHECK(lines.size() <= 22);  // a prompt above and one below
    for (const auto& line : lines) CHECK(line.size() < 80);
    for (const auto& wager : game->wagers) {
      CHECK(holds(cli::help_text(*game), std::string(wager.label)));
    }
  }
}

TEST_CASE("words, seats, names, letters and codes are completed", "[cli][floor]") {
  const FloorRoom room;
  auto desk = room.desk();
  CHECK_FALSE(desk.take("2b guest1 b200").refused);
  using Texts = std::vector<std::string>;
  const auto completed = [&](std::string_view typed) {
    return cli::completions(typed, desk.table(), desk.game());
  };
  CHECK(completed("cl") == Texts{"close"});
  CHECK(completed("SE") == Texts{"seat", "settle"});
  CHECK(completed("leave ") == Texts{"1", "2", "3", "Ann", "guest1", "Bob", "Cai"});
  CHECK(completed("leave B") == Texts{"Bob"});
  CHECK(completed("seat ") == Texts{"4", "5", "6", "7", "8"});
  CHECK(completed("2b g") == Texts{"guest1"});
  CHECK(completed("2 ") == Texts{"p", "b", "t", "o", "f", "accept", "decline"});
  CHECK(completed("2b guest1 ") == Texts{"p", "b", "t", "o", "f"});
  CHECK(completed("void mis") == Texts{"misdeal"});
  CHECK(completed("xyz").empty());
  CHECK(completed("close ").empty());
}

// --- At a terminal -------------------------------------------------------------------------------

std::vector<std::string> and_program(std::vector<std::string> variables) {
  variables.push_back(fmt::format("CARDROOM={}", CARDROOM_BINARY));
  return variables;
}

TEST_CASE("the prompt edits, remembers and completes at a real terminal",
          "[cli][floor][terminal]") {
  const FloorRoom room;
  const Tmux terminal(and_program(room.signed_in("olga")));
  const auto before = terminal.prints("stty -g </dev/tty");
  terminal.enters("clear; $CARDROOM floor --table 5");
  terminal.waits_for("Next: Open the bets");
  terminal.enters("2 p100");
  terminal.waits_for("Seat 2, Bob: Player line $100.");
  // Up brings the line back; it is changed before it is sent.
  terminal.key("Up");
  terminal.waits_until(
      [](const std::string& now) { return now.find("5> 2 p100") != now.rfind("5> 2 p100"); });
  terminal.key("BSpace");
  terminal.key("BSpace");
  terminal.enters("50");
  terminal.waits_for("Seat 2, Bob: Player line $150 (was $100).");
  // Tab ends the word; Ctrl-C clears the line and nothing is sent.
  terminal.types("cl");
  terminal.key("Tab");
  terminal.waits_for("5> close");
  terminal.key("C-c");
  terminal.waits_until([](const std::string& now) { return !holds(now, "5> close"); });
  terminal.types("se");
  terminal.key("Tab");
  terminal.waits_for("seat  settle");
  terminal.key("C-c");
  terminal.enters("undo");
  terminal.waits_for("Seat 2, Bob: Player line $100 (was $150).");
  CHECK(room.table().at("hand").at("phase") == "bets open");
  terminal.key("C-d");
  terminal.waits_for("\nshell>");
  CHECK(terminal.prints("stty -g </dev/tty") == before);
  CHECK(terminal.prints("echo x") == "x\n");
}

TEST_CASE("Ctrl-C never kills a command that is on its way", "[cli][floor][terminal]") {
  const FloorRoom room;
  const Tmux terminal(and_program(room.signed_in("olga")));
  terminal.enters("$CARDROOM floor --table 5; echo status-$?");
  terminal.waits_for("Next: Open the bets");
  ::kill(room.pid(), SIGSTOP);
  terminal.enters("2 p100");
  terminal.key("C-c");
  terminal.key("C-c");
  ::kill(room.pid(), SIGCONT);
  terminal.waits_for("Seat 2, Bob: Player line $100.");
  terminal.enters("quit");
  terminal.waits_for("status-0");
  CHECK(room.cents(2, "Bob", "player") == 10'000);
}

TEST_CASE("a server that lets a person wait is named while it does", "[cli][floor][terminal]") {
  const FloorRoom room;
  const Tmux terminal(and_program(room.signed_in("olga")));
  terminal.enters("clear; $CARDROOM floor --table 5; echo status-$?");
  terminal.waits_for("Next: Open the bets");
  ::kill(room.pid(), SIGSTOP);
  terminal.enters("2 p100");
  terminal.waits_for("5> 2 p100\nWaiting for the server ...\n");
  ::kill(room.pid(), SIGCONT);
  terminal.waits_for("Waiting for the server ...\nBets are open.\n");
  terminal.waits_for("Seat 2, Bob: Player line $100.");
  terminal.enters("quit");
  terminal.waits_for("status-0");
}

TEST_CASE("a terminal is given back as it was, also when the prompt is ended from outside",
          "[cli][floor][terminal]") {
  const FloorRoom room;
  const Tmux terminal(and_program(room.signed_in("olga")));
  const auto before = terminal.prints("stty -g </dev/tty");
  terminal.enters("clear; TERM=dumb $CARDROOM floor --table 5 & echo $! >pid; fg");
  terminal.waits_for("5>");
  const auto pid = std::stoi(content_of(terminal.scratch().path("pid")));
  ::kill(pid, SIGTERM);
  terminal.waits_for("shell>");
  CHECK(terminal.prints("stty -g </dev/tty") == before);
}

TEST_CASE("lines are remembered for the next time, commands alone", "[cli][floor][terminal]") {
  const FloorRoom room;
  const Tmux terminal(and_program(room.signed_in("olga")));
  terminal.enters("$CARDROOM floor --table 5");
  terminal.waits_for("Next: Open the bets");
  terminal.enters("my secret password");
  terminal.waits_for("is not understood");
  terminal.enters("2 p100");
  terminal.waits_for("Seat 2, Bob: Player line $100.");
  terminal.enters("quit");
  terminal.waits_for("\nshell>");
  const auto file = terminal.scratch().path(".local/state/cardroom/floor-history");
  CHECK(content_of(file) == "2 p100\nquit\n");
  using std::filesystem::perms;
  CHECK(std::filesystem::status(file).permissions() == (perms::owner_read | perms::owner_write));
  terminal.enters("clear; $CARDROOM floor --table 5");
  terminal.waits_for("Next: Close the bets");
  terminal.key("Up");
  terminal.key("Up");
  terminal.waits_for("5> 2 p100");
  terminal.key("C-c");
  terminal.key("C-d");
  terminal.waits_for("\nshell>");
}

TEST_CASE("help is one screen, and a narrow terminal stays usable", "[cli][floor][terminal]") {
  const FloorRoom room;
  const Tmux terminal(and_program(room.signed_in("olga")));
  terminal.enters("$CARDROOM floor --table 5; echo status-$?");
  terminal.waits_for("Next: Open the bets");
  terminal.enters("?");
  const auto screen = terminal.waits_for("quit, or Ctrl-D");
  // The whole of it is there, with the line that asked for it.
  check_in_order(screen, {"5> ?\n", "5 p100 t100", "quit, or Ctrl-D"});
  terminal.resize(20, 24);
  terminal.enters("2 p100");
  terminal.waits_for("Seat 2, Bob: Player\nline $100.");
  terminal.enters("close");
  terminal.enters("9h Kd / 2c 4s");
  terminal.waits_for("Type:\nsettle");
  terminal.enters("settle");
  terminal.waits_for("cover left $9,900");
  terminal.enters("quit");
  terminal.waits_for("status-0");
}

}  // namespace
