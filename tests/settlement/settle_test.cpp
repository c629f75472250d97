#include "cardroom/rules/games/baccarat.hpp"
#include "cardroom/rules/games/baccarat_no_commission.hpp"
#include "cardroom/rules/games/fortune_7.hpp"
#include "cardroom/rules/games/fortune_six_v6.hpp"
#include "cardroom/rules/games/six_star.hpp"
#include "cardroom/rules/procedures.hpp"
#include "settlement/told.hpp"

namespace {

using namespace cardroom::testing;
using cardroom::rules::Cents;
using cardroom::rules::CoverRule;
using cardroom::settlement::Account;
using cardroom::settlement::play_entry;
using cardroom::settlement::Result;
namespace games = cardroom::rules::games;

TableOfBets fortune_7(int dealer_seat, int wager, CoverRule cover = CoverRule::consumed) {
  return TableOfBets(games::fortune_7).dealer(dealer_seat, wager, cover);
}

/// The table of readings.md, S-cover.
TableOfBets cover_example(int wager, CoverRule cover) {
  return fortune_7(1, wager, cover)
      .seat(2, "player", 100)
      .seat(3, "banker", 100)
      .seat(4, "player", 150)
      .seat(4, "tie", 10)
      .seat(5, "banker", 50)
      .seat(5, "fortune-7", 5);
}

}  // namespace

