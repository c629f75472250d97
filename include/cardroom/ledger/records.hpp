#pragma once

#include <optional>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/table/floor.hpp"

namespace cardroom::ledger {

/// Past rounds, shifts and counts, read from the book's derived rows.
class BookRecords final : public table::Records {
 public:
  /// `floor` lends the games and the schedules that were loaded; both must outlive this.
  BookRecords(SQLite::Database& database, const table::Floor& floor)
      : database_(database), floor_(floor) {}

  [[nodiscard]] std::optional<table::RoundFact> round(std::int64_t id,
                                                      std::int64_t before) const override;
  [[nodiscard]] bool reversed(std::int64_t round, std::int64_t before) const override;
  [[nodiscard]] std::vector<table::Waiver> waivers(std::int64_t round,
                                                   std::int64_t before) const override;
  [[nodiscard]] std::optional<table::ShiftRecord> shift(std::int64_t id,
                                                        std::int64_t before) const override;
  [[nodiscard]] std::optional<std::int64_t> count_of(const std::string& table, std::int64_t shift,
                                                     std::int64_t before) const override;
  [[nodiscard]] std::optional<Count> count(std::int64_t id, std::int64_t before) const override;
  [[nodiscard]] bool known_table(const std::string& table) const override;

  /// Fees less waivers of a table's shift, of the events below `before`.
  [[nodiscard]] rules::Cents expected_drop(std::int64_t gaming_table, std::int64_t shift,
                                           std::int64_t before) const;

  /// What a table plays under since event `id`, with its game.
  [[nodiscard]] table::Terms terms(std::int64_t id, const rules::Game*& game) const;

  /// Rounds that ended with this event, in order.
  [[nodiscard]] std::vector<std::int64_t> rounds_of(std::int64_t event) const;

 private:
  struct Stake;
  void read_wagers(std::int64_t first, std::int64_t count, const rules::Game& game,
                   table::RoundFact& fact, std::vector<settlement::PlacedWager>& wagers,
                   std::vector<std::string>& bettors) const;

  SQLite::Database& database_;
  const table::Floor& floor_;
};

/// What a reader needs of the floor: the games, the room's settings and every schedule that was
/// loaded. Its tables are not rebuilt.
[[nodiscard]] table::Floor reading_floor(SQLite::Database& database,
                                         std::span<const rules::Game* const> games);

/// The schedules that this event loaded, as they were then: one of the floor's books by itself.
[[nodiscard]] settlement::ScheduleBook loaded_schedules(SQLite::Database& database,
                                                        std::span<const rules::Game* const> games,
                                                        std::int64_t event);

/// More than any event's number: looks at everything.
inline constexpr std::int64_t kNow = INT64_MAX;

}  // namespace cardroom::ledger
