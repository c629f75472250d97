#include "cardroom/cli/settle_lines.hpp"

#include <algorithm>
#include <future>
#include <istream>
#include <ostream>
#include <thread>

#include "cardroom/cli/line_batches.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using rules::refused;
using table::SettledRound;

struct Answers {
  std::string text;
  bool any_refused = false;
};

Answers answer(std::span<const InputLine> lines, const table::Setting& setting) {
  Answers answers;
  for (const InputLine& line : lines) {
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
  LineBatches batches(in, table::kMostRoundBytes);
  std::vector<InputLine> lines;
  Exit exit = Exit::done;
  while (answers && batches.next(lines)) {
    const std::span<const InputLine> all(lines);
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
