// Reports, from a book's file or from a server: what is printed is the same.

#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/report_verb.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/access_file.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/reports/document_formats.hpp"
#include "cardroom/reports/report.hpp"
#include "cardroom/reports/spool.hpp"

namespace cardroom::cli {

namespace {

using reports::Filter;
using reports::Format;
using reports::ReportAsked;
using reports::ReportKind;
using rules::refused;

struct ReportOptions {
  const ReportKind* kind = nullptr;
  ReportAsked asked;
  RemoteOptions remote;  ///< where no book is named
  std::string db, format = "text";
  std::size_t width = 0;  ///< 0: as wide as the terminal
  bool ascii = false;
};

reports::Paper paper_of(const ReportOptions& options, const Terminal& terminal) {
  return {options.width == 0 ? terminal.width : options.width, options.ascii || terminal.ascii,
          terminal.ink};
}

Exit from_book(const ReportOptions& options, Format format, const Terminal& terminal) {
  auto book = ledger::Book::open_to_read(options.db);
  if (const auto* no = refused(book)) return refuse(terminal, *no);
  const reports::ReportSource source{std::get<0>(book)->database(), terminal.games,
                                     ledger::access_path(options.db)};
  auto spool = reports::spool_report(*options.kind, source, options.asked, format,
                                     paper_of(options, terminal));
  if (const auto* no = refused(spool)) return refuse(terminal, *no);
  std::get<0>(spool)->copy_to(terminal.out);
  return Exit::done;
}

/// The query of `GET /v1/reports/{report}`.
std::string query_of(const ReportOptions& options, const Terminal& terminal) {
  const auto paper = paper_of(options, terminal);
  std::string query = "?format=" + options.format;
  const auto add = [&](const char* name, const std::string& value) {
    query += fmt::format("&{}={}", name, in_path(value));
  };
  const auto& asked = options.asked;
  if (asked.shift) add("shift", std::to_string(*asked.shift));
  if (asked.option) add("option", std::to_string(*asked.option));
  if (asked.table) add("table", *asked.table);
  if (asked.from) add("from", *asked.from);
  if (asked.to) add("to", *asked.to);
  if (asked.person) add("person", *asked.person);
  if (asked.totals) add("totals", "yes");
  if (asked.blank) add("blank", "yes");
  if (options.format != "text") return query;
  add("width", std::to_string(paper.width));
  if (paper.ascii) add("ascii", "yes");
  if (paper.ink.colours()) add("colours", "yes");
  return query;
}

Exit from_server(const ReportOptions& options, const Terminal& terminal) {
  auto client = client_of(options.remote, true);
  if (const auto* no = refused(client)) return refuse(terminal, *no);
  const auto path =
      fmt::format("/v1/reports/{}{}", options.kind->name, query_of(options, terminal));
  reports::Spool spool;
  std::ostream whole(&spool);
  const auto exit = fetch(terminal, *std::get<0>(client), path, whole);
  if (exit != Exit::done) return exit;
  if (!whole.flush()) return refuse(terminal, spool.no_room());
  spool.copy_to(terminal.out);
  return Exit::done;
}

Exit run_report(ReportOptions& options, const Terminal& terminal) {
  if (options.remote.json) options.format = "json";
  const auto format = reports::read_format(options.format);
  rules::require(format.has_value(), "R3: the flag takes known formats alone");
  return options.db.empty() ? from_server(options, terminal)
                            : from_book(options, *format, terminal);
}

void add_filters(CLI::App& verb, const ReportKind& kind, ReportAsked& asked) {
  if (kind.takes(Filter::shift)) {
    verb.add_option("--shift", asked.shift, "A shift by its number; else the open or last one");
  }
  if (kind.takes(Filter::days)) {
    verb.add_option("--from", asked.from, "From this gaming day, like 2026-11-01");
    verb.add_option("--to", asked.to, "To this gaming day, itself included");
  }
  if (kind.takes(Filter::table) && kind.own_verb) {
    verb.add_option("table", asked.table, "The table's name")->required();
  } else if (kind.takes(Filter::table)) {
    verb.add_option("--table", asked.table, "Only this table");
  }
  if (kind.takes(Filter::player)) {
    verb.add_option("--person", asked.person,
                    "Only this player ('Ann' under any number, 'Ann #1001' alone) or provider's "
                    "company; not staff, who are in report exceptions");
  }
  if (kind.takes(Filter::person)) {
    verb.add_option("--person", asked.person,
                    "Only this player ('Ann' under any number, 'Ann #1001' alone), provider's "
                    "company or member of the staff, by sign-in");
  }
  if (kind.takes(Filter::option)) {
    verb.add_option("--option", asked.option, "Only under this schedule option");
  }
  if (kind.takes(Filter::totals)) {
    verb.add_flag("--totals", asked.totals,
                  "Totals alone: no line for a hand, no page for a table");
  }
  if (kind.takes(Filter::blank)) {
    verb.add_flag("--blank", asked.blank, "A form for the count room, to be filled in by hand");
  }
}

/// `report NAME`, or a verb of its own that makes the same.
void add_kind(CLI::App& under, const ReportKind& kind, const std::string& example,
              const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ReportOptions>();
  options->kind = &kind;
  auto* verb = under.add_subcommand(std::string(kind.name), std::string(kind.text));
  add_filters(*verb, kind, options->asked);
  verb->add_option("--db", options->db, "The book's file, read beside its writer; else the server")
      ->type_name(kFile);
  verb->add_option("--format", options->format, "text, csv, json or html (fit to print)")
      ->check(CLI::IsMember({"text", "csv", "json", "html"}))
      ->capture_default_str();
  verb->add_option("--width", options->width, "Columns of the text; else as the terminal has")
      ->check(CLI::Range(20, 1000));
  verb->add_flag("--ascii", options->ascii, "No lines and bars beyond ASCII");
  add_remote_options(*verb, options->remote);
  verb->footer(
      "Exit status: 0 done, 1 no such shift or table, 2 usage, 3 the book or the server cannot be "
      "reached, 4 not allowed.\nExample: cardroom " +
      example);
  verb->callback([=, &terminal, &exit] { exit = run_report(*options, terminal); });
}

}  // namespace

Exit print_report(const ReportKind& kind, const ReportAsked& asked, const std::string& db,
                  const Terminal& terminal) {
  ReportOptions options;
  options.kind = &kind;
  options.asked = asked;
  options.db = db;
  return from_book(options, Format::text, terminal);
}

void add_report(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto* all =
      app.add_subcommand("report", "Shifts, fees, the position: for people and for scripts");
  all->require_subcommand(1);
  all->footer(
      "Each has the same figures in every format, and its lines sum to its totals.\n"
      "Exit status: 0 done, 1 refused, 2 usage, 3 unreachable, 4 not allowed.\n"
      "Example: cardroom report shift --db room.book");
  for (const auto& kind : reports::all_reports()) {
    if (kind.own_verb) {
      const auto* about = kind.takes(Filter::table) ? " 5" : "";
      add_kind(app, kind, fmt::format("{}{} --db room.book", kind.name, about), terminal, exit);
    } else {
      add_kind(*all, kind, fmt::format("report {} --db room.book", kind.name), terminal, exit);
    }
  }
}

}  // namespace cardroom::cli
