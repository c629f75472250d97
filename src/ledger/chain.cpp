#include "cardroom/ledger/chain.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::ledger {

void start_hashing() {
  if (sodium_init() < 0) throw rules::BrokenInvariant("L8: libsodium cannot start");
}

Hash sha256(std::string_view bytes) {
  Hash hash;
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return hash;
}

Hash chained(const Hash& previous, const LogRow& row) {
  std::string content;
  content.reserve(row.body.size() + 200);
  content = hex(previous);
  fmt::format_to(std::back_inserter(content), "\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n", row.seq,
                 row.at_ms, row.utc_offset,
                 row.stream ? std::to_string(*row.stream) : std::string(), row.who, row.kind,
                 row.key, row.body);
  return sha256(content);
}

std::string hex(const Hash& hash) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(hash.size() * 2);
  for (const unsigned char byte : hash) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

}  // namespace cardroom::ledger
