// The terminal that other tests type at.

#include "support/tmux.hpp"

namespace {

using namespace cardroom::testing;

TEST_CASE("a test sees the whole screen of a real terminal", "[cli][terminal]") {
  const Tmux terminal({"GREETING=good morning"});
  CHECK(terminal.prints("stty size") == "24 80\n");
  CHECK(terminal.prints("echo $GREETING") == "good morning\n");
  terminal.enters("clear; seq 30");
  const auto screen = terminal.waits_for("\n30\n");
  CHECK(lines_of(screen).size() == 24);
  CHECK_FALSE(holds(screen, "\n7\n"));
  CHECK(holds(terminal.all(), "\n7\n"));
  terminal.resize(20, 10);
  CHECK(terminal.prints("stty size") == "10 20\n");
}

}  // namespace
