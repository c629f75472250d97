// Everything of a shift or of days that somebody may want to ask about, the counts first.

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/reports/sections.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::refused;

// --- Rulings that did not void a hand ----------------

std::string rulings_query(const Scope& scope) {
  return fmt::format(
      "SELECT i.id, e.at_ms, e.utc_offset, g.name, i.code, i.clause, i.effect, i.reason, e.who "
      "FROM irregularity i JOIN event e ON e.seq = i.id "
      "JOIN gaming_table g ON g.id = i.gaming_table "
      "WHERE ?1 AND i.id BETWEEN ?2 AND ?3 AND i.round IS NULL{}{} ORDER BY i.id",
      at_table(scope, "i.gaming_table"),
      under_option(scope,
                   "(SELECT t.option FROM terms t WHERE t.gaming_table = i.gaming_table "
                   "AND t.id < i.id ORDER BY t.id DESC LIMIT 1)"));
}

Section rulings(const ReportSource& source, const Scope& scope) {
  const auto tell = [&database = source.database, scope](const EachRow& each) {
    each_row(database, scope, rulings_query(scope), [&](const Statement& row) {
      const auto by = row.getColumn(8).getString();
      if (!asks_for(scope, {by})) return;
      each({row.getColumn(0).getInt64(), moment_at(row, 1, 2), row.getColumn(3).getString(),
            row.getColumn(4).getString(), row.getColumn(5).getString(),
            row.getColumn(6).getString(), row.getColumn(7).getString(), by});
    });
  };
  return {.name = "irregularities",
          .title = "Irregularities that did not void a hand",
          .columns = {{"event", "Event", Kind::number, false, false, 1},
                      {"time", "Time", time_kind(scope)},
                      {"table", "Table"},
                      {"code", "Code"},
                      {"clause", "Clause"},
                      {"effect", "Effect"},
                      prose("reason", "Reason"),
                      {"by", "By"}},
          .rows = tell,
          .none = "No other irregularity was recorded."};
}

// --- Banks that ran out -----------------------------

std::string exhausted_query(const Scope& scope) {
  return fmt::format(
      "SELECT r.id, r.ended_ms, e.utc_offset, g.name, a.name, r.seat, r.bank, r.taken, r.paid, "
      "r.short_paid, r.no_action, o.company FROM round r JOIN event e ON e.seq = r.event "
      "JOIN gaming_table g ON g.id = r.gaming_table JOIN terms t ON t.id = r.terms "
      "JOIN account a ON a.id = r.player_dealer LEFT JOIN offer o ON o.id = r.turn "
      "WHERE {} AND r.exhausted = 1 ORDER BY r.id",
      standing_rounds(scope));
}

Section exhausted_banks(const ReportSource& source, const Scope& scope) {
  const auto tell = [&database = source.database, scope](const EachRow& each) {
    each_row(database, scope, exhausted_query(scope), [&](const Statement& row) {
      const auto dealer = person_in(row.getColumn(4).getString());
      if (!asks_for(scope, {dealer, text_at(row, 11).value_or("")})) return;
      each({row.getColumn(0).getInt64(), moment_at(row, 1, 2), row.getColumn(3).getString(), dealer,
            row.getColumn(5).getInt64(), cents_at(row, 6), cents_at(row, 7), cents_at(row, 8),
            cents_at(row, 7) - cents_at(row, 8), row.getColumn(9).getInt64(),
            row.getColumn(10).getInt64()});
    });
  };
  return {.name = "exhausted_banks",
          .title = "Player-dealer's wagers that were used up",
          .columns = {{"round", "Round", Kind::number},
                      {"time", "Time", time_kind(scope), false, false, 3},
                      {"table", "Table"},
                      {"player_dealer", "Player-dealer"},
                      {"seat", "Seat", Kind::number, false, false, 2},
                      {"wager", "Wager", Kind::cents, true},
                      {"taken", "Taken", Kind::cents, true},
                      {"paid", "Paid", Kind::cents, true},
                      {"net", "Net", Kind::net, true, false, 1},
                      {"short_paid", "In part", Kind::count, true},
                      {"no_action", "No action", Kind::count, true}},
          .rows = tell,
          .none = "No player-dealer's wager was used up."};
}

// --- Rows of sections that stand in other reports too ---

/// Those of its rows that `wanted` takes.
template <class Wanted>
Section only_rows(Section section, Wanted wanted) {
  section.rows = [all = std::move(section.rows), wanted](const EachRow& each) {
    all([&](const Row& row) {
      if (wanted(row)) each(row);
    });
  };
  return section;
}

