#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cardroom/rules/refusal.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::ledger {

/// What time it is. Passed in, so that a test or a simulator can own it.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual std::int64_t now_ms() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] std::int64_t now_ms() const override;
};

/// Why there is no such time zone.
[[nodiscard]] std::optional<rules::Refused> unknown_time_zone(const std::string& zone);

/// The moment as a room in `zone` sees it on its wall. Requires a known zone.
[[nodiscard]] table::Moment moment_in(const std::string& zone, std::int64_t ms);

}  // namespace cardroom::ledger
