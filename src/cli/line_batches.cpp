#include "cardroom/cli/line_batches.hpp"

#include <cerrno>
#include <fstream>
#include <iostream>
#include <limits>

#include "cardroom/ledger/file.hpp"

namespace cardroom::cli {

namespace {

constexpr std::size_t kBatchBytes = std::size_t{1} << 20U;

}  // namespace

Exit with_input(const std::string& path, const Terminal& terminal,
                const std::function<Exit(std::istream&)>& work) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) return refuse(terminal, ledger::unreadable(path, errno));
  }
  std::istream& in = path == "-" ? std::cin : file;
  const Exit exit = work(in);
  // A folder opens, but cannot be read; a disk may fail at any line.
  if (in.bad()) return refuse(terminal, ledger::unreadable(path, errno));
  return exit;
}

LineBatches::LineBatches(std::istream& in, std::size_t most_line_bytes)
    : in_(in), buffer_(most_line_bytes + 2, '\0') {}

std::span<const InputLine> LineBatches::next() {
  std::size_t count = 0;
  std::size_t bytes = 0;
  do {
    if (count == lines_.size()) lines_.emplace_back();
    if (!next_line(lines_[count])) break;
    bytes += lines_[count++].text.size();
  } while (bytes < kBatchBytes && in_.rdbuf()->in_avail() > 0);
  return std::span(lines_).first(count);
}

bool LineBatches::next_line(InputLine& line) {
  in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  const auto got = static_cast<std::size_t>(in_.gcount());
  if (got == 0 || in_.bad()) return false;
  line.too_long = in_.fail();
  if (line.too_long) {
    in_.clear();
    in_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  line.text.assign(buffer_, 0, line.too_long ? 0 : in_.eof() ? got : got - 1);
  return true;
}

}  // namespace cardroom::cli
