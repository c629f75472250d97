// Tables that the house banks: the other five games through the same commands.

#include "support/house_table.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Cents;
using rules::Refusal;
using table::Hand;
using table::RoundFact;

namespace {

// Cards for whoever needs any: the rules say who wins.
constexpr std::string_view kNine = "4h 5d";
constexpr std::string_view kEight = "4c 4s";

/// The stake of a wager that nobody compared with the limits in time.
std::string slipped(int seat, std::string_view on, int dollars) {
  return fmt::format(R"({{"seat":{},"on":"{}","cents":{}00,"slipped":true}})", seat, on, dollars);
}

const settlement::Line& only_line(const table::Event& event) {
  const auto& lines = event.rounds.at(0).settled.value().settlement.lines;
  REQUIRE(lines.size() == 1);
  return lines.front();
}

}  // namespace

// --- Bets open and close ----------------------------------------

SCENARIO("F6v5-3.1 F6v6-3.1 betting opens at the announcement", "[table][F6v5-3.1][F6v6-3.1]") {
  const auto* game = GENERATE("fortune-six-v5", "fortune-six-v6", "six-star", "baccarat",
                              "baccarat-no-commission");
  CAPTURE(game);
  HouseTable table(game);
  const std::string_view place = R"("do":"place-wager","seat":1,"on":"player","cents":10000)";
  CHECK(table.refuses(place) == Refusal::no_hand);
  table.does(R"("do":"open-bets")");
  table.places(1, "player", 100);
  CHECK(table.state().hand->wagers.size() == 1);
}

SCENARIO("F6v5-3.2 F6v6-3.2 betting closes at the announcement", "[table][F6v5-3.2][F6v6-3.2]") {
  const auto* game = GENERATE("fortune-six-v5", "fortune-six-v6", "six-star", "baccarat",
                              "baccarat-no-commission");
  CAPTURE(game);
  HouseTable table(game);
  table.does(R"("do":"open-bets")");
  table.places(1, "player", 100);
  table.does(R"("do":"close-bets")");
  const std::string late = R"("seat":1,"on":"player")";
  CHECK(table.refuses(R"("do":"place-wager","seat":2,"on":"banker","cents":10000)") ==
        Refusal::bets_not_open);
  CHECK(table.refuses(R"("do":"change-wager","cents":20000,)" + late) == Refusal::bets_not_open);
  CHECK(table.refuses(R"("do":"withdraw-wager",)" + late) == Refusal::bets_not_open);
  CHECK(table.state().hand->wagers.size() == 1);
}

SCENARIO("A house-banked hand has no fee, no turn and no player-dealer", "[table]") {
  HouseTable table("baccarat");
  const auto event = table.plays(HouseTable::wager(1, "banker", 100), kEight, kNine);
  const RoundFact& round = event.rounds.front();
  CHECK(round.fees() == nullptr);
  CHECK(round.turn == 0);
  CHECK(round.player_dealer.empty());
  CHECK(only_line(event).paid == Cents::dollars(95));
  CHECK_FALSE(event.ended_turn.has_value());
  CHECK(table.refuses(R"("do":"change-schedule","schedule":13)") == Refusal::not_this_game);
  CHECK(table.refuses(R"("do":"add-backline","seat":1,"name":"bo")") ==
        Refusal::backline_not_offered);
}

SCENARIO("F6v6-3.7 staff may place a wager for a player, and it is recorded", "[table][F6v6-3.7]") {
  const auto* by = GENERATE("dana", "sam", "maria");
  CAPTURE(by);
  HouseTable table;
  table.does(R"("do":"open-bets")");
  const auto event = table.does_as(
      by, R"("do":"place-wager","seat":2,"on":"banker","cents":20000,"placed_for":true)");
  THEN("the command says so, and by whom") {
    CHECK(table::command_json(event.command).find(R"("placed_for":true)") != std::string::npos);
    CHECK(event.stamp.by == by);
  }
  THEN("the wager is the player's all the same") {
    CHECK(event.hand->bettors[event.hand->wagers[0].bettor] == "p2");
    CHECK(table.refuses(R"("do":"unseat","seat":2)") == Refusal::wagers_standing);
  }
  THEN("one that the player puts down himself does not say it") {
    const auto own = table.places(1, "player", 100);
    CHECK(table::command_json(own.command).find("placed_for") == std::string::npos);
  }
}

