#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::table {

/// One value of a JSON text. The tree is one list in the order of the text; `end` is where the
/// value's own part of it ends.
struct JsonNode {
  enum class Kind : std::uint8_t { null, flag, number, text, list, object };

  Kind kind;
  bool flag = false;
  std::uint32_t end = 0;
  std::int64_t number = 0;
  std::string key = {};  ///< inside an object
  std::string text = {};
};

using JsonTree = std::vector<JsonNode>;

[[nodiscard]] std::string_view kind_text(JsonNode::Kind kind);

/// What can be said before a byte of it is parsed: it is too long, blank, or holds a zero byte.
/// `what` names the thing that was expected: "a round".
[[nodiscard]] std::optional<rules::Refused> not_worth_parsing(std::string_view json,
                                                              std::string_view what,
                                                              std::size_t most_bytes);

/// Where and why the parser stopped, of a text of `bytes` bytes.
[[nodiscard]] rules::Refused parse_fault(std::size_t position, std::string_view last_token,
                                         std::string_view error, std::size_t bytes);

/// Reads strictly: refuses what is not JSON, a key that comes twice, numbers that are not whole or
/// leave 64 bits, lists and objects more than eight deep.
[[nodiscard]] rules::OrRefused<JsonTree> read_json(std::string_view json, std::string_view what,
                                                   std::size_t most_bytes);

}  // namespace cardroom::table
