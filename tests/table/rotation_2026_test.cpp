// P-2026: the state's rule set. Off by default, and then only told; switched on it binds.

#include "support/fortune_7_table.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Refusal;
using table::rotation_window;

namespace {

constexpr std::string_view kOpenBets = R"("do":"open-bets")";
constexpr std::string_view kOffer = R"("do":"offer-position")";

/// The rule set is in force at table 5.
table::Event binds(Fortune7Table& table) {
  return table.does(R"("do":"set-rotation","rules":"2026","date":"2026-11-18",)"
                    R"("reason":"the court lifted its order")");
}

/// The provider's player at seat 1 and whoever bets at seat 3 alternate, a hand each.
void alternate(Fortune7Table& table, int seat, int other) {
  table.takes(seat);
  table.plays(other);
}

}  // namespace

SCENARIO("P-2026 is switched on for a table with a date and a reason, by a manager", "[table]") {
  Fortune7Table table({1, 3});
  const std::string on = R"("do":"set-rotation","rules":"2026","date":"2026-11-18","reason":"r")";
  CHECK(table.refuses(on, {}, "sam") == Refusal::role_too_low);
  CHECK(table.refuses(R"("do":"set-rotation","rules":"2016","date":"2026-11-18","reason":"r")") ==
        Refusal::setting_not_usable);
  CHECK(table.refuses(R"("do":"set-rotation","rules":"2026","date":"2026-02-30","reason":"r")") ==
        Refusal::setting_not_usable);
  CHECK(table.refuses(R"("do":"set-rotation","rules":"2026","date":"2026-11-18","reason":"")") ==
        Refusal::name_not_usable);
  binds(table);
  CHECK(table.state().position.rules == table::RotationRules::state_2026);
}

SCENARIO("P-2026 in force, the position is offered before every hand", "[table]") {
  Fortune7Table table({1, 3});
  binds(table);
  table.takes(1);
  const auto hand = table.plays(3);
  REQUIRE(hand.ended_turn.has_value());
  CHECK(hand.ended_turn->turn.hands == 1);
  CHECK(table.refuses(kOpenBets, "due to seat 3") == Refusal::turn_is_over);
}

SCENARIO("P-2026 switched on in mid-turn ends a turn that had its hand", "[table]") {
  Fortune7Table table({1, 3});
  table.takes(1);
  WHEN("one hand was played") {
    table.plays(3);
    const auto on = binds(table);
    THEN("the position is offered before the next") {
      REQUIRE(on.ended_turn.has_value());
      CHECK(on.ended_turn->turn.hands == 1);
      CHECK(table.refuses(kOpenBets, "due to seat 3") == Refusal::turn_is_over);
    }
  }
  WHEN("none was played yet") {
    const auto on = binds(table);
    THEN("the holder plays his hand") {
      CHECK_FALSE(on.ended_turn.has_value());
      CHECK(table.plays(3).ended_turn.has_value());
    }
  }
}

SCENARIO("P-2026 in force, a provider's turn is followed by someone else's", "[table]") {
  Fortune7Table table({3});
  table.provider_sits(1, "Acme Gaming");
  WHEN("the rules in force are the approved ones") {
    table.takes(1);
    table.plays(3);
    table.plays(3);
    CHECK(table.offered() == 3);
    table.declines(3);
    THEN("the provider's player may go on after everybody else declined") {
      CHECK(table.offered() == 1);
    }
  }
  WHEN("the state's rules are in force and the only other player declines") {
    binds(table);
    alternate(table, 1, 3);
    CHECK(table.offered() == 3);
    table.declines(3);
    THEN("the provider's player is not asked: the other one is asked again") {
      CHECK(table.refuses(kOpenBets, "stands still") == Refusal::turn_is_over);
      CHECK(table.offered() == 3);
    }
    THEN("alone he is offered nothing") {
      table.leaves(3);
      CHECK(table.refuses(kOffer) == Refusal::nobody_to_offer);
    }
  }
  WHEN("the provider sends another of its players after its turn") {
    binds(table);
    alternate(table, 1, 3);
    table.leaves(1);
    table.does(R"("do":"seat","seat":2,"name":"eve","provider":{{"company":"Acme Gaming",)"
               R"("licence":"TP-9","badge_expires":"2027-01-31"}})");
    THEN("the company does not get two turns in a row") {
      CHECK(table.offered() == 3);
      table.declines(3);
      CHECK(table.offered() == 3);
    }
  }
  WHEN("a player who is nobody's had the last turn") {
    binds(table);
    alternate(table, 1, 3);
    table.sits(5);
    alternate(table, 3, 5);
    for (const int seat : {5, 1}) {
      CHECK(table.offered() == seat);
      table.declines(seat);
    }
    THEN("he may go on after everybody else declined") { CHECK(table.offered() == 3); }
  }
}

