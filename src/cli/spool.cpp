#include "cardroom/cli/spool.hpp"

#include <ostream>

namespace cardroom::cli {

namespace {

constexpr std::size_t kShort = std::size_t{4} << 20U;

}  // namespace

Spool::int_type Spool::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize Spool::xsputn(const char* text, std::streamsize count) {
  const auto size = static_cast<std::size_t>(count);
  if (!long_ && short_.size() + size <= kShort) {
    short_.append(text, size);
    return count;
  }
  if (!long_) long_.reset(std::tmpfile());
  if (!long_) return 0;
  if (!short_.empty()) {
    if (std::fwrite(short_.data(), 1, short_.size(), long_.get()) != short_.size()) return 0;
    short_.clear();
  }
  return static_cast<std::streamsize>(std::fwrite(text, 1, size, long_.get()));
}

void Spool::copy_to(std::ostream& out) {
  if (!long_) {
    out << short_;
    return;
  }
  std::rewind(long_.get());
  char block[65536];
  while (const auto read = std::fread(block, 1, sizeof block, long_.get())) {
    out.write(block, static_cast<std::streamsize>(read));
    if (!out) return;
  }
}

}  // namespace cardroom::cli
