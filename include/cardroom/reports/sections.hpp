#pragma once

#include "cardroom/reports/report.hpp"
#include "cardroom/reports/scope.hpp"

/// The tables that reports are put together from; each stands in more than one report, so that a
/// figure is asked of the book in one place.
///
/// A section reads the book when its rows are told, so it must not outlive its source. `scope`
/// narrows it to shifts, a table, a person, an option.
namespace cardroom::reports {

// --- Fees: fee_sections.cpp ------------------------

/// Every hand that a fee was fixed for: option, tier, action, the player-dealer's and the players'.
[[nodiscard]] Section fee_hands(const ReportSource& source, const Scope& scope);
/// Hands whose action lay between two tiers (C-gap).
[[nodiscard]] Section gap_hands(const ReportSource& source, const Scope& scope);
/// Fees given back, with the reason and the name (C-when).
[[nodiscard]] Section waivers(const ReportSource& source, const Scope& scope);
/// The boxes: expected, counted, variance; a recount names the count it follows. A box is whole,
/// whatever option or person the scope asks for.
[[nodiscard]] Section drop_counts(const ReportSource& source, const Scope& scope);

// --- The position: position_sections.cpp -----------

/// Turns that ended: who, company, hands, time, wager.
[[nodiscard]] Section turns(const ReportSource& source, const Scope& scope);
/// Every offer with its answer.
[[nodiscard]] Section offers(const ReportSource& source, const Scope& scope);

// --- Exceptions: exception_sections.cpp ------------

[[nodiscard]] Section voided_hands(const ReportSource& source, const Scope& scope);
[[nodiscard]] Section corrections(const ReportSource& source, const Scope& scope);
/// Wagers that the cover did not reach, or reached in part (S-cover).
[[nodiscard]] Section uncovered_wagers(const ReportSource& source, const Scope& scope);

// --- Refusals: refusal_sections.cpp ----------------

// As the audit log of a served room has them. Without columns where they are not known, which
// `none` then explains. That two devices met at a table is no refusal by the rules: a note counts
// it.

/// Commands that were refused, one by one.
[[nodiscard]] Section refusals(const ReportSource& source, const Scope& scope);
/// The same by command and code: how often, and what the last answer was.
[[nodiscard]] Section refusal_reasons(const ReportSource& source, const Scope& scope);

}  // namespace cardroom::reports
