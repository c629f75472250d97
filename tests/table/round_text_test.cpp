#include <nlohmann/json.hpp>

#include "support/design_round.hpp"
#include "support/setting.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Cents;
using rules::Refusal;
using table::read_round_text;
using table::RoundText;

namespace {

rules::OrRefused<table::SettledRound> settled(const RoundText& text) {
  return table::settle(text.told, printed_setting());
}

/// What stands between the round and its expectations; none if they agree.
std::optional<rules::Refused> difference(const std::string& text) {
  const auto read = accepted(read_round_text(text));
  return table::reconcile(read.expected, settled(read));
}

void check_agrees(std::string_view round, std::string_view expectations) {
  CAPTURE(expectations);
  const auto no = difference(std::string(round) + std::string(expectations));
  CHECK((no ? no->detail : "agrees") == "agrees");
}

void check_differs(std::string_view round, std::string_view expectations, std::string_view detail) {
  CAPTURE(expectations);
  const auto no = difference(std::string(round) + std::string(expectations));
  REQUIRE(no.has_value());
  CHECK(no->code == Refusal::does_not_reconcile);
  CHECK(no->detail == detail);
}

constexpr std::string_view kHouseText =
    "game baccarat\nwager seat 1 banker $100\nplayer 6h Kd\nbanker 3c Kd 4s\n";

// The cover pays two of these three winners whole and the third in part.
constexpr std::string_view kShortText =
    "game fortune-7\nschedule 13\nplayer-dealer seat 4 wager $250\n"
    "wager seat 5 player $100\nwager seat 6 player $100\nwager seat 7 player $100 banker $100\n"
    "player 9h Kd\nbanker 3c Kd\n";

}  // namespace

TEST_CASE("a round text and the same round as JSON are told alike", "[table]") {
  std::string line;
  table::write_answer(line, accepted(settled(accepted(read_round_text(kDesignText)))));
  CHECK(line == without_blanks(kDesignAnswer));
}

TEST_CASE("every line of a round text is read", "[table]") {
  const auto [told, expected] =
      accepted(read_round_text("# a round with every kind of line\n"
                               "\n"
                               "game fortune-7   # the rest of a line behind # is nothing\n"
                               "schedule\t21\r\n"
                               "   player-dealer seat 4 wager $1,500 cover running\n"
                               "wager seat 5 player $20 tie $5.50 fortune-7 7\n"
                               "wager seat 6 as Ann banker $20\n"
                               "wager seat 6 backline Bob player -$1\n"
                               "player 6h Kd   \n"
                               "banker 3c Kd 4s\n"
                               "expect fees player-dealer $5 players $6.50 gap\n"
                               "expect seat 5 player win $20\n"
                               "expect seat 6 as Ann banker lose $7 of $20 cover $3\n"
                               "expect seat 6 backline Bob player push cover $2\n"
                               "expect seat 5 tie no-action\n"
                               "expect player-dealer -$13 cover $0\n"
                               "expect house +$4\n"
                               "expect refused no_wager"));
  CHECK(told.game == "fortune-7");
  CHECK(told.schedule == 21);
  REQUIRE(told.player_dealer.has_value());
  CHECK(told.player_dealer->seat == 4);
  CHECK(told.player_dealer->wager_cents == 150000);
  CHECK(told.player_dealer->cover == "running");
  REQUIRE(told.wagers.size() == 5);
  CHECK(told.wagers[0].bettor == "s5");
  CHECK(told.wagers[1].on == "tie");
  CHECK(told.wagers[1].cents == 550);
  CHECK(told.wagers[2].cents == 700);
  CHECK(told.wagers[3].bettor == "Ann");
  CHECK_FALSE(told.wagers[3].backline);
  CHECK(told.wagers[4].bettor == "Bob");
  CHECK(told.wagers[4].backline);
  CHECK(told.wagers[4].cents == -100);
  CHECK(told.player == "6h Kd");
  CHECK(told.banker == "3c Kd 4s");

  REQUIRE(expected.fees.has_value());
  CHECK(expected.fees->player_dealer == Cents::dollars(5));
  CHECK(expected.fees->players == Cents{650});
  CHECK(expected.fees->gap);
  REQUIRE(expected.lines.size() == 4);
  CHECK(expected.lines[0].moved == Cents::dollars(20));
  CHECK_FALSE(expected.lines[0].of.has_value());
  CHECK(expected.lines[1].of == Cents::dollars(20));
  CHECK(expected.lines[1].cover == Cents::dollars(3));
  CHECK(expected.lines[2].bettor == "Bob");
  CHECK(expected.lines[2].cover == Cents::dollars(2));
  CHECK(expected.lines[3].result == "no-action");
  REQUIRE(expected.player_dealer.has_value());
  CHECK(expected.player_dealer->net == Cents::dollars(-13));
  CHECK(expected.player_dealer->cover == Cents{});
  CHECK(expected.house == Cents::dollars(4));
  CHECK(expected.refused == "no_wager");
}

