#include "cardroom/ledger/verify.hpp"

#include <array>
#include <cstring>
#include <future>
#include <map>
#include <set>

#include <fmt/format.h>
#include <sqlite3.h>

#include "cardroom/ledger/recorder.hpp"
#include "store_file.hpp"

namespace cardroom::ledger {

namespace {

using rules::Cents;
using table::Event;
using table::Floor;

/// Ends the look at the first difference; never leaves this file.
struct Difference {
  std::string where;
};

template <class... Args>
[[noreturn]] void differ(fmt::format_string<Args...> text, Args&&... args) {
  throw Difference{fmt::format(text, std::forward<Args>(args)...)};
}

std::string shown(const Value& value) {
  switch (value.kind) {
    case Value::Kind::none: return "nothing";
    case Value::Kind::number: return std::to_string(value.number);
    case Value::Kind::text: return "'" + rules::printable(value.text, 80) + "'";
  }
  throw rules::BrokenInvariant("R3: a kind of value outside the list");
}

/// A table's rows one after the other. Straight on SQLite's own interface: a look through the book
/// asks for every value of it, and a column object for each took a third of the time.
class Cursor {
 public:
  Cursor(SQLite::Database& database, const std::string& sql) {
    const int code =
        sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &statement_, nullptr);
    if (code != SQLITE_OK) throw SQLite::Exception(database.getHandle(), code);
  }
  ~Cursor() { sqlite3_finalize(statement_); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  /// False from the end on: a statement that is stepped past it would start again.
  bool next() {
    if (done_) return false;
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
      throw SQLite::Exception(sqlite3_db_handle(statement_), code);
    }
    done_ = code == SQLITE_DONE;
    return !done_;
  }
  [[nodiscard]] const char* name(int column) const {
    return sqlite3_column_name(statement_, column);
  }
  [[nodiscard]] std::int64_t number(int column) const {
    return sqlite3_column_int64(statement_, column);
  }
  [[nodiscard]] bool null(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
  }
  /// Text or bytes, good until the next row.
  [[nodiscard]] std::string_view bytes(int column) const {
    const auto* start = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {start, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  [[nodiscard]] bool holds(int column, const Value& value) const {
    switch (sqlite3_column_type(statement_, column)) {
      case SQLITE_NULL: return value.kind == Value::Kind::none;
      case SQLITE_INTEGER:
        return value.kind == Value::Kind::number && number(column) == value.number;
      case SQLITE_TEXT: return value.kind == Value::Kind::text && bytes(column) == value.text;
      default: return false;
    }
  }
  [[nodiscard]] std::string shown(int column) const {
    if (null(column)) return "nothing";
    if (sqlite3_column_type(statement_, column) == SQLITE_INTEGER)
      return std::to_string(number(column));
    return "'" + rules::printable(bytes(column), 80) + "'";
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  bool done_ = false;
};

/// Walks along each derived table and compares what the rules say with what stands there.
class Comparison final : public RowSink {
 public:
  Comparison(SQLite::Database& database, Verified& found) : found_(found) {
    for (std::size_t i = 0; i < kDerivedTables; ++i) {
      const auto table = std::string(name(static_cast<Derived>(i)));
      rows_.push_back(
          std::make_unique<Cursor>(database, "SELECT * FROM " + table + " ORDER BY rowid"));
    }
  }

  /// What follows belongs to this event; `banked` by a player-dealer or not.
  void begin(const Event& event) {
    banked_ = !event.rounds.empty() && event.rounds.front().turn != 0;
  }

  void row(Derived table, std::span<const Value> values) override {
    Cursor& stored = *rows_[static_cast<std::size_t>(table)];
    if (!stored.next()) differ("{} {} is missing", name(table), shown(values[0]));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int column = static_cast<int>(i);
      if (stored.holds(column, values[i])) continue;
      differ("{} {}: {} is {}, the rules say {}", name(table), shown(values[0]),
             stored.name(column), stored.shown(column), shown(values[i]));
    }
    count(table, values);
  }

  /// Fees less waivers of a box, by the rows that were compared so far: a row that follows from
  /// nothing must not spoil the count of an honest one.
  [[nodiscard]] Cents in_box(std::int64_t gaming_table, std::int64_t shift) const {
    const auto box = boxes_.find({gaming_table, shift});
    return box == boxes_.end() ? Cents{} : box->second;
  }

  void finish() {
    check_sum();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!rows_[i]->next()) continue;
      differ("{} {} follows from no event", name(static_cast<Derived>(i)), rows_[i]->shown(0));
    }
    if (found_.house_from_play != Cents{}) {
      differ("from play the house moved by {} (P-house)",
             rules::dollars_text(found_.house_from_play));
    }
  }

