#include "cardroom/ledger/backup.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>

namespace cardroom::ledger {

namespace {

using rules::Refusal;
using rules::Refused;

/// On the disk before it gets its name.
bool sync(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool synced = ::fsync(file) == 0;
  ::close(file);
  return synced;
}

void remove(const std::string& path) {
  std::error_code ignored;
  for (const char* part : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(path + part, ignored);
}

void copy(SQLite::Database& from, const std::string& path) {
  SQLite::Database to(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  SQLite::Backup pages(to, from);
  pages.executeStep(-1);
}

}  // namespace

rules::OrRefused<Verified> backup(const std::string& book, const std::string& target,
                                  std::span<const rules::Game* const> games,
                                  const Progress& progress) {
  std::error_code ignored;
  if (std::filesystem::exists(target, ignored)) {
    return Refused{Refusal::book_exists,
                   fmt::format("'{}' exists already.", rules::printable(target, 400))};
  }
  auto opened = Book::open_to_read(book);
  if (const auto* no = rules::refused(opened)) return *no;
  const std::string unfinished = target + ".unfinished";
  remove(unfinished);
  try {
    copy(std::get<0>(opened)->database(), unfinished);
  } catch (const SQLite::Exception& error) {
    remove(unfinished);
    return refusal_of(error, target);
  }
  auto verified = verify(unfinished, games, progress);
  const auto* found = std::get_if<Verified>(&verified);
  const bool holds = found != nullptr && !found->first_difference;
  std::error_code failed;
  if (holds && sync(unfinished)) {
    std::filesystem::rename(unfinished, target, failed);
    remove(unfinished);  // what the readers of the copy left beside it
    if (!failed && sync(std::filesystem::absolute(target).parent_path().string())) return verified;
  }
  remove(unfinished);
  if (!holds) return verified;
  return Refused{Refusal::book_not_written,
                 fmt::format("'{}' could not be written.", rules::printable(target, 400))};
}

}  // namespace cardroom::ledger
