// A hand of Fortune 7 at a table: wagers, the close, the cards, the settlement, the void.

#include "cardroom/settlement/entry.hpp"
#include "cardroom/table/round_json.hpp"
#include "support/fortune_7_table.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Cents;
using rules::Refusal;
using table::Hand;
using table::RoundFact;

namespace {

/// Seat 1 banks; 3 and 5 may bet.
Fortune7Table banked(int option = 13, int bank_dollars = 2000) {
  Fortune7Table table({1, 3, 5}, option);
  table.takes(1, bank_dollars);
  return table;
}

Fortune7Table bets_open(int option = 13, int bank_dollars = 2000) {
  auto table = banked(option, bank_dollars);
  table.does(R"("do":"open-bets")");
  return table;
}

Fortune7Table bets_closed() {
  auto table = bets_open();
  table.places(3, "player", 100);
  table.does(R"("do":"close-bets")");
  return table;
}

std::string place(int seat, std::string_view on, int dollars, std::string_view more = {}) {
  return fmt::format(R"("do":"place-wager","seat":{},"on":"{}","cents":{}00{})", seat, on, dollars,
                     more);
}

std::string answer_of(const table::Event& event) {
  std::string answer;
  REQUIRE(event.rounds.size() == 1);
  table::write_answer(answer, event.rounds.front().settled.value());
  return answer;
}

const std::vector<settlement::PlacedWager>& standing(const Fortune7Table& table) {
  return table.state().hand->wagers;
}

}  // namespace

// --- Wagers ----------------------------------------

SCENARIO("A wager is placed, changed and withdrawn while bets are open", "[table]") {
  auto table = bets_open();
  table.places(3, "player", 100);
  table.places_behind(3, "bo", "player", 200);
  REQUIRE(standing(table).size() == 2);
  WHEN("the seated player raises his") {
    table.does(R"("do":"change-wager","seat":3,"on":"player","cents":30000)");
    THEN("only his changes") {
      CHECK(standing(table)[0].stake == Cents::dollars(300));
      CHECK(standing(table)[1].stake == Cents::dollars(200));
    }
  }
  WHEN("the backline bettor changes his") {
    table.does(R"("do":"change-wager","seat":3,"bettor":"bo","on":"player","cents":40000)");
    THEN("he still stands behind the seat") {
      CHECK(standing(table)[1].stake == Cents::dollars(400));
      CHECK(standing(table)[1].backline);
    }
  }
  WHEN("the seated player withdraws his") {
    table.does(R"("do":"withdraw-wager","seat":3,"on":"player")");
    THEN("the other one stays") {
      REQUIRE(standing(table).size() == 1);
      CHECK(table.state().hand->bettors[standing(table)[0].bettor] == "bo");
    }
    THEN("he is free to leave, the other is not") {
      CHECK(table.refuses(R"("do":"remove-backline","name":"bo")") == Refusal::wagers_standing);
      table.leaves(3);
    }
  }
  THEN("nobody changes or withdraws what does not stand") {
    for (const auto* verb : {"change", "withdraw"}) {
      const std::string cents = verb == std::string("change") ? R"(,"cents":20000)" : "";
      const auto ask = [&](std::string_view which) {
        return table.refuses(fmt::format(R"("do":"{}-wager",{}{})", verb, which, cents));
      };
      CHECK(ask(R"("seat":3,"on":"banker")") == Refusal::no_such_wager);
      CHECK(ask(R"("seat":5,"on":"player")") == Refusal::no_such_wager);
      CHECK(ask(R"("seat":3,"on":"dragon")") == Refusal::no_such_wager);
      CHECK(ask(R"("seat":3,"bettor":"al","on":"player")") == Refusal::no_such_wager);
      CHECK(ask(R"("seat":9,"on":"player")") == Refusal::unknown_seat);
    }
  }
  THEN("who has wagers on the table stays") {
    CHECK(table.refuses(R"("do":"unseat","seat":3)") == Refusal::wagers_standing);
  }
}

SCENARIO("A change is held to the same limits as a new wager", "[table]") {
  auto table = bets_open();
  table.places(3, "player", 300);
  table.places_behind(3, "bo", "player", 200);
  const auto change = [&](int dollars) {
    return table.refuses(
        fmt::format(R"("do":"change-wager","seat":3,"on":"player","cents":{}00)", dollars));
  };
  CHECK(change(301) == Refusal::space_over_maximum);
  CHECK(change(99) == Refusal::wager_below_minimum);
  CHECK(standing(table)[0].stake == Cents::dollars(300));
}

