#include "cardroom/cli/demo_play.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cardroom/reports/live_room.hpp"
#include "cardroom/rules/deal.hpp"
#include "cardroom/rules/shoe.hpp"

namespace cardroom::cli {

namespace {

using rules::Cents;
using rules::Seat;
using table::TableState;

constexpr int kBacklineRoom = 2;  // a space keeps room for so many lowest backline wagers
constexpr std::int64_t kBlackChip = 100, kGreenChip = 25, kRedChip = 5;

/// What chance decides at one moment of one table.
class Dice {
 public:
  Dice(std::uint64_t seed, std::string_view what, std::string_view table, std::int64_t moment)
      : random_(mixed(mixed(seed, what), table) ^ static_cast<std::uint64_t>(moment)) {}

  /// 0 up to `sides` less one.
  std::int64_t roll(std::int64_t sides) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(sides));
  }
  bool percent(int chance) { return roll(100) < chance; }
  std::uint64_t number() { return random_(); }

 private:
  static std::uint64_t mixed(std::uint64_t seed, std::string_view text) {
    rules::SplitMix mix(seed);
    std::uint64_t sum = mix();
    for (const char c : text) sum = rules::SplitMix(sum ^ static_cast<unsigned char>(c))();
    return sum;
  }
  rules::SplitMix random_;
};

/// A hand is known by its number at the table, so that each of its steps finds the same plan.
Dice dice_of_hand(const DemoPlayers& players, const TableState& table, int deal) {
  return {players.seed + static_cast<std::uint64_t>(deal) * 1'000'003, "hand", table.name,
          (table.session << 24) + table.hands};
}

Dice dice_of_event(const DemoPlayers& players, const TableState& table) {
  return {players.seed, "event", table.name, (table.session << 24) + table.events};
}

rules::Limits limits_of(const TableState& table, std::size_t on) {
  return table.terms.schedule ? table.terms.schedule->limits : *table.terms.limits[on];
}

/// Most people bet little. Where the table is cheap, some bet odd dollars.
Cents stake(Dice& dice, const rules::Limits& limits) {
  const std::int64_t lowest = limits.lowest.count() / 100;
  const std::int64_t highest =
      std::max(lowest, limits.highest.count() / 100 - kBacklineRoom * lowest);
  const std::int64_t chip = lowest >= kBlackChip ? kGreenChip : kRedChip;
  std::int64_t dollars = lowest + chip * dice.roll(1 + dice.roll(12));
  if (lowest < kGreenChip && dice.percent(30)) dollars += dice.roll(kRedChip);
  return Cents::dollars(std::min(dollars, highest));
}

class HandPlan {
 public:
  HandPlan(const TableState& table, Dice dice) : table_(table), dice_(dice) {}

  DemoHand plan() {
    seated();
    backline();
    const auto& game = *table_.game;
    const auto deal = rules::Shoe(game, game.decks.usual, dice_.number()).deal();
    hand_.player = rules::write_cards(game, deal.player);
    hand_.banker = rules::write_cards(game, deal.banker);
    return std::move(hand_);
  }

 private:
  [[nodiscard]] bool banks(Seat seat) const {
    return table_.position.turn && table_.position.turn->seat == seat;
  }

  void seated() {
    std::optional<Seat> anybody;
    for (int number = 1; number <= table_.game->layout.seats(); ++number) {
      const auto seat = *table_.game->layout.seat(number);
      const auto& sitting = at(table_.seats, seat);
      if (!sitting || sitting->provider || banks(seat)) continue;
      anybody = seat;
      if (dice_.percent(85)) bet(seat);
    }
    if (hand_.wagers.empty() && anybody) bet(*anybody);
  }

  /// A line, and sometimes one more of the table's spaces.
  void bet(Seat seat) {
    const auto& wagers = table_.game->wagers;
    place(seat, any_line(), {});
    for (std::size_t on = 0; on < wagers.size(); ++on) {
      if (!wagers[on].line && dice_.percent(12)) place(seat, on, {});
    }
  }

