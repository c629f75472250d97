#pragma once

#include "store_file.hpp"

namespace cardroom::ledger {

inline constexpr mode_t kOwnerOnly = 0600;

inline FileKind access_kind() {
  return {"access file", "an access file", 1128354387, kOwnerOnly, access_schema_steps()};
}

}  // namespace cardroom::ledger
