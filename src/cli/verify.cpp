#include <cstdlib>
#include <memory>
#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/cli/verified.hpp"

namespace cardroom::cli {

namespace {

struct VerifyOptions {
  std::string db, head;
  bool json = false;
};

/// A head that somebody wrote down (a shift report has one) is still part of the log, or the log's
/// end was cut off or written anew.
std::optional<std::string> missing_head(const VerifyOptions& options) {
  if (options.head.empty()) return std::nullopt;
  auto book = ledger::Book::open_to_read(options.db);
  if (const auto* no = rules::refused(book)) return no->detail;
  SQLite::Statement row(std::get<0>(book)->database(),
                        "SELECT 1 FROM event WHERE seq || ':' || lower(hex(hash)) = ? AND seq = ?");
  row.bind(1, options.head);
  row.bind(2, static_cast<std::int64_t>(std::strtoll(options.head.c_str(), nullptr, 10)));
  if (row.executeStep()) return std::nullopt;
  return "the chain does not hold the head " + rules::printable(options.head, 100);
}

/// Empty for a head; a part of one would only raise a false alarm.
std::string not_a_head(const std::string& text) {
  const auto colon = text.find(':');
  const auto digits = text.substr(0, colon);
  const bool number =
      !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
  const bool hash = colon != std::string::npos && text.size() == colon + 65 &&
                    text.find_first_not_of("0123456789abcdef", colon + 1) == std::string::npos;
  return number && hash ? "" : "a chain head is a number, a colon and 64 digits of the hash";
}

Exit run_verify(const VerifyOptions& options, const Terminal& terminal) {
  ProgressLine line(terminal.err, "verifying");
  auto looked = ledger::verify(options.db, terminal.games, line.progress());
  line.clear();
  if (auto* found = std::get_if<ledger::Verified>(&looked)) {
    if (!found->first_difference) found->first_difference = missing_head(options);
  }
  return tell(looked, options.json, terminal, options.head);
}

}  // namespace

void add_verify(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<VerifyOptions>();
  auto* verb = app.add_subcommand("verify", "Prove that nothing in the book was altered");
  verb->add_option("--db", options->db, "The book")->required()->type_name(kFile);
  verb->add_option(
          "--head", options->head,
          "A chain head written down earlier (NUMBER:HASH, the whole of it); it must still "
          "be in the log")
      ->check(CLI::Validator(not_a_head, ""));
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Replays the log through the rules and compares every hash and every row.\n"
      "Exit status: 0 the book holds, 1 it differs (the first difference is named), 3 no such "
      "book.\n"
      "Example: cardroom verify --db room.book");
  verb->callback([=, &terminal, &exit] { exit = run_verify(*options, terminal); });
}

}  // namespace cardroom::cli