  void backline() {
    for (const auto& standing : table_.backline) {
      if (!banks(standing.seat) && dice_.percent(70)) {
        place(standing.seat, any_line(), standing.name);
      }
    }
  }

  std::size_t any_line() {
    const auto& wagers = table_.game->wagers;
    std::vector<std::size_t> lines;
    for (std::size_t on = 0; on < wagers.size(); ++on) {
      if (wagers[on].line) lines.push_back(on);
    }
    return lines[static_cast<std::size_t>(dice_.roll(std::ssize(lines)))];
  }

  void place(Seat seat, std::size_t on, const std::string& behind) {
    table::WagerAsked wager;
    wager.seat = seat.number();
    if (!behind.empty()) wager.bettor = behind;
    wager.backline = !behind.empty();
    wager.on = table_.game->wagers[on].name;
    const auto limits = limits_of(table_, on);
    const bool least = wager.backline || !table_.game->wagers[on].line;
    wager.cents = least ? limits.lowest : stake(dice_, limits);
    hand_.wagers.push_back(std::move(wager));
  }

  const TableState& table_;
  Dice dice_;
  DemoHand hand_;
};

/// What a person does when the position is offered: some like to bank, most do not, and a
/// provider's player is there for it.
table::Command answer_to_offer(const DemoPlayers& players, const TableState& table) {
  const auto seat = table.position.offer->seat;
  const auto& sitting = *at(table.seats, seat);
  const Cents lowest = limits_of(table, 0).lowest;
  Dice dice = dice_of_event(players, table);
  const auto times_lowest = [&](std::int64_t times) { return Cents{lowest.count() * times}; };
  if (sitting.provider) {
    return table::AcceptPosition{table.name, seat.number(), times_lowest(100)};
  }
  const bool likes_to = Dice(players.seed, sitting.name, "", 0).percent(35);
  if (!dice.percent(likes_to ? 75 : 20)) {
    return table::DeclinePosition{{table.name, seat.number()}};
  }
  const bool small = dice.percent(4);  // and then it runs out
  return table::AcceptPosition{table.name, seat.number(),
                               times_lowest(small ? 3 : 20 + 5 * dice.roll(10))};
}

table::Command play_hand(const DemoPlayers& players, const TableState& table, int refused) {
  auto hand = demo_hand(players, table, refused);
  return table::PlayHand{{table.name}, std::move(hand.wagers), hand.player, hand.banker};
}

bool stands(const TableState& table, const table::WagerAsked& planned) {
  const auto& hand = *table.hand;
  return std::any_of(hand.wagers.begin(), hand.wagers.end(), [&](const auto& wager) {
    const auto& who = hand.bettors[wager.bettor];
    const auto& sitting = at(table.seats, wager.seat);
    return wager.seat.number() == planned.seat && table.game->wagers[wager.on].name == planned.on &&
           who == planned.bettor.value_or(sitting ? sitting->name : "");
  });
}

/// The next wager of the hand that does not stand yet, past those that were refused.
std::optional<table::Command> next_wager(const DemoPlayers& players, const TableState& table,
                                         int refused) {
  for (auto& wager : demo_hand(players, table, 0).wagers) {
    if (stands(table, wager) || refused-- > 0) continue;
    table::PlaceWager place;
    place.table = table.name;
    place.wager = std::move(wager);
    return place;
  }
  return std::nullopt;
}

