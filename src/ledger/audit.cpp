#include "cardroom/ledger/audit.hpp"

#include <array>
#include <cstring>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "access_kind.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::ledger {

namespace {

using rules::OrRefused;

AuditRow row_of(const SQLite::Statement& row) {
  return {row.getColumn(0).getInt64(),  row.getColumn(1).getInt64(),  row.getColumn(2).getString(),
          row.getColumn(3).getString(), row.getColumn(4).getString(), row.getColumn(5).getString()};
}

constexpr const char* kColumns = "SELECT id, at_ms, who, from_address, what, detail";

/// Names its parameters, so that a condition that is not asked for costs nothing.
std::string query(const AuditAsked& asked) {
  std::string sql = fmt::format("{} FROM audit WHERE 1", kColumns);
  if (asked.after != 0) sql += asked.newest_first ? " AND id < :after" : " AND id > :after";
  if (asked.who) sql += " AND who = :who";
  if (asked.what) sql += " AND what = :what";
  if (asked.from_ms) sql += " AND at_ms >= :from";
  if (asked.until_ms) sql += " AND at_ms < :until";
  return sql + (asked.newest_first ? " ORDER BY id DESC" : " ORDER BY id") + " LIMIT :most";
}

void bind(SQLite::Statement& rows, const AuditAsked& asked) {
  if (asked.after != 0) rows.bind(":after", asked.after);
  if (asked.who) rows.bind(":who", *asked.who);
  if (asked.what) rows.bind(":what", std::string(name(*asked.what)));
  if (asked.from_ms) rows.bind(":from", *asked.from_ms);
  if (asked.until_ms) rows.bind(":until", *asked.until_ms);
  rows.bind(":most", static_cast<std::int64_t>(asked.most));
}

/// True where `stored` is the hash that follows.
bool follows(const SQLite::Column& stored, const Hash& hash) {
  return stored.getBytes() == static_cast<int>(hash.size()) &&
         std::memcmp(stored.getBlob(), hash.data(), hash.size()) == 0;
}

void check_chain(SQLite::Database& database, AuditChecked& checked) {
  SQLite::Statement rows(database, fmt::format("{}, hash FROM audit ORDER BY id", kColumns));
  while (rows.executeStep()) {
    const AuditRow row = row_of(rows);
    const std::int64_t due = checked.rows + 1;
    const Hash hash = chained(checked.head, row);
    if (row.id != due || !follows(rows.getColumn(6), hash)) {
      checked.first_broken = due;
      checked.difference = row.id == due
                               ? fmt::format("audit {} does not follow from those before it", due)
                               : fmt::format("audit {} is missing", due);
      return;
    }
    checked.rows = due;
    checked.head = hash;
  }
}

}  // namespace

std::string_view name(Audited what) {
  switch (what) {
    case Audited::started: return "started";
    case Audited::stopped: return "stopped";
    case Audited::signed_in: return "signed-in";
    case Audited::sign_in_failed: return "sign-in-failed";
    case Audited::locked_out: return "locked-out";
    case Audited::signed_out: return "signed-out";
    case Audited::session_ended: return "session-ended";
    case Audited::switched: return "switched";
    case Audited::switch_failed: return "switch-failed";
    case Audited::code_made: return "code-made";
    case Audited::code_used: return "code-used";
    case Audited::code_refused: return "code-refused";
    case Audited::password_set: return "password-set";
    case Audited::password_refused: return "password-refused";
    case Audited::pin_set: return "pin-set";
    case Audited::refused: return "refused";
    case Audited::not_allowed: return "not-allowed";
    case Audited::exported: return "exported";
  }
  throw rules::BrokenInvariant("R3: an audited kind outside the list");
}

std::optional<Audited> read_audited(std::string_view text) {
  for (std::size_t i = 0; i < kAuditedKinds; ++i) {
    if (name(static_cast<Audited>(i)) == text) return static_cast<Audited>(i);
  }
  return std::nullopt;
}

Hash chained(const Hash& previous, const AuditRow& row) {
  return sha256(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n", hex(previous), row.id, row.at_ms,
                            row.who, row.from_address, row.what, row.detail));
}

OrRefused<std::vector<AuditRow>> read_audit(const std::string& path, const AuditAsked& asked) {
  auto database = open_file_to_read(access_kind(), path);
  if (const auto* no = rules::refused(database)) return *no;
  try {
    SQLite::Statement rows(*std::get<0>(database), query(asked));
    bind(rows, asked);
    std::vector<AuditRow> all;
    while (rows.executeStep()) all.push_back(row_of(rows));
    return all;
  } catch (const SQLite::Exception& error) {
    return refusal_of(error, path);
  }
}

OrRefused<AuditChecked> check_audit(const std::string& path) {
  start_hashing();
  auto database = open_file_to_read(access_kind(), path);
  if (const auto* no = rules::refused(database)) return *no;
  AuditChecked checked;
  try {
    SQLite::Transaction one_state(*std::get<0>(database));
    checked.difference = schema_difference(*std::get<0>(database), access_schema_steps());
    if (!checked.difference) check_chain(*std::get<0>(database), checked);
  } catch (const SQLite::Exception& error) {
    checked.difference = "file: " + std::string(error.what());
  }
  return checked;
}

}  // namespace cardroom::ledger
