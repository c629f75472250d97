// Who held the position, who was offered it, and whether it went round: what a room shows when it
// is asked whether its player-dealers really rotate.

#include <map>

#include <fmt/format.h>

#include "cardroom/reports/sections.hpp"
#include "position_rows.hpp"
#include "position_walk.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using rules::refused;

/// The 2016 guideline's longest time in the position; information, as it was suspended.
constexpr std::int64_t kGuidelineMinutes = 60;

/// What somebody, or a company, or a table had of the position.
struct Part {
  std::int64_t turns = 0, hands = 0, minutes = 0;
  std::int64_t provider_turns = 0, provider_hands = 0;
  std::int64_t offers = 0, accepted = 0, declined = 0;

  void add(const TurnTold& t) {
    ++turns;
    hands += t.hands;
    minutes += t.minutes();
    if (!t.company) return;
    ++provider_turns;
    provider_hands += t.hands;
  }
  void add(const OfferTold& o) {
    ++offers;
    accepted += o.answer == OfferTold::Answer::accepted ? 1 : 0;
    declined += o.answer == OfferTold::Answer::declined ? 1 : 0;
  }
};

/// One pass over turns and offers; memory for people and tables, not for hands.
struct Held {
  std::map<std::pair<std::string, std::string>, Part> people;  ///< by person and company
  std::map<std::string, Part> companies, tables;
  Part all;
  std::int64_t beyond_guideline = 0;
};

constexpr const char* kNobodyKnown = "not known";
constexpr const char* kNoCompany = "no company";

Held held_in(SQLite::Database& database, const Scope& scope) {
  Held held;
  const auto each_part = [&](const std::string& person, const std::string& company,
                             const std::string& table, const auto& told) {
    held.people[{person, company}].add(told);
    held.companies[company].add(told);
    held.tables[table].add(told);
    held.all.add(told);
  };
  each_turn(database, scope, [&](const TurnTold& t) {
    each_part(t.person, t.company.value_or(""), t.table, t);
    if (t.until.ms - t.since.ms > kGuidelineMinutes * table::kMinuteMs) ++held.beyond_guideline;
  });
  each_offer(database, scope, [&](const OfferTold& o) {
    each_part(o.person.value_or(kNobodyKnown), o.company.value_or(""), o.table, o);
  });
  return held;
}

Cell company_cell(const std::string& company) { return company.empty() ? Cell() : Cell(company); }

/// Nothing of nothing is no share.
Cell percent(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return {};
  return Decimal{100.0 * static_cast<double>(part) / static_cast<double>(whole)};
}

const std::vector<Column> kPartColumns = {
    {"offers", "Offers", Kind::count, true},     {"accepted", "Accepted", Kind::count, true},
    {"declined", "Declined", Kind::count, true}, {"turns", "Turns", Kind::count, true},
    {"hands", "Hands", Kind::count, true},       {"minutes", "Minutes", Kind::count, true}};

void append_part(Row& row, const Part& part) {
  for (const auto n :
       {part.offers, part.accepted, part.declined, part.turns, part.hands, part.minutes}) {
    row.emplace_back(n);
  }
}

std::vector<Column> with_part(std::vector<Column> columns) {
  columns.insert(columns.end(), kPartColumns.begin(), kPartColumns.end());
  return columns;
}

Section people_section(const Held& held) {
  std::vector<Row> rows;
  for (const auto& [who, part] : held.people) {
    rows.push_back({who.first, company_cell(who.second)});
    append_part(rows.back(), part);
  }
  return {
      .name = "people",
      .title = "By person",
      .columns = with_part({{"person", "Person", Kind::text}, {"company", "Company", Kind::text}}),
      .rows = rows_of(std::move(rows)),
      .none = "Nobody was offered the position."};
}

Section companies_section(const Held& held) {
  std::vector<Row> rows;
  for (const auto& [company, part] : held.companies) {
    rows.push_back({company.empty() ? kNoCompany : company});
    append_part(rows.back(), part);
  }
  return {.name = "companies",
          .title = "By company",
          .columns = with_part({{"company", "Company", Kind::text}}),
          .rows = rows_of(std::move(rows)),
          .none = "Nobody was offered the position."};
}

Section shares_section(const Held& held) {
  std::vector<Row> rows;
  for (const auto& [table, part] : held.tables) {
    rows.push_back({table, part.turns, part.provider_turns,
                    percent(part.provider_turns, part.turns), part.hands, part.provider_hands,
                    percent(part.provider_hands, part.hands)});
  }
  return {.name = "shares",
          .title = "Held by providers",
          .facts = {{"provider_turns_percent", "Of all turns, percent", Kind::decimal,
                     percent(held.all.provider_turns, held.all.turns)},
                    {"provider_hands_percent", "Of all hands, percent", Kind::decimal,
                     percent(held.all.provider_hands, held.all.hands)}},
          .columns = {{"table", "Table", Kind::text},
                      {"turns", "Turns", Kind::count, true},
                      {"provider_turns", "Providers'", Kind::count, true},
                      {"provider_turns_percent", "Percent", Kind::decimal},
                      {"hands", "Hands", Kind::count, true},
                      {"provider_hands", "Providers'", Kind::count, true},
                      {"provider_hands_percent", "Percent", Kind::decimal}},
          .rows = rows_of(std::move(rows)),
          .none = "The position was not offered."};
}

