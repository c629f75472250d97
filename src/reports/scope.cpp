#include "cardroom/reports/scope.hpp"

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::reports {

namespace {

using rules::Refusal;
using rules::Refused;
using Statement = SQLite::Statement;

constexpr const char* kShifts =
    "SELECT s.id, s.name, s.date, s.opened_by, s.opened_ms, o.utc_offset, c.id, c.closed_by, "
    "c.closed_ms, e.utc_offset, (SELECT min(n.id) FROM shift n WHERE n.id > s.id) FROM shift s "
    "JOIN event o ON o.seq = s.id LEFT JOIN shift_close c ON c.shift = s.id "
    "LEFT JOIN event e ON e.seq = c.id ";

ShiftSpan span_in(const Statement& row, std::int64_t head) {
  ShiftSpan span;
  span.shift = row.getColumn(0).getInt64();
  span.name = row.getColumn(1).getString();
  span.date = row.getColumn(2).getString();
  span.opened_by = row.getColumn(3).getString();
  span.opened = moment_at(row, 4, 5);
  if (!row.getColumn(6).isNull()) {
    span.closed_event = row.getColumn(6).getInt64();
    span.closed_by = row.getColumn(7).getString();
    span.closed = moment_at(row, 8, 9);
  }
  span.last_event = row.getColumn(10).isNull() ? head : row.getColumn(10).getInt64() - 1;
  return span;
}

std::optional<Refused> days_not_usable(const ReportAsked& asked) {
  for (const auto& [day, flag] : {std::pair{&asked.from, "from"}, std::pair{&asked.to, "to"}}) {
    if (*day && !table::is_date(**day)) {
      return Refused{Refusal::parameter_not_usable,
                     fmt::format("'{}' is a gaming day like 2026-11-18, not '{}'.", flag,
                                 rules::printable(**day))};
    }
  }
  if (asked.from && asked.to && *asked.to < *asked.from) {
    return Refused{Refusal::parameter_not_usable,
                   fmt::format("The range runs backwards: it begins on {} and ends on {}.",
                               *asked.from, *asked.to)};
  }
  if (asked.shift && (asked.from || asked.to)) {
    return Refused{Refusal::parameter_not_usable, "Ask for a shift or for days, not for both."};
  }
  return std::nullopt;
}

/// Which shifts, as the end of the query.
std::string wanted(const ReportAsked& asked) {
  if (asked.shift) return "WHERE s.id = :shift";
  if (!asked.from && !asked.to) return "ORDER BY s.id DESC LIMIT 1";
  std::string where = "WHERE 1";
  if (asked.from) where += " AND s.date >= :from";
  if (asked.to) where += " AND s.date <= :to";
  return where + " ORDER BY s.id";
}

std::string span_text(const ReportAsked& asked, const std::vector<ShiftSpan>& shifts) {
  if (!asked.from && !asked.to) return shifts.front().text();
  if (asked.from && asked.to) return fmt::format("gaming days {} to {}", *asked.from, *asked.to);
  return asked.from ? "gaming days from " + *asked.from : "gaming days up to " + *asked.to;
}

}  // namespace

std::string ShiftSpan::text() const { return fmt::format("{} shift of {}", name, date); }

rules::OrRefused<Scope> scope_of(SQLite::Database& database, const ReportAsked& asked) {
  if (auto no = days_not_usable(asked)) return *no;
  Scope scope;
  scope.table = asked.table;
  scope.person = asked.person;
  scope.option = asked.option;
  scope.totals = asked.totals;
  if (asked.table) {
    Statement table(database, "SELECT id FROM gaming_table WHERE name = ?");
    table.bind(1, *asked.table);
    if (!table.executeStep()) {
      return Refused{Refusal::unknown_table, fmt::format("There is no table '{}' in the book.",
                                                         rules::printable(*asked.table))};
    }
    scope.table_id = table.getColumn(0).getInt64();
  }
  Statement row(database, kShifts + wanted(asked));
  if (asked.shift) row.bind(":shift", *asked.shift);
  if (asked.from) row.bind(":from", *asked.from);
  if (asked.to) row.bind(":to", *asked.to);
  const auto head = ledger::chain_head(database).seq;
  while (row.executeStep()) scope.shifts.push_back(span_in(row, head));
  if (scope.shifts.empty()) {
    return Refused{Refusal::unknown_shift,
                   asked.shift ? fmt::format("There is no shift {} in the book.", *asked.shift)
                   : asked.from || asked.to ? "There is no shift in the book on these days."
                                            : "There is no shift in the book yet."};
  }
  scope.text = span_text(asked, scope.shifts);
  return scope;
}

std::vector<Fact> scope_facts(SQLite::Database& database, const Scope& scope) {
  Statement room(database,
                 "SELECT json_extract(body, '$.name') FROM event WHERE stream = 0 AND kind = "
                 "'set-room' AND seq <= ? ORDER BY seq DESC LIMIT 1");
  room.bind(1, scope.last_event());
  const auto head = ledger::chain_head(database);
  Statement last(database, "SELECT at_ms, utc_offset FROM event WHERE seq = ?");
  last.bind(1, head.seq);
  rules::require(last.executeStep(), "L4: the last event of the log is there");
  std::vector<Fact> facts;
  if (room.executeStep())
    facts.push_back({"room", "Room", Kind::text, room.getColumn(0).getString()});
  facts.push_back({"about", "About", Kind::text, scope.text});
  if (scope.table) facts.push_back({"table", "Table", Kind::text, *scope.table});
  if (scope.option) facts.push_back({"option", "Schedule option", Kind::number, *scope.option});
  if (scope.person) facts.push_back({"person", "Person", Kind::text, *scope.person});
  facts.push_back({"as_of", "As of", Kind::moment, moment_at(last, 0, 1)});
  facts.push_back({"as_of_event", "Last event", Kind::number, head.seq});
  return facts;
}

}  // namespace cardroom::reports
