// A shift as its manager closes it: the whole, hour by hour, table by table, a page for each table.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/ledger/chain.hpp"
#include "cardroom/reports/live_table.hpp"
#include "cardroom/reports/sections.hpp"
#include "cardroom/reports/shift_totals.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "fee_totals.hpp"
#include "room_wall.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::refused;

constexpr std::int64_t kHourMs = 3'600'000;

/// What a shift came to in one hour of the wall.
struct Hour {
  Moment begins;
  std::int64_t hands = 0;
  Cents action, fees;
};
using Hours = std::vector<Hour>;

/// Every hour in which bets were closed, and those between them, at each table and in all of them
/// (under no name).
std::map<std::string, Hours> hours_of(SQLite::Database& database, const Scope& scope) {
  Statement row(database,
                "SELECT (r.closed_ms + e.utc_offset * 60000) / 3600000 AS hour, e.utc_offset, "
                "g.name, sum(CASE r.kind WHEN 'reversal' THEN -1 WHEN 'voided' THEN 0 ELSE 1 END), "
                "sum(r.action), sum(r.player_dealer_fee + r.player_fees) FROM round r "
                "JOIN gaming_table g ON g.id = r.gaming_table JOIN event e ON e.seq = r.closed "
                "WHERE r.shift = ?1 AND (?2 IS NULL OR r.gaming_table = ?2) "
                "GROUP BY hour, e.utc_offset, g.id ORDER BY hour * 60 - e.utc_offset");
  row.bind(1, scope.shifts.front().shift);
  if (scope.table_id) row.bind(2, *scope.table_id);
  std::map<std::string, Hours> all;
  std::optional<Moment> first;
  const RoomWall wall(database);
  while (row.executeStep()) {
    const auto offset = row.getColumn(1).getInt();
    const Moment begins{row.getColumn(0).getInt64() * kHourMs - offset * table::kMinuteMs, offset};
    if (!first) first = begins;
    const auto at = static_cast<std::size_t>((begins.ms - first->ms) / kHourMs);
    for (const auto& name : {std::string(), row.getColumn(2).getString()}) {
      auto& hours = all[name];
      while (hours.size() <= at) {
        const auto later = static_cast<std::int64_t>(hours.size()) * kHourMs;
        hours.push_back({wall.at(first->ms + later), 0, {}, {}});  // the wall's clock may change
      }
      hours[at].begins = begins;
      hours[at].hands += row.getColumn(3).getInt64();
      hours[at].action += cents_at(row, 4);
      hours[at].fees += cents_at(row, 5);
    }
  }
  return all;
}

/// As long as the shift, also of a table that closed early.
Series action_series(const Hours& hours, std::size_t hours_of_shift) {
  Series series(hours_of_shift);
  for (std::size_t i = 0; i < hours.size(); ++i) series[i] = hours[i].action.count();
  return series;
}

Section hours_section(const Hours& hours) {
  std::vector<Row> rows;
  for (const auto& hour : hours) rows.push_back({hour.begins, hour.hands, hour.action, hour.fees});
  return {.name = "hours",
          .title = "Hour by hour",
          .columns = {{"hour", "From", Kind::clock},
                      {"hands", "Hands", Kind::count, true},
                      {"action", "Action", Kind::cents, true, true},
                      {"fees", "Fees", Kind::cents, true, true}},
          .rows = rows_of(std::move(rows)),
          .none = "No bets were closed in this shift."};
}

// --- A line for each table ----------------------------

/// Why action may be more than that of the hands counted beside it; none where nothing was voided.
std::vector<std::string> notes_on_action(const ShiftFigures& figures) {
  if (figures.voided == 0) return {};
  return {
      "Action includes wagers of hands that were voided after the bets were closed, though they "
      "went back; Hands does not count such a hand."};
}

Cell money_cell(const std::optional<Cents>& cents) { return cents ? Cell(*cents) : Cell(); }

/// What was played in the shift at a table: the games and options, as far as they differ.
struct Played {
  std::string games, options;
};

