#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Text that must not take more columns of a terminal than there are.
namespace cardroom::cli {

/// The first columns of a text; where it is cut, the last of them says so.
[[nodiscard]] std::string cut_to(std::string_view text, std::size_t columns);

/// Cuts the cells of these columns, the widest first, until rows of a `TextTable` fit into 80
/// columns: names may be long, and figures must keep their places. A few letters of each stay.
void cut_to_screen(std::vector<std::vector<std::string>>& rows,
                   std::span<const std::size_t> columns);

}  // namespace cardroom::cli
