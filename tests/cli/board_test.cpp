// The live board on a real terminal, with a real server behind it.

#include "support/served_room.hpp"
#include "support/tmux.hpp"

namespace {

using namespace cardroom::testing;
using nlohmann::json;

constexpr const char* kHand = R"("table":"5","wagers":[{"seat":2,"on":"player","cents":10000}],)"
                              R"("player":"9h Kd","banker":"2c 4s")";

/// A served room with a shift and table 5, and the desk of Olga, its shift manager.
class BoardRoom : public ServedRoom {
 public:
  BoardRoom() {
    add("olga", "shift-manager");
    open_table("olga");
    done(types({"login", "--person", "olga"}, kPassword));
  }
  [[nodiscard]] Ran types(std::vector<std::string> words, std::string_view input = {}) const {
    Program program(program_words(std::move(words)));
    for (const auto& variable : variables()) program.with(variable);
    return program.input(input).run();
  }
  [[nodiscard]] std::vector<std::string> variables() const {
    return {"CARDROOM_SERVER=" + url(), "CARDROOM_SESSION=" + scratch().path("session"),
            "BOARD=" CARDROOM_BINARY " board"};
  }
  /// The same server on the same port, after `stop`.
  [[nodiscard]] std::unique_ptr<LiveProgram> starts_again() const {
    auto program = std::make_unique<LiveProgram>(
        program_words({"serve", "--quiet", "--port", std::to_string(port()), "--db", book()}));
    const auto line = program->answer();
    REQUIRE(line);
    REQUIRE(holds(*line, " on http"));
    return program;
  }
};

TEST_CASE("the board shows what is recorded while it is looked at", "[cli][board]") {
  BoardRoom room;
  const Tmux terminal(room.variables());
  terminal.enters("$BOARD");
  auto screen = terminal.waits_for("live");
  CHECK(holds(screen, "\n>5"));
  CHECK(holds(screen, "Ann 1/2"));
  room.say("olga", "hand", kHand);
  screen = terminal.waits_for("Ann 2/2");
  CHECK(holds(screen, "$8"));
  CHECK(holds(screen, "9K-24"));

  terminal.key("Enter");
  terminal.waits_for("hand 2 of 2");
  terminal.waits_for("9h Kd");
  room.say("olga", "hand", kHand);
  terminal.waits_for("due to Bob");
  terminal.key("Escape");
  terminal.waits_for("due Bob");

  terminal.resize(30, 8);
  terminal.waits_for("The board needs");
  terminal.resize(120, 30);
  screen = terminal.waits_for("P 9h Kd - 2c 4s");
  CHECK(holds(screen, "Hands"));
  terminal.key("q");
  terminal.waits_for("shell>");
}

TEST_CASE("a server that is gone is told, and it is live again when it is back", "[cli][board]") {
  BoardRoom room;
  const Tmux terminal(room.variables());
  terminal.enters("$BOARD");
  terminal.waits_for("live");
  room.stop(SIGKILL);
  auto screen = terminal.waits_for("stale: no answer for");
  CHECK_FALSE(holds(screen, "live"));
  CHECK(holds(screen, "Ann 1/2"));
  const auto again = room.starts_again();
  terminal.waits_until(
      [](const std::string& now) { return holds(now, "live") && !holds(now, "stale"); });
  room.say("olga", "hand", kHand);
  terminal.waits_for("Ann 2/2");
  terminal.key("q");
  terminal.waits_for("shell>");
}

TEST_CASE("the board leaves the terminal as it found it", "[cli][board]") {
  BoardRoom room;
  const Tmux terminal(room.variables());
  const auto pid_file = terminal.scratch().path("pid");
  const auto before = terminal.prints("stty -g");
  REQUIRE_FALSE(before.empty());
  const auto asked_to_end = [&](int signal) {
    return [&pid_file, signal] { ::kill(std::stoi(content_of(pid_file)), signal); };
  };
  const std::vector<std::function<void()>> ways = {[&] { terminal.key("q"); },
                                                   [&] { terminal.key("C-c"); },
                                                   asked_to_end(SIGTERM), asked_to_end(SIGHUP)};
  for (std::size_t way = 0; way < ways.size(); ++way) {
    CAPTURE(way);
    const auto mark = std::to_string(way);
    terminal.enters("clear; echo left-$((" + mark + "))-behind");
    terminal.waits_for("left-" + mark + "-behind");
    terminal.enters("sh -c 'echo $$ >" + pid_file + "; exec $BOARD'; echo ended-$?-" + mark);
    const auto board = terminal.waits_for("live");
    CHECK_FALSE(holds(board, "behind"));
    ways[way]();
    const auto after = terminal.waits_for("\nended-0-" + mark);
    CHECK(holds(after, "left-" + mark + "-behind"));
    CHECK_FALSE(holds(after, "live"));
    CHECK(terminal.prints("stty -g") == before);
  }
}

TEST_CASE("a board that stood aside comes back", "[cli][board]") {
  BoardRoom room;
  const Tmux terminal(room.variables());
  // Only an interactive shell has jobs.
  terminal.enters("set -m; $BOARD");
  terminal.waits_for("live");
  terminal.key("C-z");
  terminal.waits_for("Stopped");
  terminal.enters("fg");
  terminal.waits_for("live");
  terminal.key("q");
  terminal.waits_for("shell>");
}

TEST_CASE("a board without a terminal is printed once or refused", "[cli][board]") {
  BoardRoom room;
  CHECK(refused_code(room.types({"board"}), 2) == "parameter_not_usable");
  const auto text = done(room.types({"board", "--once"}));
  CHECK(holds(text, "fortune-7 13"));
  CHECK(holds(text, "Ann 1/2"));
  CHECK_FALSE(holds(text, "\x1b"));
  CHECK_FALSE(holds(text, "live"));
  CHECK(room.types({"board", "--json"}).answer() == room.get("olga", "/v1/board"));
  CHECK(holds(done(room.types({"board", "--help"})), "Example: cardroom board"));
  CHECK(room.types({"board", "--often"}).status == 2);

  const Tmux terminal(room.variables());
  terminal.enters("TERM=dumb $BOARD");
  terminal.waits_for("This kind of terminal");

  done(room.types({"login", "--person", "ada"}, ServedRoom::kPassword));
  CHECK(refused_code(room.types({"board", "--once"}), 4) == "role_too_low");
  done(room.types({"logout"}));
  CHECK(refused_code(room.types({"board", "--once"}), 4) == "not_signed_in");
  done(room.types({"login", "--person", "olga"}, ServedRoom::kPassword));
  room.stop();
  CHECK(refused_code(room.types({"board", "--once"}), 3) == "server_unreachable");
}

}  // namespace
