#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cardroom/ledger/recorder.hpp"
#include "cardroom/reports/live_room.hpp"
#include "cardroom/reports/schedule_card.hpp"
#include "cardroom/rules/deal.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::reports {

namespace {

using rules::Seat;
using table::Floor;
using table::Hand;
using table::TableState;

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// The limit of a space, from the schedule or as displayed.
std::optional<rules::Limits> limits_of(const TableState& table, std::uint8_t on) {
  if (table.terms.schedule) return table.terms.schedule->limits;
  return on < table.terms.limits.size() ? table.terms.limits[on] : std::nullopt;
}

LiveSpace space(const TableState& table, Seat seat, std::uint8_t on) {
  LiveSpace told;
  told.on = table.game->wagers[on].name;
  for (const auto& wager : table.hand->wagers) {
    if (wager.seat != seat || wager.on != on) continue;
    told.wagers.push_back({table.hand->bettors[wager.bettor], wager.backline, wager.stake});
    told.total += wager.stake;
  }
  const auto limits = limits_of(table, on);
  if (limits && limits->highest > told.total) told.room_left = limits->highest - told.total;
  return told;
}

LiveSeat seat_told(const TableState& table, Seat seat) {
  LiveSeat told;
  told.seat = seat.number();
  if (const auto& sitting = at(table.seats, seat)) {
    told.name = sitting->name;
    told.patron = if_any(sitting->patron);
    if (sitting->provider) {
      told.company = sitting->provider->company;
      told.badge_expires = sitting->provider->badge_expires;
    }
  }
  for (const auto& standing : table.backline) {
    if (standing.seat == seat) told.backline.push_back(standing.name);
  }
  if (!table.hand) return told;
  for (std::size_t on = 0; on < table.game->wagers.size(); ++on) {
    auto one = space(table, seat, static_cast<std::uint8_t>(on));
    if (!one.wagers.empty()) told.spaces.push_back(std::move(one));
  }
  return told;
}

AtPosition at_seat(const TableState& table, Seat seat) {
  const auto& sitting = *at(table.seats, seat);
  AtPosition told;
  told.seat = seat.number();
  told.name = sitting.name;
  if (sitting.provider) told.company = sitting.provider->company;
  return told;
}

}  // namespace

LivePosition live_position(const Floor& floor, const TableState& table) {
  const auto& position = table.position;
  const auto time = [&](std::int64_t ms) { return table::iso_text(ledger::moment_on(floor, ms)); };
  LivePosition told;
  told.rules = position.rules == table::RotationRules::approved ? "approved" : "2026";
  if (const auto& turn = position.turn) {
    told.holder = AtPosition{turn->seat.number(),
                             turn->name,
                             if_any(turn->company),
                             time(turn->since_ms),
                             turn->wager,
                             turn->hands + 1,
                             table::hands_a_turn(position.rules)};
  }
  if (const auto& offer = position.offer) {
    told.offered = at_seat(table, offer->seat);
    told.offered->since = time(offer->at_ms);
  } else if (const auto due = offered_next(table.game->layout, table.seats, position)) {
    told.due = at_seat(table, *due);
  }
  told.declined = position.declined;
  const auto ahead = window_ahead(position);
  for (const auto& holder : ahead.holders) {
    told.window_2026.holders.push_back(
        {holder.name,
         holder.counts_until_ms ? std::optional(time(*holder.counts_until_ms)) : std::nullopt});
  }
  told.window_2026.would_end_game = time(ahead.would_end_game_ms);
  return told;
}