SCENARIO("A wager that may not stand is refused when it is placed", "[table]") {
  auto table = bets_open();
  THEN("the space's limit is shared by the seated and the backline bettors") {
    table.places(3, "player", 300);
    const std::string behind = R"(,"bettor":"bo","backline":true)";
    CHECK(table.refuses(place(3, "player", 201, behind), "F7-fees.1") ==
          Refusal::space_over_maximum);
    table.room.does(R"({"table":"5",)" + place(3, "player", 200, behind) + "}");
  }
  THEN("each bettor's own wager reaches the minimum") {
    CHECK(table.refuses(place(3, "player", 99), "$100") == Refusal::wager_below_minimum);
  }
  THEN("the player-dealer bets nowhere, and nobody bets at his seat") {
    CHECK(table.refuses(place(1, "player", 100), "W-seat") == Refusal::dealer_seat_bets);
    CHECK(table.refuses(place(3, "player", 100, R"(,"bettor":"p1","backline":true)"), "W-seat") ==
          Refusal::dealer_seat_bets);
    CHECK(table.refuses(place(1, "player", 100, R"(,"bettor":"bo","backline":true)"), "W-seat") ==
          Refusal::dealer_seat_bets);
  }
  THEN("a seat that is not there or empty has no wager") {
    CHECK(table.refuses(place(10000, "player", 100), "seats 1 to 8") == Refusal::unknown_seat);
    CHECK(table.refuses(place(0, "player", 100)) == Refusal::unknown_seat);
    CHECK(table.refuses(place(4, "player", 100)) == Refusal::seat_empty);
    CHECK(table.refuses(place(4, "player", 100, R"(,"bettor":"al")")) == Refusal::seat_empty);
  }
  THEN("somebody else's seat is bet from behind only") {
    CHECK(table.refuses(place(3, "player", 100, R"(,"bettor":"p5")"), "W-back") ==
          Refusal::seat_already_taken);
  }
  THEN("a space that the game does not have takes none") {
    CHECK(table.refuses(place(3, "fortune-six", 100)) == Refusal::unknown_wager);
  }
  THEN("a bettor has one wager a space") {
    table.places(3, "player", 100);
    CHECK(table.refuses(place(3, "player", 100)) == Refusal::second_wager_in_space);
  }
  THEN("wagers are whole dollars, more than nothing and not beyond all measure") {
    const auto cents = [&](std::string_view amount) {
      return table.refuses(R"("do":"place-wager","seat":3,"on":"player","cents":)" +
                           std::string(amount));
    };
    CHECK(cents("10050") == Refusal::wager_not_whole_dollars);
    CHECK(cents("0") == Refusal::wager_not_positive);
    CHECK(cents("-10000") == Refusal::wager_not_positive);
    CHECK(cents("9223372036854775807") == Refusal::number_too_large);
  }
  THEN("three stand behind a seat, not four") {
    for (const auto* name : {"al", "bo", "cy"}) table.places_behind(3, name, "tie", 100);
    CHECK(table.refuses(place(3, "tie", 100, R"(,"bettor":"di","backline":true)"), "W-back") ==
          Refusal::too_many_backline_bettors);
  }
}

SCENARIO("A bonus wager may be placed before its line, and is missed only at the close",
         "[table]") {
  auto table = bets_open();
  table.places(3, "one-up", 100);
  table.places(5, "player", 100);
  CHECK(table.refuses(R"("do":"close-bets")", "F7-deal.3") == Refusal::bonus_without_line);
  table.places(3, "banker", 100);
  table.does(R"("do":"close-bets")");
  CHECK(table.state().hand->phase == Hand::Phase::dealing);
}

SCENARIO("Too little action for option 26 keeps the hand from being dealt", "[table]") {
  auto table = bets_open(26);
  table.places(3, "player", 100);
  table.places(5, "banker", 120);
  CHECK(table.refuses(R"("do":"close-bets")", "$80") == Refusal::action_without_tier);
  table.places(5, "tie", 80);
  const auto closed = table.does(R"("do":"close-bets")");
  CHECK(closed.hand->closed->fees()->player_dealer == Cents::dollars(4));
}

