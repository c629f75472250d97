// A table between hands: its opening and terms, who sits and stands there, the position.

#include <algorithm>

#include "guards.hpp"

namespace cardroom::table {

namespace {

using rules::dollars_text;

No bank_usable(const TableState& table, Cents wager) {
  const settlement::Bets bets{.game = *table.game,
                              .player_dealer = settlement::PlayerDealer{*table.game->layout.seat(1),
                                                                        wager, table.game->cover},
                              .wagers = {},
                              .bettors = {}};
  return settlement::may_stand(bets);
}

/// Seated, standing behind a seat, or betting in this hand: one name, one person, one account.
bool at_table(const TableState& table, const std::string& who) {
  if (has_wagers(table, who)) return true;
  const auto is_he = [&](const std::optional<Seated>& seated) {
    return seated && seated->name == who;
  };
  return std::any_of(table.seats.begin(), table.seats.end(), is_he) ||
         std::any_of(table.backline.begin(), table.backline.end(),
                     [&](const Standing& s) { return s.name == who; });
}

No provider_usable(const Asking& asking, const TableState& table, const Provider& provider) {
  if (auto against = usable_label("company", provider.company)) return against;
  if (auto against = usable_label("licence", provider.licence)) return against;
  if (!is_date(provider.badge_expires)) {
    return no(Refusal::setting_not_usable, "'badge_expires' is '{}'; a day is written 2026-11-18.",
              rules::printable(provider.badge_expires));
  }
  if (provider.badge_expires < date_text(asking.stamp.at)) {
    return no(Refusal::badge_expired, "The badge expired on {}.", provider.badge_expires);
  }
  for (const auto& seated : table.seats) {
    if (!seated || !seated->provider) continue;
    if (seated->provider->company == provider.company) {
      return no(Refusal::company_at_table, "{} already has {} at this table; one player a company.",
                provider.company, seated->name);
    }
    if (table.position.rules == RotationRules::state_2026) {
      return no(Refusal::rotation_rules,
                "{} of {} is at this table: one provider a table (P-2026).", seated->name,
                seated->provider->company);
    }
  }
  return std::nullopt;
}

std::ptrdiff_t providers_at(const TableState& table) {
  return std::count_if(table.seats.begin(), table.seats.end(),
                       [](const auto& seated) { return seated && seated->provider; });
}

OrRefused<rules::Limits> limits_usable(const rules::Game& game, const KindLimit& limit) {
  if (limit.least <= Cents{} || limit.most < limit.least || limit.most > rules::kMostCents) {
    return no(Refusal::setting_not_usable,
              "{} is limited to {} to {} at {}; a limit rises from more "
              "than nothing.",
              rules::printable(limit.on), dollars_text(limit.least), dollars_text(limit.most),
              game.name);
  }
  return rules::Limits{limit.least, limit.most};
}

OrRefused<Terms> house_terms(const rules::Game& game, const std::vector<KindLimit>& limits,
                             std::optional<Cents> differential) {
  Terms terms;
  terms.limits.resize(game.wagers.size());
  for (const KindLimit& limit : limits) {
    const auto on = game.find_wager(limit.on);
    if (!on) {
      return no(Refusal::unknown_wager, "{} offers no wager '{}'.", game.name,
                rules::printable(limit.on));
    }
    auto usable = limits_usable(game, limit);
    if (const auto* refused = rules::refused(usable)) return *refused;
    terms.limits[*on] = std::get<rules::Limits>(usable);
  }
  for (std::size_t i = 0; i < game.wagers.size(); ++i) {
    if (terms.limits[i]) continue;
    return no(Refusal::limits_missing,
              "No limit is given for {}; a table displays one for each wager "
              "it offers.",
              game.wagers[i].name);
  }
  if (differential && *differential <= Cents{}) {
    return no(Refusal::setting_not_usable,
              "A table differential is more than nothing (F6v6-1.1.10).");
  }
  terms.differential = differential;
  return terms;
}

OrRefused<Terms> schedule_terms(const Floor& floor, const rules::Game& game,
                                std::optional<std::int64_t> option) {
  if (!option) {
    return no(Refusal::unknown_schedule,
              "A table of {} opens under a collection schedule (F7-fees.3).", game.name);
  }
  const auto book = floor.book_in_force.find(game.name);
  if (book == floor.book_in_force.end()) {
    return no(Refusal::unknown_schedule, "No schedule of {} is loaded.", game.name);
  }
  auto schedule = floor.books->at(book->second).find(*option);
  if (const auto* refused = rules::refused(schedule)) return *refused;
  Terms terms;
  terms.book = book->second;
  terms.schedule = *std::get<const settlement::Schedule*>(schedule);
  return terms;
}

/// The seat to which the position is due, or why it is nobody's.
OrRefused<Seat> due_seat(const TableState& table) {
  if (const auto& turn = table.position.turn) {
    return no(Refusal::position_held, "{} at seat {} holds the position, hand {} of {} (P-turn).",
              turn->name, turn->seat.number(), turn->hands + 1, hands_a_turn(table.position.rules));
  }
  // Everybody declined: the offers begin again.
  Position afresh = table.position;
  if (!offered_next(table.game->layout, table.seats, afresh)) afresh.declined.clear();
  if (const auto seat = offered_next(table.game->layout, table.seats, afresh)) return *seat;
  return no(Refusal::nobody_to_offer, "Nobody at table {} can be offered the position.",
            table.name);
}

OrRefused<const Offer*> answered_offer(const TableState& table, std::int64_t seat) {
  const auto& offer = table.position.offer;
  if (!offer || offer->seat.number() != seat) {
    return no(Refusal::offer_not_made, "The position is not offered to seat {}{}.", seat,
              offer ? fmt::format(" but to seat {}", offer->seat.number()) : std::string());
  }
  return &*offer;
}

void note_answer(const TableState& table, const Offer& offer, bool accepted, Event& event) {
  const auto& sitting = at(table.seats, offer.seat);
  event.answered =
      AnsweredOffer{offer.seat,      sitting->name,
                    sitting->patron, sitting->provider ? sitting->provider->company : std::string(),
                    offer.at_ms,     accepted};
}

template <class C>
OrRefused<const TableState*> holders_table(const Asking& asking, const C& c) {
  auto table = position_table(asking, c.table);
  if (rules::refused(table) != nullptr) return table;
  if (std::get<const TableState*>(table)->position.turn) return table;
  return no(Refusal::no_player_dealer, "Nobody holds the position at table {}.", c.table);
}

}  // namespace

OrRefused<Terms> terms_for(const Floor& floor, const rules::Game& game,
                           std::optional<std::int64_t> schedule,
                           const std::vector<KindLimit>& limits, std::optional<Cents> differential,
                           std::int64_t seq) {
  const bool house = game.banking == rules::Banking::house;
  if (house ? schedule.has_value() : !limits.empty() || differential) {
    return no(Refusal::not_this_game, "{} is played under {}.", game.name,
              house ? "displayed limits, not under a collection schedule"
                    : "a collection schedule, which sets its limits");
  }
  auto terms =
      house ? house_terms(game, limits, differential) : schedule_terms(floor, game, schedule);
  if (auto* set = std::get_if<Terms>(&terms)) set->id = seq;
  return terms;
}

// --- Opening and terms --------------------------------------------------------------------------

No consider(const Asking& asking, const OpenTable& c, Event&) {
  const auto& floor = asking.floor;
  if (!floor.room) return no(Refusal::room_not_set, "The room has no settings yet.");
  if (auto against = usable_account("table", c.table)) return against;
  const TableState* known = floor.find(c.table);
  if (known != nullptr && known->status != TableState::Status::closed) {
    return no(Refusal::table_already_open, "Table {} is {} and plays {}.", c.table,
              name(known->status), known->game->name);
  }
  auto game = rules::find_game(floor.games, c.game);
  if (const auto* refused = rules::refused(game)) return *refused;
  auto terms = terms_for(floor, *std::get<const rules::Game*>(game), c.schedule, c.limits,
                         c.differential, asking.seq);
  if (const auto* refused = rules::refused(terms)) return *refused;
  return std::nullopt;
}

No consider(const Asking& asking, const CloseTable& c, Event& event) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  if (found.hand) {
    return no(Refusal::hand_in_progress,
              "A hand is in progress at table {}: settle or void it first.", c.table);
  }
  note_turn_end(event, found, "closed");
  return std::nullopt;
}

