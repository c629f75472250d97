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

  /// False at the end of the input.
  bool next(std::vector<RoundLine>& lines) {
    lines.clear();
    std::size_t bytes = 0;
    do {
      if (!next_line()) break;
      bytes += line_.text.size();
      lines.push_back(std::move(line_));
    } while (bytes < kBatchBytes && in_.rdbuf()->in_avail() > 0);
    return !lines.empty();
  }

 private:
  static constexpr std::size_t kBatchBytes = std::size_t{1} << 20U;

  /// A line longer than any round is not kept: only that it was too long.
  bool next_line() {
    in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    const auto got = static_cast<std::size_t>(in_.gcount());
    if (got == 0 || in_.bad()) return false;
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

  std::istream& in_;
  std::string buffer_;
  RoundLine line_;
};

struct Answers {
  std::string text;
  bool any_refused = false;
};

Answers answer(std::span<const RoundLine> lines, const table::Setting& setting) {
  Answers answers;
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
  return answers;
}

}  // namespace

Exit settle_lines(std::istream& in, std::ostream& answers, const table::Setting& setting) {
  constexpr std::size_t kWorthAThread = 64;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  Batches batches(in);
  std::vector<RoundLine> lines;
  Exit exit = Exit::done;
  while (answers && batches.next(lines)) {
    const std::span<const RoundLine> all(lines);
    const std::size_t part = std::max(kWorthAThread, (lines.size() + cores - 1) / cores);
    std::vector<std::future<Answers>> parts;
    for (std::size_t at = part; at < lines.size(); at += part) {
      parts.push_back(std::async(std::launch::async, answer,
                                 all.subspan(at, std::min(part, lines.size() - at)),
                                 std::cref(setting)));
    }
    const auto write = [&](const Answers& some) {
      answers << some.text;
      if (some.any_refused) exit = Exit::refused;
    };
    write(answer(all.first(std::min(part, lines.size())), setting));
    for (auto& other : parts) write(other.get());
    answers.flush();
  }
  return exit;
}

}  // namespace cardroom::cli
