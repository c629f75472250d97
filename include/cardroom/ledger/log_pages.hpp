#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/table/fields.hpp"

namespace cardroom::ledger {

/// An event of the log as the live feed and readers of the log are told it.
struct LoggedEvent {
  std::int64_t event = 0;
  std::string at, who, kind;
  std::optional<std::string> table;
  std::vector<std::int64_t> rounds;  ///< that ended with it
  table::JsonText command;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("event", c.event), f.need("at", c.at), f.need("who", c.who), f.need("do", c.kind);
    f.may("table", c.table), f.may("rounds", c.rounds), f.need("command", c.command);
  }
};

/// Events after `after`, oldest first; of one table where it is named.
[[nodiscard]] std::vector<LoggedEvent> log_page(SQLite::Database& database, std::int64_t after,
                                                int limit,
                                                const std::optional<std::string>& table = {});

}  // namespace cardroom::ledger
