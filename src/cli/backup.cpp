#include "cardroom/ledger/backup.hpp"

#include <memory>
#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/cli/verified.hpp"

namespace cardroom::cli {

namespace {

struct CopyOptions {
  std::string from, to;
  bool check = false;
  bool json = false;
};

Exit run_copy(const CopyOptions& options, const Terminal& terminal) {
  ProgressLine line(terminal.err, "verifying");
  auto copied = ledger::backup(options.from, options.to, terminal.games, line.progress());
  line.clear();
  return tell(copied, options.json, terminal);
}

Exit run_restore(const CopyOptions& options, const Terminal& terminal) {
  if (!options.check) return run_copy(options, terminal);
  ProgressLine line(terminal.err, "verifying");
  auto looked = ledger::verify(options.from, terminal.games, line.progress());
  line.clear();
  return tell(looked, options.json, terminal);
}

}  // namespace

void add_backup(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<CopyOptions>();
  auto* verb =
      app.add_subcommand("backup", "Copy the book while it is in use, and verify the copy");
  verb->add_option("--db", options->from, "The book")->required()->type_name(kFile);
  verb->add_option("--to", options->to, "The copy; it must not exist")
      ->required()
      ->type_name(kFile);
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Exit status: 0 copied and verified, 1 the book differs, 3 a file cannot be read or "
      "written.\n"
      "Example: cardroom backup --db room.book --to room-backup.book");
  verb->callback([=, &terminal, &exit] { exit = run_copy(*options, terminal); });
}

void add_restore(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<CopyOptions>();
  auto* verb = app.add_subcommand("restore", "Check a backup, or make it the book again");
  verb->add_option("backup", options->from, "The copy")->required()->type_name(kFile);
  auto* to = verb->add_option("--db", options->to, "The book to make; it must not exist")
                 ->type_name(kFile);
  auto* check =
      verb->add_flag("--check", options->check, "Only prove that the copy could be restored");
  check->excludes(to);
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Exit status: 0 it holds, 1 it differs, 3 a file cannot be read or written.\n"
      "Example: cardroom restore --check room-backup.book");
  verb->callback([=, &terminal, &exit] {
    if (!options->check && options->to.empty()) {
      throw CLI::ValidationError("restore takes --check, or --db with the book to make");
    }
    exit = run_restore(*options, terminal);
  });
}

}  // namespace cardroom::cli
