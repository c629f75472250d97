#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "cardroom/cli/verb.hpp"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  const char* no_colour = std::getenv("NO_COLOR");
  const bool colours = isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
  const int status = cardroom::cli::run(argc, argv, std::cout, std::cerr, colours);
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "cardroom: the answer could not be written in full.\n";
    return static_cast<int>(cardroom::cli::Exit::unreachable);
  }
  return status;
}
