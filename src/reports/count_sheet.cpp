// The count of a shift's boxes as 4 CCR 12385 wants it: what was counted, by whom, when; a figure
// that was corrected stays legible. Or the same to be filled in by hand.

#include <algorithm>

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/reports/sections.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::refused;

constexpr int kCountersOnForm = 3;
constexpr const char* kLine = "____________";

/// A count with the one it corrects, if it does.
struct Count {
  std::int64_t id = 0;
  std::string table, box, counters, recorded_by;
  Cents cents;
  Moment time;
  bool stands = false;
  std::optional<std::int64_t> recounts;
  std::optional<Cents> struck;
  std::optional<std::string> reason;
};

std::vector<Count> counts_of(SQLite::Database& database, std::int64_t shift) {
  Statement row(database,
                "SELECT d.id, g.name, d.box, d.cents, d.counters, e.at_ms, e.utc_offset, e.who, "
                "NOT EXISTS (SELECT 1 FROM drop_count n WHERE n.recounts = d.id), d.recounts, "
                "w.cents, d.reason FROM drop_count d JOIN gaming_table g ON g.id = d.gaming_table "
                "JOIN event e ON e.seq = d.id LEFT JOIN drop_count w ON w.id = d.recounts "
                "WHERE d.shift = ? ORDER BY d.gaming_table, d.id");
  row.bind(1, shift);
  std::vector<Count> counts;
  while (row.executeStep()) {
    Count count;
    count.id = row.getColumn(0).getInt64();
    count.table = row.getColumn(1).getString();
    count.box = row.getColumn(2).getString();
    count.cents = cents_at(row, 3);
    count.counters = row.getColumn(4).getString();
    count.time = moment_at(row, 5, 6);
    count.recorded_by = row.getColumn(7).getString();
    count.stands = row.getColumn(8).getInt() != 0;
    count.recounts = number_at(row, 9);
    count.struck = money_at(row, 10);
    count.reason = text_at(row, 11);
    counts.push_back(std::move(count));
  }
  return counts;
}

/// Tables that were open at some time of the shift. `uncounted`: those of them whose fees are in a
/// box that nobody has counted.
std::vector<std::string> open_tables(SQLite::Database& database, const ShiftSpan& span,
                                     bool uncounted) {
  std::string query =
      "SELECT DISTINCT g.name FROM session s JOIN gaming_table g ON g.id = s.gaming_table "
      "LEFT JOIN session_close c ON c.session = s.id WHERE s.id <= ?2 AND "
      "(c.id IS NULL OR c.id > ?1)";
  if (uncounted) {
    query +=
        " AND EXISTS (SELECT 1 FROM terms t WHERE t.session = s.id AND t.book IS NOT NULL) AND "
        "NOT EXISTS (SELECT 1 FROM drop_count d WHERE d.shift = ?1 AND "
        "d.gaming_table = s.gaming_table)";
  }
  Statement row(database, query + " ORDER BY g.id");
  row.bind(1, span.shift);
  row.bind(2, span.closed ? span.closed_event : span.last_event);
  std::vector<std::string> tables;
  while (row.executeStep()) tables.push_back(row.getColumn(0).getString());
  return tables;
}

Cell or_nothing(const std::optional<std::string>& text) { return text ? Cell(*text) : Cell(); }
Cell or_nothing(const std::optional<Cents>& cents) { return cents ? Cell(*cents) : Cell(); }

Section boxes_section(const std::vector<Count>& counts) {
  std::vector<Row> rows;
  for (const auto& count : counts) {
    if (!count.stands) continue;
    rows.push_back({count.table, count.box, or_nothing(count.struck), count.cents, count.time,
                    count.counters, count.id});
  }
  Section section{.name = "boxes", .title = "Boxes"};
  section.columns = {{"table", "Table"},
                     {"box", "Box"},
                     {"struck", "Struck", Kind::cents},
                     {"amount", "Amount", Kind::cents, true},
                     {"time", "Counted at", Kind::moment},
                     {"counters", "Counted by"},
                     {"count", "Count", Kind::number, false, false, 1}};
  section.rows = rows_of(std::move(rows));
  section.none = "No box of this shift has been counted.";
  return section;
}

