#include "cardroom/reports/round_explained.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cardroom/rules/deal.hpp"
#include "cardroom/settlement/entry.hpp"

namespace cardroom::reports {

namespace {

using rules::Cents;
using rules::dollars_text;
using rules::signed_dollars_text;
using settlement::Account;
using settlement::Line;
using settlement::Result;
using table::SettledRound;
using Align = TextTable::Align;

std::string head(const SettledRound& settled, const Ink& ink) {
  const auto& round = settled.round;
  std::string out = ink.heading(round.game().title) + fmt::format(" ({})", round.game().name);
  if (round.fees()) {
    out += fmt::format(", schedule option {}", round.fees()->option);
  } else if (round.player_dealer()) {
    out += ", no schedule named: limits and fees are not looked at";
  }
  out += '\n';
  if (const auto& dealer = round.player_dealer()) {
    const bool consumed = dealer->cover == rules::CoverRule::consumed;
    out +=
        fmt::format("Player-dealer at seat {} with {}, cover {} (S-cover)\n", dealer->seat.number(),
                    dollars_text(dealer->wager), consumed ? "consumed" : "running");
  } else {
    out += "Banked by the house (H-bank)\n";
  }
  return out;
}

/// Every drawing decision after the first four cards, with its clause.
std::string drawing(const SettledRound& settled) {
  const auto& game = settled.round.game();
  const auto player = settled.deal.player.cards();
  const auto banker = settled.deal.banker.cards();
  std::string out;
  for (std::size_t p = 2; p <= player.size(); ++p) {
    for (std::size_t b = 2; b <= banker.size(); ++b) {
      if (b == 3 && p < player.size()) continue;  // Player's third card comes first
      auto progress = rules::deal_so_far(game, player.first(p), banker.first(b));
      out += "  " + rules::next_card_text(game, std::get<rules::Progress>(progress)) + '\n';
    }
  }
  return out;
}

std::string deal_part(const SettledRound& settled, const Ink& ink) {
  const auto& game = settled.round.game();
  const auto& score = settled.decision.score;
  TextTable hands({Align::left, Align::left, Align::right});
  hands.row({"Player", rules::write_cards(game, settled.deal.player),
             std::to_string(score.player_total)});
  hands.row({"Banker", rules::write_cards(game, settled.deal.banker),
             std::to_string(score.banker_total)});
  std::string out = '\n' + ink.heading("The deal") + '\n' + hands.text() + drawing(settled);
  const auto winner = score.winner();
  if (winner == rules::Winner::tie) {
    out += fmt::format("  Tie, {} each", score.player_total);
  } else {
    out += winner == rules::Winner::player
               ? fmt::format("  Player wins, {} over {}", score.player_total, score.banker_total)
               : fmt::format("  Banker wins, {} over {}", score.banker_total, score.player_total);
  }
  const rules::OutcomeSet* told = nullptr;
  for (std::size_t i = 0; i < game.wagers.size(); ++i) {
    const auto* set = game.wagers[i].decided_by;
    const auto outcome = settled.decision.outcome[i];
    const bool plain = set != game.wagers[0].decided_by && outcome == 0;
    if (set != told && !plain) out += fmt::format(" [{}]", set->outcomes[outcome].name);
    if (i == 0) told = set;
  }
  return out + '\n';
}

std::string wager_name(const SettledRound& settled, std::uint16_t wager) {
  const auto& placed = settled.round.wagers()[wager];
  return std::string(settled.round.game().wager(placed.on).label);
}

std::string bettor_name(const SettledRound& settled, std::uint16_t wager) {
  const auto& placed = settled.round.wagers()[wager];
  return settled.bettors[placed.bettor] + (placed.backline ? " (back)" : "");
}

/// How the backline wagers lie on the felt, one line a bettor.
std::string backline_part(const SettledRound& settled) {
  std::string out;
  std::vector<std::pair<rules::Seat, std::uint16_t>> told;
  for (const auto& wager : settled.round.wagers()) {
    const auto place =
        settlement::backline_place(settled.round.game(), settled.round.wagers(), wager);
    const std::pair who{wager.seat, wager.bettor};
    if (!place || std::find(told.begin(), told.end(), who) != told.end()) continue;
    told.push_back(who);
    const bool beside = *place == settlement::BacklinePlace::beside;
    out += fmt::format("{} bets {} the wagers of seat {} (F7-table.4)\n",
                       settled.bettors[wager.bettor], beside ? "beside" : "above or below",
                       wager.seat.number());
  }
  return out;
}

std::string fee_part(const SettledRound& settled, const Ink& ink) {
  const auto& fees = settled.round.fees();
  if (!fees) return {};
  TextTable rows({Align::left, Align::left, Align::right, Align::left});
  const bool by_action = fees->players.empty();
  rows.row({"player-dealer", "", dollars_text(fees->player_dealer),
            by_action ? "F7-fees.7" : "F7-fees.2"});
  for (const auto& fee : fees->players) {
    rows.row({bettor_name(settled, fee.wager), wager_name(settled, fee.wager),
              dollars_text(fee.fee), "F7-fees.2"});
  }
  rows.row({"total", "", dollars_text(fees->total), ""});
  return '\n' + ink.heading("Fees, fixed before the first card") +
         fmt::format(" (action {}{})\n", dollars_text(fees->action),
                     fees->gap ? ", between two printed tiers: gap, C-gap" : "") +
         rows.text();
}

std::string result_text(const SettledRound& settled, const Line& line) {
  const Cents whole = settled.round.wagers()[line.wager].in_action();
  switch (line.result) {
    case Result::win:
      return "win " + dollars_text(line.paid) +
             (line.paid < line.due ? " of " + dollars_text(line.due) : "");
    case Result::lose:
      return "lose " + dollars_text(line.taken) +
             (line.taken < whole ? " of " + dollars_text(whole) : "");
    case Result::push: return "push";
    case Result::no_action: return "no action";
  }
  throw rules::BrokenInvariant("R3: a result outside the list");
}

std::string settlement_part(const SettledRound& settled, const Ink& ink) {
  const bool covered = settled.round.player_dealer().has_value();
  std::vector<Align> columns = {Align::right, Align::right, Align::left,  Align::left,
                                Align::right, Align::left,  Align::right, Align::right};
  columns.push_back(Align::left);
  TextTable rows(columns);
  rows.row({"#", "Seat", "Bettor", "Wager", "Stake", "Result", "Back", covered ? "Cover" : "",
            "Clause"});
  int number = 0;
  for (const Line& line : settled.settlement.lines) {
    const auto& placed = settled.round.wagers()[line.wager];
    rows.row({std::to_string(++number), std::to_string(placed.seat.number()),
              bettor_name(settled, line.wager), wager_name(settled, line.wager),
              dollars_text(placed.stake), result_text(settled, line), dollars_text(line.returned),
              covered ? dollars_text(line.cover_after) : "",
              std::string(settlement::clause(settled.round, settled.decision, line))});
  }
  return '\n' + ink.heading("Settlement, in the order of ") +
         ink.heading(settled.round.game().order_clause) + '\n' + rows.text();
}

/// The balanced entry behind the settlement, one line an account that moved.
std::string result_part(const SettledRound& settled, const Ink& ink) {
  const auto& totals = settled.settlement.totals;
  const auto entry = settlement::play_entry(settled.round, settled.settlement.lines);
  std::vector<Cents> nets(settled.bettors.size());
  for (const auto& posting : entry.postings()) {
    if (posting.account.holder == Account::Holder::bettor) {
      nets[posting.account.bettor] += posting.amount;
    }
  }
  TextTable rows({Align::left, Align::right});
  const bool dealer = settled.round.player_dealer().has_value();
  rows.row({dealer ? "player-dealer" : "house", signed_dollars_text(totals.bank_net())});
  for (std::size_t i = 0; i < nets.size(); ++i) {
    rows.row({settled.bettors[i], signed_dollars_text(nets[i])});
  }
  std::string out = '\n' + ink.heading("From play, before fees") + '\n' + rows.text();
  if (dealer) {
    out +=
        fmt::format("  Cover left {}{}\n", dollars_text(totals.cover_left),
                    totals.exhausted ? ": " + ink.bad("the wager is exhausted (F7-type.3)") : "");
  }
  return out;
}

}  // namespace

std::string explain(const SettledRound& settled, const Ink& ink) {
  return head(settled, ink) + backline_part(settled) + deal_part(settled, ink) +
         fee_part(settled, ink) + settlement_part(settled, ink) + result_part(settled, ink);
}

}  // namespace cardroom::reports
