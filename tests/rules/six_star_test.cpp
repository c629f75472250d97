// 6 Star No Commission Baccarat, clause by clause. Elements: f fire, g gold, e earth, o wood,
// w water; stars: S Sau, L Luk, F Fuk.

#include "cardroom/rules/games/six_star.hpp"

#include <algorithm>

#include "cardroom/rules/odds.hpp"
#include "house_games.hpp"

using namespace cardroom::rules;
using namespace cardroom::testing;
using games::six_star;

namespace {

const Pay kTieWithFlaming = to_one(8).plus(Cents::dollars(3'000));
const Pay kTieWithStars = to_one(8).plus(Cents::dollars(30'000));

/// Every order of the three stars, with the elements left where they stand.
std::vector<std::string> star_hands(std::string_view elements) {
  std::vector<std::string> hands;
  std::string stars = "FLS";
  do {
    std::string hand;
    for (std::size_t i = 0; i < 3; ++i) hand += std::string{stars[i], elements[i], ' '};
    hands.push_back(hand);
  } while (std::next_permutation(stars.begin(), stars.end()));
  return hands;
}

/// The cards of a round with the elements taken off: "9 T", dealt again in the elements given.
std::string in_elements(std::string_view ranks, char element, char last) {
  std::string text;
  for (const char rank : ranks) text += std::string{rank, element, ' '};
  text[text.size() - 2] = last;
  return text;
}

}  // namespace

TEST_CASE("6S-1.1.1 6 Stars is Sau and Luk and Fuk in each hand of a tie", "[rules][6S-1.1.1]") {
  for (const std::string& player : star_hands("fge")) {
    for (const std::string& banker : star_hands("owf")) {
      CAPTURE(player, banker);
      CHECK(pay(six_star, "tie", player, banker) == kTieWithStars);
    }
  }
  // Three stars that are not one of each, in one hand or the other; or a ten among them.
  for (const char* other : {"Sf Lg Se", "Sf Sg Fe", "Lf Lg Le", "Sf Lg Te", "Tf Lg Fe"}) {
    CAPTURE(other);
    CHECK(pay(six_star, "tie", other, "So Lw Ff") == to_one(8));
    CHECK(pay(six_star, "tie", "So Lw Ff", other) == to_one(8));
  }
}

TEST_CASE("6S-1.1.2 the five elements are the suits", "[rules][6S-1.1.2]") {
  CHECK(six_star.deck.suits() == 5);
  for (const std::string element : {"f", "g", "e", "o", "w"}) {
    const Cards both = cards(six_star, "A" + element + " F" + element);
    CAPTURE(element);
    CHECK(both[0].suit() == both[1].suit());
    CHECK(six_star.deck.write(both[0]) == "A" + element);
  }
  for (const char* foreign : {"Ac", "Ad", "Ah", "As"}) {
    CHECK(refusal_of(read_cards(six_star, foreign)) == Refusal::unknown_card);
  }
}

TEST_CASE("6S-1.1.3 Element Bonus wins if all cards of both hands are of one element",
          "[rules][6S-1.1.3]") {
  for (const char element : std::string_view("fgeow")) {
    const std::string four = in_elements("9T", element, element);
    CAPTURE(element);
    CHECK(pay(six_star, "element-bonus", four, four).wins());
    for (const char other : std::string_view("fgeow")) {
      if (other == element) continue;
      const std::string mixed = in_elements("9T", element, other);
      CHECK(pay(six_star, "element-bonus", mixed, four) == lose);
      CHECK(pay(six_star, "element-bonus", four, mixed) == lose);
      // Each hand of one element, but not of the same.
      CHECK(pay(six_star, "element-bonus", four, in_elements("9T", other, other)) == lose);
    }
  }
}

TEST_CASE("6S-1.1.4 Flaming 9's is a natural nine of two fire cards", "[rules][6S-1.1.4]") {
  for (const char* nine : {"9f Tf", "Sf 9f", "9f Lf", "Ff 9f", "Af 8f", "2f 7f", "6f 3f"}) {
    CAPTURE(nine);
    CHECK(pay(six_star, "player", nine, "7g Te") == odds(6, 5));
    CHECK(pay(six_star, "banker", "7g Te", nine) == odds(6, 5));
  }
  // Not both fire, not nine, not a natural.
  for (const char* other : {"9g Tf", "9f Tg", "9w Tw", "8f Tf"}) {
    CAPTURE(other);
    CHECK(pay(six_star, "player", other, "7g Te") == to_one(1));
    CHECK(pay(six_star, "banker", "7g Te", other) == to_one(1));
  }
  CHECK(pay(six_star, "player", "2f 3f 4f", "7g Te") == to_one(1));
  CHECK(pay(six_star, "banker", "7g Te", "2f 3f 4f") == to_one(1));
}

TEST_CASE("6S-1.1.12 the stars are Sau and Luk and Fuk in each suit", "[rules][6S-1.1.12]") {
  std::vector<std::string> stars;
  for (int suit = 0; suit < six_star.deck.suits(); ++suit) {
    for (const Rank rank : {Rank::first_picture, Rank::second_picture, Rank::third_picture}) {
      stars.push_back(six_star.deck.write(Card{rank, static_cast<Suit>(suit)}));
    }
  }
  CHECK(stars == std::vector<std::string>{"Sf", "Lf", "Ff", "Sg", "Lg", "Fg", "Se", "Le", "Fe",
                                          "So", "Lo", "Fo", "Sw", "Lw", "Fw"});
  for (const char* foreign : {"Jf", "Qf", "Kf"}) {
    CHECK(refusal_of(read_cards(six_star, foreign)) == Refusal::unknown_card);
  }
}

TEST_CASE("6S-2.1 the game is played with four to ten decks of 65 cards", "[rules][6S-2.1]") {
  CHECK(six_star.deck.cards() == 65);
  CHECK(refusal_of(odds_of(six_star, 3), "6S-2.1") == Refusal::decks_not_allowed);
  CHECK(refusal_of(odds_of(six_star, 11), "6S-2.1") == Refusal::decks_not_allowed);
  // All orders of six cards: 260 x 259 x 258 x 257 x 256 x 255.
  CHECK(accepted(odds_of(six_star, 4)).orders == 260ULL * 259 * 258 * 257 * 256 * 255);
  CHECK(accepted(odds_of(six_star, 10)).orders == 650ULL * 649 * 648 * 647 * 646 * 645);
}

TEST_CASE("6S-3.3 the point values with the stars nothing", "[rules][6S-3.3]") {
  check_point_values(six_star, "SLF");
}

TEST_CASE("6S-3.5 the wagers are independent", "[rules][6S-3.5]") {
  check_independent(six_star, {"player", "banker", "tie", "player-pair", "banker-pair",
                               "fortune-six", "element-bonus"});
  // One round, each wager its own way.
  check_pays(six_star, "2w 2w Aw", "6w Sw",
             {lose, odds(1, 2), lose, to_one(11), lose, to_one(12), to_one(500)});
}

TEST_CASE("6S-3.7 first and third card to Player and second and fourth to Banker",
          "[rules][6S-3.7]") {
  check_first_four_cards(six_star, "6S-3.7");
}

TEST_CASE("6S-3.8 the first two cards of a hand decide its pair wager", "[rules][6S-3.8]") {
  check_pairs_by_rank(six_star);
  // The document's own examples: two 9's, two Luk.
  CHECK(pay(six_star, "player-pair", "9f 9g", "8e Tw") == to_one(11));
  CHECK(pay(six_star, "banker-pair", "9f Tg", "Le Lw") == to_one(11));
  // A third card makes no pair; nor does one element.
  CHECK(pay(six_star, "player-pair", "2f 3f 3g", "Se 4e 4o") == lose);
  CHECK(pay(six_star, "banker-pair", "2f 3f 3g", "Se 4e 4o") == lose);
}

TEST_CASE("6S-3.9 the table of play", "[rules][6S-3.9]") {
  struct Draws {
    int banker_from, banker_to, third_from, third_to;
    std::optional<int> except;
  };
  static constexpr Draws kPrinted[] = {
      {0, 2, 0, 9, {}}, {3, 3, 0, 9, 8}, {4, 4, 2, 7, {}}, {5, 5, 4, 7, {}}, {6, 6, 6, 7, {}},
  };
  const auto banker_draws = [](int total, int third) {
    return std::any_of(std::begin(kPrinted), std::end(kPrinted), [&](const Draws& row) {
      return total >= row.banker_from && total <= row.banker_to && third >= row.third_from &&
             third <= row.third_to && row.except != third;
    });
  };
  check_table_of_play(six_star, {.player_draws = [](int total) { return total <= 5; },
                                 .banker_draws_alone = [](int total) { return total < 6; },
                                 .banker_draws = banker_draws,
                                 .player_clause = "6S-3.9",
                                 .banker_clause = "6S-3.9"});
  check_natural_ends_the_deal(six_star, "4f 4g", "2e 3w");
  check_natural_ends_the_deal(six_star, "9f Sg", "2e 3w");
}

TEST_CASE("6S-3.10 the higher total wins and on a tie the lines neither win nor lose",
          "[rules][6S-3.10]") {
  check_higher_total_wins(six_star);
}

TEST_CASE("6S-3.10 a tie of Flaming 9's or of 6 Stars pays Tie and Tie Bonus", "[rules][6S-3.10]") {
  const std::string_view stars = "Sf Lg Fe";
  for (const auto& [player, banker, tie] :
       {std::tuple{std::string_view("9f Tf"), std::string_view("4f 5f"), kTieWithFlaming},
        std::tuple{stars, std::string_view("Fo Sw Lf"), kTieWithStars}}) {
    CAPTURE(player, banker);
    CHECK(pay(six_star, "tie", player, banker) == tie);
    CHECK(pay(six_star, "player", player, banker) == push);
    CHECK(pay(six_star, "banker", player, banker) == push);
  }
  // Only one hand has it: a plain tie.
  CHECK(pay(six_star, "tie", "9f Tf", "4f 5g") == to_one(8));
  CHECK(pay(six_star, "tie", "9g Tf", "4f 5f") == to_one(8));
  CHECK(pay(six_star, "tie", stars, "Tf Sw Lf") == to_one(8));
  CHECK(pay(six_star, "tie", "8f Tf", "4f 4f") == to_one(8));
}

TEST_CASE("6S-3.11 Fortune Six wins on a Banker win with six on two or three cards",
          "[rules][6S-3.11]") {
  check_fortune_six(six_star);
}

TEST_CASE("6S-3.12 Element Bonus wins regardless of the outcome", "[rules][6S-3.12]") {
  const auto bonus = [](std::string_view player, std::string_view banker) {
    return pay(six_star, "element-bonus", player, banker);
  };
  CHECK(bonus("9f Tf", "7f Sf") == to_one(50));           // Player wins
  CHECK(bonus("7g Tg", "8g Sg") == to_one(50));           // Banker wins
  CHECK(bonus("9f Tf", "4f 5f") == to_one(50));           // a tie of Flaming 9's
  CHECK(bonus("7e Te", "2e Te Ae") == to_one(500));       // Banker alone draws
  CHECK(bonus("2o 3o To", "6o So") == to_one(500));       // Player alone draws
  CHECK(bonus("Sw Lw Fw", "Fw Sw Lw") == to_one(5'000));  // a tie of 6 Stars
}

TEST_CASE("6S-3.12 every card dealt counts for the Element Bonus", "[rules][6S-3.12]") {
  const std::vector<std::string> six = {"2w", "3w", "Tw", "Sw", "2w", "4w"};
  CHECK(pay(six_star, "element-bonus", "2w 3w Tw", "Sw 2w 4w") == to_one(5'000));
  for (std::size_t odd = 0; odd < six.size(); ++odd) {
    auto dealt = six;
    dealt[odd].back() = 'o';
    CAPTURE(odd);
    CHECK(pay(six_star, "element-bonus", dealt[0] + " " + dealt[1] + " " + dealt[2],
              dealt[3] + " " + dealt[4] + " " + dealt[5]) == lose);
  }
}

TEST_CASE("6S-4.1 settlement by the result", "[rules][6S-4.1]") {
  const auto& game = six_star;
  const Pay even = to_one(1), half = odds(1, 2), flame = odds(6, 5), eight = to_one(8);
  // clang-format off
  //                                        Player Banker Tie    P Pair B Pair Fortune Six Element
  check_pays(game, "9w Tg", "7f Se",       {even,  lose,  lose,  lose,  lose,  lose,       lose});
  check_pays(game, "9f Tf", "7f Se",       {flame, lose,  lose,  lose,  lose,  lose,       lose});
  check_pays(game, "7f Tg", "8e So",       {lose,  even,  lose,  lose,  lose,  lose,       lose});
  check_pays(game, "7f Tg", "9f Sf",       {lose,  flame, lose,  lose,  lose,  lose,       lose});
  check_pays(game, "5f Tg Te", "6f So",    {lose,  half,  lose,  lose,  lose,  to_one(12), lose});
  check_pays(game, "5f Tg Te", "2f So 4w", {lose,  half,  lose,  lose,  lose,  to_one(20), lose});
  check_pays(game, "6f Tg", "6g So",       {push,  push,  eight, lose,  lose,  lose,       lose});
  // clang-format on
}

TEST_CASE("6S-4.1 only the winning hand's Flaming 9's raises its line", "[rules][6S-4.1]") {
  CHECK(pay(six_star, "banker", "9f Tf", "7f Se") == lose);
  CHECK(pay(six_star, "player", "9f Tf", "9w Se") == push);
}

TEST_CASE("6S-4.1 the exact cents", "[rules][6S-4.1]") {
  const Pay six = pay(six_star, "banker", "5f Tg Te", "6f So");
  const Pay flaming = pay(six_star, "player", "9f Tf", "7f Se");
  const Pay pair = pay(six_star, "player-pair", "9f 9g", "8e Tw");
  CHECK(due(six, 2'500) == 1'250);
  CHECK(due(six, 2) == 1);
  CHECK(due(flaming, 2'500) == 3'000);
  CHECK(due(flaming, 5) == 6);
  CHECK(due(pair, 2'501) == 27'511);
  check_exact_on_multiples_of(six, 2);
  check_exact_on_multiples_of(flaming, 5);
  check_exact_on_multiples_of(pair, 1);
}

TEST_CASE("6S-4.2 Element Bonus pays 50 and 500 and 5000 to 1", "[rules][6S-4.2]") {
  CHECK(due(pay(six_star, "element-bonus", "9g Tg", "7g Sg"), 501) == 25'050);
  CHECK(due(pay(six_star, "element-bonus", "7g Tg", "2g Tg Ag"), 501) == 250'500);
  CHECK(due(pay(six_star, "element-bonus", "2g 3g Tg", "Sg 2g 4g"), 501) == 2'505'000);
}

TEST_CASE("6S-4.3 Tie Bonus is a fixed amount on top of 8 to 1", "[rules][6S-4.3]") {
  const Pay flaming = pay(six_star, "tie", "9f Tf", "4f 5f");
  const Pay stars = pay(six_star, "tie", "Sf Lg Fe", "Fo Sw Lf");
  for (const std::int64_t stake : {1, 2'500, 1'000'000}) {
    CAPTURE(stake);
    CHECK(due(flaming, stake) == 8 * stake + 300'000);
    CHECK(due(stars, stake) == 8 * stake + 3'000'000);
  }
  CHECK(pay(six_star, "tie", "6f Tg", "6g So").bonus() == Cents{});
}

TEST_CASE("6S-5.1 a foreign card voids the round and earlier results stand", "[rules][6S-5.1]") {
  check_always(six_star, "foreign-card", {"6S-5.1", Effect::void_round});
  CHECK(ruled(six_star, "foreign-card").told.find("earlier results stand") !=
        std::string_view::npos);
}

TEST_CASE("6S-5.2 a wrong number of cards voids the round unless put right or noticed too late",
          "[rules][6S-5.2]") {
  check_wrong_number_of_cards(six_star, "6S-5.2");
}

TEST_CASE("6S-5.3 cards drawn together in unknown order void the initial deal", "[rules][6S-5.3]") {
  check_unknown_order_in_initial_deal(six_star, "6S-5.3");
}

TEST_CASE("6S-5.4 an order altered for good voids the round", "[rules][6S-5.4]") {
  check_order_altered_for_good(six_star, "6S-5.4");
}

TEST_CASE("6S-5.5 too few cards void the round", "[rules][6S-5.5]") {
  check_always(six_star, "too-few-cards", {"6S-5.5", Effect::void_round});
}

TEST_CASE("6S-5.6 a wager placed or raised after the close is refused", "[rules][6S-5.6]") {
  check_always(six_star, "late-wager", {"6S-5.6", Effect::refuse_wager});
}

TEST_CASE("6S-5.7 a wager withdrawn after the close wins or loses all the same",
          "[rules][6S-5.7]") {
  check_always(six_star, "late-withdrawal", {"6S-5.7", Effect::go_on});
}
