#pragma once

#include <span>
#include <string_view>

namespace cardroom::ledger {

/// One file of schema/, as it was when the program was built. Steps only ever go forward.
struct SchemaStep {
  int number;
  std::string_view sql;
};

[[nodiscard]] std::span<const SchemaStep> schema_steps();

}  // namespace cardroom::ledger
