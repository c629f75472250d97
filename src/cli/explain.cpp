#include <memory>
#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/reports/round_story.hpp"

namespace cardroom::cli {

namespace {

struct ExplainOptions {
  std::string db;
  std::int64_t round = 0;
  bool json = false;
};

Exit run_explain(const ExplainOptions& options, const Terminal& terminal) {
  auto book = ledger::Book::open_to_read(options.db);
  if (const auto* no = rules::refused(book)) return refuse(terminal, *no);
  auto story = reports::round_story(std::get<0>(book)->database(), terminal.games, options.round);
  if (const auto* no = rules::refused(story)) return refuse(terminal, *no);
  const auto& told = std::get<reports::RoundStory>(story);
  terminal.out << (options.json ? reports::story_json(told)
                                : reports::story_text(told, terminal.ink));
  return Exit::done;
}

}  // namespace

void add_explain(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ExplainOptions>();
  auto* verb = app.add_subcommand("explain", "Tell a recorded round line by line");
  verb->add_option("round", options->round, "Its number")->required();
  verb->add_option("--db", options->db, "The book")->required()->type_name(kFile);
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Clauses, cover, fees, postings and the hashes of its events.\n"
      "Exit status: 0 done, 1 no such round, 3 no such book.\n"
      "Example: cardroom explain 3 --db room.book");
  verb->callback([=, &terminal, &exit] { exit = run_explain(*options, terminal); });
}

}  // namespace cardroom::cli
