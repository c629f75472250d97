#include "cardroom/reports/running_shift.hpp"

#include <algorithm>

#include "book_rows.hpp"

namespace cardroom::reports {

namespace {

/// The number of the last waiver as of an event.
std::int64_t last_waiver(SQLite::Database& database, std::int64_t event) {
  SQLite::Statement row(database,
                        "SELECT id FROM waiver WHERE event <= ? ORDER BY id DESC LIMIT 1");
  row.bind(1, event);
  return row.executeStep() ? row.getColumn(0).getInt64() : 0;
}

RunningShift::Hand hand_in(const SQLite::Statement& row) {
  return {row.getColumn(1).getInt64(),    row.getColumn(4).getString(),
          row.getColumn(5).getString(),   row.getColumn(6).getString(),
          moment_at(row, 7, 8),           row.getColumn(9).getInt() != 0,
          row.getColumn(10).getInt() != 0};
}

}  // namespace

char letter_of(std::string_view winner) {
  return winner == "player" ? 'P' : winner == "banker" ? 'B' : 'T';
}

const RunningShift::Hand* RunningShift::AtTable::last() const {
  const auto found =
      std::find_if(hands.rbegin(), hands.rend(), [](const Hand& hand) { return hand.stands; });
  return found == hands.rend() ? nullptr : &*found;
}

std::string RunningShift::AtTable::road(std::size_t most) const {
  std::string road;
  for (auto hand = hands.rbegin(); hand != hands.rend() && road.size() < most; ++hand) {
    if (!hand->stands || hand->winner.empty()) continue;
    road += letter_of(hand->winner);
  }
  std::reverse(road.begin(), road.end());
  return road;
}

void RunningShift::read(SQLite::Database& database, const table::Floor& floor) {
  const std::int64_t shift = floor.shift ? floor.shift->id : 0;
  if (shift != shift_) {
    shift_ = shift;
    rounds_ = waivers_ = 0;
    tables_.clear();
  }
  if (shift == 0) return;
  const SumsAsked rounds{shift, rounds_, floor.rounds};
  const SumsAsked waivers{shift, waivers_, last_waiver(database, floor.events)};
  if (rounds.after == rounds.last && waivers.after == waivers.last) return;
  add_figures(database, rounds, waivers);
  add_hands(database, rounds);
  rounds_ = rounds.last;
  waivers_ = waivers.last;
}

void RunningShift::add_figures(SQLite::Database& database, const SumsAsked& rounds,
                               const SumsAsked& waivers) {
  FiguresByTable added;
  if (rounds.after < rounds.last) add_rounds(database, rounds, added);
  if (waivers.after < waivers.last) add_waivers(database, waivers, added);
  for (const auto& [name, figures] : added) {
    AtTable& table = tables_[name];
    add_to(table.figures, figures);
    table.changes = ++changes_;
  }
}

void RunningShift::add_hands(SQLite::Database& database, const SumsAsked& rounds) {
  if (rounds.after == rounds.last) return;
  SQLite::Statement row(database,
                        "SELECT g.name, r.id, r.kind, r.corrects, r.player, r.banker, r.winner, "
                        "r.ended_ms, e.utc_offset, r.gap, r.exhausted FROM round r "
                        "JOIN gaming_table g ON g.id = r.gaming_table "
                        "JOIN event e ON e.seq = r.event WHERE " +
                            rows_of_shift(rounds, "r") + " ORDER BY r.id");
  bind(row, rounds);
  while (row.executeStep()) {
    auto& hands = tables_[row.getColumn(0).getString()].hands;
    const std::string kind = row.getColumn(2).getString();
    if (kind == "settled" || kind == "voided") {
      hands.push_back(hand_in(row));
      hands.back().stands = kind == "settled";
      continue;
    }
    const auto undone = row.getColumn(3).getInt64();
    const auto hand = std::find_if(hands.rbegin(), hands.rend(),
                                   [&](const Hand& one) { return one.round == undone; });
    if (hand == hands.rend()) continue;
    if (kind == "reversal") {
      hand->stands = false;
    } else {
      const auto played = hand->ended;
      *hand = hand_in(row);
      hand->ended = played;
    }
  }
}

const RunningShift::AtTable& RunningShift::at(const std::string& table) const {
  static const AtTable nothing;
  const auto found = tables_.find(table);
  return found == tables_.end() ? nothing : found->second;
}

ShiftFigures RunningShift::total() const {
  ShiftFigures total;
  for (const auto& [name, table] : tables_) add_to(total, table.figures);
  return total;
}

}  // namespace cardroom::reports
