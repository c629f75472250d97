#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cardroom::reports {

/// Colours for a terminal; every method gives the text back unchanged where they are off.
class Ink {
 public:
  explicit Ink(bool colours) : colours_(colours) {}
  [[nodiscard]] bool colours() const { return colours_; }

  [[nodiscard]] std::string heading(std::string_view text) const { return paint("1", text); }
  [[nodiscard]] std::string good(std::string_view text) const { return paint("32", text); }
  [[nodiscard]] std::string bad(std::string_view text) const { return paint("31", text); }
  [[nodiscard]] std::string faint(std::string_view text) const { return paint("2", text); }

 private:
  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const;
  bool colours_;
};

/// Rows in aligned columns, as wide as their widest cell, two blanks before the first column.
class TextTable {
 public:
  enum class Align : unsigned char { left, right };

  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// How many columns a text takes on a terminal. Names may hold any script: a Chinese character
/// takes two, an accent that stands on its letter none.
[[nodiscard]] std::size_t columns_of(std::string_view text);

/// As much of its beginning as takes at most so many columns, in whole characters.
[[nodiscard]] std::string_view start_within(std::string_view text, std::size_t most);

/// Words of `text` in lines of at most `most` columns. The text starts at column `indent`, where
/// the caller's cursor already is; each further line starts there behind blanks.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t most, std::size_t indent);

/// The same as lines of their own; a word that is longer than a line is cut.
[[nodiscard]] std::vector<std::string> lines_within(std::string_view text, std::size_t most);

/// 4998398275503360 as 4,998,398,275,503,360.
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace cardroom::reports
