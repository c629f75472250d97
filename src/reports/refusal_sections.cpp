// Commands that the room did not take, as the audit log beside the book has them.

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "cardroom/ledger/audit.hpp"
#include "cardroom/reports/sections.hpp"
#include "room_wall.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::refused;

/// "hand at table 5: seat_empty: Nobody sits at seat 3."
struct RefusalNoted {
  std::string what, table, code, sentence;
};

RefusalNoted read_refusal(const std::string& detail) {
  static const std::vector<rules::Refusal> all = rules::all_refusals();
  for (auto end = detail.find(": "); end != std::string::npos; end = detail.find(": ", end + 1)) {
    const auto code_end = detail.find(": ", end + 2);
    if (code_end == std::string::npos) break;
    const auto code = std::string_view(detail).substr(end + 2, code_end - end - 2);
    if (std::none_of(all.begin(), all.end(), [&](auto one) { return rules::name(one) == code; })) {
      continue;
    }
    constexpr std::string_view kAtTable = " at table ";
    const auto what = detail.substr(0, end);
    const auto at = what.find(kAtTable);
    return {what.substr(0, at), at == std::string::npos ? "" : what.substr(at + kAtTable.size()),
            std::string(code), detail.substr(code_end + 2)};
  }
  return {"", "", "", detail};
}

// --- Which rows of the audit log -------------------

/// The audit log finds a time from both its ends alone, so the end is always told; and a later page
/// by its first row, so that a usual shift should be one page.
constexpr std::size_t kAuditPage = 20'000;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// The audit log as it was when the report was begun: what is refused while it is written must not
/// be in one of its tables and not in the next.
struct AuditSeen {
  std::string unknown;    ///< why no refusal can be told; empty where it can
  std::int64_t last = 0;  ///< its last row
};

AuditSeen audit_seen(const ReportSource& source, const Scope& scope) {
  if (scope.option) return {"A refusal names no schedule option: ask without one."};
  if (scope.person && !scope.person->works_here) {
    return {fmt::format("A refusal is told of whoever works here and asked; {} does not.",
                        scope.person->name)};
  }
  std::error_code unseen;
  if (!std::filesystem::exists(source.access_path, unseen)) {
    return {"Refusals are not known: only a room that is served has an audit log."};
  }
  const auto last = ledger::read_audit(source.access_path, {.most = 1, .newest_first = true});
  if (const auto* no = refused(last)) {
    return {"Refusals are not known, as the audit log cannot be read: " + no->detail};
  }
  const auto& rows = std::get<0>(last);
  return {"", rows.empty() ? 0 : rows.front().id};
}

/// When the shift after this one was opened.
std::int64_t next_opened_ms(SQLite::Database& database, const ShiftSpan& span) {
  Statement row(database, "SELECT at_ms FROM event WHERE seq = ?");
  row.bind(1, span.last_event + 1);
  return row.executeStep() ? row.getColumn(0).getInt64() : kNever;
}

/// Calls `each` with every row that tells of a refusal, up to the row `last`.
template <class Each>
void each_row_of(const std::string& path, ledger::AuditAsked asked, std::int64_t last, Each each) {
  asked.most = kAuditPage;
  for (;;) {
    const auto page = ledger::read_audit(path, asked);
    if (refused(page) != nullptr) return;  // said in a note already
    const auto& rows = std::get<0>(page);
    for (const auto& row : rows) {
      if (row.id > last) return;
      if (row.what == ledger::name(ledger::Audited::refused) ||
          row.what == ledger::name(ledger::Audited::not_allowed)) {
        each(row);
      }
    }
    if (rows.size() < asked.most) return;
    asked.after = rows.back().id;
  }
}

/// Every refusal of the scope, also those that no rule made.
template <class Each>
void each_refusal(const ReportSource& source, const Scope& scope, std::int64_t last, Each each) {
  for (const auto& span : scope.shifts) {
    ledger::AuditAsked asked;
    asked.from_ms = span.opened.ms;
    asked.until_ms = next_opened_ms(source.database, span);
    each_row_of(source.access_path, asked, last, [&](const ledger::AuditRow& row) {
      auto noted = read_refusal(row.detail);
      if (!asks_for(scope, {row.who}) || (scope.table && noted.table != *scope.table)) return;
      each(row, std::move(noted));
    });
  }
}

