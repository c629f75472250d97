#include "cardroom/reports/shift_totals.hpp"

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;

/// Runs `sql`; its first column is a table's name, its parameters are `first` and `second`.
template <class Add>
void each_table(SQLite::Database& database, const char* sql, std::int64_t first,
                std::optional<std::int64_t> second, FiguresByTable& tables, Add add) {
  Statement row(database, sql);
  row.bind(1, first);
  if (second) row.bind(2, *second);
  while (row.executeStep()) add(tables[row.getColumn(0).getString()], row);
}

/// What belongs to the shift whose events lie around it: offers and turns.
void add_events(SQLite::Database& database, const ShiftSpan& span, FiguresByTable& tables) {
  const auto each = [&](const char* sql, auto add) {
    each_table(database, sql, span.shift, span.last_event, tables, add);
  };
  each(
      "SELECT g.name, count(*), sum(accepted = 0) FROM offer o JOIN gaming_table g ON "
      "g.id = o.gaming_table WHERE o.id BETWEEN ?1 AND ?2 GROUP BY g.id",
      [](ShiftFigures& figures, const Statement& row) {
        figures.offers = row.getColumn(1).getInt64();
        figures.declined = row.getColumn(2).getInt64();
      });
  each(
      "SELECT g.name, count(*) FROM turn t JOIN gaming_table g ON g.id = t.gaming_table "
      "WHERE t.id BETWEEN ?1 AND ?2 GROUP BY g.id",
      [](ShiftFigures& figures, const Statement& row) {
        figures.turns = row.getColumn(1).getInt64();
      });
}

void add_voided(SQLite::Database& database, const Scope& scope, FiguresByTable& tables) {
  const auto sql = fmt::format(
      "SELECT g.name FROM ({}) v CROSS JOIN round r ON r.id = v.id "
      "CROSS JOIN gaming_table g ON g.id = r.gaming_table",
      voided_rounds(scope));
  each_row(database, scope, sql,
           [&](const Statement& row) { ++tables[row.getColumn(0).getString()].voided; });
}

void add_count(SQLite::Database& database, std::int64_t shift, FiguresByTable& tables) {
  each_table(database,
             "SELECT g.name, d.cents FROM drop_count d JOIN gaming_table g ON g.id = "
             "d.gaming_table WHERE d.shift = ? AND NOT EXISTS (SELECT 1 FROM drop_count n "
             "WHERE n.recounts = d.id)",
             shift, {}, tables, [](ShiftFigures& figures, const Statement& row) {
               figures.counted = figures.counted.value_or(Cents{}) + cents_at(row, 1);
             });
}

std::int64_t id_of(SQLite::Database& database, const std::string& table) {
  Statement row(database, "SELECT id FROM gaming_table WHERE name = ?");
  row.bind(1, table);
  rules::require(row.executeStep(), "L6: a table with figures has a name");
  return row.getColumn(0).getInt64();
}

}  // namespace

void add_rounds(SQLite::Database& database, const SumsAsked& asked, FiguresByTable& tables) {
  Statement row(database,
                std::string("SELECT g.name, sum(CASE kind WHEN 'settled' THEN 1 WHEN 'corrected' "
                            "THEN 1 WHEN 'reversal' THEN -1 ELSE 0 END), "
                            "sum(CASE kind WHEN 'reversal' THEN -gap ELSE gap END), sum(CASE kind "
                            "WHEN 'reversal' THEN -exhausted ELSE exhausted END), "
                            "sum(short_paid), sum(no_action), sum(action), "
                            "sum(player_dealer_fee), sum(player_fees) FROM round r "
                            "JOIN gaming_table g ON g.id = r.gaming_table WHERE ") +
                    rows_of_shift(asked, "r") + " GROUP BY g.id");
  bind(row, asked);
  while (row.executeStep()) {
    ShiftFigures& figures = tables[row.getColumn(0).getString()];
    figures.hands += row.getColumn(1).getInt64();
    figures.gap_hands += row.getColumn(2).getInt64();
    figures.exhausted += row.getColumn(3).getInt64();
    figures.short_paid += row.getColumn(4).getInt64();
    figures.no_action += row.getColumn(5).getInt64();
    figures.action += cents_at(row, 6);
    figures.player_dealer_fees += cents_at(row, 7);
    figures.player_fees += cents_at(row, 8);
    figures.expected += cents_at(row, 7) + cents_at(row, 8);
  }
}

void add_waivers(SQLite::Database& database, const SumsAsked& asked, FiguresByTable& tables) {
  Statement row(database,
                "SELECT g.name, sum(cents) FROM waiver w JOIN gaming_table g ON g.id = "
                "w.gaming_table WHERE " +
                    rows_of_shift(asked, "w") + " GROUP BY g.id");
  bind(row, asked);
  while (row.executeStep()) {
    ShiftFigures& figures = tables[row.getColumn(0).getString()];
    figures.waived += cents_at(row, 1);
    figures.expected -= cents_at(row, 1);
  }
}

std::string rows_of_shift(const SumsAsked& asked, std::string_view row) {
  // With a shift's first rows the index by shift is short; with the newest, the row's number is.
  return asked.after == 0
             ? fmt::format("{0}.shift = :shift AND +{0}.id > :after AND +{0}.id <= :last", row)
             : fmt::format("+{0}.shift = :shift AND {0}.id > :after AND {0}.id <= :last", row);
}

void bind(Statement& row, const SumsAsked& asked) {
  row.bind(":shift", asked.shift);
  row.bind(":after", asked.after);
  row.bind(":last", asked.last);
}

void add_to(ShiftFigures& total, const ShiftFigures& one) {
  total.hands += one.hands;
  total.voided += one.voided;
  total.gap_hands += one.gap_hands;
  total.exhausted += one.exhausted;
  total.short_paid += one.short_paid;
  total.no_action += one.no_action;
  total.offers += one.offers;
  total.declined += one.declined;
  total.turns += one.turns;
  total.action += one.action;
  total.player_dealer_fees += one.player_dealer_fees;
  total.player_fees += one.player_fees;
  total.waived += one.waived;
  total.expected += one.expected;
  if (!one.counted) return;
  total.counted = total.counted.value_or(Cents{}) + *one.counted;
  total.variance = total.variance.value_or(Cents{}) + *one.variance;
}

ShiftTotals shift_totals(SQLite::Database& database, const Scope& scope) {
  const auto& span = scope.shifts.front();
  FiguresByTable tables;
  add_rounds(database, {span.shift}, tables);
  add_waivers(database, {span.shift}, tables);
  add_events(database, span, tables);
  add_voided(database, scope, tables);
  add_count(database, span.shift, tables);
  ShiftTotals totals;
  for (auto& [name, figures] : tables) {
    if (scope.table && *scope.table != name) continue;
    if (figures.counted) figures.variance = *figures.counted - figures.expected;
    add_to(totals.total, figures);
    totals.tables.push_back({name, id_of(database, name), std::move(figures)});
  }
  return totals;
}

}  // namespace cardroom::reports
