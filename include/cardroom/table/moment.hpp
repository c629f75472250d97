#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::table {

/// A point in time with the room's distance from UTC at that point, so that nobody needs a table of
/// time zones to say later what the clock on the wall showed.
struct Moment {
  std::int64_t ms = 0;     ///< milliseconds since 1970, UTC
  int offset_minutes = 0;  ///< local time minus UTC

  [[nodiscard]] std::int64_t local_ms() const { return ms + std::int64_t{offset_minutes} * 60'000; }
};

inline constexpr std::int64_t kMinuteMs = 60'000;

/// "2026-11-18" on the wall, the day having begun `day_start_minutes` after midnight: a gaming day
/// runs past midnight.
[[nodiscard]] std::string date_text(Moment moment, int day_start_minutes = 0);

/// "2026-11-18 18:03:11" on the wall.
[[nodiscard]] std::string wall_text(Moment moment);

/// "2026-11-18T18:03:11.250-08:00".
[[nodiscard]] std::string iso_text(Moment moment);

/// Milliseconds since 1970 of such a text; the fraction may be left out, `Z` stands for +00:00.
[[nodiscard]] std::optional<std::int64_t> read_iso(std::string_view text);

/// Whether this is a day of the calendar, written "2026-11-18".
[[nodiscard]] bool is_date(std::string_view text);

/// Minutes after midnight of "06:00".
[[nodiscard]] std::optional<int> read_clock_time(std::string_view text);

}  // namespace cardroom::table
