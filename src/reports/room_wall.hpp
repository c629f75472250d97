#pragma once

#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/ledger/clock.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::reports {

/// The clock on the room's wall at any time, also of what is not in the book.
class RoomWall {
 public:
  explicit RoomWall(SQLite::Database& database) {
    SQLite::Statement row(
        database,
        "SELECT json_extract(body, '$.time_zone') FROM event WHERE stream = 0 AND kind = "
        "'set-room' ORDER BY seq DESC LIMIT 1");
    if (row.executeStep()) zone_ = row.getColumn(0).getString();
  }
  [[nodiscard]] table::Moment at(std::int64_t ms) const {
    return zone_.empty() ? table::Moment{ms, 0} : ledger::moment_in(zone_, ms);
  }

 private:
  std::string zone_;
};

}  // namespace cardroom::reports
