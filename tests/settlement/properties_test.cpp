#include <map>
#include <numeric>
#include <random>

#include <rapidcheck.h>

#include "cardroom/rules/shoe.hpp"
#include "settlement/told.hpp"

// Properties over any legal round. A failure prints rapidcheck's seed; RC_PARAMS="seed=..." runs
// it again.

namespace {

using namespace cardroom::testing;
using namespace cardroom::settlement;
using cardroom::rules::Banking;
using cardroom::rules::catalogue;
using cardroom::rules::CoverRule;
using cardroom::rules::Decision;
using cardroom::rules::Game;

/// From the whole range at once: a small round is found by shrinking, not by starting small.
int any(int from, int to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

/// A legal table before "no more bets", and the cards that will come.
struct AnyRound {
  const Game* game;
  std::vector<PlacedWager> wagers;
  std::vector<std::string> bettors;
  std::optional<PlayerDealer> dealer;
  Decision decision;

  [[nodiscard]] ClosedRound close() const {
    auto closed = ClosedRound::close(
        {.game = *game, .player_dealer = dealer, .wagers = wagers, .bettors = bettors});
    if (const auto* no = cardroom::rules::refused(closed)) RC_FAIL(no->detail);
    return std::get<ClosedRound>(std::move(closed));
  }
  /// W as much as every wager could win or lose.
  void cover_everything() {
    if (!dealer) return;
    dealer->wager = Cents{};
    for (const auto& wager : wagers) {
      dealer->wager += wager.stake + decision.pay(*game, wager.on).due_on(wager.stake);
    }
  }
};

/// One person's wagers at a seat: some spaces, with a line where a bonus asks for one.
void bet(AnyRound& round, Seat seat, bool backline) {
  const auto spaces = static_cast<int>(round.game->wagers.size());
  auto chosen = static_cast<unsigned>(any(1, (1 << spaces) - 1));
  for (std::uint8_t on = 0; on < spaces; ++on) {
    const bool bonus = round.game->wager(on).needs == cardroom::rules::WagerRule::Needs::own_line;
    if (bonus && ((chosen >> on) & 1U) != 0) chosen |= 1U << static_cast<unsigned>(any(0, 1));
  }
  const auto bettor = static_cast<std::uint16_t>(round.bettors.size());
  round.bettors.push_back("p" + std::to_string(bettor));
  // Twenty cents is the smallest step that 0.95 and 1.2 to 1 pay in whole cents.
  const int step = round.game->wager_unit > Cents{20} ? 100 : 20;
  for (std::uint8_t on = 0; on < spaces; ++on) {
    if (((chosen >> on) & 1U) == 0) continue;
    round.wagers.push_back({.seat = seat,
                            .bettor = bettor,
                            .on = on,
                            .backline = backline,
                            .stake = Cents{any(1, 300) * step}});
  }
}

AnyRound any_round(const Game& game) {
  AnyRound round{&game, {}, {}, {}, {}};
  const auto seed = static_cast<std::uint64_t>(any(0, 1'000'000));
  round.decision =
      cardroom::rules::decide(game, cardroom::rules::Shoe(game, game.decks.usual, seed).deal());
  if (game.banking == Banking::player_dealer) {
    round.dealer = PlayerDealer{game.layout.seat(any(1, game.layout.seats())).value(),
                                Cents::dollars(any(1, 2'000)),
                                any(0, 1) == 0 ? CoverRule::consumed : CoverRule::running};
  }
  const int seats = any(1, 5);
  const int first = any(0, 15);
  for (int i = 0; i < seats; ++i) {
    const auto seat = game.layout.seat((first + 3 * i) % game.layout.seats() + 1).value();
    if (round.dealer && round.dealer->seat == seat) continue;
    const int people = any(1, 3);
    for (int person = 0; person < people; ++person) bet(round, seat, game.backline && person > 0);
  }
  if (round.wagers.empty()) bet(round, game.layout.next(round.dealer->seat), false);
  std::shuffle(round.wagers.begin(), round.wagers.end(), std::mt19937_64(seed));
  return round;
}

AnyRound any_round() {
  const auto games = catalogue();
  return any_round(*games[static_cast<std::size_t>(any(0, static_cast<int>(games.size()) - 1))]);
}

AnyRound any_banked_round() {
  for (const Game* game : catalogue()) {
    if (game->banking == Banking::player_dealer) return any_round(*game);
  }
  RC_FAIL("no game has a player-dealer");
}

AnyRound any_banked_round(CoverRule cover) {
  auto round = any_banked_round();
  round.dealer->cover = cover;
  return round;
}

Settlement settle(const AnyRound& round) {
  return cardroom::settlement::settle(round.close(), round.decision);
}

/// What each wager got, by who placed it where.
using Amounts = std::map<std::tuple<int, int, int>, std::tuple<Result, Cents, Cents, Cents, Cents>>;
Amounts amounts(const AnyRound& round) {
  Amounts all;
  for (const Line& line : settle(round).lines) {
    const auto& wager = round.wagers[line.wager];
    all[{wager.seat.number(), wager.bettor, wager.on}] = {line.result, line.due, line.paid,
                                                          line.taken, line.returned};
  }
  return all;
}

/// The same wagers placed in another order.
AnyRound shuffled(AnyRound round) {
  std::shuffle(round.wagers.begin(), round.wagers.end(),
               std::mt19937_64(static_cast<std::uint64_t>(any(0, 1'000'000))));
  return round;
}

}  // namespace

TEST_CASE("S1 any round keeps every cent", "[settlement][property][S1]") {
  CHECK(rc::check("what bettors win the bank loses", [] {
    const auto told = any_round();
    const auto round = told.close();
    const auto settlement = cardroom::settlement::settle(round, told.decision);
    Cents bank;
    Cents bettors;
    const Entry entry = play_entry(round, settlement.lines);
    for (const Posting& posting : entry.postings()) {
      const auto holder = posting.account.holder;
      RC_ASSERT(holder != Account::Holder::collections);
      RC_ASSERT((holder != Account::Holder::house) || (told.game->banking == Banking::house));
      (holder == Account::Holder::bettor ? bettors : bank) += posting.amount;
    }
    RC_ASSERT(bank + bettors == Cents{});
    RC_ASSERT(bank == settlement.totals.bank_net());
  }));
}

TEST_CASE("S1 every stake is taken or returned", "[settlement][property][S1]") {
  CHECK(rc::check("stake = taken + returned, and only one side gets anything", [] {
    const auto round = any_round();
    for (const Line& line : settle(round).lines) {
      const auto& wager = round.wagers[line.wager];
      RC_ASSERT(line.taken + line.returned == wager.stake);
      RC_ASSERT(line.taken >= Cents{});
      RC_ASSERT(line.returned >= Cents{});
      RC_ASSERT(line.paid >= Cents{});
      RC_ASSERT(line.paid <= line.due);
      RC_ASSERT((line.paid > Cents{}) == (line.result == Result::win));
      RC_ASSERT((line.taken > Cents{}) == (line.result == Result::lose));
    }
  }));
}

TEST_CASE("S2 the player-dealer's net is within his wager", "[settlement][property][S2]") {
  CHECK(rc::check("for both cover rules", [] {
    const auto round = any_banked_round();
    const Cents net = settle(round).totals.bank_net();
    RC_ASSERT(net <= round.dealer->wager);
    RC_ASSERT(-net <= round.dealer->wager);
  }));
}

TEST_CASE("S3 a consumed wager is used up by what is paid and what is taken",
          "[settlement][property][S3]") {
  CHECK(rc::check("cover falls line by line and a short line is the last", [] {
    const auto round = any_banked_round(CoverRule::consumed);
    Cents left = round.dealer->wager;
    for (const Line& line : settle(round).lines) {
      left -= line.paid + line.taken;
      RC_ASSERT(left >= Cents{});
      RC_ASSERT(line.cover_after == left);
      const Cents wanted = line.due > Cents{} ? line.due : round.wagers[line.wager].stake;
      const bool in_full = line.result == Result::push || line.paid + line.taken == wanted;
      RC_ASSERT(in_full || left == Cents{});
    }
  }));
}

TEST_CASE("S-cover a running bank follows what is paid and taken",
          "[settlement][property][S-cover]") {
  CHECK(rc::check("from nothing to twice the wager, and empty it stays empty", [] {
    const auto round = any_banked_round(CoverRule::running);
    const Cents wager = round.dealer->wager;
    Cents bank = wager;
    for (const Line& line : settle(round).lines) {
      const bool was_empty = bank == Cents{};
      bank += line.taken - line.paid;
      RC_ASSERT(line.cover_after == bank);
      RC_ASSERT(bank >= Cents{});
      RC_ASSERT(bank <= wager + wager);
      RC_ASSERT(!was_empty || bank == Cents{});
      RC_ASSERT(line.paid == line.due || bank == Cents{});
    }
  }));
}

TEST_CASE("S-order every wager is settled once and in its turn",
          "[settlement][property][S-order][F7-pay.1][F7-pay.2]") {
  CHECK(rc::check("kind, then seat, then seated before backline, then as placed", [] {
    const auto round = any_round();
    std::vector<std::size_t> seen;
    std::optional<std::tuple<int, int, bool, std::size_t>> last;
    for (const Line& line : settle(round).lines) {
      const auto& wager = round.wagers[line.wager];
      int turn = wager.seat.number();
      if (round.dealer && turn <= round.dealer->seat.number()) turn += round.game->layout.seats();
      const std::tuple now{int{wager.on}, turn, wager.backline, std::size_t{line.wager}};
      RC_ASSERT(!last || *last < now);
      last = now;
      seen.push_back(line.wager);
    }
    std::sort(seen.begin(), seen.end());
    std::vector<std::size_t> all(round.wagers.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    RC_ASSERT(seen == all);
  }));
}

TEST_CASE("S-cover both cover rules agree when the bank covers everything",
          "[settlement][property][S-cover]") {
  CHECK(rc::check("every line gets what the odds promise", [] {
    auto round = any_banked_round(CoverRule::consumed);
    round.cover_everything();
    const auto consumed = amounts(round);
    round.dealer->cover = CoverRule::running;
    RC_ASSERT(amounts(round) == consumed);
    for (const auto& [who, got] : consumed) {
      const auto& [result, due, paid, taken, returned] = got;
      RC_ASSERT(result != Result::no_action);
      RC_ASSERT(paid == due);
      RC_ASSERT(result != Result::lose || returned == Cents{});
    }
  }));
}

TEST_CASE("S-order with ample cover it does not matter who placed first",
          "[settlement][property][S-order][H-order]") {
  CHECK(rc::check("any order of placing", [] {
    auto round = any_round();
    round.cover_everything();
    RC_ASSERT(amounts(shuffled(round)) == amounts(round));
  }));
}

TEST_CASE("S-order with any cover it matters only inside one space",
          "[settlement][property][S-order]") {
  CHECK(rc::check("spaces placed in another order, each keeping its own", [] {
    const auto round = any_banked_round();
    auto other = shuffled(round);
    const auto placed = [&](const PlacedWager& wager) {
      return std::find_if(round.wagers.begin(), round.wagers.end(), [&](const PlacedWager& w) {
        return w.bettor == wager.bettor && w.on == wager.on;
      });
    };
    // The shuffle says which space comes when; inside a space the first order is put back.
    std::map<std::pair<Seat, int>, std::vector<PlacedWager>> spaces;
    for (const auto& wager : other.wagers) spaces[{wager.seat, wager.on}].push_back(wager);
    for (auto& [space, wagers] : spaces) {
      std::sort(wagers.begin(), wagers.end(),
                [&](const auto& a, const auto& b) { return placed(a) > placed(b); });
    }
    for (auto& wager : other.wagers) {
      auto& left = spaces[{wager.seat, wager.on}];
      wager = left.back();
      left.pop_back();
    }
    RC_ASSERT(amounts(other) == amounts(round));
  }));
}
