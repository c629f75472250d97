#include "support/fortune_7_table.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Cents;
using rules::Refusal;
using table::RoundFact;

namespace {

constexpr std::string_view kOpenBets = R"("do":"open-bets")";
constexpr std::string_view kOffer = R"("do":"offer-position")";
constexpr std::string_view kVoid = R"("do":"void-round","code":"misdeal","reason":"a card fell")";

std::string hand_of(int seat) {
  return R"("do":"hand","wagers":[)" + Fortune7Table::wager(seat, "player", 100) +
         R"(],"player":"4h 5d","banker":"4c 4s")";
}

}  // namespace

// --- The start of a game ----------------------------------------

SCENARIO("F7-deal.1 no wager is placed before somebody holds the position", "[table][F7-deal.1]") {
  GIVEN("a table at which nobody was offered the position yet") {
    Fortune7Table table({2, 4, 6});
    THEN("bets are not opened, and the refusal says who is due") {
      CHECK(table.refuses(kOpenBets, "due to seat 2") == Refusal::no_player_dealer);
      CHECK(table.refuses(kOpenBets, "F7-deal.1") == Refusal::no_player_dealer);
    }
    THEN("nor is a whole hand played") {
      CHECK(table.refuses(hand_of(4), "F7-deal.1") == Refusal::no_player_dealer);
    }
    WHEN("the position is offered and not answered yet") {
      CHECK(table.offered() == 2);
      THEN("bets stay shut") {
        CHECK(table.refuses(kOpenBets, "not answered") == Refusal::no_player_dealer);
        CHECK(table.refuses(hand_of(4), "not answered") == Refusal::no_player_dealer);
      }
      AND_WHEN("it is accepted with a wager") {
        table.accepts(2, 1500);
        THEN("bets may be opened, and the wager is the bank") {
          table.does(R"("do":"open-bets")");
          CHECK(table.state().hand.has_value());
          CHECK(table.state().position.turn->wager == Cents::dollars(1500));
        }
      }
    }
  }
}

SCENARIO("F7-deal.1 the first offer may go to any seat, and goes on clockwise from there",
         "[table][F7-deal.1]") {
  GIVEN("players at 2, 4 and 6") {
    Fortune7Table table({2, 4, 6});
    WHEN("seat 4 is offered the position first and declines") {
      table.does(R"("do":"offer-position","seat":4)");
      table.declines(4);
      THEN("seat 6 is next, then seat 2") {
        CHECK(table.offered() == 6);
        table.declines(6);
        CHECK(table.offered() == 2);
      }
      THEN("nobody chooses freely any more") {
        CHECK(table.refuses(R"("do":"offer-position","seat":2)", "due to seat 6") ==
              Refusal::offer_out_of_turn);
      }
    }
    THEN("an empty seat is offered nothing") {
      CHECK(table.refuses(R"("do":"offer-position","seat":3)", "seat 3") ==
            Refusal::offer_out_of_turn);
    }
    THEN("nor is a seat that the felt does not have") {
      CHECK(table.refuses(R"("do":"offer-position","seat":9)", "seats 1 to 8") ==
            Refusal::unknown_seat);
    }
  }
}

SCENARIO("F7-deal.1 an empty table offers the position to nobody", "[table][F7-deal.1]") {
  Fortune7Table table;
  CHECK(table.refuses(kOffer) == Refusal::nobody_to_offer);
  table.does(R"("do":"add-backline","seat":3,"name":"bo")");
  CHECK(table.refuses(kOffer) == Refusal::nobody_to_offer);  // only who sits may bank
}

// --- Turns ----------------------------------------

SCENARIO("F7-type.1 a turn is two settled hands, and a third is refused", "[table][F7-type.1]") {
  GIVEN("seat 2 holds the position") {
    Fortune7Table table({2, 5, 7});
    table.takes(2);
    WHEN("one hand is settled") {
      const auto first = table.plays(5);
      THEN("the turn goes on") {
        CHECK(first.rounds.front().hand == 1);
        CHECK_FALSE(first.ended_turn.has_value());
        CHECK(table.state().position.turn->hands == 1);
      }
      AND_WHEN("the second is settled") {
        const auto second = table.plays(5);
        THEN("the turn ends with it") {
          CHECK(second.rounds.front().hand == 2);
          CHECK(second.rounds.front().turn == first.rounds.front().turn);
          REQUIRE(second.ended_turn.has_value());
          CHECK(second.ended_turn->turn.name == "p2");
          CHECK(second.ended_turn->turn.hands == 2);
          CHECK_FALSE(table.state().position.turn.has_value());
        }
        THEN("a third hand is refused either way, and the refusal says who is due") {
          CHECK(table.refuses(kOpenBets, "due to seat 5") == Refusal::turn_is_over);
          CHECK(table.refuses(hand_of(5), "P-turn") == Refusal::turn_is_over);
        }
      }
    }
  }
}

