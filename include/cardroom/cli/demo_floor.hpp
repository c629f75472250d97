#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cardroom/cli/demo_play.hpp"

namespace cardroom::cli {

/// Where the demo's commands are recorded: a book of the past, or a room that is served.
class DemoBook {
 public:
  virtual ~DemoBook() = default;
  /// After all that was accepted.
  [[nodiscard]] virtual std::shared_ptr<const table::Floor> floor() const = 0;
  /// Refused: nothing was recorded.
  [[nodiscard]] virtual std::optional<rules::Refused> give(table::Request request) = 0;
};

/// How the demo's time passes.
class Pace {
 public:
  virtual ~Pace() = default;
  [[nodiscard]] virtual std::int64_t now_ms() const = 0;
  /// False: the demo is to end.
  [[nodiscard]] virtual bool wait_until(std::int64_t ms) = 0;
};

/// A step that is written down beforehand and made of the floor when its time has come; none where
/// there is nothing to do.
using PlannedStep = std::function<std::optional<DemoStep>(const table::Floor&)>;

/// The staff and the people at every table: each table goes on when its last step is done.
class DemoFloor {
 public:
  /// `book` and `pace` outlive it. `keys` begins the key of every command.
  DemoFloor(DemoPlayers players, DemoBook& book, Pace& pace, std::string keys)
      : players_(players),
        book_(book),
        pace_(pace),
        keys_(std::move(keys)),
        began_ms_(pace.now_ms()) {}

  /// The table is played from `at_ms` on.
  void add(const std::string& table, std::int64_t at_ms);
  /// Comes before the first hand that could begin after that time.
  void plan(const std::string& table, std::int64_t at_ms, std::vector<PlannedStep> steps);

  /// False where the pace ended it before.
  [[nodiscard]] bool play_until(std::int64_t ms);

  /// Gives a command at once, by whoever has the role for it.
  [[nodiscard]] std::optional<rules::Refused> give(const table::Command& command);

 private:
  struct Plan {
    std::int64_t at_ms;
    std::vector<PlannedStep> steps;
  };
  struct Table {
    std::string name;
    std::int64_t due_ms = 0;
    int refused = 0;
    std::vector<Plan> plans;           ///< in the order of their times
    std::deque<PlannedStep> now = {};  ///< of the plan that is being carried out
  };

  void go_on(Table& table);
  [[nodiscard]] std::optional<DemoStep> next_step(Table& table, const table::Floor& floor);
  [[nodiscard]] std::string person_for(const table::Command& command) const;

  DemoPlayers players_;
  DemoBook& book_;
  Pace& pace_;
  std::string keys_;
  std::int64_t began_ms_;
  int given_ = 0;
  std::vector<Table> tables_;
};

/// The demo's staff; the first is the admin.
[[nodiscard]] const std::vector<table::AddPerson>& demo_staff();

}  // namespace cardroom::cli
