#include "store_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <sqlite3.h>

#include "cardroom/ledger/book.hpp"

namespace cardroom::ledger {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using Opened = OrRefused<std::unique_ptr<SQLite::Database>>;

constexpr int kPageBytes = 8192;  // fewer bytes lie idle behind the log's long rows
constexpr int kBusyMs = 5000;
constexpr int kOneThread = SQLITE_OPEN_NOMUTEX;  // a connection stays with the thread that uses it
constexpr std::size_t kHeaderBytes = 100;
constexpr const char* kWriteAhead = "PRAGMA journal_mode = WAL";

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

Refused too_new(const FileKind& kind, const std::string& path, int version) {
  return {Refusal::book_too_new,
          fmt::format("'{}' was written by a newer version (schema {}; this one knows {}).",
                      shown(path), version, kind.newest())};
}

Refused not_written(const std::string& path, const std::string& why) {
  return {Refusal::book_not_written, fmt::format("Cannot write '{}': {}.", shown(path), why)};
}

void remove_file(const std::string& path) {
  std::error_code ignored;
  for (const char* part : {"", "-journal", "-wal", "-shm"}) {
    std::filesystem::remove(path + part, ignored);
  }
}

/// Tables, indexes and triggers with all that SQLite keeps of them but their place in the file.
std::map<std::string, std::string> schema_of(SQLite::Database& database) {
  SQLite::Statement row(database,
                        "SELECT type || ' ' || name, quote(type) || quote(name) || "
                        "quote(tbl_name) || quote(sql) FROM sqlite_master");
  std::map<std::string, std::string> all;
  while (row.executeStep()) all.emplace(row.getColumn(0).getString(), row.getColumn(1).getString());
  return all;
}

/// The version may stand in the write-ahead log alone.
std::optional<Refused> look_at_version(const FileKind& kind, SQLite::Database& database,
                                       const std::string& path) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version <= kind.newest()) return std::nullopt;
  return too_new(kind, path, version);
}

std::unique_ptr<SQLite::Database> open_file(const std::string& path, int flags, const char* vfs) {
  auto database = std::make_unique<SQLite::Database>(path, flags | kOneThread, kBusyMs,
                                                     vfs == nullptr ? "" : vfs);
  database->exec("PRAGMA foreign_keys = ON");
  database->exec("PRAGMA synchronous = FULL");
  return database;
}

/// Runs the steps of the schema that the file has not seen, each in a transaction of its own.
void migrate(SQLite::Database& database, std::span<const SchemaStep> steps) {
  int version = database.execAndGet("PRAGMA user_version").getInt();
  for (const SchemaStep& step : steps) {
    if (step.number <= version) continue;
    SQLite::Transaction transaction(database);
    database.exec(std::string(step.sql));
    database.exec(fmt::format("PRAGMA user_version = {}", step.number));
    transaction.commit();
    version = step.number;
  }
}

}  // namespace

std::string shown(const std::string& path) { return rules::printable(path, 400); }

std::optional<Refused> look_at(const FileKind& kind, const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) {
    return Refused{Refusal::book_missing, fmt::format("There is no {} at '{}': {}.", kind.called,
                                                      shown(path), error.message())};
  }
  std::ifstream file(path, std::ios::binary);
  std::string header(kHeaderBytes, '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  const auto got = static_cast<std::size_t>(file.gcount());
  if (!file && got == 0 && size > 0) {
    return Refused{Refusal::file_unreadable, fmt::format("Cannot read '{}'.", shown(path))};
  }
  const Refused not_ours{Refusal::not_a_book,
                         fmt::format("'{}' is not {} of ours.", shown(path), kind.one)};
  if (got < kHeaderBytes || header.compare(0, 16, std::string("SQLite format 3\0", 16)) != 0) {
    return not_ours;
  }
  const auto version = static_cast<int>(big_endian(header, 60));
  if (static_cast<int>(big_endian(header, 68)) != kind.application_id) return not_ours;
  if (version > kind.newest()) return too_new(kind, path, version);
  // The size in the header counts only if the change counter beside it agrees. Beside a
  // write-ahead log it does not: a checkpoint that was interrupted wrote the header first.
  const auto log_bytes = std::filesystem::file_size(path + "-wal", error);
  const bool complete = error || log_bytes == 0;
  const std::uint64_t pages = big_endian(header, 28);
  const std::uint32_t page_bytes = big_endian(header, 16) >> 16U;
  const std::uint64_t page = page_bytes == 1 ? 65536 : page_bytes;
  if (complete && big_endian(header, 24) == big_endian(header, 92) && size < pages * page) {
    return Refused{Refusal::book_damaged,
                   fmt::format("'{}' has lost its end: {} bytes of {}. Restore a backup.",
                               shown(path), size, pages * page)};
  }
  return std::nullopt;
}

