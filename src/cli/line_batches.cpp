#include "cardroom/cli/line_batches.hpp"

#include <istream>
#include <limits>

namespace cardroom::cli {

namespace {

constexpr std::size_t kBatchBytes = std::size_t{1} << 20U;

}  // namespace

LineBatches::LineBatches(std::istream& in, std::size_t most_line_bytes)
    : in_(in), buffer_(most_line_bytes + 2, '\0') {}

bool LineBatches::next(std::vector<InputLine>& lines) {
  lines.clear();
  std::size_t bytes = 0;
  do {
    if (!next_line()) break;
    bytes += line_.text.size();
    lines.push_back(std::move(line_));
  } while (bytes < kBatchBytes && in_.rdbuf()->in_avail() > 0);
  return !lines.empty();
}

bool LineBatches::next_line() {
  in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  const auto got = static_cast<std::size_t>(in_.gcount());
  if (got == 0) return false;
  line_ = {};
  if (in_.fail()) {
    in_.clear();
    in_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    line_.too_long = true;
    return true;
  }
  line_.text.assign(buffer_, 0, in_.eof() ? got : got - 1);
  return true;
}

}  // namespace cardroom::cli
