#pragma once

#include <string>

#include "cardroom/ledger/verify.hpp"

namespace cardroom::ledger {

/// Copies the book as it stands at one moment, while others go on writing, and verifies the copy.
/// Refuses a target that exists; leaves nothing behind where it fails.
[[nodiscard]] rules::OrRefused<Verified> backup(const std::string& book, const std::string& target,
                                                std::span<const rules::Game* const> games,
                                                const Progress& progress);

}  // namespace cardroom::ledger
