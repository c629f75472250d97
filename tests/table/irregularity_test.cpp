// What goes wrong in a hand of a house-banked game, and what the game's own table says follows.

#include "support/house_table.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Refusal;
using table::Hand;
using table::RoundFact;

namespace {

constexpr std::string_view kP1TakesPlayerBack = R"("do":"withdraw-wager","seat":1,"on":"player")";
constexpr std::string_view kP1TakesTieBack = R"("do":"withdraw-wager","seat":1,"on":"tie")";

std::size_t standing(const HouseTable& table) { return table.state().hand.value().wagers.size(); }

}  // namespace

SCENARIO("F6v6-5.8 cards drawn together in a known order are entered again", "[table][F6v6-5.8]") {
  auto table = HouseTable::closed();
  table.draws({"4h", "2c", "5d"});
  const auto ruled = table.reports("drawn-together", R"(,"reconstructible":true)");
  CHECK(ruled.ruling->effect == rules::Effect::reconstruct);
  CHECK(table.state().hand->player.empty());
  WHEN("a player withdraws one of his wagers") {
    table.does_as({}, kP1TakesPlayerBack);
    THEN("his other one and everybody else's stay") { CHECK(standing(table) == 2); }
    THEN("the round is settled without it") {
      table.draws({"5d", "2c", "4h", "5s"});
      const auto settled = table.does(R"("do":"settle")");
      CHECK(settled.rounds.front().wagers().size() == 2);
    }
  }
  WHEN("the next card is dealt") {
    table.draws({"5d"});
    THEN("nobody withdraws any more") {
      CHECK(table.refuses(kP1TakesPlayerBack, "F6v6-5.5") == Refusal::bets_not_open);
    }
  }
  WHEN("both hands are entered at once") {
    table.deals("4h 5d", "2c 5s");
    THEN("nobody withdraws any more") {
      CHECK(table.refuses(kP1TakesPlayerBack) == Refusal::bets_not_open);
    }
  }
}

SCENARIO("F6v6-5.8 cards drawn together in unknown order", "[table][F6v6-5.8]") {
  auto table = HouseTable::closed();
  WHEN("it happens in the initial deal") {
    table.draws({"4h", "2c"});
    THEN("the round is void, and nothing else will do") {
      CHECK(table.refuses(R"("do":"irregularity","code":"drawn-together","reason":"x")",
                          "void-round") == Refusal::ruling_differs);
      const auto event = table.does_as(
          "sam", R"("do":"void-round","code":"drawn-together","reason":"two cards stuck")");
      CHECK(event.rounds.front().kind == RoundFact::Kind::voided);
      CHECK(event.ruling->clause == "F6v6-5.8");
    }
  }
  WHEN("it happens later") {
    table.draws({"2h", "2c", "2d", "3s"});
    const std::string_view told = R"("do":"irregularity","code":"drawn-together","reason":"x")";
    THEN("a manager sets the order, nobody lower") {
      CHECK(table.refuses(told, "Pit Manager", "sam") == Refusal::role_too_low);
      CHECK(table.refuses(R"("do":"void-round","code":"drawn-together","reason":"x")", "go on",
                          "maria") == Refusal::ruling_differs);
      table.does_as("maria", told);
      AND_THEN("whoever withdraws, withdraws all of his") {
        const auto event = table.does_as({}, kP1TakesTieBack);
        CHECK(event.withdrawn.size() == 2);
        REQUIRE(standing(table) == 1);
        const auto& hand = *table.state().hand;
        CHECK(hand.bettors[hand.wagers[0].bettor] == "p2");
      }
    }
  }
}

SCENARIO("F6v6-5.17 after a power failure the cards say who may withdraw", "[table][F6v6-5.17]") {
  auto table = HouseTable::closed();
  WHEN("no wager is decided yet") {
    table.draws({"4h"});
    const auto ruled = table.reports("power-failure");
    THEN("a player may withdraw all of his") {
      CHECK(ruled.ruling->withdrawal == rules::Withdrawal::all_or_nothing);
      CHECK(table.does_as({}, kP1TakesPlayerBack).withdrawn.size() == 2);
    }
  }
  WHEN("the pair is already lost, whatever comes") {
    table.draws({"4h", "2c", "5d"});
    const auto ruled = table.reports("power-failure");
    THEN("play goes on") {
      CHECK(ruled.ruling->withdrawal == rules::Withdrawal::none);
      CHECK(table.refuses(kP1TakesPlayerBack) == Refusal::bets_not_open);
    }
  }
}

SCENARIO("F6v6-5.17 a hand from which everybody withdrew is over", "[table][F6v6-5.17]") {
  auto table = HouseTable::closed();
  table.reports("power-failure");
  table.does_as({}, kP1TakesPlayerBack);
  const auto last = table.does(R"("do":"withdraw-wager","seat":2,"on":"banker")");
  CHECK(last.withdrawn.size() == 1);
  CHECK_FALSE(table.state().hand.has_value());
  table.does(R"("do":"open-bets")");
}

