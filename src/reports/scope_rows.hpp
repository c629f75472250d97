#pragma once

// How the shifts of a scope are asked of the book, one after the other.

#include <initializer_list>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "cardroom/reports/scope.hpp"

namespace cardroom::reports {

/// " AND r.gaming_table = ?4", where the scope names a table: written only then, as the index on
/// shift and table is not used for a condition that may be none.
inline std::string at_table(const Scope& scope, std::string_view column = "r.gaming_table") {
  return scope.table_id ? fmt::format(" AND {} = ?4", column) : std::string();
}

/// The same of the schedule option; `t` are the terms of the round.
inline std::string under_option(const Scope& scope, std::string_view column = "t.option") {
  return scope.option ? fmt::format(" AND {} = ?5", column) : std::string();
}

/// Rounds of the scope that no correction undid, as a condition on `r`.
inline std::string standing_rounds(const Scope& scope) {
  return fmt::format(
      "r.shift = ?1{}{} AND r.kind IN ('settled', 'corrected') AND NOT EXISTS (SELECT 1 FROM "
      "round undone WHERE undone.corrects = r.id AND undone.kind = 'reversal')",
      at_table(scope), under_option(scope));
}

/// The ids of rounds that were voided: the shift's in which their bets were closed, and where they
/// were void before that, the shift's in whose events they ended.
inline std::string voided_rounds(const Scope& scope) {
  return fmt::format(
      "SELECT r.id FROM round r WHERE r.shift = ?1 AND r.kind = 'voided'{0} UNION ALL "
      "SELECT r.id FROM irregularity i CROSS JOIN round r ON r.id = i.round "
      "WHERE i.id BETWEEN ?2 AND ?3 AND r.shift IS NULL AND r.kind = 'voided'{0}",
      at_table(scope));
}

/// Runs `sql` for each shift, with ?1 the shift, ?2 and ?3 its first and last event, ?4 the table's
/// id and ?5 the option.
template <class Each>
void each_row(SQLite::Database& database, const Scope& scope, const std::string& sql, Each each) {
  SQLite::Statement row(database, sql);
  const int asked = row.getBindParameterCount();
  for (const auto& span : scope.shifts) {
    row.reset();
    row.bind(1, span.shift);
    if (asked > 1) row.bind(2, span.shift);
    if (asked > 2) row.bind(3, span.last_event);
    if (asked > 3 && scope.table_id) row.bind(4, *scope.table_id);
    if (asked > 4 && scope.option) row.bind(5, *scope.option);
    while (row.executeStep()) each(row);
  }
}

/// Whether the scope asks for one of these: staff by their sign-in, players by their name with the
/// patron's number or without, companies by theirs.
inline bool asks_for(const Scope& scope, std::initializer_list<std::string_view> names) {
  if (!scope.person) return true;
  const std::string_view wanted = scope.person->name;
  for (const auto name : names) {
    if (name == wanted) return true;
    if (name.starts_with(wanted) && name.substr(wanted.size()).starts_with(" #")) return true;
  }
  return false;
}

/// Says nothing new on the page of one table, so it is the first to go there.
inline Column table_column(const Scope& scope) {
  return {"table", "Table", Kind::text, false, false, scope.table ? 9 : 0};
}

/// The time alone where all of a report is one shift, which names its day; scripts get the day in
/// any case.
inline Kind time_kind(const Scope& scope) {
  return scope.shifts.size() > 1 ? Kind::moment : Kind::clock;
}

}  // namespace cardroom::reports
