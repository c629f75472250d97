#include "cardroom/ledger/recorder.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <sqlite3.h>

#include "cardroom/ledger/schedule_file.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/table/round_json.hpp"
#include "cardroom/table/snapshot.hpp"
#include "store_file.hpp"

namespace cardroom::ledger {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using table::Event;
using table::Floor;
using table::Moment;
using table::Request;
using table::RoundFact;
using table::Stamp;

constexpr std::int64_t kMostAheadMs = 60'000;  // clocks of devices differ
// A clock that was set back a little does not stop the room: events stand still in time until then.
constexpr std::int64_t kMostSetBackMs = 600'000;

Recorder::Answer refusal(const Refused& no) {
  Recorder::Answer answer;
  table::write_refusal(answer.json, no);
  answer.why_not = no;
  return answer;
}

/// Two devices at one table: the second acts on what it no longer sees.
std::optional<Refused> other_version(const Floor& floor, const Request& request) {
  if (!request.seen) return std::nullopt;
  const auto* table = floor.find(table::table_of(request.command));
  if (table != nullptr && table::version_of(floor, *table) == *request.seen) return std::nullopt;
  return Refused{
      Refusal::table_changed,
      table == nullptr
          ? std::string("There is no such table: look again.")
          : fmt::format("Table {} has changed since you looked: look again.", table->name)};
}

LoggedEvent logged(const Event& event, std::string body) {
  LoggedEvent told;
  told.event = event.seq;
  told.at = table::iso_text(event.stamp.at);
  told.who = event.stamp.by;
  told.kind = table::name(event.command);
  if (const auto named = table::table_of(event.command); !named.empty()) told.table = named;
  for (const RoundFact& round : event.rounds) told.rounds.push_back(round.id);
  told.command = {std::move(body)};
  return told;
}

/// Lets go of a row that was found, or of a failure: nothing stays open between two requests.
struct Released {
  SQLite::Statement& statement;
  ~Released() { statement.tryReset(); }
};

/// A sync that failed leaves it open what the disk kept: should the process end before the next
/// batch is written over it, the batch may be there. A full disk fails before that.
Refused refusal_of_commit(const SQLite::Exception& error, const std::string& path) {
  if (error.getErrorCode() != SQLITE_IOERR) return refusal_of(error, path);
  return {Refusal::book_not_written,
          fmt::format("The disk of '{}' failed: {}. It is not certain that nothing was recorded; "
                      "send the same again under the same key.",
                      rules::printable(path, 400), error.what())};
}

LogRow log_row(SQLite::Statement& row, std::array<std::string, 4>& texts) {
  for (int i = 0; i < 4; ++i) texts[static_cast<std::size_t>(i)] = row.getColumn(4 + i).getString();
  LogRow log{row.getColumn(0).getInt64(),
             row.getColumn(1).getInt64(),
             row.getColumn(2).getInt64(),
             std::nullopt,
             texts[0],
             texts[1],
             texts[2],
             texts[3]};
  if (!row.getColumn(3).isNull()) log.stream = row.getColumn(3).getInt64();
  return log;
}

}  // namespace

/// The prepared statements of the writer: they put rows into the book, and look a key up.
class Recorder::Statements final : public RowSink {
 public:
  explicit Statements(SQLite::Database& database)
      : event_(database, "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        by_key_(database, "SELECT seq, who, kind, body FROM event WHERE key = ?") {
    for (std::size_t i = 0; i < kDerivedTables; ++i) {
      const auto table = std::string(name(static_cast<Derived>(i)));
      const int columns =
          database.execAndGet("SELECT count(*) FROM pragma_table_info('" + table + "')").getInt();
      std::string sql = "INSERT INTO " + table + " VALUES (?";
      for (int c = 1; c < columns; ++c) sql += ", ?";
      rows_.push_back(std::make_unique<SQLite::Statement>(database, sql + ")"));
    }
  }

  [[nodiscard]] SQLite::Statement& by_key() { return by_key_; }

  void event(const LogRow& row, const Hash& hash) {
    event_.bind(1, row.seq);
    event_.bind(2, row.at_ms);
    event_.bind(3, row.utc_offset);
    if (row.stream) {
      event_.bind(4, *row.stream);
    } else {
      event_.bind(4);
    }
    event_.bind(5, std::string(row.who));
    event_.bind(6, std::string(row.kind));
    event_.bind(7, std::string(row.key));
    const std::string body(row.body);
    event_.bindNoCopy(8, body);
    event_.bindNoCopy(9, hash.data(), static_cast<int>(hash.size()));
    run(event_);
  }

