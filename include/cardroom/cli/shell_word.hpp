#pragma once

#include <string>
#include <string_view>

namespace cardroom::cli {

/// A word as a shell takes it: in single quotes where it needs them.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace cardroom::cli
