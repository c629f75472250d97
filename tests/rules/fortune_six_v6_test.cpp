// Fortune Six Baccarat, version 6: play and settlement, clause by clause. What the floor does is in
// fortune_six_v6_procedures_test.cpp.

#include "cardroom/rules/games/fortune_six_v6.hpp"

#include <algorithm>

#include "cardroom/rules/odds.hpp"
#include "cardroom/rules/procedures.hpp"
#include "house_games.hpp"

using namespace cardroom::rules;
using namespace cardroom::testing;
using games::fortune_six_v6;

TEST_CASE("F6v6-1.1.4 the HLGA is the Paiza Club and the Ruby Room", "[rules][F6v6-1.1.4]") {
  const auto outside = may_choose_method(fortune_six_v6, Method::c,
                                         Position::assistant_casino_manager, false, false);
  REQUIRE(outside.has_value());
  CHECK(outside->detail.find("Paiza Club") != std::string::npos);
  CHECK(outside->detail.find("Ruby Room") != std::string::npos);
}

TEST_CASE("F6v6-1.1.7 a pair is one rank and differing faces are none", "[rules][F6v6-1.1.7]") {
  check_pairs_by_rank(fortune_six_v6);
  // The clause's own counterexamples, in both orders.
  for (const char* two : {"Kc Qd", "Kc Jd", "Qc Jd", "Qc Kd", "Jc Kd", "Jc Qd"}) {
    CAPTURE(two);
    CHECK(pay(fortune_six_v6, "player-pair", two, "9h Ts") == lose);
  }
  // H-pair: one point value, yet not one rank.
  CHECK(pay(fortune_six_v6, "player-pair", "Tc Kd", "9h Ts") == lose);
}

