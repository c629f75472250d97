// The live board: all tables of the room on one screen.

#include <unistd.h>

#include <memory>
#include <ostream>

#include "board_screen.hpp"
#include "cardroom/cli/board_watch.hpp"
#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/verb.hpp"

namespace cardroom::cli {

namespace {

using rules::Refusal;
using rules::refused;

// A board that nobody answers says so soon.
constexpr int kTimeoutSeconds = 5;

struct BoardOptions {
  RemoteOptions remote;
  bool once = false;
};

/// Calls when it goes, whatever made it go.
template <class Call>
class Finally {
 public:
  explicit Finally(Call call) : call_(std::move(call)) {}
  ~Finally() { call_(); }
  Finally(const Finally&) = delete;
  Finally& operator=(const Finally&) = delete;

 private:
  Call call_;
};

void show(BoardScreen& screen, BoardWatch& watch) {
  BoardView view;
  do {
    const auto news = watch.news();
    const auto seen = news.seen(watch.feed());
    while (const auto key = screen.key())
      view = pressed(std::move(view), *key, seen, screen.size());
    watch.look_into(view.inside);
    screen.draw(board_lines(seen, view, screen.size(), screen.ascii()));
  } while (!view.quit && screen.wait());
}

Exit watch_on(BoardScreen& screen, std::unique_ptr<BoardAsker> asker,
              std::unique_ptr<service::Client> follower) {
  BoardWatch watch(std::move(asker), std::move(follower), [&] { screen.wake(); });
  // The terminal comes first: the line to a server that does not answer is let go of slowly.
  const Finally left([&] { screen.leave(); });
  show(screen, watch);
  return Exit::done;
}

Exit print_once(const Terminal& terminal, const BoardAsker& asker, bool json) {
  const auto& news = asker.news();
  if (json) {
    terminal.out << news.json << '\n';
    return Exit::done;
  }
  auto seen = news.seen({});
  seen.followed = false;
  terminal.out << board_text(seen, terminal.width, terminal.ascii, terminal.ink);
  return Exit::done;
}

Exit run_board(BoardOptions options, const Terminal& terminal) {
  const bool once = options.once || options.remote.json;
  if (!once && (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1)) {
    return refuse(terminal, {Refusal::parameter_not_usable,
                             "The board is a screen on a terminal, and this is none: ask for it "
                             "with --once or --json."});
  }
  options.remote.timeout_seconds = kTimeoutSeconds;
  auto asking = client_of(options.remote, true);
  if (const auto* no = refused(asking)) return refuse(terminal, *no);
  auto following = client_of(options.remote, true);
  if (const auto* no = refused(following)) return refuse(terminal, *no);
  auto asker = std::make_unique<BoardAsker>(std::get<0>(std::move(asking)));
  asker->ask(std::nullopt);
  if (const auto& no = asker->news().trouble) return refuse(terminal, *no);
  if (once) return print_once(terminal, *asker, options.remote.json);
  try {
    const auto screen = BoardScreen::open(terminal.ink.colours(), terminal.ascii);
    if (!screen) {
      return refuse(terminal, {Refusal::parameter_not_usable,
                               "This kind of terminal (TERM) cannot be drawn on: ask for the board "
                               "with --once."});
    }
    return watch_on(*screen, std::move(asker), std::get<0>(std::move(following)));
  } catch (...) {
    throw;  // caught so that the terminal is given back before anybody says what happened
  }
}

}  // namespace

void add_board(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<BoardOptions>();
  auto* verb = app.add_subcommand("board", "All tables of the room on one screen, live");
  add_remote_options(*verb, options->remote);
  verb->add_flag("--once", options->once, "Print the board once, as text");
  verb->footer(
      "For floor supervisors and above, and compliance. Keys: ? tells them all, q leaves.\n"
      "Exit status: 0 done, 1 refused, 2 usage or no terminal, 3 the server does not answer, 4 not "
      "allowed.\n"
      "Example: cardroom board --server http://127.0.0.1:7437");
  verb->callback([=, &terminal, &exit] { exit = run_board(*options, terminal); });
}

}  // namespace cardroom::cli