TEST_CASE("an unclear line is refused with its number and what is unclear", "[table]") {
  struct Unclear {
    std::string_view line;
    std::string_view why;
  };
  constexpr Unclear kLines[] = {
      {"hello", "'hello' begins no line of a round"},
      {"Game baccarat", "'Game' begins no line of a round"},
      {"\xef\xbb\xbfgame", "begins no line of a round"},
      {"game # fortune-7", "the game is missing"},
      {"game six star", "'star' is left over"},
      {"schedule", "the schedule option is missing"},
      {"schedule thirteen", "'thirteen' is not a number for the schedule option"},
      {"schedule 13.0", "'13.0' is not a number"},
      {"schedule 99999999999999999999", "is not a number"},
      {"schedule 13 14", "'14' is left over"},
      {"player-dealer 4", "'seat' is expected before '4'"},
      {"player-dealer seat", "the player-dealer's seat is missing"},
      {"player-dealer seat four wager $500", "'four' is not a number"},
      {"player-dealer seat 4 $500", "'wager' is expected before '$500'"},
      {"player-dealer seat 4 wager", "the player-dealer's wager is missing"},
      {"player-dealer seat 4 wager lots", "'lots' is not an amount"},
      {"player-dealer seat 4 wager $1,50", "write it like $100"},
      {"player-dealer seat 4 wager $500 cover", "the cover rule is missing"},
      {"player-dealer seat 4 wager $500 running", "'running' is left over"},
      {"wager 5 player $100", "'seat' is expected before '5'"},
      {"wager seat 5", "the wager is missing"},
      {"wager seat 5 player", "the stake is missing"},
      {"wager seat 5 player $100 banker", "the stake is missing"},
      {"wager seat 5 player $1.5", "'$1.5' is not an amount"},
      {"wager seat 5 player $10000000000", "is not an amount"},
      {"wager seat 5 player +-$5", "'+-$5' is not an amount"},
      {"wager seat 5 backline", "the backline bettor is missing"},
      {"wager seat 5 as", "the bettor is missing"},
      {"expect seat 5", "the wager is missing"},
      {"expect seat 5 player", "the result is missing"},
      {"expect seat 5 player lost $100", "'lost' is not win, lose, push or no-action"},
      {"expect seat 5 player win", "the amount is missing"},
      {"expect seat 5 player win $1 of", "the full amount is missing"},
      {"expect seat 5 player push $1", "'$1' is left over"},
      {"expect seat 5 player push cover", "the cover is missing"},
      {"expect fees player-dealer", "the player-dealer's fee is missing"},
      {"expect fees players $5", "'player-dealer' is expected before 'players'"},
      {"expect fees player-dealer $5 players", "the players' fees is missing"},
      {"expect fees player-dealer $5 players $6 gaps", "'gaps' is left over"},
      {"expect player-dealer", "the player-dealer's net is missing"},
      {"expect player-dealer +$5 cover", "the cover left is missing"},
      {"expect house", "the house's net is missing"},
      {"expect refused", "the code is missing"},
      {"expect tie", "'tie' cannot be expected"},
      {"expect", "cannot be expected"},
  };
  for (const auto& [line, why] : kLines) {
    CAPTURE(line);
    const auto read = read_round_text("# one\n\n" + std::string(line) + "\ngame fortune-7\n");
    const std::string where = "Line 3: ";
    CHECK(refusal_of(read, why) == Refusal::round_text_unclear);
    CHECK(refusal_of(read, where) == Refusal::round_text_unclear);
  }
}

TEST_CASE("what may be said once is refused when it comes twice", "[table]") {
  const std::string line = GENERATE(
      as<std::string>{}, "game baccarat", "schedule 14", "player-dealer seat 1 wager $1",
      "player 6h Kd", "banker 3c Kd 4s", "expect player-dealer +$100",
      "expect fees player-dealer $5 players $6", "expect refused no_wager", "expect house $0");
  CAPTURE(line);
  const bool in_the_round = line.find("expect") != 0;
  const std::string before = std::string(kDesignText) + (in_the_round ? "" : line + "\n");
  const std::string number = in_the_round ? "Line 8: " : "Line 9: ";
  CHECK(refusal_of(read_round_text(before + line), number) == Refusal::round_text_unclear);
}

TEST_CASE("a round text repeats nothing that a terminal would obey", "[table]") {
  const auto read = read_round_text("\x1b[31mgame\n");
  CHECK(refusal_of(read, "'?[31mgame'") == Refusal::round_text_unclear);
}

TEST_CASE("a name that is no UTF-8 cannot come into an answer", "[table]") {
  const auto text =
      accepted(read_round_text(changed(kDesignText, "backline b5-1", "backline b\xff")));
  CHECK(refusal_of(settled(text)) == Refusal::name_not_usable);
}

TEST_CASE("a round text without a game says that its game is missing", "[table]") {
  const auto text = read_round_text(changed(kDesignText, "game fortune-7\n", ""));
  const auto answer = rules::refused(text) != nullptr
                          ? rules::OrRefused<table::SettledRound>(*rules::refused(text))
                          : settled(accepted(text));
  refusal_of(answer, "game");
  CHECK(rules::refused(answer)->detail.find("''") == std::string::npos);
}

