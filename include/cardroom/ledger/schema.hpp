#pragma once

#include <span>
#include <string_view>

namespace cardroom::ledger {

/// One file of schema/ or schema/access/, as it was when the program was built. Steps only ever go
/// forward.
struct SchemaStep {
  int number;
  std::string_view sql;
};

/// Of the book.
[[nodiscard]] std::span<const SchemaStep> schema_steps();

/// Of the access file beside it.
[[nodiscard]] std::span<const SchemaStep> access_schema_steps();

}  // namespace cardroom::ledger
