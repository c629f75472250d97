#include <set>

#include "settlement/told.hpp"
#include "support/fortune_7_schedules.hpp"

namespace {

using namespace cardroom::testing;
using namespace cardroom::settlement;
using cardroom::rules::games::fortune_7;

/// A hand whose whole action is one wager on the Player line.
OrRefused<Fees> fees_on(const Schedule& schedule, Cents action) {
  const std::vector<PlacedWager> wagers = {{.seat = fortune_7.layout.seat(2).value(),
                                            .bettor = 0,
                                            .on = fortune_7.find_wager("player").value(),
                                            .stake = action}};
  return fees_for(schedule, wagers);
}

/// "$2", "$2 gap": what the player-dealer pays on this action.
std::string fee(const Schedule& schedule, Cents action) {
  const Fees fees = accepted(fees_on(schedule, action));
  CHECK(fees.option == schedule.option);
  CHECK(fees.action == action);
  CHECK(fees.players.empty());
  CHECK(fees.total == fees.player_dealer);
  return cardroom::rules::dollars_text(fees.player_dealer) + (fees.gap ? " gap" : "");
}
std::string fee(int option, Cents action) { return fee(fortune_7_option(option), action); }

Refusal refused_fee(const Schedule& schedule, Cents action, std::string_view mentions) {
  return refusal_of(fees_on(schedule, action), mentions);
}

std::string printed(int dollars) { return cardroom::rules::dollars_text(Cents::dollars(dollars)); }

/// An option of 21 to 26 with other choices for what the document leaves open.
Schedule with(int option, FeeByAction::Gap gap, FeeByAction::NoTier no_tier) {
  Schedule schedule = fortune_7_option(option);
  auto& fees = std::get<FeeByAction>(schedule.fees);
  fees.gap = gap;
  fees.no_tier = no_tier;
  return schedule;
}

/// A seated player with a wager in every space, and one behind him on both lines.
TableOfBets busy_table(int option, int stake) {
  auto table = TableOfBets(fortune_7).dealer(1, 1'000).schedule(&fortune_7_option(option));
  for (const auto& wager : fortune_7.wagers) table.seat(2, wager.name, stake);
  return table.backline(3, "Ann", "player", stake).backline(3, "Ann", "banker", stake);
}

}  // namespace

TEST_CASE("F7-fees.1 every option holds its spaces to its printed limit",
          "[settlement][F7-fees.1]") {
  const auto check = [](int option, int lowest, int highest) {
    CAPTURE(option);
    const auto wager = [&](int dollars) {
      return TableOfBets(fortune_7)
          .dealer(1, 1'000)
          .schedule(&fortune_7_option(option))
          .seat(3, "player", highest)  // enough action for option 26
          .seat(2, "player", dollars)
          .try_close();
    };
    accepted(wager(lowest));
    accepted(wager(highest));
    if (lowest > 1) {
      check_refused(wager(lowest - 1), Refusal::wager_below_minimum, {printed(lowest)});
    }
    check_refused(wager(highest + 1), Refusal::space_over_maximum, {printed(highest)});
  };
  for (const PrintedRow& row : kPrintedRows) check(row.option, row.lowest, row.highest);
  for (const PrintedTier& row : kPrintedTiers) check(row.option, row.lowest, row.highest);
}

TEST_CASE("F7-fees.2 each bettor pays for each space that holds his game wager",
          "[settlement][F7-fees.2]") {
  const auto round = busy_table(13, 100).close();
  const Fees& fees = round.fees().value();
  Lines paid;
  for (const PlayerFee& player : fees.players) {
    const auto& wager = round.wagers()[player.wager];
    paid.push_back((wager.backline ? "Ann " : "s2 ") + std::string(fortune_7.wager(wager.on).name) +
                   " " + cardroom::rules::dollars_text(player.fee));
  }
  // C-spot: Player, Banker and Tie carry the fee, the two bonus spaces none.
  CHECK(paid ==
        Lines{"s2 player $3", "s2 banker $3", "s2 tie $3", "Ann player $3", "Ann banker $3"});
  CHECK(fees.player_dealer == Cents::dollars(5));
  CHECK(fees.total == Cents::dollars(20));
  CHECK(fees.action == Cents::dollars(700));
}

TEST_CASE("F7-fees.2 the fees stand before the first card and no card changes them",
          "[settlement][F7-fees.2][C-when]") {
  const auto table = busy_table(13, 100);
  const Cents before = table.close().fees()->total;
  const auto cards = GENERATE(kPlayerNineOverFive, kBankerSevenOverSix, kFiveAll);
  // Bank of $1,000 against $700 of wagers and their odds: some get no action and pay all the same.
  CHECK(settled(table, cards).round.fees()->total == before);
}

TEST_CASE("C-spot which spaces carry the fee is said by the schedule", "[settlement][C-spot]") {
  Schedule lines_only = fortune_7_option(13);
  std::get<FeeBySpace>(lines_only.fees).spaces = fortune_7_spaces({"player", "banker"});
  const auto fees = busy_table(13, 100).schedule(&lines_only).close().fees();
  CHECK(fees->players.size() == 4);
  CHECK(fees->total == Cents::dollars(17));
}

TEST_CASE("F7-fees.4 no fee is a fraction of the wagers", "[settlement][F7-fees.4]") {
  SECTION("options 1 to 20: stakes at either end of the limit cost the same") {
    for (const PrintedRow& row : kPrintedRows) {
      CAPTURE(row.option);
      const auto total = [&](int stake) {
        return busy_table(row.option, stake).close().fees()->total;
      };
      CHECK(total(row.lowest) == total(row.highest));
    }
  }
  SECTION("options 21 to 26: both ends of a tier cost the same") {
    for (const PrintedTier& row : kPrintedTiers) {
      CAPTURE(row.option, row.from);
      const Cents end = Cents::dollars(row.to.value_or(row.from * 100));
      CHECK(fee(row.option, Cents::dollars(row.from)) == fee(row.option, end));
    }
  }
}

TEST_CASE("F7-fees.5 no table limit has more than five rates", "[settlement][F7-fees.5]") {
  for (int option = 21; option <= 26; ++option) {
    CAPTURE(option);
    std::set<Cents> rates;
    for (int dollars = 300; dollars <= 16'000; ++dollars) {
      rates.insert(
          accepted(fees_on(fortune_7_option(option), Cents::dollars(dollars))).player_dealer);
    }
    for (const PrintedTier& row : kPrintedTiers) {
      if (row.option == option) rates.insert(Cents::dollars(row.player_dealer_fee));
    }
    const auto tiers = std::count_if(kPrintedTiers.begin(), kPrintedTiers.end(),
                                     [&](const PrintedTier& row) { return row.option == option; });
    CHECK(rates.size() == static_cast<std::size_t>(tiers));
    CHECK(rates.size() <= 5);
  }
}

TEST_CASE("F7-fees.6 the twenty rows of options 1 to 20", "[settlement][F7-fees.6]") {
  for (const PrintedRow& row : kPrintedRows) {
    CAPTURE(row.option);
    const auto fees = busy_table(row.option, row.lowest).close().fees();
    REQUIRE(fees.has_value());
    CHECK(fees->option == row.option);
    CHECK(fees->player_dealer == Cents{row.player_dealer_fee});
    REQUIRE(fees->players.size() == 5);
    for (const PlayerFee& player : fees->players) CHECK(player.fee == Cents{row.player_fee});
    CHECK(fees->total == Cents{row.player_dealer_fee + 5 * row.player_fee});
    CHECK_FALSE(fees->gap);
  }
}

TEST_CASE("F7-fees.7 options 21 to 26 take nothing from players and count every wager",
          "[settlement][F7-fees.7][C-action]") {
  // Seven wagers: bonus and backline count towards the action as well.
  const auto fees = busy_table(25, 143).close().fees();
  CHECK(fees->players.empty());
  CHECK(fees->action == Cents::dollars(1'001));
  CHECK(fees->player_dealer == Cents::dollars(8));
  CHECK(fees->total == Cents::dollars(8));
  CHECK(fees->gap);
  CHECK(busy_table(25, 144).close().fees()->player_dealer == Cents::dollars(15));
}

TEST_CASE("C-action which spaces count is said by the schedule", "[settlement][C-action]") {
  Schedule lines_only = fortune_7_option(25);
  std::get<FeeByAction>(lines_only.fees).spaces = fortune_7_spaces({"player", "banker"});
  const auto fees = busy_table(25, 144).schedule(&lines_only).close().fees();
  CHECK(fees->player_dealer == Cents::dollars(8));  // $576 on the lines of $1,008
}

TEST_CASE("F7-fees.8 every printed tier from its first to its last dollar",
          "[settlement][F7-fees.8]") {
  for (const PrintedTier& row : kPrintedTiers) {
    CAPTURE(row.option, row.from);
    CHECK(fee(row.option, Cents::dollars(row.from)) == printed(row.player_dealer_fee));
    CHECK(fee(row.option, Cents::dollars(row.to.value_or(1'000'000))) ==
          printed(row.player_dealer_fee));
  }
}

TEST_CASE("C-gap between two printed tiers the lower one is paid and the hand is marked",
          "[settlement][F7-fees.8][C-gap]") {
  std::size_t gaps = 0;
  for (std::size_t i = 0; i + 1 < kPrintedTiers.size(); ++i) {
    const PrintedTier& row = kPrintedTiers[i];
    const PrintedTier& next = kPrintedTiers[i + 1];
    if (next.option != row.option) continue;
    CAPTURE(row.option, row.from);
    ++gaps;
    const Cents next_from = Cents::dollars(next.from);
    const std::string lower = printed(row.player_dealer_fee) + " gap";
    CHECK(fee(row.option, Cents::dollars(row.to.value()) + Cents{1}) == lower);
    CHECK(fee(row.option, next_from - Cents{1}) == lower);
    CHECK(fee(row.option, next_from) == printed(next.player_dealer_fee));
  }
  CHECK(gaps == 23);
}

TEST_CASE("C-gap a schedule may refuse such a hand instead", "[settlement][C-gap]") {
  const auto strict = with(21, FeeByAction::Gap::refuse, FeeByAction::NoTier::nearest_tier);
  CHECK(refused_fee(strict, Cents::dollars(102), "$102") == Refusal::action_without_tier);
  CHECK(refused_fee(strict, Cents::dollars(304), "Option 21") == Refusal::action_without_tier);
  CHECK(fee(strict, Cents::dollars(100)) == "$1");
  CHECK(fee(strict, Cents::dollars(105)) == "$2");
}

TEST_CASE("C-22 the last tier of option 22 has no upper end", "[settlement][C-22]") {
  CHECK(fee(22, Cents::dollars(1'504)) == "$7 gap");
  CHECK(fee(22, Cents::dollars(1'505)) == "$11");
  CHECK(fee(22, Cents::dollars(1'506)) == "$11");
  CHECK(fee(22, Cents::dollars(4'000)) == "$11");
}

TEST_CASE("C-26 below the first printed tier the hand is refused with the missing amount",
          "[settlement][C-26]") {
  const Schedule& option_26 = fortune_7_option(26);
  CHECK(refused_fee(option_26, Cents::dollars(299), "$299 is wagered, $1 is missing (C-26)") ==
        Refusal::action_without_tier);
  CHECK(refused_fee(option_26, Cents::dollars(50), "Option 26 prints no fee below $300") ==
        Refusal::action_without_tier);
  CHECK(refused_fee(option_26, Cents::dollars(50), "$250 is missing") ==
        Refusal::action_without_tier);
  CHECK(fee(26, Cents::dollars(300)) == "$4");
}

TEST_CASE("C-26 a schedule may charge the nearest tier instead", "[settlement][C-26]") {
  const auto mild = with(26, FeeByAction::Gap::lower_tier, FeeByAction::NoTier::nearest_tier);
  CHECK(fee(mild, Cents::dollars(50)) == "$4");
  CHECK(fee(mild, Cents::dollars(1'201)) == "$4 gap");
}

TEST_CASE("C-26 action over a last tier that ends is outside all tiers", "[settlement][C-26]") {
  const auto ending_at_1505 = [](FeeByAction::NoTier no_tier) {
    Schedule schedule = with(22, FeeByAction::Gap::lower_tier, no_tier);
    std::get<FeeByAction>(schedule.fees).tiers.back().to = Cents::dollars(1'505);
    return schedule;
  };
  const auto refusing = ending_at_1505(FeeByAction::NoTier::refuse);
  CHECK(fee(refusing, Cents::dollars(1'505)) == "$11");
  CHECK(refused_fee(refusing, Cents::dollars(1'506), "$1,506") == Refusal::action_without_tier);
  CHECK(fee(ending_at_1505(FeeByAction::NoTier::nearest_tier), Cents::dollars(1'506)) == "$11");
}

TEST_CASE("F7-fees.6 an option that the document does not print is refused",
          "[settlement][F7-fees.6]") {
  const auto book = fortune_7_book();
  for (const std::int64_t option : {0, 27, -1}) {
    CHECK(refusal_of(book.find(option), "1 to 26") == Refusal::unknown_schedule);
  }
  for (int option = 1; option <= 26; ++option) CHECK(accepted(book.find(option))->option == option);
}