// --- Limits ----------------------------------------

SCENARIO("A house-banked table displays a limit for each of its wagers", "[table]") {
  auto room = Room::ready();
  const auto limits = HouseTable::limits_of("baccarat");
  const auto opens = [&](std::string_view more) {
    return room.refuses(R"({"do":"open-table","table":"5","game":"baccarat",)" + std::string(more) +
                        "}");
  };
  const auto tie = [&](std::string_view least, std::string_view most) {
    auto all = limits;
    all.pop_back();
    return opens(fmt::format(R"("limits":{},{{"on":"tie","least_cents":{},"most_cents":{}}}])", all,
                             least, most));
  };
  CHECK(opens(R"("limits":[])") == Refusal::limits_missing);
  CHECK(opens(R"("limits":[{"on":"player","least_cents":1000,"most_cents":2000}])") ==
        Refusal::limits_missing);
  CHECK(opens(R"("limits":[{"on":"dragon","least_cents":1000,"most_cents":2000}])") ==
        Refusal::unknown_wager);
  CHECK(tie("0", "1000") == Refusal::setting_not_usable);
  CHECK(tie("2000", "1000") == Refusal::setting_not_usable);
  CHECK(tie("1000", "9223372036854775807") == Refusal::setting_not_usable);
  CHECK(opens(R"("differential_cents":0,"limits":)" + limits) == Refusal::setting_not_usable);
  CHECK(opens(R"("schedule":13,"limits":)" + limits) == Refusal::not_this_game);
}

SCENARIO("Each kind of wager has its own limit", "[table]") {
  HouseTable table;
  table.does(R"("do":"open-bets")");
  const auto place = [&](std::string_view on, std::string_view cents) {
    return table.refuses(
        fmt::format(R"("do":"place-wager","seat":1,"on":"{}","cents":{})", on, cents));
  };
  CHECK(place("player", "4999") == Refusal::wager_below_minimum);
  CHECK(place("player", "50001") == Refusal::wager_above_maximum);
  CHECK(place("tie", "999") == Refusal::wager_below_minimum);
  CHECK(place("tie", "10001") == Refusal::wager_above_maximum);
  CHECK(place("banker", "5010") == Refusal::payout_not_whole_cents);  // H-cent
  CHECK(place("player", "-5000") == Refusal::wager_below_minimum);
  table.places(1, "player", 50);
  table.places(1, "tie", 100);
  THEN("limits change between hands only") {
    const std::string change =
        R"("do":"change-limits","limits":)" + HouseTable::limits_of("fortune-six-v6");
    CHECK(table.refuses(change) == Refusal::hand_in_progress);
  }
}

SCENARIO("Other limits hold from the next hand on", "[table]") {
  HouseTable table("baccarat");
  const auto before = table.plays(HouseTable::wager(1, "player", 100), kNine, kEight);
  table.does_as({}, R"("do":"change-limits","limits":)" +
                        changed(HouseTable::limits_of("baccarat"), "5000", "20000"));
  CHECK(table.refuses(R"("do":"hand","wagers":[{"seat":1,"on":"player","cents":10000}],)"
                      R"("player":"4h 5d","banker":"4c 4s")") == Refusal::wager_below_minimum);
  const auto after = table.plays(HouseTable::wager(1, "player", 200), kNine, kEight);
  CHECK(before.rounds[0].terms.limits[0]->lowest == Cents::dollars(50));
  CHECK(after.rounds[0].terms.limits[0]->lowest == Cents::dollars(200));
}

