#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cardroom/rules/authority.hpp"

namespace cardroom::table {

/// What a member of the staff may do. The first five are a ladder, lowest first, on which a higher
/// one may act for a lower (F6v6-6.2); compliance and admin stand beside it.
enum class Role : std::uint8_t {
  dealer,
  supervisor,
  manager,
  assistant_manager,
  shift_manager,
  compliance,  ///< reads, exports, verifies
  admin,       ///< people and settings, never money
};

[[nodiscard]] std::string_view name(Role role);
[[nodiscard]] std::optional<Role> read_role(std::string_view text);

/// Whether `holder` may do what is left to `needed`.
[[nodiscard]] bool may_act_for(Role holder, Role needed);

/// The same rung of the ladder as the house-banked documents call it; none beside the ladder.
[[nodiscard]] std::optional<rules::Position> position_of(Role role);

struct Person {
  std::string name;
  Role role;
  bool active = true;
};

}  // namespace cardroom::table
