// Reports at the end of a long book beside the same reports at the end of a short one, as their
// users wait for them: the whole program, from its start to its last line.

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/bench_hands.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/ledger/clock.hpp"
#include "cardroom/reports/report.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::cli {

namespace {

using Align = reports::TextTable::Align;

constexpr int kShort = 20'000;
constexpr int kTables = 10;
constexpr int kHandsAShift = 4'000;
constexpr int kTries = 5;  // the best one counts: the others measure what else the machine does

struct ReportsBenchOptions {
  int rounds = 1'000'000;
  std::string folder = ".";
  bool keep = false;
};

struct Ran {
  double seconds = 0;
  double megabytes = 0;  ///< resident at the most
};

/// This program once more, with these words and no output.
Ran run_once(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  pointers.push_back(self.data());
  std::vector<std::string> owned = words;
  for (auto& word : owned) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  Ran ran;
  rusage used{};
  int state = 0;
  ran.seconds = seconds_of([&] {
    pid_t process = 0;
    const int failed =
        posix_spawn(&process, self.c_str(), &files, nullptr, pointers.data(), environ);
    rules::require(failed == 0 && ::wait4(process, &state, 0, &used) == process,
                   "B4: the program can be run");
  });
  posix_spawn_file_actions_destroy(&files);
  rules::require(WIFEXITED(state) && WEXITSTATUS(state) == 0, "B4: the report is made");
  ran.megabytes = static_cast<double>(used.ru_maxrss) / 1024;
  return ran;
}

Ran best_of(const std::vector<std::string>& words) {
  Ran best = run_once(words);
  for (int i = 1; i < kTries; ++i) {
    const Ran ran = run_once(words);
    best.seconds = std::min(best.seconds, ran.seconds);
    best.megabytes = std::max(best.megabytes, ran.megabytes);
  }
  return best;
}

/// A book with so many rounds, unless it is there from a run before. Made by a process of its own:
/// a program that is started here inherits this one's memory as its own at the most.
Exit make_book(const std::string& path, int rounds, const Terminal& terminal) {
  std::error_code error;
  if (std::filesystem::exists(path, error)) return Exit::done;
  const pid_t maker = ::fork();
  rules::require(maker >= 0, "B4: a process can be made");
  if (maker == 0) {
    const auto played =
        shift_batches(rounds, kTables, kHandsAShift, ledger::SystemClock().now_ms());
    auto recorded = record_book(path, played.batches, terminal, played.begin_ms);
    const auto* no = rules::refused(recorded);
    ::_exit(static_cast<int>(no == nullptr ? Exit::done : refuse(terminal, *no)));
  }
  int state = 0;
  rules::require(::waitpid(maker, &state, 0) == maker && WIFEXITED(state), "B4: a book is made");
  return static_cast<Exit>(WEXITSTATUS(state));
}

struct Line {
  std::string name;
  std::vector<std::string> words;
  double most_seconds;
  bool compared = true;  ///< with the short book: the work is the same there
};

std::vector<Line> lines() {
  std::vector<Line> all;
  for (const auto& kind : reports::all_reports()) {
    if (!kind.takes(reports::Filter::shift)) continue;
    const std::string name(kind.name);
    const bool own_verb = name == "count-sheet";
    all.push_back(
        {name, own_verb ? std::vector<std::string>{name} : std::vector<std::string>{"report", name},
         0.2});
  }
  all.push_back({"fees of all days, totals",
                 {"report", "fees", "--totals", "--from", "2000-01-01"},
                 2.0,
                 false});
  return all;
}

Exit run_bench_reports(const ReportsBenchOptions& options, const Terminal& terminal) {
  const auto small = fmt::format("{}/bench-reports-{}.book", options.folder, kShort);
  const auto large = fmt::format("{}/bench-reports-{}.book", options.folder, options.rounds);
  for (const auto& [path, rounds] : {std::pair{small, kShort}, std::pair{large, options.rounds}}) {
    if (const Exit exit = make_book(path, rounds, terminal); exit != Exit::done) return exit;
  }
  reports::TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right,
                            Align::right, Align::left});
  table.row({fmt::format("shifts of {} hands at {} tables", kHandsAShift, kTables),
             fmt::format("of {}", kShort), fmt::format("of {}", options.rounds), "wanted", "ratio",
             "memory", ""});
  bool all = true;
  for (const auto& line : lines()) {
    auto words = line.words;
    words.insert(words.end(), {"--db", large});
    const Ran ours = best_of(words);
    words.back() = small;
    const Ran beside = line.compared ? best_of(words) : Ran{};
    const double ratio = line.compared ? ours.seconds / beside.seconds : 0;
    const bool ok = ours.seconds <= line.most_seconds && ratio <= 1.5 && ours.megabytes <= 100;
    all = all && ok;
    const auto ms = [](double seconds) { return fmt::format("{:.0f} ms", seconds * 1e3); };
    table.row({line.name, line.compared ? ms(beside.seconds) : "", ms(ours.seconds),
               "<= " + ms(line.most_seconds), line.compared ? fmt::format("{:.2f}", ratio) : "",
               fmt::format("{:.0f} MB", ours.megabytes), ok ? "ok" : "missed"});
  }
  terminal.out << table.text() << "  wanted besides: a ratio of 1.5 and 100 MB at the most\n";
  if (!options.keep) remove_book(small), remove_book(large);
  return all ? Exit::done : Exit::refused;
}

}  // namespace

void add_bench_reports(CLI::App& bench, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ReportsBenchOptions>();
  auto* verb = bench.add_subcommand("reports", "Reports of a shift in a long and in a short book");
  verb->add_option("--rounds", options->rounds, "Hands in the long book")
      ->check(CLI::Range(20'000, 5'000'000))
      ->capture_default_str();
  verb->add_option("--folder", options->folder, "Where the books are written")
      ->capture_default_str();
  verb->add_flag("--keep", options->keep, "Leave the books there, for the next run");
  verb->footer(
      "Each report is made by the whole program, five times; the best time and the most memory "
      "count.\nExit status: 0 all as wanted, 1 something was missed, 3 the folder cannot be "
      "written.\nExample: cardroom bench reports --rounds 20000");
  verb->callback([=, &terminal, &exit] { exit = run_bench_reports(*options, terminal); });
}

}  // namespace cardroom::cli
