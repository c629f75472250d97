#pragma once

// A room for tests: staff of every role, the printed schedules, a shift open. Commands are given as
// the JSON that every path into the program uses.

#include <initializer_list>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cardroom/table/decide.hpp"
#include "support/fortune_7_schedules.hpp"
#include "support/records_in_memory.hpp"

namespace cardroom::testing {

/// Stands for the reader of schedule files, which is in a room further right. "printed" is the
/// document; "dearer" asks a dollar more of every player.
inline rules::OrRefused<settlement::ScheduleBook> schedules_for_tests(
    std::string_view toml, std::string_view file, std::span<const rules::Game* const>) {
  auto book = fortune_7_book();
  if (toml == "printed") return book;
  if (toml != "dearer") {
    return rules::Refused{rules::Refusal::schedule_not_toml, std::string(file) + " is not TOML."};
  }
  for (auto& option : book.options) {
    if (auto* fees = std::get_if<settlement::FeeBySpace>(&option.fees)) {
      fees->player_fee += rules::Cents::dollars(1);
    }
  }
  return book;
}

/// One of each role. Whoever is not named in a test is the lowest who may give the command.
inline std::string_view person_with(table::Role role) {
  switch (role) {
    case table::Role::dealer: return "dana";
    case table::Role::supervisor: return "sam";
    case table::Role::manager: return "maria";
    case table::Role::assistant_manager: return "alex";
    case table::Role::shift_manager: return "shin";
    case table::Role::compliance: return "cora";
    case table::Role::admin: return "ada";
  }
  throw rules::BrokenInvariant("a role outside the list");
}

class Room {
 public:
  /// 2026-11-18, six in the evening in Los Angeles.
  static constexpr std::int64_t kEvening = 1'795'053'600'000;
  static constexpr int kPacific = -480;

  /// Nobody on the staff, nothing set.
  static Room empty() { return Room(); }

  /// Staffed and set; the swing shift is open.
  static Room ready(int backline_bettors_a_seat = 3) {
    Room room;
    room.does(R"({"do":"add-person","person":"ada","name":"Ada","role":"admin"})", "ada");
    for (int i = 0; i < static_cast<int>(table::Role::admin); ++i) {
      const auto role = static_cast<table::Role>(i);
      room.does(fmt::format(R"({{"do":"add-person","person":"{0}","name":"{0}","role":"{1}"}})",
                            person_with(role), name(role)));
    }
    room.does(
        fmt::format(R"({{"do":"set-room","name":"Lucky Room","time_zone":"America/Los_Angeles",)"
                    R"("gaming_day_start":"06:00","backline_bettors_a_seat":{},"shifts":[)"
                    R"({{"name":"day","from":"06:00","to":"14:00"}},)"
                    R"({{"name":"swing","from":"14:00","to":"22:00"}},)"
                    R"({{"name":"grave","from":"22:00","to":"06:00"}}]}})",
                    backline_bettors_a_seat));
    room.does(R"({"do":"load-schedules","file":"fortune-7.toml","toml":"printed"})");
    room.does(R"({"do":"open-shift","shift":"swing"})");
    return room;
  }

  // --- Asking ------------------------------------------------------------------------------------

  /// What would follow; nothing is recorded.
  [[nodiscard]] rules::OrRefused<table::Event> asks(std::string_view json,
                                                    std::string_view by = {}) const {
    auto command = table::read_command(json);
    if (const auto* no = rules::refused(command)) return *no;
    return asks(std::get<table::Command>(std::move(command)), by);
  }
  [[nodiscard]] rules::OrRefused<table::Event> asks(table::Command command,
                                                    std::string_view by = {}) const {
    const auto who = by.empty() ? person_with(least_role(command)) : by;
    return table::decide(floor_, records_, {std::string(who), "key", {now_ms_, kPacific}},
                         std::move(command));
  }

  /// Records what must be accepted; a second passes.
  table::Event does(std::string_view json, std::string_view by = {}) {
    CAPTURE(json);
    return records(accepted(asks(json, by)));
  }
  table::Event records(table::Event event) {
    table::apply(floor_, event);
    records_.remember(event);
    now_ms_ += 1000;
    return event;
  }

  /// The code of what must be refused, its sentence naming `mentions`.
  [[nodiscard]] rules::Refusal refuses(std::string_view json, std::string_view mentions = {},
                                       std::string_view by = {}) const {
    CAPTURE(json);
    return refusal_of(asks(json, by), mentions);
  }

  void minutes_pass(int minutes) { now_ms_ += minutes * table::kMinuteMs; }
  void clock_shows(std::string_view iso) { now_ms_ = table::read_iso(iso).value(); }
  [[nodiscard]] std::int64_t now_ms() const { return now_ms_; }

  [[nodiscard]] const table::Floor& floor() const { return floor_; }
  [[nodiscard]] const RecordsInMemory& records() const { return records_; }
  [[nodiscard]] const table::TableState& at(std::string_view table) const {
    const auto* found = floor_.find(table);
    if (found == nullptr) FAIL("there is no table " << table);
    return *found;
  }

 private:
  Room() {
    floor_.games = rules::catalogue();
    floor_.read_schedules = schedules_for_tests;
  }

  table::Floor floor_;
  RecordsInMemory records_;
  std::int64_t now_ms_ = kEvening;
};

}  // namespace cardroom::testing
