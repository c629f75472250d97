#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/ledger/schema.hpp"
#include "cardroom/rules/refusal.hpp"

namespace cardroom::ledger {

/// What tells one kind of our SQLite files from another.
struct FileKind {
  std::string_view called;  ///< "book", as a refusal names it
  std::string_view one;     ///< "a book"
  int application_id;       ///< as in the first step
  mode_t mode;              ///< of a new file; SQLite gives it to the files beside it too
  std::span<const SchemaStep> steps;

  [[nodiscard]] int newest() const { return steps.back().number; }
};

/// A path as a refusal repeats it.
[[nodiscard]] std::string shown(const std::string& path);

/// What can be told from the file before SQLite looks at it.
[[nodiscard]] std::optional<rules::Refused> look_at(const FileKind& kind, const std::string& path);

/// Makes the file and opens it to write. Under its own name there is a whole file or none,
/// wherever this stops.
[[nodiscard]] rules::OrRefused<std::unique_ptr<SQLite::Database>> create_file(
    const FileKind& kind, const std::string& path, const char* vfs);

/// Opens the file to write and brings its schema up.
[[nodiscard]] rules::OrRefused<std::unique_ptr<SQLite::Database>> open_file_to_write(
    const FileKind& kind, const std::string& path, const char* vfs);

/// Opens the file to read, beside its writer or without one, also in a folder that may not be
/// written.
[[nodiscard]] rules::OrRefused<std::unique_ptr<SQLite::Database>> open_file_to_read(
    const FileKind& kind, const std::string& path);

/// The first table, index or trigger that is not as `steps` make it; none where all are.
[[nodiscard]] std::optional<std::string> schema_difference(SQLite::Database& database,
                                                           std::span<const SchemaStep> steps);

/// Runs a statement that is kept. Throws SQLite::Exception where the disk says no. One that failed
/// is reset too, or the next transaction would trip over it.
void run(SQLite::Statement& statement);

}  // namespace cardroom::ledger
