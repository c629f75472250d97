#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include "cardroom/reports/text.hpp"
#include "cardroom/rules/game.hpp"
#include "cardroom/rules/refusal.hpp"
#include "cardroom/settlement/schedule.hpp"

namespace cardroom::cli {

/// What every verb ends with; also the status of the process.
enum class Exit : int { done = 0, refused = 1, usage = 2, unreachable = 3, not_allowed = 4 };

/// What a verb may touch. Passed in, so that a test needs no process.
struct Terminal {
  std::ostream& out;
  std::ostream& err;
  reports::Ink ink;       ///< colours of `out`
  std::size_t width;      ///< columns of `out`
  bool ascii;             ///< `out` shows no more than ASCII
  std::string schedules;  ///< the folder of schedule files
  std::span<const rules::Game* const> games;
};

/// Writes {"error":...} to `err`; a file that cannot be reached has its own status.
Exit refuse(const Terminal& terminal, const rules::Refused& refused);

/// Loads the schedules that `terminal` names.
[[nodiscard]] rules::OrRefused<std::vector<settlement::ScheduleBook>> load_books(
    const Terminal& terminal);

// One file a verb. Each adds itself to `app` and leaves its answer in `exit` when it is called.
void add_settle(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_odds(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_draw(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_rules(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_schedule(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_simulate(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_room(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_commands(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_record(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_verify(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_explain(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_export(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_backup(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_restore(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_serve(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_account(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_status(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_floor(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_board(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_report(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_do(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_demo(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_completion(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_man(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_openapi(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_bench(CLI::App& app, const Terminal& terminal, Exit& exit);
void add_bench_book(CLI::App& bench, const Terminal& terminal, Exit& exit);
void add_bench_service(CLI::App& bench, const Terminal& terminal, Exit& exit);
void add_bench_reports(CLI::App& bench, const Terminal& terminal, Exit& exit);

/// What the output can show.
struct Screen {
  bool colours = false;
  std::size_t width = 80;
  bool ascii = true;
};

/// The whole program: parses the words, calls the verb, gives the status.
int run(int argc, const char* const* argv, std::ostream& out, std::ostream& err,
        const Screen& screen);

}  // namespace cardroom::cli
