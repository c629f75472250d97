#include "cardroom/ledger/clock.hpp"

#include <chrono>

#include <date/tz.h>
#include <fmt/format.h>

namespace cardroom::ledger {

std::int64_t SystemClock::now_ms() const {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::optional<rules::Refused> unknown_time_zone(const std::string& zone) {
  try {
    if (date::locate_zone(zone) != nullptr) return std::nullopt;
  } catch (const std::runtime_error&) {  // that is how the library says no
  }
  return rules::Refused{rules::Refusal::setting_not_usable,
                        fmt::format("There is no time zone '{}'; one is America/Los_Angeles.",
                                    rules::printable(zone))};
}

table::Moment moment_in(const std::string& zone, std::int64_t ms) {
  using namespace std::chrono;
  const auto at = date::sys_time<milliseconds>(milliseconds(ms));
  const auto info = date::locate_zone(zone)->get_info(floor<seconds>(at));
  return {ms, static_cast<int>(duration_cast<minutes>(info.offset).count())};
}

}  // namespace cardroom::ledger