/// The terms under which a table played in the shift, oldest first.
constexpr const char* kTerms =
    "SELECT t.id, e.at_ms, e.utc_offset, s.game, t.option FROM terms t "
    "JOIN session s ON s.id = t.session JOIN event e ON e.seq = t.id "
    "LEFT JOIN session_close c ON c.session = s.id WHERE t.gaming_table = ?1 AND t.id <= ?3 "
    "AND (c.id IS NULL OR c.id > ?2) AND NOT EXISTS (SELECT 1 FROM terms n "
    "WHERE n.session = t.session AND n.id > t.id AND n.id < ?2) ORDER BY t.id";

Statement terms_of(SQLite::Database& database, const Scope& scope, std::int64_t table) {
  Statement row(database, kTerms);
  row.bind(1, table);
  row.bind(2, scope.first_event());
  row.bind(3, scope.last_event());
  return row;
}

/// Each once, in the order in which they came.
std::string listed_once(const std::vector<std::string>& all) {
  std::string list;
  for (auto one = all.begin(); one != all.end(); ++one) {
    if (std::find(all.begin(), one, *one) == one) rules::append_listed(list, *one);
  }
  return list;
}

Played played_at(SQLite::Database& database, const Scope& scope, std::int64_t table) {
  std::vector<std::string> games;
  std::vector<std::string> options;
  auto row = terms_of(database, scope, table);
  while (row.executeStep()) {
    games.push_back(row.getColumn(3).getString());
    if (const auto option = number_at(row, 4)) options.push_back(std::to_string(*option));
  }
  return {listed_once(games), listed_once(options)};
}

Section tables_section(SQLite::Database& database, const Scope& scope, const ShiftTotals& totals,
                       const std::map<std::string, Hours>& hours) {
  const auto whole = hours.find("");
  std::vector<Row> rows;
  for (const auto& [table, id, f] : totals.tables) {
    const auto played = played_at(database, scope, id);
    const auto course = hours.find(table);
    rows.push_back(
        {table, played.games, played.options, f.hands, f.action, f.player_dealer_fees,
         f.player_fees, f.waived, f.expected, money_cell(f.counted), money_cell(f.variance),
         course == hours.end() ? Cell()
                               : Cell(action_series(course->second, whole->second.size()))});
  }
  return {.name = "tables",
          .title = "Tables",
          .columns = {{"table", "Table"},
                      {"games", "Game", Kind::text, false, false, 4},
                      {"options", "Option"},
                      {"hands", "Hands", Kind::count, true},
                      {"action", "Action", Kind::cents, true},
                      {"player_dealer_fees", "P-D fees", Kind::cents, true, false, 3},
                      {"player_fees", "Player fees", Kind::cents, true, false, 3},
                      {"waived", "Waived", Kind::cents, true, false, 2},
                      {"expected", "Expected", Kind::cents, true},
                      {"counted", "Counted", Kind::cents, true},
                      {"variance", "Variance", Kind::net, true},
                      {"action_by_hour", "By hour", Kind::series, false, false, 1}},
          .rows = rows_of(std::move(rows)),
          .none = "No table played in this shift.",
          .notes = notes_on_action(totals.total)};
}

// --- A page for each table ----------------------------

std::vector<Fact> figures_facts(const ShiftFigures& f) {
  return {{"hands", "Hands", Kind::count, f.hands},
          {"turns", "Turns of the position", Kind::count, f.turns},
          {"offers", "Offers answered", Kind::count, f.offers},
          {"declined", "of them declined", Kind::count, f.declined},
          {"action", "Action", Kind::cents, f.action},
          {"fees", "Fees", Kind::cents, f.player_dealer_fees + f.player_fees},
          {"waived", "Given back", Kind::cents, f.waived},
          {"expected", "Fees expected", Kind::cents, f.expected},
          {"counted", "Drop counted", Kind::cents, money_cell(f.counted)},
          {"variance", "Variance", Kind::net, money_cell(f.variance)},
          {"voided", "Voided hands", Kind::count, f.voided},
          {"gap_hands", "Gap hands", Kind::count, f.gap_hands},
          {"exhausted", "Banks that ran out", Kind::count, f.exhausted},
          {"short_paid", "Wagers covered in part", Kind::count, f.short_paid},
          {"no_action", "Wagers without action", Kind::count, f.no_action}};
}

