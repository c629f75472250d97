#pragma once

#include <memory>
#include <optional>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/ledger/chain.hpp"
#include "cardroom/rules/refusal.hpp"

namespace cardroom::ledger {

/// The book's file. One process writes; any number read beside it.
///
/// Refuses, each by its code: a file that is missing or exists already, is not ours, comes from a
/// newer version, is shorter than it says, or has a writer (whose process is named).
class Book {
 public:
  /// `vfs` names another of SQLite's file systems: tests put faults there.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<Book>> create(const std::string& path,
                                                                      const char* vfs = nullptr);
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<Book>> open_to_write(
      const std::string& path, const char* vfs = nullptr);
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<Book>> open_to_read(
      const std::string& path);

  ~Book();
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  [[nodiscard]] SQLite::Database& database() { return *database_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  class Lock;

  Book(std::string path, std::unique_ptr<Lock> lock, std::unique_ptr<SQLite::Database> database);

  std::string path_;
  std::unique_ptr<Lock> lock_;
  std::unique_ptr<SQLite::Database> database_;
};

/// The end of the log.
struct ChainHead {
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  Hash hash{};
};
[[nodiscard]] ChainHead chain_head(SQLite::Database& database);

/// Whether another file, or none, now stands where this one was opened.
[[nodiscard]] bool was_moved(SQLite::Database& database);

/// What SQLite said, as a refusal: the disk is full, the file is read-only, damaged, or in use.
[[nodiscard]] rules::Refused refusal_of(const SQLite::Exception& error, const std::string& path);

/// The number of the newest schema step that this program knows.
[[nodiscard]] int newest_schema();

}  // namespace cardroom::ledger
