// A game is one value in one file: support/ez_baccarat.hpp adds one, and nothing else knows it.

#include <algorithm>

#include "cardroom/rules/games/fortune_7.hpp"
#include "cardroom/rules/odds.hpp"
#include "cardroom/rules/shoe.hpp"
#include "support/ez_baccarat.hpp"
#include "support/rounds.hpp"

namespace {

using namespace cardroom::rules;
using cardroom::testing::accepted;
using cardroom::testing::cards;
using cardroom::testing::ez_baccarat;
using cardroom::testing::refusal_of;

std::string paid(std::string_view wager, std::string_view player, std::string_view banker) {
  return pay_text(cardroom::testing::pay(ez_baccarat, wager, player, banker));
}

/// The program's own games and one more.
std::vector<const Game*> with_the_seventh() {
  std::vector<const Game*> games(catalogue().begin(), catalogue().end());
  games.push_back(&ez_baccarat);
  return games;
}

const WagerOdds& odds_for(const Odds& odds, std::string_view wager) {
  const auto index = ez_baccarat.find_wager(wager);
  REQUIRE(index.has_value());
  return odds.wagers.at(*index);
}

}  // namespace

SCENARIO("a seventh game is decided from its table", "[rules][seventh-game]") {
  GIVEN("Banker wins with three cards totalling seven") {
    const auto on = [](std::string_view wager) { return paid(wager, "Kd 6h", "Kc 2s 5c"); };
    THEN("the Banker line pushes and Dragon 7 is paid") {
      CHECK(on("banker") == "push");
      CHECK(on("dragon-7") == "40 to 1");
      CHECK(on("player") == "lose");
      CHECK(on("panda-8") == "lose");
    }
  }
  GIVEN("Player wins with three cards totalling eight") {
    const auto on = [](std::string_view wager) { return paid(wager, "Kd Kh 8s", "Kc 3s"); };
    THEN("the Player line and Panda 8 are paid") {
      CHECK(on("player") == "1 to 1");
      CHECK(on("panda-8") == "25 to 1");
      CHECK(on("banker") == "lose");
      CHECK(on("dragon-7") == "lose");
    }
  }
  GIVEN("an eight or a seven of another kind") {
    THEN("neither side wager wins") {
      CHECK(paid("panda-8", "Kd 8h", "Kc 7s") == "lose");
      CHECK(paid("panda-8", "Kd Kh 8s", "Kc Ks 8c") == "lose");
      CHECK(paid("dragon-7", "Kd 6h", "Kc 7s") == "lose");
      CHECK(paid("dragon-7", "Kd 7h", "Kc 2s 5c") == "lose");
      CHECK(paid("banker", "Kd 6h", "Kc 7s") == "1 to 1");
    }
  }
  GIVEN("a tie with a pair in the Banker's hand") {
    THEN("the shared parts decide with it") {
      CHECK(paid("tie", "Kd 8h", "4c 4s") == "8 to 1");
      CHECK(paid("player", "Kd 8h", "4c 4s") == "push");
      CHECK(paid("banker-pair", "Kd 8h", "4c 4s") == "11 to 1");
      CHECK(paid("banker-pair", "4d 4h", "Kc 8s") == "lose");
    }
  }
}

TEST_CASE("a seventh game is refused cards by its own clauses", "[rules][seventh-game]") {
  const auto round = [](std::string_view player, std::string_view banker) {
    return complete_deal(ez_baccarat, cards(ez_baccarat, player), cards(ez_baccarat, banker));
  };
  CHECK(refusal_of(round("Kd", "Kc 7s"), "EZ-deal") == Refusal::cards_missing);
  CHECK(refusal_of(round("Kd 9h", "Kc 2s 3h"), "EZ-natural") == Refusal::third_card_not_dealt);
  CHECK(refusal_of(round("Kd 5h", "Kc 7s"), "EZ-player") == Refusal::third_card_missing);
  CHECK(refusal_of(round("Kd 6h", "Kc 6s 2h"), "EZ-stood") == Refusal::third_card_not_dealt);
  CHECK(refusal_of(round("Kd Kh 8s", "Kc 3s 4d"), "EZ-chart") == Refusal::third_card_not_dealt);
}

TEST_CASE("a seventh game has the odds that are published for it", "[rules][seventh-game]") {
  const Odds odds = accepted(odds_of(ez_baccarat, 8));
  CHECK(odds_for(odds, "panda-8").expected_return == Approx(-0.1019).margin(5e-5));
  CHECK(odds_for(odds, "dragon-7").expected_return == Approx(-0.0761).margin(5e-5));
  CHECK(odds_for(odds, "banker").expected_return == Approx(-0.0102).margin(5e-5));
  CHECK(odds_for(odds, "player").expected_return == Approx(-0.0124).margin(5e-5));
  CHECK(odds_for(odds, "tie").expected_return == Approx(-0.1436).margin(5e-5));
  CHECK(refusal_of(odds_of(ez_baccarat, 6), "EZ-decks") == Refusal::decks_not_allowed);
}

TEST_CASE("a seventh game counts each of its questions once", "[rules][seventh-game]") {
  const Odds odds = accepted(odds_of(ez_baccarat, 8));
  REQUIRE(odds.questions.size() == 2);
  CHECK(odds.questions[0].set == ez_baccarat.wagers[0].decided_by);
  CHECK(odds.questions[1].set == ez_baccarat.wagers[3].decided_by);
  // Panda 8 comes after the pair and still answers the first question.
  CHECK(odds_for(odds, "panda-8").hit < odds_for(odds, "banker-pair").hit);
}

TEST_CASE("a seventh game is found by name in a catalogue that holds it", "[rules][seventh-game]") {
  const auto games = with_the_seventh();
  CHECK(accepted(find_game(games, "ez-baccarat")) == &ez_baccarat);
  CHECK(accepted(find_game(games, "fortune-7")) == &games::fortune_7);
  CHECK(refusal_of(find_game(catalogue(), "ez-baccarat"), "fortune-7") == Refusal::unknown_game);
  CHECK(refusal_of(find_game(games, "EZ-Baccarat"), "ez-baccarat") == Refusal::unknown_game);
  CHECK(refusal_of(find_game({}, "fortune-7"), "'fortune-7'") == Refusal::unknown_game);
}

TEST_CASE("the program's own six games are found by name", "[rules][seventh-game]") {
  std::vector<std::string_view> names;
  for (const Game* game : catalogue()) {
    names.push_back(game->name);
    CHECK(accepted(find_game(catalogue(), game->name)) == game);
  }
  CHECK(names == std::vector<std::string_view>{"baccarat", "baccarat-no-commission", "fortune-7",
                                               "fortune-six-v5", "fortune-six-v6", "six-star"});
}

TEST_CASE("a seventh game is dealt from a shoe", "[rules][seventh-game]") {
  Shoe shoe(ez_baccarat, 8, 7);
  const auto dragon = *ez_baccarat.find_wager("dragon-7");
  int dragons = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Deal deal = shoe.deal();
    dragons += decide(ez_baccarat, deal).pay(ez_baccarat, dragon).wins() ? 1 : 0;
  }
  // 20,000 rounds at 2.2534 %: 450.7 expected, five standard deviations are 105.
  CHECK(dragons > 345);
  CHECK(dragons < 556);
}