SCENARIO("F6v6-5.14 a wager under the minimum that slipped through is settled once",
         "[table][F6v6-5.14]") {
  HouseTable table;
  const auto first = table.plays(slipped(1, "player", 20), kEight, kNine);
  CHECK(only_line(first).taken == Cents::dollars(20));
  WHEN("the same player does it again") {
    THEN("his wager goes back, won or lost, on whatever he puts it") {
      const auto lost = table.plays(slipped(1, "player", 20), kEight, kNine);
      CHECK(only_line(lost).returned == Cents::dollars(20));
      CHECK(only_line(lost).taken == Cents{});
      const auto won = table.plays(slipped(1, "banker", 20), kEight, kNine);
      CHECK(only_line(won).paid == Cents{});
      CHECK(only_line(won).returned == Cents::dollars(20));
    }
  }
  WHEN("it is another player's first time") {
    THEN("it is settled") {
      const auto his = table.plays(slipped(2, "player", 20), kNine, kEight);
      CHECK(only_line(his).paid == Cents::dollars(20));
    }
  }
  THEN("what somebody noticed in time is refused") {
    CHECK(table.refuses(R"("do":"hand","wagers":[{"seat":1,"on":"player","cents":2000}],)"
                        R"("player":"4h 5d","banker":"4c 4s")") == Refusal::wager_below_minimum);
  }
}

SCENARIO("F6v6-5.14 a hand that is void was not the one time", "[table][F6v6-5.14]") {
  HouseTable table;
  table.does(R"("do":"open-bets")");
  table.does(R"("do":"place-wager","seat":1,"on":"player","cents":2000,"slipped":true)");
  table.does(R"("do":"close-bets")");
  table.does(R"("do":"void-round","code":"wrong-deck","reason":"a blue card")");
  const auto next = table.plays(slipped(1, "player", 20), kEight, kNine);
  CHECK(only_line(next).taken == Cents::dollars(20));
}

SCENARIO("F6v6-5.15 a wager over the maximum is settled to the maximum", "[table][F6v6-5.15]") {
  HouseTable table;
  for (int time = 0; time < 2; ++time) {
    CAPTURE(time);
    const auto won = table.plays(slipped(1, "player", 700), kNine, kEight);
    CHECK(only_line(won).paid == Cents::dollars(500));
    CHECK(only_line(won).returned == Cents::dollars(700));
    const auto lost = table.plays(slipped(1, "player", 700), kEight, kNine);
    CHECK(only_line(lost).taken == Cents::dollars(500));
    CHECK(only_line(lost).returned == Cents::dollars(200));
  }
}

SCENARIO("A game without that rule takes no wager outside its limits", "[table]") {
  HouseTable table("fortune-six-v5");
  table.does(R"("do":"open-bets")");
  CHECK(table.refuses(R"("do":"place-wager","seat":1,"on":"player","cents":2000,"slipped":true)") ==
        Refusal::wager_below_minimum);
  CHECK(table.refuses(R"("do":"place-wager","seat":1,"on":"player","cents":70000,)"
                      R"("slipped":true)") == Refusal::wager_above_maximum);
}

SCENARIO("F6v6-5.18 bets are not closed beyond the table differential", "[table][F6v6-5.18]") {
  HouseTable table("fortune-six-v6", R"(,"differential_cents":15000)");
  table.does(R"("do":"open-bets")");
  table.places(1, "player", 300);
  table.places(2, "banker", 100);
  CHECK(table.refuses(R"("do":"close-bets")", "exceeded by $50") == Refusal::differential_exceeded);
  WHEN("the leading hand decreases") {
    table.does(R"("do":"change-wager","seat":1,"on":"player","cents":25000)");
    THEN("bets may be closed") { table.does(R"("do":"close-bets")"); }
  }
  WHEN("the other hand increases") {
    table.does(R"("do":"change-wager","seat":2,"on":"banker","cents":15000)");
    THEN("bets may be closed") { table.does(R"("do":"close-bets")"); }
  }
  WHEN("other spaces grow") {
    table.places(3, "tie", 100);
    THEN("it does not help") {
      CHECK(table.refuses(R"("do":"close-bets")") == Refusal::differential_exceeded);
    }
  }
}

// --- Methods, areas and the device ----------------------------------------