 private:
  void count(Derived table, std::span<const Value> values) {
    switch (table) {
      case Derived::round:
        ++found_.rounds;
        boxes_[{values[kRoundTable].number, values[kRoundShift].number}] +=
            Cents{values[kRoundFee].number} + Cents{values[kRoundFee + 1].number};
        break;
      case Derived::wager: ++found_.wagers; break;
      case Derived::account: name_account(values[0].number, values[1].text); break;
      case Derived::waiver:
        boxes_[{values[kWaiverTable].number, values[kWaiverTable + 1].number}] -=
            Cents{values[kWaiverCents].number};
        break;
      case Derived::entry:
        check_sum();
        ++found_.entries;
        settles_ = values[2].text.find("settle") != std::string_view::npos;
        entry_ = values[0].number;
        break;
      case Derived::posting:
        ++found_.postings;
        post(values[2].number, Cents{values[3].number});
        break;
      default: break;
    }
  }

  void name_account(std::int64_t number, std::string_view account) {
    if (account.starts_with("house bank:")) house_.insert(number);
    if (account.starts_with("collections:")) collections_.insert(number);
    if (account.starts_with("waivers:")) waivers_.insert(number);
  }

  void post(std::int64_t account, Cents cents) {
    sum_ += cents;
    if (house_.contains(account)) (banked_ ? found_.house_from_play : found_.house_bank) += cents;
    if (collections_.contains(account)) {
      found_.collections += cents;
      if (settles_) found_.house_from_play += cents;
    }
    if (waivers_.contains(account)) found_.waivers += cents;
  }

  void check_sum() {
    if (sum_ != Cents{}) differ("entry {}: its postings sum to {} (L1)", entry_, sum_.count());
  }

  // Columns, as schema/ has them.
  static constexpr std::size_t kRoundTable = 4, kRoundShift = 5, kRoundFee = 20;
  static constexpr std::size_t kWaiverTable = 3, kWaiverCents = 7;

  Verified& found_;
  std::vector<std::unique_ptr<Cursor>> rows_;
  std::map<std::pair<std::int64_t, std::int64_t>, Cents> boxes_;  ///< by table and shift
  std::set<std::int64_t> house_, collections_, waivers_;
  std::int64_t entry_ = 0;
  Cents sum_;
  bool banked_ = false;
  bool settles_ = false;
};

/// A row of the log with the texts it refers to, and the command it holds.
struct Logged {
  std::array<std::string, 4> texts;
  LogRow row;
  Hash hash{};
  table::Command command;
};

/// Reads the log ahead of the comparison, on a connection of its own: hashing and parsing take as
/// long as replaying.
class LogReader {
 public:
  LogReader(SQLite::Database& database, std::int64_t last)
      : rows_(database,
              fmt::format("SELECT seq, at_ms, utc_offset, stream, who, kind, key, body, hash "
                          "FROM event WHERE seq <= {} ORDER BY seq",
                          last)) {}

  /// The next events, each linked to the one before; empty at the end.
  std::vector<Logged> next() {
    std::vector<Logged> logged;
    logged.reserve(kAhead);
    while (logged.size() < kAhead && rows_.next()) {
      read(logged.emplace_back());
      check_link(logged.back());
      check_form(logged.back());
      head_ = {logged.back().row.seq, logged.back().row.at_ms, logged.back().hash};
    }
    return logged;
  }

 private:
  static constexpr std::size_t kAhead = 512;

  void read(Logged& logged) const {
    for (int i = 0; i < 4; ++i) logged.texts[static_cast<std::size_t>(i)] = rows_.bytes(4 + i);
    logged.row = {rows_.number(0), rows_.number(1), rows_.number(2), std::nullopt,
                  logged.texts[0], logged.texts[1], logged.texts[2], logged.texts[3]};
    if (!rows_.null(3)) logged.row.stream = rows_.number(3);
    const auto hash = rows_.bytes(8);
    if (hash.size() != logged.hash.size()) {
      differ("event {}: its hash has {} bytes", logged.row.seq, hash.size());
    }
    std::memcpy(logged.hash.data(), hash.data(), hash.size());
  }

