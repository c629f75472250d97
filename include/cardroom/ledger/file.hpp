#pragma once

#include <string>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::ledger {

/// The whole of a file, or of standard input for "-". Refuses one that cannot be read, and one
/// beyond `most_bytes`.
[[nodiscard]] rules::OrRefused<std::string> read_file(const std::string& path,
                                                      std::size_t most_bytes);

}  // namespace cardroom::ledger
