// The baccarat game manual, clause by clause, for its two tables: with and without commission.

#include <algorithm>

#include "cardroom/rules/games/baccarat.hpp"
#include "cardroom/rules/games/baccarat_no_commission.hpp"
#include "house_games.hpp"

using namespace cardroom::rules;
using namespace cardroom::testing;
using games::baccarat;
using games::baccarat_no_commission;

namespace {

constexpr const Game* kBothTables[] = {&baccarat, &baccarat_no_commission};

/// The manual's two columns for a Banker who looks at Player's third card.
struct BankerRow {
  int total;
  std::string_view draws, stands;
};
constexpr BankerRow kBankerRows[] = {
    {3, "0,1,2,3,4,5,6,7,9", "8"},
    {4, "2,3,4,5,6,7", "0,1,8,9"},
    {5, "4,5,6,7", "0,1,2,3,8,9"},
    {6, "6,7", "0,1,2,3,4,5,8,9"},
};

bool lists(std::string_view column, int third_card) {
  return column.find(std::to_string(third_card)) != std::string_view::npos;
}

bool banker_draws_by_manual(int total, int third_card) {
  if (total <= 2) return true;  // "regardless of the player's 3rd card"
  for (const BankerRow& row : kBankerRows) {
    if (row.total == total) return lists(row.draws, third_card);
  }
  return false;  // 7 stands
}

bool reads(const Game& game, std::string_view id) {
  return std::any_of(game.readings.begin(), game.readings.end(),
                     [&](const Reading& reading) { return reading.id == id; });
}

}  // namespace

TEST_CASE("BM-values the point values", "[rules][BM-values]") {
  for (const Game* game : kBothTables) check_point_values(*game, "JQK");
}

TEST_CASE("BM-total over ten only the second digit counts", "[rules][BM-total]") {
  for (const Game* game : kBothTables) check_point_totals(*game);
}

TEST_CASE("BM-commission the winner gets his bet and Banker pays 5 percent of it",
          "[rules][BM-commission]") {
  check_higher_total_wins(baccarat);
  for (const Deal& deal : every_course(baccarat)) {
    const Pay player = pay_on(baccarat, "player", deal);
    const Pay banker = pay_on(baccarat, "banker", deal);
    if (player.wins()) CHECK(player == to_one(1));
    if (banker.wins()) CHECK(banker == odds(19, 20));
  }
  const Pay banker = pay(baccarat, "banker", "7c Kd", "4h 4s");
  CHECK(due(banker, 2'500) == 2'500 - 125);
  CHECK(due(banker, 20) == 19);
  check_exact_on_multiples_of(banker, 20);
  check_exact_on_multiples_of(pay(baccarat, "player", "9c Kd", "7h Qs"), 1);
  CHECK(baccarat.wager(*baccarat.find_wager("banker")).clause == "BM-commission");
}

TEST_CASE("BM-no-commission a Banker win with six pays half and any other the whole bet",
          "[rules][BM-no-commission]") {
  check_higher_total_wins(baccarat_no_commission);
  for (const Deal& deal : every_course(baccarat_no_commission)) {
    const Pay banker = pay_on(baccarat_no_commission, "banker", deal);
    CAPTURE(deal.banker.total());
    if (banker.wins()) CHECK(banker == (deal.banker.total() == 6 ? odds(1, 2) : to_one(1)));
  }
  const Pay six = pay(baccarat_no_commission, "banker", "5c Kd Tc", "6h Qs");
  CHECK(due(six, 2'500) == 1'250);
  check_exact_on_multiples_of(six, 2);
  check_exact_on_multiples_of(pay(baccarat_no_commission, "banker", "7c Kd", "4h 4s"), 1);
  CHECK(pay(baccarat_no_commission, "player", "9c Kd", "7h Qs") == to_one(1));
}

TEST_CASE("BM-tie equal totals pay a Tie bet eight times", "[rules][BM-tie]") {
  for (const Game* game : kBothTables) {
    for (const Deal& deal : every_course(*game)) {
      const bool equal = deal.player.total() == deal.banker.total();
      CHECK(pay_on(*game, "tie", deal) == (equal ? to_one(8) : lose));
    }
    CHECK(due(pay(*game, "tie", "3c 3d", "6h Ks"), 501) == 4'008);
    // The manual is silent on the lines; the game says how it reads that.
    CHECK(pay(*game, "player", "3c 3d", "6h Ks") == push);
    CHECK(pay(*game, "banker", "3c 3d", "6h Ks") == push);
    CHECK(reads(*game, "BM-tie"));
  }
}

TEST_CASE("BM-pair the first two cards of one rank pay eleven times", "[rules][BM-pair]") {
  for (const Game* game : kBothTables) {
    check_pairs_by_rank(*game);
    CHECK(pay(*game, "player-pair", "2c 3d 3h", "Kh 4s 4c") == lose);
    CHECK(pay(*game, "banker-pair", "2c 3d 3h", "Kh 4s 4c") == lose);
    CHECK(due(pay(*game, "player-pair", "3c 3d", "6h Ks"), 501) == 5'511);
  }
}

TEST_CASE("BM-player Player receives on 0 to 5 and stands on 6 and 7 and competes on 8 and 9",
          "[rules][BM-player]") {
  constexpr std::string_view kPrinted[] = {"receives", "receives", "receives", "receives",
                                           "receives", "receives", "stand",    "stand",
                                           "natural",  "natural"};
  for (const Game* game : kBothTables) {
    for (int total = 0; total < 10; ++total) {
      const auto at =
          accepted(deal_so_far(*game, two_cards(*game, total, 5), cards(*game, "Th 7s")));
      CAPTURE(game->name, total, next_card_text(*game, at));
      CHECK((at.next.to == NextCard::To::player) == (kPrinted[total] == "receives"));
      CHECK((at.next.because == NextCard::Because::natural) == (kPrinted[total] == "natural"));
    }
    check_natural_ends_the_deal(*game, "4c 4d", "2h 3s");
    check_natural_ends_the_deal(*game, "4c 5d", "2h 3s");
  }
}

TEST_CASE("BM-banker both columns of Banker's table list every third card once",
          "[rules][BM-banker]") {
  for (const BankerRow& row : kBankerRows) {
    for (int third = 0; third < 10; ++third) {
      CAPTURE(row.total, third);
      CHECK(lists(row.draws, third) != lists(row.stands, third));
    }
  }
}

TEST_CASE("BM-banker Banker's table", "[rules][BM-banker]") {
  for (const Game* game : kBothTables) {
    CAPTURE(game->name);
    check_table_of_play(*game, {.player_draws = [](int total) { return total < 6; },
                                .banker_draws_alone = [](int total) { return total <= 5; },
                                .banker_draws = banker_draws_by_manual,
                                .player_clause = "BM-player",
                                .banker_clause = "BM-banker"});
  }
}

TEST_CASE("BM-fortune6 a Banker six pays 12 times on two cards and 20 times on three",
          "[rules][BM-fortune6]") {
  for (const Game* game : kBothTables) {
    check_fortune_six(*game);
    CHECK(due(pay(*game, "fortune-six", "5c Kd Tc", "6h Qs"), 501) == 6'012);
    CHECK(due(pay(*game, "fortune-six", "5c Kd Tc", "2h Qs 4c"), 501) == 10'020);
    // The manual does not say that Banker must win; the game says how it reads that.
    CHECK(pay(*game, "fortune-six", "7c Kd", "6h Qs") == lose);
    CHECK(pay(*game, "fortune-six", "6c Kd", "6h Qs") == lose);
    CHECK(reads(*game, "BM-fortune6"));
  }
}
