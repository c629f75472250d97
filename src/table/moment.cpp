#include "cardroom/table/moment.hpp"

#include <chrono>

#include <fmt/format.h>

namespace cardroom::table {

namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr std::int64_t kDayMs = 86'400'000;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

year_month_day day_of(std::int64_t local_ms) {
  return year_month_day{sys_days{days{floor_div(local_ms, kDayMs)}}};
}

std::string day_text(std::int64_t local_ms) {
  const auto day = day_of(local_ms);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

std::string clock_text(std::int64_t local_ms) {
  const std::int64_t in_day = local_ms - floor_div(local_ms, kDayMs) * kDayMs;
  return fmt::format("{:02}:{:02}:{:02}", in_day / 3'600'000, in_day / 60'000 % 60,
                     in_day / 1000 % 60);
}

/// Takes exactly `digits` digits off the front.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> take_day(std::string_view& text) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const year_month_day date{std::chrono::year{*year},
                            std::chrono::month{static_cast<unsigned>(*month)},
                            std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok() || *year < 1970) return std::nullopt;
  return std::int64_t{sys_days{date}.time_since_epoch().count()} * kDayMs;
}

/// "18:03" as minutes.
std::optional<int> take_minutes(std::string_view& text) {
  const auto hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  return *hour * 60 + *minute;
}

/// Up to three decimals of a second; more are refused rather than dropped.
std::optional<int> take_fraction_ms(std::string_view& text) {
  if (!take(text, '.')) return 0;
  int ms = 0;
  int digits = 0;
  for (; digits < 3 && !text.empty() && text.front() >= '0' && text.front() <= '9'; ++digits) {
    ms = ms * 10 + (text.front() - '0');
    text.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  for (; digits < 3; ++digits) ms *= 10;
  return ms;
}

std::optional<int> take_offset(std::string_view& text) {
  if (take(text, 'Z')) return 0;
  const bool west = !text.empty() && text.front() == '-';
  if (!west && (text.empty() || text.front() != '+')) return std::nullopt;
  text.remove_prefix(1);
  const auto minutes = take_minutes(text);
  if (!minutes) return std::nullopt;
  return west ? -*minutes : *minutes;
}

}  // namespace

std::string date_text(Moment moment, int day_start_minutes) {
  return day_text(moment.local_ms() - day_start_minutes * kMinuteMs);
}

std::string wall_text(Moment moment) {
  return day_text(moment.local_ms()) + ' ' + clock_text(moment.local_ms());
}

std::string iso_text(Moment moment) {
  const std::int64_t local = moment.local_ms();
  const int offset = moment.offset_minutes < 0 ? -moment.offset_minutes : moment.offset_minutes;
  return fmt::format("{}T{}.{:03}{}{:02}:{:02}", day_text(local), clock_text(local),
                     local - floor_div(local, 1000) * 1000, moment.offset_minutes < 0 ? '-' : '+',
                     offset / 60, offset % 60);
}

std::optional<std::int64_t> read_iso(std::string_view text) {
  const auto day = take_day(text);
  if (!day || !take(text, 'T')) return std::nullopt;
  const auto minutes = take_minutes(text);
  if (!minutes || !take(text, ':')) return std::nullopt;
  const auto seconds = take_number(text, 2);
  if (!seconds || *seconds > 59) return std::nullopt;
  const auto fraction = take_fraction_ms(text);
  if (!fraction) return std::nullopt;
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return *day + (*minutes - *offset) * kMinuteMs + *seconds * 1000 + *fraction;
}

bool is_date(std::string_view text) { return take_day(text).has_value() && text.empty(); }

std::optional<int> read_clock_time(std::string_view text) {
  const auto minutes = take_minutes(text);
  if (!minutes || !text.empty()) return std::nullopt;
  return minutes;
}

}  // namespace cardroom::table
