// Fortune Six Baccarat, version 5, clause by clause. Rounds are told by their cards.

#include "cardroom/rules/games/fortune_six_v5.hpp"

#include "cardroom/rules/odds.hpp"
#include "house_games.hpp"

using namespace cardroom::rules;
using namespace cardroom::testing;
using games::fortune_six_v5;

TEST_CASE("F6v5-1.1.1 a commission is deducted from every winning Banker wager",
          "[rules][F6v5-1.1.1]") {
  int winning_rounds = 0;
  for (const Deal& deal : every_course(fortune_six_v5)) {
    const Pay banker = pay_on(fortune_six_v5, "banker", deal);
    if (!banker.wins()) continue;
    ++winning_rounds;
    for (const int stake : {20, 2'500, 100'000}) CHECK(due(banker, stake) == stake - stake / 20);
  }
  CHECK(winning_rounds > 0);
  CHECK(due(pay(fortune_six_v5, "player", "9c Kd", "7h Qs"), 2'500) == 2'500);
}

TEST_CASE("F6v5-1.1.2 Fortune Six wins if the Banker wins with six and loses with any other",
          "[rules][F6v5-1.1.2]") {
  check_fortune_six(fortune_six_v5);
  CHECK(pay(fortune_six_v5, "fortune-six", "7c Kd", "6h Qs") == lose);
  CHECK(pay(fortune_six_v5, "fortune-six", "6c Kd", "6h Qs") == lose);
  CHECK(pay(fortune_six_v5, "fortune-six", "3c 2d Kd", "6h Qs") == to_one(12));
}

TEST_CASE("F6v5-1.1.5 a natural is eight or nine in the initial deal", "[rules][F6v5-1.1.5]") {
  for (int total = 0; total < 10; ++total) {
    const Cards two = two_cards(fortune_six_v5, total, 5);
    CAPTURE(total);
    CHECK(hand_of(two).natural() == (total == 8 || total == 9));
    CHECK_FALSE(hand_of(with(two, worth(fortune_six_v5, 9 - total))).natural());
  }
  check_natural_ends_the_deal(fortune_six_v5, "4c 4d", "2h 3s");
  check_natural_ends_the_deal(fortune_six_v5, "4c 5d", "Kh Ks");
}

TEST_CASE("F6v5-1.1.6 a pair is two cards of one rank", "[rules][F6v5-1.1.6]") {
  check_pairs_by_rank(fortune_six_v5);
  // The document's own examples: two 9's, two Q's.
  CHECK(pay(fortune_six_v5, "player-pair", "9c 9d", "8h Ks") == to_one(11));
  CHECK(pay(fortune_six_v5, "banker-pair", "9c Td", "Qh Qs") == to_one(11));
}

TEST_CASE("F6v5-1.1.9 a tie is equal totals at the end of the round", "[rules][F6v5-1.1.9]") {
  std::vector<bool> tied(10);
  for (const Deal& deal : every_course(fortune_six_v5)) {
    const bool tie = pay_on(fortune_six_v5, "tie", deal).wins();
    CAPTURE(deal.player.total(), deal.banker.total());
    CHECK(tie == (deal.player.total() == deal.banker.total()));
    if (tie) tied[static_cast<std::size_t>(deal.player.total())] = true;
  }
  CHECK(tied == std::vector<bool>(10, true));
  // Equal after four cards, apart at the end.
  CHECK(pay(fortune_six_v5, "tie", "2c 3d 4h", "2h 3s Ac") == lose);
}

TEST_CASE("F6v5-2.1 the game is played with four to ten decks of 52 cards without jokers",
          "[rules][F6v5-2.1]") {
  CHECK(fortune_six_v5.deck.cards() == 52);
  CHECK(refusal_of(odds_of(fortune_six_v5, 3), "F6v5-2.1") == Refusal::decks_not_allowed);
  CHECK(refusal_of(odds_of(fortune_six_v5, 11), "F6v5-2.1") == Refusal::decks_not_allowed);
  CHECK(accepted(odds_of(fortune_six_v5, 4)).decks == 4);
  CHECK(accepted(odds_of(fortune_six_v5, 10)).decks == 10);
  CHECK(refusal_of(read_cards(fortune_six_v5, "9c Jk")) == Refusal::unknown_card);
}

TEST_CASE("F6v5-3.3 the point values", "[rules][F6v5-3.3]") {
  check_point_values(fortune_six_v5, "JQK");
}

TEST_CASE("F6v5-3.4 the point total is the right digit of the sum", "[rules][F6v5-3.4]") {
  check_point_totals(fortune_six_v5);
}

TEST_CASE("F6v5-3.5 the wagers are independent", "[rules][F6v5-3.5]") {
  check_independent(fortune_six_v5,
                    {"player", "banker", "tie", "player-pair", "banker-pair", "fortune-six"});
  // One round, each wager its own way: lines and Tie by the totals, pairs by the faces.
  check_pays(fortune_six_v5, "2c 2d Ah", "6h Ks",
             {lose, odds(19, 20), lose, to_one(11), lose, to_one(12)});
}

TEST_CASE("F6v5-3.7 first and third card to Player and second and fourth to Banker",
          "[rules][F6v5-3.7]") {
  check_first_four_cards(fortune_six_v5, "F6v5-3.7");
}

TEST_CASE("F6v5-3.8 the first two cards of a hand decide its pair wager", "[rules][F6v5-3.8]") {
  const auto pairs = [](std::string_view player, std::string_view banker) {
    return std::pair{pay(fortune_six_v5, "player-pair", player, banker).wins(),
                     pay(fortune_six_v5, "banker-pair", player, banker).wins()};
  };
  CHECK(pairs("2c 2d Ah", "6h Ks") == std::pair{true, false});
  CHECK(pairs("7c Kd", "2h 2s 9c") == std::pair{false, true});
  CHECK(pairs("Ac Ad Kh", "5h 5s 9c") == std::pair{true, true});
  // A third card makes no pair, with either of the two.
  CHECK(pairs("2c 3d 3h", "Kh 4s 4c") == std::pair{false, false});
  CHECK(pairs("2c 3d 2h", "4h Ks 4c") == std::pair{false, false});
}

TEST_CASE("F6v5-3.9 the table of play", "[rules][F6v5-3.9]") {
  static constexpr std::pair<std::string_view, std::string_view> kPrinted[] = {
      // the Banker has   draws when the Player third card is
      // clang-format off
      {"012",             "0123456789"},
      {"3",               "012345679"},
      {"4",               "234567"},
      {"5",               "4567"},
      {"6",               "67"},
      // clang-format on
  };
  static constexpr auto holds = [](std::string_view digits, int digit) {
    return digits.find(static_cast<char>('0' + digit)) != std::string_view::npos;
  };
  const auto banker_draws = [](int total, int third_card) {
    for (const auto& [banker, draws_on] : kPrinted) {
      if (holds(banker, total)) return holds(draws_on, third_card);
    }
    return false;  // "stands at all other times"
  };
  check_table_of_play(fortune_six_v5,
                      {.player_draws = [](int total) { return holds("012345", total); },
                       .banker_draws_alone = [](int total) { return holds("012345", total); },
                       .banker_draws = banker_draws,
                       .player_clause = "F6v5-3.9",
                       .banker_clause = "F6v5-3.9"});
}

TEST_CASE("F6v5-3.10 the higher total wins and on a tie the lines neither win nor lose",
          "[rules][F6v5-3.10]") {
  check_higher_total_wins(fortune_six_v5);
}

TEST_CASE("F6v5-3.11 Fortune Six wins on two cards and on three", "[rules][F6v5-3.11]") {
  CHECK(pay(fortune_six_v5, "fortune-six", "3c 2d Kd", "6h Qs").wins());
  CHECK(pay(fortune_six_v5, "fortune-six", "3c 2d Kd", "2h Qs 4c").wins());
  CHECK_FALSE(pay(fortune_six_v5, "fortune-six", "3c 2d Kd", "2h Qs 5c").wins());
}

TEST_CASE("F6v5-4.1 settlement", "[rules][F6v5-4.1]") {
  const auto& game = fortune_six_v5;
  const Pay even = to_one(1), less = odds(19, 20), eight = to_one(8), pair = to_one(11);
  // clang-format off
  //                                        Player Banker Tie    P Pair B Pair Fortune Six
  check_pays(game, "9c Kd", "7h Qs",       {even,  lose,  lose,  lose,  lose,  lose});
  check_pays(game, "7c Kd", "4h 4s",       {lose,  less,  lose,  lose,  pair,  lose});
  check_pays(game, "5c Kd Tc", "6h Qs",    {lose,  less,  lose,  lose,  lose,  to_one(12)});
  check_pays(game, "5c Kd Tc", "2h Qs 4c", {lose,  less,  lose,  lose,  lose,  to_one(20)});
  check_pays(game, "3c 3d", "6h Ks",       {push,  push,  eight, pair,  lose,  lose});
  // clang-format on
  CHECK(due(pay(game, "tie", "3c 3d", "6h Ks"), 2'500) == 20'000);
  CHECK(due(pay(game, "banker", "7c Kd", "4h 4s"), 2'500) == 2'375);
  CHECK(due(pay(game, "banker", "7c Kd", "4h 4s"), 20) == 19);
  CHECK(due(pay(game, "player-pair", "3c 3d", "6h Ks"), 501) == 5'511);
  CHECK(due(pay(game, "fortune-six", "5c Kd Tc", "6h Qs"), 501) == 6'012);
  CHECK(due(pay(game, "fortune-six", "5c Kd Tc", "2h Qs 4c"), 501) == 10'020);
  check_exact_on_multiples_of(pay(game, "banker", "7c Kd", "4h 4s"), 20);
  check_exact_on_multiples_of(pay(game, "player", "9c Kd", "7h Qs"), 1);
}

TEST_CASE("F6v5-5.1 a foreign card voids the round and earlier results stand",
          "[rules][F6v5-5.1]") {
  check_always(fortune_six_v5, "foreign-card", {"F6v5-5.1", Effect::void_round});
  CHECK(ruled(fortune_six_v5, "foreign-card").told.find("earlier results stand") !=
        std::string_view::npos);
}

TEST_CASE("F6v5-5.2 a wrong number of cards voids the round unless put right or noticed too late",
          "[rules][F6v5-5.2]") {
  check_wrong_number_of_cards(fortune_six_v5, "F6v5-5.2");
}

TEST_CASE("F6v5-5.3 cards drawn together in unknown order void the initial deal",
          "[rules][F6v5-5.3]") {
  check_unknown_order_in_initial_deal(fortune_six_v5, "F6v5-5.3");
}

TEST_CASE("F6v5-5.4 an order altered for good voids the round", "[rules][F6v5-5.4]") {
  check_order_altered_for_good(fortune_six_v5, "F6v5-5.4");
}

TEST_CASE("F6v5-5.5 too few cards void the round", "[rules][F6v5-5.5]") {
  check_always(fortune_six_v5, "too-few-cards", {"F6v5-5.5", Effect::void_round});
}

TEST_CASE("F6v5-5.6 a wager placed or raised after the close is refused", "[rules][F6v5-5.6]") {
  check_always(fortune_six_v5, "late-wager", {"F6v5-5.6", Effect::refuse_wager});
}

TEST_CASE("F6v5-5.7 a wager withdrawn after the close wins or loses all the same",
          "[rules][F6v5-5.7]") {
  check_always(fortune_six_v5, "late-withdrawal", {"F6v5-5.7", Effect::go_on});
}
