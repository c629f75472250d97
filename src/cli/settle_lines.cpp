#include "cardroom/cli/settle_lines.hpp"

#include <algorithm>
#include <future>
#include <istream>
#include <ostream>
#include <thread>

#include "cardroom/table/round_json.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using rules::refused;
using table::SettledRound;

struct RoundLine {
  std::string text;
  bool too_long = false;
};

/// Reads lines while more input is waiting, so that a batch is what has arrived, and a person who
/// types one round is answered at once.
class Batches {
 public:
  explicit Batches(std::istream& in) : in_(in), buffer_(table::kMostRoundBytes + 2, '\0') {}

  /// The next lines, valid until the next call; none at the end of the input.
  std::span<const RoundLine> next() {
    std::size_t count = 0;
    std::size_t bytes = 0;
    do {
      if (count == lines_.size()) lines_.emplace_back();
      if (!next_line(lines_[count])) break;
      bytes += lines_[count++].text.size();
    } while (bytes < kBatchBytes && in_.rdbuf()->in_avail() > 0);
    return std::span(lines_).first(count);
  }

 private:
  static constexpr std::size_t kBatchBytes = std::size_t{1} << 20U;

  /// A line longer than any round is not kept: only that it was too long.
  bool next_line(RoundLine& line) {
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

  std::istream& in_;
  std::string buffer_;
  std::vector<RoundLine> lines_;  ///< kept between batches: their memory is used again
};

struct Answers {
  std::string text;
  bool any_refused = false;
};

void answer(std::span<const RoundLine> lines, const table::Setting& setting, Answers& answers) {
  answers.text.clear();
  answers.any_refused = false;
  for (const RoundLine& line : lines) {
    const OrRefused<SettledRound> one =
        line.too_long
            ? rules::Refused{rules::Refusal::input_too_large,
                             "This line is longer than the " +
                                 std::to_string(table::kMostRoundBytes) + " bytes that are read."}
            : table::settle_json(line.text, setting);
    if (const auto* no = refused(one)) {
      table::write_refusal(answers.text, *no);
      answers.any_refused = true;
    } else {
      table::write_answer(answers.text, std::get<SettledRound>(one));
    }
    answers.text += '\n';
  }
}

}  // namespace

Exit settle_lines(std::istream& in, std::ostream& answers, const table::Setting& setting) {
  constexpr std::size_t kWorthAThread = 64;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  Batches batches(in);
  std::vector<Answers> parts(cores);
  Exit exit = Exit::done;
  for (auto lines = batches.next(); answers && !lines.empty(); lines = batches.next()) {
    const std::size_t size = std::max(kWorthAThread, (lines.size() + cores - 1) / cores);
    const auto part = [&](std::size_t i) {
      const std::size_t from = std::min(i * size, lines.size());
      return lines.subspan(from, std::min(size, lines.size() - from));
    };
    std::vector<std::future<void>> others;
    for (std::size_t i = 1; i < cores && !part(i).empty(); ++i) {
      others.push_back(
          std::async(std::launch::async, answer, part(i), std::cref(setting), std::ref(parts[i])));
    }
    answer(part(0), setting, parts[0]);
    for (auto& other : others) other.get();
    for (std::size_t i = 0; i <= others.size(); ++i) {
      answers << parts[i].text;
      if (parts[i].any_refused) exit = Exit::refused;
    }
    answers.flush();
  }
  return exit;
}

}  // namespace cardroom::cli
