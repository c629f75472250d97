#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cardroom/table/decide.hpp"

namespace cardroom::ledger {

/// A value of a row: nothing, a whole number, or text that outlives the call.
struct Value {
  enum class Kind : std::uint8_t { none, number, text };

  Kind kind = Kind::none;
  std::int64_t number = 0;
  std::string_view text = {};

  Value() = default;
  Value(std::nullopt_t) {}                                          // NOLINT: values convert
  Value(std::int64_t n) : kind(Kind::number), number(n) {}          // NOLINT
  Value(int n) : kind(Kind::number), number(n) {}                   // NOLINT
  Value(bool b) : kind(Kind::number), number(b ? 1 : 0) {}          // NOLINT
  Value(rules::Cents c) : kind(Kind::number), number(c.count()) {}  // NOLINT
  Value(std::string_view t) : kind(Kind::text), text(t) {}          // NOLINT
  Value(const std::string& t) : kind(Kind::text), text(t) {}        // NOLINT
  Value(const char* t) : kind(Kind::text), text(t) {}               // NOLINT
};

/// The tables that follow from the log, as schema/ has them.
enum class Derived : std::uint8_t {
  gaming_table,
  account,
  staff,
  shift,
  shift_close,
  session,
  session_close,
  terms,
  offer,
  turn,
  round,
  wager,
  entry,
  posting,
  waiver,
  irregularity,
  correction,
  correction_end,
  drop_count,
  snapshot,
};
inline constexpr std::size_t kDerivedTables = 20;
[[nodiscard]] std::string_view name(Derived table);

/// Takes the rows that follow from an event: the writer inserts them, `verify` compares them.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void row(Derived table, std::span<const Value> values) = 0;
};

/// Numbers that are given out one after the other, and names that have one.
class Numbers {
 public:
  /// Looks a name up that is not remembered; `verify` starts from nothing and has none.
  using Lookup = std::function<std::optional<std::int64_t>(Derived, std::string_view)>;
  explicit Numbers(Lookup lookup) : lookup_(std::move(lookup)) {}

  std::int64_t wagers = 0, entries = 0, postings = 0, waivers = 0, accounts = 0, tables = 0;

  /// The number of an account or table; a new one gets its row first.
  std::int64_t of(Derived table, const std::string& name, RowSink& sink);

  /// Forgets what was named since `mark`: the transaction that held it did not happen.
  void mark();
  void back_to_mark();

 private:
  Lookup lookup_;
  std::unordered_map<std::string, std::int64_t> accounts_, tables_;
  std::vector<std::pair<Derived, std::string>> new_names_;
  std::int64_t marked_[6] = {};  // NOLINT: as the numbers above
};

/// Fees less waivers of a table's shift, for the variance of its box.
using ExpectedDrop = std::function<rules::Cents(std::int64_t gaming_table, std::int64_t shift)>;

/// All rows that follow from `event`, in one order. `after` is the floor with the event applied.
void derive(const table::Floor& after, const table::Event& event, const ExpectedDrop& expected,
            Numbers& numbers, RowSink& sink);

/// "table 5:shift 10": a box, as the accounts "collections:" and "waivers:" of it are named.
[[nodiscard]] std::string box_name(std::string_view table, std::int64_t shift);

/// The stream of the log that an event belongs to: its table, 0 for the room, none where it changes
/// no state that a restart must rebuild. Names a new table first.
[[nodiscard]] std::optional<std::int64_t> stream_of(const table::Command& command, Numbers& numbers,
                                                    RowSink& sink);

}  // namespace cardroom::ledger
