#include "cardroom/ledger/verify.hpp"

#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/verb.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::cli {

namespace {

using ledger::Verified;

struct VerifyOptions {
  std::string db, head;
  bool json = false;
};

std::string head_text(const ledger::ChainHead& head) {
  return std::to_string(head.seq) + ":" + ledger::hex(head.hash);
}

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

std::string verified_json(const Verified& v) {
  std::string out = fmt::format(
      R"({{"holds":{},"events":{},"rounds":{},"wagers":{},"entries":{},"postings":{},"head":"{}",)"
      R"("house_from_play_cents":{},"house_bank_cents":{},"collections_cents":{},"waivers_cents":{})",
      !v.first_difference, v.events, v.rounds, v.wagers, v.entries, v.postings, head_text(v.head),
      v.house_from_play.count(), v.house_bank.count(), v.collections.count(), v.waivers.count());
  if (v.first_difference) {
    out += R"(,"first_difference":)";
    table::write_json_string(out, *v.first_difference);
  }
  return out + "}\n";
}

/// Dollars with cents always, as in a closing line.
std::string money(rules::Cents cents) {
  const auto n = cents.count();
  return fmt::format("{}${}.{:02}", n < 0 ? "-" : "", reports::grouped(static_cast<std::uint64_t>(std::abs(n) / 100)),
                     std::abs(n) % 100);
}

std::string verified_text(const Verified& v, const reports::Ink& ink) {
  using reports::grouped;
  const auto count = [](std::int64_t n) { return grouped(static_cast<std::uint64_t>(n)); };
  std::string out = fmt::format("{} events, {} rounds, {} wagers, {} entries, {} postings\n",
                                count(v.events), count(v.rounds), count(v.wagers), count(v.entries),
                                count(v.postings));
  out += "chain head " + head_text(v.head) + '\n';
  out += "collections " + money(v.collections) + ", waivers " + money(v.waivers) + '\n';
  if (v.house_bank != rules::Cents{}) {
    out += "house bank of house-banked tables: " + money(v.house_bank) + '\n';
  }
  out += "house net from play: " + money(v.house_from_play) + '\n';
  if (v.first_difference) return out + ink.bad("DIFFERS: " + *v.first_difference) + '\n';
  return out + ink.good("The book holds: every hash and every row follows from the log.") + '\n';
}

Exit run_verify(const VerifyOptions& options, const Terminal& terminal) {
  const bool show = isatty(STDERR_FILENO) == 1;
  const ledger::Progress progress = [&](std::int64_t done, std::int64_t all) {
    terminal.err << fmt::format("\rverifying {}%", all == 0 ? 100 : done * 100 / all) << std::flush;
  };
  auto looked = ledger::verify(options.db, terminal.games, show ? progress : ledger::Progress());
  if (show) terminal.err << "\r\x1b[K" << std::flush;
  if (const auto* no = rules::refused(looked)) return refuse(terminal, *no);
  auto& found = std::get<Verified>(looked);
  if (!found.first_difference) found.first_difference = missing_head(options);
  terminal.out << (options.json ? verified_json(found) : verified_text(found, terminal.ink));
  return found.first_difference ? Exit::refused : Exit::done;
}

}  // namespace

void add_verify(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<VerifyOptions>();
  auto* verb = app.add_subcommand("verify", "Prove that nothing in the book was altered");
  verb->add_option("--db", options->db, "The book")->required();
  verb->add_option("--head", options->head,
                   "A chain head written down earlier (NUMBER:HASH); it must still be in the log");
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Replays the log through the rules and compares every hash and every row.\n"
      "Exit status: 0 the book holds, 1 it differs (the first difference is named), 3 no such book.\n"
      "Example: cardroom verify --db room.book");
  verb->callback([=, &terminal, &exit] { exit = run_verify(*options, terminal); });
}

}  // namespace cardroom::cli