Section windows_section(const PositionWalk& walk, const Scope& scope) {
  std::vector<Row> rows;
  for (const auto& s : walk.stretches) {
    std::string held_by;
    for (const auto& name : s.held_by) rules::append_listed(held_by, name);
    rows.push_back({s.table, s.since, s.over, s.until ? Cell(*s.until) : Cell(), s.minutes, s.hands,
                    held_by.empty() ? std::string("nobody") : held_by, s.ended});
  }
  return {
      .name = "windows",
      .title = fmt::format("Over {} minutes with fewer than two players", window_minutes()),
      .columns = {{"table", "Table", Kind::text},
                  {"since", "Since", time_kind(scope)},
                  {"over", "Over at", Kind::clock},
                  {"until", "Until", Kind::clock},
                  {"minutes", "Minutes", Kind::count, false, false, 1},
                  {"hands", "Hands", Kind::count, true},
                  {"held_by", "Held by", Kind::text},
                  {"ended", "Ended by", Kind::text}},
      .rows = rows_of(std::move(rows)),
      .none = "There was no such stretch.",
      .notes = {fmt::format("Players other than providers' who held the position, counted over "
                            "the {} minutes before each moment, from the table's opening or "
                            "its last resumption on. Hands are those settled after the rule "
                            "of 2026 would have ended the game (11 CCR 2076-2077). Information.",
                            window_minutes())}};
}

Section followed_section(const PositionWalk& walk) {
  std::vector<Row> rows;
  for (const auto& f : walk.followed) rows.push_back({f.table, f.at, f.company, f.person});
  return {.name = "followed",
          .title = "A provider's turn after the same provider's",
          .columns = {{"table", "Table", Kind::text},
                      {"at", "At", Kind::moment},
                      {"company", "Company", Kind::text},
                      {"person", "Held by", Kind::text}},
          .rows = rows_of(std::move(rows)),
          .none = "No provider's turn followed the same provider's.",
          .notes = {"The approved rules allow it where everybody else declined (P-turn); the rule "
                    "of 2026 would not."}};
}

Section switches_section(const PositionWalk& walk) {
  std::vector<Row> rows;
  for (const auto& s : walk.switches) {
    rows.push_back({s.table, s.at, s.rules, s.dated, s.reason, s.who});
  }
  return {.name = "rotation",
          .title = "Rules that a table was told to follow",
          .columns = {{"table", "Table", Kind::text},
                      {"at", "At", Kind::moment},
                      {"rules", "Rules", Kind::text},
                      {"dated", "Dated", Kind::text},
                      prose("reason", "Reason"),
                      {"recorded_by", "By", Kind::text}},
          .rows = rows_of(std::move(rows)),
          .none = "No table's rules of rotation were changed."};
}

Section open_section(const PositionWalk& walk, const Scope& scope) {
  std::vector<Row> rows;
  for (const auto& t : walk.open) {
    if (!asks_for(scope, {t.person, t.company})) continue;
    rows.push_back({t.table, t.since, t.seat, t.person, company_cell(t.company)});
  }
  return {.name = "open_turns",
          .title = "Held at the end",
          .columns = {{"table", "Table", Kind::text},
                      {"since", "Since", Kind::moment},
                      {"seat", "Seat", Kind::number},
                      {"player_dealer", "Held by", Kind::text},
                      {"company", "Company", Kind::text}},
          .rows = rows_of(std::move(rows)),
          .none = "Nobody held the position at the end.",
          .notes = {"Such a turn is counted where it ends: not in the figures above."}};
}

/// What is law and what is not, as the room's counsel would want it said.
std::vector<std::string> law(const Held& held) {
  return {
      "Law: Penal Code 330.11 wants the position continuously and systematically rotated, and the "
      "approved rules of the game say how: a turn is two hands, then it is offered clockwise, and "
      "every offer and answer is kept (P-turn). Offers, answers and turns above are that record.",
      fmt::format("Information only: 11 CCR 2076-2077 of 2026 (fewer than two players in {} "
                  "minutes, a provider after itself) was enjoined in May 2026 and then held beyond "
                  "the Bureau's authority. It binds a table only where it is switched on for it.",
                  window_minutes()),
      fmt::format("Information only: the guideline of 2016 (nobody beyond {} minutes) is suspended "
                  "since 2017. Turns beyond it: {}.",
                  kGuidelineMinutes, held.beyond_guideline),
      "Information only: the approved rules set no share that providers may hold. Shares are of "
      "turns that ended, and of hands dealt and settled in them; a correction of a hand does not "
      "change the turn.",
      "A lapsed offer was never answered: the seat was left, or the table closed. Nobody is named "
      "where the log does not tell which seat it was. A turn's minutes are rounded before they are "
      "added.",
  };
}

}  // namespace

rules::OrRefused<Report> position_report(const ReportSource& source, const ReportAsked& asked) {
  auto found = scope_of(source, asked);
  if (const auto* no = refused(found)) return *no;
  const auto& scope = std::get<Scope>(found);
  const auto held = held_in(source.database, scope);
  const auto walk = walk_position(source, scope);
  Report report;
  report.name = "position";
  report.title = fmt::format("The position: {}", scope.text);
  report.facts = scope_facts(source.database, scope);
  report.sections.push_back(people_section(held));
  report.sections.push_back(companies_section(held));
  if (!scope.person) {
    report.sections.push_back(shares_section(held));
    report.sections.push_back(windows_section(walk, scope));
    report.sections.push_back(followed_section(walk));
    report.sections.push_back(switches_section(walk));
  }
  report.sections.push_back(turns(source, scope));
  report.sections.push_back(open_section(walk, scope));
  report.sections.push_back(offers(source, scope));
  report.notes = law(held);
  if (scope.person) {
    report.notes.emplace_back(
        "Shares, stretches and rules are a table's, not a person's: ask without a person.");
  }
  report.signatures = {"Compliance officer"};
  return report;
}

}  // namespace cardroom::reports
