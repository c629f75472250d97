#include "cardroom/ledger/access_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "access_kind.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/table/names.hpp"

namespace cardroom::ledger {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;

constexpr std::size_t kMostAddress = 64, kMostDevice = 200, kMostDetail = 400;

std::string name_kept(const std::string& text) {
  return table::usable_name(text) ? text : rules::printable(text, kMostAddress);
}

std::string sentence_kept(const std::string& text) {
  return table::usable_sentence(text) ? text : rules::printable(text, kMostDetail);
}

Hash hash_in(const SQLite::Column& column) {
  Hash hash{};
  if (column.getBytes() == static_cast<int>(hash.size())) {
    std::memcpy(hash.data(), column.getBlob(), hash.size());
  }
  return hash;
}

/// Binds in the order of the statement's parameters.
class Bound {
 public:
  explicit Bound(SQLite::Statement& statement) : statement_(statement) {}
  Bound& operator<<(std::int64_t number) { return statement_.bind(++at_, number), *this; }
  Bound& operator<<(std::string_view text) {
    return statement_.bind(++at_, std::string(text)), *this;
  }
  Bound& operator<<(const std::string& text) { return *this << std::string_view(text); }
  Bound& operator<<(const Hash& hash) {
    return statement_.bind(++at_, hash.data(), static_cast<int>(hash.size())), *this;
  }
  Bound& operator<<(const TriesOf& of) { return *this << name(of.kind) << of.person << of.address; }
  Bound& operator<<(const std::optional<std::string>& text) {
    if (text) return *this << std::string_view(*text);
    return statement_.bind(++at_), *this;
  }

 private:
  SQLite::Statement& statement_;
  int at_ = 0;
};

std::optional<Tries> read_tries(std::string_view text) {
  for (const Tries kind : {Tries::password_here, Tries::password_anywhere, Tries::pin}) {
    if (name(kind) == text) return kind;
  }
  return std::nullopt;
}

template <class Row>
void for_rows(SQLite::Database& database, const char* sql, Row row) {
  SQLite::Statement rows(database, sql);
  while (rows.executeStep()) row(rows);
}

std::vector<Secret> secrets(SQLite::Database& database, const char* sql) {
  std::vector<Secret> all;
  for_rows(database, sql, [&](SQLite::Statement& row) {
    all.push_back({row.getColumn(0), row.getColumn(1), row.getColumn(2).getInt64()});
  });
  return all;
}

void load_codes(SQLite::Database& database, AccessState& state) {
  for_rows(database, "SELECT hash, person, expires_ms FROM one_time_code WHERE used_ms IS NULL",
           [&](SQLite::Statement& row) {
             CodeMade code;
             code.hash = hash_in(row.getColumn(0));
             if (!row.getColumn(1).isNull()) code.person = row.getColumn(1).getString();
             code.expires_ms = row.getColumn(2).getInt64();
             state.open_codes.push_back(std::move(code));
           });
}

void load_sessions(SQLite::Database& database, AccessState& state) {
  for_rows(database,
           "SELECT id, token, person, by_password, opened_ms, last_used_ms, expires_ms, device, "
           "ended_ms IS NOT NULL FROM session ORDER BY id",
           [&](SQLite::Statement& row) {
             state.sessions.push_back(
                 {{row.getColumn(0).getInt64(), hash_in(row.getColumn(1)), row.getColumn(2),
                   row.getColumn(3).getInt() != 0, row.getColumn(4).getInt64(),
                   row.getColumn(5).getInt64(), row.getColumn(6).getInt64(), row.getColumn(7)},
                  row.getColumn(8).getInt() != 0});
           });
}

void load_tries(SQLite::Database& database, AccessState& state) {
  const auto each = [&](const char* sql, auto keep) {
    for_rows(database, sql, [&](SQLite::Statement& row) {
      const auto kind = read_tries(row.getColumn(0).getString());
      if (!kind) return;
      keep(TriesOf{*kind, row.getColumn(1), row.getColumn(2)}, row.getColumn(3).getInt64());
    });
  };
  each("SELECT kind, person, address, at_ms FROM failure ORDER BY at_ms",
       [&](TriesOf of, std::int64_t ms) {
         state.failures.push_back({std::move(of), ms});
       });
  each("SELECT kind, person, address, until_ms FROM lock_out", [&](TriesOf of, std::int64_t ms) {
    state.lock_outs.push_back({std::move(of), ms});
  });
}

}  // namespace

std::string_view name(Tries kind) {
  switch (kind) {
    case Tries::password_here: return "password-here";
    case Tries::password_anywhere: return "password-anywhere";
    case Tries::pin: return "pin";
  }
  throw rules::BrokenInvariant("R3: a kind of tries outside the list");
}

std::string access_path(const std::string& book) { return book + "-access"; }