// --- Which of them the rules made ------------------

/// The table was another one than its device had seen. The device looks again and sends the line
/// again, so that what stands refused here was mostly accepted a moment later.
bool met_another_device(const RefusalNoted& noted) {
  return noted.code == rules::name(rules::Refusal::table_changed);
}

void note_devices(Section& section, std::int64_t met) {
  if (met == 0) return;
  section.notes.push_back(
      fmt::format("{} two devices were at a table at once; the second looked again.",
                  met == 1 ? "Once" : fmt::format("{} times", met)));
}

/// Without columns, and with the reason where there is one.
Section without_rows(std::string name, const std::string& unknown) {
  Section section{.name = std::move(name), .title = "Refused commands", .rows = rows_of({})};
  section.none = unknown.empty() ? "No command was refused." : unknown;
  if (!unknown.empty()) section.notes = {unknown};
  return section;
}

/// A command that was refused for the same reason, how often, and in which words the last time.
struct Reason {
  std::string what, code, sentence;
  std::int64_t times = 0;
};

/// The most frequent first.
std::vector<Row> reason_rows(std::map<std::pair<std::string, std::string>, Reason> reasons) {
  std::vector<Reason> sorted;
  for (auto& [key, reason] : reasons) sorted.push_back(std::move(reason));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.times > b.times; });
  std::vector<Row> rows;
  for (auto& reason : sorted) {
    rows.push_back(
        {std::move(reason.what), std::move(reason.code), reason.times, std::move(reason.sentence)});
  }
  return rows;
}

}  // namespace

Section refusals(const ReportSource& source, const Scope& scope) {
  const auto seen = audit_seen(source, scope);
  auto section = without_rows("refusals", seen.unknown);
  if (!seen.unknown.empty()) return section;
  section.columns = {{"time", "Time", time_kind(scope)},
                     {"who", "Who"},
                     {"table", "Table", Kind::text, false, false, scope.table ? 9 : 0},
                     {"what", "What"},
                     {"code", "Code", Kind::text, false, false, 1},
                     {"sentence", "Answer"}};
  section.rows = [source, scope, last = seen.last](const EachRow& each) {
    const RoomWall wall(source.database);
    each_refusal(source, scope, last, [&](const ledger::AuditRow& row, RefusalNoted noted) {
      if (met_another_device(noted)) return;
      each({wall.at(row.at_ms), row.who, std::move(noted.table), std::move(noted.what),
            std::move(noted.code), std::move(noted.sentence)});
    });
  };
  std::int64_t met = 0;
  each_refusal(source, scope, seen.last, [&](const ledger::AuditRow&, const RefusalNoted& noted) {
    met += met_another_device(noted) ? 1 : 0;
  });
  note_devices(section, met);
  return section;
}

Section refusal_reasons(const ReportSource& source, const Scope& scope) {
  const auto seen = audit_seen(source, scope);
  auto section = without_rows("refusal_reasons", seen.unknown);
  if (!seen.unknown.empty()) return section;
  section.columns = {{"what", "What"},
                     {"code", "Code"},
                     {"times", "Times", Kind::count, true},
                     prose("last_answer", "Last answer")};
  std::map<std::pair<std::string, std::string>, Reason> reasons;
  std::int64_t met = 0;
  each_refusal(source, scope, seen.last, [&](const ledger::AuditRow&, RefusalNoted noted) {
    if (met_another_device(noted)) {
      ++met;
      return;
    }
    auto& reason = reasons[{noted.what, noted.code}];
    reason = {noted.what, noted.code, std::move(noted.sentence), reason.times + 1};
  });
  if (!reasons.empty()) section.notes = {"One by one they are in the report exceptions."};
  note_devices(section, met);
  section.rows = rows_of(reason_rows(std::move(reasons)));
  return section;
}

}  // namespace cardroom::reports
