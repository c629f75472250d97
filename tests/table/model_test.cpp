// A room under thousands of random commands, right and wrong: whatever is asked, the invariants
// hold after every step, and the log of what was accepted gives the same room again.

#include <rapidcheck.h>
#include "cardroom/settlement/entry.hpp"
#include "cardroom/table/round_json.hpp"
#include "cardroom/table/snapshot.hpp"

#include "support/any_command.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Cents;
using table::Event;
using table::RoundFact;
using table::TableState;
using Holder = settlement::Account::Holder;

namespace {

Cents size_of(Cents amount) { return amount < Cents{} ? -amount : amount; }

/// Everything that a restart would read, as far as it is between hands, and the counters.
std::string fingerprint(const table::Floor& floor) {
  std::string all = fmt::format("{} {} {} {} {}", floor.events, floor.rounds, floor.last_ms,
                                floor.staff->size(), floor.corrections.size());
  for (const auto& [name, shared] : floor.tables) {
    const TableState& table = *shared;
    if (!table.hand) {
      all += '\n' + table::snapshot_json(table);
      continue;
    }
    all += fmt::format("\n{} {} wagers, {} and {} cards", name, table.hand->wagers.size(),
                       table.hand->player.size(), table.hand->banker.size());
  }
  return all;
}

// --- What holds of a table ----------------------------------------

std::string broken_in_position(const TableState& table) {
  const auto& position = table.position;
  if (const auto& turn = position.turn) {
    const auto& sitting = at(table.seats, turn->seat);
    if (!sitting || sitting->name != turn->name) return "the holder does not sit at his seat";
    if (turn->hands >= hands_a_turn(position.rules)) return "a turn outlasts its hands";
    if (position.offer) return "the position is held and offered at once";
  }
  if (position.offer && !at(table.seats, position.offer->seat)) return "an empty seat is offered";
  if (position.rules == table::RotationRules::state_2026) {
    int providers = 0;
    for (const auto& seated : table.seats) providers += seated && seated->provider ? 1 : 0;
    if (providers > 1) return "two providers under the rules of 2026";
  }
  if (table.hand && table.player_dealer_game() && !position.turn) return "a hand without a bank";
  return {};
}

std::string broken_in_seats(const TableState& table) {
  std::vector<std::string> names;
  std::vector<std::string> companies;
  for (const auto& seated : table.seats) {
    if (!seated) continue;
    names.push_back(seated->name);
    if (seated->provider) companies.push_back(seated->provider->company);
  }
  for (auto* list : {&names, &companies}) {
    std::sort(list->begin(), list->end());
    if (std::adjacent_find(list->begin(), list->end()) != list->end()) return "one sits twice";
  }
  return {};
}

std::string broken_in_wagers(const TableState& table,
                             std::span<const settlement::PlacedWager> wagers,
                             std::optional<table::Seat> bank) {
  std::map<std::pair<int, int>, std::pair<Cents, int>> spaces;
  for (const auto& wager : wagers) {
    if (bank == wager.seat) return "somebody bets at the player-dealer's seat";
    auto& [sum, count] = spaces[{wager.seat.number(), wager.on}];
    sum += wager.stake;
    ++count;
    if (const auto& schedule = table.terms.schedule) {
      if (wager.stake < schedule->limits.lowest) return "a wager under the minimum";
      if (sum > schedule->limits.highest) return "a space over its limit";
      continue;
    }
    if (wager.in_action() > table.terms.limits[wager.on]->highest) return "more than the maximum";
    if (count > 3) return "an area with four wagers";
  }
  return {};
}

std::string broken_in(const TableState& table, const table::Floor& floor) {
  if (auto broken = broken_in_position(table); !broken.empty()) return broken;
  if (auto broken = broken_in_seats(table); !broken.empty()) return broken;
  if (table.hand) {
    std::optional<table::Seat> bank;
    if (table.position.turn) bank = table.position.turn->seat;
    return broken_in_wagers(table, table.hand->wagers, bank);
  }
  const auto kept = table::snapshot_json(table);
  if (table::snapshot_json(table::read_snapshot(kept, floor)) != kept) return "a snapshot differs";
  return {};
}

// --- What holds of a round ----------------------------------------

/// F7-fees.6 again, from the printed row: nothing for bonus spaces, the bank's fee each hand.
std::optional<Cents> printed_fee(const RoundFact& round) {
  for (const auto& row : kPrintedRows) {
    if (row.option != round.terms.schedule->option) continue;
    Cents fee{row.player_dealer_fee};
    for (const auto& wager : round.wagers()) {
      if (wager.on <= 2) fee += Cents{row.player_fee};
    }
    return fee;
  }
  return std::nullopt;
}

std::string broken_in_entries(const RoundFact& round) {
  const auto& settled = *round.settled;
  std::map<Holder, Cents> sums;
  Cents all;
  for (const auto& entry : {settlement::close_entry(settled.round),
                            settlement::settle_entry(settled.round, settled.settlement.lines)}) {
    for (const auto& posting : entry.postings()) {
      sums[posting.account.holder] += posting.amount;
      all += posting.amount;
    }
  }
  if (all != Cents{}) return "the entries do not balance";
  if (sums[Holder::wagers_on_table] != Cents{}) return "wagers stay on the table";
  if (sums[Holder::player_dealer_wager] != Cents{}) return "the bank stays on the table";
  const bool banked = round.turn != 0;
  if (banked && sums.contains(Holder::house)) return "play reaches the house";
  const Cents fees = settled.round.fees() ? settled.round.fees()->total : Cents{};
  if (sums[Holder::collections] != fees) return "the house takes something else than its fees";
  return {};
}

std::string broken_in(const RoundFact& round) {
  if (!round.settled) return {};
  const auto& totals = round.settled->settlement.totals;
  if (round.turn != 0) {
    if (size_of(totals.bank_net()) > round.bank) return "the bank moves by more than its wager";
    if (totals.paid + totals.taken > round.bank) return "paid and taken exceed the bank";
    const auto fee = printed_fee(round);
    if (fee && round.settled->round.fees()->total != *fee) return "a fee that nobody printed";
    for (const auto& wager : round.wagers()) {
      if (round.bettors()[wager.bettor] == round.player_dealer) return "the player-dealer bets";
    }
  }
  for (const auto& line : round.settled->settlement.lines) {
    const auto stake = round.wagers()[line.wager].stake;
    if (line.taken + line.returned != stake) return "a stake is not taken or returned";
  }
  return broken_in_entries(round);
}

// --- What holds from event to event ----------------------------------------

/// What an observer at the tables writes down for himself.
class Observer {
 public:
  std::string sees(const Event& event, const table::Floor& before) {
    if (event.seq != before.events + 1) return "a gap in the log";
    std::int64_t next_round = before.rounds;
    for (const auto& round : event.rounds) {
      if (round.id != ++next_round) return "a gap in the rounds";
      if (auto broken = broken_in(round); !broken.empty()) return broken;
      if (auto broken = counts(round, before); !broken.empty()) return broken;
    }
    for (const auto& waiver : event.waivers) {
      auto& given = waived_[{waiver.round, waiver.bettor.value_or("")}];
      given += waiver.cents;
      if (given < Cents{}) return "more taken back than was waived";
    }
    return offers(event, before);
  }

