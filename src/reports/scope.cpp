#include "cardroom/reports/scope.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/ledger/records.hpp"
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

std::optional<Refused> narrow_to_table(SQLite::Database& database,
                                       const std::optional<std::string>& table, Scope& scope) {
  if (!table) return std::nullopt;
  Statement row(database, "SELECT id FROM gaming_table WHERE name = ?");
  row.bind(1, *table);
  if (!row.executeStep()) {
    return Refused{Refusal::unknown_table,
                   fmt::format("There is no table '{}' in the book.", rules::printable(*table))};
  }
  scope.table = table;
  scope.table_id = row.getColumn(0).getInt64();
  return std::nullopt;
}

/// Accounts whose names `asks_for` takes for this person's.
constexpr const char* kAccountsOf =
    "SELECT id, name FROM account WHERE name IN ('bettors:' || ?1, 'player-dealers:' || ?1) "
    "OR (name >= 'bettors:' || ?1 || ' #' AND name < 'bettors:' || ?1 || ' $') "
    "OR (name >= 'player-dealers:' || ?1 || ' #' AND name < 'player-dealers:' || ?1 || ' $')";

/// Whoever neither wagered nor answered an offer has no account, and only the log knows him. It is
/// read from end to end, for such a name or one that nobody has.
constexpr const char* kSeatedAs =
    "SELECT 1 FROM event WHERE kind IN ('seat', 'add-backline') AND "
    "?1 IN (json_extract(body, '$.name'), json_extract(body, '$.provider.company'), "
    "json_extract(body, '$.name') || ' #' || json_extract(body, '$.patron')) LIMIT 1";

bool any_row(SQLite::Database& database, const char* sql, const std::string& name) {
  Statement row(database, sql);
  row.bind(1, name);
  return row.executeStep();
}

PersonAsked person_called(SQLite::Database& database, const std::string& name) {
  PersonAsked person{name, {}, {}, false};
  person.works_here = any_row(database, "SELECT 1 FROM staff WHERE person = ?", name);
  std::set<std::string> holders;
  Statement row(database, kAccountsOf);
  row.bind(1, name);
  while (row.executeStep()) {
    person.accounts.push_back(row.getColumn(0).getInt64());
    holders.insert(person_in(row.getColumn(1).getString()));
  }
  person.holders.assign(holders.begin(), holders.end());
  return person;
}

std::optional<Refused> narrow_to_person(SQLite::Database& database,
                                        const std::optional<std::string>& name, Scope& scope) {
  if (!name) return std::nullopt;
  auto person = person_called(database, *name);
  const bool known =
      person.works_here || !person.accounts.empty() || any_row(database, kSeatedAs, *name);
  if (!known) {
    return Refused{Refusal::unknown_person,
                   fmt::format("Nobody called '{}' has played or works here, and no provider is "
                               "called so; a player is named as he was seated, like 'Ann' or "
                               "'Ann #1001'.",
                               rules::printable(*name))};
  }
  scope.person = std::move(person);
  return std::nullopt;
}

std::optional<Refused> narrow_to_option(const ReportSource& source,
                                        std::optional<std::int64_t> option, Scope& scope) {
  if (!option) return std::nullopt;
  const auto floor = ledger::reading_floor(source.database, source.games);
  const auto& books = *floor.books;
  const bool known = std::any_of(books.begin(), books.end(), [&](const auto& book) {
    return rules::refused(book.second.find(*option)) == nullptr;
  });
  if (!known) {
    return Refused{Refusal::unknown_schedule,
                   fmt::format("No schedule in this book has an option {}.", *option)};
  }
  scope.option = option;
  return std::nullopt;
}

/// Whose figures these are, where the name that was asked for does not say it.
std::string included(const PersonAsked& person) {
  if (person.holders == std::vector{person.name}) return "";
  std::string names;
  for (const auto& holder : person.holders) rules::append_listed(names, holder);
  return names;
}

}  // namespace

std::string ShiftSpan::text() const { return fmt::format("{} shift of {}", name, date); }

rules::OrRefused<Scope> scope_of(const ReportSource& source, const ReportAsked& asked) {
  if (auto no = days_not_usable(asked)) return *no;
  auto& database = source.database;
  Scope scope;
  scope.totals = asked.totals;
  if (auto no = narrow_to_table(database, asked.table, scope)) return *no;
  if (auto no = narrow_to_person(database, asked.person, scope)) return *no;
  if (auto no = narrow_to_option(source, asked.option, scope)) return *no;
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

std::optional<Refused> no_player(SQLite::Database& database, const std::string& person,
                                 std::string_view report) {
  const auto called = person_called(database, person);
  if (!called.works_here || !called.accounts.empty() || any_row(database, kSeatedAs, person)) {
    return std::nullopt;
  }
  return Refused{Refusal::unknown_person,
                 fmt::format("{0} works here; report {1} knows who played: ask report exceptions "
                             "--person {0}.",
                             person, report)};
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
  if (scope.person) {
    facts.push_back({"person", "Person", Kind::text, scope.person->name});
    if (auto names = included(*scope.person); !names.empty()) {
      facts.push_back({"included", "Included", Kind::text, std::move(names)});
    }
  }
  facts.push_back({"as_of", "As of", Kind::moment, moment_at(last, 0, 1)});
  facts.push_back({"as_of_event", "Last event", Kind::number, head.seq});
  return facts;
}

}  // namespace cardroom::reports
