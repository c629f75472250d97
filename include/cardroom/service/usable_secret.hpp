#pragma once

#include <optional>
#include <string_view>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

inline constexpr std::size_t kLeastPasswordBytes = 10;
inline constexpr std::size_t kMostPasswordBytes = 128;

/// Why this may not be somebody's password. Refuses what is too short or too long, is not UTF-8,
/// is the person's id or name, or is among the first that anyone would try.
[[nodiscard]] std::optional<rules::Refused> against_password(std::string_view password,
                                                             std::string_view person,
                                                             std::string_view name);

/// Why this may not be a PIN: 4 to 8 digits that are neither one digit repeated nor a run.
[[nodiscard]] std::optional<rules::Refused> against_pin(std::string_view pin);

}  // namespace cardroom::service