  void row(Derived table, std::span<const Value> values) override {
    SQLite::Statement& insert = *rows_[static_cast<std::size_t>(table)];
    int column = 0;
    for (const Value& value : values) {
      ++column;
      switch (value.kind) {
        case Value::Kind::none: insert.bind(column); break;
        case Value::Kind::number: insert.bind(column, value.number); break;
        case Value::Kind::text: insert.bind(column, std::string(value.text)); break;
      }
    }
    run(insert);
  }

 private:
  SQLite::Statement event_;
  SQLite::Statement by_key_;
  std::vector<std::unique_ptr<SQLite::Statement>> rows_;
};

Floor empty_floor(std::span<const rules::Game* const> games) {
  Floor floor;
  floor.games = games;
  floor.read_schedules = &read_schedules;
  return floor;
}

Moment moment_on(const Floor& floor, std::int64_t ms) {
  return floor.room ? moment_in(floor.room->time_zone, ms) : Moment{ms, 0};
}

table::Command logged_command(const LogRow& row) {
  auto command = table::read_command(row.body);
  if (const auto* no = rules::refused(command)) {
    throw rules::BrokenInvariant(
        fmt::format("L7: event {} is no command: {}", row.seq, no->detail));
  }
  return std::get<table::Command>(std::move(command));
}

Event replay(Floor& floor, const table::Records& records, const LogRow& row,
             table::Command command) {
  auto event = table::decide(
      floor, records,
      {std::string(row.who), std::string(row.key), {row.at_ms, static_cast<int>(row.utc_offset)}},
      std::move(command));
  if (const auto* no = rules::refused(event)) {
    throw rules::BrokenInvariant(
        fmt::format("L7: event {} would be refused: {}", row.seq, no->detail));
  }
  table::apply(floor, std::get<Event>(event));
  return std::get<Event>(std::move(event));
}

std::string event_answer(std::int64_t seq, std::string_view kind, std::string_view table,
                         std::span<const RoundFact> rounds) {
  std::string json = fmt::format(R"({{"ok":"{}","event":{})", kind, seq);
  if (!table.empty()) {
    json += R"(,"table":)";
    table::write_json_string(json, table);
  }
  for (const RoundFact& round : rounds) {
    const bool reversal = round.kind == RoundFact::Kind::reversal;
    json += fmt::format(R"(,"{}":{})", reversal ? "reversal" : "round", round.id);
    if (reversal || !round.settled) continue;
    json += R"(,"answer":)";
    table::write_answer(json, *round.settled);
  }
  return json + '}';
}

OrRefused<std::unique_ptr<Recorder>> Recorder::open(std::unique_ptr<Book> book,
                                                    std::span<const rules::Game* const> games,
                                                    const Clock& clock) {
  start_hashing();
  const std::string path = book->path();
  try {
    auto recorder = std::unique_ptr<Recorder>(new Recorder(std::move(book), games, clock));
    recorder->rebuild();
    return recorder;
  } catch (const SQLite::Exception& error) {
    return refusal_of(error, path);
  } catch (const std::exception& broken) {
    // An invariant of ours, or a stored row that is not what was once written there.
    return Refused{Refusal::book_damaged,
                   fmt::format("'{}' does not replay: {}. Run verify.", rules::printable(path, 400),
                               rules::printable(broken.what(), 200))};
  }
}

Recorder::Recorder(std::unique_ptr<Book> book, std::span<const rules::Game* const> games,
                   const Clock& clock)
    : book_(std::move(book)),
      clock_(clock),
      floor_(empty_floor(games)),
      records_(book_->database(), floor_),
      numbers_([this](Derived table, std::string_view name) -> std::optional<std::int64_t> {
        SQLite::Statement row(book_->database(),
                              table == Derived::account
                                  ? "SELECT id FROM account WHERE name = ?"
                                  : "SELECT id FROM gaming_table WHERE name = ?");
        row.bind(1, std::string(name));
        if (!row.executeStep()) return std::nullopt;
        return row.getColumn(0).getInt64();
      }),
      statements_(std::make_unique<Statements>(book_->database())) {}

Recorder::~Recorder() = default;

namespace {

constexpr const char* kLogColumns =
    "SELECT seq, at_ms, utc_offset, stream, who, kind, key, body FROM event ";

struct OpenSession {
  std::int64_t stream;
  std::int64_t snapshot;  ///< event of its last one since the opening; 0 for none
  std::int64_t opened;

