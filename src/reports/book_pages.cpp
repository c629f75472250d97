#include "cardroom/reports/book_pages.hpp"

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/rules/game.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;

/// The time of an event, and of a millisecond beside it, on the wall of that event.
std::string time_of(const Statement& row, int ms, int offset) {
  return table::iso_text(moment_at(row, ms, offset));
}

/// The end of a query: which rows, in which order. `id` is the column that numbers them.
struct Tail {
  std::string where, order;
};
Tail tail(const PageAsked& asked, const std::string& id, const char* shift_column) {
  std::string where = " WHERE 1";
  if (asked.after) where += fmt::format(" AND {} {} :after", id, asked.newest_first ? '<' : '>');
  if (asked.table) where += " AND g.name = :table";
  if (asked.shift && shift_column != nullptr)
    where += fmt::format(" AND {} = :shift", shift_column);
  return {where,
          fmt::format(" ORDER BY {} {} LIMIT :limit", id, asked.newest_first ? "DESC" : "ASC")};
}

void bind(Statement& row, const PageAsked& asked, bool has_shift) {
  if (asked.after) row.bind(":after", *asked.after);
  if (asked.table) row.bind(":table", *asked.table);
  if (asked.shift && has_shift) row.bind(":shift", *asked.shift);
  row.bind(":limit", asked.limit);
}

/// Reads all rows; `next` where the page is full. `id` tells a row's number.
template <class T, class Read, class Id>
Page<T> page(SQLite::Database& database, const std::string& sql, const PageAsked& asked,
             bool has_shift, Read read, Id id) {
  Statement row(database, sql);
  bind(row, asked, has_shift);
  Page<T> page;
  while (row.executeStep()) page.items.push_back(read(row));
  if (std::ssize(page.items) == asked.limit) page.next = id(page.items.back());
  return page;
}

RoundRow round_row(const Statement& row) {
  RoundRow r;
  r.round = row.getColumn(0).getInt64();
  r.event = row.getColumn(1).getInt64();
  r.kind = row.getColumn(2).getString();
  r.table = row.getColumn(3).getString();
  r.ended = time_of(row, 4, 5);
  r.shift = number_at(row, 6);
  r.option = number_at(row, 7);
  r.turn = number_at(row, 8);
  r.hand = number_at(row, 9);
  r.seat = number_at(row, 10);
  r.corrects = number_at(row, 11);
  r.player_dealer = person_in(text_at(row, 12));
  r.player = text_at(row, 13);
  r.banker = text_at(row, 14);
  r.winner = text_at(row, 15);
  r.bank = money_at(row, 16);
  r.cover_left = money_at(row, 17);
  r.action = cents_at(row, 18);
  r.player_dealer_fee = cents_at(row, 19);
  r.player_fees = cents_at(row, 20);
  r.paid = cents_at(row, 21);
  r.taken = cents_at(row, 22);
  r.gap = row.getColumn(23).getInt() != 0;
  r.exhausted = row.getColumn(24).getInt() != 0;
  r.wagers = row.getColumn(25).getInt64();
  r.short_paid = row.getColumn(26).getInt64();
  r.no_action = row.getColumn(27).getInt64();
  return r;
}

constexpr const char* kRounds =
    "SELECT r.id, r.event, r.kind, g.name, r.ended_ms, e.utc_offset, r.shift, t.option, r.turn, "
    "r.hand, r.seat, r.corrects, a.name, r.player, r.banker, r.winner, r.bank, r.cover_left, "
    "r.action, r.player_dealer_fee, r.player_fees, r.paid, r.taken, r.gap, r.exhausted, r.wagers, "
    "r.short_paid, r.no_action FROM round r JOIN gaming_table g ON g.id = r.gaming_table "
    "JOIN event e ON e.seq = r.event JOIN terms t ON t.id = r.terms "
    "LEFT JOIN account a ON a.id = r.player_dealer";

/// The bettors' fees of one round, behind the player-dealer's.
void add_player_fees(Statement& wagers, const RoundRow& round, const rules::Game& game,
                     std::vector<FeeRow>& fees) {
  wagers.reset();
  wagers.bind(1, round.corrects && round.kind == "reversal" ? *round.corrects : round.round);
  const bool reversal = round.kind == "reversal";
  while (wagers.executeStep()) {
    FeeRow fee;
    fee.round = round.round;
    fee.table = round.table;
    fee.shift = round.shift;
    fee.option = round.option;
    fee.payer = "player";
    fee.seat = wagers.getColumn(0).getInt64();
    fee.name = person_in(wagers.getColumn(1).getString());
    fee.on = game.wagers[static_cast<std::size_t>(wagers.getColumn(2).getInt())].name;
    fee.cents = cents_at(wagers, 3);
    if (reversal) fee.cents = -fee.cents;
    fees.push_back(std::move(fee));
  }
}

}  // namespace

Page<RoundRow> rounds_page(SQLite::Database& database, const PageAsked& asked) {
  const auto [where, order] = tail(asked, "r.id", "r.shift");
  return page<RoundRow>(database, kRounds + where + order, asked, true, round_row,
                        [](const RoundRow& r) { return r.round; });
}

