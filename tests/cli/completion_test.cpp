// What the shells offer for a line that is half typed: real bash and zsh, each on a terminal.

#include <algorithm>
#include <memory>

#include "support/typed_shell.hpp"
#include "support/verbs.hpp"

using namespace cardroom::testing;

namespace {

using Words = std::vector<std::string>;

/// A shell that has read the program's script. `insert_all` are the keys by which it writes all
/// that it would offer into the line; the line is then shown word by word.
class Completing {
 public:
  static Completing bash() {
    Completing shell({"bash", "--norc", "--noprofile", "-i"}, "\x1b*");
    shell.shell_->say("bind 'set enable-bracketed-paste off'");
    shell.shell_->say("source <(cardroom completion bash)");
    return shell;
  }
  static Completing zsh() {
    Completing shell({"zsh", "-f", "-i"},
                     "\x18"
                     "a");
    shell.shell_->say("unsetopt prompt_cr prompt_sp; bindkey -e");
    shell.shell_->say("autoload -Uz compinit; compinit -u -D");
    shell.shell_->say("zle -C all-matches complete-word _generic; bindkey '^Xa' all-matches");
    shell.shell_->say(
        "zstyle ':completion:all-matches::::' completer _all_matches _complete; "
        "zstyle ':completion:all-matches:*' insert yes");
    shell.shell_->say("source <(cardroom completion zsh)");
    return shell;
  }

  /// The words behind `line` and in place of its last one.
  Words offers(const std::string& line) {
    shell_->type(line + insert_all_ + "\x01printf '<%s>' \x05; echo 'end''ed'\r");
    const auto shown = shell_->until("ended\r\n");
    CAPTURE(line, shown);
    const auto start = shown.find("<cardroom>");
    REQUIRE(start != std::string::npos);
    Words words;
    for (auto at = start; at < shown.size() && shown[at] == '<';) {
      const auto end = shown.find('>', at);
      words.push_back(shown.substr(at + 1, end - at - 1));
      at = end + 1;
    }
    const auto kept = std::count(line.begin(), line.end(), ' ');
    words.erase(words.begin(), words.begin() + std::min(kept, std::ssize(words)));
    std::sort(words.begin(), words.end());
    return words;
  }

 private:
  Completing(Words words, std::string insert_all)
      : shell_(std::make_unique<TypedShell>(std::move(words))),
        insert_all_(std::move(insert_all)) {}

  std::unique_ptr<TypedShell> shell_;
  std::string insert_all_;
};

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  return words;
}

/// For a folder with room.book, room.toml and the folder books.
void check_offers(Completing shell) {
  CHECK(shell.offers("cardroom ") == sorted(verbs_in(done(ask({"--help"})))));
  CHECK(shell.offers("cardroom verif") == Words{"verify"});
  CHECK(shell.offers("cardroom report ") == sorted(verbs_in(done(ask({"report", "--help"})))));
  CHECK(shell.offers("cardroom do accept-") == Words{"accept-position"});
  CHECK(shell.offers("cardroom --schedules books schedule sh") == Words{"show"});
  // Options, those that the help names.
  CHECK(shell.offers("cardroom report shift -") ==
        sorted(options_named(done(ask({"report", "shift", "--help"})))));
  CHECK(shell.offers("cardroom do accept-position --wag") == Words{"--wager", "--wager-cents"});
  // Values of closed lists.
  const Words formats = {"csv", "html", "json", "text"};
  CHECK(shell.offers("cardroom report shift --format ") == formats);
  CHECK(shell.offers("cardroom report shift --format h") == Words{"html"});
  CHECK(shell.offers("cardroom report shift --db room.book --format j") == Words{"json"});
  CHECK(shell.offers("cardroom do add-person --role deal") == Words{"dealer"});
  CHECK(shell.offers("cardroom rules fortune-s") == Words{"fortune-six-v5", "fortune-six-v6"});
  CHECK(shell.offers("cardroom completion ") == Words{"bash", "zsh"});
  // Files and folders where a path is taken, and nothing that is none.
  CHECK(shell.offers("cardroom report shift --db room.b") == Words{"room.book"});
  CHECK(shell.offers("cardroom settle room.t") == Words{"room.toml"});
  CHECK(shell.offers("cardroom demo --folder b").size() == 1);
  CHECK(shell.offers("cardroom demo --folder room").front() == "room");
  CHECK(shell.offers("cardroom demo --seed ") == Words{});
}

}  // namespace

TEST_CASE("bash completes verbs, options, closed lists and paths", "[cli][completion]") {
  check_offers(Completing::bash());
}

TEST_CASE("zsh completes verbs, options, closed lists and paths", "[cli][completion]") {
  check_offers(Completing::zsh());
}

TEST_CASE("a value behind an equals sign is completed too", "[cli][completion]") {
  CHECK(Completing::bash().offers("cardroom report shift --format=h") == Words{"--format=html"});
  CHECK(Completing::zsh().offers("cardroom report shift --format=h") == Words{"--format=html"});
}

TEST_CASE("every option that names a book, settings or certificates takes a path",
          "[cli][completion]") {
  int paths = 0;
  for (const auto& verb : all_helped_verbs()) {
    for (const auto& line : lines_of(verb.help)) {
      for (const std::string option : {"--db", "--settings", "--cert", "--ca"}) {
        if (!line.starts_with("  " + option + ' ')) continue;
        CAPTURE(verb.words, line);
        CHECK(line.starts_with("  " + option + " FILE"));
        ++paths;
      }
    }
  }
  CHECK(paths > 20);
}
