// Rounds that ended: fees given back, mistakes put right by two people.

#include "support/fortune_7_table.hpp"
#include "support/house_table.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Cents;
using rules::Refusal;
using table::RoundFact;

namespace {

/// Round 1: seat 1 banks, p3 has 200 on Player and bo behind him 100 on Banker; nine over eight.
Fortune7Table one_round() {
  Fortune7Table table({1, 3, 5});
  table.takes(1);
  table.plays(R"({"seat":3,"on":"player","cents":20000},)"
              R"({"seat":3,"bettor":"bo","backline":true,"on":"banker","cents":10000})",
              kNine, kEight);
  return table;
}

std::string request(std::int64_t round, std::string_view change) {
  return fmt::format(R"({{"do":"request-correction","round":{},{},"reason":"read wrongly"}})",
                     round, change);
}
std::string approve(std::int64_t correction) {
  return fmt::format(R"({{"do":"approve-correction","correction":{}}})", correction);
}
std::string drop(std::int64_t correction) {
  return fmt::format(R"({{"do":"drop-correction","correction":{},"reason":"it was right"}})",
                     correction);
}
std::string waive(std::int64_t round, std::string_view bettor = {}) {
  return fmt::format(R"({{"do":"waive-fee","round":{}{},"reason":"a long wait"}})", round,
                     bettor.empty() ? "" : fmt::format(R"(,"bettor":"{}")", bettor));
}

constexpr std::string_view kOtherCards = R"("player":"4c 4s","banker":"4h 5d")";

}  // namespace

// --- Corrections ----------------------------------------

SCENARIO("A correction takes two different people", "[table]") {
  auto table = one_round();
  auto& room = table.room;
  const auto asked = room.does(request(1, kOtherCards), "maria");
  CHECK(asked.rounds.empty());
  CHECK(room.refuses(approve(asked.seq), "maria", "maria") == Refusal::same_person);
  CHECK(room.refuses(approve(asked.seq), "", "sam") == Refusal::role_too_low);
  CHECK(room.refuses(approve(asked.seq + 1)) == Refusal::unknown_correction);
  CHECK(room.refuses(request(1, kOtherCards), "waits") == Refusal::nothing_to_correct);
  room.does(approve(asked.seq), "alex");
  CHECK(room.refuses(approve(asked.seq), "", "alex") == Refusal::unknown_correction);
}

SCENARIO("A correction reverses the round and records the right one, both linked", "[table]") {
  auto table = one_round();
  auto& room = table.room;
  const auto asked = room.does(request(1, kOtherCards));
  const auto event = room.does(approve(asked.seq));
  REQUIRE(event.rounds.size() == 2);
  const RoundFact& reversal = event.rounds[0];
  const RoundFact& right = event.rounds[1];
  THEN("the first undoes what was settled") {
    CHECK(reversal.kind == RoundFact::Kind::reversal);
    CHECK(reversal.corrects == 1);
    CHECK(reversal.settled->settlement.totals.paid == Cents::dollars(200));
  }
  THEN("the second is settled by the rules on the other cards") {
    CHECK(right.kind == RoundFact::Kind::corrected);
    CHECK(right.corrects == 1);
    CHECK(right.settled->settlement.totals.paid == Cents::dollars(100));
    CHECK(right.settled->settlement.totals.taken == Cents::dollars(200));
    CHECK(right.shift == reversal.shift);
    CHECK(right.turn == reversal.turn);
  }
  THEN("their numbers follow, and the next hand's after them") {
    CHECK(reversal.id == 2);
    CHECK(right.id == 3);
    CHECK(table.plays(3).rounds.front().id == 4);
  }
  THEN("what was reversed is neither corrected nor waived again, what stands is") {
    CHECK(room.refuses(request(1, kOtherCards)) == Refusal::round_reversed);
    CHECK(room.refuses(request(2, kOtherCards)) == Refusal::round_reversed);
    CHECK(room.refuses(waive(1)) == Refusal::round_reversed);
    const auto again = room.does(request(3, R"("player":"4h 5d","banker":"4c 4s")"));
    CHECK(room.does(approve(again.seq)).rounds[1].corrects == 3);
  }
  THEN("the turn counts the hand once") { CHECK(table.state().position.turn->hands == 1); }
}

