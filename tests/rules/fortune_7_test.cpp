// Fortune 7 Baccarat, clause by clause in the order of the rule text. Outcomes come from cards.

#include "cardroom/rules/games/fortune_7.hpp"

#include <set>

#include "cardroom/rules/odds.hpp"
#include "support/rounds.hpp"

namespace {

using namespace cardroom::rules;
using cardroom::testing::accepted;
using cardroom::testing::cards;
using cardroom::testing::refusal_of;
using To = NextCard::To;
using Because = NextCard::Because;

constexpr const Game& kF7 = games::fortune_7;

std::string paid(std::string_view wager, std::string_view player, std::string_view banker) {
  return pay_text(cardroom::testing::pay(kF7, wager, player, banker));
}

std::string winner_of(std::string_view player, std::string_view banker) {
  switch (cardroom::testing::decide(kF7, player, banker).score.winner()) {
    case Winner::player: return "Player";
    case Winner::banker: return "Banker";
    case Winner::tie: return "tie";
  }
  return "nobody";
}

Hand hand(std::string_view text) {
  Hand dealt;
  for (const Card card : cards(kF7, text)) dealt.add(card);
  return dealt;
}

/// "Kd", "Ad", "2d" ... "9d": a card worth so many points.
std::string worth(int points, char suit = 'd') { return {"KA23456789"[points], suit}; }

std::string two_cards(int first, int second, char suit) {
  return worth(first, suit) + " " + worth(second, suit);
}

NextCard next_after(std::string_view player, std::string_view banker) {
  return accepted(deal_so_far(kF7, cards(kF7, player), cards(kF7, banker))).next;
}

std::string told_after(std::string_view player, std::string_view banker) {
  return next_card_text(kF7, accepted(deal_so_far(kF7, cards(kF7, player), cards(kF7, banker))));
}

OrRefused<Deal> round_of(std::string_view player, std::string_view banker) {
  return complete_deal(kF7, cards(kF7, player), cards(kF7, banker));
}

OrRefused<Progress> so_far(std::string_view player, std::string_view banker) {
  return deal_so_far(kF7, cards(kF7, player), cards(kF7, banker));
}

// --- All rounds ----------------------------------------------------------------------------------

/// Added up here again, so that a wrong total in the product is seen.
int right_hand_digit(const Hand& dealt) {
  int sum = 0;
  for (const Card card : dealt.cards()) sum += card.points();
  return sum % 10;
}

struct Round {
  Deal deal;
  Decision decision;

  [[nodiscard]] int player() const { return right_hand_digit(deal.player); }
  [[nodiscard]] int banker() const { return right_hand_digit(deal.banker); }
  [[nodiscard]] bool banker_three_card_seven() const {
    return deal.banker.size() == 3 && banker() == 7;
  }
  [[nodiscard]] Pay pay(std::string_view wager) const {
    return decision.pay(kF7, *kF7.find_wager(wager));
  }
};

/// Visits one round for each way in which points can fall: equal points play alike in this game.
template <class Visit>
void every_round(const Deal& so_far, Visit& visit) {
  const To to = next_card(kF7.tableau, so_far).to;
  if (to == To::nobody) {
    visit(Round{so_far, decide(kF7, so_far)});
    return;
  }
  for (int rank = 0; rank < 10; ++rank) {
    Deal more = so_far;
    (to == To::player ? more.player : more.banker).add(Card{static_cast<Rank>(rank), Suit{0}});
    every_round(more, visit);
  }
}

/// The cards of the first round that is at fault, so that a failure can be dealt again by hand.
template <class Fault>
std::string first_fault(Fault fault) {
  std::string found = "none";
  auto look = [&](const Round& round) {
    if (found != "none" || !fault(round)) return;
    found.clear();
    for (const Card card : round.deal.player.cards()) found += kF7.deck.write(card) + " ";
    found += "-";
    for (const Card card : round.deal.banker.cards()) found += " " + kF7.deck.write(card);
  };
  every_round(Deal{}, look);
  return found;
}

}  // namespace

// --- Object, deck, values ------------------------------------------------------------------------