namespace {

void tell_deal(const TableState& table, LiveHand& told) {
  const auto& hand = *table.hand;
  auto progress = rules::deal_so_far(*table.game, hand.player, hand.banker);
  if (rules::refused(progress) != nullptr) return;  // cards under a ruling
  const auto& so_far = std::get<rules::Progress>(progress);
  constexpr std::array kTo = {"player", "banker", "nobody"};
  told.next_card = kTo[static_cast<std::size_t>(so_far.next.to)];
  told.text = rules::next_card_text(*table.game, so_far);
  told.player = rules::write_cards(*table.game, so_far.deal.player);
  told.banker = rules::write_cards(*table.game, so_far.deal.banker);
  told.player_total = so_far.deal.player.total();
  told.banker_total = so_far.deal.banker.total();
  if (so_far.next.to == rules::NextCard::To::nobody) told.phase = "complete";
}

LiveHand hand_told(const TableState& table) {
  const auto& hand = *table.hand;
  LiveHand told;
  const bool open = hand.phase == Hand::Phase::bets_open;
  told.opened_event = hand.opened_event;
  told.phase = open ? kBetsOpen : "dealing";
  for (const auto& wager : hand.wagers) told.action += wager.stake;
  told.withdrawal = hand.withdrawal != rules::Withdrawal::none;
  told.next_card = "nobody";
  told.text = "Bets are open.";
  if (open) return told;
  if (const auto& fees = hand.closed->fees()) {
    told.player_dealer_fee = fees->player_dealer;
    told.player_fees = fees->total - fees->player_dealer;
    told.gap = fees->gap;
  }
  tell_deal(table, told);
  return told;
}

}  // namespace

LiveTerms terms_told(const table::Terms& terms, const rules::Game& game) {
  LiveTerms told;
  if (const auto& schedule = terms.schedule) {
    told.option = schedule->option;
    told.limits = limit_text(schedule->limits);
    told.fees = fees_text(*schedule);
    return told;
  }
  for (std::size_t i = 0; i < terms.limits.size(); ++i) {
    rules::append_listed(told.limits,
                         fmt::format("{} {}", game.wagers[i].name, limit_text(*terms.limits[i])));
  }
  told.fees = "none";
  return told;
}

LiveTable live_table(const Floor& floor, const TableState& table) {
  LiveTable told;
  told.table = table.name;
  told.version = table::version_of(floor, table);
  told.status = name(table.status);
  told.game = table.game->name;
  told.title = table.game->title;
  told.session = table.session;
  told.hands = table.hands;
  told.shift_open = floor.shift.has_value();
  told.next = next_steps(floor, table);
  if (table.status == TableState::Status::closed) return told;
  told.terms = terms_told(table.terms, *table.game);
  for (int number = 1; number <= table.game->layout.seats(); ++number) {
    told.seats.push_back(seat_told(table, *table.game->layout.seat(number)));
  }
  if (table.player_dealer_game()) told.position = live_position(floor, table);
  if (table.hand) told.hand = hand_told(table);
  return told;
}

TableLine table_line(const Floor& floor, const TableState& table) {
  TableLine told;
  told.table = table.name;
  told.version = table::version_of(floor, table);
  told.status = name(table.status);
  told.game = table.game->name;
  told.hands = table.hands;
  if (table.terms.schedule) told.option = table.terms.schedule->option;
  if (const auto& turn = table.position.turn) {
    told.holder = fmt::format("{} at seat {}, hand {} of {}", turn->name, turn->seat.number(),
                              turn->hands + 1, table::hands_a_turn(table.position.rules));
  }
  if (table.hand) told.phase = hand_told(table).phase;
  const auto next = next_steps(floor, table);
  if (table.status != TableState::Status::closed && !next.empty()) {
    told.waits_for = next.front().text;
  }
  return told;
}

LiveRoom live_room(const Floor& floor) {
  const auto time = [&](std::int64_t ms) { return table::iso_text(ledger::moment_on(floor, ms)); };
  LiveRoom told;
  told.settings = floor.room;
  if (const auto& shift = floor.shift) {
    told.shift = LiveShift{shift->id, shift->name, shift->date, time(shift->opened_ms)};
  }
  for (const auto& [id, pending] : floor.corrections) {
    told.corrections.push_back(
        {id, pending.request.round, pending.asked_by, pending.request.reason});
  }
  told.events = floor.events;
  told.rounds = floor.rounds;
  told.open_tables = std::count_if(floor.tables.begin(), floor.tables.end(), [](const auto& one) {
    return one.second->status != TableState::Status::closed;
  });
  told.last_event = time(floor.last_ms);
  return told;
}

}  // namespace cardroom::reports
