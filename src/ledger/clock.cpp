#include "cardroom/ledger/clock.hpp"

#include <chrono>

#include <date/tz.h>

namespace cardroom::ledger {

std::int64_t SystemClock::now_ms() const {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

bool known_time_zone(const std::string& zone) {
  try {
    return date::locate_zone(zone) != nullptr;
  } catch (const std::runtime_error&) {
    return false;
  }
}

table::Moment moment_in(const std::string& zone, std::int64_t ms) {
  using namespace std::chrono;
  const auto at = date::sys_time<milliseconds>(milliseconds(ms));
  const auto info = date::locate_zone(zone)->get_info(floor<seconds>(at));
  return {ms, static_cast<int>(duration_cast<minutes>(info.offset).count())};
}

}  // namespace cardroom::ledger
