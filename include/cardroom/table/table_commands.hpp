#pragma once

#include "cardroom/rules/procedures.hpp"
#include "cardroom/table/room_commands.hpp"

/// What may be asked of a table between hands: its opening and terms, who sits there, the position.
namespace cardroom::table {

/// The displayed limit of one wager at a house-banked table.
struct KindLimit {
  std::string on;
  Cents least, most;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("on", c.on), f.need("least_cents", c.least), f.need("most_cents", c.most);
  }
};

struct OpenTable {
  static constexpr std::string_view kName = "open-table";
  static constexpr Role kLeast = Role::supervisor;
  std::string table, game;
  std::optional<std::int64_t> schedule;  ///< a player-dealer game's option
  std::vector<KindLimit> limits;         ///< a house-banked game's
  std::optional<Cents> differential;     ///< F6v6-1.1.10
  bool hlga = false;                     ///< F6v6-1.1.4
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("game", c.game), f.may("schedule", c.schedule);
    f.may("limits", c.limits), f.may("differential_cents", c.differential), f.may("hlga", c.hlga);
  }
};

/// For commands that name a table and nothing else.
struct AtTable {
  std::string table;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table);
  }
};

struct CloseTable : AtTable {
  static constexpr std::string_view kName = "close-table";
  static constexpr Role kLeast = Role::supervisor;
};

struct PauseTable {
  static constexpr std::string_view kName = "pause-table";
  static constexpr Role kLeast = Role::supervisor;
  std::string table, reason;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("reason", c.reason);
  }
};

struct ResumeTable : AtTable {
  static constexpr std::string_view kName = "resume-table";
  static constexpr Role kLeast = Role::supervisor;
};

/// F7-fees.3: another option, between hands.
struct ChangeSchedule {
  static constexpr std::string_view kName = "change-schedule";
  static constexpr Role kLeast = Role::supervisor;
  std::string table;
  std::int64_t schedule = 0;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("schedule", c.schedule);
  }
};

struct ChangeLimits {
  static constexpr std::string_view kName = "change-limits";
  static constexpr Role kLeast = Role::supervisor;
  std::string table;
  std::vector<KindLimit> limits;
  std::optional<Cents> differential;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("limits", c.limits);
    f.may("differential_cents", c.differential);
  }
};

/// F6v6-3.8: A and B by a manager, C by an assistant manager in the HLGA.
struct ChooseMethod {
  static constexpr std::string_view kName = "choose-method";
  static constexpr Role kLeast = Role::manager;
  std::string table;
  rules::Method method = rules::Method::b;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("method", c.method);
  }
};

/// F6v6-3.6.
struct RestrictArea {
  static constexpr std::string_view kName = "restrict-area";
  static constexpr Role kLeast = Role::manager;
  std::string table;
  int wagers = 0;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("wagers", c.wagers);
  }
};

/// F6v6-3.11: a bettor takes the dealing device (method C), or gives it back when no seat is named.
struct PassDevice {
  static constexpr std::string_view kName = "pass-device";
  static constexpr Role kLeast = Role::dealer;
  std::string table;
  std::optional<std::string> to;
  bool without_wager = false;  ///< an assistant manager lets him draw without one
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.may("to", c.to), f.may("without_wager", c.without_wager);
  }
};

}  // namespace cardroom::table