SCENARIO("A hand without a wager is not dealt", "[table]") {
  auto table = bets_open();
  CHECK(table.refuses(R"("do":"close-bets")", "C-when") == Refusal::no_wager);
  table.does(R"("do":"void-round","code":"other","reason":"nobody wants to bet")");
  CHECK(table.refuses(R"("do":"hand","wagers":[],"player":"4h 5d","banker":"4c 4s")") ==
        Refusal::no_wager);
}

SCENARIO("Wagers belong between the opening and the close of bets", "[table]") {
  auto table = banked();
  CHECK(table.refuses(place(3, "player", 100)) == Refusal::no_hand);
  CHECK(table.refuses(R"("do":"close-bets")") == Refusal::no_hand);
  table.does(R"("do":"open-bets")");
  CHECK(table.refuses(R"("do":"open-bets")", "bets are open") == Refusal::hand_in_progress);
  table.places(3, "player", 100);
  table.does(R"("do":"close-bets")");
  CHECK(table.refuses(place(5, "player", 100)) == Refusal::bets_not_open);
  CHECK(table.refuses(R"("do":"change-wager","seat":3,"on":"player","cents":20000)") ==
        Refusal::bets_not_open);
  CHECK(table.refuses(R"("do":"withdraw-wager","seat":3,"on":"player")") == Refusal::bets_not_open);
  CHECK(table.refuses(R"("do":"close-bets")") == Refusal::bets_not_open);
  CHECK(table.refuses(R"("do":"open-bets")", "bets are closed") == Refusal::hand_in_progress);
}

// --- The schedule ----------------------------------------

SCENARIO("F7-fees.3 a table plays under one approved option", "[table][F7-fees.3]") {
  auto room = Room::ready();
  const auto opens = [&](std::string_view more) {
    return room.refuses(R"({"do":"open-table","table":"5","game":"fortune-7")" + std::string(more) +
                        "}");
  };
  CHECK(opens("") == Refusal::unknown_schedule);
  CHECK(opens(R"(,"schedule":27)") == Refusal::unknown_schedule);
  CHECK(opens(R"(,"schedule":13,"limits":[{"on":"player","least_cents":1,"most_cents":2}])") ==
        Refusal::not_this_game);
  CHECK(opens(R"(,"schedule":13,"differential_cents":100000)") == Refusal::not_this_game);
}

SCENARIO("F7-fees.3 another option is taken between hands only", "[table][F7-fees.3]") {
  auto table = banked(13);
  const auto before = table.plays(3);
  WHEN("the option changes between hands") {
    table.does(R"("do":"change-schedule","schedule":10)");
    const auto after = table.plays(3);
    THEN("each hand is charged by the option of its time") {
      CHECK(before.rounds.front().settled->round.fees()->option == 13);
      CHECK(before.rounds.front().settled->round.fees()->total == Cents::dollars(8));
      CHECK(after.rounds.front().settled->round.fees()->option == 10);
      CHECK(after.rounds.front().settled->round.fees()->total == Cents::dollars(6));
      CHECK(before.rounds.front().terms.id != after.rounds.front().terms.id);
    }
  }
  WHEN("a hand is in progress") {
    const std::string_view change = R"("do":"change-schedule","schedule":10)";
    table.does(R"("do":"open-bets")");
    CHECK(table.refuses(change) == Refusal::hand_in_progress);
    table.places(3, "player", 100);
    table.does(R"("do":"close-bets")");
    CHECK(table.refuses(change) == Refusal::hand_in_progress);
    table.deals(kNine, kEight);
    CHECK(table.refuses(change) == Refusal::hand_in_progress);
    THEN("its end makes room for the change") {
      table.does(R"("do":"settle")");
      table.does(R"("do":"change-schedule","schedule":10)");
    }
  }
  THEN("an option that nobody approved is refused") {
    CHECK(table.refuses(R"("do":"change-schedule","schedule":0)") == Refusal::unknown_schedule);
  }
}

