#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardroom/cli/verb.hpp"
#include "cardroom/table/command.hpp"

namespace cardroom::cli {

/// Who sets a room up, with which file of settings, and when, where that is not now.
struct RoomSetter {
  std::string by, name;
  std::string settings;  ///< a path; empty: a room like many
  std::optional<std::int64_t> at_ms;
};

inline constexpr std::size_t kMostSettingsBytes = std::size_t{1} << 16U;

/// The room's settings (a path; empty: a room like many) and every schedule file as commands.
[[nodiscard]] rules::OrRefused<std::vector<table::Command>> room_commands(
    const std::string& settings, const Terminal& terminal);

/// Settings and schedules as commands, the first admin before them if the book is new. Keys follow
/// the number of events, so that each use is a new request.
[[nodiscard]] rules::OrRefused<std::vector<rules::OrRefused<table::Request>>> room_requests(
    const RoomSetter& setter, bool first, std::int64_t events, const Terminal& terminal);

}  // namespace cardroom::cli