/// F7-fees.3: which schedule held from when on.
Section terms_section(const ReportSource& source, TermsOfTables& terms, const Scope& scope,
                      const ShiftTotals::AtTable& at) {
  std::vector<Row> rows;
  auto row = terms_of(source.database, scope, at.id);
  while (row.executeStep()) {
    const auto& loaded = terms.of(row.getColumn(0).getInt64());
    const auto told = terms_told(loaded.terms, *loaded.game);
    rows.push_back({moment_at(row, 1, 2), std::string(loaded.game->name),
                    told.option ? Cell(*told.option) : Cell(), told.limits, told.fees,
                    loaded.book == nullptr
                        ? Cell()
                        : Cell(fmt::format("{}, {}", loaded.book->source, loaded.book->dated))});
  }
  return {.name = "schedules",
          .of = at.table,
          .title = "Schedules in force",
          .columns = {{"since", "Since", Kind::moment},
                      {"game", "Game", Kind::text, false, false, 1},
                      {"option", "Option", Kind::number},
                      {"limits", "Limits"},
                      {"fees", "Fees"},
                      {"source", "Source", Kind::text, false, false, 2}},
          .rows = rows_of(std::move(rows))};
}

Section payers_section(const std::string& table, const ShiftFigures& figures, Cents waived_dealer) {
  const auto waived_players = figures.waived - waived_dealer;
  return {.name = "payers",
          .of = table,
          .title = "Fees by payer",
          .columns = {{"payer", "Payer"},
                      {"fees", "Fees", Kind::cents, true},
                      {"waived", "Waived", Kind::cents, true},
                      {"expected", "Expected", Kind::cents, true}},
          .rows = rows_of({{std::string("player-dealer"), figures.player_dealer_fees, waived_dealer,
                            figures.player_dealer_fees - waived_dealer},
                           {std::string("players"), figures.player_fees, waived_players,
                            figures.player_fees - waived_players}})};
}

Cents waived_of_dealers(SQLite::Database& database, const Scope& at_table) {
  Statement row(database,
                "SELECT coalesce(sum(cents), 0) FROM waiver WHERE shift = ? AND gaming_table = ? "
                "AND bettor IS NULL");
  row.bind(1, at_table.shifts.front().shift);
  row.bind(2, *at_table.table_id);
  row.executeStep();
  return cents_at(row, 0);
}

/// Adds a section that has rows; of the others the page says in a note that there was nothing.
void add_if_any(std::vector<Section>& page, Section section, const std::string& table,
                std::vector<std::string>& nothing) {
  bool any = false;
  section.rows([&](const Row&) { any = true; });
  if (!any) {
    nothing.push_back(section.none);
    return;
  }
  section.of = table;
  page.push_back(std::move(section));
}

void add_page(const ReportSource& source, TermsOfTables& terms, const Scope& scope,
              const ShiftTotals::AtTable& at, std::vector<Section>& sections) {
  Scope at_table = scope;
  at_table.table = at.table;
  at_table.table_id = at.id;
  const auto played = played_at(source.database, scope, at.id);
  std::vector<Section> page;
  page.push_back({.name = "table",
                  .of = at.table,
                  .title = fmt::format("Table {}: {}", at.table, played.games),
                  .facts = figures_facts(at.figures),
                  .notes = notes_on_action(at.figures),
                  .new_page = true});
  page.push_back(terms_section(source, terms, scope, at));
  if (at.figures.player_dealer_fees + at.figures.player_fees != Cents{}) {
    page.push_back(
        payers_section(at.table, at.figures, waived_of_dealers(source.database, at_table)));
  }
  std::vector<std::string> nothing;
  for (const auto section : {&turns, &waivers, &drop_counts, &uncovered_wagers, &voided_hands,
                             &corrections, &gap_hands}) {
    add_if_any(page, section(source, at_table), at.table, nothing);
  }
  page.back().notes.insert(page.back().notes.end(), nothing.begin(), nothing.end());
  for (auto& section : page) sections.push_back(std::move(section));
}

