#pragma once

#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cardroom/ledger/recorder.hpp"
#include "cardroom/ledger/verify.hpp"
#include "support/little_shift.hpp"
#include "support/rounds.hpp"
#include "support/scratch.hpp"

namespace cardroom::testing {

/// Stands still until a test moves it.
class FakeClock final : public ledger::Clock {
 public:
  [[nodiscard]] std::int64_t now_ms() const override { return ms; }
  std::int64_t ms = 1'795'140'000'000;  ///< 2026-11-19 18:00 in Los Angeles
};

using Answers = std::vector<ledger::Recorder::Answer>;

inline std::unique_ptr<ledger::Recorder> recorder_on(std::unique_ptr<ledger::Book> book,
                                                     const ledger::Clock& clock) {
  return accepted(ledger::Recorder::open(std::move(book), rules::catalogue(), clock));
}

inline std::unique_ptr<ledger::Recorder> open_recorder(const std::string& path,
                                                       const ledger::Clock& clock,
                                                       const char* vfs = nullptr) {
  return recorder_on(accepted(ledger::Book::open_to_write(path, vfs)), clock);
}

/// The lines as one batch.
inline Answers record(ledger::Recorder& recorder, const std::vector<std::string>& lines) {
  std::vector<rules::OrRefused<table::Request>> requests;
  for (const auto& line : lines) requests.push_back(table::read_request(line));
  return recorder.record(requests);
}

inline std::string record_one(ledger::Recorder& recorder, const std::string& line) {
  return record(recorder, {line}).front().json;
}

inline void record_all(ledger::Recorder& recorder, const std::vector<std::string>& lines) {
  for (const auto& answer : record(recorder, lines)) {
    INFO(answer.json);
    REQUIRE(answer.ok);
  }
}

/// The code of a refusal; empty for a command that was recorded.
inline std::string code_in(const std::string& answer) {
  const auto told = nlohmann::json::parse(answer);
  return told.contains("error") ? told["error"]["code"].get<std::string>() : std::string();
}

inline std::string key_in(const std::string& line) {
  return nlohmann::json::parse(line)["key"].get<std::string>();
}

/// Bytes of a book that holds what the script says, as it lies on the disk after a clean close.
template <class Tell>
std::string book_bytes(Tell tell) {
  const Scratch scratch;
  const FakeClock clock;
  const std::string path = scratch.path("book");
  {
    const auto recorder = recorder_on(accepted(ledger::Book::create(path)), clock);
    Script script;
    set_up_room(script);
    tell(script);
    record_all(*recorder, script.lines());
  }
  return content_of(path);
}

/// A room with people and schedules, and nothing played.
inline const std::string& room_bytes() {
  static const std::string bytes = book_bytes([](Script&) {});
  return bytes;
}
inline constexpr std::int64_t kRoomEvents = 8;

/// The same after a little shift.
inline const std::string& shift_bytes() {
  static const std::string bytes = book_bytes(little_shift);
  return bytes;
}

/// A book of its own for one test.
class ScratchBook {
 public:
  explicit ScratchBook(const std::string& bytes = room_bytes())
      : path(scratch_.file("book", bytes)) {}

  [[nodiscard]] std::unique_ptr<ledger::Recorder> open(const char* vfs = nullptr) const {
    return open_recorder(path, clock, vfs);
  }

 private:
  Scratch scratch_;

 public:
  const std::string path;
  FakeClock clock;
};

inline ledger::Verified verified(const std::string& path) {
  return accepted(ledger::verify(path, rules::catalogue(), {}));
}

/// What `verify` finds first; empty where the book holds.
inline std::string difference(const std::string& path) {
  return verified(path).first_difference.value_or("");
}

inline std::int64_t ask_number(const std::string& path, const std::string& sql) {
  SQLite::Database database(path, SQLite::OPEN_READONLY);
  return database.execAndGet(sql).getInt64();
}

/// Keys of the log in their order.
inline std::vector<std::string> recorded_keys(const std::string& path) {
  SQLite::Database database(path, SQLite::OPEN_READONLY);
  SQLite::Statement row(database, "SELECT key FROM event ORDER BY seq");
  std::vector<std::string> keys;
  while (row.executeStep()) keys.push_back(row.getColumn(0).getString());
  return keys;
}

}  // namespace cardroom::testing
