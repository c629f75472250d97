#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/ledger/rows.hpp"

namespace cardroom::testing {

/// Somebody with the file and a SQLite shell: takes the schema's guards away, changes what he likes
/// and puts the guards back, so that the schema looks as before.
class Tampering {
 public:
  explicit Tampering(const std::string& path) : database_(path, SQLite::OPEN_READWRITE) {
    database_.exec(
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;"
        "PRAGMA synchronous = OFF; BEGIN");
    SQLite::Statement row(database_, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
    while (row.executeStep()) triggers_.emplace_back(row.getColumn(0), row.getColumn(1));
    for (const auto& [name, sql] : triggers_) database_.exec("DROP TRIGGER " + name);
  }
  ~Tampering() {
    for (const auto& [name, sql] : triggers_) database_.exec(sql);
    database_.exec("COMMIT");
  }
  Tampering(const Tampering&) = delete;
  Tampering& operator=(const Tampering&) = delete;

  int exec(const std::string& sql) { return database_.exec(sql); }
  [[nodiscard]] SQLite::Database& database() { return database_; }

 private:
  SQLite::Database database_;
  std::vector<std::pair<std::string, std::string>> triggers_;
};

inline std::vector<std::string> derived_tables() {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < ledger::kDerivedTables; ++i) {
    all.emplace_back(name(static_cast<ledger::Derived>(i)));
  }
  return all;
}

struct ColumnTold {
  std::string name, type;
};

inline std::vector<ColumnTold> columns_of(SQLite::Database& database, const std::string& table) {
  SQLite::Statement row(database, "SELECT name, type FROM pragma_table_info('" + table + "')");
  std::vector<ColumnTold> all;
  while (row.executeStep()) all.push_back({row.getColumn(0), row.getColumn(1)});
  return all;
}

/// Every row of every table and the schema as text; throws where the file cannot be read so far.
inline std::string dump(const std::string& path) {
  SQLite::Database database(path, SQLite::OPEN_READONLY);
  std::string all;
  const auto add = [&](const std::string& sql) {
    SQLite::Statement row(database, sql);
    while (row.executeStep()) {
      for (int i = 0; i < row.getColumnCount(); ++i) {
        const auto column = row.getColumn(i);
        all += std::to_string(column.getType()) + ':' +
               std::string(static_cast<const char*>(column.getBlob()),
                           static_cast<std::size_t>(column.getBytes())) +
               '|';
      }
      all += '\n';
    }
  };
  add("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name");
  add("SELECT * FROM event ORDER BY seq");
  for (const auto& table : derived_tables()) add("SELECT * FROM " + table + " ORDER BY rowid");
  return all;
}

}  // namespace cardroom::testing
