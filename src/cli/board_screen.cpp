#include "board_screen.hpp"

#include <langinfo.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <chrono>
#include <clocale>
#include <cstdio>
#include <cstring>

#define NCURSES_NOMACROS
#include <curses.h>

namespace cardroom::cli {

namespace {

constexpr int kEscapeMs = 25;
constexpr short kGreen = 1, kYellow = 2, kRed = 3;

sigset_t held_signals() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH}) {
    sigaddset(&held, signal);
  }
  return held;
}

/// The locale for the characters alone: numbers and dates of the program are nobody's language.
bool shows_utf8() {
  const auto utf8 = [] { return std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0; };
  if (std::setlocale(LC_CTYPE, "") != nullptr && utf8()) return true;
  return std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr && utf8();
}

std::string in_utf8(wint_t character) {
  const auto code = static_cast<std::uint32_t>(character);
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((code >> shift) & 0x3fU));
  };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xc0U | (code >> 6U)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xe0U | (code >> 12U)), tail(6), tail(0)};
  return {static_cast<char>(0xf0U | (code >> 18U)), tail(12), tail(6), tail(0)};
}

int ms_to_next_second() {
  using std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<milliseconds>(now).count();
  return static_cast<int>(1000 - ms % 1000);
}

}  // namespace

BoardScreen::BoardScreen(bool ascii) : ascii_(ascii) {}

std::unique_ptr<BoardScreen> BoardScreen::open(bool colours, bool ascii) {
  auto screen = std::unique_ptr<BoardScreen>(new BoardScreen(ascii || !shows_utf8()));
  if (!screen->begin(colours)) return nullptr;
  return screen;
}

bool BoardScreen::begin(bool colours) {
  const auto held = held_signals();
  pthread_sigmask(SIG_BLOCK, &held, &signals_before_);
  signals_ = ::signalfd(-1, &held, SFD_NONBLOCK | SFD_CLOEXEC);
  woken_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (signals_ < 0 || woken_ < 0) return false;
  screen_ = ::newterm(nullptr, stdout, stdin);
  if (screen_ == nullptr) return false;
  char move[] = "cup";
  if (::tigetstr(move) == nullptr) return false;  // a printer, or "dumb"
  ::cbreak();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, true);
  ::nodelay(stdscr, true);
  ::set_escdelay(kEscapeMs);
  ::curs_set(0);
  colours_ = colours && ::has_colors() && ::start_color() == OK && ::use_default_colors() == OK;
  if (colours_) {
    ::init_pair(kGreen, COLOR_GREEN, -1);
    ::init_pair(kYellow, COLOR_YELLOW, -1);
    ::init_pair(kRed, COLOR_RED, -1);
  }
  return true;
}

BoardScreen::~BoardScreen() {
  leave();
  if (signals_ >= 0) ::close(signals_);
  if (woken_ >= 0) ::close(woken_);
  pthread_sigmask(SIG_SETMASK, &signals_before_, nullptr);
}

void BoardScreen::leave() {
  if (screen_ == nullptr) return;
  ::endwin();
  ::delscreen(screen_);
  screen_ = nullptr;
}

BoardSize BoardScreen::size() const {
  return {static_cast<std::size_t>(::getmaxx(stdscr)), static_cast<std::size_t>(::getmaxy(stdscr))};
}

int BoardScreen::look_of(Style style) const {
  const auto colour = [&](short pair, chtype more, chtype without) {
    return static_cast<int>(colours_ ? static_cast<chtype>(COLOR_PAIR(pair)) | more : without);
  };
  switch (style) {
    case Style::plain: return static_cast<int>(A_NORMAL);
    case Style::heading: return static_cast<int>(A_BOLD);
    case Style::faint: return static_cast<int>(A_DIM);
    case Style::good: return colour(kGreen, A_NORMAL, A_NORMAL);
    case Style::warn: return colour(kYellow, A_NORMAL, A_BOLD);
    case Style::bad: return colour(kRed, A_BOLD, A_STANDOUT);
    case Style::chosen: return static_cast<int>(A_REVERSE);
  }
  return static_cast<int>(A_NORMAL);
}

void BoardScreen::draw(const std::vector<StyledLine>& lines) {
  ::werase(stdscr);
  for (std::size_t row = 0; row < lines.size(); ++row) {
    ::wmove(stdscr, static_cast<int>(row), 0);
    for (const auto& piece : lines[row]) {
      ::wattrset(stdscr, look_of(piece.style));
      ::waddnstr(stdscr, piece.text.data(), static_cast<int>(piece.text.size()));
    }
  }
  ::wattrset(stdscr, static_cast<int>(A_NORMAL));
  ::wrefresh(stdscr);
}

bool BoardScreen::wait() {
  pollfd heard[] = {{STDIN_FILENO, POLLIN, 0}, {signals_, POLLIN, 0}, {woken_, POLLIN, 0}};
  if (::poll(heard, 3, ms_to_next_second()) < 0) return errno == EINTR;
  if ((heard[2].revents & POLLIN) != 0) {
    eventfd_t ignored = 0;
    ::eventfd_read(woken_, &ignored);
  }
  // A terminal that is gone.
  if ((heard[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) return false;
  return hear_signals();
}

bool BoardScreen::hear_signals() {
  signalfd_siginfo told{};
  while (::read(signals_, &told, sizeof told) == sizeof told) {
    if (told.ssi_signo == SIGWINCH) {
      winsize now{};
      if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) == 0 && now.ws_row > 0 && now.ws_col > 0) {
        ::resizeterm(now.ws_row, now.ws_col);
        ::clearok(stdscr, true);
      }
    } else if (told.ssi_signo == SIGTSTP) {
      stand_aside();
    } else {
      return false;
    }
  }
  return true;
}

void BoardScreen::stand_aside() {
  ::endwin();
  ::raise(SIGSTOP);
  ::clearok(stdscr, true);
}

std::optional<BoardKey> BoardScreen::key() {
  using Kind = BoardKey::Kind;
  wint_t code = 0;
  for (;;) {
    const int got = ::wget_wch(stdscr, &code);
    if (got == ERR) return std::nullopt;
    if (got == KEY_CODE_YES) {
      switch (code) {
        case KEY_UP: return BoardKey{Kind::up, ""};
        case KEY_DOWN: return BoardKey{Kind::down, ""};
        case KEY_PPAGE: return BoardKey{Kind::page_up, ""};
        case KEY_NPAGE: return BoardKey{Kind::page_down, ""};
        case KEY_ENTER: return BoardKey{Kind::enter, ""};
        case KEY_BACKSPACE: return BoardKey{Kind::erase, ""};
        default: continue;  // no key of the board
      }
    }
    switch (code) {
      case '\r':
      case '\n': return BoardKey{Kind::enter, ""};
      case 27: return BoardKey{Kind::escape, ""};
      case 8:
      case 127: return BoardKey{Kind::erase, ""};
      default: break;
    }
    if (code >= 0x20) return BoardKey{Kind::character, in_utf8(code)};
  }
}

void BoardScreen::wake() { ::eventfd_write(woken_, 1); }

}  // namespace cardroom::cli
