// What the player-dealers won and lost, for a provider to lay beside its own book.

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "cardroom/reports/report.hpp"
#include "cardroom/reports/scope.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "position_rows.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::refused;

/// What somebody had of banking. Reversed rounds are in it with the other sign.
struct Banked {
  std::int64_t turns = 0, hands = 0;
  Cents most, paid, taken, fees, waived;

  [[nodiscard]] Cents net() const { return taken - paid; }

  void operator+=(const Banked& other) {
    turns += other.turns;
    hands += other.hands;
    most = std::max(most, other.most);
    paid += other.paid;
    taken += other.taken;
    fees += other.fees;
    waived += other.waived;
  }
};

struct Session {
  std::int64_t id = 0;
  std::string table;
  Moment opened;
};

/// One person of one company in one session: what all sections are summed from.
struct Line {
  std::int64_t account = 0;
  std::string person;
  std::optional<std::string> company;
  Session session;
  Banked banked;
};

/// Rounds are the shift's in which their bets were closed, as their fees lie in that box.
constexpr const char* kOfShifts =
    "WHERE shift BETWEEN :first AND :last AND (:table IS NULL OR gaming_table = :table) ";

std::string banked_rounds() {
  return fmt::format("WITH r AS (SELECT * FROM round {}AND player_dealer IS NOT NULL) ", kOfShifts);
}

Statement of_shifts(SQLite::Database& database, const std::string& sql, const Scope& scope) {
  Statement row(database, sql);
  row.bind(":first", scope.shifts.front().shift);
  row.bind(":last", scope.shifts.back().shift);
  if (scope.table_id) row.bind(":table", *scope.table_id);
  return row;
}

/// Account, company and session.
using Key = std::tuple<std::int64_t, std::string, std::int64_t>;
using Lines = std::map<Key, Line>;

Line& line_of(Lines& lines, const Statement& row) {
  const auto company = text_at(row, 2);
  auto& line =
      lines[{row.getColumn(0).getInt64(), company.value_or(""), row.getColumn(3).getInt64()}];
  if (line.account != 0) return line;
  line.account = row.getColumn(0).getInt64();
  line.person = person_in(row.getColumn(1).getString());
  line.company = company;
  line.session = {row.getColumn(3).getInt64(), row.getColumn(4).getString(), moment_at(row, 5, 6)};
  return line;
}

constexpr const char* kWhoAndWhere =
    "SELECT r.player_dealer, a.name, o.company, s.id, g.name, s.opened_ms, e.utc_offset, ";
/// The accepted offer that began the turn knows the company, also of a turn that is not over.
constexpr const char* kJoins =
    "CROSS JOIN account a ON a.id = r.player_dealer CROSS JOIN offer o ON o.id = r.turn CROSS JOIN "
    "terms t ON t.id = r.terms CROSS JOIN session s ON s.id = t.session CROSS JOIN event e ON "
    "e.seq = s.id CROSS JOIN gaming_table g ON g.id = r.gaming_table ";

void add_rounds(SQLite::Database& database, const Scope& scope, Lines& lines) {
  auto row = of_shifts(
      database,
      banked_rounds() + kWhoAndWhere +
          "count(DISTINCT r.turn), sum(CASE r.kind WHEN 'reversal' THEN -1 WHEN 'voided' THEN 0 "
          "ELSE 1 END), max(r.bank), sum(r.paid), sum(r.taken), sum(r.player_dealer_fee) FROM r " +
          kJoins + "GROUP BY r.player_dealer, o.company, s.id",
      scope);
  while (row.executeStep()) {
    line_of(lines, row).banked += Banked{row.getColumn(7).getInt64(),
                                         row.getColumn(8).getInt64(),
                                         cents_at(row, 9),
                                         cents_at(row, 10),
                                         cents_at(row, 11),
                                         cents_at(row, 12),
                                         Cents{}};
  }
}

void add_waivers(SQLite::Database& database, const Scope& scope, Lines& lines) {
  auto row = of_shifts(database,
                       fmt::format("WITH w AS (SELECT * FROM waiver {}AND bettor IS NULL) "
                                   "{}sum(w.cents) FROM w CROSS JOIN round r ON r.id = w.round ",
                                   kOfShifts, kWhoAndWhere) +
                           kJoins + "GROUP BY r.player_dealer, o.company, s.id",
                       scope);
  while (row.executeStep()) line_of(lines, row).banked.waived += cents_at(row, 7);
}

using Sums = std::map<std::int64_t, Cents>;

void add_sums(Statement& row, Sums& sums) {
  while (row.executeStep()) sums[row.getColumn(0).getInt64()] += cents_at(row, 1);
}

/// What the entries of the same rounds and waivers posted to player-dealers' accounts.
void add_postings(SQLite::Database& database, const Scope& scope, Sums& sums) {
  const std::string postings =
      "CROSS JOIN posting p ON p.id >= n.first_posting AND p.id < n.first_posting + n.postings "
      "CROSS JOIN "
      "account a ON a.id = p.account AND a.name GLOB 'player-dealers:*' ";
  // A close of its own was posted before its round had a number.
  auto of_rounds = of_shifts(
      database,
      banked_rounds() +
          "SELECT p.account, sum(p.cents) FROM r CROSS JOIN entry n ON (n.event = r.event AND "
          "n.round = r.id AND n.kind <> 'waive') OR (n.event = r.closed AND n.round IS NULL AND "
          "n.kind = 'close' AND r.kind IN ('settled', 'voided')) " +
          postings + "GROUP BY p.account",
      scope);
  add_sums(of_rounds, sums);
  auto of_waivers =
      of_shifts(database,
                fmt::format("SELECT p.account, sum(p.cents) FROM (SELECT DISTINCT event, round "
                            "FROM waiver {}) w CROSS JOIN ",
                            kOfShifts) +
                    "entry n ON n.event = w.event AND n.round = w.round AND n.kind = 'waive' " +
                    postings + "GROUP BY p.account",
                scope);
  add_sums(of_waivers, sums);
}

