#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/reports/shift_totals.hpp"
#include "cardroom/table/floor.hpp"

namespace cardroom::reports {

/// A winner on the road: P, B or T.
[[nodiscard]] char letter_of(std::string_view winner);

/// What the open shift has come to, kept as the book grows: each reading takes only the rounds and
/// waivers beyond those it knows. For one thread.
class RunningShift {
 public:
  /// A hand as it stands after its corrections, in the place where it was played.
  struct Hand {
    std::int64_t round = 0;
    std::string player, banker, winner;
    table::Moment ended;
    bool gap = false, exhausted = false;
    bool stands = true;  ///< false: voided, or reversed with nothing in its place
  };
  struct AtTable {
    ShiftFigures figures;  ///< of rounds and waivers; offers, turns and counts are not looked at
    std::vector<Hand> hands;
    std::int64_t changes = 0;  ///< another number whenever something is new

    [[nodiscard]] const Hand* last() const;
    /// Winners of the last hands that stand, oldest first: "PBBT".
    [[nodiscard]] std::string road(std::size_t most) const;
  };

  /// As of `floor`, which is never older than the one before. Without an open shift all is empty.
  void read(SQLite::Database& database, const table::Floor& floor);

  [[nodiscard]] const AtTable& at(const std::string& table) const;
  [[nodiscard]] ShiftFigures total() const;

 private:
  void add_figures(SQLite::Database& database, const SumsAsked& rounds, const SumsAsked& waivers);
  void add_hands(SQLite::Database& database, const SumsAsked& rounds);

  std::int64_t shift_ = 0;
  std::int64_t rounds_ = 0, waivers_ = 0;  ///< the last that are in the sums
  std::int64_t changes_ = 0;
  std::map<std::string, AtTable> tables_;
};

}  // namespace cardroom::reports
