#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "cardroom/ledger/access_change.hpp"
#include "cardroom/rules/refusal.hpp"

namespace cardroom::ledger {

/// Where the access file of a book lies.
[[nodiscard]] std::string access_path(const std::string& book);

/// Passwords, sessions and the audit log, in a SQLite file of its own that only its owner may read.
///
/// One thread writes; all that waits is one transaction (group commit). The book's lock keeps a
/// second process away, so whoever opens this has the book open to write.
class AccessFile {
 public:
  static constexpr std::size_t kMostWaiting = 1024;

  /// Makes the file where there is none. `vfs` is for tests, as in `Book::create`.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<AccessFile>> open(
      const std::string& path, const char* vfs = nullptr);

  /// Writes what still waits.
  ~AccessFile();
  AccessFile(const AccessFile&) = delete;
  AccessFile& operator=(const AccessFile&) = delete;

  /// Returns when all of `changes` are on the disk, or with the reason why none is. Waits while too
  /// much is waiting.
  [[nodiscard]] std::optional<rules::Refused> write(AccessChanges changes);

  /// Never waits: for what nobody misses after a power cut. False where there was no room.
  bool write_later(AccessChanges changes);

  /// As it is on the disk now.
  [[nodiscard]] rules::OrRefused<AccessState> state() const;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  class Writer;
  struct Work;

  AccessFile(std::string path, std::unique_ptr<Writer> writer);
  void push(std::unique_lock<std::mutex>& held, std::shared_ptr<Work> work);
  void keep_writing();

  std::string path_;
  std::unique_ptr<Writer> writer_;  ///< of the thread alone
  std::mutex mutex_;
  std::condition_variable work_came_, room_came_, work_done_;
  std::deque<std::shared_ptr<Work>> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace cardroom::ledger
