#pragma once

#include <sstream>

#include "cardroom/ledger/room_file.hpp"
#include "support/book.hpp"

namespace cardroom::testing {

/// The room of `room init` with the recorded shift of tests/shift, as it lies on the disk.
inline const std::string& swing_shift_bytes() {
  static const std::string bytes = [] {
    const Scratch scratch;
    const FakeClock clock;
    const auto path = scratch.path("book");
    {
      const auto recorder = recorder_on(accepted(ledger::Book::create(path)), clock);
      const auto at = table::read_iso("2026-11-16T13:55:00-08:00");
      std::vector<rules::OrRefused<table::Request>> first;
      const auto add = [&](table::Command command) {
        first.emplace_back(table::Request{"admin", "room-" + std::to_string(first.size() + 1), at,
                                          std::move(command)});
      };
      add(table::AddPerson{"admin", "Administrator", table::Role::admin});
      add(accepted(ledger::read_room(ledger::usual_room(), "usual settings")));
      add(table::LoadSchedules{"fortune-7.toml", content_of(CARDROOM_SCHEDULES "/fortune-7.toml")});
      for (const auto& answer : recorder->record(first)) REQUIRE(answer.ok);
      std::istringstream told(content_of(CARDROOM_TESTS "/shift/commands.jsonl"));
      std::vector<std::string> lines;
      for (std::string line; std::getline(told, line);) lines.push_back(line);
      record_all(*recorder, lines);
    }
    return content_of(path);
  }();
  return bytes;
}

}  // namespace cardroom::testing