Opened create_file(const FileKind& kind, const std::string& path, const char* vfs) {
  const std::string unfinished = path + "-new";
  try {
    remove_file(unfinished);
    const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kind.mode);
    if (file < 0) return not_written(path, std::strerror(errno));
    ::close(file);
    {
      auto database = open_file(unfinished, SQLite::OPEN_READWRITE, vfs);
      database->exec(fmt::format("PRAGMA page_size = {}", kPageBytes));
      migrate(*database, kind.steps);
    }
    std::filesystem::rename(unfinished, path);
    auto database = open_file(path, SQLite::OPEN_READWRITE, vfs);
    database->exec(kWriteAhead);
    return database;
  } catch (const SQLite::Exception& failed) {
    remove_file(unfinished);
    remove_file(path);
    return refusal_of(failed, path);
  } catch (const std::filesystem::filesystem_error& failed) {
    remove_file(unfinished);
    return not_written(path, failed.code().message());
  }
}

Opened open_file_to_write(const FileKind& kind, const std::string& path, const char* vfs) {
  try {
    auto database = open_file(path, SQLite::OPEN_READWRITE, vfs);
    if (auto no = look_at_version(kind, *database, path)) return *no;
    database->exec(kWriteAhead);
    migrate(*database, kind.steps);
    if (sqlite3_db_readonly(database->getHandle(), "main") != 0) {
      return Refused{Refusal::book_not_written,
                     fmt::format("'{}' is read-only: nothing can be recorded.", shown(path))};
    }
    return database;
  } catch (const SQLite::Exception& error) {
    return refusal_of(error, path);
  }
}

Opened open_file_to_read(const FileKind& kind, const std::string& path) {
  if (auto no = look_at(kind, path)) return *no;
  const auto open = [&](const std::string& name, int flags) -> Opened {
    auto database =
        std::make_unique<SQLite::Database>(name, SQLite::OPEN_READONLY | kOneThread | flags);
    database->setBusyTimeout(kBusyMs);
    if (auto no = look_at_version(kind, *database, path)) return *no;
    if (database->execAndGet("PRAGMA user_version").getInt() < kind.newest()) {
      throw SQLite::Exception(
          fmt::format("the {} is older than this program; record once to bring it up", kind.called),
          SQLITE_ERROR);
    }
    return database;
  };
  try {
    return open(path, 0);
  } catch (const SQLite::Exception& error) {
    // In a folder that may not be written SQLite cannot set up its shared memory. Without a
    // write-ahead log beside it the file is complete, and is read as it lies there.
    const bool alone = !std::filesystem::exists(path + "-wal");
    const int code = error.getErrorCode();
    if (!alone || (code != SQLITE_CANTOPEN && code != SQLITE_READONLY))
      return refusal_of(error, path);
  }
  try {
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string()) {
      uri += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", c) : std::string(1, c);
    }
    return open(uri + "?immutable=1", SQLite::OPEN_URI);
  } catch (const SQLite::Exception& error) {
    return refusal_of(error, path);
  }
}

std::optional<std::string> schema_difference(SQLite::Database& database,
                                             std::span<const SchemaStep> steps) {
  SQLite::Database fresh(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  for (const SchemaStep& step : steps) fresh.exec(std::string(step.sql));
  auto theirs = schema_of(database);
  for (const auto& [what, content] : schema_of(fresh)) {
    const auto found = theirs.find(what);
    if (found == theirs.end()) return fmt::format("schema: {} is missing", what);
    if (found->second != content) return fmt::format("schema: {} was changed", what);
    theirs.erase(found);
  }
  if (theirs.empty()) return std::nullopt;
  return fmt::format("schema: {} is not ours", rules::printable(theirs.begin()->first, 80));
}

void run(SQLite::Statement& statement) {
  try {
    statement.exec();
  } catch (...) {
    statement.tryReset();
    throw;
  }
  statement.reset();
}

}  // namespace cardroom::ledger
