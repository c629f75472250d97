// The small types that everything else is made of: money, seats, cards, pay, refusals.

#include <concepts>
#include <limits>
#include <map>
#include <set>
#include <type_traits>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/card.hpp"
#include "cardroom/rules/cents.hpp"
#include "cardroom/rules/games/fortune_7.hpp"
#include "cardroom/rules/games/six_star.hpp"
#include "cardroom/rules/hand.hpp"
#include "cardroom/rules/pay.hpp"
#include "cardroom/rules/refusal.hpp"
#include "cardroom/rules/seat.hpp"
#include "support/rounds.hpp"

namespace {

using namespace cardroom::rules;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

// --- What must not compile -----------------------------------------------------------------------

template <class A, class B>
concept Multiplies = requires(A a, B b) {
  a* b;
};
template <class A, class B>
concept Divides = requires(A a, B b) {
  a / b;
};
template <class A, class B>
concept Leaves = requires(A a, B b) {
  a % b;
};
template <class A, class B>
concept Adds = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Compares = requires(A a, B b) {
  a < b;
};
template <class T>
concept DollarsFrom = requires(T n) {
  Cents::dollars(n);
};

static_assert(!std::is_constructible_v<Cents, double>);
static_assert(!std::is_constructible_v<Cents, float>);
static_assert(!std::is_constructible_v<Cents, long double>);
static_assert(!std::is_constructible_v<Cents, bool>);
static_assert(std::is_constructible_v<Cents, int>);
static_assert(!std::is_convertible_v<int, Cents>);
static_assert(!std::is_convertible_v<Cents, std::int64_t>);
static_assert(!std::is_convertible_v<Cents, double>);
static_assert(!std::is_assignable_v<Cents&, int>);
static_assert(DollarsFrom<int> && !DollarsFrom<double> && !DollarsFrom<bool>);
static_assert(Adds<Cents, Cents> && !Adds<Cents, int> && !Adds<Cents, double>);
static_assert(!Multiplies<Cents, Cents> && !Multiplies<Cents, int> && !Multiplies<int, Cents>);
static_assert(!Multiplies<Cents, double> && !Multiplies<double, Cents>);
static_assert(!Divides<Cents, Cents> && !Divides<Cents, int> && !Leaves<Cents, Cents>);
static_assert(Compares<Cents, Cents> && !Compares<Cents, int>);

static_assert(!std::is_constructible_v<Seat, int>);
static_assert(!std::is_constructible_v<Seat, std::uint8_t>);
static_assert(!std::is_default_constructible_v<Seat>);
static_assert(!std::is_convertible_v<Seat, int>);
static_assert(!Adds<Seat, int> && !Compares<Seat, int>);

static_assert(!std::is_default_constructible_v<Pay>);
static_assert(!std::is_constructible_v<Pay, double>);
static_assert(!std::is_constructible_v<Pay, Pay::Kind, std::int32_t, std::int32_t>);
static_assert(!std::is_constructible_v<Card, int>);
static_assert(!std::is_constructible_v<Card, int, int>);
static_assert(!std::is_constructible_v<Card, Suit, Rank>);

/// The compiler does the same sums; a sum that overflows is no constant.
static_assert(Cents::dollars(1) + Cents{50} - Cents::dollars(2) == Cents{-50});
static_assert(Layout{8}.seat(8) && !Layout{8}.seat(0) && !Layout{8}.seat(9));

}  // namespace

// --- Money ---------------------------------------------------------------------------------------

