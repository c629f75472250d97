// What did not go as it usually does: hands that did not stand, wagers beyond the cover.

#include <set>

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/reports/sections.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::refused;

// --- Voided hands ----------------------------------

std::string voided_query(const Scope& scope) {
  return fmt::format(
      "SELECT r.id, e.at_ms, e.utc_offset, g.name, i.code, i.clause, i.reason, e.who, a.name, "
      "r.action, r.player_dealer_fee + r.player_fees, "
      "(SELECT -coalesce(sum(p.cents), 0) FROM entry n JOIN posting p ON p.id >= n.first_posting "
      "AND p.id < n.first_posting + n.postings JOIN account c ON c.id = p.account "
      "WHERE n.event = r.event AND n.kind = 'void' AND substr(c.name, 1, 12) = 'collections:'), "
      "o.company FROM ({}) v "
      "CROSS JOIN round r ON r.id = v.id CROSS JOIN event e ON e.seq = r.event "
      "CROSS JOIN gaming_table g ON g.id = r.gaming_table CROSS JOIN terms t ON t.id = r.terms "
      "LEFT JOIN irregularity i ON i.id = r.event LEFT JOIN account a ON a.id = r.player_dealer "
      "LEFT JOIN offer o ON o.id = r.turn WHERE 1{} ORDER BY r.id",
      voided_rounds(scope), under_option(scope));
}

void tell_voided(SQLite::Database& database, const Scope& scope, const EachRow& each) {
  each_row(database, scope, voided_query(scope), [&](const Statement& row) {
    const auto by = row.getColumn(7).getString();
    if (!asks_for(scope,
                  {by, person_in(text_at(row, 8)).value_or(""), text_at(row, 12).value_or("")})) {
      return;
    }
    each({row.getColumn(0).getInt64(), moment_at(row, 1, 2), row.getColumn(3).getString(),
          text_cell(row, 4), text_cell(row, 5), text_cell(row, 6), by, cents_at(row, 9),
          cents_at(row, 10), cents_at(row, 11)});
  });
}

// --- Corrections -----------------------------------

/// Asked for or ended in the shift, or undoing one of its rounds in a later one.
std::string corrections_query(const Scope& scope) {
  return fmt::format(
      "SELECT id FROM correction WHERE id BETWEEN ?2 AND ?3 "
      "UNION SELECT correction FROM correction_end WHERE id BETWEEN ?2 AND ?3 "
      "UNION SELECT x.correction FROM round r CROSS JOIN correction_end x ON x.id = r.event "
      "WHERE r.shift = ?1 AND r.kind = 'reversal'{} ORDER BY 1",
      at_table(scope));
}

constexpr const char* kCorrection =
    "SELECT c.id, e.at_ms, e.utc_offset, c.asked_by, g.name, c.round, x.reversal, x.replaced, "
    "f.at_ms, f.utc_offset, x.ended_by, c.reason, json_extract(f.body, '$.reason'), a.name, "
    "coalesce(n.player_dealer_fee + n.player_fees, 0) - r.player_dealer_fee - r.player_fees, "
    "coalesce(n.taken - n.paid, 0) - r.taken + r.paid, r.gaming_table, t.option, x.id, o.company "
    "FROM correction c JOIN event e ON e.seq = c.id JOIN round r ON r.id = c.round "
    "JOIN gaming_table g ON g.id = r.gaming_table JOIN terms t ON t.id = r.terms "
    "LEFT JOIN correction_end x ON x.correction = c.id LEFT JOIN event f ON f.seq = x.id "
    "LEFT JOIN account a ON a.id = r.player_dealer LEFT JOIN round n ON n.id = x.replaced "
    "LEFT JOIN offer o ON o.id = r.turn "
    "WHERE c.id = ?";

std::string state_of(const Statement& row) {
  if (row.getColumn(18).isNull()) return "waiting";
  if (row.getColumn(6).isNull()) return "dropped";
  return row.getColumn(7).isNull() ? "struck" : "replaced";
}

Row correction_row(const Statement& row) {
  const bool approved = !row.getColumn(6).isNull();
  Row cells = {row.getColumn(0).getInt64(),
               row.getColumn(4).getString(),
               row.getColumn(5).getInt64(),
               state_of(row),
               number_cell(row, 6),
               number_cell(row, 7),
               moment_at(row, 1, 2),
               row.getColumn(3).getString(),
               Cell(),
               text_cell(row, 10),
               row.getColumn(11).getString(),
               text_cell(row, 12),
               Cell(),
               Cell()};
  if (!row.getColumn(18).isNull()) cells[8] = moment_at(row, 8, 9);
  if (approved) cells[12] = cents_at(row, 14), cells[13] = cents_at(row, 15);
  return cells;
}

void tell_corrections(SQLite::Database& database, const Scope& scope, const EachRow& each) {
  std::set<std::int64_t> wanted;
  each_row(database, scope, corrections_query(scope),
           [&](const Statement& row) { wanted.insert(row.getColumn(0).getInt64()); });
  Statement row(database, kCorrection);
  for (const auto id : wanted) {
    row.reset();
    row.bind(1, id);
    rules::require(row.executeStep(), "L6: a correction that ended is in the book");
    if (scope.table_id && row.getColumn(16).getInt64() != *scope.table_id) continue;
    if (scope.option && number_at(row, 17) != scope.option) continue;
    if (!asks_for(scope,
                  {row.getColumn(3).getString(), text_at(row, 10).value_or(""),
                   person_in(text_at(row, 13)).value_or(""), text_at(row, 19).value_or("")})) {
      continue;
    }
    each(correction_row(row));
  }
}

