#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardroom/cli/demo_floor.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/ledger/recorder.hpp"

/// The shift that lies behind the demo, and the tables that both of its shifts are played at.
namespace cardroom::cli {

inline constexpr int kLeastDemoTables = 3, kMostDemoTables = 12;

struct DemoTable {
  std::string name, game;
  std::optional<std::int64_t> schedule;  ///< none: the house banks it
};
[[nodiscard]] std::vector<DemoTable> demo_tables(int count);

/// Opens a table and seats the people with these numbers of it, from 0 on.
[[nodiscard]] table::Command open_demo_table(const DemoTable& table, const table::Floor& floor);
[[nodiscard]] std::vector<table::Command> seat_demo_people(const DemoTable& table, int place,
                                                           int people, const std::string& today);

struct DemoAsked {
  std::uint64_t seed = 1;
  int tables = 5;
};

/// When the last swing shift began whose boxes are counted by now.
[[nodiscard]] std::int64_t last_swing_ms(std::int64_t now_ms);

/// Makes the room and records its swing shift from `start_ms` on: eight hours at all tables, the
/// close, the boxes counted. `ended` says that nobody waits for it any more; what was recorded by
/// then is whole.
[[nodiscard]] std::optional<rules::Refused> record_demo_shift(ledger::Recorder& recorder,
                                                              const DemoAsked& asked,
                                                              std::int64_t start_ms,
                                                              const Terminal& terminal,
                                                              const std::function<bool()>& ended);

}  // namespace cardroom::cli
