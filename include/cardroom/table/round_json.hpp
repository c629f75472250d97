#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardroom/table/field_told.hpp"
#include "cardroom/table/round_told.hpp"

namespace cardroom::table {

/// More than any round needs; what is longer is refused before it is parsed.
inline constexpr std::size_t kMostRoundBytes = std::size_t{1} << 20U;

/// Reads one round, strictly: unknown, missing and repeated keys, other types, fractions and
/// numbers beyond 64 bits are refused, each by its own code, with the key's place.
[[nodiscard]] OrRefused<RoundTold> read_round_json(std::string_view json);

/// Reads and settles.
[[nodiscard]] OrRefused<SettledRound> settle_json(std::string_view json, const Setting& setting);

/// Appends the answer as one line of JSON without a line end; the shape is settle's.
void write_answer(std::string& out, const SettledRound& settled);
[[nodiscard]] std::vector<FieldTold> answer_told();

/// Appends {"error":{"code":...,"detail":...}}.
void write_refusal(std::string& out, const Refused& refused);

/// Appends `text` in quotes, escaped.
void write_json_string(std::string& out, std::string_view text);

}  // namespace cardroom::table