SCENARIO("F7-fees.3 fees are fixed at the close, by the schedule as the table took it",
         "[table][F7-fees.3]") {
  auto table = banked(13);
  table.does(R"("do":"open-bets")");
  table.places(3, "player", 100);
  table.places(3, "one-up", 100);
  table.places_behind(3, "bo", "tie", 100);
  const auto closed = table.does(R"("do":"close-bets")");
  REQUIRE(closed.hand->closed->fees().has_value());
  CHECK(closed.hand->closed->fees()->total == Cents::dollars(11));
  WHEN("another schedule file is loaded before the settlement") {
    table.room.does(R"({"do":"load-schedules","file":"dearer.toml","toml":"dearer"})");
    table.deals(kNine, kEight);
    const auto settled = table.does(R"("do":"settle")");
    THEN("the hand costs what it cost at the close") {
      CHECK(settled.rounds.front().settled->round.fees()->total == Cents::dollars(11));
    }
    THEN("the table plays on under its schedule until somebody changes it") {
      CHECK(table.plays(3).rounds.front().settled->round.fees()->total == Cents::dollars(8));
      table.takes(3);
      table.does(R"("do":"change-schedule","schedule":13)");
      CHECK(table.plays(5).rounds.front().settled->round.fees()->total == Cents::dollars(9));
    }
  }
  THEN("a file that is no schedule is refused") {
    CHECK(table.room.refuses(R"({"do":"load-schedules","file":"x.toml","toml":"?"})") ==
          Refusal::schedule_not_toml);
  }
}

// --- Shifts ----------------------------------------

SCENARIO("Bets are not closed outside a shift: there is no box for the fees", "[table]") {
  auto table = bets_open();
  table.places(3, "player", 100);
  table.room.does(R"({"do":"close-shift"})");
  CHECK(table.refuses(R"("do":"close-bets")") == Refusal::no_shift_open);
  table.does(R"("do":"void-round","code":"other","reason":"the shift ended")");
  CHECK(table.refuses(R"("do":"hand","wagers":[{"seat":3,"on":"player","cents":10000}],)"
                      R"("player":"4h 5d","banker":"4c 4s")") == Refusal::no_shift_open);
}

SCENARIO("A round belongs to the shift in which its bets were closed", "[table]") {
  auto table = bets_closed();
  const auto swing = table.room.floor().shift->id;
  table.room.does(R"({"do":"close-shift"})");
  table.room.does(R"({"do":"open-shift","shift":"grave"})");
  table.deals(kNine, kEight);
  CHECK(table.does(R"("do":"settle")").rounds.front().shift == swing);
  CHECK(table.plays(3).rounds.front().shift == table.room.floor().shift->id);
}

// --- Cards ----------------------------------------

SCENARIO("Card by card, both hands at once and one command give the same round", "[table]") {
  const auto wagered = [] {
    auto table = bets_open(13, 500);
    table.places(3, "banker", 200);
    table.places(3, "fortune-7", 100);
    table.places_behind(5, "bo", "player", 300);
    table.does(R"("do":"close-bets")");
    return table;
  };
  auto by_card = wagered();
  for (const auto* card : {"6h", "3c", "Kd", "Ks", "4s"}) {
    by_card.does(R"("do":"deal-card","card":"{}")", card);
  }
  auto at_once = wagered();
  at_once.deals("6h Kd", "3c Ks 4s");
  auto whole = banked(13, 500);
  const auto event = whole.plays(
      R"({"seat":3,"on":"banker","cents":20000},{"seat":3,"on":"fortune-7","cents":10000},)"
      R"({"seat":5,"bettor":"bo","backline":true,"on":"player","cents":30000})",
      "6h Kd", "3c Ks 4s");
  const auto one = answer_of(event);
  CHECK(answer_of(by_card.does(R"("do":"settle")")) == one);
  CHECK(answer_of(at_once.does(R"("do":"settle")")) == one);
  THEN("the bank runs out: 300 taken, 200 of the 4,000 paid, nothing more") {
    const auto& totals = event.rounds.front().settled->settlement.totals;
    CHECK(totals.taken == Cents::dollars(300));
    CHECK(totals.paid == Cents::dollars(200));
    CHECK(totals.exhausted);
  }
}

