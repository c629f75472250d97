#pragma once

#include <vector>

#include "cardroom/table/round_json.hpp"
#include "cardroom/table/round_text.hpp"
#include "support/fortune_7_schedules.hpp"

namespace cardroom::testing {

/// What the table room's tests settle against: all games, and schedules that need no file.
inline table::Setting printed_setting() {
  static const std::vector<settlement::ScheduleBook> books = {fortune_7_book()};
  return {rules::catalogue(), books, 3};
}

inline rules::OrRefused<table::SettledRound> settled_json(std::string_view json) {
  return table::settle_json(json, printed_setting());
}

}  // namespace cardroom::testing