void check_postings(const Lines& lines, const Sums& posted) {
  Sums told;
  for (const auto& [key, line] : lines) {
    told[line.account] += line.banked.net() - line.banked.fees + line.banked.waived;
  }
  for (const auto& [account, cents] : posted) told[account] -= cents;
  for (const auto& [account, left] : told) {
    rules::require(left == Cents{},
                   "P3: a player-dealer's net, less fees, is what the book posted to him");
  }
}

std::vector<Line> lines_of(SQLite::Database& database, const Scope& scope) {
  Lines lines;
  Sums posted;
  add_rounds(database, scope, lines);
  add_waivers(database, scope, lines);
  add_postings(database, scope, posted);
  check_postings(lines, posted);
  std::vector<Line> asked;
  for (auto& [key, line] : lines) {
    if (asks_for(scope, {line.person, line.company.value_or("")})) {
      asked.push_back(std::move(line));
    }
  }
  return asked;
}

// --- Sections -----------------------------------------------------------------------------------

std::vector<Column> with_banked(std::vector<Column> columns) {
  const std::vector<Column> banked = {{"turns", "Turns", Kind::count, true, false, 1},
                                      {"hands", "Hands", Kind::count, true},
                                      {"most", "Most", Kind::cents, false, false, 3},
                                      {"paid", "Paid", Kind::cents, true},
                                      {"taken", "Taken", Kind::cents, true},
                                      {"net", "Net", Kind::net, true},
                                      {"fees", "Fees", Kind::cents, true},
                                      {"waived", "Waived", Kind::cents, true, false, 2}};
  columns.insert(columns.end(), banked.begin(), banked.end());
  return columns;
}

void append_banked(Row& row, const Banked& b) {
  row.insert(row.end(), {b.turns, b.hands, b.most, b.paid, b.taken, b.net(), b.fees, b.waived});
}

constexpr const char* kNobody = "Nobody banked a hand.";
constexpr const char* kNoCompany = "no company";

Section people_section(const std::vector<Line>& lines) {
  std::map<std::pair<std::string, std::string>, Banked> people;
  for (const auto& line : lines) people[{line.person, line.company.value_or("")}] += line.banked;
  std::vector<Row> rows;
  for (const auto& [who, banked] : people) {
    rows.push_back({who.first, who.second.empty() ? Cell() : Cell(who.second)});
    append_banked(rows.back(), banked);
  }
  return {.name = "people",
          .title = "By person",
          .columns = with_banked({{"player_dealer", "Held by", Kind::text},
                                  {"company", "Company", Kind::text, false, false, 4}}),
          .rows = rows_of(std::move(rows)),
          .none = kNobody};
}

Section companies_section(const std::vector<Line>& lines) {
  std::map<std::string, Banked> companies;
  for (const auto& line : lines) companies[line.company.value_or("")] += line.banked;
  std::vector<Row> rows;
  for (const auto& [company, banked] : companies) {
    rows.push_back({company.empty() ? kNoCompany : company});
    append_banked(rows.back(), banked);
  }
  return {.name = "companies",
          .title = "By company",
          .columns = with_banked({{"company", "Company", Kind::text}}),
          .rows = rows_of(std::move(rows)),
          .none = kNobody};
}

/// In the order in which the tables were opened.
Section sessions_section(std::vector<Line> lines, const Scope& scope) {
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
    return std::tie(a.session.id, a.person) < std::tie(b.session.id, b.person);
  });
  std::vector<Row> rows;
  for (const auto& line : lines) {
    rows.push_back({line.session.table, line.session.opened, line.person,
                    line.company ? Cell(*line.company) : Cell()});
    append_banked(rows.back(), line.banked);
  }
  return {.name = "sessions",
          .title = "By table and session",
          .columns = with_banked({{"table", "Table", Kind::text},
                                  {"opened", "Opened", time_kind(scope)},
                                  {"player_dealer", "Held by", Kind::text},
                                  {"company", "Company", Kind::text, false, false, 4}}),
          .rows = rows_of(std::move(rows)),
          .none = kNobody};
}

}  // namespace

rules::OrRefused<Report> dealer_report(const ReportSource& source, const ReportAsked& asked) {
  auto found = scope_of(source, asked);
  if (const auto* no = refused(found)) return *no;
  const auto& scope = std::get<Scope>(found);
  const auto lines = lines_of(source.database, scope);
  Report report;
  report.name = "dealer";
  report.title = fmt::format("Player-dealers: {}", scope.text);
  report.facts = scope_facts(source.database, scope);
  report.sections.push_back(people_section(lines));
  report.sections.push_back(companies_section(lines));
  report.sections.push_back(sessions_section(lines, scope));
  report.notes = {
      "Net is what was taken less what was paid, before fees: what the position won or lost. Most "
      "is the highest wager that was put up for a hand. Fees are the player-dealer's own; waived "
      "is what of them was given back.",
      "A reversal counts with the other sign, in the shift in which the bets of its hand were "
      "closed: a correction that is made later changes the report of that earlier shift. Turns are "
      "those in which bets were closed.",
      "Checked against the book: net, less fees, plus what was waived, is what was posted to each "
      "player-dealer's account (P3).",
  };
  return report;
}

}  // namespace cardroom::reports