/// The card that the hand's own deal has next; any card where somebody entered another before.
table::Command next_card(const DemoPlayers& players, const TableState& table, int refused) {
  const auto& game = *table.game;
  const auto& hand = *table.hand;
  const auto planned = demo_hand(players, table, 0);
  const auto so_far = std::get<rules::Progress>(rules::deal_so_far(game, hand.player, hand.banker));
  const bool to_player = so_far.next.to == rules::NextCard::To::player;
  const auto cards =
      std::get<0>(rules::read_cards(game, to_player ? planned.player : planned.banker));
  const auto place = (to_player ? hand.player : hand.banker).size();
  table::DealCard deal;
  deal.table = table.name;
  if (place < cards.size() && refused == 0) {
    deal.card = game.deck.write(cards[place]);
  } else {
    Dice dice = dice_of_event(players, table);
    deal.card =
        game.deck.write(rules::Shoe(game, game.decks.usual, dice.number()).deal().player.card(0));
  }
  return deal;
}

/// How long people take for it, in milliseconds: at least, and how much more at most.
struct Takes {
  std::string_view what;
  std::int64_t least, more;
};
constexpr std::array<Takes, 9> kTakes = {{{"hand", 36'000, 18'000},
                                          {"offer-position", 2'500, 2'500},
                                          {"accept-position", 4'000, 4'000},
                                          {"decline-position", 1'500, 2'500},
                                          {"open-bets", 1'500, 1'500},
                                          {"place-wager", 700, 2'300},
                                          {"close-bets", 1'500, 1'500},
                                          {"deal-card", 1'500, 1'500},
                                          {"settle", 7'000, 6'000}}};

}  // namespace

DemoHand demo_hand(const DemoPlayers& players, const TableState& table, int deal) {
  return HandPlan(table, dice_of_hand(players, table, deal)).plan();
}

std::optional<DemoStep> next_demo_step(const DemoPlayers& players, const table::Floor& floor,
                                       const TableState& table, int refused) {
  const auto steps = reports::next_steps(floor, table);
  std::optional<table::Command> command;
  const auto may = [&](std::string_view what) {
    return std::any_of(steps.begin(), steps.end(),
                       [&](const auto& step) { return step.what == what; });
  };
  if (may("accept-position")) {
    command = answer_to_offer(players, table);
  } else if (may("settle")) {
    command = table::SettleHand{{table.name}};
  } else if (may("deal-card")) {
    command = next_card(players, table, refused);
  } else if (may("place-wager")) {
    command = next_wager(players, table, refused);
    if (!command && may("close-bets")) command = table::CloseBets{{table.name}};
  } else if (may("close-bets")) {
    command = table::CloseBets{{table.name}};
  } else if (may("open-bets")) {
    if (demo_hand(players, table, refused).wagers.empty()) return std::nullopt;
    if (players.whole_hands) command = play_hand(players, table, refused);
    if (!players.whole_hands) command = table::OpenBets{{table.name}};
  } else if (may("offer-position")) {
    command = table::OfferPosition{table.name, {}};
  }
  if (!command) return std::nullopt;
  Dice dice = dice_of_event(players, table);
  const auto* takes = std::find_if(kTakes.begin(), kTakes.end(),
                                   [&](const Takes& one) { return one.what == name(*command); });
  return DemoStep{*std::move(command), takes->least + dice.roll(takes->more)};
}

std::string demo_name(int number) {
  constexpr std::array kFirst = {"Ann",  "Bob",  "Chu", "Dee",  "Eli", "Fay",  "Gus",   "Hana",
                                 "Ivo",  "Jan",  "Kim", "Lou",  "Max", "Noor", "Oscar", "Pia",
                                 "Quan", "Rosa", "Sol", "Tran", "Uma", "Vic",  "Wen",   "Yara"};
  constexpr std::array kLast = {"Alvarez", "Brandt", "Castro", "Dinh",  "Ewing",    "Flores",
                                "Gupta",   "Haddad", "Ito",    "Jones", "Kowalski", "Lee"};
  const auto first = static_cast<std::size_t>(number) % kFirst.size();
  const auto round = static_cast<std::size_t>(number) / kFirst.size();
  return fmt::format("{} {}", kFirst[first], kLast[(first + round) % kLast.size()]);
}

}  // namespace cardroom::cli
