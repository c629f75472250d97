#include "cardroom/reports/book_export.hpp"

#include <cstdlib>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/table/moment.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::reports {

namespace {

using table::Moment;

/// Entries with their postings in one walk.
constexpr const char* kPostings =
    "SELECT e.id, e.kind, e.round, v.seq, v.at_ms, v.utc_offset, a.name, p.cents "
    "FROM entry e JOIN event v ON v.seq = e.event "
    "JOIN posting p ON p.id >= e.first_posting AND p.id < e.first_posting + e.postings "
    "JOIN account a ON a.id = p.account ORDER BY e.id, p.id";

std::string plain_dollars(std::int64_t cents) {
  return fmt::format("{}{}.{:02}", cents < 0 ? "-" : "", std::abs(cents) / 100,
                     std::abs(cents) % 100);
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

Moment moment(const SQLite::Statement& row, int at) {
  return {row.getColumn(at).getInt64(), row.getColumn(at + 1).getInt()};
}

}  // namespace

void export_journal(SQLite::Database& database, std::ostream& out) {
  SQLite::Statement row(database, kPostings);
  std::int64_t entry = 0;
  while (row.executeStep()) {
    if (row.getColumn(0).getInt64() != entry) {
      entry = row.getColumn(0).getInt64();
      const auto at = moment(row, 4);
      const std::string round =
          row.getColumn(2).isNull() ? "" : fmt::format(" round {}", row.getColumn(2).getInt64());
      out << fmt::format("\n{} {}{}  ; entry {}, event {}, {}\n", table::date_text(at),
                         row.getColumn(1).getString(), round, entry, row.getColumn(3).getInt64(),
                         table::iso_text(at));
    }
    out << fmt::format("    {}  ${}\n", row.getColumn(6).getString(),
                       plain_dollars(row.getColumn(7).getInt64()));
  }
}

void export_csv(SQLite::Database& database, std::ostream& out) {
  SQLite::Statement row(database, kPostings);
  out << "entry,kind,round,event,at,account,cents\n";
  while (row.executeStep()) {
    out << fmt::format("{},{},{},{},{},{},{}\n", row.getColumn(0).getInt64(),
                       row.getColumn(1).getString(), row.getColumn(2).getString(),
                       row.getColumn(3).getInt64(), table::iso_text(moment(row, 4)),
                       csv_text(row.getColumn(6).getString()), row.getColumn(7).getInt64());
  }
}

void export_log(SQLite::Database& database, std::ostream& out) {
  SQLite::Statement row(
      database,
      "SELECT seq, at_ms, utc_offset, stream, who, kind, key, body, lower(hex(hash)) "
      "FROM event ORDER BY seq");
  std::string line;
  while (row.executeStep()) {
    line = fmt::format(R"({{"seq":{},"at_ms":{},"utc_offset":{},"stream":{},"who":)",
                       row.getColumn(0).getInt64(), row.getColumn(1).getInt64(),
                       row.getColumn(2).getInt(),
                       row.getColumn(3).isNull() ? "null" : row.getColumn(3).getString());
    table::write_json_string(line, row.getColumn(4).getString());
    line += fmt::format(R"(,"kind":"{}","key":)", row.getColumn(5).getString());
    table::write_json_string(line, row.getColumn(6).getString());
    line += R"(,"body":)";
    table::write_json_string(line, row.getColumn(7).getString());
    out << line << fmt::format(R"(,"hash":"{}"}})", row.getColumn(8).getString()) << '\n';
  }
}

}  // namespace cardroom::reports
