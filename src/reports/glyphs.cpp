#include "cardroom/reports/glyphs.hpp"

#include <algorithm>

namespace cardroom::reports {

namespace {

/// Cents times cells may leave 64 bits.
std::int64_t share_of(std::int64_t value, std::int64_t most, std::int64_t cells) {
  __extension__ using Wide = __int128;
  return static_cast<std::int64_t>(static_cast<Wide>(value) * cells / most);
}

}  // namespace

const Glyphs& glyphs(bool ascii) {
  static const Glyphs drawn = {"─",
                               "│",
                               "┌",
                               "┐",
                               "└",
                               "┘",
                               {"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"},
                               {"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}};
  static const Glyphs plain = {"-", "|", "+", "+", "+", "+", {"#"}, {".", "_", "-", "=", "#"}};
  return ascii ? plain : drawn;
}

std::string times(std::string_view glyph, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += glyph;
  return out;
}

std::string bar(std::int64_t value, std::int64_t most, std::size_t width, const Glyphs& glyphs) {
  if (value <= 0 || most <= 0 || width == 0) return "";
  const auto steps = static_cast<std::int64_t>(glyphs.part_of_cell.size());
  // Whatever is more than nothing is seen.
  const auto filled =
      std::max<std::int64_t>(1, share_of(value, most, static_cast<std::int64_t>(width) * steps));
  std::string out = times(glyphs.part_of_cell.back(), static_cast<std::size_t>(filled / steps));
  if (filled % steps != 0) out += glyphs.part_of_cell[static_cast<std::size_t>(filled % steps - 1)];
  return out;
}

std::string sparkline(const std::vector<std::int64_t>& figures, const Glyphs& glyphs) {
  const auto most = figures.empty() ? 0 : *std::max_element(figures.begin(), figures.end());
  const auto top = static_cast<std::int64_t>(glyphs.heights.size()) - 1;
  std::string out;
  for (const auto figure : figures) {
    const auto height =
        figure <= 0 || most <= 0 ? 0 : std::max<std::int64_t>(1, share_of(figure, most, top));
    out += glyphs.heights[static_cast<std::size_t>(height)];
  }
  return out;
}

}  // namespace cardroom::reports
