#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/reports/round_story.hpp"

namespace cardroom::cli {

namespace {

struct ExplainOptions {
  RemoteOptions remote;  ///< where no book is named
  std::string db;
  std::int64_t round = 0;
};

Exit from_server(const ExplainOptions& options, const Terminal& terminal) {
  auto client = client_of(options.remote, true);
  if (const auto* no = rules::refused(client)) return refuse(terminal, *no);
  const auto path =
      fmt::format("/v1/rounds/{}{}", options.round, options.remote.json ? "" : "/explain");
  return ask(terminal, *std::get<0>(client), "GET", path, "", {}, [&](const std::string& told) {
    terminal.out << told;
    return Exit::done;
  });
}

Exit run_explain(const ExplainOptions& options, const Terminal& terminal) {
  if (options.db.empty()) return from_server(options, terminal);
  auto book = ledger::Book::open_to_read(options.db);
  if (const auto* no = rules::refused(book)) return refuse(terminal, *no);
  auto story = reports::round_story(std::get<0>(book)->database(), terminal.games, options.round);
  if (const auto* no = rules::refused(story)) return refuse(terminal, *no);
  const auto& told = std::get<reports::RoundStory>(story);
  terminal.out << (options.remote.json ? reports::story_json(told)
                                       : reports::story_text(told, terminal.ink));
  return Exit::done;
}

}  // namespace

void add_explain(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ExplainOptions>();
  auto* verb = app.add_subcommand("explain", "Tell a recorded round line by line");
  verb->add_option("round", options->round, "Its number")->required();
  verb->add_option("--db", options->db, "The book's file, read beside its writer; else the server")
      ->type_name(kFile);
  add_remote_options(*verb, options->remote);
  verb->footer(
      "Clauses, cover, fees, postings and the hashes of its events.\n"
      "Exit status: 0 done, 1 no such round, 2 usage, 3 the book or the server cannot be reached, "
      "4 "
      "not allowed.\n"
      "Example: cardroom explain 3 --db room.book");
  verb->callback([=, &terminal, &exit] { exit = run_explain(*options, terminal); });
}

}  // namespace cardroom::cli
