#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::ledger {

using Hash = std::array<unsigned char, 32>;

/// L8: libsodium is ready before the first hash. May be called by anyone, as often as he likes.
void start_hashing();

/// SHA-256. Requires L8.
[[nodiscard]] Hash sha256(std::string_view bytes);

/// A row of the log without its hash.
struct LogRow {
  std::int64_t seq = 0;
  std::int64_t at_ms = 0;
  std::int64_t utc_offset = 0;
  std::optional<std::int64_t> stream;
  std::string_view who, kind, key, body;
};

/// SHA-256 of the previous hash in hexadecimal, then seq, at_ms, utc_offset, stream (or nothing),
/// who, kind, key and body, each on a line of its own. No field holds a line end, so nothing can be
/// moved from one to the next; anyone can compute it again with sha256sum.
[[nodiscard]] Hash chained(const Hash& previous, const LogRow& row);

[[nodiscard]] std::string hex(const Hash& hash);

}  // namespace cardroom::ledger