SCENARIO("A correction may give other wagers, charged by the schedule of its time", "[table]") {
  auto table = one_round();
  auto& room = table.room;
  table.does(R"("do":"change-schedule","schedule":20)");
  const auto asked = room.does(
      request(1, R"("wagers":[{"seat":3,"on":"player","cents":30000},{"seat":5,"bettor":"p5",)"
                 R"("on":"tie","cents":10000}])"));
  const auto event = room.does(approve(asked.seq));
  const auto& right = event.rounds.at(1);
  CHECK(right.settled->round.fees()->option == 13);
  CHECK(right.settled->round.fees()->total == Cents::dollars(11));
  REQUIRE(right.wagers().size() == 2);
  CHECK(right.bettors()[right.wagers()[0].bettor] == "p3");
  CHECK(right.settled->settlement.totals.paid == Cents::dollars(300));
  CHECK(right.settled->settlement.totals.taken == Cents::dollars(100));
}

SCENARIO("A round that never took place is struck", "[table]") {
  auto table = one_round();
  const auto asked = table.room.does(request(1, R"("strike":true)"));
  const auto event = table.room.does(approve(asked.seq));
  REQUIRE(event.rounds.size() == 1);
  CHECK(event.rounds[0].kind == RoundFact::Kind::reversal);
  CHECK(table.room.refuses(request(1, R"("strike":true)")) == Refusal::round_reversed);
}

SCENARIO("What cannot be right is refused when it is asked for", "[table]") {
  auto table = one_round();
  const auto asks = [&](std::int64_t round, std::string_view change) {
    return table.room.refuses(request(round, change));
  };
  CHECK(asks(99, kOtherCards) == Refusal::unknown_round);
  CHECK(asks(1, R"("strike":false)") == Refusal::nothing_to_correct);
  CHECK(asks(1, R"("strike":true,"player":"4h 5d")") == Refusal::nothing_to_correct);
  CHECK(asks(1, R"("player":"4h 5d 2c")") == Refusal::third_card_not_dealt);
  CHECK(asks(1, R"("wagers":[])") == Refusal::no_wager);
  CHECK(asks(1, R"("wagers":[{"seat":3,"on":"player","cents":100}])") ==
        Refusal::wager_below_minimum);
  CHECK(asks(1, R"("wagers":[{"seat":3,"bettor":"p1","on":"player","cents":10000}])") ==
        Refusal::dealer_seat_bets);
  CHECK(asks(1, R"("wagers":[{"seat":5,"on":"player","cents":10000}])") == Refusal::seat_empty);
  CHECK(asks(1, R"("wagers":[{"seat":9,"on":"player","cents":10000}])") == Refusal::unknown_seat);
  CHECK(asks(1, R"("wagers":[{"seat":3,"on":"dragon","cents":10000}])") == Refusal::unknown_wager);
  table.does(R"("do":"open-bets")");
  table.does(R"("do":"void-round","code":"other","reason":"x")");
  CHECK(asks(2, kOtherCards) == Refusal::nothing_to_correct);
}

SCENARIO("A correction that was dropped changes nothing and may be asked for again", "[table]") {
  auto table = one_round();
  const auto asked = table.room.does(request(1, kOtherCards));
  CHECK(table.room.refuses(drop(asked.seq + 1)) == Refusal::unknown_correction);
  CHECK(table.room.does(drop(asked.seq)).rounds.empty());
  CHECK(table.room.refuses(approve(asked.seq)) == Refusal::unknown_correction);
  table.room.does(request(1, kOtherCards));
}

SCENARIO("The room's settings of today do not stand against a round of yesterday", "[table]") {
  auto table = one_round();
  const auto room_now = table.room.floor().room.value();
  auto fewer = room_now;
  fewer.backline_bettors_a_seat = 0;
  table.room.does(table::command_json(fewer));
  const auto asked = table.room.does(request(1, kOtherCards));
  CHECK(table.room.does(approve(asked.seq)).rounds.size() == 2);
}

