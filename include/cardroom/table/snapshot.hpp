#pragma once

#include <string>
#include <string_view>

#include "cardroom/table/floor.hpp"

namespace cardroom::table {

/// A table between hands as one line of JSON, from which `read_snapshot` makes the same table
/// again.
[[nodiscard]] std::string snapshot_json(const TableState& table);

/// Requires text that `snapshot_json` wrote; `floor` lends the games and schedules.
[[nodiscard]] TableState read_snapshot(std::string_view json, const Floor& floor);

/// The position alone, for whoever looks back without the schedules of that time.
struct PositionThen {
  TableState::Status status;
  Position position;
};
[[nodiscard]] PositionThen read_snapshot_position(std::string_view json,
                                                  const rules::Layout& layout);

}  // namespace cardroom::table