/// Turns changes into rows.
class AccessFile::Writer {
 public:
  explicit Writer(std::unique_ptr<SQLite::Database> database) : database_(std::move(database)) {}

  [[nodiscard]] std::optional<Refused> write(std::span<const std::shared_ptr<Work>> works,
                                             const std::string& path);

 private:
  struct Head {
    std::int64_t id = 0;
    Hash hash{};
  };

  /// Asked anew in every transaction: the one before may have failed.
  [[nodiscard]] Head find_head() {
    SQLite::Statement last(*database_, "SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1");
    if (!last.executeStep()) return {};
    return {last.getColumn(0).getInt64(), hash_in(last.getColumn(1))};
  }

  template <class... Values>
  void put(SQLite::Statement& statement, const Values&... values) {
    (Bound(statement) << ... << values);
    run(statement);
  }

  void of_change(const PasswordSet& c) {
    put(password_, c.secret.person, c.secret.argon2id, c.secret.set_ms);
  }
  void of_change(const PinSet& c) {
    put(pin_, c.secret.person, c.secret.argon2id, c.secret.set_ms);
  }
  void of_change(const PinRemoved& c) { put(pin_removed_, c.person); }
  void of_change(const CodeMade& c) {
    put(codes_old_, c.made_ms - kEndedKeptMs);
    put(codes_replaced_, c.made_ms, c.person);
    put(code_, c.hash, c.person, c.expires_ms);
  }
  void of_change(const CodeUsed& c) { put(code_used_, c.at_ms, c.hash); }
  void of_change(const SessionOpened& c) {
    put(sessions_old_, c.opened_ms - kEndedKeptMs);
    put(session_, c.id, c.token, c.person, std::int64_t{c.by_password}, c.opened_ms, c.last_used_ms,
        c.expires_ms, rules::printable(c.device, kMostDevice));
  }
  void of_change(const SessionUsed& c) { put(session_used_, c.at_ms, c.id); }
  void of_change(const SessionEnded& c) { put(session_ended_, c.at_ms, c.why, c.id); }
  void of_change(const TryFailed& c) { put(failure_, c.of, c.at_ms); }
  void of_change(const LockedOut& c) { put(lock_out_, c.of, c.until_ms); }
  void of_change(const TriesCleared& c) {
    put(failures_cleared_, c.of);
    put(lock_cleared_, c.of);
  }
  void of_change(const TriesSwept& c) {
    put(failures_swept_, c.failures_before_ms);
    put(locks_swept_, c.now_ms);
  }
  void of_change(const AuditEntry& c) {
    const AuditRow row{head_.id + 1,
                       c.at_ms,
                       name_kept(c.who),
                       name_kept(c.from_address),
                       std::string(name(c.what)),
                       sentence_kept(c.detail)};
    const Hash hash = chained(head_.hash, row);
    put(audit_, row.id, row.at_ms, row.who, row.from_address, row.what, row.detail, hash);
    head_ = {row.id, hash};
  }