No consider(const Asking& asking, const PauseTable& c, Event&) {
  auto table = idle_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  return usable_reason(c.reason);
}

No consider(const Asking& asking, const ResumeTable& c, Event&) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  if (std::get<const TableState*>(table)->status == TableState::Status::paused) return std::nullopt;
  return no(Refusal::table_already_open, "Table {} is not paused.", c.table);
}

No consider(const Asking& asking, const ChangeSchedule& c, Event&) {
  auto table = position_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  auto terms = terms_for(asking.floor, *std::get<const TableState*>(table)->game, c.schedule, {},
                         {}, asking.seq);
  if (const auto* refused = rules::refused(terms)) return *refused;
  return std::nullopt;
}

No consider(const Asking& asking, const ChangeLimits& c, Event&) {
  auto table = house_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  auto terms = terms_for(asking.floor, *std::get<const TableState*>(table)->game, {}, c.limits,
                         c.differential, asking.seq);
  if (const auto* refused = rules::refused(terms)) return *refused;
  return std::nullopt;
}

No consider(const Asking& asking, const ChooseMethod& c, Event&) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  return rules::may_choose_method(*found.game, c.method, *position_of(asking.role), found.hlga,
                                  found.hand.has_value());
}

No consider(const Asking& asking, const RestrictArea& c, Event&) {
  auto table = house_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  auto restricted = rules::restrict_area(*std::get<const TableState*>(table)->game, c.wagers,
                                         *position_of(asking.role));
  if (const auto* refused = rules::refused(restricted)) return *refused;
  return std::nullopt;
}

