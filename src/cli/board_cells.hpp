#pragma once

// Pieces of a board's line, for the list of tables and for the table that is looked into.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "cardroom/cli/board_view.hpp"
#include "cardroom/cli/fitted_text.hpp"
#include "cardroom/rules/refusal.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::cli {

/// A sequence of bytes up to the next character of UTF-8.
inline std::size_t next_character(std::string_view text, std::size_t at) {
  do {
    ++at;
  } while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U);
  return at;
}

inline std::string padded(std::string text, std::size_t columns, bool right = false) {
  text = cut_to(text, columns);
  const std::string blanks(columns - std::min(columns, reports::columns_of(text)), ' ');
  return right ? blanks + text : text + blanks;
}

/// "12m", "1h05"; a time that is still to come counts as now.
inline std::string minutes_text(std::int64_t ms) {
  const auto minutes = std::max<std::int64_t>(0, ms) / table::kMinuteMs;
  return minutes < 60 ? fmt::format("{}m", minutes)
                      : fmt::format("{}h{:02}", minutes / 60, minutes % 60);
}

/// Of a time that the server told.
inline std::int64_t ms_of(const std::string& iso) { return table::read_iso(iso).value_or(0); }

inline std::string since_text(const std::string& iso, std::int64_t now_ms) {
  return minutes_text(now_ms - ms_of(iso));
}

/// "18:03" of "2026-11-18T18:03:11.250-08:00".
inline std::string clock_text(const std::string& iso) {
  return iso.size() < 16 ? iso : iso.substr(11, 5);
}

/// Money in few columns: what does not fit loses its cents, then its hundreds, and says so:
/// "$1,960+" is somewhat more.
inline std::string short_dollars(rules::Cents cents, std::size_t columns) {
  auto text = rules::dollars_text(cents);
  if (text.size() <= columns) return text;
  const auto part = cents.count() % 100;
  text = rules::dollars_text(rules::Cents{cents.count() - part}) + (part == 0 ? "" : "+");
  if (text.size() <= columns) return text;
  return fmt::format("${}k{}", cents.count() / 100'000, cents.count() % 100'000 == 0 ? "" : "+");
}

struct WarningShown {
  std::string brief, text;
  Style style = Style::warn;
};

/// Warnings of a table in the order of their urgency, the clock of P-2026 among them where it is
/// near.
[[nodiscard]] std::vector<WarningShown> warnings_shown(const reports::BoardTable& table,
                                                       std::int64_t now_ms);

[[nodiscard]] std::string position_text(const reports::LivePosition& position, std::int64_t now_ms,
                                        std::size_t columns);

/// Everything about one table, in as many lines as it needs.
[[nodiscard]] std::vector<StyledLine> inside_lines(const BoardSeen& seen, const BoardView& view,
                                                   std::size_t columns);

}  // namespace cardroom::cli