// --- reconcile -----------------------------------------------------------------------------------

TEST_CASE("expectations that hold are agreed to", "[table]") {
  check_agrees(kDesignText, "");
  check_agrees(kDesignText, "expect fees player-dealer $5 players $6\n");
  check_agrees(kDesignText, "expect player-dealer +$100\n");
  check_agrees(kDesignText, "expect player-dealer $100 cover $400\n");
  check_agrees(kDesignText,
               "expect seat 5 player lose $100\nexpect seat 5 backline b5-1 banker push\n");
  check_agrees(kDesignText,
               "expect seat 5 as s5 player lose $100 cover $400\n"
               "expect seat 5 backline b5-1 banker push cover $400\n");
  check_agrees(kHouseText, "expect seat 1 banker win $95\nexpect house -$95\n");
  check_agrees(kShortText,
               "expect seat 5 player win $100 cover $150\nexpect seat 6 player win $100\n"
               "expect seat 7 player win $50 of $100 cover $0\nexpect seat 7 banker no-action\n"
               "expect player-dealer -$250 cover $0\n");
}

TEST_CASE("the first difference is told in the words of the file", "[table]") {
  check_differs(kDesignText, "expect seat 5 player lose $90\n",
                "Expected line 1: seat 5 player lose $90; the rules say seat 5 player lose $100.");
  check_differs(kDesignText, "expect seat 5 player win $100\n",
                "Expected line 1: seat 5 player win $100; the rules say seat 5 player lose $100.");
  check_differs(kDesignText, "expect seat 6 player lose $100\n",
                "Expected line 1: seat 6 player lose $100; the rules say seat 5 player lose $100.");
  check_differs(kDesignText, "expect seat 5 as Ann player lose $100\n",
                "Expected line 1: seat 5 as Ann player lose $100; the rules say seat 5 player lose "
                "$100.");
  check_differs(kDesignText, "expect seat 5 player lose $100 cover $1\n",
                "Expected line 1: cover $1 after it; the rules say $400.");
  check_differs(
      kDesignText, "expect seat 5 player lose $100\n",
      "Expected line 2: no further line; the rules say seat 5 backline b5-1 banker push.");
  check_differs(kDesignText,
                "expect seat 5 player lose $100\nexpect seat 5 backline b5-1 banker push\n"
                "expect seat 5 tie push\n",
                "Expected line 3: seat 5 tie push; the rules say no further line.");
  check_differs(kShortText,
                "expect seat 5 player win $100\nexpect seat 6 player win $100\n"
                "expect seat 7 player win $50\n",
                "Expected line 3: seat 7 player win $50; the rules say seat 7 player win $50 of "
                "$100.");
}

TEST_CASE("fees and nets that differ are told with what they are", "[table]") {
  check_differs(
      kDesignText, "expect fees player-dealer $5 players $6 gap\n",
      "Expected fees player-dealer $5 players $6 gap; the rules say fees player-dealer $5 "
      "players $6.");
  check_differs(kDesignText, "expect fees player-dealer $6 players $5\n",
                "Expected fees player-dealer $6 players $5; the rules say fees player-dealer $5 "
                "players $6.");
  check_differs(kHouseText, "expect fees player-dealer $0 players $0\n",
                "Expected fees player-dealer $0 players $0; the rules say there are no fees.");
  check_differs(kDesignText, "expect player-dealer -$100\n",
                "Expected player-dealer -$100; the rules say +$100.");
  check_differs(kDesignText, "expect player-dealer +$100 cover $1\n",
                "Expected cover left $1; the rules say $400.");
  check_differs(kDesignText, "expect house +$100\n",
                "Expected house +$100; the rules say no house bank.");
  check_differs(kHouseText, "expect house +$95\n", "Expected house +$95; the rules say -$95.");
  check_differs(kHouseText, "expect player-dealer -$95\n",
                "Expected player-dealer -$95; the rules say no player-dealer.");
}

TEST_CASE("a seated bettor is not taken for a backline bettor", "[table][W-back]") {
  const auto no = difference(std::string(kDesignText) + "expect seat 5 player lose $100\n" +
                             "expect seat 5 as b5-1 banker push\n");
  REQUIRE(no.has_value());
  CHECK(no->code == Refusal::does_not_reconcile);
}

TEST_CASE("an expected refusal is compared by its code", "[table]") {
  const std::string refused = changed(kDesignText, "player $100", "player $99");
  check_agrees(refused, "expect refused wager_below_minimum\n");
  check_differs(refused, "expect refused no_wager\n",
                "Expected refused no_wager; the rules say refused wager_below_minimum.");
  check_differs(kDesignText, "expect refused no_wager\n",
                "Expected refused no_wager; the rules say a settlement.");
}

TEST_CASE("a refusal nobody expected is handed on as it is", "[table]") {
  const auto no = difference(changed(kDesignText, "player $100", "player $99") +
                             "expect player-dealer +$100\n");
  REQUIRE(no.has_value());
  CHECK(no->code == Refusal::wager_below_minimum);
}
