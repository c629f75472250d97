#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Lines, bars and sparklines of a terminal, with a form in plain ASCII for each.
namespace cardroom::reports {

struct Glyphs {
  std::string_view across, down, top_left, top_right, bottom_left, bottom_right;
  std::vector<std::string_view> part_of_cell;  ///< of a bar's last cell, from the thinnest to full
  std::vector<std::string_view> heights;       ///< of a sparkline, from nothing to full
};

[[nodiscard]] const Glyphs& glyphs(bool ascii);

[[nodiscard]] std::string times(std::string_view glyph, std::size_t count);

/// A bar for `value` out of `most`, at most `width` cells; empty where there is nothing to draw.
[[nodiscard]] std::string bar(std::int64_t value, std::int64_t most, std::size_t width,
                              const Glyphs& glyphs);

/// A column of one cell for each figure.
[[nodiscard]] std::string sparkline(const std::vector<std::int64_t>& figures, const Glyphs& glyphs);

}  // namespace cardroom::reports
