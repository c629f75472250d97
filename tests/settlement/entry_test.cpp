#include <type_traits>

#include "cardroom/rules/games/baccarat.hpp"
#include "cardroom/rules/games/fortune_7.hpp"
#include "settlement/told.hpp"
#include "support/fortune_7_schedules.hpp"

namespace {

using namespace cardroom::testing;
using namespace cardroom::settlement;
using Holder = Account::Holder;
namespace games = cardroom::rules::games;

// What must not compile: the only doors are `balanced` and `close`.
static_assert(!std::is_default_constructible_v<Entry>);
static_assert(!std::is_constructible_v<Entry, std::vector<Posting>>);
static_assert(!std::is_default_constructible_v<ClosedRound>);
static_assert(!std::is_constructible_v<ClosedRound, const Bets&>);
static_assert(!std::is_constructible_v<ClosedRound, Bets>);
static_assert(!std::is_default_constructible_v<Seat>);
static_assert(!std::is_constructible_v<Seat, int>);
static_assert(!std::is_constructible_v<Posting, Account, int>, "money is not a bare number");
static_assert(!std::is_constructible_v<Posting, Account, double>);
static_assert(!std::is_convertible_v<std::uint16_t, Account>, "a bettor's number is no account");
// A closed round and an entry cannot be changed from outside.
static_assert(
    std::is_same_v<decltype(std::declval<Entry&>().postings()), std::span<const Posting>>);
static_assert(
    std::is_same_v<decltype(std::declval<ClosedRound&>().wagers()), std::span<const PlacedWager>>);
static_assert(
    std::is_same_v<decltype(std::declval<ClosedRound&>().fees()), const std::optional<Fees>&>);

constexpr Account kAnn{Holder::bettor, 0};
constexpr Account kDealer{Holder::player_dealer};

Cents sum(const Entry& entry) {
  Cents all;
  for (const Posting& posting : entry.postings()) all += posting.amount;
  return all;
}

/// Option 3, with a loser, a winner, a push and a backline bettor among them.
TableOfBets open_table() {
  return TableOfBets(games::fortune_7)
      .dealer(1, 1'000)
      .schedule(&fortune_7_option(3))
      .seat(2, "player", 100)
      .seat(2, "one-up", 10)
      .backline(2, "Ann", "banker", 50)
      .seat(3, "tie", 20);
}

}  // namespace

TEST_CASE("S1 an unbalanced entry cannot be made", "[settlement][S1]") {
  const auto made = Entry::balanced({{kAnn, Cents{100}}, {kDealer, Cents{-99}}});
  REQUIRE(std::holds_alternative<Imbalance>(made));
  CHECK(std::get<Imbalance>(made).sum == Cents{1});
  const auto one_sided = Entry::balanced({{kAnn, Cents{-5}}});
  REQUIRE(std::holds_alternative<Imbalance>(one_sided));
  CHECK(std::get<Imbalance>(one_sided).sum == Cents{-5});
}

TEST_CASE("S1 a balanced entry keeps its postings as they came", "[settlement][S1]") {
  const auto made =
      Entry::balanced({{kAnn, Cents{100}}, {kDealer, Cents{-70}}, {kDealer, Cents{-30}}});
  REQUIRE(std::holds_alternative<Entry>(made));
  CHECK(told(std::get<Entry>(made)) ==
        Lines{"bettor 0 +$1", "player-dealer -$0.70", "player-dealer -$0.30"});
  CHECK(std::holds_alternative<Entry>(Entry::balanced({})));
}

TEST_CASE("S1 a sum that leaves 64 bits stops instead of balancing", "[settlement][S1]") {
  const Cents most{std::numeric_limits<std::int64_t>::max()};
  CHECK_THROWS_AS(Entry::balanced({{kAnn, most}, {kAnn, Cents{1}}}),
                  cardroom::rules::BrokenInvariant);
}

TEST_CASE("S1 play moves money from loser to winner wager by wager", "[settlement][S1]") {
  const auto posted = [](const Cards& cards) {
    const auto all = settled(open_table(), cards);
    const auto entry = play_entry(all.round, all.settlement.lines);
    CHECK(sum(entry) == Cents{});
    return told(entry);
  };
  CHECK(posted(kPlayerSevenOverSix) ==
        Lines{"bettor 0 +$100", "player-dealer -$100", "player-dealer +$50", "bettor 1 -$50",
              "player-dealer +$20", "bettor 2 -$20", "bettor 0 +$90", "player-dealer -$90"});
  // Pushed lines move nothing.
  CHECK(posted(kFiveAll) ==
        Lines{"bettor 2 +$160", "player-dealer -$160", "player-dealer +$10", "bettor 0 -$10"});
}

TEST_CASE("S1 what the cover does not reach is not posted", "[settlement][S1]") {
  const auto all = settled(TableOfBets(games::fortune_7)
                               .dealer(1, 60)
                               .seat(2, "player", 50)
                               .seat(3, "player", 50)
                               .seat(4, "player", 50),
                           kBankerSevenOverSix);
  CHECK(told(play_entry(all.round, all.settlement.lines)) ==
        Lines{"player-dealer +$50", "bettor 0 -$50", "player-dealer +$10", "bettor 1 -$10"});
}

TEST_CASE("S1 in a house-banked game the house stands on the other side", "[settlement][S1]") {
  const auto all = settled(TableOfBets(games::baccarat).seat(1, "player", 50).seat(2, "banker", 20),
                           kPlayerNineOverFive);
  CHECK(told(play_entry(all.round, all.settlement.lines)) ==
        Lines{"bettor 0 +$50", "house -$50", "house +$20", "bettor 1 -$20"});
}

TEST_CASE("S1 fees go from each payer to the collections", "[settlement][S1][F7-fees.2]") {
  const auto entry = fee_entry(open_table().close());
  CHECK(sum(entry) == Cents{});
  CHECK(told(entry) == Lines{"collections +$2", "player-dealer -$2", "collections +$1",
                             "bettor 0 -$1", "collections +$1", "bettor 1 -$1", "collections +$1",
                             "bettor 2 -$1"});
}

TEST_CASE("S1 without a schedule there is no fee to post", "[settlement][S1]") {
  CHECK(fee_entry(open_table().schedule(nullptr).close()).postings().empty());
}

TEST_CASE("S1 the close takes stakes, bank and fees, and the settlement leaves nothing behind",
          "[settlement][S1][F7-fees.2]") {
  const auto all = settled(open_table(), kPlayerSevenOverSix);
  CHECK(told(close_entry(all.round)) ==
        Lines{"wagers on the table +$180", "bettor 0 -$111", "bettor 1 -$51", "bettor 2 -$21",
              "player-dealer's wager +$1,000", "player-dealer -$1,002", "collections +$5"});
  CHECK(told(settle_entry(all.round, all.settlement.lines)) ==
        Lines{"bettor 0 +$300", "wagers on the table -$180", "player-dealer's wager -$1,000",
              "player-dealer +$880"});
}

TEST_CASE("S1 a void gives all of it back, and the fees unless they are kept",
          "[settlement][S1][F7-type.4]") {
  const auto round = open_table().close();
  CHECK(told(void_entry(round, true)) ==
        Lines{"wagers on the table -$180", "bettor 0 +$110", "bettor 1 +$50", "bettor 2 +$20",
              "player-dealer's wager -$1,000", "player-dealer +$1,000"});
  CHECK(told(void_entry(round, false)) == told(close_entry(round).reversed()));
}
