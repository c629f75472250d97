#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/table/fields.hpp"

/// The past, page by page, from the book's derived rows.
namespace cardroom::reports {

using rules::Cents;

/// Which rows, and from where on. `after` is the last number of the page before.
struct PageAsked {
  std::optional<std::int64_t> after;
  int limit = 50;
  bool newest_first = true;
  std::optional<std::string> table;
  std::optional<std::int64_t> shift;
};

/// `next` is there where more may follow.
template <class T>
struct Page {
  std::vector<T> items;
  std::optional<std::int64_t> next;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("items", c.items), f.may("next", c.next);
  }
};

struct RoundRow {
  std::int64_t round = 0, event = 0;
  std::string kind, table, ended;
  std::optional<std::int64_t> shift, option, turn, hand, seat, corrects;
  std::optional<std::string> player_dealer, player, banker, winner;
  std::optional<Cents> bank, cover_left;
  Cents action, player_dealer_fee, player_fees, paid, taken;
  bool gap = false, exhausted = false;
  std::int64_t wagers = 0, short_paid = 0, no_action = 0;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("round", c.round), f.need("event", c.event), f.need("kind", c.kind);
    f.need("table", c.table), f.need("ended", c.ended), f.may("shift", c.shift);
    f.may("option", c.option), f.may("turn", c.turn), f.may("hand", c.hand), f.may("seat", c.seat);
    f.may("corrects", c.corrects), f.may("player_dealer", c.player_dealer);
    f.may("player", c.player), f.may("banker", c.banker), f.may("winner", c.winner);
    f.may("bank_cents", c.bank), f.may("cover_left_cents", c.cover_left);
    f.need("action_cents", c.action), f.need("player_dealer_fee_cents", c.player_dealer_fee);
    f.need("player_fees_cents", c.player_fees), f.need("paid_cents", c.paid);
    f.need("taken_cents", c.taken), f.may("gap", c.gap), f.may("exhausted", c.exhausted);
    f.need("wagers", c.wagers), f.need("short_paid", c.short_paid);
    f.need("no_action", c.no_action);
  }
};
[[nodiscard]] Page<RoundRow> rounds_page(SQLite::Database& database, const PageAsked& asked);

struct ShiftRow {
  std::int64_t shift = 0;
  std::string name, date, opened, opened_by;
  std::optional<std::string> closed, closed_by;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("shift", c.shift), f.need("name", c.name), f.need("date", c.date);
    f.need("opened", c.opened), f.need("opened_by", c.opened_by), f.may("closed", c.closed);
    f.may("closed_by", c.closed_by);
  }
};
[[nodiscard]] Page<ShiftRow> shifts_page(SQLite::Database& database, const PageAsked& asked);

struct TurnRow {
  std::int64_t turn = 0, ended_by = 0, seat = 0, hands = 0;
  std::string table, player_dealer, since, until, why;
  std::optional<std::string> company;
  Cents wager;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("turn", c.turn), f.need("ended_by", c.ended_by), f.need("table", c.table);
    f.need("seat", c.seat), f.need("player_dealer", c.player_dealer);
    f.may("company", c.company), f.need("since", c.since), f.need("until", c.until);
    f.need("hands", c.hands), f.need("wager_cents", c.wager), f.need("why", c.why);
  }
};
[[nodiscard]] Page<TurnRow> turns_page(SQLite::Database& database, const PageAsked& asked);

struct OfferRow {
  std::int64_t event = 0, seat = 0;
  std::string table, name, offered, answered;
  std::optional<std::string> company;
  bool accepted = false;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("event", c.event), f.need("table", c.table), f.need("seat", c.seat);
    f.need("name", c.name), f.may("company", c.company), f.need("offered", c.offered);
    f.need("answered", c.answered), f.need("accepted", c.accepted);
  }
};
[[nodiscard]] Page<OfferRow> offers_page(SQLite::Database& database, const PageAsked& asked);

/// Every fee of a round: the player-dealer's, and a line for each space of a bettor that paid one.
struct FeeRow {
  std::int64_t round = 0;
  std::string table, payer;  ///< "player-dealer" or "player"
  std::optional<std::int64_t> shift, option, seat;
  std::optional<std::string> name, on;
  Cents cents;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("round", c.round), f.need("table", c.table), f.may("shift", c.shift);
    f.may("option", c.option), f.need("payer", c.payer), f.may("name", c.name);
    f.may("seat", c.seat), f.may("on", c.on), f.need("cents", c.cents);
  }
};
/// `limit` counts rounds: a round's fees are never cut apart.
[[nodiscard]] Page<FeeRow> fees_page(SQLite::Database& database, const PageAsked& asked,
                                     std::span<const rules::Game* const> games);

}  // namespace cardroom::reports