  std::unique_ptr<SQLite::Database> database_;
  Head head_;
  SQLite::Statement password_{*database_, "INSERT OR REPLACE INTO credential VALUES (?, ?, ?)"};
  SQLite::Statement pin_{*database_, "INSERT OR REPLACE INTO pin VALUES (?, ?, ?)"};
  SQLite::Statement pin_removed_{*database_, "DELETE FROM pin WHERE person = ?"};
  SQLite::Statement codes_old_{*database_, "DELETE FROM one_time_code WHERE expires_ms < ?"};
  SQLite::Statement codes_replaced_{
      *database_, "UPDATE one_time_code SET used_ms = ? WHERE person IS ? AND used_ms IS NULL"};
  SQLite::Statement code_{*database_,
                          "INSERT INTO one_time_code (hash, person, expires_ms) VALUES (?, ?, ?)"};
  SQLite::Statement code_used_{*database_, "UPDATE one_time_code SET used_ms = ? WHERE hash = ?"};
  SQLite::Statement sessions_old_{*database_, "DELETE FROM session WHERE expires_ms < ?"};
  SQLite::Statement session_{
      *database_,
      "INSERT INTO session (id, token, person, by_password, opened_ms, last_used_ms, expires_ms, "
      "device) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
  SQLite::Statement session_used_{*database_, "UPDATE session SET last_used_ms = ? WHERE id = ?"};
  SQLite::Statement session_ended_{
      *database_, "UPDATE session SET ended_ms = ?, why = ? WHERE id = ? AND ended_ms IS NULL"};
  SQLite::Statement failure_{*database_, "INSERT INTO failure VALUES (?, ?, ?, ?)"};
  SQLite::Statement lock_out_{*database_, "INSERT OR REPLACE INTO lock_out VALUES (?, ?, ?, ?)"};
  SQLite::Statement failures_cleared_{
      *database_, "DELETE FROM failure WHERE kind = ? AND person = ? AND address = ?"};
  SQLite::Statement lock_cleared_{
      *database_, "DELETE FROM lock_out WHERE kind = ? AND person = ? AND address = ?"};
  SQLite::Statement failures_swept_{*database_, "DELETE FROM failure WHERE at_ms < ?"};
  SQLite::Statement locks_swept_{*database_, "DELETE FROM lock_out WHERE until_ms <= ?"};
  SQLite::Statement audit_{*database_, "INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?)"};
};

struct AccessFile::Work {
  AccessChanges changes;
  bool done = false;
  std::optional<Refused> refused;
};

std::optional<Refused> AccessFile::Writer::write(std::span<const std::shared_ptr<Work>> works,
                                                 const std::string& path) {
  try {
    SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    head_ = find_head();
    for (const auto& work : works) {
      for (const auto& change : work->changes) {
        std::visit([this](const auto& one) { of_change(one); }, change);
      }
    }
    transaction.commit();
    return std::nullopt;
  } catch (const SQLite::Exception& failed) {
    return refusal_of(failed, path);
  } catch (const std::exception& failed) {
    return Refused{Refusal::book_not_written,
                   fmt::format("'{}' was not written: {}.", shown(path), failed.what())};
  }
}

AccessFile::AccessFile(std::string path, std::unique_ptr<Writer> writer)
    : path_(std::move(path)), writer_(std::move(writer)), thread_([this] { keep_writing(); }) {}

AccessFile::~AccessFile() {
  {
    const std::scoped_lock held(mutex_);
    stopping_ = true;
  }
  work_came_.notify_one();
  thread_.join();
}

OrRefused<std::unique_ptr<AccessFile>> AccessFile::open(const std::string& path, const char* vfs) {
  start_hashing();
  std::error_code error;
  const bool there = std::filesystem::exists(path, error);
  if (there) {
    if (auto no = look_at(access_kind(), path)) return *no;
    if (::chmod(path.c_str(), kOwnerOnly) != 0) {
      return Refused{Refusal::book_not_written, fmt::format("'{}' cannot be kept from others: {}.",
                                                            shown(path), std::strerror(errno))};
    }
  }
  auto database =
      there ? open_file_to_write(access_kind(), path, vfs) : create_file(access_kind(), path, vfs);
  if (const auto* no = rules::refused(database)) return *no;
  try {
    auto writer = std::make_unique<Writer>(std::get<0>(std::move(database)));
    return std::unique_ptr<AccessFile>(new AccessFile(path, std::move(writer)));
  } catch (const SQLite::Exception& failed) {
    return refusal_of(failed, path);
  }
}

void AccessFile::push(std::unique_lock<std::mutex>& held, std::shared_ptr<Work> work) {
  waiting_.push_back(std::move(work));
  held.unlock();
  work_came_.notify_one();
}

std::optional<Refused> AccessFile::write(AccessChanges changes) {
  const auto work = std::make_shared<Work>();
  work->changes = std::move(changes);
  std::unique_lock held(mutex_);
  room_came_.wait(held, [this] { return waiting_.size() < kMostWaiting; });
  push(held, work);
  held.lock();
  work_done_.wait(held, [&] { return work->done; });
  return work->refused;
}

bool AccessFile::write_later(AccessChanges changes) {
  auto work = std::make_shared<Work>();
  work->changes = std::move(changes);
  std::unique_lock held(mutex_);
  if (waiting_.size() >= kMostWaiting) return false;
  push(held, std::move(work));
  return true;
}

void AccessFile::keep_writing() {
  std::unique_lock held(mutex_);
  while (true) {
    work_came_.wait(held, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::vector<std::shared_ptr<Work>> works(waiting_.begin(), waiting_.end());
    waiting_.clear();
    held.unlock();
    room_came_.notify_all();
    const auto refused = writer_->write(works, path_);
    held.lock();
    for (const auto& work : works) {
      work->refused = refused;
      work->done = true;
    }
    work_done_.notify_all();
  }
}

OrRefused<AccessState> AccessFile::state() const {
  auto opened = open_file_to_read(access_kind(), path_);
  if (const auto* no = rules::refused(opened)) return *no;
  try {
    SQLite::Database& database = *std::get<0>(opened);
    SQLite::Transaction one_state(database);
    AccessState state;
    state.passwords = secrets(database, "SELECT person, argon2id, set_ms FROM credential");
    state.pins = secrets(database, "SELECT person, argon2id, set_ms FROM pin");
    load_codes(database, state);
    load_sessions(database, state);
    load_tries(database, state);
    return state;
  } catch (const SQLite::Exception& error) {
    return refusal_of(error, path_);
  }
}

}  // namespace cardroom::ledger