Page<ShiftRow> shifts_page(SQLite::Database& database, const PageAsked& asked) {
  PageAsked all = asked;
  all.table.reset();
  const auto [where, order] = tail(all, "s.id", nullptr);
  const auto read = [](const Statement& row) {
    ShiftRow r{row.getColumn(0).getInt64(),
               row.getColumn(1).getString(),
               row.getColumn(2).getString(),
               time_of(row, 3, 4),
               row.getColumn(5).getString(),
               std::nullopt,
               text_at(row, 8)};
    if (!row.getColumn(6).isNull()) r.closed = time_of(row, 6, 7);
    return r;
  };
  return page<ShiftRow>(
      database,
      "SELECT s.id, s.name, s.date, s.opened_ms, o.utc_offset, s.opened_by, c.closed_ms, "
      "e.utc_offset, c.closed_by FROM shift s JOIN event o ON o.seq = s.id "
      "LEFT JOIN shift_close c ON c.shift = s.id LEFT JOIN event e ON e.seq = c.id" +
          where + order,
      all, false, read, [](const ShiftRow& r) { return r.shift; });
}

Page<TurnRow> turns_page(SQLite::Database& database, const PageAsked& asked) {
  const auto [where, order] = tail(asked, "t.id", nullptr);
  const auto read = [](const Statement& row) {
    TurnRow r;
    r.turn = row.getColumn(0).getInt64();
    r.ended_by = row.getColumn(1).getInt64();
    r.table = row.getColumn(2).getString();
    r.seat = row.getColumn(3).getInt64();
    r.player_dealer = person_in(row.getColumn(4).getString());
    r.company = text_at(row, 5);
    r.since = time_of(row, 6, 8);
    r.until = time_of(row, 7, 8);
    r.hands = row.getColumn(9).getInt64();
    r.wager = cents_at(row, 10);
    r.why = row.getColumn(11).getString();
    return r;
  };
  return page<TurnRow>(
      database,
      "SELECT t.began, t.id, g.name, t.seat, a.name, t.company, t.since_ms, t.until_ms, "
      "e.utc_offset, t.hands, t.wager, t.why FROM turn t JOIN gaming_table g ON g.id = "
      "t.gaming_table JOIN account a ON a.id = t.account JOIN event e ON e.seq = t.id" +
          where + order,
      asked, false, read, [](const TurnRow& r) { return r.ended_by; });
}

Page<OfferRow> offers_page(SQLite::Database& database, const PageAsked& asked) {
  const auto [where, order] = tail(asked, "o.id", nullptr);
  const auto read = [](const Statement& row) {
    OfferRow r;
    r.event = row.getColumn(0).getInt64();
    r.table = row.getColumn(1).getString();
    r.seat = row.getColumn(2).getInt64();
    r.name = person_in(row.getColumn(3).getString());
    r.company = text_at(row, 4);
    r.offered = time_of(row, 5, 7);
    r.answered = time_of(row, 6, 7);
    r.accepted = row.getColumn(8).getInt() != 0;
    return r;
  };
  return page<OfferRow>(
      database,
      "SELECT o.id, g.name, o.seat, a.name, o.company, o.offered_ms, o.answered_ms, e.utc_offset, "
      "o.accepted FROM offer o JOIN gaming_table g ON g.id = o.gaming_table "
      "JOIN account a ON a.id = o.account JOIN event e ON e.seq = o.id" +
          where + order,
      asked, false, read, [](const OfferRow& r) { return r.event; });
}

Page<FeeRow> fees_page(SQLite::Database& database, const PageAsked& asked,
                       std::span<const rules::Game* const> games) {
  const auto rounds = rounds_page(database, asked);
  Page<FeeRow> fees;
  fees.next = rounds.next;
  Statement wagers(database,
                   "SELECT w.seat, a.name, w.space, w.fee FROM wager w JOIN round r ON r.id = ?1 "
                   "JOIN account a ON a.id = w.bettor WHERE w.id >= r.first_wager AND "
                   "w.id < r.first_wager + r.wagers AND w.fee <> 0 ORDER BY w.id");
  Statement game_of(database,
                    "SELECT s.game FROM round r JOIN terms t ON t.id = r.terms "
                    "JOIN session s ON s.id = t.session WHERE r.id = ?");
  for (const RoundRow& round : rounds.items) {
    if (round.player_dealer_fee != Cents{}) {
      fees.items.push_back({round.round, round.table, "player-dealer", round.shift, round.option,
                            round.seat, round.player_dealer, std::nullopt,
                            round.player_dealer_fee});
    }
    if (round.player_fees == Cents{}) continue;
    game_of.reset();
    game_of.bind(1, round.round);
    game_of.executeStep();
    const auto game = rules::find_game(games, game_of.getColumn(0).getString());
    add_player_fees(wagers, round, *std::get<const rules::Game*>(game), fees.items);
  }
  return fees;
}

}  // namespace cardroom::reports