SCENARIO("A card that the rules do not deal is refused", "[table]") {
  auto table = bets_closed();
  const auto card = [&](std::string_view text, std::string_view hand = {}) {
    return table.refuses(fmt::format(R"("do":"deal-card","card":"{}"{})", text,
                                     hand.empty() ? "" : fmt::format(R"(,"hand":"{}")", hand)));
  };
  THEN("the first card is Player's") {
    CHECK(card("4h", "banker") == Refusal::cards_out_of_order);
    table.does(R"("do":"deal-card","card":"4h","hand":"player")");
    CHECK(card("4c", "player") == Refusal::cards_out_of_order);
  }
  THEN("what is no card, or more than one, is refused") {
    CHECK(card("1h") == Refusal::unknown_card);
    CHECK(card("4f") == Refusal::unknown_card);
    CHECK(card("4h 5d") == Refusal::unknown_card);
    CHECK(card("") == Refusal::unknown_card);
  }
  THEN("after a natural nobody gets a third one") {
    table.deals(kNine, kEight);
    CHECK(card("2d") == Refusal::too_many_cards);
    CHECK(card("2d", "banker") == Refusal::too_many_cards);
    CHECK(table.refuses(R"("do":"deal-cards","player":"4h 5d","banker":"4c 4s")") ==
          Refusal::cards_out_of_order);
  }
  THEN("both hands at once are held to the tableau as well") {
    const auto hands = [&](std::string_view player, std::string_view banker) {
      return table.refuses(
          fmt::format(R"("do":"deal-cards","player":"{}","banker":"{}")", player, banker));
    };
    CHECK(hands("4h 5d 2c", "4c 4s") == Refusal::third_card_not_dealt);
    CHECK(hands("2h 2d", "4c 3s") == Refusal::third_card_missing);
    CHECK(hands("2h", "4c 3s") == Refusal::cards_missing);
  }
  THEN("hands that began card by card go on that way") {
    table.does(R"("do":"deal-card","card":"4h")");
    CHECK(table.refuses(R"("do":"deal-cards","player":"4h 5d","banker":"4c 4s")") ==
          Refusal::cards_out_of_order);
  }
}

SCENARIO("Cards come after the close and the settlement after the cards", "[table]") {
  auto table = bets_open();
  table.places(3, "player", 100);
  CHECK(table.refuses(R"("do":"deal-card","card":"4h")") == Refusal::bets_still_open);
  CHECK(table.refuses(R"("do":"deal-cards","player":"4h 5d","banker":"4c 4s")") ==
        Refusal::bets_still_open);
  CHECK(table.refuses(R"("do":"settle")") == Refusal::bets_still_open);
  table.does(R"("do":"close-bets")");
  CHECK(table.refuses(R"("do":"settle")") == Refusal::cards_missing);
  for (const auto* card : {"2h", "4c", "2d", "3s"}) {
    table.does(R"("do":"deal-card","card":"{}")", card);
  }
  CHECK(table.refuses(R"("do":"settle")", "Player's third card") == Refusal::third_card_missing);
  table.does(R"("do":"deal-card","card":"9h")");
  const auto settled = table.does(R"("do":"settle")");
  CHECK(settled.rounds.front().settled->decision.score.banker_total == 7);
  CHECK(table.refuses(R"("do":"settle")") == Refusal::no_hand);
}

SCENARIO("A table in a hand is neither paused nor closed, and a paused one plays none", "[table]") {
  auto table = bets_open();
  CHECK(table.refuses(R"("do":"pause-table","reason":"a fill")") == Refusal::hand_in_progress);
  CHECK(table.refuses(R"("do":"close-table")") == Refusal::hand_in_progress);
  table.does(R"("do":"void-round","code":"other","reason":"fire alarm")");
  CHECK(table.refuses(R"("do":"resume-table")") == Refusal::table_already_open);
  table.does(R"("do":"pause-table","reason":"fire alarm")");
  CHECK(table.refuses(R"("do":"open-bets")") == Refusal::table_paused);
  CHECK(table.refuses(R"("do":"hand","wagers":[],"player":"4h 5d","banker":"4c 4s")") ==
        Refusal::table_paused);
  CHECK(table.refuses(R"("do":"pause-table","reason":"again")") == Refusal::table_paused);
  table.does(R"("do":"resume-table")");
  table.plays(3);
  table.does(R"("do":"close-table")");
  CHECK(table.refuses(R"("do":"open-bets")") == Refusal::table_not_open);
  CHECK(table.room.refuses(R"({"do":"open-bets","table":"99"})") == Refusal::unknown_table);
}

