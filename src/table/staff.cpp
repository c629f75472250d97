#include "cardroom/table/staff.hpp"

#include <array>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::table {

std::string_view name(Role role) {
  switch (role) {
    case Role::dealer: return "dealer";
    case Role::supervisor: return "supervisor";
    case Role::manager: return "manager";
    case Role::assistant_manager: return "assistant-manager";
    case Role::shift_manager: return "shift-manager";
    case Role::compliance: return "compliance";
    case Role::admin: return "admin";
  }
  throw rules::BrokenInvariant("R3: a role outside the list");
}

std::optional<Role> read_role(std::string_view text) {
  for (int i = 0; i <= static_cast<int>(Role::admin); ++i) {
    if (name(static_cast<Role>(i)) == text) return static_cast<Role>(i);
  }
  return std::nullopt;
}

bool may_act_for(Role holder, Role needed) {
  const auto held = position_of(holder);
  const auto least = position_of(needed);
  if (held && least) return rules::may_act_for(*held, *least);
  return holder == needed;
}

std::optional<rules::Position> position_of(Role role) {
  switch (role) {
    case Role::dealer: return rules::Position::dealer;
    case Role::supervisor: return rules::Position::pit_supervisor;
    case Role::manager: return rules::Position::pit_manager;
    case Role::assistant_manager: return rules::Position::assistant_casino_manager;
    case Role::shift_manager: return rules::Position::gaming_shift_manager;
    case Role::compliance:
    case Role::admin: return std::nullopt;
  }
  throw rules::BrokenInvariant("R3: a role outside the list");
}

}  // namespace cardroom::table
