#pragma once

#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/rules/refusal.hpp"
#include "cardroom/table/fields.hpp"

namespace cardroom::reports {

using rules::Cents;

/// What a shift came to at one table, or at all of them. Reversals count with the other sign, so
/// that a corrected hand is counted once.
struct ShiftFigures {
  std::int64_t hands = 0, voided = 0, gap_hands = 0, exhausted = 0, short_paid = 0, no_action = 0;
  std::int64_t offers = 0, declined = 0, turns = 0;
  Cents action, player_dealer_fees, player_fees, waived, expected;
  std::optional<Cents> counted, variance;  ///< of the boxes that were counted
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("hands", c.hands), f.need("voided", c.voided), f.need("gap_hands", c.gap_hands);
    f.need("exhausted", c.exhausted), f.need("short_paid", c.short_paid);
    f.need("no_action", c.no_action), f.need("offers", c.offers);
    f.need("declined", c.declined), f.need("turns", c.turns);
    f.need("action_cents", c.action), f.need("player_dealer_fees_cents", c.player_dealer_fees);
    f.need("player_fees_cents", c.player_fees), f.need("waived_cents", c.waived);
    f.need("expected_cents", c.expected), f.may("counted_cents", c.counted);
    f.may("variance_cents", c.variance);
  }
};

struct ShiftTotals {
  struct AtTable {
    std::string table;
    ShiftFigures figures;
    template <class F, class C>
    static void fields(F& f, C& c) {
      f.need("table", c.table), f.need("figures", c.figures);
    }
  };
  std::int64_t shift = 0;
  std::string name, date, opened;
  std::optional<std::string> closed;
  std::vector<AtTable> tables;
  ShiftFigures total;  ///< the sum of the tables
  std::string head;    ///< of the chain, as of now
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("shift", c.shift), f.need("name", c.name), f.need("date", c.date);
    f.need("opened", c.opened), f.may("closed", c.closed), f.need("tables", c.tables);
    f.need("total", c.total), f.need("head", c.head);
  }
};

/// Refuses a shift that is not in the book.
[[nodiscard]] rules::OrRefused<ShiftTotals> shift_totals(SQLite::Database& database,
                                                         std::int64_t shift);

}  // namespace cardroom::reports
