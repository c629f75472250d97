#include "cardroom/reports/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cardroom::reports {

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
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
    std::string word(text.substr(0, text.find(' ')));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const auto used = columns_of(lines.back());
    if (used > 0 && used + 1 + columns_of(word) > most) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    while (columns_of(word) > most) {
      std::size_t cut = 0;
      for (std::size_t taken = 0; cut < word.size(); ++cut) {
        if ((static_cast<unsigned char>(word[cut]) & 0xc0U) != 0x80U && taken++ == most) break;
      }
      lines.back() += word.substr(0, cut);
      lines.emplace_back();
      word.erase(0, cut);
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