  int settled = 0;

 private:
  std::string counts(const RoundFact& round, const table::Floor& before) {
    if (round.kind == RoundFact::Kind::reversal && !reversed_.insert(*round.corrects).second) {
      return "a round is reversed twice";
    }
    if (round.kind != RoundFact::Kind::settled) return {};
    ++settled;
    if (round.turn == 0) return {};
    const auto rules = before.find(round.table)->position.rules;
    const int most = rules == table::RotationRules::approved ? 2 : 1;
    return ++hands_[round.turn] > most ? "a hand too many in a turn" : "";
  }

  /// P-turn: the same player again only after everybody else declined since his turn.
  std::string offers(const Event& event, const table::Floor& before) {
    auto& watch = watched_[std::string(table_of(event.command))];
    if (std::holds_alternative<table::OpenTable>(event.command)) watch = {};
    if (event.ended_turn) watch = {event.ended_turn->turn.name, {}};
    if (event.answered && !event.answered->accepted) watch.declined.insert(event.answered->name);
    if (!event.answered || !event.answered->accepted) return {};
    const auto& table = *before.find(table_of(event.command));
    const bool again = event.answered->name == watch.last;
    for (const auto& seated : table.seats) {
      // Whoever sat down after the offer was made comes next time.
      if (!again || !seated || seated->name == watch.last || sat_later_.contains(seated->name)) {
        continue;
      }
      if (!watch.declined.contains(seated->name)) return "the same player before all others";
    }
    return {};
  }

 public:
  void notes_seating(const Event& event) {
    if (std::holds_alternative<table::OfferPosition>(event.command)) sat_later_.clear();
    if (const auto* seat = std::get_if<table::SeatPerson>(&event.command)) {
      sat_later_.insert(seat->name);
    }
  }