No consider(const Asking& asking, const PassDevice& c, Event&) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  if (found.method != rules::Method::c) {
    return no(Refusal::method_not_here, "Only under method C does a bettor draw (F6v6-3.11).");
  }
  if (!c.to) return std::nullopt;
  if (auto against = usable_label("to", *c.to)) return against;
  const auto allowed_by = c.without_wager ? position_of(asking.role) : std::nullopt;
  return rules::may_draw(*found.game, has_wagers(found, *c.to), allowed_by);
}

std::optional<RotationRules> read_rotation(std::string_view text) {
  if (text == "approved") return RotationRules::approved;
  if (text == "2026") return RotationRules::state_2026;
  return std::nullopt;
}

No consider(const Asking& asking, const SetRotation& c, Event& event) {
  auto table = position_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  const auto rules_asked = read_rotation(c.rules);
  if (!rules_asked) {
    return no(Refusal::setting_not_usable,
              "'rules' is '{}'; there are the approved ones and those of "
              "2026 (P-2026).",
              rules::printable(c.rules));
  }
  if (!is_date(c.date)) {
    return no(Refusal::setting_not_usable, "'date' is '{}'; a day is written 2026-11-18.",
              rules::printable(c.date));
  }
  if (auto against = usable_reason(c.reason)) return against;
  if (*rules_asked == RotationRules::state_2026 && providers_at(found) > 1) {
    return no(Refusal::rotation_rules,
              "{} providers' players sit at table {}: one provider a table "
              "(P-2026).",
              providers_at(found), c.table);
  }
  const auto& turn = found.position.turn;
  const bool had_its_hands = turn && turn->hands >= hands_a_turn(*rules_asked);
  if (had_its_hands) note_turn_end(event, found, "hands played");
  return std::nullopt;
}

// --- Who sits and stands there ------------------------------------------------------------------

No consider(const Asking& asking, const SeatPerson& c, Event&) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto seat = seat_at(found, c.seat);
  if (const auto* refused = rules::refused(seat)) return *refused;
  if (auto against = usable_account("name", c.name)) return against;
  if (c.patron) {
    if (auto against = usable_account("patron", *c.patron)) return against;
  }
  if (const auto& sitting = at(found.seats, std::get<Seat>(seat))) {
    return no(Refusal::seat_occupied, "Seat {} is {}'s.", c.seat, sitting->name);
  }
  if (at_table(found, c.name)) {
    return no(Refusal::already_at_table, "'{}' is already at table {}; names at a table differ.",
              c.name, c.table);
  }
  if (c.provider) return provider_usable(asking, found, *c.provider);
  return std::nullopt;
}

