#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardroom/rules/cents.hpp"
#include "cardroom/table/staff.hpp"

/// What may be asked of the room: settings, people, shifts, the count of the drop, and what
/// concerns a round after it was settled.
///
/// A command is a struct with its JSON name, the least role that may give it, and one list of its
/// fields. That list is read, written and documented from here alone: `need` must be there, `may`
/// may be left out.
namespace cardroom::table {

using rules::Cents;

struct ShiftHours {
  std::string name;
  std::string from, to;  ///< "06:00" on the wall
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("name", c.name), f.need("from", c.from), f.need("to", c.to);
  }
};

struct SetRoom {
  static constexpr std::string_view kName = "set-room";
  static constexpr Role kLeast = Role::admin;
  std::string name, time_zone, gaming_day_start;
  std::vector<ShiftHours> shifts;
  int backline_bettors_a_seat = 3;  ///< W-back
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("name", c.name), f.need("time_zone", c.time_zone);
    f.need("gaming_day_start", c.gaming_day_start), f.need("shifts", c.shifts);
    f.need("backline_bettors_a_seat", c.backline_bettors_a_seat);
  }
};

/// The text of a schedule file becomes part of the book, so that every fee can be followed to the
/// schedule as it stood.
struct LoadSchedules {
  static constexpr std::string_view kName = "load-schedules";
  static constexpr Role kLeast = Role::admin;
  std::string file, toml;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("file", c.file), f.need("toml", c.toml);
  }
};

struct AddPerson {
  static constexpr std::string_view kName = "add-person";
  static constexpr Role kLeast = Role::admin;
  std::string person, name;
  Role role = Role::dealer;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.need("name", c.name), f.need("role", c.role);
  }
};

struct ChangePerson {
  static constexpr std::string_view kName = "change-person";
  static constexpr Role kLeast = Role::admin;
  std::string person;
  std::optional<std::string> name;
  std::optional<Role> role;
  std::optional<bool> active;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.may("name", c.name), f.may("role", c.role);
    f.may("active", c.active);
  }
};

struct OpenShift {
  static constexpr std::string_view kName = "open-shift";
  static constexpr Role kLeast = Role::shift_manager;
  std::string shift;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("shift", c.shift);
  }
};

struct CloseShift {
  static constexpr std::string_view kName = "close-shift";
  static constexpr Role kLeast = Role::shift_manager;
  template <class F, class C>
  static void fields(F&, C&) {}
};

/// 4 CCR 12384, 12385: one box a table and shift, counted by named people.
struct CountDrop {
  static constexpr std::string_view kName = "count-drop";
  static constexpr Role kLeast = Role::supervisor;
  std::string table;
  std::int64_t shift = 0;
  std::string box;
  Cents cents;
  std::vector<std::string> counters;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("shift", c.shift), f.need("box", c.box);
    f.need("cents", c.cents), f.need("counters", c.counters);
  }
};

/// The first figure stays as it is; this one names it.
struct RecountDrop {
  static constexpr std::string_view kName = "recount-drop";
  static constexpr Role kLeast = Role::supervisor;
  std::int64_t count = 0;
  Cents cents;
  std::vector<std::string> counters;
  std::string reason;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("count", c.count), f.need("cents", c.cents), f.need("counters", c.counters);
    f.need("reason", c.reason);
  }
};

}  // namespace cardroom::table
