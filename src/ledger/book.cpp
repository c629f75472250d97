#include "cardroom/ledger/book.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <sqlite3.h>

#include "cardroom/ledger/schema.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::ledger {

namespace {

using rules::OrRefused;
using rules::printable;
using rules::Refusal;
using rules::Refused;

constexpr int kApplicationId = 1128354386;  // as in schema/001_book.sql
constexpr int kPageBytes = 8192;            // fewer bytes lie idle behind the log's long rows
constexpr int kBusyMs = 5000;
constexpr int kOneThread = SQLITE_OPEN_NOMUTEX;  // a connection stays with the thread that uses it
constexpr std::size_t kHeaderBytes = 100;
constexpr const char* kWriteAhead = "PRAGMA journal_mode = WAL";

std::string shown(const std::string& path) { return printable(path, 400); }

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

Refused too_new(const std::string& path, int version) {
  return {Refusal::book_too_new,
          fmt::format("'{}' was written by a newer version (schema {}; this one knows {}).",
                      shown(path), version, newest_schema())};
}

/// What can be told from the file before SQLite looks at it.
std::optional<Refused> look_at(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) {
    return Refused{Refusal::book_missing,
                   fmt::format("There is no book at '{}': {}.", shown(path), error.message())};
  }
  std::ifstream file(path, std::ios::binary);
  std::string header(kHeaderBytes, '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  const auto got = static_cast<std::size_t>(file.gcount());
  if (!file && got == 0 && size > 0) {
    return Refused{Refusal::file_unreadable, fmt::format("Cannot read '{}'.", shown(path))};
  }
  const Refused not_ours{Refusal::not_a_book,
                         fmt::format("'{}' is not a book of ours.", shown(path))};
  if (got < kHeaderBytes || header.compare(0, 16, std::string("SQLite format 3\0", 16)) != 0) {
    return not_ours;
  }
  const auto version = static_cast<int>(big_endian(header, 60));
  if (static_cast<int>(big_endian(header, 68)) != kApplicationId) return not_ours;
  if (version > newest_schema()) return too_new(path, version);
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

std::unique_ptr<SQLite::Database> open_file(const std::string& path, int flags, const char* vfs) {
  auto database = std::make_unique<SQLite::Database>(path, flags | kOneThread, kBusyMs,
                                                     vfs == nullptr ? "" : vfs);
  database->exec("PRAGMA foreign_keys = ON");
  database->exec("PRAGMA synchronous = FULL");
  return database;
}

/// Runs the steps of schema/ that the file has not seen, each in a transaction of its own.
void migrate(SQLite::Database& database) {
  int version = database.execAndGet("PRAGMA user_version").getInt();
  for (const SchemaStep& step : schema_steps()) {
    if (step.number <= version) continue;
    SQLite::Transaction transaction(database);
    database.exec(std::string(step.sql));
    database.exec(fmt::format("PRAGMA user_version = {}", step.number));
    transaction.commit();
    version = step.number;
  }
}

/// The version may stand in the write-ahead log alone.
std::optional<Refused> look_at_version(SQLite::Database& database, const std::string& path) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version <= newest_schema()) return std::nullopt;
  return too_new(path, version);
}

void remove_file(const std::string& path) {
  std::error_code ignored;
  for (const char* part : {"", "-journal", "-wal", "-shm"}) {
    std::filesystem::remove(path + part, ignored);
  }
}

/// The end of the file is read at once: a page that is missing there is found at the start.
std::optional<Refused> look_at_end(SQLite::Database& database, const std::string& path) {
  const ChainHead head = chain_head(database);
  const auto events = database.execAndGet("SELECT coalesce(max(seq), 0) FROM event").getInt64();
  if (events == head.seq) return std::nullopt;
  return Refused{Refusal::book_damaged,
                 fmt::format("The log of '{}' ends in disorder.", shown(path))};
}

}  // namespace