TEST_CASE("R1 sums of money are exact to the last cent", "[rules][money]") {
  CHECK((Cents{kMost - 1} + Cents{1}).count() == kMost);
  CHECK((Cents{kLeast + 1} - Cents{1}).count() == kLeast);
  CHECK((-Cents{kMost}).count() == -kMost);
  CHECK(Cents::dollars(90'000'000'000'000'001).count() == 9'000'000'000'000'000'100);
  Cents purse = Cents::dollars(3);
  purse += Cents{50};
  purse -= Cents::dollars(5);
  CHECK(purse.count() == -150);
  CHECK(purse < Cents{-149});
  CHECK(Cents{}.count() == 0);
}

TEST_CASE("R1 a sum that leaves 64 bits stops", "[rules][money]") {
  CHECK_THROWS_AS(Cents{kMost} + Cents{1}, BrokenInvariant);
  CHECK_THROWS_AS(Cents{kLeast} + Cents{-1}, BrokenInvariant);
  CHECK_THROWS_AS(Cents{kLeast} - Cents{1}, BrokenInvariant);
  CHECK_THROWS_AS(Cents{kMost} - Cents{-1}, BrokenInvariant);
  CHECK_THROWS_AS(-Cents{kLeast}, BrokenInvariant);
  CHECK_THROWS_AS(Cents::dollars(kMost / 100 + 1), BrokenInvariant);
  CHECK_THROWS_AS(Cents::dollars(kLeast / 100 - 1), BrokenInvariant);
  CHECK_THROWS_AS(Cents{std::numeric_limits<std::uint64_t>::max()}, BrokenInvariant);
}

TEST_CASE("R1 an amount that stopped is left as it was", "[rules][money]") {
  Cents purse{kMost};
  CHECK_THROWS_AS(purse += Cents{1}, BrokenInvariant);
  CHECK(purse.count() == kMost);
  purse = Cents{kLeast};
  CHECK_THROWS_WITH(purse -= Cents{1}, Catch::StartsWith("R1"));
  CHECK(purse.count() == kLeast);
}

TEST_CASE("dollars are written with commas and with cents only where there are some",
          "[rules][money]") {
  const std::vector<std::pair<std::int64_t, std::string>> texts = {
      {0, "$0"},
      {1, "$0.01"},
      {10, "$0.10"},
      {50, "$0.50"},
      {100, "$1"},
      {99'900, "$999"},
      {100'000, "$1,000"},
      {150'500, "$1,505"},
      {150'505, "$1,505.05"},
      {100'000'000, "$1,000,000"},
      {123'456'789'01, "$123,456,789.01"},
      {-1, "-$0.01"},
      {-7'500, "-$75"},
      {-150'550, "-$1,505.50"},
      {kMost, "$92,233,720,368,547,758.07"},
      {kLeast, "-$92,233,720,368,547,758.08"}};
  for (const auto& [count, text] : texts) {
    CHECK(dollars_text(Cents{count}) == text);
  }
}

TEST_CASE("signed dollars show a plus and leave nothing unsigned", "[rules][money]") {
  CHECK(signed_dollars_text(Cents::dollars(220)) == "+$220");
  CHECK(signed_dollars_text(Cents::dollars(-75)) == "-$75");
  CHECK(signed_dollars_text(Cents{50}) == "+$0.50");
  CHECK(signed_dollars_text(Cents{}) == "$0");
}

TEST_CASE("dollars are read as a schedule prints them", "[rules][money]") {
  const std::vector<std::pair<std::string, std::int64_t>> texts = {
      {"$1,505", 150'500},
      {"1505", 150'500},
      {"1,505", 150'500},
      {"$1505", 150'500},
      {"$0.50", 50},
      {"0.50", 50},
      {"$0", 0},
      {"$5", 500},
      {"$15,005.05", 1'500'505},
      {"$999,999.99", 99'999'999},
      {"$1,000,000,000", 100'000'000'000},
      {"1000000000.00", 100'000'000'000}};
  for (const auto& [text, count] : texts) {
    CAPTURE(text);
    REQUIRE(read_dollars(text).has_value());
    CHECK(read_dollars(text)->count() == count);
  }
}

TEST_CASE("dollars in any other form are not read", "[rules][money]") {
  const auto* text =
      GENERATE("", "$", ".", "$.", ".50", "$.50", "5.", "$5.5", "$5.505", "5.5x", "-5", "$-5",
               "-$5", "+5", " 5", "5 ", "$ 5", "$$5", "5$", "1e3", "0x10", "five", "1505+", ",505",
               "1,50", "15,05", "1,5050", "1,505,", "1,,505", "1000,000", "1,000000", "1,5O5",
               "1.505,00", "5,.50", "5.5,0", "$1,000,000,000.01", "$1,000,000,001", "9999999999",
               "10000000000", "99999999999999999999", "5.-1", "5.+1", "\xEF\xBC\x95", "5\n");
  CAPTURE(text);
  CHECK_FALSE(read_dollars(text).has_value());
}

TEST_CASE("dollars that are written are read again as the same amount", "[rules][money]") {
  const std::int64_t count = GENERATE(0, 1, 9, 10, 99, 100, 101, 50'000, 99'999, 100'000,
                                      123'456'789, 99'999'999'999, 100'000'000'000);
  CHECK(read_dollars(dollars_text(Cents{count})) == Cents{count});
  CHECK(kMostCents.count() == 100'000'000'000);
}

// --- Pay -----------------------------------------------------------------------------------------

TEST_CASE("R4 odds pay whole cents or stop", "[rules][money]") {
  CHECK(to_one(40).due_on(Cents::dollars(5)) == Cents::dollars(200));
  CHECK(odds(19, 20).due_on(Cents::dollars(1)) == Cents{95});
  CHECK(odds(19, 20).exact_on(Cents{20}));
  CHECK_FALSE(odds(19, 20).exact_on(Cents{10}));
  CHECK_THROWS_AS(odds(19, 20).due_on(Cents{10}), BrokenInvariant);
  CHECK_THROWS_AS(to_one(40).due_on(Cents{kMost / 40 + 1}), BrokenInvariant);
  CHECK(push.due_on(Cents::dollars(5)) == Cents{});
  CHECK(lose.due_on(Cents::dollars(5)) == Cents{});
}

TEST_CASE("a fixed bonus does not grow with the stake", "[rules][money]") {
  const Pay pay = to_one(8).plus(Cents::dollars(3'000));
  CHECK(pay.due_on(Cents::dollars(1)) == Cents::dollars(3'008));
  CHECK(pay.due_on(Cents::dollars(100)) == Cents::dollars(3'800));
  CHECK(pay_text(pay) == "8 to 1 and $3,000");
}

TEST_CASE("odds are written as the documents print them", "[rules][money]") {
  CHECK(pay_text(to_one(30)) == "30 to 1");
  CHECK(pay_text(odds(19, 20)) == "0.95 to 1");
  CHECK(pay_text(odds(6, 5)) == "1.2 to 1");
  CHECK(pay_text(odds(1, 2)) == "1 to 2");
  CHECK(pay_text(push) == "push");
  CHECK(pay_text(lose) == "lose");
}

// --- Seats ---------------------------------------------------------------------------------------

TEST_CASE("a layout makes its own seats and no other", "[rules][seats]") {
  constexpr Layout felt{8};
  CHECK(felt.seats() == 8);
  CHECK(felt.seat(1)->number() == 1);
  CHECK(felt.seat(8)->number() == 8);
  const std::int64_t number =
      GENERATE(std::int64_t{0}, -1, 9, 256, 257, kMost, kLeast, std::int64_t{1} << 32 | 1);
  CAPTURE(number);
  CHECK_FALSE(felt.seat(number).has_value());
}

TEST_CASE("seats rise clockwise and the first follows the last", "[rules][seats]") {
  constexpr Layout felt{8};
  Seat seat = *felt.seat(5);
  std::vector<int> met;
  for (int step = 0; step < 8; ++step) {
    CHECK(felt.steps(*felt.seat(5), seat) == step);
    met.push_back(seat.number());
    seat = felt.next(seat);
  }
  CHECK(met == std::vector<int>{5, 6, 7, 8, 1, 2, 3, 4});
  CHECK(seat == *felt.seat(5));
  CHECK(*felt.seat(2) < *felt.seat(3));
}

TEST_CASE("the largest and the smallest felt turn as well", "[rules][seats]") {
  constexpr Layout large{Layout::kMostSeats};
  CHECK(large.next(*large.seat(16)) == *large.seat(1));
  CHECK(large.steps(*large.seat(16), *large.seat(15)) == 15);
  constexpr Layout lonely{1};
  CHECK(lonely.next(*lonely.seat(1)) == *lonely.seat(1));
  CHECK(lonely.steps(*lonely.seat(1), *lonely.seat(1)) == 0);
}

// --- Cards ---------------------------------------------------------------------------------------

namespace {

/// Every card of the deck once, as written; checks that each is read again as the same card.
std::set<std::string> written_and_read(const Deck& deck) {
  std::set<std::string> faces;
  for (int rank = 0; rank < kRanks; ++rank) {
    for (int suit = 0; suit < deck.suits(); ++suit) {
      const Card card{static_cast<Rank>(rank), static_cast<Suit>(suit)};
      const std::string text = deck.write(card);
      CAPTURE(text);
      CHECK(deck.read(text) == card);
      CHECK(card.rank() == static_cast<Rank>(rank));
      CHECK(card.suit() == static_cast<Suit>(suit));
      faces.insert(text);
    }
  }
  return faces;
}

}  // namespace

TEST_CASE("every card of both decks is written and read again", "[rules][cards]") {
  CHECK(written_and_read(kStandardDeck).size() == 52);
  CHECK(written_and_read(kElementDeck).size() == 65);
  CHECK(kStandardDeck.cards() == 52);
  CHECK(kElementDeck.cards() == 65);
}

TEST_CASE("a ten is read as T or as 10 and written as T", "[rules][cards]") {
  CHECK(kStandardDeck.read("10d") == kStandardDeck.read("Td"));
  CHECK(kStandardDeck.write(*kStandardDeck.read("10d")) == "Td");
  CHECK(kElementDeck.read("10w") == kElementDeck.read("Tw"));
  CHECK(kElementDeck.write(*kElementDeck.read("10f")) == "Tf");
  CHECK(kStandardDeck.read("10d")->points() == 0);
}

TEST_CASE("each deck has its own pictures and suits", "[rules][cards]") {
  CHECK(kStandardDeck.read("Kd")->rank() == Rank::third_picture);
  CHECK(kElementDeck.read("Fw")->rank() == Rank::third_picture);
  CHECK(kElementDeck.read("Sf")->points() == 0);
  CHECK_FALSE(kStandardDeck.read("Sf").has_value());
  CHECK_FALSE(kStandardDeck.read("10w").has_value());
  CHECK_FALSE(kElementDeck.read("Kd").has_value());
  CHECK_FALSE(kElementDeck.read("10d").has_value());
}

TEST_CASE("what is not exactly one card is not read", "[rules][cards]") {
  const auto* text = GENERATE("", "K", "d", "kd", "KD", "dK", "Kd ", " Kd", "KdKd", "1d", "0d",
                              "10", "100d", "11d", "10D", "T0d", "Kx", "10dd", "K\xE2\x99\xA6");
  CAPTURE(text);
  CHECK_FALSE(kStandardDeck.read(text).has_value());
}

TEST_CASE("cards are read word by word and the unknown word is repeated", "[rules][cards]") {
  using cardroom::testing::cards;
  using cardroom::testing::refusal_of;
  const Game& f7 = games::fortune_7;
  CHECK(cards(f7, "").empty());
  CHECK(cards(f7, "  6h   10d ").size() == 2);
  CHECK(cards(f7, "6h 10d Kc").at(1) == *kStandardDeck.read("Td"));
  CHECK(cards(games::six_star, "Sf Lg Fw").size() == 3);
  CHECK(refusal_of(read_cards(f7, "6h 1x Kc"), "'1x'") == Refusal::unknown_card);
  CHECK(refusal_of(read_cards(f7, "6h,Kc"), "fortune-7") == Refusal::unknown_card);
  CHECK(refusal_of(read_cards(games::six_star, "Kd"), "A23456789TSLF") == Refusal::unknown_card);
  CHECK(refusal_of(read_cards(f7, "6h\tKc"), "'6h?Kc'") == Refusal::unknown_card);
}

TEST_CASE("R2 a hand takes three cards and stops at a fourth", "[rules][cards]") {
  Hand hand;
  const Card two{Rank::two, Suit{1}};
  for (int place = 0; place < 3; ++place) hand.add(two);
  CHECK_THROWS_AS(hand.add(two), BrokenInvariant);
  CHECK(hand.size() == 3);
  CHECK(hand.total() == 6);
}

TEST_CASE("scores are numbered without a gap", "[rules][cards]") {
  for (std::size_t i = 0; i < Score::kCount; ++i) {
    if (Score::at(i).index() != i) FAIL_CHECK("score " << i);
  }
  CHECK(Score::at(0) == Score{0, 0, 2, 2});
  CHECK(Score::at(Score::kCount - 1) == Score{9, 9, 3, 3});
  CHECK(Score{6, 7, 2, 3}.winner() == Winner::banker);
}

// --- Refusals ------------------------------------------------------------------------------------

namespace {

/// Stored in books: a number here may be added to, never changed or used again.
const std::map<int, std::string_view> kStored = {
    {1, "file_unreadable"},
    {2, "input_too_large"},
    {3, "not_json"},
    {4, "nested_too_deeply"},
    {5, "unknown_key"},
    {6, "duplicate_key"},
    {7, "missing_key"},
    {8, "wrong_type"},
    {9, "not_a_whole_number"},
    {10, "number_too_large"},
    {11, "round_text_unclear"},
    {12, "name_not_usable"},
    {20, "unknown_game"},
    {21, "key_not_for_this_game"},
    {22, "unknown_schedule"},
    {23, "unknown_cover_rule"},
    {24, "unknown_seat"},
    {25, "unknown_wager"},
    {26, "unknown_card"},
    {27, "decks_not_allowed"},
    {40, "no_wager"},
    {41, "too_many_wagers"},
    {42, "wager_not_positive"},
    {43, "wager_not_whole_dollars"},
    {44, "payout_not_whole_cents"},
    {45, "wager_below_minimum"},
    {46, "space_over_maximum"},
    {47, "dealer_seat_bets"},
    {48, "seat_already_taken"},
    {49, "backline_not_offered"},
    {50, "too_many_backline_bettors"},
    {51, "second_wager_in_space"},
    {52, "bonus_without_line"},
    {53, "area_full"},
    {60, "action_without_tier"},
    {70, "cards_missing"},
    {71, "third_card_missing"},
    {72, "third_card_not_dealt"},
    {73, "too_many_cards"},
    {74, "cards_out_of_order"},
    {80, "does_not_reconcile"},
    {100, "schedule_not_toml"},
    {101, "schedule_unknown_field"},
    {102, "schedule_missing_field"},
    {103, "schedule_bad_value"},
    {104, "schedule_percentage"},
    {105, "schedule_too_many_rates"},
    {106, "schedule_tiers_overlap"},
    {107, "schedule_tiers_fall"},
    {108, "schedule_option_twice"},
    {120, "position_too_low"},
    {121, "method_not_here"},
    {122, "round_in_progress"},
    {123, "irregularity_not_listed"},
};

/// All numbers that have a name, asked of the program itself.
std::map<int, std::string_view> named() {
  std::map<int, std::string_view> names;
  for (int number = 0; number < 1'000; ++number) {
    try {
      names[number] = name(static_cast<Refusal>(number));
    } catch (const BrokenInvariant&) {
      continue;  // R3: not in the closed list
    }
  }
  return names;
}

}  // namespace

TEST_CASE("refusals keep their stored numbers", "[rules][refusal]") {
  const auto names = named();
  for (const auto& [number, stored] : kStored) {
    CAPTURE(number);
    CHECK((names.contains(number) ? names.at(number) : "no name") == stored);
  }
}

TEST_CASE("every refusal has a name of its own", "[rules][refusal]") {
  std::set<std::string_view> different;
  for (const auto& [number, text] : named()) {
    CAPTURE(number);
    CHECK_FALSE(text.empty());
    CHECK(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
    CHECK(different.insert(text).second);
  }
  CHECK(different.size() >= kStored.size());
}

TEST_CASE("R3 a number outside the list has no name", "[rules][refusal]") {
  CHECK_THROWS_WITH(name(static_cast<Refusal>(0)), Catch::StartsWith("R3"));
  CHECK_THROWS_AS(name(static_cast<Refusal>(65'535)), BrokenInvariant);
}

TEST_CASE("text from outside is repeated short and without control characters",
          "[rules][refusal]") {
  CHECK(printable("Kd") == "Kd");
  CHECK(printable("a\x1b[31mb\n\x7f\xff") == "a?[31mb???");
  CHECK(printable(std::string(41, 'x')) == std::string(40, 'x') + "...");
  CHECK(printable(std::string(40, 'x')) == std::string(40, 'x'));
}
