// A room of its own to look at: a shift that was played, then one that is being played.

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/demo_room.hpp"
#include "cardroom/cli/report_verb.hpp"
#include "cardroom/cli/shell_word.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/service/server.hpp"

namespace cardroom::cli {

namespace {

namespace fs = std::filesystem;
using rules::Refusal;
using rules::Refused;
using rules::refused;

struct DemoOptions {
  DemoAsked play;
  std::string folder;  ///< empty: a temporary one
  int port = service::ServerSettings{}.port;
  bool port_asked = false;
  bool once = false;
};

/// Where the demo's book lies; a temporary folder goes with it.
class DemoFolder {
 public:
  explicit DemoFolder(const std::string& named) : temporary_(named.empty()) {
    std::error_code error;
    if (!temporary_) {
      path_ = named;
      fs::create_directories(path_, error);
      usable_ = fs::is_directory(path_, error);
      return;
    }
    auto name = (fs::temp_directory_path(error) / "cardroom-demo-XXXXXX").string();
    usable_ = ::mkdtemp(name.data()) != nullptr;
    path_ = name;
  }
  ~DemoFolder() {
    std::error_code ignored;
    if (temporary_ && usable_) fs::remove_all(path_, ignored);
  }
  DemoFolder(const DemoFolder&) = delete;
  DemoFolder& operator=(const DemoFolder&) = delete;

  [[nodiscard]] bool usable() const { return usable_; }
  [[nodiscard]] bool temporary() const { return temporary_; }
  [[nodiscard]] std::string path() const { return path_.string(); }
  [[nodiscard]] std::string book() const { return (path_ / "room.book").string(); }
  [[nodiscard]] std::string session() const { return (path_ / "session.json").string(); }

 private:
  bool temporary_;
  bool usable_ = false;
  fs::path path_;
};

bool has_verb(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (const auto& word : words) {
    const auto found =
        at->get_subcommands([&](const CLI::App* verb) { return verb->get_name() == word; });
    if (found.empty()) return false;
    at = found.front();
  }
  return true;
}

/// What somebody may try in a second terminal, as far as this program has the verb.
void say_what_to_try(const CLI::App& app, const DemoFolder& folder, std::ostream& out) {
  const auto path = fs::absolute(folder.path());
  const auto book = shell_word((path / "room.book").string());
  out << "\n    export CARDROOM_SESSION=" << shell_word((path / "session.json").string()) << '\n';
  const std::pair<std::vector<std::string>, std::string> lines[] = {
      {{"status"}, "status"},
      {{"board"}, "board"},
      {{"floor"}, "floor --table 5"},
      {{"status"}, "status --table 5"},
      {{"do"}, "do pause-table --table 6 --reason 'a break'"},
      {{"report", "fees"}, "report fees --db " + book},
      {{"report", "shift"}, "report shift"},
      {{"verify"}, "verify --db " + book}};
  for (const auto& [verb, line] : lines) {
    if (has_verb(app, verb)) out << "    ./cardroom " << line << '\n';
  }
}

std::optional<Refused> record_past(const DemoOptions& options, const std::string& book_path,
                                   const ledger::Clock& clock, const Terminal& terminal) {
  auto book = ledger::Book::create(book_path);
  if (const auto* no = refused(book)) return *no;
  auto recorder = ledger::Recorder::open(std::get<0>(std::move(book)), terminal.games, clock);
  if (const auto* no = refused(recorder)) return *no;
  return record_demo_shift(*std::get<0>(recorder), options.play, last_swing_ms(clock.now_ms()),
                           terminal, service::end_asked);
}

Exit serve(const DemoOptions& options, const DemoFolder& folder, const ledger::Clock& clock,
           const CLI::App& app, const Terminal& terminal) {
  DemoRoom::Asked asked{folder.book(), options.play, {}};
  if (options.port_asked) asked.port = options.port;
  auto opened = DemoRoom::open(asked, clock, terminal);
  if (const auto* no = refused(opened)) return refuse(terminal, *no);
  auto& room = *std::get<0>(opened);
  if (auto no = room.sign_guest_in(folder.session())) return refuse(terminal, *no);
  if (room.elsewhere()) terminal.out << "\nPort " << options.port << " is taken; another is used.";
  terminal.out << "\nServing on " << room.url() << ". The next shift is being played at "
               << options.play.tables << " tables. In a second terminal:\n";
  say_what_to_try(app, folder, terminal.out);
  terminal.out << "\nCtrl-C ends the demo"
               << (folder.temporary() ? " and removes its folder.\n"
                                      : "; the book stays in " + folder.path() + ".\n")
               << std::flush;
  service::wait_for_end([&] { room.stop(); });
  terminal.out << "The demo has ended.\n";
  return Exit::done;
}

Exit run_demo(const DemoOptions& options, const CLI::App& app, const Terminal& terminal) {
  service::hold_end_signals();
  const DemoFolder folder(options.folder);
  if (!folder.usable()) {
    return refuse(terminal, {Refusal::file_unreadable,
                             fmt::format("Cannot use '{}' as a folder for the demo.",
                                         rules::printable(folder.path(), 400))});
  }
  const ledger::SystemClock clock;
  if (auto no = record_past(options, folder.book(), clock, terminal)) return refuse(terminal, *no);
  if (service::end_asked()) return Exit::done;
  const auto* shift = reports::find_report("shift");
  reports::ReportAsked on_a_screen;
  on_a_screen.totals = true;
  const Exit told = print_report(*shift, on_a_screen, folder.book(), terminal);
  terminal.out << std::flush;
  if (options.once || told != Exit::done || !terminal.out) return told;
  return serve(options, folder, clock, app, terminal);
}

}  // namespace

void add_demo(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<DemoOptions>();
  auto* verb = app.add_subcommand("demo", "A room to look at: a played shift, then a live one");
  verb->add_option("--seed", options->play.seed, "The same seed deals the same hands")
      ->capture_default_str();
  verb->add_option("--tables", options->play.tables, "How many tables are played")
      ->check(CLI::Range(kLeastDemoTables, kMostDemoTables))
      ->capture_default_str();
  verb->add_option("--folder", options->folder,
                   "Where the book is made and stays; else a temporary folder, removed at the end")
      ->type_name(kFolder);
  auto* port = verb->add_option("--port", options->port,
                                "Port; 0 takes any that is free, as does a usual one that is taken")
                   ->check(CLI::Range(0, 65535))
                   ->capture_default_str();
  verb->add_flag("--once", options->once, "End after the shift report");
  verb->footer(
      "Records the last swing shift, hand by hand and as the rules decide, prints its report, and "
      "serves the next shift with play going on until Ctrl-C.\n"
      "Exit status: 0 ended as asked, 1 refused, 2 usage, 3 a folder or port cannot be used.\n"
      "Example: cardroom demo --once");
  verb->callback([=, &app, &terminal, &exit] {
    options->port_asked = !port->empty();
    exit = run_demo(*options, app, terminal);
  });
}

}  // namespace cardroom::cli
