#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace cardroom::cli {

/// What a dealer needs in order to pay, from a server's answer: the outcome, every wager in the
/// order of settlement with the cover left, the fees, and what the player-dealer is left with.
[[nodiscard]] std::string settlement_text(const nlohmann::json& settled);

}  // namespace cardroom::cli