TEST_CASE("F7-object the hand closer to nine wins", "[rules][F7-object]") {
  CHECK(winner_of("Kd 9h", "Kc 8s") == "Player");
  CHECK(winner_of("Kd 7h", "Kc 8s") == "Banker");
  CHECK(winner_of("Kd Kh As", "Kc Ks Qh") == "Player");
  CHECK(winner_of("Kd 6h", "Kc 2s 5c") == "Banker");
  CHECK(winner_of("Kd 6h", "Kc 6s") == "tie");
  CHECK(first_fault([](const Round& r) {
          const int from_nine = 9 - r.player() - (9 - r.banker());
          const Winner winner = r.decision.score.winner();
          return winner != (from_nine < 0   ? Winner::player
                            : from_nine > 0 ? Winner::banker
                                            : Winner::tie);
        }) == "none");
}

TEST_CASE("F7-deck.1 eight standard decks of 52 cards and no jokers", "[rules][F7-deck.1]") {
  SECTION("a deck has 52 different cards") {
    std::set<std::string> faces;
    for (const char rank : std::string_view("A23456789TJQK")) {
      for (const char suit : std::string_view("cdhs")) {
        const std::string text{rank, suit};
        faces.insert(kF7.deck.write(cards(kF7, text).front()));
      }
    }
    CHECK(faces.size() == 52);
    CHECK(kF7.deck.cards() == 52);
  }
  SECTION("the game counts 416 cards") {
    const Odds odds = accepted(odds_of(kF7, 8));
    CHECK(odds.orders == std::uint64_t{416} * 415 * 414 * 413 * 412 * 411);
  }
  SECTION("another number of decks is refused") {
    const int decks = GENERATE(-1, 0, 1, 6, 7, 9, 16);
    CHECK(refusal_of(odds_of(kF7, decks), "F7-deck.1") == Refusal::decks_not_allowed);
  }
  SECTION("a joker or a star is no card of it") {
    const auto* joker = GENERATE("Jk", "Xc", "*", "Sf", "Lg", "Fw", "Ao");
    CHECK(refusal_of(read_cards(kF7, joker), joker) == Refusal::unknown_card);
  }
}

TEST_CASE("F7-cards.1 ace one and pictures ten and others their face", "[rules][F7-cards.1]") {
  const std::vector<std::pair<char, int>> values = {
      {'A', 1}, {'2', 2}, {'3', 3},  {'4', 4},  {'5', 5},  {'6', 6}, {'7', 7},
      {'8', 8}, {'9', 9}, {'T', 10}, {'J', 10}, {'Q', 10}, {'K', 10}};
  for (const auto& [rank, value] : values) {
    for (const char suit : std::string_view("cdhs")) {
      const std::string text{rank, suit};
      CAPTURE(text);
      // Ten and nothing are the same right-hand digit.
      CHECK(cards(kF7, text).front().points() == value % 10);
      CHECK(hand(text).total() == value % 10);
    }
  }
}

TEST_CASE("F7-cards.2 only the right-hand digit of a total counts", "[rules][F7-cards.2]") {
  CHECK(hand("9d 9h").total() == 8);
  CHECK(hand("5d 5h").total() == 0);
  CHECK(hand("Kd Qh").total() == 0);
  CHECK(hand("Kd Qh Js").total() == 0);
  CHECK(hand("7d 8h 9s").total() == 4);
  CHECK(hand("9d 9h 9s").total() == 7);
  CHECK(hand("6d 4h 9s").total() == 9);
  CHECK(first_fault([](const Round& r) {
          return r.decision.score.player_total != r.player() ||
                 r.decision.score.banker_total != r.banker();
        }) == "none");
}

// --- Ranking -------------------------------------------------------------------------------------

TEST_CASE("F7-cards.3 a natural is eight or nine on the first two cards", "[rules][F7-cards.3]") {
  CHECK(hand("Kd 9h").natural());
  CHECK(hand("4d 5h").natural());
  CHECK(hand("9d 9h").natural());
  CHECK_FALSE(hand("Kd 7h").natural());
  CHECK_FALSE(hand("9d").natural());
  CHECK_FALSE(hand("2d 3h 4s").natural());
  CHECK_FALSE(hand("Kd Kh 8s").natural());
}