 private:
  struct Watch {
    std::string last;
    std::set<std::string> declined;
  };
  std::map<std::string, Watch> watched_;
  std::set<std::string> sat_later_;
  std::map<std::int64_t, int> hands_;
  std::set<std::int64_t> reversed_;
  std::map<std::pair<std::int64_t, std::string>, Cents> waived_;
};

struct Logged {
  table::Stamp stamp;
  std::string command;
  std::vector<std::string> answers;
};

std::vector<std::string> answers_of(const Event& event) {
  std::vector<std::string> answers;
  for (const auto& round : event.rounds) {
    answers.push_back(std::string(name(round.kind)));
    if (round.settled) table::write_answer(answers.back(), *round.settled);
  }
  return answers;
}

/// The log once more, every table made anew from its snapshot whenever it is between hands.
std::string replayed(const std::vector<Logged>& log, table::Floor floor, RecordsInMemory records) {
  for (const auto& logged : log) {
    auto event =
        table::decide(floor, records, logged.stamp, accepted(table::read_command(logged.command)));
    if (const auto* no = rules::refused(event)) return "refused now: " + no->detail;
    const auto& again = std::get<Event>(event);
    if (answers_of(again) != logged.answers) return "another answer to " + logged.command;
    table::apply(floor, again);
    records.remember(again);
    const auto touched = floor.tables.find(table_of(again.command));
    if (touched == floor.tables.end() || touched->second->hand) continue;
    touched->second = table::read_snapshot(table::snapshot_json(*touched->second), floor);
  }
  return fingerprint(floor);
}

/// A room with both kinds of tables, and what happened to it.
struct Night {
  explicit Night(std::uint64_t seed) : asks(seed) {
    logs(room.does(R"({"do":"open-table","table":"5","game":"fortune-7","schedule":13})"));
    logs(room.does(R"({"do":"open-table","table":"6","game":"fortune-six-v6","hlga":true,)"
                   R"("limits":)" +
                   HouseTable::limits_of("fortune-six-v6") + "}"));
    start = room.floor();
    records_at_start = room.records();
    log.clear();
  }

  /// Empty, or what is broken.
  std::string step(std::map<std::string, int>& accepted_commands) {
    room.minutes_pass(asks.minutes());
    told = asks.next(room);
    const auto by = asks.by();
    const auto before = fingerprint(room.floor());
    auto answer = room.asks(told, by);
    if (const auto* no = rules::refused(answer)) {
      if (no->detail.empty()) return "a refusal without a sentence";
      const auto again = room.asks(told, by);
      const auto* same = rules::refused(again);
      if (same == nullptr || same->code != no->code) return "another answer to the same question";
      return fingerprint(room.floor()) == before ? "" : "a refusal changed something";
    }
    auto& event = std::get<Event>(answer);
    ++accepted_commands[std::string(name(event.command))];
    if (auto broken = observer.sees(event, room.floor()); !broken.empty()) return broken;
    logs(room.records(std::move(event)));
    for (const auto& [name, table] : room.floor().tables) {
      if (auto broken = broken_in(*table, room.floor()); !broken.empty()) return broken;
    }
    return {};
  }

  void logs(const Event& event) {
    asks.saw(event);
    observer.notes_seating(event);
    log.push_back({event.stamp, command_json(event.command), answers_of(event)});
  }

  Room room = Room::ready();
  AnyCommand asks;
  Observer observer;
  table::Floor start;
  RecordsInMemory records_at_start;
  std::vector<Logged> log;
  std::string told;
};

}  // namespace

TEST_CASE("whatever is asked of a room, its invariants hold after every step",
          "[table][property]") {
  constexpr int kSeeds = 12;
  constexpr int kSteps = 1200;
  std::map<std::string, int> accepted_commands;
  int settled = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    Night night(static_cast<std::uint64_t>(seed));
    for (int step = 0; step < kSteps; ++step) {
      const auto broken = night.step(accepted_commands);
      if (!broken.empty())
        FAIL("seed " << seed << ", step " << step << ", " << night.told << ": " << broken);
    }
    INFO("seed " << seed);
    CHECK(replayed(night.log, night.start, night.records_at_start) ==
          fingerprint(night.room.floor()));
    settled += night.observer.settled;
  }
  CHECK(settled > 20 * kSeeds);
  // A model that never gets anywhere proves nothing: every command was accepted now and then.
  for (const auto& told : table::all_commands()) {
    CAPTURE(told.name);
    CHECK(accepted_commands[std::string(told.name)] > 0);
  }
}

TEST_CASE("a night that breaks something shrinks to the few commands that do it",
          "[table][property]") {
  std::map<std::string, int> accepted_commands;
  CHECK(rc::check([&](const std::vector<std::uint32_t>& rolls) {
    Night night(0);
    for (const auto number : rolls) {
      night.asks.roll(number);
      const auto broken = night.step(accepted_commands);
      RC_ASSERT(broken.empty() || (RC_LOG() << night.told << ": " << broken, false));
    }
  }));
  CHECK(accepted_commands.size() > 20);
}
