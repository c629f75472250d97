#include "cardroom/rules/cents.hpp"

namespace cardroom::rules {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whole dollars, with thousands commas all in their places or none at all.
std::optional<std::int64_t> read_whole(std::string_view text) {
  const bool with_commas = text.find(',') != std::string_view::npos;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  std::int64_t value = 0;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool comma_place = with_commas && (text.size() - i) % 4 == 0;
    if (comma_place) {
      if (text[i] != ',' || i == 0) return std::nullopt;
      continue;
    }
    if (!is_digit(text[i]) || ++digits > 10) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  if (digits == 0) return std::nullopt;
  return value;
}

}  // namespace

std::string dollars_text(Cents amount) {
  const bool negative = amount < Cents{};
  const auto count = amount.count();
  const std::uint64_t size =
      negative ? ~static_cast<std::uint64_t>(count) + 1 : static_cast<std::uint64_t>(count);
  std::string whole = std::to_string(size / 100);
  for (std::size_t place = whole.size(); place > 3; place -= 3) whole.insert(place - 3, ",");
  std::string text = (negative ? "-$" : "$") + whole;
  if (const auto part = size % 100; part != 0) {
    text += part < 10 ? ".0" : ".";
    text += std::to_string(part);
  }
  return text;
}

std::string signed_dollars_text(Cents amount) {
  return (amount > Cents{} ? "+" : "") + dollars_text(amount);
}

std::optional<Cents> read_dollars(std::string_view text) {
  if (text.starts_with('$')) text.remove_prefix(1);
  std::int64_t part = 0;
  if (const auto dot = text.find('.'); dot != std::string_view::npos) {
    const std::string_view decimals = text.substr(dot + 1);
    if (decimals.size() != 2 || !is_digit(decimals[0]) || !is_digit(decimals[1])) {
      return std::nullopt;
    }
    part = (decimals[0] - '0') * 10 + (decimals[1] - '0');
    text = text.substr(0, dot);
  }
  const auto whole = read_whole(text);
  if (!whole) return std::nullopt;
  const Cents amount = Cents::dollars(*whole) + Cents{part};
  if (amount > kMostCents) return std::nullopt;
  return amount;
}

}  // namespace cardroom::rules