// --- Wagers beyond the cover ------------------------

std::string uncovered_query(const Scope& scope) {
  return fmt::format(
      "SELECT r.id, r.ended_ms, e.utc_offset, g.name, b.name, w.seat, w.backline, w.space, s.game, "
      "w.result, w.stake, w.due, w.paid, w.taken, w.stake - w.unsettled - w.taken, a.name, "
      "o.company "
      "FROM round r JOIN event e ON e.seq = r.event JOIN gaming_table g ON g.id = r.gaming_table "
      "JOIN terms t ON t.id = r.terms JOIN session s ON s.id = t.session "
      "LEFT JOIN account a ON a.id = r.player_dealer LEFT JOIN offer o ON o.id = r.turn "
      "CROSS JOIN wager w ON w.id >= r.first_wager AND w.id < r.first_wager + r.wagers "
      "JOIN account b ON b.id = w.bettor "
      "WHERE {} AND r.short_paid + r.no_action > 0 AND (w.result = 'no-action' OR "
      "(w.result = 'win' AND w.paid < w.due) OR "
      "(w.result = 'lose' AND w.taken < w.stake - w.unsettled)) ORDER BY r.id, w.line",
      standing_rounds(scope));
}

void tell_uncovered(const ReportSource& source, const Scope& scope, const EachRow& each) {
  each_row(source.database, scope, uncovered_query(scope), [&](const Statement& row) {
    const auto bettor = person_in(row.getColumn(4).getString());
    if (!asks_for(scope, {bettor, person_in(text_at(row, 15)).value_or(""),
                          text_at(row, 16).value_or("")})) {
      return;
    }
    const auto game = rules::find_game(source.games, row.getColumn(8).getString());
    rules::require(refused(game) == nullptr, "L6: a round's game is in the catalogue");
    const auto& wager = std::get<const rules::Game*>(game)->wager(
        static_cast<std::uint8_t>(row.getColumn(7).getInt()));
    const auto due = cents_at(row, 11);
    const auto paid = cents_at(row, 12);
    const bool won = due > Cents{};
    const bool no_action = row.getColumn(9).getString() == "no-action";
    const Cents returned = won && !no_action ? Cents{} : cents_at(row, 14);
    each({row.getColumn(0).getInt64(), moment_at(row, 1, 2), row.getColumn(3).getString(), bettor,
          row.getColumn(5).getInt64(), std::string(wager.name),
          std::string(no_action ? "no action"
                      : won     ? "paid short"
                                : "taken short"),
          cents_at(row, 10), due, paid, cents_at(row, 13), due - paid, returned});
  });
}

}  // namespace

Section voided_hands(const ReportSource& source, const Scope& scope) {
  return {.name = "voided_hands",
          .title = "Voided hands",
          .columns = {{"round", "Round", Kind::number},
                      {"time", "Time", time_kind(scope), false, false, 1},
                      table_column(scope),
                      {"code", "Code"},
                      {"clause", "Clause", Kind::text, false, false, 2},
                      prose("reason", "Reason"),
                      {"by", "By"},
                      {"wagers_returned", "Returned", Kind::cents, true},
                      {"fees_kept", "Fee kept", Kind::cents, true},
                      {"fees_returned", "Fee back", Kind::cents, true}},
          .rows = [&database = source.database,
                   scope](const EachRow& each) { tell_voided(database, scope, each); },
          .none = "No hand was voided."};
}

Section corrections(const ReportSource& source, const Scope& scope) {
  const auto time = time_kind(scope);
  return {.name = "corrections",
          .title = "Corrections",
          .columns = {{"correction", "Number", Kind::number, false, false, 1},
                      {"table", "Table", Kind::text, false, false, scope.table ? 9 : 5},
                      {"round", "Round", Kind::number},
                      {"state", "State"},
                      {"reversal", "Undone", Kind::number, false, false, 2},
                      {"replacement", "Now", Kind::number},
                      {"asked", "Asked", time, false, false, 3},
                      {"asked_by", "Asked by"},
                      {"ended", "Ended", time, false, false, 4},
                      {"ended_by", "Ended by"},
                      prose("reason", "Reason"),
                      {"drop_reason", "Dropped because", Kind::text, false, false, 8},
                      {"fees", "Fees", Kind::net, true},
                      {"player_dealer_net", "P-D net", Kind::net, true}},
          .rows = [&database = source.database,
                   scope](const EachRow& each) { tell_corrections(database, scope, each); },
          .none = "No hand was corrected."};
}

Section uncovered_wagers(const ReportSource& source, const Scope& scope) {
  return {.name = "uncovered_wagers",
          .title = "Wagers that the cover did not reach (S-cover)",
          .columns = {{"round", "Round", Kind::number},
                      {"time", "Time", time_kind(scope), false, false, 7},
                      table_column(scope),
                      {"bettor", "Bettor"},
                      {"seat", "Seat", Kind::number, false, false, 6},
                      {"wager", "Wager"},
                      {"outcome", "Outcome", Kind::text, false, false, 5},
                      {"stake", "Stake", Kind::cents, true},
                      {"due", "Due", Kind::cents, true},
                      {"paid", "Paid", Kind::cents, true},
                      {"taken", "Taken", Kind::cents, true},
                      {"unpaid", "Unpaid", Kind::cents, true, false, 4},
                      {"returned", "Returned", Kind::cents, true, false, 3}},
          .rows = [source, scope](const EachRow& each) { tell_uncovered(source, scope, each); },
          .none = "The cover reached every wager."};
}

}  // namespace cardroom::reports