  /// The last event that need not be replayed.
  [[nodiscard]] std::int64_t done() const { return snapshot != 0 ? snapshot : opened - 1; }
};

std::vector<OpenSession> open_sessions(SQLite::Database& db) {
  SQLite::Statement row(
      db,
      "SELECT s.gaming_table, (SELECT max(p.id) FROM snapshot p "
      "WHERE p.gaming_table = s.gaming_table AND p.id > s.id), s.id FROM session s "
      "WHERE NOT EXISTS (SELECT 1 FROM session_close c WHERE c.session = s.id)");
  std::vector<OpenSession> open;
  while (row.executeStep()) {
    open.push_back(
        {row.getColumn(0).getInt64(), row.getColumn(1).getInt64(), row.getColumn(2).getInt64()});
  }
  return open;
}

/// Numbers of the events of a stream, as far as a rebuild must replay them.
void add_events(SQLite::Database& db, std::int64_t stream, std::int64_t after,
                std::vector<std::int64_t>& events) {
  SQLite::Statement row(db, "SELECT seq FROM event WHERE stream = ? AND seq > ?");
  row.bind(1, stream);
  row.bind(2, after);
  while (row.executeStep()) events.push_back(row.getColumn(0).getInt64());
}

void load_snapshot(SQLite::Database& db, std::int64_t id, Floor& floor) {
  SQLite::Statement row(db, "SELECT state FROM snapshot WHERE id = ?");
  row.bind(1, id);
  rules::require(row.executeStep(), "L6: a snapshot is in the book");
  table::TableState state = table::read_snapshot(row.getColumn(0).getString(), floor);
  const std::string name = state.name;
  floor.tables.insert_or_assign(name, std::move(state));
}

/// Tables that are closed now: known, with nothing on them.
void add_closed_tables(SQLite::Database& db, Floor& floor) {
  SQLite::Statement row(db,
                        "SELECT g.name, s.game, max(s.id) FROM session s JOIN gaming_table g "
                        "ON g.id = s.gaming_table GROUP BY g.id");
  while (row.executeStep()) {
    const std::string name = row.getColumn(0).getString();
    if (floor.tables.contains(name)) continue;
    table::TableState& closed = floor.tables[name].change();
    closed.name = name;
    closed.game =
        std::get<const rules::Game*>(rules::find_game(floor.games, row.getColumn(1).getString()));
    closed.session = row.getColumn(2).getInt64();
  }
}

}  // namespace

void Recorder::rebuild() {
  SQLite::Database& db = book_->database();
  std::vector<std::int64_t> events;
  std::vector<std::int64_t> snapshots;
  add_events(db, 0, 0, events);
  for (const OpenSession& open : open_sessions(db)) {
    add_events(db, open.stream, open.done(), events);
    if (open.snapshot != 0) snapshots.push_back(open.snapshot);
  }
  std::sort(events.begin(), events.end());
  std::sort(snapshots.begin(), snapshots.end());
  SQLite::Statement row(db, std::string(kLogColumns) + "WHERE seq = ?");
  std::array<std::string, 4> texts;
  auto next_snapshot = snapshots.begin();
  const auto load_until = [&](std::int64_t seq) {
    for (; next_snapshot != snapshots.end() && *next_snapshot < seq; ++next_snapshot) {
      load_snapshot(db, *next_snapshot, floor_);
    }
  };
  for (const std::int64_t seq : events) {
    load_until(seq);
    row.reset();
    row.bind(1, seq);
    rules::require(row.executeStep(), "L4: the log has no gap");
    floor_.events = seq - 1;
    const LogRow log = log_row(row, texts);
    static_cast<void>(replay(floor_, records_, log, logged_command(log)));
  }
  load_until(kNow);
  add_closed_tables(db, floor_);
  take_numbers();
}

void Recorder::take_numbers() {
  SQLite::Database& db = book_->database();
  const auto most = [&](const char* table) {
    return db.execAndGet(fmt::format("SELECT coalesce(max(id), 0) FROM {}", table)).getInt64();
  };
  head_ = chain_head(db);
  floor_.events = head_.seq;
  floor_.last_ms = head_.at_ms;
  floor_.rounds = most("round");
  numbers_.wagers = most("wager");
  numbers_.entries = most("entry");
  numbers_.postings = most("posting");
  numbers_.waivers = most("waiver");
  numbers_.accounts = most("account");
  numbers_.tables = most("gaming_table");
}

// --- Recording ----------------------------------------------------------------------------------

