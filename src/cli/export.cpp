#include <memory>
#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/reports/book_export.hpp"

namespace cardroom::cli {

namespace {

struct ExportOptions {
  std::string db, format;
};

Exit run_export(const ExportOptions& options, const Terminal& terminal) {
  auto book = ledger::Book::open_to_read(options.db);
  if (const auto* no = rules::refused(book)) return refuse(terminal, *no);
  SQLite::Database& database = std::get<0>(book)->database();
  if (options.format == "hledger") reports::export_journal(database, terminal.out);
  if (options.format == "csv") reports::export_csv(database, terminal.out);
  if (options.format == "jsonl") reports::export_log(database, terminal.out);
  return Exit::done;
}

}  // namespace

void add_export(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ExportOptions>();
  auto* verb = app.add_subcommand("export", "Hand the book to other programs");
  verb->add_option("--db", options->db, "The book")->required()->type_name(kFile);
  verb->add_option("--format", options->format,
                   "hledger (a journal), csv (every posting) or jsonl (the log with its hashes)")
      ->required()
      ->check(CLI::IsMember({"hledger", "csv", "jsonl"}));
  verb->footer(
      "Exit status: 0 done, 3 no such book, or the answer could not be written.\n"
      "Example: cardroom export --db room.book --format hledger > room.journal");
  verb->callback([=, &terminal, &exit] { exit = run_export(*options, terminal); });
}

}  // namespace cardroom::cli
