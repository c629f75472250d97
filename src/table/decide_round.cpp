// Rounds that ended: a fee given back, a mistake put right by two people.

#include <algorithm>

#include "cardroom/rules/deal.hpp"
#include "guards.hpp"

namespace cardroom::table {

namespace {

using settlement::PlacedWager;

OrRefused<RoundFact> standing_round(const Asking& asking, std::int64_t id) {
  auto round = asking.records.round(id, asking.seq);
  if (!round) return no(Refusal::unknown_round, "There is no round number {}.", id);
  if (round->kind == RoundFact::Kind::reversal) {
    return no(Refusal::round_reversed, "Round {} is itself the reversal of round {}.", id,
              round->corrects.value_or(0));
  }
  if (asking.records.reversed(id, asking.seq)) {
    return no(Refusal::round_reversed,
              "Round {} was reversed; what stands is the round that replaced it.", id);
  }
  return *std::move(round);
}

/// F6v6-5.14: whether an under-minimum wager of his was a later one already, as that round saw it.
bool had_his_time(const Asking& asking, const RoundFact& round, const std::string& who) {
  for (const PlacedWager& w : round.wagers()) {
    if (round.bettors()[w.bettor] != who) continue;
    if (w.stake < round.terms.limits[w.on]->lowest) return w.unsettled != Cents{};
  }
  const TableState* table = asking.floor.find(round.table);
  if (table == nullptr) return false;
  const auto& had = table->settled_under_minimum;
  return std::find(had.begin(), had.end(), who) != had.end();
}

/// A wager of the corrected round. Whoever bet in it or is named now is taken at his word: the
/// table has moved on since.
OrRefused<PlacedWager> corrected_wager(const Asking& asking, const RoundFact& round,
                                       const WagerAsked& asked, std::vector<std::string>& bettors) {
  const auto& game = round.settled->round.game();
  const auto seat = game.layout.seat(asked.seat);
  if (!seat) return no(Refusal::unknown_seat, "There is no seat {}.", asked.seat);
  const auto on = game.find_wager(asked.on);
  if (!on) {
    return no(Refusal::unknown_wager, "{} offers no wager '{}'.", game.name,
              rules::printable(asked.on));
  }
  std::string who = asked.bettor.value_or("");
  for (const PlacedWager& w : round.wagers()) {
    if (who.empty() && w.seat == *seat && !w.backline) who = round.bettors()[w.bettor];
  }
  if (who.empty()) {
    return no(Refusal::seat_empty, "Nobody bet at seat {} in round {}: name the bettor.",
              asked.seat, round.id);
  }
  if (auto against = usable_account("bettor", who)) return *against;
  if (who == round.player_dealer) {
    return no(Refusal::dealer_seat_bets, "{} was the player-dealer, who bets nowhere (W-seat).",
              who);
  }
  const bool his_time = !round.terms.limits.empty() && had_his_time(asking, round, who);
  auto unsettled = unsettled_part(game, round.terms, asked, who, his_time);
  if (const auto* refused = rules::refused(unsettled)) return *refused;
  const auto known = std::find(bettors.begin(), bettors.end(), who);
  const auto number = static_cast<std::uint16_t>(known - bettors.begin());
  if (known == bettors.end()) bettors.push_back(who);
  return PlacedWager{.seat = *seat,
                     .bettor = number,
                     .on = *on,
                     .backline = asked.backline,
                     .stake = asked.cents,
                     .unsettled = std::get<Cents>(unsettled)};
}

OrRefused<SettledRound> corrected(const Asking& asking, const RoundFact& round,
                                  const RequestCorrection& request) {
  const auto& was = *round.settled;
  const auto& game = was.round.game();
  std::vector<std::string> bettors = was.bettors;
  std::vector<PlacedWager> wagers(round.wagers().begin(), round.wagers().end());
  if (request.wagers) {
    if (auto against = too_many(*request.wagers)) return *against;
    wagers.clear();
    for (const WagerAsked& asked : *request.wagers) {
      auto wager = corrected_wager(asking, round, asked, bettors);
      if (const auto* refused = rules::refused(wager)) return *refused;
      wagers.push_back(std::get<PlacedWager>(wager));
    }
  }
  std::vector<rules::Card> player(was.deal.player.cards().begin(), was.deal.player.cards().end());
  std::vector<rules::Card> banker(was.deal.banker.cards().begin(), was.deal.banker.cards().end());
  for (auto [text, hand] : {std::pair{&request.player, &player}, {&request.banker, &banker}}) {
    if (!*text) continue;
    auto cards = rules::read_cards(game, **text);
    if (const auto* refused = rules::refused(cards)) return *refused;
    *hand = std::get<0>(cards);
  }
  auto deal = rules::complete_deal(game, player, banker);
  if (const auto* refused = rules::refused(deal)) return *refused;
  auto closed = settlement::ClosedRound::close(
      {.game = game,
       .schedule = round.terms.schedule ? &*round.terms.schedule : nullptr,
       .player_dealer = was.round.player_dealer(),
       .wagers = wagers,
       .bettors = bettors,
       .backline_bettors_a_seat = settlement::kMostWagers});  // today's setting is not that day's
  if (const auto* refused = rules::refused(closed)) return *refused;
  auto& right = std::get<settlement::ClosedRound>(closed);
  const auto decision = rules::decide(game, std::get<rules::Deal>(deal));
  auto settlement = settlement::settle(right, decision);
  return SettledRound{std::move(bettors), std::move(right), std::get<rules::Deal>(deal), decision,
                      std::move(settlement)};
}

std::string patron_in(const RoundFact& round, const std::optional<std::string>& bettor) {
  if (!bettor) return round.player_dealer_patron;
  const auto bettors = round.bettors();
  const auto found = std::find(bettors.begin(), bettors.end(), *bettor);
  return round.patrons[static_cast<std::size_t>(found - bettors.begin())];
}

/// Patrons of bettors whom the first record already knew; the others have none.
std::vector<std::string> patrons_again(const RoundFact& round, const SettledRound& right) {
  std::vector<std::string> patrons = round.patrons;
  patrons.resize(right.bettors.size());
  return patrons;
}

}  // namespace

No consider(const Asking& asking, const WaiveFee& c, Event& event) {
  auto found = standing_round(asking, c.round);
  if (const auto* refused = rules::refused(found)) return *refused;
  const auto& round = std::get<RoundFact>(found);
  if (auto against = usable_reason(c.reason)) return against;
  const std::string payer = c.bettor.value_or(round.player_dealer);
  const Cents fee = fee_of(round, c.bettor);
  if (fee == Cents{}) {
    return no(Refusal::fee_not_taken, "No fee was taken from {} in round {}.",
              payer.empty() ? "the player-dealer" : rules::printable(payer), c.round);
  }
  for (const Waiver& earlier : asking.records.waivers(c.round, asking.seq)) {
    if (earlier.bettor != c.bettor) continue;
    return no(Refusal::fee_waived, "The fee of {} in round {} was given back already.",
              rules::printable(payer), c.round);
  }
  event.waivers.push_back({c.round, round.table, round.shift, c.bettor, payer,
                           patron_in(round, c.bettor), fee, c.reason});
  return std::nullopt;
}

No consider(const Asking& asking, const RequestCorrection& c, Event&) {
  auto found = standing_round(asking, c.round);
  if (const auto* refused = rules::refused(found)) return *refused;
  const auto& round = std::get<RoundFact>(found);
  if (auto against = usable_reason(c.reason)) return against;
  if (!round.settled) {
    return no(Refusal::nothing_to_correct, "Round {} is void: nothing was settled in it.", c.round);
  }
  for (const auto& [id, pending] : asking.floor.corrections) {
    if (pending.request.round != c.round) continue;
    return no(Refusal::nothing_to_correct,
              "Correction {} of round {} already waits for its approval.", id, c.round);
  }
  const bool changes = c.wagers || c.player || c.banker;
  if (changes == c.strike) {
    return no(Refusal::nothing_to_correct,
              "A correction gives other wagers or cards, or strikes the "
              "round.");
  }
  if (c.strike) return std::nullopt;
  auto right = corrected(asking, round, c);
  if (const auto* refused = rules::refused(right)) return *refused;
  return std::nullopt;
}

No consider(const Asking& asking, const ApproveCorrection& c, Event& event) {
  const auto pending = asking.floor.corrections.find(c.correction);
  if (pending == asking.floor.corrections.end()) {
    return no(Refusal::unknown_correction, "No correction number {} waits for an approval.",
              c.correction);
  }
  if (pending->second.asked_by == asking.stamp.by) {
    return no(Refusal::same_person, "{} asked for this correction; somebody else approves it.",
              asking.stamp.by);
  }
  auto found = standing_round(asking, pending->second.request.round);
  if (const auto* refused = rules::refused(found)) return *refused;
  RoundFact reversal = std::get<RoundFact>(std::move(found));
  const std::int64_t wrong = reversal.id;
  auto waivers = asking.records.waivers(wrong, asking.seq);
  std::optional<RoundFact> right;
  if (!pending->second.request.strike) {
    auto settled = corrected(asking, reversal, pending->second.request);
    if (const auto* refused = rules::refused(settled)) return *refused;
    right = reversal;
    right->id = asking.floor.rounds + 2;
    right->kind = RoundFact::Kind::corrected;
    right->corrects = wrong;
    right->patrons = patrons_again(reversal, std::get<SettledRound>(settled));
    right->settled = std::get<SettledRound>(std::move(settled));
  }
  reversal.id = asking.floor.rounds + 1;
  reversal.kind = RoundFact::Kind::reversal;
  reversal.corrects = wrong;
  for (Waiver& waiver : waivers) {
    waiver.cents = -waiver.cents;
    waiver.reason = fmt::format("reversal of round {}", wrong);
    event.waivers.push_back(std::move(waiver));
  }
  event.rounds.push_back(std::move(reversal));
  if (right) event.rounds.push_back(*std::move(right));
  return std::nullopt;
}

No consider(const Asking& asking, const DropCorrection& c, Event&) {
  if (!asking.floor.corrections.contains(c.correction)) {
    return no(Refusal::unknown_correction, "No correction number {} waits for an approval.",
              c.correction);
  }
  return usable_reason(c.reason);
}

}  // namespace cardroom::table
