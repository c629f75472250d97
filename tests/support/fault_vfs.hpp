#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cardroom::testing {

/// A file system for SQLite on which things go wrong as planned. It counts the operations that
/// change the book's files (writes, syncs, truncations), and remembers what each of them replaced
/// until the file is synced: so a test can take away what a power cut would take away.
class FaultVfs {
 public:
  enum class On : std::uint8_t { anything, sync };

  struct Plan {
    int at = 0;  ///< which operation fails, from 1; 0 for none
    On on = On::anything;
    int code = SQLITE_IOERR;
    bool lasting = false;  ///< everything from there on fails
    bool stopped = false;  ///< reading too, and the write itself is torn: the machine stopped
  };

  FaultVfs();
  ~FaultVfs();
  FaultVfs(const FaultVfs&) = delete;
  FaultVfs& operator=(const FaultVfs&) = delete;

  [[nodiscard]] const char* name() const { return "faulty"; }

  /// Forgets what was counted and begins anew.
  void begin(const Plan& plan);
  /// From now on the disk works.
  void heal() { plan_ = {}; }
  /// The plan's fault has happened.
  [[nodiscard]] bool struck() const { return struck_; }
  /// Whether a change of a file whose path begins so was not synced.
  [[nodiscard]] bool anything_unsynced(const std::string& path) const;
  /// What was not synced is as it was before. All files must be closed.
  void cut_power();

 private:
  struct Change {
    std::int64_t offset = 0;
    std::int64_t size_before = 0;
    std::string bytes_before;
  };
  struct File;
  struct Methods;
  friend struct Methods;

  /// The code with which an operation fails; SQLITE_OK lets it through.
  int operation(bool is_sync);
  void remember(File& file, std::int64_t offset, std::int64_t length);

  sqlite3_vfs vfs_{};
  sqlite3_vfs* base_ = nullptr;
  Plan plan_;
  int count_ = 0;
  bool struck_ = false;
  std::map<std::string, std::vector<Change>> unsynced_;  ///< by path
};

}  // namespace cardroom::testing