SCENARIO("F6v6-5.15 a corrected wager over the maximum is settled to it as well",
         "[table][F6v6-5.15]") {
  HouseTable table;
  table.plays(R"({"seat":1,"on":"player","cents":70000,"slipped":true})", kEight, kNine);
  auto& room = table.room;
  WHEN("only the cards were wrong") {
    const auto asked = room.does(request(1, R"("player":"4h 5d","banker":"4c 4s")"));
    const auto event = room.does(approve(asked.seq));
    THEN("the excess goes back all the same") {
      CHECK(event.rounds[1].settled->settlement.totals.paid == Cents::dollars(500));
    }
  }
  WHEN("the wagers are given anew") {
    const auto asked = room.does(
        request(1, R"("wagers":[{"seat":1,"on":"player","cents":90000,"slipped":true}])"));
    const auto event = room.does(approve(asked.seq));
    THEN("no more than the maximum is taken") {
      CHECK(event.rounds[1].settled->settlement.totals.taken == Cents::dollars(500));
    }
  }
  THEN("one that is not said to have slipped through keeps to the limits") {
    CHECK(room.refuses(request(1, R"("wagers":[{"seat":1,"on":"player","cents":90000}])")) ==
          Refusal::wager_above_maximum);
    CHECK(room.refuses(request(1, R"("wagers":[{"seat":1,"on":"player","cents":100}])")) ==
          Refusal::wager_below_minimum);
  }
}

SCENARIO("F6v6-5.14 a correction keeps a player's one time", "[table][F6v6-5.14]") {
  HouseTable table;
  const std::string small = R"({"seat":1,"on":"player","cents":2000,"slipped":true})";
  const std::string again = R"("wagers":[{"seat":1,"on":"player","cents":3000,"slipped":true}])";
  table.plays(small, kEight, kNine);
  table.plays(small, kEight, kNine);
  const auto corrected = [&](std::int64_t round) {
    const auto asked = table.room.does(request(round, again));
    return table.room.does(approve(asked.seq)).rounds[1].settled->settlement.totals.taken;
  };
  CHECK(corrected(1) == Cents::dollars(30));
  CHECK(corrected(2) == Cents{});
}

// --- Waivers ----------------------------------------

SCENARIO("A fee is given back with a reason and a name, once", "[table]") {
  auto table = one_round();
  auto& room = table.room;
  CHECK(room.refuses(waive(1), "", "sam") == Refusal::role_too_low);
  CHECK(room.refuses(waive(9)) == Refusal::unknown_round);
  CHECK(room.refuses(waive(1, "al"), "al") == Refusal::fee_not_taken);
  CHECK(room.refuses(R"({"do":"waive-fee","round":1,"reason":""})") == Refusal::name_not_usable);
  const auto bankers = room.does(waive(1));
  REQUIRE(bankers.waivers.size() == 1);
  CHECK(bankers.waivers[0].cents == Cents::dollars(5));
  CHECK(bankers.waivers[0].payer == "p1");
  CHECK_FALSE(bankers.waivers[0].bettor.has_value());
  const auto players = room.does(waive(1, "bo"));
  CHECK(players.waivers[0].cents == Cents::dollars(3));
  CHECK(players.waivers[0].shift == room.floor().shift->id);
  CHECK(room.refuses(waive(1)) == Refusal::fee_waived);
  CHECK(room.refuses(waive(1, "bo")) == Refusal::fee_waived);
  room.does(waive(1, "p3"));
}

SCENARIO("Fees that a void returned cannot be waived, those it kept can", "[table]") {
  const bool kept = GENERATE(false, true);
  Fortune7Table table({1, 3});
  table.takes(1);
  table.does(R"("do":"open-bets")");
  table.places(3, "player", 100);
  table.does(R"("do":"close-bets")");
  table.does(R"("do":"void-round","code":"misdeal","reason":"x","keep_fees":{})", kept);
  if (kept) {
    CHECK(table.room.does(waive(1, "p3")).waivers[0].cents == Cents::dollars(3));
  } else {
    CHECK(table.room.refuses(waive(1, "p3")) == Refusal::fee_not_taken);
  }
}

SCENARIO("A reversal takes back what was waived, and the right round's fee may be waived",
         "[table]") {
  auto table = one_round();
  auto& room = table.room;
  room.does(waive(1));
  room.does(waive(1, "p3"));
  const auto asked = room.does(request(1, kOtherCards));
  const auto event = room.does(approve(asked.seq));
  REQUIRE(event.waivers.size() == 2);
  CHECK(event.waivers[0].cents == Cents::dollars(-5));
  CHECK(event.waivers[1].cents == Cents::dollars(-3));
  CHECK(event.waivers[1].payer == "p3");
  room.does(waive(event.rounds[1].id));
}
