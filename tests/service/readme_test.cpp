// What the README tells a reader to type does what it says, word by word.

#include "support/live_program.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

namespace cardroom::testing {

namespace {

const std::string& readme() {
  static const std::string text = content_of(std::string(CARDROOM_TESTS) + "/../README.md");
  return text;
}

/// The indented lines between two headings, as they are typed.
std::string typed(const std::string& from, const std::string& to) {
  const auto begin = readme().find("\n" + from + "\n");
  const auto end = readme().find("\n" + to + "\n");
  REQUIRE(begin < end);
  REQUIRE(end != std::string::npos);
  std::string all;
  for (const auto& line : lines_of(readme().substr(begin, end - begin))) {
    if (line.starts_with("    ")) all += line.substr(4) + '\n';
  }
  return all;
}

/// The line of the README that begins so, without its indentation.
std::string line_with(const std::string& beginning) {
  const auto at = readme().find("\n    " + beginning);
  REQUIRE(at != std::string::npos);
  return readme().substr(at + 5, readme().find('\n', at + 5) - at - 5);
}

/// `cardroom serve` in a folder of its own; where it says 7437, any port that is free.
class ReadmeRoom {
 public:
  ReadmeRoom()
      : server_({"env", "-C", scratch_.folder(), "CARDROOM_PORT=0", CARDROOM_BINARY, "serve",
                 "--quiet"}) {
    const auto line = server_.answer().value();
    CHECK(line.starts_with("Serving room.book on http://127.0.0.1:"));
    url = line.substr(line.rfind(' ') + 1);
    while (code.empty()) {
      const auto next = server_.answer().value();
      if (const auto at = next.find("--code "); at != std::string::npos) {
        code = next.substr(at + 7, 19);
      }
    }
  }
  /// Ends with the first command that fails. Whoever is asked for a secret types the README's.
  [[nodiscard]] std::string types(const std::string& commands) const {
    const std::string script = "set -eu\ncd '" + scratch_.folder() +
                               "'\ncardroom() { " CARDROOM_BINARY
                               " \"$@\" <<<'another long secret'; }\n"
                               "curl() { command curl -sS \"$@\"; echo; }\n" +
                               commands;
    const auto ran = Program({"timeout", "60", "bash", "-c", script})
                         .with("CARDROOM_SERVER=" + url)
                         .with("CARDROOM_SESSION=" + scratch_.path("session"))
                         .run();
    INFO(script << '\n' << ran.out << '\n' << ran.err);
    REQUIRE(ran.status == 0);
    CHECK(ran.err.empty());
    return ran.out;
  }

  std::string url, code;

 private:
  Scratch scratch_;
  LiveProgram server_;
};

}  // namespace

TEST_CASE("the README's room of terminals and its hand with curl do what they say",
          "[service][readme]") {
  const ReadmeRoom room;
  auto terminal = typed("## A room of terminals and tablets", "### A hand with curl");
  terminal = changed(terminal, "./cardroom serve\n", "");
  for (auto at = terminal.find("./cardroom"); at != std::string::npos;
       at = terminal.find("./cardroom")) {
    terminal.replace(at, 2, "");
  }
  terminal = changed(terminal, "BWZG-MWV9-FCQE-Q36F", room.code);
  terminal = changed(terminal, "cardroom invite --person olga",
                     "invited=$(cardroom invite --person olga)");
  terminal = changed(terminal, "9C2W-...", "$invited");
  const auto at_terminal = room.types(terminal);
  for (const char* said :
       {"The admin can sign in.", "Ada Admin, admin, is signed in", "add-person is event 4.",
        "The password is set: sign in.", "Olga R., shift-manager, is signed in",
        "open-table is event 6.", "accept-position is event 10.", "hand is event 11, round 1.",
        "Player 9, Banker 6: player", "Table 5: Fortune 7 Baccarat, open"}) {
    CAPTURE(at_terminal, said);
    CHECK(holds(at_terminal, said));
  }

  const auto answer = line_with(R"({"ok":"hand")");
  const auto refused = line_with(R"({"type":"about:blank")");
  auto hand = typed("### A hand with curl", "### The interface");
  hand = changed(changed(hand, answer, ""), refused, "");
  hand = changed(hand, "http://127.0.0.1:7437", room.url);
  const auto sign_in = hand.substr(hand.find("curl $room/v1/session"));
  hand = changed(hand, "token=...",
                 "token=$(" + sign_in.substr(0, sign_in.find('\n')) +
                     R"re( | sed 's/.*"token":"\([^"]*\)".*/\1/'))re");
  // Had Bob put down $90: before the hand that is played.
  const auto post = hand.substr(hand.find("curl $room/v1/commands"));
  const auto less = changed(changed(post.substr(0, post.find("}'\n") + 3), "10000", "9000"),
                            "t5-0118", "t5-0117");
  hand = changed(hand, "curl $room/v1/commands", less + "curl $room/v1/commands");
  // A feed does not end by itself; it is a process of its own, so that it can be ended.
  auto feed = hand.substr(hand.find("curl -N"));
  feed = feed.substr(0, feed.find('\n'));
  hand = changed(hand, feed,
                 ": >feed; env " + feed +
                     " -sS >feed & until grep -q '^id: 12$' feed; do sleep 0.05; done\n"
                     "kill $!; wait $! || cat feed");
  const auto with_curl = room.types(hand);
  CAPTURE(with_curl);
  CHECK(holds(with_curl, refused + '\n'));
  CHECK(holds(with_curl, answer.substr(0, answer.find("{...}"))));
  for (const char* said : {R"("position":{"rules":"approved","due":{"seat":2,"name":"Bob"})",
                           "Round 1 at table 5, settled", "retry: 2000", "\nid: 1\n",
                           "\nid: 12\nevent: hand\ndata: {\"event\":12"}) {
    CAPTURE(said);
    CHECK(holds(with_curl, said));
  }
}

}  // namespace cardroom::testing
