#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace cardroom::testing {

/// `text` with its first `from` changed; a test whose `from` went missing fails, instead of
/// passing on the unchanged text.
inline std::string changed(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  const auto at = result.find(from);
  if (at == std::string::npos) FAIL("there is no '" << from << "' to change");
  return result.replace(at, from.size(), to);
}

inline std::string without_blanks(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return c == ' ' || c == '\n'; });
  return result;
}

inline std::string on_one_line(std::string_view text) {
  std::string result(text);
  std::erase(result, '\n');
  return result;
}

inline std::string times(std::size_t count, std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

/// The number, from 1, of the first line that holds `part`.
inline std::string line_of(std::string_view text, std::string_view part) {
  const auto at = text.find(part);
  if (at == std::string_view::npos) FAIL("there is no '" << part << "'");
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
  return std::to_string(std::count(text.begin(), end, '\n') + 1);
}

}  // namespace cardroom::testing