// --- The whole ------------------------------------

/// The log's end when the shift was closed; of an open shift, as it is now.
Fact head_fact(SQLite::Database& database, const ShiftSpan& span) {
  Statement row(database, span.closed_event == 0
                              ? "SELECT seq, lower(hex(hash)) FROM event ORDER BY seq DESC LIMIT 1"
                              : "SELECT seq, lower(hex(hash)) FROM event WHERE seq = ?");
  if (span.closed_event != 0) row.bind(1, span.closed_event);
  rules::require(row.executeStep(), "L4: the event that closed a shift is in the log");
  return {"chain_head", span.closed_event == 0 ? "Chain head now" : "Chain head at the close",
          Kind::text,
          fmt::format("{}:{}", row.getColumn(0).getInt64(), row.getColumn(1).getString())};
}

/// Without these boxes the variance is not that of the shift.
Fact uncounted_fact(const ShiftTotals& totals) {
  std::string tables;
  for (const auto& at : totals.tables) {
    if (at.figures.uncounted()) rules::append_listed(tables, at.table);
  }
  return {"not_counted", "Boxes not counted", Kind::text,
          tables.empty() ? Cell() : Cell("table " + tables)};
}

std::vector<Fact> shift_facts(SQLite::Database& database, const Scope& scope,
                              const ShiftTotals& totals, const Hours& hours) {
  const auto& span = scope.shifts.front();
  std::vector<Fact> facts = scope_facts(database, scope);
  facts.push_back({"date", "Gaming day", Kind::text, span.date});
  facts.push_back({"shift", "Shift", Kind::text, span.name});
  facts.push_back({"number", "Number", Kind::number, span.shift});
  facts.push_back({"opened", "Opened", Kind::moment, span.opened});
  facts.push_back({"opened_by", "by", Kind::text, span.opened_by});
  facts.push_back(span.closed ? Fact{"closed", "Closed", Kind::moment, *span.closed}
                              : Fact{"closed", "Closed", Kind::text, std::string("still open")});
  facts.push_back({"closed_by", "by", Kind::text, span.closed_by});
  for (auto& fact : figures_facts(totals.total)) {
    const bool variance = fact.name == "variance";
    facts.push_back(std::move(fact));
    if (variance) facts.push_back(uncounted_fact(totals));
  }
  facts.push_back(
      {"action_by_hour", "Action by hour", Kind::series, action_series(hours, hours.size())});
  facts.push_back(head_fact(database, span));
  return facts;
}

}  // namespace

rules::OrRefused<Report> shift_report(const ReportSource& source, const ReportAsked& asked) {
  auto found = scope_of(source, asked);
  if (const auto* no = refused(found)) return *no;
  const auto& scope = std::get<Scope>(found);
  const auto totals = shift_totals(source.database, scope);
  auto hours = hours_of(source.database, scope);
  TermsOfTables terms(source);
  Report report;
  report.name = "shift";
  report.title = fmt::format("Shift report: {}", scope.shifts.front().text());
  report.facts = shift_facts(source.database, scope, totals, hours[""]);
  report.sections.push_back(hours_section(hours[""]));
  report.sections.push_back(tables_section(source.database, scope, totals, hours));
  report.sections.push_back(refusal_reasons(source, scope));
  for (const auto& at : totals.tables) {
    if (!scope.totals) add_page(source, terms, scope, at, report.sections);
  }
  if (scope.totals) report.notes = {"Totals alone: the page of each table is left out."};
  report.signatures = {"Shift manager", "Floor supervisor", "Count team"};
  return report;
}

}  // namespace cardroom::reports
