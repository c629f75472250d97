#include "cardroom/ledger/log_pages.hpp"

#include "cardroom/table/moment.hpp"

namespace cardroom::ledger {

namespace {

std::vector<std::int64_t> rounds_with(SQLite::Statement& rounds, std::int64_t event) {
  std::vector<std::int64_t> ids;
  rounds.reset();
  rounds.bind(1, event);
  while (rounds.executeStep()) ids.push_back(rounds.getColumn(0).getInt64());
  return ids;
}

/// What names a table is in its stream, but for a count of its drop. Each part ends at the limit:
/// a table has many events.
constexpr const char* kOfTable =
    "AND seq IN ("
    "SELECT * FROM (SELECT seq FROM event WHERE stream = (SELECT id FROM gaming_table "
    "WHERE name = ?3) AND seq > ?1 ORDER BY seq LIMIT ?2) UNION ALL "
    "SELECT * FROM (SELECT id FROM drop_count WHERE gaming_table = (SELECT id FROM gaming_table "
    "WHERE name = ?3) AND recounts IS NULL AND id > ?1 ORDER BY id LIMIT ?2)) ";

}  // namespace

std::vector<LoggedEvent> log_page(SQLite::Database& database, std::int64_t after, int limit,
                                  const std::optional<std::string>& table) {
  // The name stands in the command: a count belongs to no table's stream.
  std::string sql =
      "SELECT seq, at_ms, utc_offset, who, kind, json_extract(body, '$.table'), body FROM event "
      "WHERE seq > ?1 ";
  if (table) sql += kOfTable;
  SQLite::Statement row(database, sql + "ORDER BY seq LIMIT ?2");
  SQLite::Statement rounds(database, "SELECT id FROM round WHERE event = ? ORDER BY id");
  row.bind(1, after);
  row.bind(2, limit);
  if (table) row.bind(3, *table);
  std::vector<LoggedEvent> page;
  while (row.executeStep()) {
    LoggedEvent& event = page.emplace_back();
    event.event = row.getColumn(0).getInt64();
    event.at = table::iso_text({row.getColumn(1).getInt64(), row.getColumn(2).getInt()});
    event.who = row.getColumn(3).getString();
    event.kind = row.getColumn(4).getString();
    if (!row.getColumn(5).isNull()) event.table = row.getColumn(5).getString();
    event.command = {row.getColumn(6).getString()};
    event.rounds = rounds_with(rounds, event.event);
  }
  return page;
}

}  // namespace cardroom::ledger
