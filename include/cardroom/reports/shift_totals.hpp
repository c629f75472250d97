#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cardroom/reports/scope.hpp"

namespace cardroom::reports {

/// What a shift came to at one table, or at all of them. Reversals count with the other sign, so
/// that a corrected hand is counted once.
struct ShiftFigures {
  std::int64_t hands = 0, voided = 0, gap_hands = 0, exhausted = 0, short_paid = 0, no_action = 0;
  std::int64_t offers = 0, declined = 0, turns = 0;
  Cents action, player_dealer_fees, player_fees, waived, expected;
  std::optional<Cents> counted, variance;  ///< of the boxes that were counted

  /// Fees lie in a box that nobody has counted.
  [[nodiscard]] bool uncounted() const {
    return !counted && (player_dealer_fees + player_fees != Cents{} || waived != Cents{});
  }
};

struct ShiftTotals {
  struct AtTable {
    std::string table;
    std::int64_t id = 0;
    ShiftFigures figures;
  };
  std::vector<AtTable> tables;
  ShiftFigures total;  ///< the sum of the tables
};

/// Rounds, or waivers, of a shift by their numbers: those beyond `after`, up to `last`.
struct SumsAsked {
  std::int64_t shift = 0;
  std::int64_t after = 0;
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
};
/// The same as a condition on the rows `row`, and what it asks bound to a statement with it.
[[nodiscard]] std::string rows_of_shift(const SumsAsked& asked, std::string_view row);
void bind(SQLite::Statement& statement, const SumsAsked& asked);

/// By the tables' names.
using FiguresByTable = std::map<std::string, ShiftFigures>;

/// Add what the rows come to, so that sums may be kept and continued with the rows that are new.
void add_rounds(SQLite::Database& database, const SumsAsked& asked, FiguresByTable& tables);
void add_waivers(SQLite::Database& database, const SumsAsked& asked, FiguresByTable& tables);
void add_to(ShiftFigures& total, const ShiftFigures& one);

/// Of the first shift of the scope, at its table where it names one.
[[nodiscard]] ShiftTotals shift_totals(SQLite::Database& database, const Scope& scope);

}  // namespace cardroom::reports
