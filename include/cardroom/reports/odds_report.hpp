#pragma once

#include <string>

#include "cardroom/reports/text.hpp"
#include "cardroom/rules/odds.hpp"

namespace cardroom::reports {

[[nodiscard]] std::string odds_text(const rules::Game& game, const rules::Odds& odds,
                                    const Ink& ink);
[[nodiscard]] std::string odds_json(const rules::Game& game, const rules::Odds& odds);

}  // namespace cardroom::reports
