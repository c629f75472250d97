#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/reports/document.hpp"
#include "cardroom/rules/game.hpp"
#include "cardroom/rules/refusal.hpp"

/// Which reports there are, and what each may be asked. One list for the verbs, the server's routes
/// and the documents.
namespace cardroom::reports {

/// What a report may be narrowed to. Days are gaming days, both included.
struct ReportAsked {
  std::optional<std::int64_t> shift;
  std::optional<std::string> table, from, to, person;
  std::optional<std::int64_t> option;
  bool totals = false;  ///< no line for each hand
  bool blank = false;   ///< a form to be filled in by hand
};

/// `person`: anybody, also of the staff. `player`: a player or a provider's company alone.
enum class Filter : std::uint8_t { shift, table, days, person, player, option, totals, blank };
[[nodiscard]] std::string_view name(Filter filter);

/// Where a report reads: a book that nobody changes meanwhile, and the audit log beside it.
struct ReportSource {
  SQLite::Database& database;
  std::span<const rules::Game* const> games;
  std::string access_path;  ///< of the file with the audit log; there need not be one
};

struct ReportKind {
  std::string_view name, text;
  std::vector<Filter> filters;
  rules::OrRefused<Report> (*make)(const ReportSource&, const ReportAsked&);
  bool own_verb = false;  ///< `cardroom NAME`, where a table is not a filter but what it is about

  [[nodiscard]] bool takes(Filter filter) const;
};

[[nodiscard]] const std::vector<ReportKind>& all_reports();
[[nodiscard]] const ReportKind* find_report(std::string_view name);

/// Makes a report and hands it to `write` within one read transaction, so that all of its sections
/// see the same book. Refuses a filter that this report does not take, a range backwards, a shift,
/// table, person or option there is not, and staff where only players are known.
[[nodiscard]] std::optional<rules::Refused> with_report(
    const ReportKind& kind, const ReportSource& source, const ReportAsked& asked,
    const std::function<void(const Report&)>& write);

// One file a report.
[[nodiscard]] rules::OrRefused<Report> shift_report(const ReportSource&, const ReportAsked&);
[[nodiscard]] rules::OrRefused<Report> fees_report(const ReportSource&, const ReportAsked&);
[[nodiscard]] rules::OrRefused<Report> position_report(const ReportSource&, const ReportAsked&);
[[nodiscard]] rules::OrRefused<Report> exceptions_report(const ReportSource&, const ReportAsked&);
[[nodiscard]] rules::OrRefused<Report> dealer_report(const ReportSource&, const ReportAsked&);
[[nodiscard]] rules::OrRefused<Report> hold_report(const ReportSource&, const ReportAsked&);
[[nodiscard]] rules::OrRefused<Report> count_sheet(const ReportSource&, const ReportAsked&);
[[nodiscard]] rules::OrRefused<Report> table_notice(const ReportSource&, const ReportAsked&);

}  // namespace cardroom::reports