SCENARIO("F7-type.1 the position goes clockwise over occupied seats", "[table][F7-type.1]") {
  GIVEN("players at 2, 5 and 8") {
    Fortune7Table table({2, 5, 8});
    THEN("turn after turn goes around the table") {
      for (const int seat : {2, 5, 8, 2, 5, 8}) {
        CAPTURE(seat);
        table.takes(seat);
        const int bettor = seat == 2 ? 5 : 2;
        table.plays(bettor);
        table.plays(bettor);
      }
    }
    WHEN("somebody sits down between the holder and the next") {
      table.takes(2);
      table.sits(3);
      table.plays(5);
      table.plays(5);
      THEN("the newcomer is offered first") { CHECK(table.offered() == 3); }
    }
  }
}

SCENARIO("F7-type.1 every offer and every answer is kept", "[table][F7-type.1]") {
  Fortune7Table table;
  table.does(R"("do":"seat","seat":1,"name":"ann","patron":"P-77")");
  table.provider_sits(4, "Acme Gaming");
  WHEN("the offer is declined after a while") {
    const auto offered_ms = table.room.now_ms();
    table.offered();
    table.room.minutes_pass(2);
    const auto event = table.declines(1);
    THEN("seat, person, both times and who recorded it are in the event") {
      REQUIRE(event.answered.has_value());
      CHECK(event.answered->seat.number() == 1);
      CHECK(event.answered->name == "ann");
      CHECK(event.answered->patron == "P-77");
      CHECK(event.answered->company.empty());
      CHECK(event.answered->offered_ms == offered_ms);
      CHECK_FALSE(event.answered->accepted);
      CHECK(event.stamp.by == "dana");
      CHECK(event.stamp.at.ms >= offered_ms + 2 * table::kMinuteMs);
    }
    AND_WHEN("the next one, a provider's player, accepts") {
      table.offered();
      const auto accepted = table.accepts(4);
      THEN("the company is in the event too") {
        REQUIRE(accepted.answered.has_value());
        CHECK(accepted.answered->accepted);
        CHECK(accepted.answered->company == "Acme Gaming");
      }
    }
  }
}

SCENARIO("F7-type.1 only the seat that is due is offered, and only it answers",
         "[table][F7-type.1]") {
  Fortune7Table table({1, 3, 5});
  table.takes(1);
  THEN("nobody is offered what is held") {
    CHECK(table.refuses(kOffer, "p1 at seat 1") == Refusal::position_held);
  }
  table.plays(3);
  table.plays(3);
  THEN("another seat than the next is refused") {
    CHECK(table.refuses(R"("do":"offer-position","seat":5)", "due to seat 3") ==
          Refusal::offer_out_of_turn);
  }
  THEN("nobody answers what was not offered") {
    CHECK(table.refuses(R"("do":"decline-position","seat":3)") == Refusal::offer_not_made);
  }
  WHEN("seat 3 is offered the position") {
    REQUIRE(table.offered() == 3);
    THEN("the others cannot answer") {
      CHECK(table.refuses(R"("do":"accept-position","seat":5,"wager_cents":200000)", "seat 3") ==
            Refusal::offer_not_made);
      CHECK(table.refuses(R"("do":"decline-position","seat":1)", "seat 3") ==
            Refusal::offer_not_made);
    }
    THEN("it is not offered again before the answer") {
      CHECK(table.refuses(kOffer, "Seat 3") == Refusal::offer_out_of_turn);
    }
  }
}

