#include "cardroom/cli/record_lines.hpp"

#include <istream>
#include <ostream>

#include "cardroom/cli/line_batches.hpp"

namespace cardroom::cli {

namespace {

rules::OrRefused<table::Request> read(const InputLine& line) {
  if (line.too_long) {
    return rules::Refused{rules::Refusal::input_too_large,
                          "This line is longer than the " +
                              std::to_string(table::kMostCommandBytes) + " bytes that are read."};
  }
  return table::read_request(line.text);
}

}  // namespace

Exit record_lines(std::istream& in, std::ostream& answers, ledger::Recorder& recorder,
                  const std::function<void(std::int64_t)>& tell) {
  LineBatches batches(in, table::kMostCommandBytes);
  std::vector<rules::OrRefused<table::Request>> requests;
  std::string text;
  Exit exit = Exit::done;
  std::int64_t done = 0;
  for (auto lines = batches.next(); answers && !lines.empty(); lines = batches.next()) {
    requests.clear();
    for (const InputLine& line : lines) requests.push_back(read(line));
    text.clear();
    for (const auto& answer : recorder.record(requests)) {
      (text += answer.json) += '\n';
      if (!answer.ok) exit = Exit::refused;
    }
    answers << text;
    answers.flush();
    tell(done += std::ssize(requests));
  }
  return exit;
}

}  // namespace cardroom::cli
