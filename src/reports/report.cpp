#include "cardroom/reports/report.hpp"

#include <algorithm>

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include "cardroom/reports/scope.hpp"

namespace cardroom::reports {

namespace {

using rules::Refusal;
using rules::Refused;

/// What was asked that this report has no answer to.
std::optional<Refused> not_taken(const ReportKind& kind, const ReportAsked& asked) {
  const std::pair<Filter, bool> told[] = {
      {Filter::shift, asked.shift.has_value()},
      {Filter::table, asked.table.has_value()},
      {Filter::days, asked.from || asked.to},
      {kind.takes(Filter::player) ? Filter::player : Filter::person, asked.person.has_value()},
      {Filter::option, asked.option.has_value()},
      {Filter::totals, asked.totals},
      {Filter::blank, asked.blank}};
  for (const auto& [filter, is_told] : told) {
    if (!is_told || kind.takes(filter)) continue;
    return Refused{
        Refusal::parameter_not_usable,
        fmt::format("The report '{}' cannot be narrowed to {}.", kind.name, name(filter))};
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Filter filter) {
  switch (filter) {
    case Filter::shift: return "a shift";
    case Filter::table: return "a table";
    case Filter::days: return "days";
    case Filter::person:
    case Filter::player: return "a person";
    case Filter::option: return "an option";
    case Filter::totals: return "totals";
    case Filter::blank: return "a blank form";
  }
  throw rules::BrokenInvariant("R3: a filter without a name");
}

bool ReportKind::takes(Filter filter) const {
  return std::find(filters.begin(), filters.end(), filter) != filters.end();
}

const std::vector<ReportKind>& all_reports() {
  using enum Filter;
  static const std::vector<ReportKind> all = {
      {"shift",
       "A shift by hours and tables, with a page for each table",
       {shift, table, totals},
       &shift_report},
      {"fees",
       "Every fee with its option, tier and payer; totals by day, month, fiscal year; the boxes",
       {shift, table, days, player, option, totals},
       &fees_report},
      {"position",
       "Every offer, answer and turn of the position, by person and company",
       {shift, days, table, player},
       &position_report},
      {"exceptions",
       "What did not go as usual: voids, corrections, wagers not covered, refusals",
       {shift, days, table, person, option},
       &exceptions_report},
      {"dealer",
       "What the player-dealers won and lost, by person, company, table and session",
       {shift, days, table, player},
       &dealer_report},
      {"hold",
       "What wagers came to against the exact odds, in standard deviations",
       {shift, days, table, option},
       &hold_report},
      {"count-sheet",
       "The count of a shift's boxes as 4 CCR 12385 wants it, or a form for it",
       {shift, blank},
       &count_sheet,
       true},
      {"notice",
       "What is posted at a table: limits, fees, the player-dealer position",
       {table},
       &table_notice,
       true},
  };
  return all;
}

const ReportKind* find_report(std::string_view name) {
  const auto& all = all_reports();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::optional<Refused> with_report(const ReportKind& kind, const ReportSource& source,
                                   const ReportAsked& asked,
                                   const std::function<void(const Report&)>& write) {
  if (auto no = not_taken(kind, asked)) return no;
  // Deferred: the first read takes the picture of the book that all sections then see.
  SQLite::Transaction picture(source.database);
  if (asked.person && kind.takes(Filter::player)) {
    if (auto no = no_player(source.database, *asked.person, kind.name)) return no;
  }
  auto report = kind.make(source, asked);
  if (const auto* no = rules::refused(report)) return *no;
  write(std::get<Report>(report));
  return std::nullopt;
}

}  // namespace cardroom::reports
