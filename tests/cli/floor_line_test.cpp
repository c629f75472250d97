// The grammar of the floor prompt: every form, and every mistake with its sentence.

#include <set>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "cardroom/cli/floor_line.hpp"

namespace {

using namespace cardroom;
using namespace cardroom::cli;
using rules::Cents;

const rules::Game& game_named(std::string_view name) {
  return *std::get<const rules::Game*>(rules::find_game(rules::catalogue(), name));
}
const rules::Game& fortune_7() { return game_named("fortune-7"); }

template <class T>
T read_as(std::string_view text, const rules::Game& game = fortune_7()) {
  const auto line = read_floor_line(text, game);
  INFO(text);
  if (const auto* no = std::get_if<Mistake>(&line)) FAIL(no->why);
  const auto& entry = std::get<FloorEntry>(line);
  REQUIRE(std::holds_alternative<T>(entry));
  return std::get<T>(entry);
}

std::string mistake_in(std::string_view text, const rules::Game& game = fortune_7()) {
  const auto line = read_floor_line(text, game);
  INFO(text);
  REQUIRE(std::holds_alternative<Mistake>(line));
  return std::get<Mistake>(line).why;
}

TypedWager wager(std::string_view name, int dollars, const rules::Game& game = fortune_7()) {
  return {game.find_wager(name).value(), Cents::dollars(dollars)};
}

TEST_CASE("a line of wagers names the seat, then letters and dollars", "[cli][floor]") {
  const TypedWagers wanted{
      5, {}, {wager("player", 100), wager("tie", 100), wager("fortune-7", 100)}};
  for (const auto* text : {"5 p100 t100 f100", "5 P100 T100 F100", "5p100t100f100",
                           "  5   p 100  t 100 f100 ", "5 p$100 t$100 f$100", "5 p100, t100, f100",
                           "5\tp100\tt100\tf100", "5 p100.00 t100 f100"}) {
    CHECK(read_as<TypedWagers>(text) == wanted);
  }
  CHECK(read_as<TypedWagers>("8 b1,500").wagers.front() == wager("banker", 1500));
  CHECK(read_as<TypedWagers>("5 p0").wagers.front() == wager("player", 0));
  CHECK(read_as<TypedWagers>("5 o100").wagers.front() == wager("one-up", 100));
  CHECK(read_as<TypedWagers>("5 p100.50").wagers.front().cents == Cents{10'050});
  CHECK(read_as<TypedWagers>("5b200") == TypedWagers{5, {}, {wager("banker", 200)}});
  CHECK(read_as<TypedWagers>("5 b 200") == TypedWagers{5, {}, {wager("banker", 200)}});
}

TEST_CASE("behind a seat stands a name before the wagers", "[cli][floor]") {
  CHECK(read_as<TypedWagers>("5b guest1 b200") == TypedWagers{5, "guest1", {wager("banker", 200)}});
  CHECK(read_as<TypedWagers>("5B  Ann   Lee  b200 f 100") ==
        TypedWagers{5, "Ann Lee", {wager("banker", 200), wager("fortune-7", 100)}});
  CHECK(read_as<TypedWagers>("5b p b200").backline == "p");
  CHECK(read_as<TypedWagers>("5b b2 b200").backline == "b2");
  CHECK(read_as<TypedWagers>("5b Zo\xc3\xab t100").backline == "Zo\xc3\xab");
  CHECK(read_as<TypedWagers>("5b guest1 b0").wagers.front() == wager("banker", 0));
}

TEST_CASE("a name behind a seat ends where a whole wager begins", "[cli][floor]") {
  const TypedWagers both{3, "Ann", {wager("player", 100), wager("banker", 200)}};
  for (const auto* text : {"3b Ann p100 b200", "3b Ann p100b200", "3b Ann p 100 b 200"}) {
    CHECK(read_as<TypedWagers>(text) == both);
  }
  // What reads as a wager is one, and is shown as one; a name like it stands first.
  CHECK(read_as<TypedWagers>("3b Guest B52 p100") ==
        TypedWagers{3, "Guest", {wager("banker", 52), wager("player", 100)}});
  CHECK(read_as<TypedWagers>("3b B52 p100") == TypedWagers{3, "B52", {wager("player", 100)}});
  for (const auto* name : {"Guest 52", "Guest P2P", "Tom B Jones", "Ann p", "Table q20"}) {
    CHECK(read_as<TypedWagers>(fmt::format("3b {} t100", name)).backline == name);
  }
}

TEST_CASE("every wager of every game has letters of its own", "[cli][floor]") {
  for (const auto* game : rules::catalogue()) {
    std::set<std::string_view> letters;
    for (const auto& rule : game->wagers) {
      CAPTURE(game->name, rule.name);
      const auto mine = wager_letters(rule.name);
      CHECK_FALSE(mine.empty());
      CHECK(letters.insert(mine).second);
      const auto typed = "2 " + std::string(mine) + "25";
      CHECK(read_as<TypedWagers>(typed, *game).wagers.front() == wager(rule.name, 25, *game));
    }
  }
  const auto& six_star = game_named("six-star");
  CHECK(read_as<TypedWagers>("5 pp25 bp25 s25 e25", six_star).wagers.size() == 4);
  CHECK(wager_letters("no-such-wager").empty());
}

TEST_CASE("cards come one by one or both hands in one go", "[cli][floor]") {
  for (const auto* text : {"6h", "6H", " 6h "}) CHECK(read_as<TypedCard>(text).card == "6h");
  CHECK(read_as<TypedCard>("kd").card == "Kd");
  CHECK(read_as<TypedCard>("AS").card == "As");
  CHECK(read_as<TypedCard>("10h").card == "10h");
  CHECK(read_as<TypedCard>("th").card == "Th");
  for (const auto* text : {"6h Kd / 3c Kd 4s", "6hkd/3ckd4s", "6H KD/3C, KD, 4S"}) {
    const auto hands = read_as<TypedHands>(text);
    CHECK(hands.player == "6h Kd");
    CHECK(hands.banker == "3c Kd 4s");
  }
  CHECK(read_as<TypedHands>("10h2c/3d4s").player == "10h 2c");
  const auto& six_star = game_named("six-star");
  CHECK(read_as<TypedCard>("5e", six_star).card == "5e");
  CHECK(read_as<TypedCard>("LW", six_star).card == "Lw");
  CHECK(read_as<TypedWagers>("5e10", six_star).wagers.front() ==
        wager("element-bonus", 10, six_star));
}

TEST_CASE("the position is offered, answered, banked and given up", "[cli][floor]") {
  CHECK_FALSE(read_as<TypedOffer>("offer").seat);
  CHECK(read_as<TypedOffer>("Offer 3").seat == 3);
  CHECK(read_as<TypedOffer>("offer3").seat == 3);
  for (const auto* text : {"accept 2000", "ACCEPT $2,000", "accept2000"}) {
    CHECK_FALSE(read_as<TypedAccept>(text).seat);
    CHECK(read_as<TypedAccept>(text).wager == Cents::dollars(2000));
  }
  CHECK(read_as<TypedAccept>("3 accept 2000").seat == 3);
  CHECK_FALSE(read_as<TypedDecline>("decline").seat);
  CHECK(read_as<TypedDecline>("3 decline").seat == 3);
  CHECK(read_as<TypedDecline>("decline 3").seat == 3);
  CHECK(read_as<TypedBank>("bank 3000").wager == Cents::dollars(3000));
  for (const auto* text : {"giveup", "give up", "Give  Up"}) {
    CHECK(read_as<FloorWord>(text) == FloorWord::give_up);
  }
}

TEST_CASE("people sit down, leave, and tables are switched, paused and voided", "[cli][floor]") {
  CHECK(read_as<TypedSeat>("seat 3 Ann").name == "Ann");
  CHECK_FALSE(read_as<TypedSeat>("seat 3 Ann").patron);
  const auto seated = read_as<TypedSeat>("SEAT 3  Ann  Lee  #1001");
  CHECK(seated.seat == 3);
  CHECK(seated.name == "Ann Lee");
  CHECK(seated.patron == "1001");
  CHECK(read_as<TypedLeave>("leave 3").seat == 3);
  CHECK(read_as<TypedLeave>("leave guest1").name == "guest1");
  CHECK(read_as<TypedTable>("table 6").table == "6");
  CHECK(read_as<TypedTable>("table  Main  Pit 6").table == "Main Pit 6");
  const auto voided = read_as<TypedVoid>("void MISDEAL the shoe  jammed / twice");
  CHECK(voided.code == "misdeal");
  CHECK(voided.reason == "the shoe jammed / twice");
  CHECK(read_as<TypedVoid>("void other lights out").code == "other");
  CHECK(read_as<TypedPause>("pause shoe change").reason == "shoe change");
}

TEST_CASE("some words stand alone", "[cli][floor]") {
  const std::pair<const char*, FloorWord> words[] = {
      {"", FloorWord::nothing},      {"   ", FloorWord::nothing},   {"close", FloorWord::close},
      {"Settle", FloorWord::settle}, {"resume", FloorWord::resume}, {"status", FloorWord::status},
      {"undo", FloorWord::undo},     {"again", FloorWord::again},   {"?", FloorWord::help},
      {"help", FloorWord::help},     {" QUIT ", FloorWord::quit},
  };
  for (const auto& [text, word] : words) CHECK(read_as<FloorWord>(text) == word);
  const auto all = floor_words();
  CHECK(std::set<std::string_view>(all.begin(), all.end()).size() == all.size());
  for (const auto word : all) {
    // Whatever it may want besides, it is known.
    const auto line = read_floor_line(word, fortune_7());
    if (const auto* no = std::get_if<Mistake>(&line)) {
      CHECK(no->why.find("not understood") == std::string::npos);
    }
  }
}

TEST_CASE("a line that is not understood is told why", "[cli][floor]") {
  const std::string letters = "p Player line, b Banker line, t Tie, o One Up, f Fortune 7";
  const std::pair<std::string, std::string> told[] = {
      {"hello", "'hello' is not understood; ? shows what can be typed."},
      {"p100", "Whose wager? The seat comes first: 5 p100."},
      {"9 p100", "There is no seat 9; Fortune 7 Baccarat has seats 1 to 8."},
      {"0 p100", "There is no seat 0; Fortune 7 Baccarat has seats 1 to 8."},
      {"99999999999 p100", "There is no seat 99999999999; Fortune 7 Baccarat has seats 1 to 8."},
      {"5", "What of seat 5? Like 5 p100."},
      {"5 x100", "'x' is no wager of Fortune 7 Baccarat: " + letters + "."},
      {"5 e100", "'e' is no wager of Fortune 7 Baccarat: " + letters + "."},
      {"5 100", "'100' has no letter of a wager before it: " + letters + "."},
      {"5 p100 200", "'200' has no letter of a wager before it: " + letters + "."},
      {"5 p", "How much on Player line? Like p100; p0 takes the wager back."},
      {"5 p t100", "How much on Player line? Like p100; p0 takes the wager back."},
      {"5p", "How much on Player line? Like p100; p0 takes the wager back."},
      {"5 p1,00", "'1,00' is no amount; dollars are written 100 or 1,000."},
      {"5 p007", "'007' is no amount; dollars are written 100 or 1,000."},
      {"5 p1.5", "'1.5' is no amount; dollars are written 100 or 1,000."},
      {"5 p99999999999", "'99999999999' is no amount; dollars are written 100 or 1,000."},
      {"5 p-100", "How much on Player line? Like p100; p0 takes the wager back."},
      {"5 p100 P200", "Player line stands twice in this line."},
      {"5b", "Who stands behind seat 5? Like 5b guest1 b200."},
      {"5b 200",
       "Behind seat 5 stands a name, then the wagers, like 5b guest1 b200. Which wager? Like "
       "p100."},
      {"5b guest1 x200",
       "Behind seat 5 stands a name, then the wagers, like 5b guest1 b200. 'x' is no wager of "
       "Fortune 7 Baccarat: " +
           letters + "."},
      {"3b Ann p100 p50", "Player line stands twice in this line."},
      {"3b Ann p50 q20", "'q' is no wager of Fortune 7 Baccarat: " + letters + "."},
      {"3b Ann p1,00", "'1,00' is no amount; dollars are written 100 or 1,000."},
      {"3b Ann p50 t", "How much on Tie? Like t100; t0 takes the wager back."},
      {"6x", "'6x' is neither a card, like 6c, nor a wager, like 6 p100."},
      {"6h Kd",
       "Several cards need a slash between the hands, like 6h Kd / 3c Kd 4s; else one a line."},
      {"6h Kd /", "Player's cards, a slash, Banker's cards: 6h Kd / 3c Kd 4s."},
      {"6h / Kd / 3c", "Player's cards, a slash, Banker's cards: 6h Kd / 3c Kd 4s."},
      {"6h Kx / 3c 4s",
       "'Kx' is not a card of fortune-7: a rank of A23456789TJQK (10 is read as T) and a suit of "
       "cdhs, such as Ac."},
      {"offer Ann", "The position is offered to a seat: offer, or offer 3."},
      {"offer 9", "There is no seat 9; Fortune 7 Baccarat has seats 1 to 8."},
      {"accept", "With how much? Like accept 2000."},
      {"3 accept", "With how much? Like accept 2000."},
      {"accept much", "'much' is no amount; dollars are written 2000 or 2,000."},
      {"3 decline 4", "'decline' stands alone, or with its seat: 3 decline."},
      {"decline 9", "There is no seat 9; Fortune 7 Baccarat has seats 1 to 8."},
      {"bank", "With how much? Like bank 2000."},
      {"bank all", "'all' is no amount; dollars are written 2000 or 2,000."},
      {"give", "Give up the position: giveup."},
      {"seat", "Which seat, and who? Like seat 3 Ann, or seat 3 Ann #1001."},
      {"seat Ann", "Which seat, and who? Like seat 3 Ann, or seat 3 Ann #1001."},
      {"seat 3", "Who sits down at seat 3? Like seat 3 Ann."},
      {"seat 3 #1001", "Who sits down at seat 3? Like seat 3 Ann."},
      {"seat 3 Ann #", "The patron's number follows the #, like #1001."},
      {"leave", "Who leaves? Like leave 3, or leave guest1."},
      {"leave 9", "There is no seat 9; Fortune 7 Baccarat has seats 1 to 8."},
      {"table", "Which table? Like table 6."},
      {"void",
       "Void for what, and why? Like void misdeal ...: misdeal, exposed-card, foreign-card, "
       "wrong-number-of-cards, too-few-cards, other."},
      {"void rain it rained",
       "'rain' is none of the reasons of Fortune 7 Baccarat: misdeal, exposed-card, foreign-card, "
       "wrong-number-of-cards, too-few-cards, other."},
      {"void misdeal", "Why? What happened follows: void misdeal ..."},
      {"pause", "Why? Like pause shoe change."},
      {"close now", "'close' stands alone."},
      {"undo 2", "'undo' stands alone."},
      {"5 p100\x1b[2J", "A line is at most 400 bytes of text that can be read."},
      {"5b \xff b200", "A line is at most 400 bytes of text that can be read."},
      {"pause " + std::string(400, 'x'), "A line is at most 400 bytes of text that can be read."},
  };
  for (const auto& [text, why] : told) CHECK(mistake_in(text) == why);
  CHECK(mistake_in("5 f100", game_named("six-star")).starts_with("'f' is no wager of"));
}

}  // namespace