SCENARIO("F7-type.1 the same player again only after all others declined", "[table][F7-type.1]") {
  Fortune7Table table({1, 3, 5});
  table.begins_with(3);
  table.plays(1);
  table.plays(1);
  for (const int seat : {5, 1}) {
    CHECK(table.offered() == seat);
    table.declines(seat);
  }
  WHEN("everybody else has declined") {
    THEN("the last holder may take another turn of two hands") {
      table.takes(3);
      table.plays(1);
      CHECK(table.plays(1).ended_turn.has_value());
    }
  }
  WHEN("somebody sits down before the last holder is asked") {
    table.sits(2);
    THEN("the newcomer comes first") { CHECK(table.offered() == 2); }
  }
}

SCENARIO("F7-type.1 a table without a taker stands still until the offers begin again",
         "[table][F7-type.1]") {
  Fortune7Table table({1, 3, 5});
  table.begins_with(3);
  table.plays(1);
  table.plays(1);
  for (const int seat : {5, 1, 3}) {
    CHECK(table.offered() == seat);
    table.declines(seat);
  }
  THEN("no hand is dealt") {
    CHECK(table.refuses(kOpenBets, "stands still") == Refusal::turn_is_over);
    CHECK(table.refuses(hand_of(1), "stands still") == Refusal::turn_is_over);
  }
  THEN("a second round of offers goes the same way") {
    for (const int seat : {5, 1, 3}) {
      CHECK(table.offered() == seat);
      table.declines(seat);
    }
  }
  THEN("whoever changes his mind takes it when it comes to him again") {
    CHECK(table.offered() == 5);
    table.accepts(5);
    table.plays(1);
  }
}

// --- A turn that ends otherwise ----------------------------------------

SCENARIO("F7-type.1 whoever leaves in a turn ends it", "[table][F7-type.1]") {
  Fortune7Table table({1, 3, 5});
  table.begins_with(3);
  table.plays(1);
  WHEN("the holder leaves after one hand") {
    const auto left = table.leaves(3);
    THEN("the turn is kept as it was, and the next clockwise is due") {
      REQUIRE(left.ended_turn.has_value());
      CHECK(left.ended_turn->why == "left");
      CHECK(left.ended_turn->turn.hands == 1);
      CHECK(table.refuses(kOpenBets, "due to seat 5") == Refusal::turn_is_over);
      CHECK(table.offered() == 5);
    }
  }
  WHEN("he wants to leave in a hand") {
    table.does(R"("do":"open-bets")");
    THEN("the hand comes first") {
      CHECK(table.refuses(R"("do":"unseat","seat":3)", "P-bank") == Refusal::hand_in_progress);
    }
  }
  WHEN("somebody else leaves") {
    const auto left = table.leaves(5);
    THEN("the turn goes on") {
      CHECK_FALSE(left.ended_turn.has_value());
      CHECK(table.plays(1).rounds.front().hand == 2);
    }
  }
}

SCENARIO("F7-type.1 an offer lapses when its seat is left", "[table][F7-type.1]") {
  Fortune7Table table({1, 3, 5});
  CHECK(table.offered() == 1);
  table.leaves(1);
  CHECK_FALSE(table.state().position.offer.has_value());
  CHECK(table.offered() == 3);
}

SCENARIO("F7-type.1 who changes seats is still the last to be offered", "[table][F7-type.1]") {
  Fortune7Table table({1, 3, 5});
  table.takes(1);
  table.plays(3);
  table.plays(3);
  table.leaves(1);
  table.sits(2, "p1");
  for (const int seat : {3, 5}) {
    CHECK(table.offered() == seat);
    table.declines(seat);
  }
  CHECK(table.offered() == 2);
}

SCENARIO("F7-type.1 a decline goes along to another seat", "[table][F7-type.1]") {
  Fortune7Table table({1, 3, 5});
  CHECK(table.offered() == 1);
  table.declines(1);
  table.leaves(1);
  table.sits(4, "p1");
  CHECK(table.offered() == 3);
  table.declines(3);
  CHECK(table.offered() == 5);
  table.declines(5);
  CHECK(table.refuses(kOpenBets, "stands still") == Refusal::no_player_dealer);
}

SCENARIO("F7-type.1 a player-dealer may give the position up and stay", "[table][F7-type.1]") {
  Fortune7Table table({1, 3});
  CHECK(table.refuses(R"("do":"give-up-position")") == Refusal::no_player_dealer);
  table.takes(1);
  table.plays(3);
  const auto given_up = table.does(R"("do":"give-up-position")");
  REQUIRE(given_up.ended_turn.has_value());
  CHECK(given_up.ended_turn->why == "given up");
  CHECK(given_up.ended_turn->turn.hands == 1);
  CHECK(table.offered() == 3);
}

