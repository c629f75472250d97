#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/reports/report.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::reports {

/// A shift with the events that belong to it: from its opening to the next one's, so that what is
/// done between two shifts, like counting the boxes, is part of the one that ended.
struct ShiftSpan {
  std::int64_t shift = 0;
  std::string name, date, opened_by, closed_by;
  table::Moment opened;
  std::optional<table::Moment> closed;
  std::int64_t closed_event = 0;  ///< 0: still open
  std::int64_t last_event = 0;    ///< the last before the next shift's opening

  [[nodiscard]] std::string text() const;  ///< "swing shift of 2026-11-16"
};

/// Whom a report is narrowed to: somebody who plays ("Ann" under any patron number, or "Ann #1001"
/// alone), a provider's company, or somebody who works here, by sign-in.
struct PersonAsked {
  std::string name;
  std::vector<std::int64_t> accounts;  ///< as a bettor and as a player-dealer
  std::vector<std::string> holders;    ///< of these accounts: "Ann", "Ann #1001"
  bool works_here = false;
};

/// What a report is about: whole shifts in their order, and what it is narrowed to.
struct Scope {
  std::vector<ShiftSpan> shifts;
  std::optional<std::string> table;
  std::optional<PersonAsked> person;
  std::optional<std::int64_t> table_id, option;
  bool totals = false;
  std::string text;  ///< "swing shift of 2026-11-16, table 5"

  /// Events of the scope; none where it has no shift.
  [[nodiscard]] std::int64_t first_event() const { return shifts.front().shift; }
  [[nodiscard]] std::int64_t last_event() const { return shifts.back().last_event; }
};

/// Without a shift and days: the shift that is open, else the last one. Refuses a shift, table,
/// person or option that is not in the book, days that are none, and a range that runs backwards.
[[nodiscard]] rules::OrRefused<Scope> scope_of(const ReportSource& source,
                                               const ReportAsked& asked);

/// Refuses whoever works here and never sat at a table, for a report on those who play: it would
/// look like one on somebody who did nothing. Who is staff and a player is a player there.
[[nodiscard]] std::optional<rules::Refused> no_player(SQLite::Database& database,
                                                      const std::string& person,
                                                      std::string_view report);

/// The facts that every report begins with: room, shift or days, filters with everybody whom a name
/// without a number includes, and the last event it looked at, so that two prints can be told
/// apart.
[[nodiscard]] std::vector<Fact> scope_facts(SQLite::Database& database, const Scope& scope);

}  // namespace cardroom::reports