TEST_CASE("F7-cards.3 a natural nine beats a natural eight", "[rules][F7-cards.3]") {
  CHECK(winner_of("4d 5h", "Kc 8s") == "Player");
  CHECK(winner_of("9d 9h", "2c 7s") == "Banker");
  CHECK(winner_of("4d 5h", "Kc 9s") == "tie");
  CHECK(winner_of("4d 4h", "Kc 8s") == "tie");
}

// A natural eight ranks over three cards that make nine. The two cannot meet, and this is why.
TEST_CASE("F7-cards.3 no natural ever meets a hand of three cards", "[rules][F7-cards.3]") {
  CHECK(refusal_of(round_of("Kd 8h", "Kc 4s 5h"), "F7-deal.7") == Refusal::third_card_not_dealt);
  CHECK(refusal_of(round_of("Kd 4h 5s", "Kc 8s"), "F7-deal.7") == Refusal::third_card_not_dealt);
  CHECK(first_fault([](const Round& r) {
          return (r.deal.player.natural() && r.deal.banker.size() == 3) ||
                 (r.deal.banker.natural() && r.deal.player.size() == 3);
        }) == "none");
}

TEST_CASE("F7-cards.3 a natural beats every hand of seven to zero", "[rules][F7-cards.3]") {
  const int low = GENERATE(range(0, 8));
  CAPTURE(low);
  for (const int natural : {8, 9}) {
    CHECK(winner_of(two_cards(0, natural, 'd'), two_cards(0, low, 'c')) == "Player");
    CHECK(winner_of(two_cards(0, low, 'd'), two_cards(0, natural, 'c')) == "Banker");
  }
}

TEST_CASE("F7-cards.3 three cards rank from nine to zero by their total", "[rules][F7-cards.3]") {
  // Banker's two cards are worth nothing, so Banker draws against every third card of Player.
  for (int player = 0; player < 10; ++player) {
    for (int banker = 0; banker < 10; ++banker) {
      CAPTURE(player, banker);
      const std::string expected = player > banker ? "Player" : player < banker ? "Banker" : "tie";
      CHECK(winner_of("Kd Kh " + worth(player), "Kc Ks " + worth(banker, 'c')) == expected);
    }
  }
}

TEST_CASE("F7-cards.3 below eight the number of cards does not rank", "[rules][F7-cards.3]") {
  CHECK(winner_of("Kd 7h", "Kc 2s 5c") == "tie");
  CHECK(winner_of("Kd 6h", "Kc 2s 4c") == "tie");
  CHECK(winner_of("Kd 2h 5s", "Kc 7s") == "tie");
  CHECK(winner_of("Kd Kh 8s", "Kc 7s") == "Player");
  CHECK(winner_of("Kd 7h", "Kc 2s 6c") == "Banker");
}

// --- Table ---------------------------------------------------------------------------------------

TEST_CASE("F7-table.1 seven players and the player-dealer have a seat", "[rules][F7-table.1]") {
  CHECK(kF7.layout.seats() == 8);
  for (int number = 1; number <= 8; ++number) CHECK(kF7.layout.seat(number)->number() == number);
  CHECK_FALSE(kF7.layout.seat(0).has_value());
  CHECK_FALSE(kF7.layout.seat(9).has_value());
  CHECK(kF7.layout.next(*kF7.layout.seat(8)) == *kF7.layout.seat(1));
  CHECK(kF7.banking == Banking::player_dealer);
}

TEST_CASE("F7-table.2 five betting spaces a seat", "[rules][F7-table.2]") {
  std::set<std::string_view> spaces;
  for (const WagerRule& wager : kF7.wagers) spaces.insert(wager.name);
  CHECK(spaces == std::set<std::string_view>{"player", "banker", "tie", "one-up", "fortune-7"});
  CHECK(kF7.wagers.size() == 5);
  CHECK_FALSE(kF7.find_wager("player-pair").has_value());
}

