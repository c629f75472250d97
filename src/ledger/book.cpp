#include "cardroom/ledger/book.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sqlite3.h>

#include "store_file.hpp"

namespace cardroom::ledger {

namespace {

using rules::OrRefused;
using rules::printable;
using rules::Refusal;
using rules::Refused;

const FileKind& book_kind() {
  static const FileKind kKind{"book", "a book", 1128354386, 0644, schema_steps()};
  return kKind;
}

/// The end of the file is read at once: a page that is missing there is found at the start.
std::optional<Refused> look_at_end(SQLite::Database& database, const std::string& path) {
  const ChainHead head = chain_head(database);
  const auto events = database.execAndGet("SELECT coalesce(max(seq), 0) FROM event").getInt64();
  if (events == head.seq) return std::nullopt;
  return Refused{Refusal::book_damaged,
                 fmt::format("The log of '{}' ends in disorder.", shown(path))};
}

/// Readers need room too: SQLite lays a file that all share beside the book before it reads.
std::optional<Refused> no_shared_memory(const SQLite::Exception& error, const std::string& path) {
  switch (error.getExtendedErrorCode()) {
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMMAP:
      return Refused{Refusal::book_not_written,
                     fmt::format("'{}' could not be read: the file '-shm' beside it could not be "
                                 "written ({}). The disk may be full.",
                                 shown(path), error.what())};
    default: return std::nullopt;
  }
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
  auto database = create_file(book_kind(), path, vfs);
  if (const auto* refused = rules::refused(database)) return *refused;
  return std::unique_ptr<Book>(
      new Book(path, std::get<0>(std::move(lock)), std::get<0>(std::move(database))));
}

OrRefused<std::unique_ptr<Book>> Book::open_to_write(const std::string& path, const char* vfs) {
  if (auto no = look_at(book_kind(), path)) return *no;
  auto lock = Lock::take(path);
  if (const auto* refused = rules::refused(lock)) return *refused;
  auto opened = open_file_to_write(book_kind(), path, vfs);
  if (const auto* refused = rules::refused(opened)) return *refused;
  try {
    auto database = std::get<0>(std::move(opened));
    if (auto no = look_at_end(*database, path)) return *no;
    return std::unique_ptr<Book>(new Book(path, std::get<0>(std::move(lock)), std::move(database)));
  } catch (const SQLite::Exception& error) {
    return refusal_of(error, path);
  }
}

OrRefused<std::unique_ptr<Book>> Book::open_to_read(const std::string& path) {
  auto database = open_file_to_read(book_kind(), path);
  if (const auto* refused = rules::refused(database)) return *refused;
  return std::unique_ptr<Book>(new Book(path, nullptr, std::get<0>(std::move(database))));
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

bool was_moved(SQLite::Database& database) {
  int moved = 0;
  sqlite3_file_control(database.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0;
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
    case SQLITE_IOERR:
      if (auto no = no_shared_memory(error, path)) return *no;
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {Refusal::book_in_use, fmt::format("'{}' is busy: {}.", shown(path), error.what())};
    default: break;
  }
  return {Refusal::book_not_written,
          fmt::format("'{}' cannot be used: {}. Nothing was recorded.", shown(path), error.what())};
}

int newest_schema() { return book_kind().newest(); }

}  // namespace cardroom::ledger