SCENARIO("F6v6-5.9 after a reset of the device bets are opened and closed again",
         "[table][F6v6-5.9]") {
  auto table = HouseTable::closed();
  table.draws({"4h"});
  const auto first_close = table.state().hand->closed_event;
  table.reports("device-reset");
  const auto& hand = *table.state().hand;
  CHECK(hand.phase == Hand::Phase::bets_open);
  CHECK(hand.player.empty());
  THEN("players withdraw, bet again, and bets close again") {
    table.does_as({}, kP1TakesPlayerBack);
    table.places(3, "banker", 50);
    table.does(R"("do":"close-bets")");
    CHECK(table.state().hand->closed_event > first_close);
    CHECK(standing(table) == 3);
    AND_THEN("after the second close nobody withdraws") {
      CHECK(table.refuses(kP1TakesTieBack) == Refusal::bets_not_open);
    }
    AND_THEN("the round is settled as it stands now") {
      table.deals("4h 5d", "4c 4s");
      const auto settled = table.does(R"("do":"settle")");
      CHECK(settled.rounds.front().wagers().size() == 3);
    }
  }
  THEN("a hand voided before the second close is one whose bets were never closed") {
    const auto voided =
        table.does_as("shin", R"("do":"void-round","code":"other","reason":"everybody went home")");
    CHECK(voided.rounds.front().closed_event == 0);
    CHECK(voided.rounds.front().shift == 0);
    CHECK_FALSE(voided.rounds.front().voided.has_value());
  }
}

SCENARIO("F6v6-3.17 in the HLGA wagers may be withdrawn at the cutting card",
         "[table][F6v6-3.17]") {
  auto high = HouseTable::closed(R"(,"hlga":true)");
  high.reports("cutting-card");
  high.does_as({}, kP1TakesTieBack);
  CHECK(standing(high) == 2);
  auto main_floor = HouseTable::closed();
  main_floor.reports("cutting-card");
  CHECK(main_floor.refuses(kP1TakesTieBack) == Refusal::bets_not_open);
}

SCENARIO("F6v6-5.5 a wager cannot be withdrawn because somebody asks", "[table][F6v6-5.5]") {
  auto table = HouseTable::closed();
  table.reports("late-withdrawal");
  CHECK(table.refuses(kP1TakesPlayerBack) == Refusal::bets_not_open);
  table.reports("late-wager");
  CHECK(table.refuses(R"("do":"place-wager","seat":3,"on":"player","cents":10000)") ==
        Refusal::bets_not_open);
}

SCENARIO("F6v6-6.1 what the rules do not cover is for the shift manager", "[table][F6v6-6.1]") {
  auto table = HouseTable::closed();
  for (const auto* code : {"other", "earthquake"}) {
    CAPTURE(code);
    const auto told = fmt::format(R"("code":"{}","reason":"the roof leaks")", code);
    CHECK(table.refuses(R"("do":"irregularity",)" + told, "Gaming Shift Manager", "alex") ==
          Refusal::role_too_low);
    CHECK(table.refuses(R"("do":"void-round",)" + told, "F6v6-6.1", "alex") ==
          Refusal::role_too_low);
    table.does_as("shin", R"("do":"irregularity",)" + told);
    CHECK(table.state().hand.has_value());
  }
  table.does_as("shin", R"("do":"void-round","code":"other","reason":"the roof leaks")");
  CHECK_FALSE(table.state().hand.has_value());
}

SCENARIO("F6v5-5.2 a wrong number of cards voids only what can still be voided",
         "[table][F6v5-5.2]") {
  HouseTable table("fortune-six-v5");
  table.does(R"("do":"open-bets")");
  table.places(1, "player", 100);
  table.does(R"("do":"close-bets")");
  const auto voids = [&](std::string_view more) {
    return table.refuses(R"("do":"void-round","code":"wrong-number-of-cards","reason":"x")" +
                         std::string(more));
  };
  CHECK(voids(R"(,"next_round_begun":true)") == Refusal::ruling_differs);
  CHECK(voids(R"(,"reconstructible":true)") == Refusal::ruling_differs);
  const auto voided =
      table.does(R"("do":"void-round","code":"wrong-number-of-cards","reason":"a fourth card")");
  CHECK(voided.ruling->clause == "F6v5-5.2");
}

SCENARIO("A hand can be ended also where a document covers nothing", "[table]") {
  const auto* game = GENERATE("fortune-six-v5", "six-star", "baccarat", "baccarat-no-commission");
  CAPTURE(game);
  HouseTable table(game);
  table.does(R"("do":"open-bets")");
  const std::string_view other = R"("do":"void-round","code":"other","reason":"nobody bets")";
  THEN("before the close a supervisor calls it off") {
    table.does_as("sam", other);
    table.does(R"("do":"close-table")");
  }
  THEN("after it the shift manager decides") {
    table.places(1, "player", 100);
    table.does(R"("do":"close-bets")");
    CHECK(table.refuses(other, {}, "alex") == Refusal::role_too_low);
    table.does_as("shin", other);
    CHECK_FALSE(table.state().hand.has_value());
  }
  THEN("a code that nobody knows stays unknown") {
    CHECK(table.refuses(R"("do":"void-round","code":"earthquake","reason":"x")", {}, "shin") ==
          Refusal::irregularity_not_listed);
  }
}
