#pragma once

#include <algorithm>
#include <cstdint>

namespace cardroom::service {

/// What a server's clock shows, from the Date of its answers. A Date is cut to the second and is
/// written at some moment between question and answer, so each bounds the distance of the two
/// clocks from both sides; together they bound it better.
class ServerClock {
 public:
  void heard(std::int64_t asked_ms, std::int64_t answered_ms, std::int64_t date_ms) {
    const std::int64_t least = date_ms - answered_ms;
    const std::int64_t most = date_ms + kSecondMs - asked_ms;
    // Bounds that no longer meet: one of the clocks was set.
    const bool meet = known_ && std::max(least, least_) <= std::min(most, most_);
    least_ = meet ? std::max(least, least_) : least;
    most_ = meet ? std::min(most, most_) : most;
    known_ = true;
  }

  [[nodiscard]] std::int64_t at(std::int64_t own_ms) const { return own_ms + (least_ + most_) / 2; }

 private:
  static constexpr std::int64_t kSecondMs = 1000;

  std::int64_t least_ = 0, most_ = 0;
  bool known_ = false;
};

}  // namespace cardroom::service
