#include "cardroom/cli/fitted_text.hpp"

#include <algorithm>

#include "cardroom/reports/text.hpp"

namespace cardroom::cli {

namespace {

constexpr std::size_t kScreenColumns = 80;
constexpr std::size_t kLeastColumns = 8;  // enough to know somebody by

}  // namespace

std::string cut_to(std::string_view text, std::size_t columns) {
  if (reports::columns_of(text) <= columns) return std::string(text);
  if (columns == 0) return "";
  return std::string(reports::start_within(text, columns - 1)) + "…";
}

void cut_to_screen(std::vector<std::vector<std::string>>& rows,
                   std::span<const std::size_t> columns) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], reports::columns_of(row[i]));
    }
  }
  std::size_t whole = 1;  // two blanks before the first column, one before each other
  for (const auto width : widths) whole += 1 + width;
  const auto narrower = [&](std::size_t a, std::size_t b) { return widths[a] < widths[b]; };
  while (whole > kScreenColumns) {
    const auto widest = *std::max_element(columns.begin(), columns.end(), narrower);
    if (widths[widest] <= kLeastColumns) return;
    --widths[widest];
    --whole;
    for (auto& row : rows) row[widest] = cut_to(row[widest], widths[widest]);
  }
}

}  // namespace cardroom::cli
