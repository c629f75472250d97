#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "cardroom/cli/verb.hpp"

namespace {

/// Whether the locale says that more than ASCII is shown; the first variable that is set counts, as
/// in the C library.
bool shows_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale(value);
    return locale.find("UTF-8") != std::string_view::npos ||
           locale.find("utf8") != std::string_view::npos;
  }
  return false;
}

cardroom::cli::Screen screen() {
  cardroom::cli::Screen screen;
  screen.ascii = !shows_utf8();
  if (isatty(STDOUT_FILENO) != 1) return screen;
  const char* no_colour = std::getenv("NO_COLOR");
  screen.colours = no_colour == nullptr || *no_colour == '\0';
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) screen.width = size.ws_col;
  return screen;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const int status = cardroom::cli::run(argc, argv, std::cout, std::cerr, screen());
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "cardroom: the answer could not be written in full.\n";
    return static_cast<int>(cardroom::cli::Exit::unreachable);
  }
  return status;
}