SCENARIO("P-2026 in force, one provider a table", "[table]") {
  Fortune7Table table({3});
  table.provider_sits(1, "Acme Gaming");
  const std::string other = R"("do":"seat","seat":2,"name":"eve","provider":{"company":"Bolt",)"
                            R"("licence":"TP-2","badge_expires":"2027-01-31"})";
  WHEN("it is in force") {
    binds(table);
    THEN("a second provider's player is not seated") {
      CHECK(table.refuses(other, "p1 of Acme Gaming") == Refusal::rotation_rules);
    }
  }
  WHEN("it is not") {
    table.provider_sits(2, "Bolt");
    THEN("two providers may sit there") { CHECK(table.state().seats[1]->provider.has_value()); }
    THEN("it is not switched on before one of them has left") {
      const std::string on =
          R"("do":"set-rotation","rules":"2026","date":"2026-11-18","reason":"r")";
      CHECK(table.refuses(on, "one provider a table") == Refusal::rotation_rules);
      table.leaves(2);
      binds(table);
    }
  }
}

SCENARIO("P-2026 in force, forty minutes with one player beside the provider end the game",
         "[table]") {
  Fortune7Table table({3});
  table.provider_sits(1, "Acme Gaming");
  binds(table);
  alternate(table, 1, 3);
  alternate(table, 3, 1);
  table.takes(1);
  WHEN("less than forty minutes have been played") {
    table.room.minutes_pass(39);
    THEN("play goes on") { table.plays(3); }
  }
  WHEN("forty minutes have been played") {
    table.room.minutes_pass(40);
    THEN("no hand begins") {
      CHECK(table.refuses(kOpenBets, "P-2026") == Refusal::rotation_rules);
      CHECK(table.refuses(R"("do":"hand","wagers":[],"player":"4h 5d","banker":"4c 4s")") ==
            Refusal::rotation_rules);
    }
    THEN("after a pause the clock begins again") {
      table.does(R"("do":"pause-table","reason":"the game ended")");
      table.does(R"("do":"resume-table")");
      table.plays(3);
    }
  }
}

SCENARIO("P-2026 in force, two players in every forty minutes keep the game going", "[table]") {
  Fortune7Table table({3, 5});
  table.provider_sits(1, "Acme Gaming");
  binds(table);
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    for (const int seat : {1, 3, 5}) {
      alternate(table, seat, seat == 3 ? 5 : 3);
      table.room.minutes_pass(4);
    }
  }
  const auto window = rotation_window(table.state().position, table.room.now_ms());
  CHECK(window.minutes_played >= 72);
  CHECK(window.holders.size() == 2);
  CHECK_FALSE(window.would_end_game);
}

SCENARIO("P-2026 not in force, its clock only informs", "[table]") {
  Fortune7Table table({3, 5});
  table.provider_sits(1, "Acme Gaming");
  table.takes(1);
  table.plays(3);
  table.room.minutes_pass(41);
  const auto window = rotation_window(table.state().position, table.room.now_ms());
  CHECK(window.would_end_game);
  CHECK(window.holders.empty());
  CHECK(window.minutes_played == 41);
  CHECK(table.plays(3).rounds.front().hand == 2);
}

SCENARIO("P-2026 counts who held the position in the last forty minutes, each once", "[table]") {
  Fortune7Table table({3, 5});
  const auto holders = [&] {
    return rotation_window(table.state().position, table.room.now_ms()).holders;
  };
  for (const int seat : {3, 5, 3}) {
    table.takes(seat);
    table.plays(8 - seat);
    table.plays(8 - seat);
  }
  CHECK(holders().size() == 2);
  table.room.minutes_pass(30);
  table.takes(5);
  CHECK(holders().size() == 2);
  table.room.minutes_pass(30);
  CHECK(holders() == std::vector<std::string>{"p5"});  // who holds it still counts
}

SCENARIO("P-2026 switched off again, turns are two hands", "[table]") {
  Fortune7Table table({1, 3});
  binds(table);
  table.does(R"("do":"set-rotation","rules":"approved","date":"2026-11-18",)"
             R"("reason":"the order stands again")");
  table.takes(1);
  CHECK_FALSE(table.plays(3).ended_turn.has_value());
  CHECK(table.plays(3).ended_turn.has_value());
}