  void check_link(const Logged& logged) const {
    const LogRow& row = logged.row;
    if (row.seq != head_.seq + 1) {
      differ("event {} is missing: the log goes on with {} (L4)", head_.seq + 1, row.seq);
    }
    if (chained(head_.hash, row) != logged.hash) {
      differ("event {}: its hash does not follow from its content and the hash before it", row.seq);
    }
  }

  static void check_form(Logged& logged) {
    logged.command = logged_command(logged.row);
    if (table::command_json(logged.command) != logged.row.body) {
      differ("event {}: its body is not in the one form of a command", logged.row.seq);
    }
  }

  Cursor rows_;
  ChainHead head_;
};

/// Replays event by event and compares all that follows from each.
class Replay {
 public:
  Replay(SQLite::Database& database, std::span<const rules::Game* const> games, Verified& found)
      : found_(found),
        floor_(empty_floor(games)),
        records_(database, floor_),
        comparison_(database, found) {}

  void replay_one(Logged& logged) {
    const Event event = replay(floor_, records_, logged.row, std::move(logged.command));
    if (table::name(event.command) != logged.row.kind) {
      differ("event {}: its kind is '{}'", event.seq, rules::printable(logged.row.kind));
    }
    comparison_.begin(event);
    if (stream_of(event.command, numbers_, comparison_) != logged.row.stream) {
      differ("event {}: it belongs to another stream", event.seq);
    }
    const ExpectedDrop expected = [&](std::int64_t table, std::int64_t shift) {
      return comparison_.in_box(table, shift);
    };
    derive(floor_, event, expected, numbers_, comparison_);
    found_.head = {event.seq, logged.row.at_ms, logged.hash};
    ++found_.events;
  }

  void finish() { comparison_.finish(); }

 private:
  Verified& found_;
  Floor floor_;
  BookRecords records_;
  Numbers numbers_{nullptr};
  Comparison comparison_;
};

void replay_log(SQLite::Database& database, SQLite::Database& ahead,
                std::span<const rules::Game* const> games, const Progress& progress,
                Verified& found) {
  const auto last = database.execAndGet("SELECT coalesce(max(seq), 0) FROM event").getInt64();
  Replay replay(database, games, found);
  LogReader reader(ahead, last);
  const auto read_on = [&] { return std::async(std::launch::async, &LogReader::next, &reader); };
  auto coming = read_on();
  for (auto events = coming.get(); !events.empty(); events = coming.get()) {
    coming = read_on();
    for (Logged& logged : events) replay.replay_one(logged);
    if (progress) progress(found.events, last);
  }
  replay.finish();
}

/// SQLite's own look at pages and indexes, on a connection of its own.
std::optional<std::string> check_file(const std::string& path) {
  auto book = Book::open_to_read(path);
  if (const auto* no = rules::refused(book)) return no->detail;
  try {
    SQLite::Statement row(std::get<0>(book)->database(), "PRAGMA integrity_check(1)");
    row.executeStep();
    const std::string said = row.getColumn(0).getString();
    if (said != "ok") return "file: " + rules::printable(said, 200);
    return std::nullopt;
  } catch (const SQLite::Exception& error) {
    return "file: " + std::string(error.what());
  }
}

}  // namespace

rules::OrRefused<Verified> verify(const std::string& path,
                                  std::span<const rules::Game* const> games,
                                  const Progress& progress) {
  start_hashing();
  auto opened = Book::open_to_read(path);
  if (const auto* no = rules::refused(opened)) return *no;
  auto ahead = Book::open_to_read(path);
  if (const auto* no = rules::refused(ahead)) return *no;
  auto file = std::async(std::launch::async, check_file, path);
  Verified found;
  try {
    SQLite::Database& database = std::get<0>(opened)->database();
    SQLite::Transaction one_state(database);  // a writer beside us changes nothing that we see
    // The schema refuses changes only as long as nobody changed it.
    if (const auto found_in_schema = schema_difference(database, schema_steps())) {
      differ("{}", *found_in_schema);
    }
    replay_log(database, std::get<0>(ahead)->database(), games, progress, found);
  } catch (const Difference& difference) {
    found.first_difference = difference.where;
  } catch (const rules::BrokenInvariant& broken) {
    found.first_difference = broken.what();
  } catch (const SQLite::Exception& error) {
    found.first_difference = "file: " + std::string(error.what());
  } catch (const std::exception& error) {
    found.first_difference = fmt::format("event {}: {}", found.head.seq + 1, error.what());
  }
  if (auto fault = file.get(); fault && !found.first_difference) found.first_difference = *fault;
  return found;
}

}  // namespace cardroom::ledger
