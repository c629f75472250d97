#include "cardroom/rules/games/baccarat.hpp"
#include "cardroom/rules/games/fortune_7.hpp"
#include "cardroom/rules/games/fortune_six_v6.hpp"
#include "cardroom/rules/games/six_star.hpp"
#include "settlement/told.hpp"
#include "support/fortune_7_schedules.hpp"

namespace {

using namespace cardroom::testing;
using cardroom::rules::Cents;
using cardroom::rules::Refusal;
using cardroom::settlement::ClosedRound;
namespace games = cardroom::rules::games;

/// Fortune 7 with the player-dealer in seat 1.
TableOfBets open_table() { return TableOfBets(games::fortune_7).dealer(1, 1'000); }
TableOfBets open_table(int option) { return open_table().schedule(&fortune_7_option(option)); }

TableOfBets one_wager(const cardroom::rules::Game& game, std::string_view on, Cents stake) {
  return TableOfBets(game).place(2, "s2", on, stake, false);
}

}  // namespace

// --- How much -----------------------------------------------------------------------------------

TEST_CASE("C-when a hand with no wager is not dealt", "[settlement][C-when]") {
  check_refused(open_table().try_close(), Refusal::no_wager, {"C-when"});
}

TEST_CASE("W-chip wagers are whole dollars more than nothing", "[settlement][W-chip]") {
  const auto placed = [](Cents stake) {
    return open_table().place(2, "s2", "player", stake, false).try_close();
  };
  check_refused(placed(Cents{10'050}), Refusal::wager_not_whole_dollars,
                {"s2 at seat 2", "$100.50", "W-chip"});
  check_refused(placed(Cents{}), Refusal::wager_not_positive, {"s2 at seat 2", "$0"});
  check_refused(placed(Cents::dollars(-5)), Refusal::wager_not_positive, {"seat 2", "-$5"});
  accepted(placed(Cents{10'000}));
}

TEST_CASE("W-chip no amount over a billion dollars is taken", "[settlement][W-chip]") {
  const auto placed = [](Cents stake) { return one_wager(games::baccarat, "player", stake); };
  check_refused(placed(cardroom::rules::kMostCents + Cents{1}).try_close(),
                Refusal::number_too_large, {"s2 at seat 2", "$1,000,000,000"});
  accepted(placed(cardroom::rules::kMostCents).try_close());
}

TEST_CASE("W-chip the player-dealer's wager is whole dollars too", "[settlement][W-chip]") {
  const auto banked_by = [](Cents wager) {
    const auto bets = open_table().seat(2, "player", 10);
    auto told = bets.bets();
    told.player_dealer->wager = wager;
    return ClosedRound::close(told);
  };
  check_refused(banked_by(Cents{}), Refusal::wager_not_positive, {"player-dealer's wager", "$0"});
  check_refused(banked_by(Cents{-1}), Refusal::wager_not_positive, {"player-dealer's wager"});
  check_refused(banked_by(Cents{150}), Refusal::wager_not_whole_dollars,
                {"player-dealer's wager", "$1.50", "W-chip"});
  check_refused(banked_by(cardroom::rules::kMostCents + Cents::dollars(1)),
                Refusal::number_too_large, {"player-dealer's wager", "$1,000,000,000"});
  accepted(banked_by(Cents::dollars(1)));
  accepted(banked_by(cardroom::rules::kMostCents));
}

TEST_CASE("H-cent a wager whose payout is not whole cents is refused", "[settlement][H-cent]") {
  const auto closed = [](const cardroom::rules::Game& game, std::string_view on, int cents) {
    return one_wager(game, on, Cents{cents}).try_close();
  };
  check_refused(closed(games::baccarat, "banker", 1'010), Refusal::payout_not_whole_cents,
                {"s2 at seat 2", "$10.10", "0.95 to 1", "H-cent"});
  accepted(closed(games::baccarat, "banker", 1'020));
  accepted(closed(games::baccarat, "player", 1'010));
  check_refused(closed(games::six_star, "player", 1'001), Refusal::payout_not_whole_cents,
                {"1.2 to 1"});
  check_refused(closed(games::six_star, "banker", 1'005), Refusal::payout_not_whole_cents,
                {"1 to 2"});
  accepted(closed(games::six_star, "banker", 1'010));
  accepted(closed(games::six_star, "tie", 1'001));
}

TEST_CASE("H-cent only the part that is settled must pay whole cents", "[settlement][H-cent]") {
  const auto table = one_wager(games::baccarat, "banker", Cents{50'010});
  auto bets = table.bets();
  std::vector<cardroom::settlement::PlacedWager> wagers(bets.wagers.begin(), bets.wagers.end());
  bets.wagers = wagers;
  check_refused(ClosedRound::close(bets), Refusal::payout_not_whole_cents, {"$500.10"});
  wagers[0].unsettled = Cents{10};
  accepted(ClosedRound::close(bets));
}

TEST_CASE("F7-deal.4 a wager is at least the table minimum", "[settlement][F7-deal.4]") {
  check_refused(open_table(13).seat(2, "player", 99).try_close(), Refusal::wager_below_minimum,
                {"Player line wager of s2 at seat 2", "$99", "option 13", "$100", "F7-deal.4"});
  accepted(open_table(13).seat(2, "player", 100).try_close());
  accepted(open_table().seat(2, "player", 1).try_close());
}

TEST_CASE("W-space every bettor's own wager meets the minimum", "[settlement][W-space]") {
  check_refused(open_table(13).seat(2, "player", 200).backline(2, "Ann", "player", 50).try_close(),
                Refusal::wager_below_minimum, {"Ann at seat 2", "$50", "$100"});
  check_refused(open_table(13).seat(2, "player", 100).seat(2, "fortune-7", 10).try_close(),
                Refusal::wager_below_minimum, {"Fortune 7 wager of s2"});
}

TEST_CASE("F7-fees.1 seated and backline wagers in a space are together within the limit",
          "[settlement][F7-fees.1][W-space]") {
  const auto behind = [](int dollars) {
    return open_table(13).seat(2, "banker", 300).backline(2, "Ann", "banker", dollars).try_close();
  };
  accepted(behind(200));
  check_refused(behind(201), Refusal::space_over_maximum,
                {"Ann at seat 2", "$501", "option 13", "$500", "F7-fees.1"});
  check_refused(open_table(13).seat(2, "tie", 501).try_close(), Refusal::space_over_maximum,
                {"$501"});
}

TEST_CASE("F7-fees.1 other spaces and other seats do not count against the limit",
          "[settlement][F7-fees.1]") {
  accepted(open_table(13)
               .seat(2, "banker", 500)
               .seat(2, "player", 500)
               .seat(3, "banker", 500)
               .backline(2, "Ann", "tie", 500)
               .try_close());
}

TEST_CASE("W-chip more wagers than any felt holds are refused", "[settlement][W-chip]") {
  auto many = TableOfBets(games::baccarat);
  for (std::size_t i = 0; i < cardroom::settlement::kMostWagers; ++i) many.seat(1, "player", 1);
  accepted(many.try_close());
  check_refused(many.seat(1, "player", 1).try_close(), Refusal::too_many_wagers, {"1025", "1024"});
}

// --- Who and where ------------------------------------------------------------------------------

TEST_CASE("W-seat nobody bets at the player-dealer's seat", "[settlement][W-seat]") {
  check_refused(open_table().seat(1, "player", 10).try_close(), Refusal::dealer_seat_bets,
                {"s1 at seat 1", "W-seat"});
  check_refused(open_table().backline(1, "Ann", "tie", 10).try_close(), Refusal::dealer_seat_bets,
                {"Ann at seat 1", "W-seat"});
}

TEST_CASE("S5 a player-dealer stands exactly where the game has the position", "[settlement][S5]") {
  using cardroom::rules::BrokenInvariant;
  CHECK_THROWS_AS(TableOfBets(games::fortune_7).seat(2, "player", 10).try_close(), BrokenInvariant);
  CHECK_THROWS_AS(TableOfBets(games::baccarat).dealer(1, 100).seat(2, "player", 10).try_close(),
                  BrokenInvariant);
}

TEST_CASE("W-back one person sits at a seat and the others stand behind it",
          "[settlement][W-back]") {
  const auto player = [](TableOfBets bets, const std::string& name, bool backline) {
    return bets.place(2, name, "banker", Cents::dollars(10), backline).try_close();
  };
  const auto with_ann = open_table().place(2, "Ann", "player", Cents::dollars(10), false);
  accepted(player(with_ann, "Ann", false));
  accepted(player(with_ann, "Bea", true));
  check_refused(player(with_ann, "Bea", false), Refusal::seat_already_taken,
                {"Bea at seat 2", "Ann", "F7-table.1"});
  check_refused(player(with_ann, "Ann", true), Refusal::seat_already_taken,
                {"Ann at seat 2", "W-back"});
  const auto ann_behind = open_table().backline(2, "Ann", "player", 10);
  check_refused(player(ann_behind, "Ann", false), Refusal::seat_already_taken,
                {"Ann at seat 2", "W-back"});
}

TEST_CASE("W-back a seat takes as many backline bettors as the room says", "[settlement][W-back]") {
  auto bets = open_table();
  for (const auto name : {"Ann", "Bea", "Cal"}) bets.backline(2, name, "player", 10);
  accepted(bets.try_close());
  accepted(TableOfBets(bets)
               .backline(2, "Ann", "banker", 10)
               .backline(3, "Dan", "player", 10)
               .try_close());
  check_refused(TableOfBets(bets).backline(2, "Dan", "player", 10).try_close(),
                Refusal::too_many_backline_bettors,
                {"Dan at seat 2", "number 4", "allows 3", "W-back"});
  auto other_room = bets.bets();
  other_room.backline_bettors_a_seat = 2;
  check_refused(ClosedRound::close(other_room), Refusal::too_many_backline_bettors,
                {"Cal at seat 2", "allows 2"});
}

TEST_CASE("W-back a bettor has one wager a space", "[settlement][W-back]") {
  const auto bets = open_table().seat(2, "player", 10).backline(2, "Ann", "player", 10);
  check_refused(TableOfBets(bets).seat(2, "player", 10).try_close(), Refusal::second_wager_in_space,
                {"s2 at seat 2", "W-back"});
  check_refused(TableOfBets(bets).backline(2, "Ann", "player", 10).try_close(),
                Refusal::second_wager_in_space, {"Ann at seat 2"});
  accepted(TableOfBets(bets).seat(3, "player", 10).backline(3, "Ann", "player", 10).try_close());
}

TEST_CASE("W-back a house-banked game has no backline", "[settlement][W-back]") {
  check_refused(TableOfBets(games::six_star).backline(2, "Ann", "player", 10).try_close(),
                Refusal::backline_not_offered, {"Ann at seat 2", "six-star"});
}

TEST_CASE("F7-tie.1 a seat has one Tie space and a bettor one wager in it",
          "[settlement][F7-tie.1]") {
  check_refused(open_table().seat(2, "tie", 10).seat(2, "tie", 5).try_close(),
                Refusal::second_wager_in_space, {"Tie wager of s2"});
}

TEST_CASE("F7-deal.3 a bonus wager needs a line wager", "[settlement][F7-deal.3][W-bonus]") {
  const auto [bonus, label] = GENERATE(values<std::pair<const char*, const char*>>(
      {{"one-up", "One Up"}, {"fortune-7", "Fortune 7"}}));
  CAPTURE(bonus);
  for (const auto line : {"player", "banker"}) {
    accepted(open_table().seat(2, bonus, 5).seat(2, line, 10).try_close());
  }
  check_refused(open_table().seat(2, bonus, 5).try_close(), Refusal::bonus_without_line,
                {label, "s2 at seat 2", "F7-deal.3"});
  check_refused(open_table().seat(2, "tie", 5).seat(2, bonus, 5).try_close(),
                Refusal::bonus_without_line, {label});
}

TEST_CASE("W-bonus the line must be the same bettor's own at the same seat",
          "[settlement][W-bonus][F7-bonus7.1][F7-oneup.1]") {
  const auto bonus = GENERATE("one-up", "fortune-7");
  check_refused(open_table().backline(2, "Ann", bonus, 5).seat(2, "player", 10).try_close(),
                Refusal::bonus_without_line, {"Ann at seat 2"});
  check_refused(
      open_table().backline(2, "Ann", bonus, 5).backline(3, "Ann", "player", 10).try_close(),
      Refusal::bonus_without_line, {"Ann at seat 2"});
}

TEST_CASE("F6v6-3.6 an area takes three wagers or fewer where a Pit Manager says so",
          "[settlement][F6v6-3.6]") {
  auto bets = TableOfBets(games::fortune_six_v6);
  const auto named = [&](const char* name) {
    return bets.place(5, name, "player", Cents::dollars(10), false);
  };
  named("Ann");
  named("Bea");
  auto restricted = bets.bets();
  restricted.wagers_an_area = 1;
  check_refused(ClosedRound::close(restricted), Refusal::area_full,
                {"Bea at seat 5", "number 2", "1 are allowed", "F6v6-3.6"});
  restricted.wagers_an_area = 2;
  accepted(ClosedRound::close(restricted));
  named("Cal");
  accepted(bets.try_close());
  accepted(TableOfBets(bets).seat(5, "banker", 10).seat(6, "player", 10).try_close());
  check_refused(named("Dan").try_close(), Refusal::area_full,
                {"Dan at seat 5", "number 4", "3 are allowed"});
}

// --- Which comes first --------------------------------------------------------------------------

TEST_CASE("W-space the first wager that may not stand is the answer", "[settlement][W-space]") {
  check_refused(open_table(13).seat(1, "player", 100).seat(2, "player", 50).try_close(),
                Refusal::dealer_seat_bets, {"s1"});
  check_refused(open_table(13).seat(2, "player", 50).seat(1, "player", 100).try_close(),
                Refusal::wager_below_minimum, {"s2"});
}

TEST_CASE("W-space of one wager the amount is looked at before its place",
          "[settlement][W-space]") {
  check_refused(open_table(13).place(1, "s1", "player", Cents{50}, false).try_close(),
                Refusal::wager_not_whole_dollars, {"s1"});
  check_refused(open_table(13).seat(1, "player", 50).try_close(), Refusal::wager_below_minimum,
                {"s1"});
  check_refused(open_table(13).seat(1, "player", 600).try_close(), Refusal::dealer_seat_bets,
                {"s1"});
}

TEST_CASE("W-bonus a missing line is looked for after every amount", "[settlement][W-bonus]") {
  check_refused(open_table(13).seat(2, "fortune-7", 100).seat(3, "player", 50).try_close(),
                Refusal::wager_below_minimum, {"s3"});
}

TEST_CASE("C-26 the fee is looked for after every wager", "[settlement][C-26]") {
  check_refused(open_table(26).seat(2, "fortune-7", 50).try_close(), Refusal::bonus_without_line,
                {"s2"});
  check_refused(open_table(26).seat(2, "player", 50).try_close(), Refusal::action_without_tier,
                {"Option 26", "$250 is missing"});
}