SCENARIO("F7-type.1 closing the table ends the turn, and a new game begins afresh",
         "[table][F7-type.1]") {
  Fortune7Table table({1, 3});
  table.takes(1);
  const auto closed = table.does(R"("do":"close-table")");
  REQUIRE(closed.ended_turn.has_value());
  CHECK(closed.ended_turn->why == "closed");
  table.does(R"("do":"open-table","game":"fortune-7","schedule":13)");
  CHECK(table.refuses(kOffer) == Refusal::nobody_to_offer);
  table.sits(1);
  CHECK(table.offered() == 1);
}

SCENARIO("F7-type.1 a voided hand is not one of the two", "[table][F7-type.1]") {
  Fortune7Table table({1, 3});
  table.takes(1);
  table.plays(3);
  table.does(R"("do":"open-bets")");
  table.places(3, "player", 100);
  table.does(R"("do":"close-bets")");
  const auto voided = table.room.does(R"({"table":"5",)" + std::string(kVoid) + "}");
  CHECK(voided.rounds.front().kind == RoundFact::Kind::voided);
  CHECK_FALSE(voided.ended_turn.has_value());
  CHECK(table.state().position.turn->hands == 1);
  const auto second = table.plays(3);
  CHECK(second.rounds.front().hand == 2);
  CHECK(second.ended_turn.has_value());
}

// --- The wager of the player-dealer ----------------------------------------

SCENARIO("F7-type.1 the bank may change between hands, never in one", "[table][F7-type.1]") {
  Fortune7Table table({1, 3});
  CHECK(table.refuses(R"("do":"change-bank","wager_cents":10000)") == Refusal::no_player_dealer);
  table.takes(1, 500);
  table.plays(3);
  table.does(R"("do":"change-bank","wager_cents":90000)");
  table.does(R"("do":"open-bets")");
  CHECK(table.refuses(R"("do":"change-bank","wager_cents":10000)") == Refusal::hand_in_progress);
  table.places(3, "player", 100);
  table.does(R"("do":"close-bets")");
  table.deals(kNine, kEight);
  const auto settled = table.does(R"("do":"settle")");
  CHECK(settled.rounds.front().bank == Cents::dollars(900));
}

SCENARIO("F7-type.1 a bank is whole dollars and more than nothing", "[table][F7-type.1]") {
  Fortune7Table table({1, 3});
  table.offered();
  const auto accept = [&](std::string_view cents) {
    return table.refuses(R"("do":"accept-position","seat":1,"wager_cents":)" + std::string(cents));
  };
  CHECK(accept("0") == Refusal::wager_not_positive);
  CHECK(accept("-100") == Refusal::wager_not_positive);
  CHECK(accept("-9223372036854775808") == Refusal::wager_not_positive);
  CHECK(accept("150") == Refusal::wager_not_whole_dollars);
  CHECK(accept("9223372036854775807") == Refusal::number_too_large);
  table.accepts(1);
}

SCENARIO("F7-type.1 a house-banked table has no position", "[table][F7-type.1]") {
  auto room = Room::ready();
  room.does(R"({"do":"open-table","table":"6","game":"fortune-six-v5","limits":[
      {"on":"player","least_cents":1000,"most_cents":50000},
      {"on":"banker","least_cents":1000,"most_cents":50000},
      {"on":"tie","least_cents":1000,"most_cents":50000},
      {"on":"player-pair","least_cents":1000,"most_cents":50000},
      {"on":"banker-pair","least_cents":1000,"most_cents":50000},
      {"on":"fortune-six","least_cents":1000,"most_cents":50000}]})");
  room.does(R"({"do":"seat","table":"6","seat":1,"name":"p1"})");
  CHECK(room.refuses(R"({"do":"offer-position","table":"6"})", "house banks") ==
        Refusal::not_this_game);
  CHECK(room.refuses(R"({"do":"set-rotation","table":"6","rules":"2026","date":"2026-11-18",
      "reason":"the rule returned"})") == Refusal::not_this_game);
}