// --- Dealing -------------------------------------------------------------------------------------

TEST_CASE("F7-deal.2 the wagers on offer pay as printed", "[rules][F7-deal.2]") {
  CHECK(paid("player", "Kd 9h", "Kc 7s") == "1 to 1");
  CHECK(paid("banker", "Kd 7h", "Kc 9s") == "1 to 1");
  CHECK(paid("banker", "Kd 6h", "Kc 2s 5c") == "push");
  CHECK(paid("tie", "Kd 7h", "Kc 7s") == "8 to 1");
  CHECK(paid("fortune-7", "Kd 6h", "Kc 2s 5c") == "40 to 1");
  CHECK(paid("one-up", "Kd Kh As", "Kc Ks Qh") == "30 to 1");
  CHECK(paid("one-up", "Kd 9h", "Kc 8s") == "9 to 1");
}

SCENARIO("F7-deal.5 cards go one by one in rotation until each hand has two",
         "[rules][F7-deal.5]") {
  GIVEN("no card on the table yet") {
    THEN("Player and Banker get one card after the other") {
      CHECK(next_after("", "") == NextCard{To::player, Because::initial_deal});
      CHECK(next_after("Kd", "") == NextCard{To::banker, Because::initial_deal});
      CHECK(next_after("Kd", "Kc") == NextCard{To::player, Because::initial_deal});
      CHECK(next_after("Kd 7h", "Kc") == NextCard{To::banker, Because::initial_deal});
      CHECK(next_after("Kd 7h", "Kc 7s").because != Because::initial_deal);
    }
    THEN("a nine on one card is no natural and stops nothing") {
      CHECK(next_after("9d", "") == NextCard{To::banker, Because::initial_deal});
      CHECK(next_after("9d", "9c") == NextCard{To::player, Because::initial_deal});
    }
    THEN("the person at the table is told the hand and the clause") {
      CHECK_THAT(told_after("", ""),
                 Catch::StartsWith("Player gets the next card") && Catch::Contains("F7-deal.5"));
      CHECK_THAT(told_after("Kd", ""),
                 Catch::StartsWith("Banker gets the next card") && Catch::Contains("F7-deal.5"));
    }
  }
  GIVEN("cards that are not in rotation") {
    THEN("the hand that was passed over is named") {
      CHECK(refusal_of(so_far("", "Kc"), "Player's card is missing") ==
            Refusal::cards_out_of_order);
      CHECK(refusal_of(so_far("Kd Kh", ""), "Banker's card is missing") ==
            Refusal::cards_out_of_order);
      CHECK(refusal_of(so_far("Kd", "Kc Ks"), "F7-deal.5") == Refusal::cards_out_of_order);
      CHECK(refusal_of(so_far("Kd Kh 2s", "Kc"), "F7-deal.5") == Refusal::cards_out_of_order);
    }
  }
}

TEST_CASE("F7-deal.5 a round needs two cards in each hand", "[rules][F7-deal.5]") {
  CHECK(refusal_of(round_of("", ""), "Player has 0 cards") == Refusal::cards_missing);
  CHECK(refusal_of(round_of("Kd", "Kc 7s"), "Player has 1 card;") == Refusal::cards_missing);
  CHECK(refusal_of(round_of("Kd 7h", "Kc"), "Banker has 1 card;") == Refusal::cards_missing);
  CHECK(refusal_of(round_of("Kd 7h", ""), "F7-deal.5") == Refusal::cards_missing);
}

TEST_CASE("F7-deal.5 no hand holds a fourth card", "[rules][F7-deal.5]") {
  CHECK(refusal_of(round_of("Kd Kh 2s 3s", "Kc 7s"), "Player has 4 cards") ==
        Refusal::too_many_cards);
  CHECK(refusal_of(round_of("Kd 7h", "Kc Ks 2s 2c Ac"), "Banker has 5 cards") ==
        Refusal::too_many_cards);
  CHECK(refusal_of(so_far("Kd Kh 2s 3s", ""), "Player has 4 cards") == Refusal::too_many_cards);
}

