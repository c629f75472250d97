#include "cardroom/reports/spool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

namespace cardroom::reports {

namespace {

constexpr std::size_t kBlock = 65536;

}  // namespace

std::filesystem::path Spool::usual_folder() {
  std::error_code none;
  auto path = std::filesystem::temp_directory_path(none);
  return none ? std::filesystem::path("/tmp") : path;
}

bool Spool::has_room() const {
  std::error_code unknown;
  const auto space = std::filesystem::space(folder_, unknown);
  return !unknown && space.available > kLeftFree;
}

rules::Refused Spool::no_room() const {
  return {rules::Refusal::report_too_long,
          fmt::format("There is no room for so long a report in {}, the folder for temporary "
                      "files, where {} MB stay free. Ask for fewer days or for totals.",
                      folder_.string(), kLeftFree >> 20U)};
}

bool Spool::begin_file() {
  if (!has_room()) return false;
  auto name = (folder_ / "cardroom-XXXXXX").string();
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return false;
  ::unlink(name.c_str());
  long_.reset(::fdopen(file, "w+"));
  if (!long_) {
    ::close(file);
    return false;
  }
  return std::fwrite(short_.data(), 1, short_.size(), long_.get()) == short_.size();
}

Spool::int_type Spool::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize Spool::xsputn(const char* text, std::streamsize count) {
  const auto size = static_cast<std::size_t>(count);
  if (!long_ && size_ + size <= most_in_memory_) {
    short_.append(text, size);
    size_ += size;
    return count;
  }
  if (!long_ && !begin_file()) return 0;
  if (size_ - checked_ > kShort) {
    if (!has_room()) return 0;
    checked_ = size_;
  }
  if (std::fwrite(text, 1, size, long_.get()) != size) return 0;
  size_ += size;
  return count;
}

int Spool::sync() { return !long_ || std::fflush(long_.get()) == 0 ? 0 : -1; }

void Spool::each_block(const std::function<void(std::string_view)>& take) const {
  if (!long_) {
    if (!short_.empty()) take(short_);
    return;
  }
  std::rewind(long_.get());
  char block[kBlock];
  std::size_t told = 0;
  while (const auto read = std::fread(block, 1, sizeof block, long_.get())) {
    told += read;
    take({block, read});
  }
  if (told != size_) throw std::runtime_error("a report could not be read back from its file");
}

void Spool::copy_to(std::ostream& out) const {
  each_block([&](std::string_view block) {
    if (out) out << block;
  });
}

rules::OrRefused<std::shared_ptr<const Spool>> spool_report(const ReportKind& kind,
                                                            const ReportSource& source,
                                                            const ReportAsked& asked, Format format,
                                                            const Paper& paper) {
  auto spool = std::make_shared<Spool>();
  std::ostream whole(spool.get());
  whole.exceptions(std::ios::badbit);  // a report that has no room stops at once
  try {
    auto no = with_report(kind, source, asked, [&](const Report& report) {
      write_report(report, format, paper, whole);
    });
    if (no) return *no;
    whole.flush();
  } catch (const std::ios_base::failure&) {
    return spool->no_room();
  }
  return std::shared_ptr<const Spool>(std::move(spool));
}

}  // namespace cardroom::reports