No consider(const Asking& asking, const Unseat& c, Event& event) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto seat = seat_at(found, c.seat);
  if (const auto* refused = rules::refused(seat)) return *refused;
  const auto& sitting = at(found.seats, std::get<Seat>(seat));
  if (!sitting) return no(Refusal::seat_empty, "Nobody sits at seat {}.", c.seat);
  if (has_wagers(found, sitting->name)) {
    return no(Refusal::wagers_standing, "{} has wagers on the table; they are settled first.",
              sitting->name);
  }
  const bool holds = found.position.turn && found.position.turn->seat == std::get<Seat>(seat);
  if (holds && found.hand) {
    return no(Refusal::hand_in_progress,
              "{} banks the hand in progress; it is settled first (P-bank).", sitting->name);
  }
  if (holds) note_turn_end(event, found, "left");
  return std::nullopt;
}

No consider(const Asking& asking, const AddBackline& c, Event&) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto seat = seat_at(found, c.seat);
  if (const auto* refused = rules::refused(seat)) return *refused;
  if (!found.game->backline) {
    return no(Refusal::backline_not_offered, "{} has no backline betting.", found.game->name);
  }
  if (auto against = usable_account("name", c.name)) return against;
  if (c.patron) {
    if (auto against = usable_account("patron", *c.patron)) return against;
  }
  if (at_table(found, c.name)) {
    return no(Refusal::already_at_table, "'{}' is already at table {}; names at a table differ.",
              c.name, c.table);
  }
  const auto standing =
      std::count_if(found.backline.begin(), found.backline.end(),
                    [&](const auto& s) { return s.seat == std::get<Seat>(seat); });
  const int most = asking.floor.room->backline_bettors_a_seat;
  if (standing >= most) {
    return no(Refusal::too_many_backline_bettors,
              "{} backline bettors stand behind seat {}; the room allows {} (W-back).", standing,
              c.seat, most);
  }
  return std::nullopt;
}

No consider(const Asking& asking, const RemoveBackline& c, Event&) {
  auto table = open_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  const bool stands = std::any_of(found.backline.begin(), found.backline.end(),
                                  [&](const Standing& s) { return s.name == c.name; });
  if (!stands) {
    return no(Refusal::not_at_table, "No backline bettor '{}' stands at table {}.",
              rules::printable(c.name), c.table);
  }
  if (has_wagers(found, c.name)) {
    return no(Refusal::wagers_standing, "{} has wagers on the table; they are settled first.",
              c.name);
  }
  return std::nullopt;
}

// --- The position -------------------------------------------------------------------------------

No consider(const Asking& asking, const OfferPosition& c, Event&) {
  auto table = position_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  if (found.position.offer) {
    return no(Refusal::offer_out_of_turn, "Seat {} has not answered yet.",
              found.position.offer->seat.number());
  }
  auto due = due_seat(found);
  if (const auto* refused = rules::refused(due)) return *refused;
  if (!c.seat || *c.seat == std::get<Seat>(due).number()) return std::nullopt;
  auto seat = seat_at(found, *c.seat);
  if (const auto* refused = rules::refused(seat)) return *refused;
  // F7-deal.1: at the start of a game the offer may begin anywhere.
  const bool at_start = !found.position.last_seat && found.position.declined.empty();
  if (at_start && at(found.seats, std::get<Seat>(seat))) return std::nullopt;
  return no(Refusal::offer_out_of_turn,
            "The position is due to seat {}, not to seat {} (F7-type.1).",
            std::get<Seat>(due).number(), *c.seat);
}

No consider(const Asking& asking, const AcceptPosition& c, Event& event) {
  auto table = position_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto offer = answered_offer(found, c.seat);
  if (const auto* refused = rules::refused(offer)) return *refused;
  if (auto against = bank_usable(found, c.wager)) return against;
  note_answer(found, *std::get<const Offer*>(offer), true, event);
  return std::nullopt;
}

No consider(const Asking& asking, const DeclinePosition& c, Event& event) {
  auto table = position_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto offer = answered_offer(found, c.seat);
  if (const auto* refused = rules::refused(offer)) return *refused;
  note_answer(found, *std::get<const Offer*>(offer), false, event);
  return std::nullopt;
}

No consider(const Asking& asking, const GiveUpPosition& c, Event& event) {
  auto table = holders_table(asking, c);
  if (const auto* refused = rules::refused(table)) return *refused;
  note_turn_end(event, *std::get<const TableState*>(table), "given up");
  return std::nullopt;
}

No consider(const Asking& asking, const ChangeBank& c, Event&) {
  auto table = holders_table(asking, c);
  if (const auto* refused = rules::refused(table)) return *refused;
  return bank_usable(*std::get<const TableState*>(table), c.wager);
}

}  // namespace cardroom::table
