#include "cardroom/service/limits.hpp"

#include <algorithm>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::service {

namespace {

using ledger::AccessChanges;
using ledger::Tries;
using ledger::TriesOf;

constexpr std::size_t kManyAddresses = 4096;

}  // namespace

std::int64_t TokenBucket::level(const Rate& rate, std::int64_t now_ms) const {
  const std::int64_t whole = rate.burst * rate.per_ms;
  if (!level_) return whole;
  // Beyond the time that fills an empty bucket nothing changes, and nothing can overflow.
  const std::int64_t enough_ms = whole / std::max<std::int64_t>(rate.count, 1) + 1;
  const std::int64_t gone_ms = std::clamp<std::int64_t>(now_ms - filled_ms_, 0, enough_ms);
  return std::min(whole, *level_ + gone_ms * rate.count);
}

bool TokenBucket::take(const Rate& rate, std::int64_t now_ms) {
  const std::int64_t before = level(rate, now_ms);
  const bool enough = before >= rate.per_ms;
  level_ = enough ? before - rate.per_ms : before;
  filled_ms_ = now_ms;
  return enough;
}

bool TokenBucket::full(const Rate& rate, std::int64_t now_ms) const {
  return level(rate, now_ms) == rate.burst * rate.per_ms;
}

bool AddressRates::take(const std::string& address, std::int64_t now_ms) {
  const std::scoped_lock held(mutex_);
  if (buckets_.size() >= kManyAddresses && !buckets_.contains(address)) {
    std::erase_if(buckets_, [&](const auto& entry) { return entry.second.full(rate_, now_ms); });
  }
  return buckets_[address].take(rate_, now_ms);
}

LockOuts::LockOuts(const TriesRules& rules, const ledger::AccessState& state) : rules_(rules) {
  for (const auto& failure : state.failures) {
    tallies_[failure.of].failures.push_back(failure.at_ms);
  }
  for (const auto& lock : state.lock_outs) tallies_[lock.of].until_ms = lock.until_ms;
}

const TriesRule& LockOuts::rule(const TriesOf& of) const {
  switch (of.kind) {
    case Tries::password_here: return rules_.here;
    case Tries::password_anywhere: return rules_.anywhere;
    case Tries::pin: return rules_.pin;
  }
  throw rules::BrokenInvariant("R3: a kind of tries outside the list");
}

void LockOuts::forget_old(const TriesOf& of, Tally& tally, std::int64_t now_ms) const {
  const std::int64_t since = now_ms - rule(of).within_ms;
  while (!tally.failures.empty() && tally.failures.front() <= since) tally.failures.pop_front();
}

std::optional<std::int64_t> LockOuts::locked_until(const Counted& counted,
                                                   std::int64_t now_ms) const {
  std::int64_t latest = now_ms;
  for (const TriesOf& of : counted) {
    const auto tally = tallies_.find(of);
    if (tally != tallies_.end()) latest = std::max(latest, tally->second.until_ms);
  }
  if (latest == now_ms) return std::nullopt;
  return latest;
}

bool LockOuts::begin(const Counted& counted, std::int64_t now_ms) {
  for (const TriesOf& of : counted) {
    const auto tally = tallies_.find(of);
    if (tally == tallies_.end()) continue;
    forget_old(of, tally->second, now_ms);
    if (tally->second.failures.size() + tally->second.being_checked >= rule(of).most) return false;
  }
  for (const TriesOf& of : counted) ++tallies_[of].being_checked;
  return true;
}

void LockOuts::over(const Counted& counted) {
  for (const TriesOf& of : counted) {
    --tallies_.at(of).being_checked;
    drop_if_empty(of);
  }
}

void LockOuts::clear(const TriesOf& of) {
  const auto tally = tallies_.find(of);
  if (tally == tallies_.end()) return;
  tally->second.failures.clear();
  tally->second.until_ms = 0;
  drop_if_empty(of);
}

void LockOuts::drop_if_empty(const TriesOf& of) {
  const auto tally = tallies_.find(of);
  const auto& [failures, being_checked, until_ms] = tally->second;
  if (failures.empty() && being_checked == 0 && until_ms == 0) tallies_.erase(tally);
}

bool LockOuts::failed(const Counted& counted, std::int64_t now_ms, AccessChanges& changes) {
  bool locked = false;
  for (const TriesOf& of : counted) {
    Tally& tally = tallies_[of];
    forget_old(of, tally, now_ms);
    tally.failures.push_back(now_ms);
    if (tally.failures.size() < rule(of).most) {
      changes.emplace_back(ledger::TryFailed{of, now_ms});
      continue;
    }
    const std::int64_t locked_ms = rule(of).locked_ms;
    tally.until_ms = locked_ms == ledger::kNoEnd ? ledger::kNoEnd : now_ms + locked_ms;
    tally.failures.clear();  // after the lock-out the count begins anew
    changes.emplace_back(ledger::TriesCleared{of});
    changes.emplace_back(ledger::LockedOut{of, tally.until_ms});
    locked = true;
  }
  sweep(now_ms, changes);
  return locked;
}

void LockOuts::sweep(std::int64_t now_ms, AccessChanges& changes) {
  if (now_ms - swept_ms_ < kMinuteMs) return;
  swept_ms_ = now_ms;
  for (auto& [of, tally] : tallies_) forget_old(of, tally, now_ms);
  std::erase_if(tallies_, [&](const auto& entry) {
    const Tally& tally = entry.second;
    return tally.failures.empty() && tally.being_checked == 0 && tally.until_ms <= now_ms;
  });
  const auto longest =
      std::max({rules_.here.within_ms, rules_.anywhere.within_ms, rules_.pin.within_ms});
  changes.emplace_back(ledger::TriesSwept{now_ms - longest, now_ms});
}

}  // namespace cardroom::service
