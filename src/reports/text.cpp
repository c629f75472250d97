#include "cardroom/reports/text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <utf8proc.h>

namespace cardroom::reports {

namespace {

struct Character {
  std::size_t bytes, columns;
};

/// The first of a text that is not empty. What is no UTF-8 is shown as one sign a byte.
Character first_of(std::string_view text) {
  if (static_cast<unsigned char>(text.front()) < 0x80) return {1, 1};
  utf8proc_int32_t code = 0;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (bytes <= 0) return {1, 1};
  return {static_cast<std::size_t>(bytes), static_cast<std::size_t>(utf8proc_charwidth(code))};
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const auto character = first_of(text);
    columns += character.columns;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

std::string_view start_within(std::string_view text, std::size_t most) {
  std::size_t bytes = 0;
  for (std::size_t columns = 0; bytes < text.size();) {
    const auto character = first_of(text.substr(bytes));
    columns += character.columns;
    if (columns > most) break;
    bytes += character.bytes;
  }
  return text.substr(0, bytes);
}

std::string Ink::paint(std::string_view code, std::string_view text) const {
  return colours_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - columns_of(row[i]), ' ');
      line += ' ' + (columns_[i] == Align::right ? blanks + row[i] : row[i] + blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t most, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (column > indent && column + 1 + columns_of(word) > most) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns_of(word);
  }
  return out;
}

std::vector<std::string> lines_within(std::string_view text, std::size_t most) {
  std::vector<std::string> lines = {""};
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const auto used = columns_of(lines.back());
    if (used > 0 && used + 1 + columns_of(word) > most) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    while (columns_of(word) > most) {
      // A sign that is wider than a line still has to stand somewhere.
      const auto fits = std::max(start_within(word, most).size(), first_of(word).bytes);
      lines.back() += word.substr(0, fits);
      lines.emplace_back();
      word.remove_prefix(fits);
    }
    lines.back() += word;
  }
  return lines;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
  return digits;
}

}  // namespace cardroom::reports
