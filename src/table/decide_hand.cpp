// A hand: wagers, the close, the cards, the settlement, and what goes wrong in one.

#include <algorithm>

#include "cardroom/rules/deal.hpp"
#include "guards.hpp"

namespace cardroom::table {

namespace {

using rules::dollars_text;
using settlement::ClosedRound;
using settlement::PlacedWager;

constexpr std::string_view kNotCovered = "other";

settlement::Bets bets_of(const Asking& asking, const TableState& table, const Hand& hand) {
  std::optional<settlement::PlayerDealer> dealer;
  if (const auto& turn = table.position.turn) {
    dealer = settlement::PlayerDealer{turn->seat, turn->wager, table.game->cover};
  }
  return {.game = *table.game,
          .schedule = table.terms.schedule ? &*table.terms.schedule : nullptr,
          .player_dealer = dealer,
          .wagers = hand.wagers,
          .bettors = hand.bettors,
          .backline_bettors_a_seat = asking.floor.room->backline_bettors_a_seat,
          .wagers_an_area = table.wagers_an_area};
}

/// F7-deal.1, P-turn: whether a hand may begin.
No may_begin(const Asking& asking, const TableState& table) {
  if (!table.player_dealer_game()) return std::nullopt;
  const auto& position = table.position;
  if (position.offer) {
    return no(Refusal::no_player_dealer,
              "The position is offered to seat {}, who has not answered "
              "(F7-deal.1).",
              position.offer->seat.number());
  }
  if (!position.turn) {
    const auto due = offered_next(table.game->layout, table.seats, position);
    const std::string next = due ? fmt::format("the position is due to seat {}", due->number())
                                 : std::string("everybody declined and the table stands still");
    if (position.last_name.empty()) {
      return no(Refusal::no_player_dealer, "Nobody holds the position at table {}; {} (F7-deal.1).",
                table.name, next);
    }
    return no(Refusal::turn_is_over, "The turn of {} is over; {} (P-turn).", position.last_name,
              next);
  }
  if (position.rules == RotationRules::state_2026 &&
      rotation_window(position, asking.stamp.at.ms).would_end_game) {
    return no(Refusal::rotation_rules,
              "Fewer than two players other than a provider's held the "
              "position in 40 minutes: the game ends (P-2026).");
  }
  return std::nullopt;
}

OrRefused<const TableState*> playing_table(const Asking& asking, const std::string& table_name) {
  auto table = open_table(asking, table_name);
  if (rules::refused(table) != nullptr) return table;
  if (std::get<const TableState*>(table)->hand) return table;
  return no(Refusal::no_hand, "No hand is in progress at table {}.", table_name);
}

/// The game's own clause on what comes after the close; Fortune 7 has none but the reading.
std::string_view late_clause(const TableState& table, std::string_view code) {
  for (const auto& row : table.game->irregularities) {
    if (row.code == code) return row.clause;
  }
  return "C-when";
}

OrRefused<const TableState*> betting_table(const Asking& asking, const std::string& table_name) {
  auto table = playing_table(asking, table_name);
  if (rules::refused(table) != nullptr) return table;
  if (std::get<const TableState*>(table)->hand->phase == Hand::Phase::bets_open) return table;
  return no(Refusal::bets_not_open,
            "Bets at table {} are closed: no wager is placed or changed ({}).", table_name,
            late_clause(*std::get<const TableState*>(table), "late-wager"));
}

OrRefused<const TableState*> dealing_table(const Asking& asking, const std::string& table_name) {
  auto table = playing_table(asking, table_name);
  if (rules::refused(table) != nullptr) return table;
  if (std::get<const TableState*>(table)->hand->phase == Hand::Phase::dealing) return table;
  return no(Refusal::bets_still_open,
            "Bets at table {} are still open; they are closed before the first card (C-when).",
            table_name);
}

/// F6v6-5.18, when bets are to be closed.
No differential_kept(const TableState& table, const std::vector<PlacedWager>& wagers) {
  if (!table.terms.differential) return std::nullopt;
  const auto on_player = table.game->find_wager("player");
  const auto on_banker = table.game->find_wager("banker");
  Cents player;
  Cents banker;
  for (const PlacedWager& w : wagers) {
    if (w.on == on_player) player += w.stake;
    if (w.on == on_banker) banker += w.stake;
  }
  const auto step = rules::differential(player, banker, *table.terms.differential);
  if (step.ask == rules::DifferentialStep::Ask::nothing) return std::nullopt;
  const bool player_leads = step.ask == rules::DifferentialStep::Ask::decrease_player;
  return no(
      Refusal::differential_exceeded,
      "The table differential of {} is exceeded by {}: {} wagers decrease or {} wagers increase, "
      "else a manager removes some (F6v6-5.18).",
      dollars_text(*table.terms.differential), dollars_text(step.excess),
      player_leads ? "Player" : "Banker", player_leads ? "Banker" : "Player");
}

/// Fixes the fees and the order of settlement.
No close_hand(const Asking& asking, const TableState& table, Hand& hand) {
  if (!asking.floor.shift) {
    return no(Refusal::no_shift_open, "No shift is open: fees could be dropped in no box.");
  }
  if (auto against = differential_kept(table, hand.wagers)) return against;
  auto closed = ClosedRound::close(bets_of(asking, table, hand));
  if (const auto* refused = rules::refused(closed)) return *refused;
  hand.closed = std::get<ClosedRound>(std::move(closed));
  hand.phase = Hand::Phase::dealing;
  hand.shift = asking.floor.shift->id;
  hand.closed_event = asking.seq;
  hand.closed_ms = asking.stamp.at.ms;
  return std::nullopt;
}

RoundFact round_of(const Asking& asking, const TableState& table, const Hand& hand) {
  RoundFact fact;
  fact.id = asking.floor.rounds + 1;
  fact.table = table.name;
  fact.shift = hand.shift;
  fact.terms = table.terms;
  if (const auto& turn = table.position.turn) {
    fact.turn = turn->id;
    fact.hand = turn->hands + 1;
    fact.player_dealer = turn->name;
    fact.player_dealer_patron = turn->patron;
    fact.seat = turn->seat;
    fact.bank = turn->wager;
  }
  for (const auto& bettor : hand.bettors) fact.patrons.push_back(patron_of(table, bettor));
  fact.closed_event = hand.closed_event;
  fact.closed_ms = hand.closed_ms;
  return fact;
}

/// The last step of both ways to play a hand. From here on it must succeed.
void settle_hand(const Asking& asking, const TableState& table, Hand hand, const rules::Deal& deal,
                 Event& event) {
  RoundFact fact = round_of(asking, table, hand);
  const rules::Decision decision = rules::decide(*table.game, deal);
  auto settlement = settlement::settle(*hand.closed, decision);
  fact.settled = SettledRound{std::move(hand.bettors), *std::move(hand.closed), deal, decision,
                              std::move(settlement)};
  event.rounds.push_back(std::move(fact));
  const auto& turn = table.position.turn;
  if (turn && turn->hands + 1 >= hands_a_turn(table.position.rules)) {
    Turn ended = *turn;
    ++ended.hands;
    event.ended_turn = EndedTurn{std::move(ended), event.stamp.at.ms, "hands played"};
  }
}

OrRefused<std::size_t> find_wager(const TableState& table, std::int64_t seat_number,
                                  const std::optional<std::string>& bettor, const std::string& on) {
  auto seat = seat_at(table, seat_number);
  if (const auto* refused = rules::refused(seat)) return *refused;
  const auto kind = table.game->find_wager(on);
  const auto& sitting = at(table.seats, std::get<Seat>(seat));
  const std::string who = bettor ? *bettor : sitting ? sitting->name : std::string();
  const auto& wagers = table.hand->wagers;
  for (std::size_t i = 0; i < wagers.size(); ++i) {
    if (wagers[i].seat == std::get<Seat>(seat) && kind == wagers[i].on &&
        table.hand->bettors[wagers[i].bettor] == who) {
      return i;
    }
  }
  return no(Refusal::no_such_wager, "There is no {} wager of '{}' at seat {}.",
            rules::printable(on), rules::printable(who), seat_number);
}

/// What is known of the hand when something went wrong; the cards say most of it.
rules::Circumstances circumstances(const TableState& table, const IrregularityTold& told) {
  rules::Circumstances known;
  known.reconstructible = told.reconstructible;
  known.next_round_begun = told.next_round_begun;
  known.method_c = table.method == rules::Method::c;
  known.in_hlga = table.hlga;
  const auto& hand = *table.hand;
  const std::size_t cards = hand.player.size() + hand.banker.size();
  known.initial_deal = cards < 4;
  known.first_card_of_round = cards == 0;
  std::vector<std::uint8_t> on_offer;
  for (std::size_t i = 0; i < table.game->wagers.size(); ++i) {
    on_offer.push_back(static_cast<std::uint8_t>(i));
  }
  auto so_far = rules::deal_so_far(*table.game, hand.player, hand.banker);
  known.outcome_established =
      cards >= 2 &&
      rules::outcome_established(*table.game, std::get<rules::Progress>(so_far).deal, on_offer);
  return known;
}

/// A hand must be able to end also where a document neither covers what happened nor names somebody
/// who decides. Before the close nothing has happened yet; after it the highest position decides.
rules::Irregularity not_covered(const Hand& hand) {
  rules::Irregularity row{kNotCovered,
                          rules::When::always,
                          "S-void",
                          rules::Withdrawal::none,
                          rules::Effect::void_round,
                          rules::Position::pit_supervisor,
                          rules::CardsAfter::kept,
                          "Bets were opened and never closed: the hand is called off."};
  if (!hand.closed) return row;
  row.decides = rules::Position::gaming_shift_manager;
  row.told = "What the rules do not cover, and the hand cannot stand.";
  return row;
}

OrRefused<rules::Irregularity> rule(const Asking& asking, const TableState& table,
                                    const IrregularityTold& told) {
  if (auto against = usable_reason(told.reason)) return *against;
  const auto known = circumstances(table, told);
  auto ruled = rules::ruling(table.game->irregularities, told.code, known);
  if (rules::refused(ruled) != nullptr && told.code == kNotCovered) {
    ruled = not_covered(*table.hand);
  }
  if (rules::refused(ruled) != nullptr) return ruled;
  const auto& row = std::get<rules::Irregularity>(ruled);
  if (row.decides && !rules::may_act_for(*position_of(asking.role), *row.decides)) {
    return no(Refusal::role_too_low, "{} ({}): the {} decides.", row.told, row.clause,
              rules::title(*row.decides));
  }
  return ruled;
}

}  // namespace

OrRefused<PlacedWager> resolve_wager(const TableState& table, const WagerAsked& asked,
                                     std::vector<std::string>& bettors) {
  auto seat = seat_at(table, asked.seat);
  if (const auto* refused = rules::refused(seat)) return *refused;
  const auto on = table.game->find_wager(asked.on);
  if (!on) {
    return no(Refusal::unknown_wager, "{} offers no wager '{}'.", table.game->name,
              rules::printable(asked.on));
  }
  const auto& sitting = at(table.seats, std::get<Seat>(seat));
  if (!asked.bettor && !sitting) {
    return no(Refusal::seat_empty, "Nobody sits at seat {}: whose wager is it?", asked.seat);
  }
  const std::string who = asked.bettor ? *asked.bettor : sitting->name;
  if (auto against = usable_account("bettor", who)) return *against;
  if (table.player_dealer_game() && !asked.backline && (!sitting || sitting->name != who)) {
    return no(sitting ? Refusal::seat_already_taken : Refusal::seat_empty,
              "{} does not sit at seat {}; whoever stands behind it bets the backline (W-back).",
              who, asked.seat);
  }
  if (table.position.turn && table.position.turn->name == who) {
    return no(Refusal::dealer_seat_bets, "{} is the player-dealer, who bets nowhere (W-seat).",
              who);
  }
  const auto known = std::find(bettors.begin(), bettors.end(), who);
  const auto number = static_cast<std::uint16_t>(known - bettors.begin());
  if (known == bettors.end()) bettors.push_back(who);
  PlacedWager placed{.seat = std::get<Seat>(seat),
                     .bettor = number,
                     .on = *on,
                     .backline = asked.backline,
                     .stake = asked.cents};
  const auto& had = table.settled_under_minimum;
  const bool had_his_time = std::find(had.begin(), had.end(), who) != had.end();
  auto unsettled = unsettled_part(*table.game, table.terms, asked, who, had_his_time);
  if (const auto* refused = rules::refused(unsettled)) return *refused;
  placed.unsettled = std::get<Cents>(unsettled);
  return placed;
}

OrRefused<Cents> unsettled_part(const rules::Game& game, const Terms& terms,
                                const WagerAsked& asked, const std::string& who,
                                bool had_his_time) {
  if (terms.limits.empty()) return Cents{};
  const auto on = game.find_wager(asked.on).value();
  const rules::Limits& limits = *terms.limits[on];
  const bool inside = asked.cents >= limits.lowest && asked.cents <= limits.highest;
  if (inside) return Cents{};
  if (asked.slipped && game.settles_slips && asked.cents > Cents{}) {
    return asked.cents - rules::settled_part(asked.cents, limits, had_his_time);
  }
  const bool under = asked.cents < limits.lowest;
  return no(under ? Refusal::wager_below_minimum : Refusal::wager_above_maximum,
            "The {} wager of {} at seat {} is {}; the table takes {} to {}.", game.wager(on).label,
            who, asked.seat, dollars_text(asked.cents), dollars_text(limits.lowest),
            dollars_text(limits.highest));
}

No too_many(const std::vector<WagerAsked>& wagers) {
  if (wagers.size() <= settlement::kMostWagers) return std::nullopt;
  return no(Refusal::too_many_wagers, "{} wagers in one round; at most {} are taken.",
            wagers.size(), settlement::kMostWagers);
}

// --- Wagers -------------------------------------------------------------------------------------

No consider(const Asking& asking, const OpenBets& c, Event&) {
  auto table = idle_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  return may_begin(asking, *std::get<const TableState*>(table));
}

No consider(const Asking& asking, const PlaceWager& c, Event& event) {
  auto table = betting_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  Hand hand = *found.hand;
  auto placed = resolve_wager(found, c.wager, hand.bettors);
  if (const auto* refused = rules::refused(placed)) return *refused;
  hand.wagers.push_back(std::get<PlacedWager>(placed));
  if (auto against = settlement::may_stand(bets_of(asking, found, hand))) return against;
  event.hand = std::move(hand);
  return std::nullopt;
}

No consider(const Asking& asking, const ChangeWager& c, Event& event) {
  auto table = betting_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto standing = find_wager(found, c.wager.seat, c.wager.bettor, c.wager.on);
  if (const auto* refused = rules::refused(standing)) return *refused;
  Hand hand = *found.hand;
  PlacedWager& wager = hand.wagers[std::get<std::size_t>(standing)];
  WagerAsked asked = c.wager;
  asked.backline = wager.backline;
  auto placed = resolve_wager(found, asked, hand.bettors);
  if (const auto* refused = rules::refused(placed)) return *refused;
  wager = std::get<PlacedWager>(placed);
  if (auto against = settlement::may_stand(bets_of(asking, found, hand))) return against;
  event.hand = std::move(hand);
  return std::nullopt;
}

No consider(const Asking& asking, const WithdrawWager& c, Event& event) {
  auto table = playing_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  Hand hand = *found.hand;
  const bool after_close = hand.phase == Hand::Phase::dealing;
  if (after_close && hand.withdrawal == rules::Withdrawal::none) {
    return no(Refusal::bets_not_open,
              "Bets are closed: a wager withdrawn wins or loses all the same ({}).",
              late_clause(found, "late-withdrawal"));
  }
  auto standing = find_wager(found, c.seat, c.bettor, c.on);
  if (const auto* refused = rules::refused(standing)) return *refused;
  const PlacedWager gone = hand.wagers[std::get<std::size_t>(standing)];
  const bool all_of_his = after_close && hand.withdrawal == rules::Withdrawal::all_or_nothing;
  const auto goes = [&](const PlacedWager& w) {
    return w.bettor == gone.bettor && (all_of_his || (w.seat == gone.seat && w.on == gone.on));
  };
  std::copy_if(hand.wagers.begin(), hand.wagers.end(), std::back_inserter(event.withdrawn), goes);
  std::erase_if(hand.wagers, goes);
  if (after_close && !hand.wagers.empty()) {
    auto closed = ClosedRound::close(bets_of(asking, found, hand));
    if (const auto* refused = rules::refused(closed)) return *refused;
    hand.closed = std::get<ClosedRound>(std::move(closed));
  }
  event.hand = std::move(hand);
  return std::nullopt;
}

No consider(const Asking& asking, const CloseBets& c, Event& event) {
  auto table = betting_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  Hand hand = *found.hand;
  if (auto against = close_hand(asking, found, hand)) return against;
  event.hand = std::move(hand);
  return std::nullopt;
}

// --- Cards --------------------------------------------------------------------------------------

No consider(const Asking& asking, const DealCard& c, Event& event) {
  auto table = dealing_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto cards = rules::read_cards(*found.game, c.card);
  if (const auto* refused = rules::refused(cards)) return *refused;
  const auto& read = std::get<0>(cards);
  if (read.size() != 1)
    return no(Refusal::unknown_card, "One card a command; there are {}.", read.size());
  Hand hand = *found.hand;
  auto so_far = rules::deal_so_far(*found.game, hand.player, hand.banker);
  const auto& progress = std::get<rules::Progress>(so_far);
  using To = rules::NextCard::To;
  if (progress.next.to == To::nobody) {
    return no(Refusal::too_many_cards, "{}", rules::next_card_text(*found.game, progress));
  }
  const bool to_player = progress.next.to == To::player;
  if (c.hand && *c.hand != (to_player ? "player" : "banker")) {
    return no(Refusal::cards_out_of_order, "{}", rules::next_card_text(*found.game, progress));
  }
  (to_player ? hand.player : hand.banker).push_back(read.front());
  hand.withdrawal = rules::Withdrawal::none;  // whoever may withdraw does so before the next card
  event.hand = std::move(hand);
  return std::nullopt;
}

No consider(const Asking& asking, const DealCards& c, Event& event) {
  auto table = dealing_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  Hand hand = *found.hand;
  if (!hand.player.empty()) {
    return no(Refusal::cards_out_of_order,
              "Cards of this hand are entered already; go on card by card.");
  }
  auto player = rules::read_cards(*found.game, c.player);
  if (const auto* refused = rules::refused(player)) return *refused;
  auto banker = rules::read_cards(*found.game, c.banker);
  if (const auto* refused = rules::refused(banker)) return *refused;
  hand.player = std::get<0>(player);
  hand.banker = std::get<0>(banker);
  hand.withdrawal = rules::Withdrawal::none;
  auto deal = rules::complete_deal(*found.game, hand.player, hand.banker);
  if (const auto* refused = rules::refused(deal)) return *refused;
  event.hand = std::move(hand);
  return std::nullopt;
}

No consider(const Asking& asking, const SettleHand& c, Event& event) {
  auto table = dealing_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto deal = rules::complete_deal(*found.game, found.hand->player, found.hand->banker);
  if (const auto* refused = rules::refused(deal)) return *refused;
  settle_hand(asking, found, *found.hand, std::get<rules::Deal>(deal), event);
  return std::nullopt;
}

No consider(const Asking& asking, const PlayHand& c, Event& event) {
  auto table = idle_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  if (auto against = may_begin(asking, found)) return against;
  if (auto against = too_many(c.wagers)) return against;
  Hand hand;
  for (const WagerAsked& asked : c.wagers) {
    auto placed = resolve_wager(found, asked, hand.bettors);
    if (const auto* refused = rules::refused(placed)) return *refused;
    hand.wagers.push_back(std::get<PlacedWager>(placed));
  }
  if (auto against = close_hand(asking, found, hand)) return against;
  auto player = rules::read_cards(*found.game, c.player);
  if (const auto* refused = rules::refused(player)) return *refused;
  auto banker = rules::read_cards(*found.game, c.banker);
  if (const auto* refused = rules::refused(banker)) return *refused;
  auto deal = rules::complete_deal(*found.game, std::get<0>(player), std::get<0>(banker));
  if (const auto* refused = rules::refused(deal)) return *refused;
  settle_hand(asking, found, std::move(hand), std::get<rules::Deal>(deal), event);
  return std::nullopt;
}

// --- What goes wrong ----------------------------------------------------------------------------

No consider(const Asking& asking, const RuleIrregularity& c, Event& event) {
  auto table = playing_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto ruled = rule(asking, found, c);
  if (const auto* refused = rules::refused(ruled)) return *refused;
  const auto& row = std::get<rules::Irregularity>(ruled);
  if (row.effect == rules::Effect::void_round) {
    return no(Refusal::ruling_differs, "{} The round is void ({}): record it with void-round.",
              row.told, row.clause);
  }
  event.hand = found.hand;
  event.ruling = row;
  return std::nullopt;
}

No consider(const Asking& asking, const VoidRound& c, Event& event) {
  auto table = playing_table(asking, c.table);
  if (const auto* refused = rules::refused(table)) return *refused;
  const auto& found = *std::get<const TableState*>(table);
  auto ruled = rule(asking, found, c);
  if (const auto* refused = rules::refused(ruled)) return *refused;
  const auto& row = std::get<rules::Irregularity>(ruled);
  const bool voids = row.effect == rules::Effect::void_round || row.effect == rules::Effect::refer;
  if (!voids) {
    return no(Refusal::ruling_differs, "{} That does not void the round ({}): {}.", row.told,
              row.clause, rules::text(row.effect));
  }
  RoundFact fact = round_of(asking, found, *found.hand);
  fact.kind = RoundFact::Kind::voided;
  fact.voided_bettors = found.hand->bettors;
  fact.voided_wagers = found.hand->wagers;
  fact.voided = found.hand->closed;
  fact.fees_kept = c.keep_fees;
  event.rounds.push_back(std::move(fact));
  event.ruling = row;
  return std::nullopt;
}

}  // namespace cardroom::table