OrRefused<std::optional<Recorder::Answer>> Recorder::repeated(const Request& request) const {
  SQLite::Statement& row = statements_->by_key();
  const Released afterwards{row};
  row.bind(1, request.key);
  if (!row.executeStep()) return std::optional<Answer>();
  const auto seq = row.getColumn(0).getInt64();
  const bool same = row.getColumn(1).getString() == request.by &&
                    row.getColumn(3).getString() == table::command_json(request.command);
  if (!same) {
    return Refused{
        Refusal::key_reused,
        fmt::format("The key '{}' already stands for event {}, which asked for something "
                    "else.",
                    request.key, seq)};
  }
  std::vector<RoundFact> rounds;
  for (const auto id : records_.rounds_of(seq)) rounds.push_back(*records_.round(id, kNow));
  return std::optional(Answer{
      event_answer(seq, row.getColumn(2).getString(), table::table_of(request.command), rounds),
      true, std::nullopt, std::nullopt});
}

OrRefused<Stamp> Recorder::stamp(const Request& request) const {
  const std::int64_t now = clock_.now_ms();
  const bool set_back = now < floor_.last_ms && floor_.last_ms - now <= kMostSetBackMs;
  const std::int64_t at = request.at_ms.value_or(set_back ? floor_.last_ms : now);
  if (request.at_ms && at > now + kMostAheadMs) {
    return Refused{Refusal::time_ahead,
                   fmt::format("{} lies ahead of this machine's clock, which says {}.",
                               table::iso_text(moment_on(floor_, at)),
                               table::iso_text(moment_on(floor_, now)))};
  }
  return Stamp{request.by, request.key, moment_on(floor_, at)};
}

std::string Recorder::write(const Event& event) {
  const auto stream = stream_of(event.command, numbers_, *statements_);
  std::string body = table::command_json(event.command);
  const LogRow row{event.seq,
                   event.stamp.at.ms,
                   event.stamp.at.offset_minutes,
                   stream,
                   event.stamp.by,
                   table::name(event.command),
                   event.stamp.key,
                   body};
  const Hash hash = chained(head_.hash, row);
  statements_->event(row, hash);
  const ExpectedDrop expected = [&](std::int64_t table, std::int64_t shift) {
    return records_.expected_drop(table, shift, event.seq);
  };
  derive(floor_, event, expected, numbers_, *statements_);
  head_ = {event.seq, event.stamp.at.ms, hash};
  return body;
}

Recorder::Answer Recorder::record_one(const OrRefused<Request>& read) {
  if (const auto* no = rules::refused(read)) return refusal(*no);
  const auto& request = std::get<Request>(read);
  auto again = repeated(request);
  if (const auto* no = rules::refused(again)) return refusal(*no);
  if (auto& first = std::get<0>(again)) return *std::move(first);
  if (auto changed = other_version(floor_, request)) return refusal(*changed);
  if (const auto* room = std::get_if<table::SetRoom>(&request.command)) {
    if (auto no = unknown_time_zone(room->time_zone)) return refusal(*no);
  }
  auto stamped = stamp(request);
  if (const auto* no = rules::refused(stamped)) return refusal(*no);
  auto decided =
      table::decide(floor_, records_, std::get<Stamp>(std::move(stamped)), request.command);
  if (const auto* no = rules::refused(decided)) return refusal(*no);
  const auto& event = std::get<Event>(decided);
  table::apply(floor_, event);
  std::string body = write(event);
  return {event_answer(event.seq, table::name(event.command), table::table_of(event.command),
                       event.rounds),
          true, std::nullopt, logged(event, std::move(body))};
}

std::vector<Recorder::Answer> Recorder::record(std::span<const OrRefused<Request>> requests) {
  std::vector<Answer> answers;
  answers.reserve(requests.size());
  const Floor floor_before = floor_;
  const ChainHead head_before = head_;
  numbers_.mark();
  bool committing = false;
  try {
    SQLite::Transaction transaction(book_->database(), SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& request : requests) answers.push_back(record_one(request));
    committing = true;
    transaction.commit();
    return answers;
  } catch (const SQLite::Exception& error) {
    const Refused no =
        committing ? refusal_of_commit(error, book_->path()) : refusal_of(error, book_->path());
    answers.assign(requests.size(), refusal(no));
  } catch (...) {
    floor_ = floor_before;
    head_ = head_before;
    numbers_.back_to_mark();
    throw;
  }
  floor_ = floor_before;
  head_ = head_before;
  numbers_.back_to_mark();
  // What cannot be read stays what it is, whether or not the disk is full.
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (const auto* no = rules::refused(requests[i])) answers[i] = refusal(*no);
  }
  return answers;
}

}  // namespace cardroom::ledger
