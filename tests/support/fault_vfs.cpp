#include "support/fault_vfs.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace cardroom::testing {

namespace {

/// Of the kinds of files that hold the book; temporary ones are none of our business.
bool counts(int flags) {
  return (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
}

}  // namespace

/// In memory that SQLite gives; the file below lies directly behind.
struct FaultVfs::File {
  sqlite3_file base;
  FaultVfs* vfs;
  bool counted;
  std::string* path;

  sqlite3_file* below() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

struct FaultVfs::Methods {
  static File& own(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
  static sqlite3_file* below(sqlite3_file* file) { return own(file).below(); }
  static const sqlite3_io_methods& io(sqlite3_file* file) { return *below(file)->pMethods; }

  static int close(sqlite3_file* file) {
    const int code = io(file).xClose(below(file));
    delete own(file).path;
    return code;
  }
  static int read(sqlite3_file* file, void* to, int length, sqlite3_int64 offset) {
    FaultVfs& vfs = *own(file).vfs;
    if (vfs.plan_.stopped && vfs.struck_) return SQLITE_IOERR_READ;
    return io(file).xRead(below(file), to, length, offset);
  }
  static int write(sqlite3_file* file, const void* from, int length, sqlite3_int64 offset) {
    if (!own(file).counted) return io(file).xWrite(below(file), from, length, offset);
    FaultVfs& vfs = *own(file).vfs;
    const bool before = vfs.struck_;
    const int code = vfs.operation(false);
    const bool torn = code != SQLITE_OK && vfs.plan_.stopped && !before;
    if (code != SQLITE_OK && !torn) return code;
    vfs.remember(own(file), offset, length);
    const int done = io(file).xWrite(below(file), from, torn ? length / 2 : length, offset);
    return torn ? code : done;
  }
  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (own(file).counted) {
      if (const int code = own(file).vfs->operation(false); code != SQLITE_OK) return code;
      sqlite3_int64 now = 0;
      io(file).xFileSize(below(file), &now);
      own(file).vfs->remember(own(file), size, std::max<sqlite3_int64>(0, now - size));
    }
    return io(file).xTruncate(below(file), size);
  }
  /// Nothing is really synced: a power cut is ours to make, and a disk is slow.
  static int sync(sqlite3_file* file, int) {
    if (!own(file).counted) return SQLITE_OK;
    if (const int code = own(file).vfs->operation(true); code != SQLITE_OK) return code;
    own(file).vfs->unsynced_.erase(*own(file).path);
    return SQLITE_OK;
  }
  static int size(sqlite3_file* file, sqlite3_int64* bytes) {
    return io(file).xFileSize(below(file), bytes);
  }
  static int lock(sqlite3_file* file, int level) { return io(file).xLock(below(file), level); }
  static int unlock(sqlite3_file* file, int level) { return io(file).xUnlock(below(file), level); }
  static int reserved(sqlite3_file* file, int* held) {
    return io(file).xCheckReservedLock(below(file), held);
  }
  static int control(sqlite3_file* file, int what, void* more) {
    return io(file).xFileControl(below(file), what, more);
  }
  static int sector(sqlite3_file* file) { return io(file).xSectorSize(below(file)); }
  static int device(sqlite3_file* file) { return io(file).xDeviceCharacteristics(below(file)); }
  static int shm_map(sqlite3_file* file, int page, int bytes, int extend, void volatile** at) {
    return io(file).xShmMap(below(file), page, bytes, extend, at);
  }
  static int shm_lock(sqlite3_file* file, int offset, int n, int flags) {
    return io(file).xShmLock(below(file), offset, n, flags);
  }
  static void shm_barrier(sqlite3_file* file) { io(file).xShmBarrier(below(file)); }
  static int shm_unmap(sqlite3_file* file, int remove) {
    return io(file).xShmUnmap(below(file), remove);
  }

  static constexpr sqlite3_io_methods kTable = {
      2,       close,  read,   write,   truncate, sync,        size,      lock,    unlock, reserved,
      control, sector, device, shm_map, shm_lock, shm_barrier, shm_unmap, nullptr, nullptr};

  static FaultVfs& vfs_of(sqlite3_vfs* vfs) { return *static_cast<FaultVfs*>(vfs->pAppData); }

  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* got) {
    FaultVfs& own = vfs_of(vfs);
    file->pMethods = nullptr;
    if (own.plan_.stopped && own.struck_) return SQLITE_CANTOPEN;
    auto* opened = new (file) File{{nullptr}, &own, counts(flags), nullptr};
    const int code = own.base_->xOpen(own.base_, path, opened->below(), flags, got);
    if (code != SQLITE_OK) return code;
    opened->path = new std::string(path == nullptr ? "" : path);
    opened->base.pMethods = &kTable;
    return SQLITE_OK;
  }
  static int remove(sqlite3_vfs* vfs, const char* path, int sync_folder) {
    FaultVfs& own = vfs_of(vfs);
    if (const int code = own.operation(false); code != SQLITE_OK) return code;
    own.unsynced_.erase(path);
    return own.base_->xDelete(own.base_, path, sync_folder);
  }
};

FaultVfs::FaultVfs() : base_(sqlite3_vfs_find(nullptr)) {
  vfs_ = *base_;
  vfs_.zName = name();
  vfs_.pNext = nullptr;
  vfs_.pAppData = this;
  vfs_.szOsFile = static_cast<int>(sizeof(File)) + base_->szOsFile;
  vfs_.xOpen = &Methods::open;
  vfs_.xDelete = &Methods::remove;
  sqlite3_vfs_register(&vfs_, 0);
}

FaultVfs::~FaultVfs() { sqlite3_vfs_unregister(&vfs_); }

void FaultVfs::begin(const Plan& plan) {
  plan_ = plan;
  count_ = 0;
  struck_ = false;
  unsynced_.clear();
}

int FaultVfs::operation(bool is_sync) {
  if (plan_.at == 0) return SQLITE_OK;
  if (struck_) return plan_.lasting ? plan_.code : SQLITE_OK;
  if (plan_.on == On::sync && !is_sync) return SQLITE_OK;
  if (++count_ != plan_.at) return SQLITE_OK;
  struck_ = true;
  return plan_.code;
}

void FaultVfs::remember(File& file, std::int64_t offset, std::int64_t length) {
  Change change{offset, 0, {}};
  sqlite3_int64 size = 0;
  file.below()->pMethods->xFileSize(file.below(), &size);
  change.size_before = size;
  const auto kept = std::clamp<std::int64_t>(size - offset, 0, length);
  change.bytes_before.resize(static_cast<std::size_t>(kept));
  if (kept > 0) {
    file.below()->pMethods->xRead(file.below(), change.bytes_before.data(), static_cast<int>(kept),
                                  offset);
  }
  unsynced_[*file.path].push_back(std::move(change));
}

bool FaultVfs::anything_unsynced(const std::string& path) const {
  return std::any_of(unsynced_.begin(), unsynced_.end(),
                     [&](const auto& entry) { return entry.first.starts_with(path); });
}

void FaultVfs::cut_power() {
  for (auto& [path, changes] : unsynced_) {
    const int file = ::open(path.c_str(), O_WRONLY);
    if (file < 0) continue;
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
      const auto& bytes = change->bytes_before;
      const auto put = ::pwrite(file, bytes.data(), bytes.size(), change->offset);
      if (put < 0 || ::ftruncate(file, change->size_before) != 0) std::abort();
    }
    ::close(file);
  }
  unsynced_.clear();
}

}  // namespace cardroom::testing