/// Held as long as the process writes; the kernel lets it go with the process, however that ends.
class Book::Lock {
 public:
  static OrRefused<std::unique_ptr<Lock>> take(const std::string& book) {
    const std::string path = book + "-lock";
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0) {
      return Refused{Refusal::book_not_written, fmt::format("Cannot write beside '{}': {}.",
                                                            shown(book), std::strerror(errno))};
    }
    auto lock = std::unique_ptr<Lock>(new Lock(file));
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
      char pid[32] = {};
      const auto got = ::pread(file, pid, sizeof pid - 1, 0);
      return Refused{Refusal::book_in_use,
                     fmt::format("'{}' is being written by process {}.", shown(book),
                                 got > 0 ? printable(std::string(pid)) : "unknown")};
    }
    const std::string pid = std::to_string(::getpid());
    if (::ftruncate(file, 0) != 0 || ::pwrite(file, pid.data(), pid.size(), 0) < 0) {
      return Refused{Refusal::book_not_written, fmt::format("Cannot write beside '{}': {}.",
                                                            shown(book), std::strerror(errno))};
    }
    return lock;
  }
  ~Lock() { ::close(file_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  explicit Lock(int file) : file_(file) {}
  int file_;
};

Book::Book(std::string path, std::unique_ptr<Lock> lock, std::unique_ptr<SQLite::Database> database)
    : path_(std::move(path)), lock_(std::move(lock)), database_(std::move(database)) {}

Book::~Book() = default;

OrRefused<std::unique_ptr<Book>> Book::create(const std::string& path, const char* vfs) {
  const Refused exists{Refusal::book_exists, fmt::format("'{}' exists already.", shown(path))};
  std::error_code error;
  if (std::filesystem::exists(path, error)) return exists;
  auto lock = Lock::take(path);
  if (const auto* refused = rules::refused(lock)) return *refused;
  if (std::filesystem::exists(path, error)) return exists;  // somebody else was faster
  // Under its own name there is a whole book or none, wherever this stops.
  const std::string unfinished = path + "-new";
  try {
    remove_file(unfinished);
    {
      auto database = open_file(unfinished, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, vfs);
      database->exec(fmt::format("PRAGMA page_size = {}", kPageBytes));
      migrate(*database);
    }
    std::filesystem::rename(unfinished, path);
    auto database = open_file(path, SQLite::OPEN_READWRITE, vfs);
    database->exec(kWriteAhead);
    return std::unique_ptr<Book>(new Book(path, std::get<0>(std::move(lock)), std::move(database)));
  } catch (const SQLite::Exception& failed) {
    remove_file(unfinished);
    remove_file(path);
    return refusal_of(failed, path);
  } catch (const std::filesystem::filesystem_error& failed) {
    remove_file(unfinished);
    return Refused{Refusal::book_not_written,
                   fmt::format("Cannot write '{}': {}.", shown(path), failed.code().message())};
  }
}

OrRefused<std::unique_ptr<Book>> Book::open_to_write(const std::string& path, const char* vfs) {
  if (auto no = look_at(path)) return *no;
  auto lock = Lock::take(path);
  if (const auto* refused = rules::refused(lock)) return *refused;
  try {
    auto database = open_file(path, SQLite::OPEN_READWRITE, vfs);
    if (auto no = look_at_version(*database, path)) return *no;
    database->exec(kWriteAhead);
    migrate(*database);
    if (auto no = look_at_end(*database, path)) return *no;
    if (sqlite3_db_readonly(database->getHandle(), "main") != 0) {
      return Refused{Refusal::book_not_written,
                     fmt::format("'{}' is read-only: nothing can be recorded.", shown(path))};
    }
    return std::unique_ptr<Book>(new Book(path, std::get<0>(std::move(lock)), std::move(database)));
  } catch (const SQLite::Exception& error) {
    return refusal_of(error, path);
  }
}

OrRefused<std::unique_ptr<Book>> Book::open_to_read(const std::string& path) {
  if (auto no = look_at(path)) return *no;
  using Opened = OrRefused<std::unique_ptr<Book>>;
  const auto open = [&](const std::string& name, int flags) -> Opened {
    auto database =
        std::make_unique<SQLite::Database>(name, SQLite::OPEN_READONLY | kOneThread | flags);
    database->setBusyTimeout(kBusyMs);
    if (auto no = look_at_version(*database, path)) return *no;
    if (database->execAndGet("PRAGMA user_version").getInt() < newest_schema()) {
      throw SQLite::Exception("the book is older than this program; record once to bring it up",
                              SQLITE_ERROR);
    }
    return std::unique_ptr<Book>(new Book(path, nullptr, std::move(database)));
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

ChainHead chain_head(SQLite::Database& database) {
  SQLite::Statement last(database, "SELECT seq, at_ms, hash FROM event ORDER BY seq DESC LIMIT 1");
  ChainHead head;
  if (!last.executeStep()) return head;
  head.seq = last.getColumn(0).getInt64();
  head.at_ms = last.getColumn(1).getInt64();
  const auto hash = last.getColumn(2);
  if (hash.getBytes() == static_cast<int>(head.hash.size())) {
    std::memcpy(head.hash.data(), hash.getBlob(), head.hash.size());
  }
  return head;
}

Refused refusal_of(const SQLite::Exception& error, const std::string& path) {
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      return {Refusal::book_not_written,
              fmt::format("The disk of '{}' is full: nothing was recorded.", shown(path))};
    case SQLITE_READONLY:
      return {Refusal::book_not_written,
              fmt::format("'{}' is read-only: nothing was recorded.", shown(path))};
    case SQLITE_CORRUPT:
      return {Refusal::book_damaged,
              fmt::format("'{}' is damaged: {}. Restore a backup.", shown(path), error.what())};
    case SQLITE_NOTADB:
      return {Refusal::not_a_book, fmt::format("'{}' is not a book of ours.", shown(path))};
    case SQLITE_CANTOPEN:
      return {Refusal::file_unreadable, fmt::format("Cannot open '{}'.", shown(path))};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {Refusal::book_in_use, fmt::format("'{}' is busy: {}.", shown(path), error.what())};
    default:
      return {
          Refusal::book_not_written,
          fmt::format("'{}' cannot be used: {}. Nothing was recorded.", shown(path), error.what())};
  }
}

int newest_schema() { return schema_steps().back().number; }

}  // namespace cardroom::ledger
