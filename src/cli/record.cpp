#include <fstream>
#include <iostream>
#include <memory>

#include "cardroom/cli/record_lines.hpp"
#include "cardroom/cli/verb.hpp"

namespace cardroom::cli {

namespace {

using rules::refused;

struct RecordOptions {
  std::string db;
  std::string lines;
};

Exit run_record(const RecordOptions& options, const Terminal& terminal) {
  std::ifstream file;
  if (options.lines != "-") {
    file.open(options.lines, std::ios::binary);
    // A folder opens, but the first read fails.
    if (!file || (file.peek() == std::ifstream::traits_type::eof() && file.bad())) {
      return refuse(terminal, {rules::Refusal::file_unreadable,
                               "Cannot read '" + rules::printable(options.lines, 400) + "'."});
    }
    file.clear();
  }
  auto book = ledger::Book::open_to_write(options.db);
  if (const auto* no = refused(book)) return refuse(terminal, *no);
  const ledger::SystemClock clock;
  auto recorder = ledger::Recorder::open(std::get<0>(std::move(book)), terminal.games, clock);
  if (const auto* no = refused(recorder)) return refuse(terminal, *no);
  std::istream& in = options.lines == "-" ? std::cin : file;
  return record_lines(in, terminal.out, *std::get<0>(recorder));
}

}  // namespace

void add_record(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<RecordOptions>();
  auto* verb = app.add_subcommand("record", "Record commands in the book, one a line");
  verb->add_option("--db", options->db, "The book")->required();
  verb->add_option("--lines", options->lines,
                   "A file of commands, one JSON object a line; - reads "
                   "standard input")
      ->required();
  verb->footer(
      "Each line is answered by one line: {\"ok\":...} once it is on the disk, else "
      "{\"error\":...}.\n"
      "Exit status: 0 all recorded, 1 at least one refused, 3 the book or the file cannot be "
      "used.\n"
      "Example: cardroom record --db room.book --lines tests/shift/commands.jsonl");
  verb->callback([=, &terminal, &exit] { exit = run_record(*options, terminal); });
}

}  // namespace cardroom::cli
