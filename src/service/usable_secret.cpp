#include "cardroom/service/usable_secret.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "cardroom/table/names.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;
using rules::Refused;

constexpr std::size_t kLeastPinDigits = 4, kMostPinDigits = 8;

/// Those that anyone would try first, as far as they are long enough; in small letters.
constexpr std::array<std::string_view, 24> kCommonest = {
    "1234567890",   "0123456789",   "0987654321",   "12345678910",   "1q2w3e4r5t",
    "1qaz2wsx3edc", "abcdefghij",   "abcd1234567",  "administrator", "baccarat123",
    "cardroom123",  "cardroom2026", "changeme123",  "iloveyou123",   "letmein1234",
    "password12",   "password123",  "password1234", "password2026",  "passwordpassword",
    "qwerty12345",  "qwerty123456", "qwertyuiop",   "welcome1234"};

std::string small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return small;
}

/// Every character is `step` behind the one before; digits go round.
bool run_of(std::string_view text, int step) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if ((text[i] - text[i - 1] - step) % 10 != 0) return false;
  }
  return true;
}

bool one_repeated(std::string_view text) {
  return text.find_first_not_of(text.front()) == std::string_view::npos;
}

}  // namespace

std::optional<Refused> against_password(std::string_view password, std::string_view person,
                                        std::string_view name) {
  const auto no = [](std::string why) {
    return Refused{Refusal::password_not_usable, std::move(why)};
  };
  if (password.size() < kLeastPasswordBytes || password.size() > kMostPasswordBytes) {
    return no(fmt::format("A password has {} to {} bytes; this one has {}.", kLeastPasswordBytes,
                          kMostPasswordBytes, password.size()));
  }
  if (!table::plain_text(password)) {
    return no("A password is plain text in UTF-8, without control characters.");
  }
  const std::string small = small_letters(password);
  if (small == small_letters(person) || small == small_letters(name)) {
    return no("A password is not the name of the person.");
  }
  const bool common = std::find(kCommonest.begin(), kCommonest.end(), small) != kCommonest.end();
  if (common || one_repeated(password)) {
    return no("This password is among the first that anyone would try.");
  }
  return std::nullopt;
}

std::optional<Refused> against_pin(std::string_view pin) {
  const auto no = [](std::string why) { return Refused{Refusal::pin_not_usable, std::move(why)}; };
  const bool digits = pin.find_first_not_of("0123456789") == std::string_view::npos;
  if (!digits || pin.size() < kLeastPinDigits || pin.size() > kMostPinDigits) {
    return no(fmt::format("A PIN has {} to {} digits.", kLeastPinDigits, kMostPinDigits));
  }
  if (one_repeated(pin)) return no("A PIN is not one digit repeated.");
  if (run_of(pin, 1) || run_of(pin, -1)) return no("A PIN is not a run like 1234 or 4321.");
  return std::nullopt;
}

}  // namespace cardroom::service
