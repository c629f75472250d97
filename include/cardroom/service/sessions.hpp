#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cardroom/ledger/access_file.hpp"
#include "cardroom/ledger/clock.hpp"
#include "cardroom/service/limits.hpp"

namespace cardroom::service {

struct SessionSettings {
  std::int64_t idle_ms = 60 * kMinuteMs;
  std::int64_t whole_ms = 12 * 60 * kMinuteMs;
  std::int64_t use_stored_every_ms = kMinuteMs;
  std::size_t most_each = 20;
  Rate requests{200, 1000, 400};
};

/// Somebody's time at one device. What he may do is not in it: the book's staff says that, at every
/// request.
struct Session {
  std::int64_t id = 0;
  std::string person;
  std::int64_t opened_ms = 0;
  std::int64_t expires_ms = 0;
  bool by_password = false;
  std::string device;
};

/// The sessions in memory, by the hash of their token. For any thread.
///
/// Only `find` writes to the file, and without waiting; what opens or ends a session is written by
/// whoever does it.
class Sessions {
 public:
  Sessions(ledger::AccessFile& file, const ledger::Clock& clock, const SessionSettings& settings,
           const ledger::AccessState& state);

  /// Counts as a use. Refuses with not_signed_in what never was a token, and with session_over one
  /// that ended or expired. A token is found by its hash, which nobody outside can steer: how long
  /// that takes tells nothing.
  [[nodiscard]] rules::OrRefused<Session> find(std::string_view token);

  /// Takes one request out of what a session may send.
  [[nodiscard]] std::optional<rules::Refused> request_allowed(std::int64_t session);

  struct Opening {
    std::string token;  ///< base64url of 32 random bytes; kept nowhere
    ledger::SessionOpened opened;
  };
  [[nodiscard]] Opening prepare(const std::string& person, bool by_password,
                                std::int64_t expires_ms, const std::string& device);
  void open(const ledger::SessionOpened& opened);

  /// False where it was over already.
  bool end(std::int64_t session);

  [[nodiscard]] std::optional<Session> living(std::int64_t session) const;
  /// Oldest first.
  [[nodiscard]] std::vector<Session> living_of(const std::string& person) const;

 private:
  struct Entry;
  struct HashOfToken {
    std::size_t operator()(const ledger::Hash& hash) const;
  };

  [[nodiscard]] bool over(const Entry& entry, std::int64_t now_ms) const;
  void note_use(Entry& entry, std::int64_t now_ms);
  void forget_old(std::int64_t now_ms);
  void add(const ledger::SessionOpened& opened, bool ended);
  [[nodiscard]] std::shared_ptr<Entry> by_id(std::int64_t session) const;

  ledger::AccessFile& file_;
  const ledger::Clock& clock_;
  const SessionSettings settings_;
  std::atomic<std::int64_t> last_id_{0};
  mutable std::shared_mutex mutex_;
  std::unordered_map<ledger::Hash, std::shared_ptr<Entry>, HashOfToken> by_token_;
  std::unordered_map<std::int64_t, std::shared_ptr<Entry>> by_id_;
};

}  // namespace cardroom::service
