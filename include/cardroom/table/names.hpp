#pragma once

#include <string_view>

namespace cardroom::table {

/// Names, reasons and keys are kept and printed for years: 1 to 64 bytes of UTF-8, nothing a
/// terminal would obey, no blank at either end.
[[nodiscard]] bool usable_name(std::string_view name);

/// The same for whatever becomes part of an account's name: people, patron numbers, tables.
[[nodiscard]] bool usable_account_part(std::string_view name);

/// The same for a sentence, up to 400 bytes.
[[nodiscard]] bool usable_sentence(std::string_view text);

/// Well-formed UTF-8 without anything a terminal would obey.
[[nodiscard]] bool plain_text(std::string_view text);

inline constexpr std::string_view kUsableAccountText =
    "1 to 64 bytes of UTF-8 without : ; # or two blanks together, no control characters, no space "
    "at its ends";
inline constexpr std::string_view kUsableNameText =
    "1 to 64 bytes of UTF-8, no control characters, no space at its ends";

}  // namespace cardroom::table
