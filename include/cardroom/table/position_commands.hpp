#pragma once

#include "cardroom/table/room_commands.hpp"
#include "cardroom/table/table_commands.hpp"

/// Who sits and stands at a table, and the player-dealer position.
namespace cardroom::table {

/// A third-party provider's player (domain.md: TPPPS).
struct Provider {
  std::string company, licence, badge_expires;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("company", c.company), f.need("licence", c.licence);
    f.need("badge_expires", c.badge_expires);
  }
};

struct SeatPerson {
  static constexpr std::string_view kName = "seat";
  static constexpr Role kLeast = Role::dealer;
  std::string table;
  std::int64_t seat = 0;
  std::string name;
  std::optional<std::string> patron;
  std::optional<Provider> provider;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("seat", c.seat), f.need("name", c.name);
    f.may("patron", c.patron), f.may("provider", c.provider);
  }
};

/// For commands that name a seat of a table and nothing else.
struct AtSeat {
  std::string table;
  std::int64_t seat = 0;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("seat", c.seat);
  }
};

struct Unseat : AtSeat {
  static constexpr std::string_view kName = "unseat";
  static constexpr Role kLeast = Role::dealer;
};

struct AddBackline {
  static constexpr std::string_view kName = "add-backline";
  static constexpr Role kLeast = Role::dealer;
  std::string table;
  std::int64_t seat = 0;
  std::string name;
  std::optional<std::string> patron;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("seat", c.seat), f.need("name", c.name);
    f.may("patron", c.patron);
  }
};

struct RemoveBackline {
  static constexpr std::string_view kName = "remove-backline";
  static constexpr Role kLeast = Role::dealer;
  std::string table;
  std::string name;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("name", c.name);
  }
};

/// F7-type.1, P-turn: the position is offered, seat by seat, and each answer is kept.
struct OfferPosition {
  static constexpr std::string_view kName = "offer-position";
  static constexpr Role kLeast = Role::dealer;
  std::string table;
  std::optional<std::int64_t> seat;  ///< left out: whoever is next
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.may("seat", c.seat);
  }
};

struct AcceptPosition {
  static constexpr std::string_view kName = "accept-position";
  static constexpr Role kLeast = Role::dealer;
  std::string table;
  std::int64_t seat = 0;
  Cents wager;  ///< P-bank
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("seat", c.seat), f.need("wager_cents", c.wager);
  }
};

struct DeclinePosition : AtSeat {
  static constexpr std::string_view kName = "decline-position";
  static constexpr Role kLeast = Role::dealer;
};

/// The player-dealer ends his turn early and stays.
struct GiveUpPosition : AtTable {
  static constexpr std::string_view kName = "give-up-position";
  static constexpr Role kLeast = Role::dealer;
};

/// P-bank: between hands, never in one.
struct ChangeBank {
  static constexpr std::string_view kName = "change-bank";
  static constexpr Role kLeast = Role::dealer;
  std::string table;
  Cents wager;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("wager_cents", c.wager);
  }
};

/// P-2026: switches the dated rule set on or off for a table, with a reason.
struct SetRotation {
  static constexpr std::string_view kName = "set-rotation";
  static constexpr Role kLeast = Role::manager;
  std::string table;
  std::string rules;  ///< "approved" or "2026"
  std::string date, reason;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("rules", c.rules), f.need("date", c.date);
    f.need("reason", c.reason);
  }
};

}  // namespace cardroom::table