Section corrections_section(const std::vector<Count>& counts) {
  std::vector<Row> rows;
  for (const auto& count : counts) {
    if (!count.recounts) continue;
    rows.push_back({count.table, count.box, or_nothing(count.struck), count.cents, count.time,
                    or_nothing(count.reason), count.recorded_by, std::string(kLine)});
  }
  Section section{.name = "recounts", .title = "Corrections"};
  section.columns = {{"table", "Table"},
                     {"box", "Box"},
                     {"struck", "Struck", Kind::cents},
                     {"amount", "Amount", Kind::cents},
                     {"time", "At", Kind::moment},
                     prose("reason", "Reason"),
                     {"by", "Recorded by", Kind::text, false, false, 1},
                     {"initials", "Initials, date"}};
  section.rows = rows_of(std::move(rows));
  section.none = "No count was corrected.";
  return section;
}

void add_counted(Report& report, SQLite::Database& database, const ShiftSpan& span) {
  const auto counts = counts_of(database, span.shift);
  const auto boxes =
      std::count_if(counts.begin(), counts.end(), [](const Count& count) { return count.stands; });
  std::vector<std::string> counters;
  Cents amount;
  for (const auto& count : counts) {
    if (count.stands) amount += count.cents;
    std::string_view rest = count.counters;
    while (!rest.empty()) {
      const auto name = rest.substr(0, rest.find(", "));
      rest.remove_prefix(std::min(rest.size(), name.size() + 2));
      if (std::find(counters.begin(), counters.end(), name) == counters.end())
        counters.emplace_back(name);
    }
  }
  std::vector<Moment> times;  // of the count itself: a recount has its own, beside its reason
  for (const auto& count : counts) {
    if (!count.recounts) times.push_back(count.time);
  }
  if (!times.empty()) {
    const auto earlier = [](const Moment& a, const Moment& b) { return a.ms < b.ms; };
    const auto [first, last] = std::minmax_element(times.begin(), times.end(), earlier);
    report.facts.push_back({"first_counted", "First box counted", Kind::moment, *first});
    report.facts.push_back({"last_counted", "Last box counted", Kind::moment, *last});
  }
  report.facts.push_back({"boxes", "Number of boxes", Kind::count, std::int64_t{boxes}});
  report.facts.push_back({"amount", "Amount of all boxes", Kind::cents, amount});
  report.sections = {boxes_section(counts), corrections_section(counts)};
  std::string missing;
  for (const auto& table : open_tables(database, span, true)) rules::append_listed(missing, table);
  if (!missing.empty()) {
    report.notes.push_back("Not counted yet, though open in this shift: table " + missing + '.');
  }
  for (const auto& name : counters) report.signatures.push_back(name + ", counter");
}

void add_form(Report& report, SQLite::Database& database, const ShiftSpan& span) {
  const std::string line = kLine;
  report.facts.push_back({"counted_at", "Date and time of the count", Kind::text, line + line});
  report.facts.push_back({"boxes", "Number of boxes", Kind::text, line});
  std::vector<Row> rows;
  for (const auto& table : open_tables(database, span, false)) {
    rows.push_back({table, line, '$' + line, line});
  }
  Section section{.name = "form", .title = "Boxes"};
  section.columns = {
      {"table", "Table"}, {"box", "Box"}, {"amount", "Amount"}, {"initials", "Initials"}};
  section.rows = rows_of(std::move(rows));
  section.none = "No table was open in this shift.";
  section.notes = {
      "To correct an amount, strike it so that it stays legible, write the new one beside it, "
      "initial and date it."};
  report.sections = {std::move(section)};
  report.signatures.assign(kCountersOnForm, "Counter: printed name and signature");
}

}  // namespace

rules::OrRefused<Report> count_sheet(const ReportSource& source, const ReportAsked& asked) {
  auto found = scope_of(source, asked);
  if (const auto* no = refused(found)) return *no;
  const auto& scope = std::get<Scope>(found);
  const auto& span = scope.shifts.front();
  Report report;
  report.name = "count-sheet";
  report.title = "Count sheet: " + span.text();
  report.facts = scope_facts(source.database, scope);
  report.facts.push_back({"shift", "Shift number", Kind::number, span.shift});
  if (asked.blank) {
    add_form(report, source.database, span);
  } else {
    add_counted(report, source.database, span);
  }
  return report;
}

}  // namespace cardroom::reports
