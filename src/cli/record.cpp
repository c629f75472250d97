#include <unistd.h>

#include <memory>

#include "cardroom/cli/line_batches.hpp"
#include "cardroom/cli/progress_line.hpp"
#include "cardroom/cli/record_lines.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"

namespace cardroom::cli {

namespace {

using rules::refused;

struct RecordOptions {
  std::string db;
  std::string lines;
};

Exit run_record(const RecordOptions& options, const Terminal& terminal) {
  auto book = ledger::Book::open_to_write(options.db);
  if (const auto* no = refused(book)) return refuse(terminal, *no);
  const ledger::SystemClock clock;
  auto recorder = ledger::Recorder::open(std::get<0>(std::move(book)), terminal.games, clock);
  if (const auto* no = refused(recorder)) return refuse(terminal, *no);
  ProgressLine line(terminal.err, "recorded");
  // On a terminal the answers themselves show how far it got.
  const bool answers_seen = isatty(STDOUT_FILENO) == 1;
  return with_input(options.lines, terminal, [&](std::istream& in) {
    return record_lines(in, terminal.out, *std::get<0>(recorder), [&](std::int64_t done) {
      if (!answers_seen) line.count(done);
    });
  });
}

}  // namespace

void add_record(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<RecordOptions>();
  auto* verb = app.add_subcommand("record", "Record commands in the book, one a line");
  verb->add_option("--db", options->db, "The book")->required()->type_name(kFile);
  verb->add_option("--lines", options->lines,
                   "A file of commands, one JSON object a line; - reads "
                   "standard input")
      ->required()
      ->type_name(kFile);
  verb->footer(
      "Each line is answered by one line: {\"ok\":...} once it is on the disk, else "
      "{\"error\":...}.\n"
      "Exit status: 0 all recorded, 1 at least one refused, 3 the book or the file cannot be "
      "used.\n"
      "Example: cardroom record --db room.book --lines tests/shift/commands.jsonl");
  verb->callback([=, &terminal, &exit] { exit = run_record(*options, terminal); });
}

}  // namespace cardroom::cli