TEST_CASE("F7-deal.6 Player stands on six to nine and hits below", "[rules][F7-deal.6]") {
  for (int first = 0; first < 10; ++first) {
    for (int second = 0; second < 10; ++second) {
      CAPTURE(first, second);
      const NextCard next = next_after(two_cards(first, second, 'd'), "Kc 7s");
      const bool hits = (first + second) % 10 <= 5;
      CHECK((next.to == To::player) == hits);
      CHECK((next.because == Because::player_total) == hits);
    }
  }
}

TEST_CASE("F7-deal.6 a third card of Player follows Player's total", "[rules][F7-deal.6]") {
  SECTION("standing on six or seven") {
    CHECK(refusal_of(round_of("Kd 6h 2s", "Kc 7s"), "Player has 6 (F7-deal.6)") ==
          Refusal::third_card_not_dealt);
    CHECK(refusal_of(round_of("Kd 7h 2s", "Kc Ks 7s"), "Player has 7 (F7-deal.6)") ==
          Refusal::third_card_not_dealt);
    CHECK(refusal_of(round_of("Kd 6h 2s", "Kc 5s"), "Player gets no third card") ==
          Refusal::third_card_not_dealt);
  }
  SECTION("hitting on five or less") {
    CHECK(refusal_of(round_of("Kd 5h", "Kc 7s"), "Player has 5 (F7-deal.6)") ==
          Refusal::third_card_missing);
    CHECK(refusal_of(round_of("Kd 5h", "Kc 3s 2d"), "Player's third card is missing") ==
          Refusal::third_card_missing);
    CHECK(refusal_of(so_far("Kd 5h", "Kc 3s 2d"), "F7-deal.6") == Refusal::third_card_missing);
    CHECK_THAT(told_after("Kd 5h", "Kc 3s"),
               Catch::StartsWith("Player gets the next card") && Catch::Contains("F7-deal.6"));
  }
}