TEST_CASE("F7-type.2 the player-dealer collects losers and pays winners",
          "[settlement][F7-type.2]") {
  const auto table =
      fortune_7(1, 1'000).seat(2, "player", 100).seat(3, "banker", 80).seat(3, "tie", 10);
  SECTION("Banker wins") {
    const auto all = settled(table, kBankerSevenOverSix);
    CHECK(all.lines == Lines{"s2 player lose $100", "s3 banker win $80", "s3 tie lose $10"});
    CHECK(all.clauses == Lines{"F7-pay.4", "F7-pay.5", "F7-tie.2"});
    CHECK(all.net() == "+$30");
  }
  SECTION("Player wins") {
    const auto all = settled(table, kPlayerNineOverFive);
    CHECK(all.lines == Lines{"s2 player win $100", "s3 banker lose $80", "s3 tie lose $10"});
    CHECK(all.net() == "-$10");
  }
}

TEST_CASE("F7-type.2 he wins or loses no more than the original wager", "[settlement][F7-type.2]") {
  const auto cover = GENERATE(CoverRule::consumed, CoverRule::running);
  const auto table = fortune_7(1, 50, cover).seat(2, "player", 30).seat(3, "player", 40);
  CHECK(settled(table, kBankerSevenOverSix).lines ==
        Lines{"s2 player lose $30", "s3 player lose $20 of $40"});
  CHECK(settled(table, kBankerSevenOverSix).net() == "+$50");
  CHECK(settled(table, kPlayerNineOverFive).lines ==
        Lines{"s2 player win $30", "s3 player win $20 of $40"});
  CHECK(settled(table, kPlayerNineOverFive).net() == "-$50");
}

TEST_CASE("F7-type.3 once the wager is exhausted the wagers not covered go back",
          "[settlement][F7-type.3]") {
  const auto table = fortune_7(1, 100)
                         .seat(2, "player", 100)
                         .seat(3, "player", 60)
                         .seat(4, "banker", 70)
                         .seat(5, "tie", 10);
  const auto all = settled(table, kPlayerNineOverFive);
  CHECK(all.lines == Lines{"s2 player win $100", "s3 player no-action", "s4 banker no-action",
                           "s5 tie no-action"});
  CHECK(all.settlement.totals.exhausted);
  CHECK(all.settlement.totals.cover_left == Cents{});
  for (std::size_t i = 1; i < all.settlement.lines.size(); ++i) {
    const auto& line = all.settlement.lines[i];
    CHECK(line.returned == table.bets().wagers[line.wager].stake);
  }
}

TEST_CASE("F7-type.3 a wager that is just covered does not count as exhausted before it",
          "[settlement][F7-type.3]") {
  const auto all = settled(fortune_7(1, 101).seat(2, "player", 100), kPlayerNineOverFive);
  CHECK(all.covers == Lines{"$1"});
  CHECK_FALSE(all.settlement.totals.exhausted);
}

TEST_CASE("F7-type.4 play moves no account of the establishment", "[settlement][F7-type.4]") {
  const auto cards = GENERATE(kBankerSevenOverSix, kBankerThreeCardSevenOverSix,
                              kPlayerNineOverFive, kPlayerOneOverNil, kFiveAll);
  const auto cover = GENERATE(CoverRule::consumed, CoverRule::running);
  const auto all = settled(cover_example(200, cover), cards);
  const auto entry = play_entry(all.round, all.settlement.lines);
  REQUIRE_FALSE(entry.postings().empty());
  Cents dealer;
  for (const auto& posting : entry.postings()) {
    CAPTURE(text(posting.account));
    CHECK(posting.account.holder != Account::Holder::house);
    CHECK(posting.account.holder != Account::Holder::collections);
    if (posting.account.holder == Account::Holder::player_dealer) dealer += posting.amount;
  }
  CHECK(dealer == all.settlement.totals.bank_net());
}

TEST_CASE("F7-table.3 backline bettors may bet on every wager", "[settlement][F7-table.3]") {
  auto table = fortune_7(1, 5'000).seat(2, "player", 10);
  for (const auto on : {"player", "banker", "tie", "one-up", "fortune-7"}) {
    table.backline(2, "Ann", on, 10);
  }
  CHECK(settled(table, kBankerThreeCardSevenOverSix).lines ==
        Lines{"s2 player lose $10", "Ann player lose $10", "Ann banker push", "Ann tie lose $10",
              "Ann one-up lose $10", "Ann fortune-7 win $400"});
}

TEST_CASE("F7-table.4 a backline wager stands beside the seated one or on the other line",
          "[settlement][F7-table.4]") {
  const auto table = fortune_7(1, 1'000)
                         .backline(3, "Bea", "player", 20)
                         .backline(3, "Ann", "player", 30)
                         .backline(3, "Cal", "banker", 40)
                         .seat(3, "player", 10);
  // Inside a space the seated player is first, then the others as they placed (S-order).
  CHECK(settled(table, kPlayerNineOverFive).lines ==
        Lines{"s3 player win $10", "Bea player win $20", "Ann player win $30",
              "Cal banker lose $40"});
}

TEST_CASE("F7-table.4 the same line is placed beside and the other above or below",
          "[settlement][F7-table.4]") {
  using cardroom::settlement::BacklinePlace;
  const auto table = fortune_7(1, 1'000)
                         .seat(3, "player", 10)
                         .backline(3, "Ann", "player", 20)
                         .backline(3, "Bea", "banker", 20)
                         .backline(3, "Bea", "fortune-7", 5)
                         .backline(3, "Cal", "tie", 5)
                         .backline(4, "Ann", "player", 20);
  const auto bets = table.bets();
  const auto place = [&](std::size_t wager) {
    return backline_place(bets.game, bets.wagers, bets.wagers[wager]);
  };
  CHECK_FALSE(place(0).has_value());  // the seated player himself
  CHECK(place(1) == BacklinePlace::beside);
  CHECK(place(2) == BacklinePlace::above_or_below);
  CHECK(place(3) == BacklinePlace::above_or_below);  // a bonus stands where its line does
  CHECK_FALSE(place(4).has_value());                 // no line of his own
  CHECK_FALSE(place(5).has_value());                 // nobody sits at seat 4
}

TEST_CASE("F7-pay.1 the action begins at the player-dealer's left and goes clockwise",
          "[settlement][F7-pay.1]") {
  const auto order = [](int dealer_seat, Lines expected) {
    auto table = fortune_7(dealer_seat, 1'000);
    for (const int seat : {8, 3, 1, 5}) {
      if (seat != dealer_seat) table.seat(seat, "player", seat);
    }
    CHECK(settled(table, kPlayerNineOverFive).lines == expected);
  };
  order(2, {"s3 player win $3", "s5 player win $5", "s8 player win $8", "s1 player win $1"});
  order(4, {"s5 player win $5", "s8 player win $8", "s1 player win $1", "s3 player win $3"});
  order(5, {"s8 player win $8", "s1 player win $1", "s3 player win $3"});
  order(8, {"s1 player win $1", "s3 player win $3", "s5 player win $5"});
}

TEST_CASE("F7-pay.2 wagers are settled kind by kind", "[settlement][F7-pay.2]") {
  auto table = fortune_7(7, 1'000);
  for (const auto on : {"fortune-7", "one-up", "tie", "banker", "player"}) {
    table.seat(8, on, 10).seat(1, on, 5);
  }
  CHECK(settled(table, kPlayerSevenOverSix).lines ==
        Lines{"s8 player win $10", "s1 player win $5", "s8 banker lose $10", "s1 banker lose $5",
              "s8 tie lose $10", "s1 tie lose $5", "s8 one-up win $90", "s1 one-up win $45",
              "s8 fortune-7 lose $10", "s1 fortune-7 lose $5"});
}

TEST_CASE("F7-pay.3 a line wager is settled as far as the cover reaches",
          "[settlement][F7-pay.3]") {
  const auto table = fortune_7(1, 60).seat(2, "player", 100).seat(3, "player", 20);
  SECTION("a winner is paid short and keeps the whole stake") {
    const auto all = settled(table, kPlayerNineOverFive);
    CHECK(all.lines == Lines{"s2 player win $60 of $100", "s3 player no-action"});
    CHECK(all.settlement.lines[0].returned == Cents::dollars(100));
    CHECK(all.settlement.lines[1].due == Cents::dollars(20));
    CHECK(all.clauses == Lines{"F7-pay.3", "F7-pay.3"});
  }
  SECTION("a loser gets back what is not covered") {
    const auto all = settled(table, kBankerSevenOverSix);
    CHECK(all.lines == Lines{"s2 player lose $60 of $100", "s3 player no-action"});
    CHECK(all.settlement.lines[0].returned == Cents::dollars(40));
    CHECK(all.settlement.lines[1].due == Cents{});
    CHECK(all.clauses == Lines{"F7-pay.3", "F7-pay.3"});
  }
}

TEST_CASE("F7-pay.3 the due of a winner is what the odds promise whatever was paid",
          "[settlement][F7-pay.3]") {
  const auto all = settled(fortune_7(1, 100)
                               .seat(2, "player", 100)
                               .seat(2, "one-up", 10)
                               .seat(3, "one-up", 5)
                               .seat(3, "player", 1),
                           kPlayerOneOverNil);
  CHECK(all.lines == Lines{"s2 player win $100", "s3 player no-action", "s2 one-up no-action",
                           "s3 one-up no-action"});
  const auto due = [&](std::size_t line) { return all.settlement.lines[line].due; };
  CHECK(due(1) == Cents::dollars(1));
  CHECK(due(2) == Cents::dollars(300));
  CHECK(due(3) == Cents::dollars(150));
}

TEST_CASE("F7-tie.1 a Tie wager may stand alone", "[settlement][F7-tie.1]") {
  const auto table = fortune_7(1, 100).seat(2, "tie", 10);
  CHECK(settled(table, kFiveAll).lines == Lines{"s2 tie win $80"});
  CHECK(settled(table, kPlayerNineOverFive).lines == Lines{"s2 tie lose $10"});
}

TEST_CASE("F7-tie.3 a backline Tie wager needs no line either", "[settlement][F7-tie.3]") {
  const auto table = fortune_7(1, 500).backline(2, "Ann", "tie", 10).seat(2, "tie", 20);
  CHECK(settled(table, kFiveAll).lines == Lines{"s2 tie win $160", "Ann tie win $80"});
}

TEST_CASE("F7-tie.4 Tie wagers are settled as far as the cover reaches", "[settlement][F7-tie.4]") {
  SECTION("winners") {
    const auto all = settled(
        fortune_7(1, 100).seat(2, "tie", 10).seat(3, "tie", 10).seat(4, "tie", 10), kFiveAll);
    CHECK(all.lines == Lines{"s2 tie win $80", "s3 tie win $20 of $80", "s4 tie no-action"});
    CHECK(all.clauses == Lines{"F7-tie.2", "F7-tie.4", "F7-tie.4"});
  }
  SECTION("losers") {
    const auto all =
        settled(fortune_7(1, 15).seat(2, "tie", 10).seat(3, "tie", 10).seat(4, "tie", 10),
                kPlayerNineOverFive);
    CHECK(all.lines == Lines{"s2 tie lose $10", "s3 tie lose $5 of $10", "s4 tie no-action"});
    CHECK(all.clauses == Lines{"F7-tie.2", "F7-tie.4", "F7-tie.4"});
  }
}

TEST_CASE("F7-bonus7.1 a Fortune 7 wager stands on either line", "[settlement][F7-bonus7.1]") {
  const auto table = fortune_7(1, 5'000)
                         .seat(2, "player", 10)
                         .seat(2, "fortune-7", 5)
                         .backline(2, "Ann", "banker", 10)
                         .backline(2, "Ann", "fortune-7", 1);
  CHECK(settled(table, kBankerThreeCardSevenOverSix).lines ==
        Lines{"s2 player lose $10", "Ann banker push", "s2 fortune-7 win $200",
              "Ann fortune-7 win $40"});
}

TEST_CASE("F7-bonus7.3 Fortune 7 wagers are settled as far as the cover reaches",
          "[settlement][F7-bonus7.3]") {
  const auto table = [](int wager) {
    auto bets = fortune_7(1, wager);
    for (const int seat : {2, 3, 4}) bets.seat(seat, "banker", 10).seat(seat, "fortune-7", 10);
    return bets;
  };
  SECTION("winners; the pushed lines before them use no cover") {
    const auto all = settled(table(500), kBankerThreeCardSevenOverSix);
    CHECK(all.lines == Lines{"s2 banker push", "s3 banker push", "s4 banker push",
                             "s2 fortune-7 win $400", "s3 fortune-7 win $100 of $400",
                             "s4 fortune-7 no-action"});
    CHECK(all.covers == Lines{"$500", "$500", "$500", "$100", "$0", "$0"});
    CHECK(all.clauses ==
          Lines{"F7-pay.5", "F7-pay.5", "F7-pay.5", "F7-bonus7.2", "F7-bonus7.3", "F7-bonus7.3"});
  }
  SECTION("losers") {
    const auto all = settled(table(45), kPlayerNineOverFive);
    CHECK(all.lines == Lines{"s2 banker lose $10", "s3 banker lose $10", "s4 banker lose $10",
                             "s2 fortune-7 lose $10", "s3 fortune-7 lose $5 of $10",
                             "s4 fortune-7 no-action"});
  }
}

TEST_CASE("F7-oneup.1 a One Up wager stands on either line", "[settlement][F7-oneup.1]") {
  const auto table = fortune_7(1, 1'000)
                         .seat(2, "banker", 10)
                         .seat(2, "one-up", 5)
                         .backline(2, "Ann", "player", 10)
                         .backline(2, "Ann", "one-up", 1);
  CHECK(
      settled(table, kPlayerSevenOverSix).lines ==
      Lines{"Ann player win $10", "s2 banker lose $10", "s2 one-up win $45", "Ann one-up win $9"});
}

TEST_CASE("F7-oneup.4 One Up wagers are settled as far as the cover reaches",
          "[settlement][F7-oneup.4]") {
  auto table = fortune_7(1, 130);
  for (const int seat : {2, 3, 4}) table.seat(seat, "player", 10).seat(seat, "one-up", 10);
  const auto all = settled(table, kPlayerSevenOverSix);
  CHECK(all.lines == Lines{"s2 player win $10", "s3 player win $10", "s4 player win $10",
                           "s2 one-up win $90", "s3 one-up win $10 of $90", "s4 one-up no-action"});
  CHECK(all.clauses ==
        Lines{"F7-pay.4", "F7-pay.4", "F7-pay.4", "F7-oneup.3", "F7-oneup.4", "F7-oneup.4"});
}

TEST_CASE("S-tie the lines push on a tie whatever the cover", "[settlement][S-tie]") {
  const auto cover = GENERATE(CoverRule::consumed, CoverRule::running);
  const auto all = settled(
      fortune_7(1, 40, cover).seat(2, "player", 100).seat(3, "banker", 100).seat(3, "tie", 10),
      kFiveAll);
  CHECK(all.lines == Lines{"s2 player push", "s3 banker push", "s3 tie win $40 of $80"});
  CHECK(all.clauses == Lines{"S-tie", "S-tie", "F7-tie.4"});
  CHECK(all.covers == Lines{"$40", "$40", "$0"});
}

TEST_CASE("S-tie a push stays a push when the cover is used up", "[settlement][S-tie]") {
  const auto all = settled(fortune_7(1, 100).seat(2, "player", 100).seat(3, "banker", 100),
                           kBankerThreeCardSevenOverSix);
  CHECK(all.lines == Lines{"s2 player lose $100", "s3 banker push"});
  CHECK(all.covers == Lines{"$0", "$0"});
}

TEST_CASE("S-cover the five worked examples of the readings", "[settlement][S-cover]") {
  struct Example {
    int wager;
    Cards cards;
    std::string consumed, consumed_left, running, running_left;
  };
  const auto example = GENERATE(values<Example>({
      {200, kBankerSevenOverSix, "+$200", "$0", "+$65", "$265"},
      {200, kPlayerNineOverFive, "-$200", "$0", "-$200", "$0"},
      {300, kBankerThreeCardSevenOverSix, "+$220", "$0", "+$60", "$360"},
      {500, kBankerThreeCardSevenOverSix, "+$60", "$40", "+$60", "$560"},
      {200, kFiveAll, "-$75", "$115", "-$75", "$125"},
  }));
  CAPTURE(example.wager, example.cards.player, example.cards.banker);
  const auto consumed = settled(cover_example(example.wager, CoverRule::consumed), example.cards);
  CHECK(consumed.net() == example.consumed);
  CHECK(consumed.covers.back() == example.consumed_left);
  const auto running = settled(cover_example(example.wager, CoverRule::running), example.cards);
  CHECK(running.net() == example.running);
  CHECK(running.covers.back() == example.running_left);
}

TEST_CASE("S-cover consumed: what is taken uses the wager up as well", "[settlement][S-cover]") {
  const auto all =
      settled(fortune_7(1, 100).seat(2, "player", 80).seat(3, "banker", 80), kBankerSevenOverSix);
  CHECK(all.lines == Lines{"s2 player lose $80", "s3 banker win $20 of $80"});
  CHECK(all.covers == Lines{"$20", "$0"});
  CHECK(all.net() == "+$60");
}

TEST_CASE("S-cover running: what is taken refills the bank", "[settlement][S-cover]") {
  const auto all =
      settled(fortune_7(1, 100, CoverRule::running).seat(2, "player", 80).seat(3, "banker", 80),
              kBankerSevenOverSix);
  CHECK(all.lines == Lines{"s2 player lose $80", "s3 banker win $80"});
  CHECK(all.covers == Lines{"$180", "$100"});
  CHECK(all.net() == "$0");
}

TEST_CASE("S-cover running: an empty bank ends the play", "[settlement][S-cover]") {
  const auto all =
      settled(fortune_7(1, 100, CoverRule::running).seat(2, "player", 100).seat(3, "banker", 80),
              kPlayerNineOverFive);
  CHECK(all.lines == Lines{"s2 player win $100", "s3 banker no-action"});
  CHECK(all.settlement.totals.exhausted);
}

TEST_CASE("S-cover running: a net win at the wager takes nothing more until he pays",
          "[settlement][S-cover]") {
  const auto all = settled(fortune_7(1, 100, CoverRule::running)
                               .seat(2, "player", 100)
                               .seat(3, "player", 50)
                               .seat(4, "banker", 30)
                               .seat(5, "tie", 40),
                           kBankerSevenOverSix);
  CHECK(all.lines == Lines{"s2 player lose $100", "s3 player no-action", "s4 banker win $30",
                           "s5 tie lose $30 of $40"});
  CHECK(all.covers == Lines{"$200", "$200", "$170", "$200"});
  CHECK_FALSE(all.settlement.totals.exhausted);
}

TEST_CASE("S6 settle asks for room for every line", "[settlement][S6]") {
  const auto round = fortune_7(1, 100).seat(2, "player", 10).seat(3, "player", 10).close();
  const auto decision =
      decide(games::fortune_7, kPlayerNineOverFive.player, kPlayerNineOverFive.banker);
  std::array<cardroom::settlement::Line, 1> too_few;
  CHECK_THROWS_AS(cardroom::settlement::settle(round, decision, too_few),
                  cardroom::rules::BrokenInvariant);
}

// --- Games that the house banks -----------------------------------------------------------------

TEST_CASE("BM-commission the house pays 0.95 to 1 on Banker", "[settlement][BM-commission]") {
  const auto all = settled(
      TableOfBets(games::baccarat).seat(3, "banker", 101).seat(1, "player", 20).seat(2, "tie", 5),
      kBankerSevenOverSix);
  CHECK(all.lines == Lines{"s1 player lose $20", "s3 banker win $95.95", "s2 tie lose $5"});
  CHECK(all.net() == "-$70.95");
  const auto entry = play_entry(all.round, all.settlement.lines);
  CHECK(told(entry) == Lines{"house +$20", "bettor 1 -$20", "bettor 0 +$95.95", "house -$95.95",
                             "house +$5", "bettor 2 -$5"});
}

TEST_CASE("BM-no-commission a Banker six pays half in whole cents",
          "[settlement][BM-no-commission]") {
  const auto table = TableOfBets(games::baccarat_no_commission).seat(3, "banker", 101);
  CHECK(settled(table, {"Th 3d 2s", "6c Td"}).lines == Lines{"s3 banker win $50.50"});
  CHECK(settled(table, kBankerSevenOverSix).lines == Lines{"s3 banker win $101"});
}

TEST_CASE("H-bank the house pays without a limit of cover", "[settlement][H-bank]") {
  const auto all = settled(TableOfBets(games::six_star).seat(1, "element-bonus", 1'000'000'000),
                           {"Tw 3w 2w", "2w Tw 4w"});
  CHECK(all.lines == Lines{"s1 element-bonus win $5,000,000,000,000"});
  CHECK_FALSE(all.settlement.totals.exhausted);
}

TEST_CASE("H-order house-banked wagers go kind by kind then by seat", "[settlement][H-order]") {
  const auto table = TableOfBets(games::fortune_six_v6)
                         .seat(16, "player", 10)
                         .seat(2, "tie", 10)
                         .place(2, "Bea", "player", Cents::dollars(20), false)
                         .place(2, "Ann", "player", Cents::dollars(30), false)
                         .seat(1, "fortune-six", 10)
                         .seat(3, "banker-pair", 10);
  CHECK(settled(table, kPlayerNineOverFive).lines ==
        Lines{"Bea player win $20", "Ann player win $30", "s16 player win $10", "s2 tie lose $10",
              "s3 banker-pair lose $10", "s1 fortune-six lose $10"});
}

TEST_CASE("6S-4.3 a Tie Bonus is paid once for each Tie wager on top of 8 to 1",
          "[settlement][6S-4.3]") {
  const auto table =
      TableOfBets(games::six_star).seat(1, "tie", 10).seat(2, "tie", 50).seat(3, "banker", 100);
  SECTION("Flaming 9's") {
    const auto all = settled(table, {"4f 5f", "9f Tf"});
    CHECK(all.lines == Lines{"s3 banker push", "s1 tie win $3,080", "s2 tie win $3,400"});
    CHECK(all.clauses == Lines{"6S-4.3", "6S-4.3", "6S-4.3"});
    CHECK(all.net() == "-$6,480");
  }
  SECTION("6 Stars") {
    CHECK(settled(table, {"Sg Le Fo", "Fw Lf Sg"}).lines ==
          Lines{"s3 banker push", "s1 tie win $30,080", "s2 tie win $30,400"});
  }
  SECTION("a plain tie") {
    CHECK(settled(table, {"4f 5g", "9f Tf"}).lines ==
          Lines{"s3 banker push", "s1 tie win $80", "s2 tie win $400"});
  }
}

namespace {

/// A Banker wager whose stake nobody compared with the limits in time.
TableOfBets slipped_through(int dollars, bool under_minimum_before) {
  const cardroom::rules::Limits limits{Cents::dollars(100), Cents::dollars(500)};
  const Cents stake = Cents::dollars(dollars);
  const Cents rest = stake - cardroom::rules::settled_part(stake, limits, under_minimum_before);
  return TableOfBets(games::fortune_six_v6)
      .seat(1, "banker", dollars)
      .unsettled(static_cast<int>(rest.count() / 100));
}

}  // namespace

TEST_CASE("F6v6-5.14 a wager under the minimum is settled once and later ones are returned",
          "[settlement][F6v6-5.14]") {
  const auto first = settled(slipped_through(40, false), kPlayerNineOverFive);
  CHECK(first.lines == Lines{"s1 banker lose $40"});
  const auto later_lost = settled(slipped_through(40, true), kPlayerNineOverFive);
  CHECK(later_lost.lines == Lines{"s1 banker no-action"});
  CHECK(later_lost.settlement.lines[0].returned == Cents::dollars(40));
  const auto later_won = settled(slipped_through(40, true), kBankerSevenOverSix);
  CHECK(later_won.lines == Lines{"s1 banker no-action"});
  CHECK(later_won.net() == "$0");
}

TEST_CASE("F6v6-5.15 a wager over the maximum is settled to the maximum",
          "[settlement][F6v6-5.15]") {
  const auto won = settled(slipped_through(700, false), kBankerSevenOverSix);
  CHECK(won.lines == Lines{"s1 banker win $475"});
  CHECK(won.settlement.lines[0].returned == Cents::dollars(700));
  const auto lost = settled(slipped_through(700, false), kPlayerNineOverFive);
  CHECK(lost.lines == Lines{"s1 banker lose $500"});
  CHECK(lost.settlement.lines[0].returned == Cents::dollars(200));
  CHECK(lost.net() == "+$500");
  CHECK(settled(slipped_through(500, false), kPlayerNineOverFive).lines ==
        Lines{"s1 banker lose $500"});
}
