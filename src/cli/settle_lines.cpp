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

void answer(std::span<const InputLine> lines, const table::Setting& setting, Answers& answers) {
  answers.text.clear();
  answers.any_refused = false;
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
}

}  // namespace

Exit settle_lines(std::istream& in, std::ostream& answers, const table::Setting& setting) {
  constexpr std::size_t kWorthAThread = 64;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  LineBatches batches(in, table::kMostRoundBytes);
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
