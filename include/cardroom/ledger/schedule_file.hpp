#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cardroom/rules/game.hpp"
#include "cardroom/settlement/schedule.hpp"

namespace cardroom::ledger {

/// Reads the schedules of one game (TOML; schedules/fortune-7.toml shows the form). Refuses, with
/// file, line and reason: what is not TOML; unknown or missing fields; amounts that are not plain
/// dollars; a share of wagers or winnings (F7-fees.4); more than five rates for a limit
/// (F7-fees.5); tiers that overlap or fall; an option twice.
[[nodiscard]] rules::OrRefused<settlement::ScheduleBook> read_schedules(
    std::string_view toml, std::string_view file_name, std::span<const rules::Game* const> games);

/// The same from a file, which may be unreadable.
[[nodiscard]] rules::OrRefused<settlement::ScheduleBook> load_schedules(
    const std::string& path, std::span<const rules::Game* const> games);

/// Every schedule file of a folder (`*.toml`), in the order of their names; the first bad one
/// refuses all: nobody deals under half a set of schedules. So does a second file for one game:
/// which of the two was approved, the program cannot know.
[[nodiscard]] rules::OrRefused<std::vector<settlement::ScheduleBook>> load_schedule_folder(
    const std::string& folder, std::span<const rules::Game* const> games);

}  // namespace cardroom::ledger