SCENARIO("F6v6-3.8 who may choose the method of dealing, when and where", "[table][F6v6-3.8]") {
  const std::string_view a = R"("do":"choose-method","method":"A")";
  const std::string_view c = R"("do":"choose-method","method":"C")";
  HouseTable table;
  CHECK(table.refuses(a, {}, "sam") == Refusal::role_too_low);
  CHECK(table.refuses(c, "F6v6-3.8", "maria") == Refusal::position_too_low);
  CHECK(table.refuses(c, "HLGA", "alex") == Refusal::method_not_here);
  CHECK(table.refuses(R"("do":"choose-method","method":"D")") == Refusal::method_not_here);
  table.does_as("maria", a);
  CHECK(table.state().method == rules::Method::a);
  table.does(R"("do":"open-bets")");
  CHECK(table.refuses(R"("do":"choose-method","method":"B")") == Refusal::round_in_progress);
  HouseTable high("fortune-six-v6", R"(,"hlga":true)");
  high.does_as("alex", c);
  CHECK(high.state().method == rules::Method::c);
  HouseTable other("fortune-six-v5");
  CHECK(other.refuses(a, "nobody") == Refusal::position_too_low);
}

SCENARIO("F6v6-3.6 a manager may restrict the wagers of an area", "[table][F6v6-3.6]") {
  HouseTable table;
  const auto restrict_to = [](int wagers) {
    return fmt::format(R"("do":"restrict-area","wagers":{})", wagers);
  };
  CHECK(table.refuses(restrict_to(2), {}, "sam") == Refusal::role_too_low);
  CHECK(table.refuses(restrict_to(4)) == Refusal::area_full);
  CHECK(table.refuses(restrict_to(0)) == Refusal::area_full);
  const auto wager_of = [&](std::string_view name) {
    return fmt::format(R"("do":"place-wager","seat":1,"bettor":"{}","on":"player","cents":10000)",
                       name);
  };
  WHEN("it is restricted to two") {
    table.does_as("maria", restrict_to(2));
    table.does(R"("do":"open-bets")");
    for (const auto* name : {"al", "bo"}) table.does_as("dana", wager_of(name));
    THEN("a third one is refused, and the number stays for the hand") {
      CHECK(table.refuses(wager_of("cy"), "2 are allowed") == Refusal::area_full);
      CHECK(table.refuses(restrict_to(3)) == Refusal::hand_in_progress);
    }
  }
  WHEN("it is not") {
    table.does(R"("do":"open-bets")");
    for (const auto* name : {"al", "bo", "cy"}) table.does_as("dana", wager_of(name));
    THEN("a fourth one is refused") {
      CHECK(table.refuses(wager_of("di"), "3 are allowed") == Refusal::area_full);
    }
  }
}

SCENARIO("F6v6-3.11 the device goes to a bettor and comes back when he loses",
         "[table][F6v6-3.11]") {
  HouseTable table("fortune-six-v6", R"(,"hlga":true)");
  const std::string_view pass = R"("do":"pass-device","to":"p1")";
  CHECK(table.refuses(pass, "method C") == Refusal::method_not_here);
  table.does_as("alex", R"("do":"choose-method","method":"C")");
  CHECK(table.refuses(pass, "F6v6-3.11") == Refusal::position_too_low);
  THEN("without a wager only an assistant manager lets him draw") {
    const std::string_view without = R"("do":"pass-device","to":"p3","without_wager":true)";
    CHECK(table.refuses(without, {}, "maria") == Refusal::position_too_low);
    table.does_as("alex", without);
    CHECK(table.state().device == "p3");
  }
  WHEN("he has a wager") {
    table.does(R"("do":"open-bets")");
    table.places(1, "player", 100);
    table.does_as("dana", pass);
    table.does(R"("do":"close-bets")");
    THEN("he keeps it when the wager wins") {
      table.deals(kNine, kEight);
      table.does(R"("do":"settle")");
      CHECK(table.state().device == "p1");
      AND_THEN("he may give it up") {
        table.does(R"("do":"pass-device")");
        CHECK_FALSE(table.state().device.has_value());
      }
      AND_THEN("under another method it is the dealer's again") {
        table.does(R"("do":"choose-method","method":"B")");
        CHECK_FALSE(table.state().device.has_value());
      }
    }
    THEN("it goes back when the wager loses") {
      table.deals(kEight, kNine);
      table.does(R"("do":"settle")");
      CHECK_FALSE(table.state().device.has_value());
    }
  }
}
