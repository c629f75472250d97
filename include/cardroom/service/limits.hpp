#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cardroom/ledger/access_change.hpp"

namespace cardroom::service {

inline constexpr std::int64_t kMinuteMs = 60'000;

/// So many in so long, and so many at once after a rest.
struct Rate {
  std::int64_t count = 0;
  std::int64_t per_ms = 0;
  std::int64_t burst = 0;

  /// Until one more may come when all have; at least a second.
  [[nodiscard]] std::int64_t seconds_each() const {
    return std::max<std::int64_t>(1, per_ms / count / 1000);
  }
};

/// Starts full. A clock that goes back fills nothing.
class TokenBucket {
 public:
  [[nodiscard]] bool take(const Rate& rate, std::int64_t now_ms);
  [[nodiscard]] bool full(const Rate& rate, std::int64_t now_ms) const;

 private:
  [[nodiscard]] std::int64_t level(const Rate& rate, std::int64_t now_ms) const;

  std::optional<std::int64_t> level_;  ///< in parts of a token, `per_ms` of which are one
  std::int64_t filled_ms_ = 0;
};

/// A bucket for each address. For any thread.
class AddressRates {
 public:
  explicit AddressRates(const Rate& rate) : rate_(rate) {}
  [[nodiscard]] bool take(const std::string& address, std::int64_t now_ms);

 private:
  const Rate rate_;
  std::mutex mutex_;
  std::unordered_map<std::string, TokenBucket> buckets_;
};

/// So many wrong tries within a time lock for another time.
struct TriesRule {
  std::size_t most = 0;
  std::int64_t within_ms = 0;
  std::int64_t locked_ms = 0;  ///< kNoEnd: until it is cleared
};

struct TriesRules {
  TriesRule here{5, 15 * kMinuteMs, 15 * kMinuteMs};
  TriesRule anywhere{50, 60 * kMinuteMs, 15 * kMinuteMs};
  TriesRule pin{5, 15 * kMinuteMs, ledger::kNoEnd};
};

/// Counts wrong passwords and PINs. For one thread at a time. Names that nobody has are counted
/// like others, or a lock-out would tell who exists; how many can come is bounded by the price of
/// a hash, and they are forgotten with their time.
class LockOuts {
 public:
  using Counted = std::vector<ledger::TriesOf>;

  LockOuts(const TriesRules& rules, const ledger::AccessState& state);

  /// The end of the longest lock-out of these.
  [[nodiscard]] std::optional<std::int64_t> locked_until(const Counted& counted,
                                                         std::int64_t now_ms) const;

  /// A try begins. False where as many are being checked as may still be wrong: side by side they
  /// must not get further than one after the other. Each that began has to end with `over`.
  [[nodiscard]] bool begin(const Counted& counted, std::int64_t now_ms);
  void over(const Counted& counted);

  /// Counts a wrong try. True where it locks; what is to be written goes to `changes`.
  bool failed(const Counted& counted, std::int64_t now_ms, ledger::AccessChanges& changes);

  /// Forgets failures and lock-out.
  void clear(const ledger::TriesOf& of);

 private:
  struct Tally {
    std::deque<std::int64_t> failures;
    std::size_t being_checked = 0;
    std::int64_t until_ms = 0;
  };

  [[nodiscard]] const TriesRule& rule(const ledger::TriesOf& of) const;
  void forget_old(const ledger::TriesOf& of, Tally& tally, std::int64_t now_ms) const;
  void drop_if_empty(const ledger::TriesOf& of);
  void sweep(std::int64_t now_ms, ledger::AccessChanges& changes);

  const TriesRules rules_;
  std::map<ledger::TriesOf, Tally> tallies_;
  std::int64_t swept_ms_ = 0;
};

}  // namespace cardroom::service