/// A person's are those that went back to him and those that he gave back.
Section fees_given_back(const ReportSource& source, const Scope& scope) {
  Scope anybodys = scope;
  anybodys.person.reset();
  auto section = waivers(source, anybodys);
  if (scope.person) {
    section.none = fmt::format("No fee was given back to {0} or by {0}.", scope.person->name);
  }
  const auto text_in = [](const Row& row, std::size_t at) {
    const auto* text = std::get_if<std::string>(&row[at]);
    return text == nullptr ? std::string_view() : std::string_view(*text);
  };
  const std::size_t who[] = {column_of(section, "payer"), column_of(section, "company"),
                             column_of(section, "by")};
  return only_rows(std::move(section), [=](const Row& row) {
    return asks_for(scope, {text_in(row, who[0]), text_in(row, who[1]), text_in(row, who[2])});
  });
}

/// The counts of the boxes that are not as expected.
Section drop_variances(const ReportSource& source, const Scope& scope) {
  Section section = drop_counts(source, scope);
  section.name = "drop_variances";
  section.title = "Boxes that held more or less than expected";
  section.none = "Every box that was counted held what was expected.";
  if (scope.person || scope.option) {
    section.none = "A box belongs to no person and no option: ask without them.";
    section.columns.clear();
    section.rows = rows_of({});
    section.notes = {section.none};
    return section;
  }
  const auto at = column_of(section, "variance");
  return only_rows(std::move(section), [at](const Row& row) {
    const auto* variance = std::get_if<Cents>(&row[at]);
    return variance != nullptr && *variance != Cents{};
  });
}

// --- The sum --------------------------------------

/// Rows of a section, and what one of its columns comes to.
struct Line {
  std::string what;
  std::size_t section;
  std::string column, cents_are;
};

Row line_row(const Line& line, const Section& section) {
  if (section.columns.empty()) return {line.what, Cell(), Cell(), section.none};
  Totals totals(section.columns);
  section.rows([&](const Row& row) { totals.add(row); });
  const Cell cents = line.column.empty() ? Cell() : totals.row()[column_of(section, line.column)];
  return {line.what, totals.rows(), cents, line.cents_are};
}

Section summary(const std::vector<Line>& lines, const std::vector<Section>& sections) {
  std::vector<Row> rows;
  for (const auto& line : lines) rows.push_back(line_row(line, sections[line.section]));
  return {.name = "summary",
          .title = "Summary",
          .columns = {{"what", "What"},
                      {"count", "Count", Kind::count},
                      {"amount", "Amount", Kind::cents},
                      {"amount_is", "which is"}},
          .rows = rows_of(std::move(rows))};
}

}  // namespace

rules::OrRefused<Report> exceptions_report(const ReportSource& source, const ReportAsked& asked) {
  auto found = scope_of(source, asked);
  if (const auto* no = refused(found)) return *no;
  const auto& scope = std::get<Scope>(found);
  std::vector<Line> lines;
  std::vector<Section> parts;
  const auto add = [&](const std::string& what, Section section, const std::string& column,
                       const std::string& amount_is) {
    lines.push_back({what, parts.size(), column, amount_is});
    parts.push_back(std::move(section));
  };
  add("Voided hands", voided_hands(source, scope), "wagers_returned", "wagers that went back");
  add("Corrections", corrections(source, scope), "fees", "what they changed in fees");
  add("Fees given back", fees_given_back(source, scope), "waived", "what went back");
  add("Wagers not covered in full", uncovered_wagers(source, scope), "unpaid",
      "promised by the odds, not paid");
  add("Banks used up", exhausted_banks(source, scope), "net", "what their player-dealers won");
  add("Boxes with a variance", drop_variances(source, scope), "variance",
      "counted beyond what was expected");
  add("Other irregularities", rulings(source, scope), "", "");
  add("Refused commands", refusals(source, scope), "", "");
  Report report;
  report.name = "exceptions";
  report.title = "Exceptions: " + scope.text;
  report.facts = scope_facts(source.database, scope);
  report.sections.push_back(summary(lines, parts));
  for (auto& part : parts) report.sections.push_back(std::move(part));
  report.notes = {
      "A wager that was not covered and a bank that was used up are told of hands that stand: a "
      "hand that a correction undid is told by its correction."};
  report.signatures = {"Compliance officer"};
  return report;
}

}  // namespace cardroom::reports
