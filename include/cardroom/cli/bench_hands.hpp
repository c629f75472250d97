#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cardroom/cli/verb.hpp"

/// The hands that the benchmarks record: the same work, so that their figures can be compared.
namespace cardroom::cli {

using Batch = std::vector<std::string>;

inline constexpr std::size_t kMostCompared = 200;  ///< batches written again by bare SQLite

[[nodiscard]] double seconds_of(const std::function<void()>& work);

/// What a table sends for its next hand: a hand of twenty wagers, and before every second one the
/// position moves on. `number` counts the table's own hands; keys are unique by `prefix`.
[[nodiscard]] Batch hand_commands(const std::string& table, int number, const std::string& prefix);

/// "5", "6" and so on, the tables of the benchmark.
[[nodiscard]] std::string table_name(int table);

/// A room with so many open tables, then so many hands at them in turn, a hundred a batch.
[[nodiscard]] std::vector<Batch> hand_batches(int rounds, int tables);

/// The same as a room plays them: shifts of eight hours with so many hands, one after the other,
/// the last of them ending at `end_ms`. Every command says its time.
struct PlayedShifts {
  std::int64_t begin_ms = 0;
  std::vector<Batch> batches;
};
[[nodiscard]] PlayedShifts shift_batches(int rounds, int tables, int hands_a_shift,
                                         std::int64_t end_ms);

struct BookMeasured {
  double record = 0, restart = 0;
  double compared = 0;                    ///< of `record`, for the batches that bare SQLite repeats
  std::vector<std::int64_t> last_events;  ///< of those batches
  std::uintmax_t bytes = 0;
};

/// Makes the book, set up at `at_ms` where that is not now, and leaves it closed.
[[nodiscard]] rules::OrRefused<BookMeasured> record_book(const std::string& path,
                                                         const std::vector<Batch>& batches,
                                                         const Terminal& terminal,
                                                         std::optional<std::int64_t> at_ms = {});

/// With all that lies beside it.
void remove_book(const std::string& path);

}  // namespace cardroom::cli
