#include "cardroom/table/decide.hpp"

#include <algorithm>

#include "guards.hpp"

namespace cardroom::table {

namespace {

using Status = TableState::Status;

/// The very first command makes the first admin, who can only name himself.
bool first_admin(const Floor& floor, const Stamp& stamp, const Command& command) {
  const auto* add = std::get_if<AddPerson>(&command);
  return floor.staff->empty() && add != nullptr && add->role == Role::admin &&
         add->person == stamp.by;
}

OrRefused<Role> role_of(const Floor& floor, const Stamp& stamp, const Command& command) {
  if (first_admin(floor, stamp, command)) return Role::admin;
  const auto person = floor.staff->find(stamp.by);
  if (person == floor.staff->end()) {
    return no(Refusal::unknown_person, "'{}' is not on the staff.", stamp.by);
  }
  if (!person->second.active) {
    return no(Refusal::person_disabled, "{} no longer acts for this room.", person->second.name);
  }
  const Role needed = least_role(command);
  if (!may_act_for(person->second.role, needed)) {
    return no(Refusal::role_too_low, "'{}' takes the role of {}{}; {} is {}.", name(command),
              name(needed), position_of(needed) ? " or higher" : "", person->second.name,
              name(person->second.role));
  }
  return person->second.role;
}

}  // namespace

OrRefused<Event> decide(const Floor& floor, const Records& records, Stamp stamp, Command command) {
  if (stamp.at.ms < floor.last_ms) {
    return no(Refusal::time_goes_back, "{} is before {}, when the last command was recorded.",
              iso_text(stamp.at), iso_text({floor.last_ms, stamp.at.offset_minutes}));
  }
  auto role = role_of(floor, stamp, command);
  if (const auto* refused = rules::refused(role)) return *refused;
  Event event;
  event.seq = floor.events + 1;
  event.stamp = std::move(stamp);
  event.command = std::move(command);
  const Asking asking{floor, records, event.stamp, std::get<Role>(role), event.seq};
  auto against =
      std::visit([&](const auto& c) { return consider(asking, c, event); }, event.command);
  if (against) return *std::move(against);
  return event;
}

std::optional<Refused> against(const Floor& floor, const Records& records, Role role, Moment at,
                               const Command& command) {
  Event event;
  event.seq = floor.events + 1;
  event.stamp.at = at;
  event.command = command;
  const Asking asking{floor, records, event.stamp, role, event.seq};
  return std::visit([&](const auto& c) { return consider(asking, c, event); }, event.command);
}

std::string_view name(TableState::Status status) {
  switch (status) {
    case Status::open: return "open";
    case Status::paused: return "paused";
    case Status::closed: return "closed";
  }
  throw rules::BrokenInvariant("R3: a status outside the list");
}

std::string_view name(RoundFact::Kind kind) {
  switch (kind) {
    case RoundFact::Kind::settled: return "settled";
    case RoundFact::Kind::voided: return "voided";
    case RoundFact::Kind::reversal: return "reversal";
    case RoundFact::Kind::corrected: return "corrected";
  }
  throw rules::BrokenInvariant("R3: a kind of round outside the list");
}

std::string patron_of(const TableState& table, const std::string& who) {
  for (const auto& seated : table.seats) {
    if (seated && seated->name == who) return seated->patron;
  }
  for (const Standing& standing : table.backline) {
    if (standing.name == who) return standing.patron;
  }
  return {};
}

Cents fee_of(const RoundFact& round, const std::optional<std::string>& bettor) {
  const auto* fees = round.fees();
  if (fees == nullptr) return {};
  if (!bettor) return fees->player_dealer;
  Cents sum;
  for (const auto& fee : fees->players) {
    if (round.bettors()[round.wagers()[fee.wager].bettor] == *bettor) sum += fee.fee;
  }
  return sum;
}

// --- Guards -------------------------------------------------------------------------------------

OrRefused<const TableState*> open_table(const Asking& asking, const std::string& table_name) {
  const TableState* table = asking.floor.find(table_name);
  if (table == nullptr) {
    return no(Refusal::unknown_table, "There is no table '{}'.", rules::printable(table_name));
  }
  if (table->status == Status::closed) {
    return no(Refusal::table_not_open, "Table {} is closed.", table_name);
  }
  return table;
}

OrRefused<const TableState*> idle_table(const Asking& asking, const std::string& table_name) {
  auto table = open_table(asking, table_name);
  if (rules::refused(table) != nullptr) return table;
  const auto& found = *std::get<const TableState*>(table);
  if (found.status == Status::paused) {
    return no(Refusal::table_paused, "Table {} is paused.", table_name);
  }
  if (found.hand) {
    return no(Refusal::hand_in_progress, "A hand is in progress at table {}: {}.", table_name,
              found.hand->phase == Hand::Phase::bets_open ? "bets are open" : "bets are closed");
  }
  return table;
}

OrRefused<const TableState*> position_table(const Asking& asking, const std::string& table_name) {
  auto table = idle_table(asking, table_name);
  if (rules::refused(table) != nullptr) return table;
  const auto& found = *std::get<const TableState*>(table);
  if (found.player_dealer_game()) return table;
  return no(Refusal::not_this_game, "Table {} plays {}, which the house banks: it has no position.",
            table_name, found.game->name);
}

OrRefused<const TableState*> house_table(const Asking& asking, const std::string& table_name) {
  auto table = idle_table(asking, table_name);
  if (rules::refused(table) != nullptr) return table;
  const auto& found = *std::get<const TableState*>(table);
  if (!found.player_dealer_game()) return table;
  return no(Refusal::not_this_game, "Table {} plays {}, which the house does not bank.", table_name,
            found.game->name);
}

OrRefused<Seat> seat_at(const TableState& table, std::int64_t number) {
  if (const auto seat = table.game->layout.seat(number)) return *seat;
  return no(Refusal::unknown_seat, "There is no seat {}; {} has seats 1 to {}.", number,
            table.game->name, table.game->layout.seats());
}

No usable_label(std::string_view what, const std::string& text) {
  if (usable_name(text)) return std::nullopt;
  return no(Refusal::name_not_usable, "'{}' is '{}': {}.", what, rules::printable(text),
            kUsableNameText);
}

No usable_account(std::string_view what, const std::string& text) {
  if (usable_account_part(text)) return std::nullopt;
  return no(Refusal::name_not_usable, "'{}' is '{}': {}.", what, rules::printable(text),
            kUsableAccountText);
}

No usable_reason(const std::string& text) {
  if (usable_sentence(text)) return std::nullopt;
  return no(Refusal::name_not_usable,
            "'reason' is '{}': a sentence of 1 to 400 bytes, no control characters.",
            rules::printable(text));
}

bool has_wagers(const TableState& table, const std::string& who) {
  if (!table.hand) return false;
  const auto& hand = *table.hand;
  return std::any_of(hand.wagers.begin(), hand.wagers.end(),
                     [&](const auto& w) { return hand.bettors[w.bettor] == who; });
}

void note_turn_end(Event& event, const TableState& table, std::string_view why) {
  if (!table.position.turn) return;
  event.ended_turn = EndedTurn{*table.position.turn, event.stamp.at.ms, why};
}

}  // namespace cardroom::table
