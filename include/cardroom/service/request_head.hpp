#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

inline constexpr std::size_t kMostHeadBytes = std::size_t{16} << 10U;
inline constexpr std::size_t kMostLineBytes = std::size_t{8} << 10U;
inline constexpr std::size_t kMostHeaders = 64;

/// Watches a head arrive, so that one that can never become good is refused at its first wrong
/// byte and not at a deadline. Each byte is looked at once.
class HeadWatch {
 public:
  /// `so_far` is everything that came, with what the last call saw at its beginning. The length
  /// of the head with its empty line, or none while that line has not come.
  [[nodiscard]] rules::OrRefused<std::optional<std::size_t>> look(std::string_view so_far);

 private:
  std::size_t seen_ = 0;
  std::size_t line_begin_ = 0;
  std::size_t lines_ = 0;
};

/// What the server believes of a request once its head has passed. The texts point into the head.
struct RequestHead {
  std::string_view method;
  std::string_view target;                      ///< origin form, begins with one '/'
  std::optional<std::uint64_t> content_length;  ///< none: there is no body
  bool keep_alive = false;                      ///< what the client wishes
  bool has_host = false;
  bool expects_continue = false;

  [[nodiscard]] bool has_body() const { return content_length.value_or(0) > 0; }
};

/// Reads a whole head, its empty line included, without mercy: whatever two readers could
/// understand in two ways is refused, because a proxy in front may be the other reader.
/// Refuses with `request_unclear`, `version_not_spoken`, `length_missing` for every
/// Transfer-Encoding, and `input_too_large` for the head alone; how long a body may be is the
/// caller's business.
[[nodiscard]] rules::OrRefused<RequestHead> read_request_head(std::string_view head);

}  // namespace cardroom::service
