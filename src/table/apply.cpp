#include <algorithm>

#include "guards.hpp"

namespace cardroom::table {

namespace {

using Status = TableState::Status;

template <class C>
TableState& table_in(Floor& floor, const C& c) {
  return floor.tables.find(c.table)->second.change();
}

Seat seat_in(const TableState& table, std::int64_t number) {
  return *table.game->layout.seat(number);
}

/// The next one counter clockwise.
Seat seat_before(const TableState& table, std::int64_t number) {
  return seat_in(table, number == 1 ? table.game->layout.seats() : number - 1);
}

std::optional<Seated>& sitting_at(TableState& table, std::int64_t number) {
  return table.seats[static_cast<std::size_t>(number - 1)];
}

/// Whoever bets behind a seat stands there from then on.
void remember_backline(TableState& table, std::span<const settlement::PlacedWager> wagers,
                       std::span<const std::string> bettors) {
  for (const auto& wager : wagers) {
    if (!wager.backline) continue;
    const auto& who = bettors[wager.bettor];
    const bool known =
        std::any_of(table.backline.begin(), table.backline.end(),
                    [&](const auto& s) { return s.name == who && s.seat == wager.seat; });
    if (!known) table.backline.push_back({wager.seat, who, ""});
  }
}

/// F6v6-5.14: one time only, a player.
void remember_under_minimum(TableState& table, const RoundFact& round) {
  if (table.terms.limits.empty()) return;
  for (const auto& wager : round.wagers()) {
    const auto& who = round.bettors()[wager.bettor];
    auto& had = table.settled_under_minimum;
    const bool under = wager.stake < table.terms.limits[wager.on]->lowest;
    if (under && std::find(had.begin(), had.end(), who) == had.end()) had.push_back(who);
  }
}

/// F6v6-3.11: the device goes back when its holder's wager lost.
void release_device(TableState& table, const RoundFact& round) {
  if (!table.device) return;
  bool lost = false;
  for (const auto& line : round.settled->settlement.lines) {
    const auto& wager = round.wagers()[line.wager];
    lost |=
        round.bettors()[wager.bettor] == *table.device && line.result == settlement::Result::lose;
  }
  if (!rules::keeps_device(false, lost)) table.device.reset();
}

void end_hand(Floor& floor, TableState& table, const Event& event) {
  const RoundFact& round = event.rounds.front();
  floor.rounds = round.id;
  table.hand.reset();
  remember_backline(table, round.wagers(), round.bettors());
  if (round.kind != RoundFact::Kind::settled) return;
  ++table.hands;
  remember_under_minimum(table, round);
  release_device(table, round);
  if (table.position.turn) ++table.position.turn->hands;
}

void end_turn_if_noted(TableState& table, const Event& event) {
  if (event.ended_turn) end_turn(table.position, event.stamp.at.ms);
}

/// A snapshot is due between hands, after so many events that a restart would notice them.
void count_event(TableState& table) {
  constexpr std::int64_t kEventsASnapshot = 256;
  ++table.events;
  if (!table.hand && table.events - table.snapshot_at >= kEventsASnapshot) {
    table.snapshot_at = table.events;
  }
}

// --- One for every command ----------------------------------------------------------------------

void change(Floor& floor, const SetRoom& c, const Event&) { floor.room = c; }

void change(Floor& floor, const LoadSchedules&, const Event& event) {
  floor.book_in_force[event.book->game] = event.seq;
  floor.books.change()[event.seq] = *event.book;
}

void change(Floor& floor, const AddPerson& c, const Event&) {
  floor.staff.change()[c.person] = {c.name, c.role, true};
}

void change(Floor& floor, const ChangePerson& c, const Event&) {
  Person& person = floor.staff.change().find(c.person)->second;
  if (c.name) person.name = *c.name;
  if (c.role) person.role = *c.role;
  if (c.active) person.active = *c.active;
}

void change(Floor& floor, const OpenShift&, const Event& event) { floor.shift = event.shift; }
void change(Floor& floor, const CloseShift&, const Event&) { floor.shift.reset(); }
void change(Floor&, const CountDrop&, const Event&) {}
void change(Floor&, const RecountDrop&, const Event&) {}

void change(Floor& floor, const OpenTable& c, const Event& event) {
  TableState table;
  table.name = c.table;
  table.game = std::get<const rules::Game*>(rules::find_game(floor.games, c.game));
  table.status = Status::open;
  table.session = event.seq;
  table.terms = std::get<Terms>(
      terms_for(floor, *table.game, c.schedule, c.limits, c.differential, event.seq));
  table.hlga = c.hlga;
  table.position.playing_since_ms = event.stamp.at.ms;
  floor.tables.insert_or_assign(c.table, std::move(table));
}

void change(Floor& floor, const CloseTable& c, const Event&) {
  TableState& table = table_in(floor, c);
  TableState closed;
  closed.name = table.name;
  closed.game = table.game;
  closed.session = table.session;
  table = std::move(closed);
}

void change(Floor& floor, const PauseTable& c, const Event&) {
  table_in(floor, c).status = Status::paused;
}

void change(Floor& floor, const ResumeTable& c, const Event& event) {
  TableState& table = table_in(floor, c);
  table.status = Status::open;
  table.position.playing_since_ms = event.stamp.at.ms;
}

void change(Floor& floor, const ChangeSchedule& c, const Event& event) {
  TableState& table = table_in(floor, c);
  table.terms = std::get<Terms>(terms_for(floor, *table.game, c.schedule, {}, {}, event.seq));
}

void change(Floor& floor, const ChangeLimits& c, const Event& event) {
  TableState& table = table_in(floor, c);
  table.terms =
      std::get<Terms>(terms_for(floor, *table.game, {}, c.limits, c.differential, event.seq));
}

void change(Floor& floor, const ChooseMethod& c, const Event&) {
  TableState& table = table_in(floor, c);
  table.method = c.method;
  if (c.method != rules::Method::c) table.device.reset();  // F6v6-3.8.1: the Dealer's again
}

void change(Floor& floor, const RestrictArea& c, const Event&) {
  table_in(floor, c).wagers_an_area = c.wagers;
}

void change(Floor& floor, const PassDevice& c, const Event&) { table_in(floor, c).device = c.to; }

void change(Floor& floor, const SetRotation& c, const Event& event) {
  TableState& table = table_in(floor, c);
  table.position.rules = read_rotation(c.rules).value();
  end_turn_if_noted(table, event);
}

void change(Floor& floor, const SeatPerson& c, const Event&) {
  sitting_at(table_in(floor, c), c.seat) = Seated{c.name, c.patron.value_or(""), c.provider};
}

void change(Floor& floor, const Unseat& c, const Event& event) {
  TableState& table = table_in(floor, c);
  end_turn_if_noted(table, event);
  auto& offer = table.position.offer;
  if (offer && offer->seat == seat_in(table, c.seat)) offer.reset();
  sitting_at(table, c.seat).reset();
}

void change(Floor& floor, const AddBackline& c, const Event&) {
  TableState& table = table_in(floor, c);
  table.backline.push_back({seat_in(table, c.seat), c.name, c.patron.value_or("")});
}

void change(Floor& floor, const RemoveBackline& c, const Event&) {
  std::erase_if(table_in(floor, c).backline, [&](const Standing& s) { return s.name == c.name; });
}

void change(Floor& floor, const OfferPosition& c, const Event& event) {
  TableState& table = table_in(floor, c);
  Position& position = table.position;
  const auto due = [&] { return offered_next(table.game->layout, table.seats, position); };
  if (!due()) position.declined.clear();
  if (c.seat && !position.last_seat) position.last_seat = seat_before(table, *c.seat);
  position.offer = Offer{c.seat ? seat_in(table, *c.seat) : *due(), event.stamp.at.ms};
}

void change(Floor& floor, const AcceptPosition& c, const Event& event) {
  TableState& table = table_in(floor, c);
  const AnsweredOffer& answer = *event.answered;
  table.position.offer.reset();
  table.position.declined.clear();
  table.position.turn = Turn{event.seq,      answer.seat,       answer.name, answer.patron,
                             answer.company, event.stamp.at.ms, c.wager,     0};
}

void change(Floor& floor, const DeclinePosition& c, const Event& event) {
  TableState& table = table_in(floor, c);
  table.position.offer.reset();
  table.position.declined.push_back(event.answered->name);
}

void change(Floor& floor, const GiveUpPosition& c, const Event& event) {
  end_turn_if_noted(table_in(floor, c), event);
}

void change(Floor& floor, const ChangeBank& c, const Event&) {
  table_in(floor, c).position.turn->wager = c.wager;
}

void change(Floor& floor, const OpenBets& c, const Event& event) {
  table_in(floor, c).hand.emplace().opened_event = event.seq;
}
void change(Floor& floor, const PlaceWager& c, const Event& event) {
  TableState& table = table_in(floor, c);
  table.hand = event.hand;
  remember_backline(table, table.hand->wagers, table.hand->bettors);
}
void change(Floor& floor, const ChangeWager& c, const Event& event) {
  table_in(floor, c).hand = event.hand;
}

void change(Floor& floor, const WithdrawWager& c, const Event& event) {
  TableState& table = table_in(floor, c);
  table.hand = event.hand;
  const bool nothing_left = table.hand->phase == Hand::Phase::dealing && table.hand->wagers.empty();
  if (nothing_left) table.hand.reset();
}

void change(Floor& floor, const CloseBets& c, const Event& event) {
  table_in(floor, c).hand = event.hand;
}
void change(Floor& floor, const DealCard& c, const Event& event) {
  table_in(floor, c).hand = event.hand;
}
void change(Floor& floor, const DealCards& c, const Event& event) {
  table_in(floor, c).hand = event.hand;
}

void change(Floor& floor, const SettleHand& c, const Event& event) {
  TableState& table = table_in(floor, c);
  end_hand(floor, table, event);
  end_turn_if_noted(table, event);
}

void change(Floor& floor, const PlayHand& c, const Event& event) {
  TableState& table = table_in(floor, c);
  end_hand(floor, table, event);
  end_turn_if_noted(table, event);
}

void change(Floor& floor, const RuleIrregularity& c, const Event& event) {
  Hand& hand = *table_in(floor, c).hand;
  hand.withdrawal = event.ruling->withdrawal;
  if (event.ruling->effect == rules::Effect::reconstruct) {
    hand.player.clear();  // entered again in their right order
    hand.banker.clear();
  }
  if (event.ruling->effect == rules::Effect::bet_again) {
    Hand again;  // the first close never was
    again.opened_event = hand.opened_event;
    again.bettors = std::move(hand.bettors);
    again.wagers = std::move(hand.wagers);
    hand = std::move(again);
  }
}

void change(Floor& floor, const VoidRound& c, const Event& event) {
  end_hand(floor, table_in(floor, c), event);
}

void change(Floor&, const WaiveFee&, const Event&) {}

void change(Floor& floor, const RequestCorrection& c, const Event& event) {
  floor.corrections[event.seq] = {event.stamp.by, c};
}

void change(Floor& floor, const ApproveCorrection& c, const Event& event) {
  floor.corrections.erase(c.correction);
  floor.rounds = event.rounds.back().id;
}

void change(Floor& floor, const DropCorrection& c, const Event&) {
  floor.corrections.erase(c.correction);
}

}  // namespace

bool changes_floor(const Command& command) {
  return !std::holds_alternative<CountDrop>(command) &&
         !std::holds_alternative<RecountDrop>(command) &&
         !std::holds_alternative<WaiveFee>(command);
}

std::string version_of(const Floor& floor, const TableState& table) {
  return fmt::format("{}.{}.{}", table.session, table.events, floor.room_event);
}

void apply(Floor& floor, const Event& event) {
  rules::require(event.seq == floor.events + 1, "L4: the log has no gap");
  floor.events = event.seq;
  floor.last_ms = event.stamp.at.ms;
  std::visit([&](const auto& c) { change(floor, c, event); }, event.command);
  if (!changes_floor(event.command)) return;
  const auto named = table_of(event.command);
  if (named.empty()) floor.room_event = event.seq;
  const auto table = floor.tables.find(named);
  const bool plays = table != floor.tables.end() && table->second->status != Status::closed;
  if (plays) count_event(table->second.change());
}

}  // namespace cardroom::table
