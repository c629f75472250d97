#include <ostream>

#include "cardroom/cli/line_batches.hpp"
#include "cardroom/cli/settle_lines.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/file.hpp"
#include "cardroom/reports/round_explained.hpp"
#include "cardroom/table/round_json.hpp"
#include "cardroom/table/round_text.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using rules::refused;
using table::SettledRound;

struct SettleOptions {
  std::string file;
  bool lines = false;
  bool explain = false;
  int backline = 3;
};

/// A round file may say what it expects; an answer that differs is refused.
OrRefused<SettledRound> settle_text(std::string_view text, const table::Setting& setting) {
  auto read = table::read_round_text(text);
  if (const auto* no = refused(read)) return *no;
  const auto& round = std::get<table::RoundText>(read);
  auto answer = table::settle(round.told, setting);
  if (auto no = table::reconcile(round.expected, answer)) return *no;
  return answer;
}

Exit settle_one(const SettleOptions& options, const Terminal& terminal,
                const table::Setting& setting) {
  auto content = ledger::read_file(options.file, table::kMostRoundBytes);
  if (const auto* no = refused(content)) return refuse(terminal, *no);
  const auto& text = std::get<std::string>(content);
  const bool as_text = options.file.ends_with(".round");
  const auto answer = as_text ? settle_text(text, setting) : table::settle_json(text, setting);
  if (const auto* no = refused(answer)) return refuse(terminal, *no);
  const auto& settled = std::get<SettledRound>(answer);
  if (options.explain) {
    terminal.out << reports::explain(settled, terminal.ink);
  } else {
    std::string line;
    table::write_answer(line, settled);
    terminal.out << line << '\n';
  }
  return Exit::done;
}

Exit run_settle(const SettleOptions& options, const Terminal& terminal) {
  auto books = load_books(terminal);
  if (const auto* no = refused(books)) return refuse(terminal, *no);
  const table::Setting setting{terminal.games, std::get<0>(books), options.backline};
  if (!options.lines) return settle_one(options, terminal, setting);
  return with_input(options.file, terminal,
                    [&](std::istream& in) { return settle_lines(in, terminal.out, setting); });
}

}  // namespace

void add_settle(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<SettleOptions>();
  auto* verb = app.add_subcommand("settle", "Settle a round: who is paid what, in which order");
  verb->add_option("file", options->file,
                   "A round as JSON, or a .round text file; - reads JSON from standard input")
      ->required()
      ->type_name(kFile);
  auto* lines =
      verb->add_flag("--lines", options->lines, "One round a line in, one answer a line out");
  verb->add_flag("--explain", options->explain,
                 "Tell the round to a person, each line with its clause")
      ->excludes(lines);
  verb->add_option("--backline", options->backline, "Backline bettors a seat takes")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  verb->footer(
      "Exit status: 0 settled, 1 refused (with --lines: at least one round was), 3 no such file.\n"
      "Example: cardroom settle --explain tests/golden/F7-pay.5-three-card-seven.round\n"
      "         cardroom settle --lines rounds.jsonl > answers.jsonl");
  verb->callback([=, &terminal, &exit] { exit = run_settle(*options, terminal); });
}

}  // namespace cardroom::cli
