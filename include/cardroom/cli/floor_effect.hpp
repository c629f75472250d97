#pragma once

#include "cardroom/reports/live_room.hpp"
#include "cardroom/table/command.hpp"

namespace cardroom::cli {

/// `before` with what this command alone did to it: whatever else is different in `after` came from
/// other devices. `own` was recorded at a table that stood like `before`.
[[nodiscard]] reports::LiveTable with_own(const reports::LiveTable& before,
                                          const table::Command& own,
                                          const reports::LiveTable& after);

}  // namespace cardroom::cli
