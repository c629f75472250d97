#pragma once

#include <string>
#include <vector>

#include "cardroom/reports/text.hpp"
#include "cardroom/rules/odds.hpp"
#include "cardroom/table/field_told.hpp"

namespace cardroom::reports {

[[nodiscard]] std::string odds_text(const rules::Game& game, const rules::Odds& odds,
                                    const Ink& ink);
[[nodiscard]] std::string odds_json(const rules::Game& game, const rules::Odds& odds);
[[nodiscard]] std::vector<table::FieldTold> odds_told();

}  // namespace cardroom::reports