TEST_CASE("F7-deal.7 a natural in either hand ends the draw", "[rules][F7-deal.7]") {
  int ended = 0;
  for (int player = 0; player < 100; ++player) {
    for (int banker = 0; banker < 100; ++banker) {
      const bool natural =
          (player / 10 + player % 10) % 10 >= 8 || (banker / 10 + banker % 10) % 10 >= 8;
      const NextCard next = next_after(two_cards(player / 10, player % 10, 'd'),
                                       two_cards(banker / 10, banker % 10, 'c'));
      const bool by_it = next == NextCard{To::nobody, Because::natural};
      if (natural != by_it) FAIL_CHECK("Player's points " << player << ", Banker's " << banker);
      ended += by_it ? 1 : 0;
    }
  }
  CHECK(ended == 10'000 - 80 * 80);  // 20 of 100 pairs of points make eight or nine
}

TEST_CASE("F7-deal.7 nobody gets a third card beside a natural", "[rules][F7-deal.7]") {
  CHECK(refusal_of(round_of("Kd 9h", "Kc 2s 3h"), "Player has a natural 9 (F7-deal.7)") ==
        Refusal::third_card_not_dealt);
  CHECK(refusal_of(round_of("Kd 2h 3s", "4c 4s"), "Banker has a natural 8 (F7-deal.7)") ==
        Refusal::third_card_not_dealt);
  CHECK(refusal_of(round_of("Kd 8h As", "Kc 2s"), "Player gets no third card") ==
        Refusal::third_card_not_dealt);
  CHECK(refusal_of(so_far("Kd 2h", "Kc 8s Ac"), "Banker gets no third card") ==
        Refusal::third_card_not_dealt);
  CHECK_THAT(told_after("Kd 2h", "Kc 8s"),
             Catch::StartsWith("The round is complete") && Catch::Contains("F7-deal.7"));
}

TEST_CASE("F7-deal.8 Banker hits on five or less when Player stood", "[rules][F7-deal.8]") {
  for (const auto* player : {"Kd 6h", "2d 4h", "Kd 7h", "8d 9h"}) {
    for (int banker = 0; banker <= 7; ++banker) {
      CAPTURE(player, banker);
      const NextCard expected{banker <= 5 ? To::banker : To::nobody, Because::player_stood};
      CHECK(next_after(player, two_cards(0, banker, 'c')) == expected);
    }
  }
  CHECK(refusal_of(round_of("Kd 6h", "Kc 5s"), "Banker's third card is missing") ==
        Refusal::third_card_missing);
  CHECK(refusal_of(round_of("Kd 6h", "Kc 5s"), "F7-deal.8") == Refusal::third_card_missing);
  CHECK(refusal_of(round_of("Kd 7h", "Kc 6s 2h"), "Banker gets no third card") ==
        Refusal::third_card_not_dealt);
  CHECK(refusal_of(round_of("Kd 7h", "Kc 6s 2h"), "F7-deal.8") == Refusal::third_card_not_dealt);
  CHECK_THAT(told_after("Kd 6h", "Kc 5s 2d"),
             Catch::StartsWith("The round is complete") && Catch::Contains("F7-deal.8"));
}

namespace {

/// Copied by hand from the rule text: Banker's score, then Player's third card 0 to 9.
constexpr std::string_view kPrintedChart =
    "7 S S S S S S S S S S\n"
    "6 S S S S S S H H S S\n"
    "5 S S S S H H H H S S\n"
    "4 S S H H H H H H S S\n"
    "3 H H H H H H H H S H\n"
    "2 H H H H H H H H H H\n"
    "1 H H H H H H H H H H\n"
    "0 H H H H H H H H H H\n";

std::string dealt_chart(int player_total) {
  std::string chart;
  for (int banker = 7; banker >= 0; --banker) {
    chart += std::to_string(banker);
    for (int third = 0; third < 10; ++third) {
      const NextCard next = next_after(two_cards(0, player_total, 'd') + " " + worth(third, 's'),
                                       two_cards(0, banker, 'c'));
      const bool by_chart = next.because == Because::third_card_chart;
      chart += !by_chart ? " ?" : next.to == To::banker ? " H" : " S";
    }
    chart += "\n";
  }
  return chart;
}

}  // namespace

TEST_CASE("F7-deal.9 Banker hits and stands as the chart prints it", "[rules][F7-deal.9]") {
  // The chart asks for Player's third card, so what Player had before must not matter.
  const int player_total = GENERATE(range(0, 6));
  CAPTURE(player_total);
  CHECK(dealt_chart(player_total) == kPrintedChart);
}

TEST_CASE("F7-deal.9 a third card of Banker follows the chart", "[rules][F7-deal.9]") {
  CHECK(refusal_of(round_of("Kd Kh 8s", "Kc 3s 4d"),
                   "Banker has 3 against Player's third card worth 8 (F7-deal.9)") ==
        Refusal::third_card_not_dealt);
  CHECK(refusal_of(round_of("Kd Kh 6s", "Kc 7s Ad"), "F7-deal.9") == Refusal::third_card_not_dealt);
  CHECK(refusal_of(round_of("Kd Kh 6s", "Kc 6c"), "Banker's third card is missing") ==
        Refusal::third_card_missing);
  CHECK(refusal_of(round_of("Kd Kh Ks", "Kc 3c"), "F7-deal.9") == Refusal::third_card_missing);
  CHECK(next_after("Kd Kh 6s", "Kc 6c 2h") == NextCard{To::nobody, Because::hands_complete});
  CHECK_THAT(told_after("Kd Kh 6s", "Kc 6c 2h"),
             Catch::StartsWith("The round is complete") && Catch::Contains("F7-deal.9"));
}

// --- Winners -------------------------------------------------------------------------------------

TEST_CASE("F7-pay.4 the Player line is paid on a Player win and collected on a Banker win",
          "[rules][F7-pay.4]") {
  CHECK(paid("player", "Kd 8h", "Kc 7s") == "1 to 1");
  CHECK(paid("player", "Kd Kh 8s", "Kc 3s") == "1 to 1");
  CHECK(paid("player", "Kd 7h", "Kc 8s") == "lose");
  CHECK(paid("player", "Kd 6h", "Kc 2s 5c") == "lose");
  CHECK(paid("player", "Kd 6h", "Kc 6s") == "push");
  CHECK(first_fault([](const Round& r) {
          const Pay expected = r.player() > r.banker()   ? to_one(1)
                               : r.player() < r.banker() ? lose
                                                         : push;
          return r.pay("player") != expected;
        }) == "none");
}

SCENARIO("F7-pay.5 a Banker win on three cards totalling seven pushes the Banker line",
         "[rules][F7-pay.5]") {
  GIVEN("Player stands on six") {
    WHEN("Banker wins with three cards totalling seven") {
      THEN("the Banker line is returned") { CHECK(paid("banker", "Kd 6h", "Kc 2s 5c") == "push"); }
      THEN("the Player line loses") { CHECK(paid("player", "Kd 6h", "Kc 2s 5c") == "lose"); }
    }
    WHEN("Banker wins with two cards totalling seven") {
      THEN("the Banker line is paid") { CHECK(paid("banker", "Kd 6h", "Kc 7s") == "1 to 1"); }
    }
    WHEN("Banker wins with three cards totalling eight or nine") {
      THEN("the Banker line is paid") {
        CHECK(paid("banker", "Kd 6h", "Kc 2s 6c") == "1 to 1");
        CHECK(paid("banker", "Kd 6h", "Kc 4s 5c") == "1 to 1");
      }
    }
  }
  GIVEN("Player draws to eight") {
    WHEN("Banker's three cards total seven and do not win") {
      THEN("the Banker line loses") { CHECK(paid("banker", "Kd Kh 8s", "Kc 2s 5c") == "lose"); }
    }
  }
}

TEST_CASE("F7-pay.5 the Banker line in every round that can be dealt", "[rules][F7-pay.5]") {
  CHECK(first_fault([](const Round& r) {
          const Pay expected = r.banker() < r.player()       ? lose
                               : r.banker() == r.player()    ? push
                               : r.banker_three_card_seven() ? push
                                                             : to_one(1);
          return r.pay("banker") != expected;
        }) == "none");
}

TEST_CASE("F7-tie.2 Tie wins 8 to 1 on equal totals from zero to nine", "[rules][F7-tie.2]") {
  for (int total = 0; total < 10; ++total) {
    CAPTURE(total);
    CHECK(paid("tie", "Kd Kh " + worth(total), "Kc Ks " + worth(total, 'c')) == "8 to 1");
  }
  for (int total = 6; total < 10; ++total) {
    CAPTURE(total);
    CHECK(paid("tie", two_cards(0, total, 'd'), two_cards(0, total, 'c')) == "8 to 1");
  }
  CHECK(paid("tie", "Kd 7h", "Kc 2s 5c") == "8 to 1");
}

TEST_CASE("F7-tie.2 Tie loses whenever the totals differ", "[rules][F7-tie.2]") {
  CHECK(paid("tie", "Kd 8h", "Kc 9s") == "lose");
  CHECK(paid("tie", "Kd Kh As", "Kc Ks Qh") == "lose");
  CHECK(paid("tie", "Kd 6h", "Kc 2s 5c") == "lose");
  CHECK(first_fault([](const Round& r) {
          return r.pay("tie") != (r.player() == r.banker() ? to_one(8) : lose);
        }) == "none");
}

TEST_CASE("F7-bonus7.2 Fortune 7 wins on a Banker three-card seven over six or less",
          "[rules][F7-bonus7.2]") {
  for (int third = 0; third <= 6; ++third) {
    CAPTURE(third);
    CHECK(paid("fortune-7", "Kd Kh " + worth(third), "Kc 2s 5c") == "40 to 1");
  }
  CHECK(paid("fortune-7", "Kd 6h", "Kc 2s 5c") == "40 to 1");
}

TEST_CASE("F7-bonus7.2 Fortune 7 loses on all other outcomes", "[rules][F7-bonus7.2]") {
  CHECK(paid("fortune-7", "Kd 6h", "Kc 7s") == "lose");
  CHECK(paid("fortune-7", "Kd 7h", "Kc 2s 5c") == "lose");
  CHECK(paid("fortune-7", "Kd Kh 7s", "Kc 2s 5c") == "lose");
  CHECK(paid("fortune-7", "Kd Kh 8s", "Kc 2s 5c") == "lose");
  CHECK(paid("fortune-7", "Kd Kh 9s", "Kc 2s 5c") == "lose");
  CHECK(paid("fortune-7", "Kd 6h", "Kc 2s 6c") == "lose");
  CHECK(paid("fortune-7", "Kd 2h 5s", "Kc 6s") == "lose");
  CHECK(first_fault([](const Round& r) {
          const bool wins = r.banker_three_card_seven() && r.player() <= 6;
          return r.pay("fortune-7") != (wins ? to_one(40) : lose);
        }) == "none");
}

TEST_CASE("F7-oneup.2 One Up wins when Player beats Banker by exactly one point",
          "[rules][F7-oneup.2]") {
  CHECK(paid("one-up", "Kd 8h", "Kc 7s") != "lose");
  CHECK(paid("one-up", "Kd 9h", "Kc 7s") == "lose");
  CHECK(paid("one-up", "Kd 9h", "Kc Ks") == "lose");
  CHECK(paid("one-up", "Kd 7h", "Kc 8s") == "lose");
  CHECK(paid("one-up", "Kd Kh Qs", "Kc Ks Ac") == "lose");
  CHECK(paid("one-up", "Kd 6h", "Kc 2s 5c") == "lose");
  CHECK(paid("one-up", "Kd 7h", "Kc 7s") == "lose");
  CHECK(paid("one-up", "Kd Kh Qs", "Kc Ks Qh") == "lose");
  CHECK(first_fault([](const Round& r) {
          return r.pay("one-up").wins() != (r.player() - r.banker() == 1);
        }) == "none");
}

TEST_CASE("F7-oneup.3 one over nil pays 30 to 1 and other wins by one pay 9 to 1",
          "[rules][F7-oneup.3]") {
  CHECK(paid("one-up", "Kd Kh As", "Kc Ks Qh") == "30 to 1");
  CHECK(paid("one-up", "2d 2h 7s", "Kc 3s 7c") == "30 to 1");
  CHECK(paid("one-up", "Kd Kh 2s", "Kc Ks Ac") == "9 to 1");
  CHECK(paid("one-up", "Kd Kh 3s", "Kc Ks 2c") == "9 to 1");
  CHECK(paid("one-up", "Kd Kh 4s", "Kc Ks 3c") == "9 to 1");
  CHECK(paid("one-up", "Kd Kh 5s", "Kc Ks 4c") == "9 to 1");
  CHECK(paid("one-up", "Kd 6h", "Kc Ks 5c") == "9 to 1");
  CHECK(paid("one-up", "Kd 7h", "Kc 6s") == "9 to 1");
  CHECK(paid("one-up", "Kd 8h", "Kc 7s") == "9 to 1");
  CHECK(paid("one-up", "Kd 9h", "Kc 8s") == "9 to 1");
}

TEST_CASE("F7-oneup.3 One Up beats a Banker three-card seven with eight", "[rules][F7-oneup.3]") {
  CHECK(paid("one-up", "Kd Kh 8s", "Kc 2s 5c") == "9 to 1");
  CHECK(paid("player", "Kd Kh 8s", "Kc 2s 5c") == "1 to 1");
}

TEST_CASE("F7-oneup.3 One Up in every round that can be dealt", "[rules][F7-oneup.3]") {
  std::set<int> won_with;
  CHECK(first_fault([&](const Round& r) {
          const bool by_one = r.player() - r.banker() == 1;
          if (by_one) won_with.insert(r.player());
          return r.pay("one-up") != (!by_one ? lose : r.player() == 1 ? to_one(30) : to_one(9));
        }) == "none");
  CHECK(won_with == std::set<int>{1, 2, 3, 4, 5, 6, 7, 8, 9});
}
