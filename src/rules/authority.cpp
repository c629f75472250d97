#include "cardroom/rules/authority.hpp"

#include <algorithm>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::rules {

std::string_view title(Position position) {
  switch (position) {
    case Position::dealer: return "Dealer";
    case Position::pit_supervisor: return "Pit Supervisor";
    case Position::pit_manager: return "Pit Manager";
    case Position::assistant_casino_manager: return "Assistant Casino Manager";
    case Position::gaming_shift_manager: return "Gaming Shift Manager";
  }
  throw BrokenInvariant("R3: a position outside the ladder");
}

std::optional<Refused> may(std::span<const Power> powers, Act act, Position holder) {
  const auto power =
      std::find_if(powers.begin(), powers.end(), [&](const Power& p) { return p.act == act; });
  if (power == powers.end()) {
    return Refused{Refusal::position_too_low,
                   "The rules of this game give nobody that discretion."};
  }
  if (may_act_for(holder, power->least)) return std::nullopt;
  return Refused{Refusal::position_too_low, "To " + std::string(power->told) +
                                                " takes the position of " +
                                                std::string(title(power->least)) + " or higher (" +
                                                std::string(power->clause) + "); " +
                                                std::string(title(holder)) + " is lower."};
}

}  // namespace cardroom::rules
