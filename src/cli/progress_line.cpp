#include "cardroom/cli/progress_line.hpp"

#include <unistd.h>

#include <ostream>

#include "cardroom/reports/text.hpp"

namespace cardroom::cli {

ProgressLine::ProgressLine(std::ostream& err, std::string what)
    : err_(err), what_(std::move(what)), watched_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { clear(); }

ledger::Progress ProgressLine::progress() {
  if (!watched_) return {};
  return [this](std::int64_t done, std::int64_t all) {
    show(std::to_string(all == 0 ? 100 : done * 100 / all) + '%');
  };
}

void ProgressLine::count(std::int64_t done) {
  if (watched_) show(reports::grouped(static_cast<std::uint64_t>(done)));
}

void ProgressLine::show(const std::string& figure) {
  err_ << '\r' << what_ << ' ' << figure << std::flush;
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) err_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace cardroom::cli
