#include "cardroom/table/names.hpp"

#include <array>
#include <optional>

namespace cardroom::table {

namespace {

constexpr std::size_t kMostNameBytes = 64;
constexpr std::size_t kMostSentenceBytes = 400;

/// One character of UTF-8 from the front of `text`; none where the bytes are not UTF-8.
std::optional<char32_t> take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800,
                                              0x10000};  // no longer form than needed
  if ((first & 0xc0U) == 0x80U || first > 0xf4 || length > text.size()) return std::nullopt;
  char32_t character = length == 1 ? first : first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return std::nullopt;
    character = character << 6U | (byte(i) & 0x3fU);
  }
  const bool surrogate = character >= 0xd800 && character < 0xe000;
  if (character < kLeast[length] || character > 0x10ffff || surrogate) return std::nullopt;
  text.remove_prefix(length);
  return character;
}

/// What a terminal would obey: control characters, line ends, and marks that turn the direction
/// of writing, behind which one name can look like another.
bool steers(char32_t character) {
  if (character < 0x20 || (character >= 0x7f && character < 0xa0)) return true;
  const bool mark = character == 0x061c || character == 0x200e || character == 0x200f;
  const bool line_end_or_embedding = character >= 0x2028 && character <= 0x202e;
  return mark || line_end_or_embedding || (character >= 0x2066 && character <= 0x2069);
}

bool usable(std::string_view text, std::size_t most_bytes) {
  if (text.empty() || text.size() > most_bytes) return false;
  if (text.front() == ' ' || text.back() == ' ') return false;
  return plain_text(text);
}

}  // namespace

bool plain_text(std::string_view text) {
  while (!text.empty()) {
    const auto character = take_character(text);
    if (!character || steers(*character)) return false;
  }
  return true;
}

bool usable_name(std::string_view name) { return usable(name, kMostNameBytes); }

bool usable_account_part(std::string_view name) {
  return usable_name(name) && name.find_first_of(":;#") == std::string_view::npos &&
         name.find("  ") == std::string_view::npos;
}

bool usable_sentence(std::string_view text) { return usable(text, kMostSentenceBytes); }

}  // namespace cardroom::table
