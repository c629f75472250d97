#include "cardroom/reports/board.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/ledger/recorder.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::reports {

namespace {

using table::Floor;
using table::TableState;

constexpr std::size_t kRoad = 20;

BoardFigures figures_told(const ShiftFigures& figures) {
  return {figures.hands, figures.action, figures.expected};
}

/// Since when nobody has the position: the end of the last turn, or when play began.
std::int64_t free_since_ms(const table::Position& position) {
  std::int64_t since = position.playing_since_ms;
  for (const auto& past : position.recent) since = std::max(since, past.to_ms);
  return since;
}

/// To whom the position is due; empty where it is held, offered, or nobody is there to take it.
std::string due_text(const LivePosition& position) {
  if (position.holder || position.offered) return "";
  if (position.due) return fmt::format("to seat {}, {}", position.due->seat, position.due->name);
  return position.declined.empty() ? "" : "everybody declined";
}

std::string phase_of(const TableState& table, const TableLine& line) {
  if (table.status != TableState::Status::open) return std::string(name(table.status));
  return line.phase.value_or("waits");
}

}  // namespace

std::string_view name(Warning warning) {
  switch (warning) {
    case Warning::position_due: return "position-due";
    case Warning::bank_exhausted: return "bank-exhausted";
    case Warning::gap: return "gap";
    case Warning::correction_waiting: return "correction-waiting";
  }
  throw rules::BrokenInvariant("R3: a warning without a name");
}

void BoardMaker::read_corrections(SQLite::Database& database, const Floor& floor) {
  std::erase_if(corrections_,
                [&](const auto& one) { return !floor.corrections.contains(one.first); });
  for (const auto& [id, pending] : floor.corrections) {
    if (corrections_.contains(id)) continue;
    SQLite::Statement row(database,
                          "SELECT g.name, e.at_ms, e.utc_offset FROM round r JOIN gaming_table g "
                          "ON g.id = r.gaming_table JOIN event e ON e.seq = ? WHERE r.id = ?");
    row.bind(1, id);
    row.bind(2, pending.request.round);
    rules::require(row.executeStep(), "L6: the round of a correction is in the book");
    corrections_[id] = {row.getColumn(0).getString(), pending.request.round, moment_at(row, 1, 2)};
  }
}

void BoardMaker::warn(const Floor& floor, const TableState& table, BoardTable& told) const {
  const auto add = [&](Warning what, const table::Moment& since, std::string text,
                       std::optional<std::int64_t> round = std::nullopt) {
    told.warnings.push_back({what, table::iso_text(since), std::move(text), round});
  };
  if (told.position && table.status == TableState::Status::open) {
    if (auto due = due_text(*told.position); !due.empty()) {
      add(Warning::position_due, ledger::moment_on(floor, free_since_ms(table.position)),
          "The position is due: " + due + '.');
    }
  }
  if (const auto* last = shift_.at(table.name).last()) {
    if (last->exhausted) {
      add(Warning::bank_exhausted, last->ended, "The bank ran out in the last hand.", last->round);
    }
    if (last->gap) {
      add(Warning::gap, last->ended, "The last hand's action lay between two tiers.", last->round);
    }
  }
  for (const auto& [id, correction] : corrections_) {
    if (correction.table != table.name) continue;
    add(Warning::correction_waiting, correction.asked,
        fmt::format("Correction {} of round {} waits for approval.", id, correction.round),
        correction.round);
  }
}

BoardTable BoardMaker::told(const Floor& floor, const TableState& table) const {
  const auto line = table_line(floor, table);
  const auto& shift = shift_.at(table.name);
  BoardTable told;
  told.table = table.name;
  told.status = line.status;
  told.phase = phase_of(table, line);
  told.game = line.game;
  told.waits_for = line.waits_for;
  told.shift = figures_told(shift.figures);
  told.road = shift.road(kRoad);
  if (table.status != TableState::Status::closed) {
    told.option = line.option;
    if (table.player_dealer_game()) told.position = live_position(floor, table);
  }
  if (const auto* last = shift.last()) {
    told.last = BoardResult{last->round, last->player, last->banker, last->winner,
                            table::iso_text(last->ended)};
  }
  warn(floor, table, told);
  return told;
}

Board BoardMaker::board(SQLite::Database& database, const Floor& floor) {
  shift_.read(database, floor);
  read_corrections(database, floor);
  Board board;
  if (floor.room) {
    board.room = floor.room->name;
    board.time_zone = floor.room->time_zone;
  }
  board.shift = live_room(floor).shift;
  board.total = figures_told(shift_.total());
  for (const auto& [name, table] : floor.tables) {
    Line& line = lines_[name];
    auto version = table::version_of(floor, *table);
    const auto changes = shift_.at(name).changes;
    if (line.version != version || line.changes != changes) {
      line = {std::move(version), changes, told(floor, *table)};
    }
    board.tables.push_back(line.told);
    if (table->status != TableState::Status::closed) ++board.open_tables;
  }
  return board;
}

}  // namespace cardroom::reports
