#pragma once

// The position of every table through time, as far as no row tells it: who held it when the scope
// ended, a provider's turn after the same provider's, and the stretches that the rules of 2026
// would not have allowed.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cardroom/reports/report.hpp"
#include "cardroom/reports/scope.hpp"

namespace cardroom::reports {

/// P-2026: too few players other than providers' held the position, measured as
/// `table::window_ahead` does.
struct ShortStretch {
  std::string table;
  table::Moment since;                 ///< from here on too few
  table::Moment over;                  ///< when the rule would have ended the game
  std::optional<table::Moment> until;  ///< none: it lasted when the scope ended
  std::int64_t minutes = 0;            ///< from `since`
  std::int64_t hands = 0;              ///< settled after `over`
  std::set<std::string> held_by;       ///< players other than providers'
  std::string ended;                   ///< "another player", "paused", "closed", "open"
};

/// Two turns of one provider, one after the other at the same table.
struct SameProvider {
  std::string table, company, person;
  table::Moment at;
};

/// A turn that was held when the scope ended.
struct OpenTurn {
  std::string table, person, company;
  std::int64_t seat = 0;
  table::Moment since;
};

/// Rules that a table was told to follow.
struct RotationSwitch {
  std::string table, rules, dated, reason, who;
  table::Moment at;
};

struct PositionWalk {
  std::vector<ShortStretch> stretches;
  std::vector<SameProvider> followed;
  std::vector<OpenTurn> open;
  std::vector<RotationSwitch> switches;
};

/// Reads the log of the scope once. A table that was open before begins with its last snapshot.
[[nodiscard]] PositionWalk walk_position(const ReportSource& source, const Scope& scope);

/// The length of the rule's window, as the rule itself tells it.
[[nodiscard]] std::int64_t window_minutes();

}  // namespace cardroom::reports