// --- Voids ----------------------------------------

SCENARIO("A voided hand returns everything, its fees unless they are kept", "[table]") {
  auto table = bets_open();
  table.places(3, "player", 100);
  table.places_behind(3, "bo", "banker", 200);
  const std::string code = R"("do":"void-round","code":"exposed-card","reason":"seen too early")";
  WHEN("bets were still open") {
    const auto event = table.room.does(R"({"table":"5",)" + code + "}");
    THEN("there is no fee, and what stood on the table is kept in the record") {
      const RoundFact& round = event.rounds.front();
      CHECK(round.kind == RoundFact::Kind::voided);
      CHECK(round.fees() == nullptr);
      CHECK_FALSE(round.voided.has_value());
      CHECK(round.closed_event == 0);
      REQUIRE(round.wagers().size() == 2);
      CHECK(round.bettors()[1] == "bo");
    }
  }
  WHEN("bets were closed") {
    table.does(R"("do":"close-bets")");
    table.does(R"("do":"deal-card","card":"4h")");
    THEN("the fees go back with the wagers") {
      const auto event = table.room.does(R"({"table":"5",)" + code + "}");
      const RoundFact& round = event.rounds.front();
      CHECK(round.fees() == nullptr);
      CHECK(round.shift == table.room.floor().shift->id);
      const auto back = settlement::void_entry(*round.voided, round.fees_kept);
      const auto out = settlement::close_entry(*round.voided);
      CHECK(back.postings().size() == out.postings().size());
    }
    THEN("whoever voids may say that they are kept") {
      const auto event = table.room.does(R"({"table":"5",)" + code + R"(,"keep_fees":true})");
      REQUIRE(event.rounds.front().fees() != nullptr);
      CHECK(event.rounds.front().fees()->total == Cents::dollars(11));
    }
    THEN("the table is free for the next hand") {
      table.room.does(R"({"table":"5",)" + code + "}");
      CHECK_FALSE(table.state().hand.has_value());
      CHECK(table.plays(5).rounds.front().id == 2);
    }
  }
}

SCENARIO("A void names a reason of the game, and takes a supervisor", "[table]") {
  auto table = bets_closed();
  const auto voids = [&](std::string_view code, std::string_view reason, std::string_view by = {}) {
    return table.refuses(
        fmt::format(R"("do":"void-round","code":"{}","reason":"{}")", code, reason), {}, by);
  };
  CHECK(voids("power-failure", "dark") == Refusal::irregularity_not_listed);
  CHECK(voids("misdeal", "") == Refusal::name_not_usable);
  CHECK(voids("misdeal", "a card fell", "dana") == Refusal::role_too_low);
  CHECK(table.refuses(R"("do":"irregularity","code":"misdeal","reason":"x")", "void-round",
                      "sam") == Refusal::ruling_differs);
  auto idle = banked();
  CHECK(idle.refuses(R"("do":"void-round","code":"misdeal","reason":"x")") == Refusal::no_hand);
}

SCENARIO("A backline bettor stands behind a seat from his first wager on", "[table]") {
  auto table = banked();
  table.plays(R"({"seat":3,"bettor":"bo","backline":true,"on":"tie","cents":10000})", kNine,
              kEight);
  REQUIRE(table.state().backline.size() == 1);
  CHECK(table.state().backline[0].name == "bo");
  CHECK(table.refuses(R"("do":"seat","seat":4,"name":"bo")") == Refusal::already_at_table);
  CHECK(table.refuses(R"("do":"add-backline","seat":5,"name":"p3")") == Refusal::already_at_table);
  table.does(R"("do":"remove-backline","name":"bo")");
  CHECK(table.state().backline.empty());
  table.does(R"("do":"seat","seat":4,"name":"bo")");
}

SCENARIO("A seat takes as many backline bettors as the room says", "[table]") {
  Fortune7Table table({1, 3});
  for (const auto* name : {"al", "bo", "cy"}) {
    table.does(R"("do":"add-backline","seat":3,"name":"{}")", name);
  }
  CHECK(table.refuses(R"("do":"add-backline","seat":3,"name":"di")", "W-back") ==
        Refusal::too_many_backline_bettors);
  table.does(R"("do":"add-backline","seat":1,"name":"di")");
}
