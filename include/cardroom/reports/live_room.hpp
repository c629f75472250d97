#pragma once

#include "cardroom/reports/live_table.hpp"

namespace cardroom::reports {

/// Something that may be done now; the first is what the table waits for.
struct NextStep {
  std::string what;  ///< the command's name
  table::Role least = table::Role::dealer;
  std::optional<std::int64_t> seat;
  std::string text;  ///< for the person at the table
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("do", c.what), f.need("least_role", c.least), f.may("seat", c.seat);
    f.need("text", c.text);
  }
};

struct LiveTable {
  std::string table, version, status, game, title;
  std::int64_t session = 0, hands = 0;
  bool shift_open = false;
  std::optional<LiveTerms> terms;
  std::vector<LiveSeat> seats;
  std::optional<LivePosition> position;
  std::optional<LiveHand> hand;
  std::vector<NextStep> next;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("version", c.version), f.need("status", c.status);
    f.need("game", c.game), f.need("title", c.title), f.need("session", c.session);
    f.need("hands", c.hands), f.need("shift_open", c.shift_open), f.may("terms", c.terms);
    f.need("seats", c.seats), f.may("position", c.position), f.may("hand", c.hand);
    f.need("next", c.next);
  }
};
/// Where there is a hand.
[[nodiscard]] inline bool bets_open(const LiveTable& table) {
  return table.hand && table.hand->phase == kBetsOpen;
}
[[nodiscard]] inline bool bets_closed(const LiveTable& table) {
  return table.hand && table.hand->phase != kBetsOpen;
}
/// Both times one and the same hand.
[[nodiscard]] inline bool same_hand(const LiveTable& one, const LiveTable& other) {
  return one.hand && other.hand && one.hand->opened_event == other.hand->opened_event;
}
[[nodiscard]] LiveTable live_table(const table::Floor& floor, const table::TableState& table);

/// What may be done at this table: each step was asked of the rules themselves.
[[nodiscard]] std::vector<NextStep> next_steps(const table::Floor& floor,
                                               const table::TableState& table);

/// A table in one line.
struct TableLine {
  std::string table, version, status, game;
  std::optional<std::int64_t> option;
  std::optional<std::string> holder, phase, waits_for;
  std::int64_t hands = 0;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("version", c.version), f.need("status", c.status);
    f.need("game", c.game), f.may("option", c.option), f.may("holder", c.holder);
    f.may("phase", c.phase), f.may("waits_for", c.waits_for), f.need("hands", c.hands);
  }
};
[[nodiscard]] TableLine table_line(const table::Floor& floor, const table::TableState& table);

struct LiveCorrection {
  std::int64_t correction = 0, round = 0;
  std::string asked_by, reason;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("correction", c.correction), f.need("round", c.round);
    f.need("asked_by", c.asked_by), f.need("reason", c.reason);
  }
};

struct LiveShift {
  std::int64_t shift = 0;
  std::string name, date, opened;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("shift", c.shift), f.need("name", c.name), f.need("date", c.date);
    f.need("opened", c.opened);
  }
};

struct LiveRoom {
  std::optional<table::SetRoom> settings;
  std::optional<LiveShift> shift;
  std::vector<LiveCorrection> corrections;
  std::int64_t events = 0, rounds = 0, open_tables = 0;
  std::string last_event;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.may("settings", c.settings), f.may("shift", c.shift);
    f.need("corrections", c.corrections), f.need("events", c.events);
    f.need("rounds", c.rounds), f.need("open_tables", c.open_tables);
    f.need("last_event", c.last_event);
  }
};
[[nodiscard]] LiveRoom live_room(const table::Floor& floor);

}  // namespace cardroom::reports
