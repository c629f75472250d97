#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cardroom/table/command.hpp"
#include "cardroom/table/floor.hpp"

/// Who bets what at the demo's tables: no book, no clock. The same seed and the same table give the
/// same answer.
namespace cardroom::cli {

struct DemoPlayers {
  std::uint64_t seed = 1;
  bool whole_hands = false;  ///< a hand is one command; else it is played step by step
};

struct DemoStep {
  table::Command command;
  std::int64_t takes_ms = 0;  ///< until the table goes on
};

/// What the people at a table do next: one of its next steps, filled in. None where they wait for
/// somebody, as at a paused table. `refused` counts what was refused since the table last changed;
/// the next proposal is then another one.
[[nodiscard]] std::optional<DemoStep> next_demo_step(const DemoPlayers& players,
                                                     const table::Floor& floor,
                                                     const table::TableState& table, int refused);

/// A hand that may be played at a table between hands. Another `deal` makes it another hand.
struct DemoHand {
  std::vector<table::WagerAsked> wagers;
  std::string player, banker;
};
[[nodiscard]] DemoHand demo_hand(const DemoPlayers& players, const table::TableState& table,
                                 int deal);

/// The person with this number: no two have one name.
[[nodiscard]] std::string demo_name(int number);

}  // namespace cardroom::cli