TEST_CASE("F6v6-1.1.10 the table differential is the difference between the lines",
          "[rules][F6v6-1.1.10]") {
  using Ask = DifferentialStep::Ask;
  const auto excess = [](int player, int banker, int allowed) {
    return differential(Cents::dollars(player), Cents::dollars(banker), Cents::dollars(allowed))
        .excess.count();
  };
  CHECK(excess(700, 300, 0) == 40'000);
  CHECK(excess(300, 700, 0) == 40'000);
  CHECK(excess(700, 300, 399) == 100);
  CHECK(excess(700, 300, 400) == 0);
  CHECK(differential(Cents{1}, Cents{1}, Cents{}).ask == Ask::nothing);
}

TEST_CASE("F6v6-2.1 the game is played with four to ten decks of 52 cards", "[rules][F6v6-2.1]") {
  CHECK(fortune_six_v6.deck.cards() == 52);
  for (const int decks : {1, 3, 11}) {
    CHECK(refusal_of(odds_of(fortune_six_v6, decks), "F6v6-2.1") == Refusal::decks_not_allowed);
  }
  for (const int decks : {4, 8, 10}) {
    CHECK(refused(odds_of(fortune_six_v6, decks)) == nullptr);
  }
}

TEST_CASE("F6v6-3.3 the point values", "[rules][F6v6-3.3]") {
  check_point_values(fortune_six_v6, "JQK");
}

TEST_CASE("F6v6-3.4 the point total is the right digit of the sum", "[rules][F6v6-3.4]") {
  check_point_totals(fortune_six_v6);
}

TEST_CASE("F6v6-3.5 the six wagers", "[rules][F6v6-3.5]") {
  check_independent(fortune_six_v6,
                    {"player", "banker", "tie", "player-pair", "banker-pair", "fortune-six"});
}

TEST_CASE("F6v6-3.6 at most three wagers an area and a Pit Manager may restrict them",
          "[rules][F6v6-3.6]") {
  CHECK(fortune_six_v6.wagers_an_area == 3);
  for (const int wagers : {1, 2}) {
    CHECK(accepted(restrict_area(fortune_six_v6, wagers, Position::pit_manager)) == wagers);
    for (const Position low : {Position::dealer, Position::pit_supervisor}) {
      CHECK(refusal_of(restrict_area(fortune_six_v6, wagers, low), "F6v6-3.6") ==
            Refusal::position_too_low);
    }
  }
  for (const int wagers : {-1, 0, 4}) {
    CHECK(refusal_of(restrict_area(fortune_six_v6, wagers, Position::gaming_shift_manager),
                     "F6v6-3.6") == Refusal::area_full);
  }
}

TEST_CASE("F6v6-3.12 first and third card to Player and second and fourth to Banker",
          "[rules][F6v6-3.12]") {
  check_first_four_cards(fortune_six_v6, "F6v6-3.12");
}

TEST_CASE("F6v6-3.13 the first four cards decide the pair wagers", "[rules][F6v6-3.13]") {
  for (const Deal& deal : every_course(fortune_six_v6)) {
    for (const auto& [wager, hand] :
         {std::pair{"player-pair", deal.player}, std::pair{"banker-pair", deal.banker}}) {
      CHECK(pay_on(fortune_six_v6, wager, deal).wins() ==
            (hand.card(0).rank() == hand.card(1).rank()));
    }
  }
  CHECK(pay(fortune_six_v6, "player-pair", "2c 2d Ah", "6h Ks") == to_one(11));
  CHECK(pay(fortune_six_v6, "banker-pair", "7c Kd", "2h 2s 9c") == to_one(11));
  CHECK(pay(fortune_six_v6, "player-pair", "2c 3d 3h", "Kh 4s 4c") == lose);
  CHECK(pay(fortune_six_v6, "banker-pair", "2c 3d 3h", "Kh 4s 4c") == lose);
}

namespace {

/// The Banker column of the printed table, row by row.
bool banker_draws_as_printed(int total, int third_card) {
  const auto one_of = [third_card](std::initializer_list<int> listed) {
    return std::find(listed.begin(), listed.end(), third_card) != listed.end();
  };
  switch (total) {
    case 0:
    case 1:
    case 2: return true;
    case 3: return third_card != 8;
    case 4: return one_of({2, 3, 4, 5, 6, 7});
    case 5: return one_of({4, 5, 6, 7});
    case 6: return one_of({6, 7});
    default: return false;
  }
}

}  // namespace

TEST_CASE("F6v6-3.14 the table of play", "[rules][F6v6-3.14]") {
  check_table_of_play(fortune_six_v6,
                      {.player_draws = [](int total) { return total != 6 && total != 7; },
                       .banker_draws_alone = [](int total) { return total >= 0 && total <= 5; },
                       .banker_draws = banker_draws_as_printed,
                       .player_clause = "F6v6-3.14",
                       .banker_clause = "F6v6-3.14"});
  check_natural_ends_the_deal(fortune_six_v6, "9c 9d", "2h 3s");
  check_natural_ends_the_deal(fortune_six_v6, "9c Kd", "2h 3s");
}

TEST_CASE("F6v6-3.15 the higher total wins and equal totals are a tie", "[rules][F6v6-3.15]") {
  check_higher_total_wins(fortune_six_v6);
  const auto outcomes = fortune_six_v6.wager(0).decided_by->outcomes;
  const Outcome& tie = outcomes[decide(fortune_six_v6, "3c 3d", "6h Ks").outcome[0]];
  CHECK(tie.name == "tie");
  CHECK(tie.clause == "F6v6-3.15");
}

TEST_CASE("F6v6-4.1 the lines and Tie", "[rules][F6v6-4.1]") {
  const Pay player = pay(fortune_six_v6, "player", "9c Kd", "7h Qs");
  const Pay banker = pay(fortune_six_v6, "banker", "7c Kd", "4h 4s");
  const Pay tie = pay(fortune_six_v6, "tie", "3c 3d", "6h Ks");
  CHECK(player == to_one(1));
  CHECK(banker == odds(19, 20));
  CHECK(tie == to_one(8));
  CHECK(due(player, 12'345) == 12'345);
  CHECK(due(banker, 100'000) == 95'000);
  CHECK(due(banker, 40) == 38);
  CHECK(due(tie, 12'345) == 98'760);
  check_exact_on_multiples_of(player, 1);
  check_exact_on_multiples_of(banker, 20);
  check_exact_on_multiples_of(tie, 1);
}

TEST_CASE("F6v6-4.1 a Banker six costs the Banker wager nothing more", "[rules][F6v6-4.1]") {
  CHECK(pay(fortune_six_v6, "banker", "5c Kd Tc", "6h Qs") == odds(19, 20));
  CHECK(pay(fortune_six_v6, "banker", "5c Kd Tc", "2h Qs 4c") == odds(19, 20));
}

TEST_CASE("F6v6-4.1 pairs and Fortune Six", "[rules][F6v6-4.1]") {
  check_fortune_six(fortune_six_v6);
  const Pay pair = pay(fortune_six_v6, "banker-pair", "7c Kd", "4h 4s");
  const Pay on_two = pay(fortune_six_v6, "fortune-six", "5c Kd Tc", "6h Qs");
  const Pay on_three = pay(fortune_six_v6, "fortune-six", "5c Kd Tc", "2h Qs 4c");
  CHECK(due(pair, 99) == 1'089);
  CHECK(due(on_two, 99) == 1'188);
  CHECK(due(on_three, 99) == 1'980);
  for (const Pay& whole : {pair, on_two, on_three}) check_exact_on_multiples_of(whole, 1);
}
