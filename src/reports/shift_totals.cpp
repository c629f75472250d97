#include "cardroom/reports/shift_totals.hpp"

#include <map>

#include <fmt/format.h>

#include "cardroom/ledger/book.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using Tables = std::map<std::string, ShiftFigures>;

/// Runs `sql` for the shift; its first column is a table's name.
template <class Add>
void each_table(SQLite::Database& database, const char* sql, std::int64_t shift, Tables& tables,
                Add add) {
  Statement row(database, sql);
  row.bind(1, shift);
  while (row.executeStep()) add(tables[row.getColumn(0).getString()], row);
}

void add_rounds(SQLite::Database& database, std::int64_t shift, Tables& tables) {
  each_table(database,
             "SELECT g.name, sum(CASE kind WHEN 'settled' THEN 1 WHEN 'corrected' THEN 1 "
             "WHEN 'reversal' THEN -1 ELSE 0 END), sum(kind = 'voided'), sum(CASE kind "
             "WHEN 'reversal' THEN -gap ELSE gap END), sum(CASE kind WHEN 'reversal' THEN "
             "-exhausted ELSE exhausted END), sum(short_paid), sum(no_action), "
             "sum(action), sum(player_dealer_fee), sum(player_fees) FROM round r "
             "JOIN gaming_table g ON g.id = r.gaming_table WHERE r.shift = ? GROUP BY g.id",
             shift, tables, [](ShiftFigures& figures, const Statement& row) {
               figures.hands = row.getColumn(1).getInt64();
               figures.voided = row.getColumn(2).getInt64();
               figures.gap_hands = row.getColumn(3).getInt64();
               figures.exhausted = row.getColumn(4).getInt64();
               figures.short_paid = row.getColumn(5).getInt64();
               figures.no_action = row.getColumn(6).getInt64();
               figures.action = Cents{row.getColumn(7).getInt64()};
               figures.player_dealer_fees = Cents{row.getColumn(8).getInt64()};
               figures.player_fees = Cents{row.getColumn(9).getInt64()};
             });
}

/// Offers and turns belong to the shift whose events lie around them.
void add_position(SQLite::Database& database, std::int64_t shift, Tables& tables) {
  each_table(database,
             "SELECT g.name, count(*), sum(accepted = 0) FROM offer o JOIN gaming_table g ON "
             "g.id = o.gaming_table WHERE o.id > ?1 AND o.id < coalesce((SELECT id FROM "
             "shift_close WHERE shift = ?1), 9223372036854775807) GROUP BY g.id",
             shift, tables, [](ShiftFigures& figures, const Statement& row) {
               figures.offers = row.getColumn(1).getInt64();
               figures.declined = row.getColumn(2).getInt64();
             });
  each_table(database,
             "SELECT g.name, count(*) FROM turn t JOIN gaming_table g ON g.id = t.gaming_table "
             "WHERE t.id > ?1 AND t.id < coalesce((SELECT id FROM shift_close WHERE shift = ?1), "
             "9223372036854775807) GROUP BY g.id",
             shift, tables, [](ShiftFigures& figures, const Statement& row) {
               figures.turns = row.getColumn(1).getInt64();
             });
}

void add_box(SQLite::Database& database, std::int64_t shift, Tables& tables) {
  each_table(database,
             "SELECT g.name, sum(cents) FROM waiver w JOIN gaming_table g ON g.id = "
             "w.gaming_table WHERE w.shift = ? GROUP BY g.id",
             shift, tables, [](ShiftFigures& figures, const Statement& row) {
               figures.waived = Cents{row.getColumn(1).getInt64()};
             });
  each_table(database,
             "SELECT g.name, d.cents FROM drop_count d JOIN gaming_table g ON g.id = "
             "d.gaming_table WHERE d.shift = ? AND NOT EXISTS (SELECT 1 FROM drop_count n "
             "WHERE n.recounts = d.id)",
             shift, tables, [](ShiftFigures& figures, const Statement& row) {
               figures.counted =
                   figures.counted.value_or(Cents{}) + Cents{row.getColumn(1).getInt64()};
             });
}

void add_to(ShiftFigures& total, const ShiftFigures& one) {
  total.hands += one.hands;
  total.voided += one.voided;
  total.gap_hands += one.gap_hands;
  total.exhausted += one.exhausted;
  total.short_paid += one.short_paid;
  total.no_action += one.no_action;
  total.offers += one.offers;
  total.declined += one.declined;
  total.turns += one.turns;
  total.action += one.action;
  total.player_dealer_fees += one.player_dealer_fees;
  total.player_fees += one.player_fees;
  total.waived += one.waived;
  total.expected += one.expected;
  if (!one.counted) return;
  total.counted = total.counted.value_or(Cents{}) + *one.counted;
  total.variance = total.variance.value_or(Cents{}) + *one.variance;
}

}  // namespace

rules::OrRefused<ShiftTotals> shift_totals(SQLite::Database& database, std::int64_t shift) {
  Statement row(database,
                "SELECT s.name, s.date, s.opened_ms, o.utc_offset, c.closed_ms, e.utc_offset "
                "FROM shift s JOIN event o ON o.seq = s.id LEFT JOIN shift_close c ON c.shift = "
                "s.id LEFT JOIN event e ON e.seq = c.id WHERE s.id = ?");
  row.bind(1, shift);
  if (!row.executeStep()) {
    return rules::Refused{rules::Refusal::unknown_shift,
                          fmt::format("There is no shift {} in the book.", shift)};
  }
  ShiftTotals totals;
  totals.shift = shift;
  totals.name = row.getColumn(0).getString();
  totals.date = row.getColumn(1).getString();
  totals.opened = table::iso_text({row.getColumn(2).getInt64(), row.getColumn(3).getInt()});
  if (!row.getColumn(4).isNull()) {
    totals.closed = table::iso_text({row.getColumn(4).getInt64(), row.getColumn(5).getInt()});
  }
  Tables tables;
  add_rounds(database, shift, tables);
  add_position(database, shift, tables);
  add_box(database, shift, tables);
  for (auto& [name, figures] : tables) {
    figures.expected = figures.player_dealer_fees + figures.player_fees - figures.waived;
    if (figures.counted) figures.variance = *figures.counted - figures.expected;
    add_to(totals.total, figures);
    totals.tables.push_back({name, std::move(figures)});
  }
  const auto head = ledger::chain_head(database);
  totals.head = fmt::format("{}:{}", head.seq, ledger::hex(head.hash));
  return totals;
}

}  // namespace cardroom::reports
