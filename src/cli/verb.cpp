#include "cardroom/cli/verb.hpp"

#include <cstdlib>
#include <new>
#include <ostream>

#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/ledger/schedule_file.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::cli {

namespace {

constexpr std::size_t kReasonShown = 400;

std::string schedule_folder() {
  const char* named = std::getenv("CARDROOM_SCHEDULES");
  return named != nullptr && *named != '\0' ? named : CARDROOM_SCHEDULES;
}

/// CLI11 throws for --help and --version too; those are answers, the rest is usage.
int parse(CLI::App& app, int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      app.exit(error, out, err);
      return -1;
    }
    // A word that no verb takes is the reason, whatever CLI11 then missed.
    const auto unknown = app.remaining(true);
    const std::string why = unknown.empty()
                                ? rules::printable(error.what(), kReasonShown)
                                : "'" + rules::printable(unknown.front()) + "' is not known here";
    err << "cardroom: " << why << "\nTry --help.\n";
    return static_cast<int>(Exit::usage);
  }
}

}  // namespace

Exit refuse(const Terminal& terminal, const rules::Refused& refused) {
  std::string line;
  table::write_refusal(line, refused);
  terminal.err << line << '\n';
  switch (refused.code) {
    case rules::Refusal::file_unreadable:
    case rules::Refusal::book_exists:
    case rules::Refusal::book_missing:
    case rules::Refusal::not_a_book:
    case rules::Refusal::book_too_new:
    case rules::Refusal::book_in_use:
    case rules::Refusal::book_damaged:
    case rules::Refusal::book_not_written:
    case rules::Refusal::server_unreachable:
    case rules::Refusal::answer_unclear: return Exit::unreachable;
    case rules::Refusal::not_signed_in:
    case rules::Refusal::session_over:
    case rules::Refusal::sign_in_failed:
    case rules::Refusal::locked_out:
    case rules::Refusal::role_too_low: return Exit::not_allowed;
    case rules::Refusal::parameter_not_usable: return Exit::usage;
    default: return Exit::refused;
  }
}

rules::OrRefused<std::vector<settlement::ScheduleBook>> load_books(const Terminal& terminal) {
  return ledger::load_schedule_folder(terminal.schedules, terminal.games);
}

int run(int argc, const char* const* argv, std::ostream& out, std::ostream& err,
        const Screen& screen) {
  CLI::App app{
      "cardroom: the ledger of a California cardroom's player-dealer tables.\n"
      "Cards and wagers go in; the rules decide the outcome, the payments and the fees.",
      "cardroom"};
  app.set_version_flag("--version", "cardroom " CARDROOM_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done, 1 refused or does not reconcile, 2 usage, 3 cannot reach a file, "
      "4 not allowed.\n"
      "Example: cardroom settle --explain tests/golden/F7-pay.5-three-card-seven.round");
  Terminal terminal{out,
                    err,
                    reports::Ink(screen.colours),
                    screen.width,
                    screen.ascii,
                    schedule_folder(),
                    rules::catalogue()};
  Exit exit = Exit::done;
  app.add_option("--schedules", terminal.schedules,
                 "Folder of schedule files (else the variable CARDROOM_SCHEDULES)")
      ->type_name(kFolder);
  add_settle(app, terminal, exit);
  add_odds(app, terminal, exit);
  add_draw(app, terminal, exit);
  add_rules(app, terminal, exit);
  add_schedule(app, terminal, exit);
  add_simulate(app, terminal, exit);
  add_room(app, terminal, exit);
  add_commands(app, terminal, exit);
  add_record(app, terminal, exit);
  add_verify(app, terminal, exit);
  add_explain(app, terminal, exit);
  add_export(app, terminal, exit);
  add_backup(app, terminal, exit);
  add_restore(app, terminal, exit);
  add_serve(app, terminal, exit);
  add_account(app, terminal, exit);
  add_status(app, terminal, exit);
  add_floor(app, terminal, exit);
  add_board(app, terminal, exit);
  add_do(app, terminal, exit);
  add_report(app, terminal, exit);
  add_demo(app, terminal, exit);
  add_openapi(app, terminal, exit);
  add_completion(app, terminal, exit);
  add_man(app, terminal, exit);
  add_bench(app, terminal, exit);
  try {
    const int status = parse(app, argc, argv, out, err);
    if (status != 0) return status < 0 ? 0 : status;
    return static_cast<int>(exit);
  } catch (const SQLite::Exception& error) {
    return static_cast<int>(refuse(terminal, ledger::refusal_of(error, "the book")));
  } catch (const rules::BrokenInvariant& broken) {
    const std::string_view which = broken.what();
    if (which.starts_with('L')) {
      // What a book holds is no fault of the program that reads it.
      return static_cast<int>(refuse(
          terminal, {rules::Refusal::book_damaged,
                     "The book does not hold together: " + std::string(which) + ". Run verify."}));
    }
    err << "cardroom: a fault of the program, nothing was done: " << broken.what() << '\n';
  } catch (const std::bad_alloc&) {
    err << "cardroom: out of memory, nothing was done.\n";
  }
  return 70;
}

}  // namespace cardroom::cli
