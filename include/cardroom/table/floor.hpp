#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "cardroom/table/command.hpp"
#include "cardroom/table/round_fact.hpp"
#include "cardroom/table/shared.hpp"
#include "cardroom/table/table_state.hpp"

namespace cardroom::table {

struct Shift {
  std::int64_t id = 0;  ///< number of the event that opened it
  std::string name;
  std::string date;  ///< the gaming day
  std::int64_t opened_ms = 0;
};

struct PendingCorrection {
  std::string asked_by;
  RequestCorrection request;
};

/// Reads a schedule file's text; the ledger room knows how.
using ScheduleReader = OrRefused<settlement::ScheduleBook> (*)(std::string_view toml,
                                                               std::string_view file_name,
                                                               std::span<const rules::Game* const>);

using Staff = std::map<std::string, Person, std::less<>>;
using ScheduleBooks =
    std::map<std::int64_t, settlement::ScheduleBook>;  ///< by the event that loaded them

/// The whole room as the log leaves it: all that `decide` looks at, besides past records.
struct Floor {
  std::span<const rules::Game* const> games;
  ScheduleReader read_schedules = nullptr;
  std::optional<SetRoom> room;
  Shared<Staff> staff;
  Shared<ScheduleBooks> books;
  std::map<std::string, std::int64_t, std::less<>> book_in_force;  ///< by game
  std::optional<Shift> shift;
  std::map<std::string, Shared<TableState>, std::less<>> tables;
  std::map<std::int64_t, PendingCorrection> corrections;
  std::int64_t events = 0;      ///< recorded so far
  std::int64_t room_event = 0;  ///< the last one that concerned no single table
  std::int64_t rounds = 0;
  std::int64_t last_ms = 0;

  [[nodiscard]] const TableState* find(std::string_view table) const {
    const auto found = tables.find(table);
    return found == tables.end() ? nullptr : &*found->second;
  }
};

/// Which state of a table somebody saw: another text whenever it, or what concerns the whole room,
/// is another. Two devices that act on one table compare it.
[[nodiscard]] std::string version_of(const Floor& floor, const TableState& table);

struct ShiftRecord {
  std::string name, date;
  bool closed = false;
};

/// What happened before and is not part of the floor's state. `before` bounds the look back to the
/// events below it, so that a replay sees what the first run saw.
class Records {
 public:
  virtual ~Records() = default;
  [[nodiscard]] virtual std::optional<RoundFact> round(std::int64_t id,
                                                       std::int64_t before) const = 0;
  [[nodiscard]] virtual bool reversed(std::int64_t round, std::int64_t before) const = 0;
  [[nodiscard]] virtual std::vector<Waiver> waivers(std::int64_t round,
                                                    std::int64_t before) const = 0;
  [[nodiscard]] virtual std::optional<ShiftRecord> shift(std::int64_t id,
                                                         std::int64_t before) const = 0;
  /// Of a table and shift: the count that stands, if it was counted.
  [[nodiscard]] virtual std::optional<std::int64_t> count_of(const std::string& table,
                                                             std::int64_t shift,
                                                             std::int64_t before) const = 0;
  struct Count {
    std::string table, box;
    std::int64_t shift;
    bool recounted;
  };
  [[nodiscard]] virtual std::optional<Count> count(std::int64_t id, std::int64_t before) const = 0;
  [[nodiscard]] virtual bool known_table(const std::string& table) const = 0;
};

}  // namespace cardroom::table
