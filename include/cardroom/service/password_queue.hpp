#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

/// What one argon2id hash costs.
struct PasswordCost {
  unsigned long long passes = 2;
  std::size_t memory_bytes = std::size_t{19} << 20U;
};

/// Hashes passwords and PINs one after the other on a thread of its own. A hash is dear by intent:
/// without a bound, signing in would be the way to stop the whole service.
class PasswordQueue {
 public:
  explicit PasswordQueue(const PasswordCost& cost, std::size_t most_waiting = 8);
  ~PasswordQueue();
  PasswordQueue(const PasswordQueue&) = delete;
  PasswordQueue& operator=(const PasswordQueue&) = delete;

  /// An argon2id string with its own salt. Refuses with sign_in_busy at once where too many wait.
  [[nodiscard]] rules::OrRefused<std::string> hash(std::string_view secret);

  /// Without a `stored` hash the answer is no, and takes as long.
  [[nodiscard]] rules::OrRefused<bool> matches(const std::optional<std::string>& stored,
                                               std::string_view secret);

 private:
  struct Work;

  /// Waits until `task` has run.
  [[nodiscard]] std::optional<rules::Refused> ask(std::function<void()> task);
  [[nodiscard]] std::optional<std::string> hash_now(std::string_view secret) const;
  void keep_hashing();

  const PasswordCost cost_;
  const std::size_t most_waiting_;
  std::string nobodys_;  ///< matches nothing that is ever asked
  std::mutex mutex_;
  std::condition_variable work_came_, work_done_;
  std::deque<std::shared_ptr<Work>> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace cardroom::service
