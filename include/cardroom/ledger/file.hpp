#pragma once

#include <string>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::ledger {

/// As much of a path as a refusal repeats.
inline constexpr std::size_t kPathShown = 400;

/// The refusal of a file that the system does not let us read; `error` is its `errno`.
[[nodiscard]] rules::Refused unreadable(const std::string& path, int error);

/// The whole of a file, or of standard input for "-". Refuses one that cannot be read, and one
/// beyond `most_bytes`.
[[nodiscard]] rules::OrRefused<std::string> read_file(const std::string& path,
                                                      std::size_t most_bytes);

}  // namespace cardroom::ledger
