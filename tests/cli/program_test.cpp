#include "support/design_round.hpp"
#include "support/process.hpp"
#include "support/text.hpp"
#include "support/verbs.hpp"

using namespace cardroom::testing;

namespace {

std::string example_in(const std::string& help) {
  for (const auto& line : lines_of(help)) {
    if (line.starts_with("Example: cardroom ")) return line.substr(18);
  }
  return {};
}

void check_usage(std::vector<std::string> words, std::string_view mentions) {
  const auto ran = ask(std::move(words));
  CAPTURE(ran.err);
  CHECK(ran.status == 2);
  CHECK(ran.out.empty());
  CHECK(holds(ran.err, mentions));
  CHECK(holds(ran.err, "--help"));
}

bool has_colours(std::string_view text) { return holds(text, "\x1b["); }

/// The program on a terminal: util-linux's script gives it one.
Ran on_terminal(const std::string& words, const std::string& variable = "X=") {
  return Program({"script", "-qec", CARDROOM_BINARY " " + words, "/dev/null"}).with(variable).run();
}

}  // namespace

TEST_CASE("every verb helps with an example and ends well", "[cli]") {
  const auto verbs = all_helped_verbs();
  CHECK(verbs.size() >= 10);
  for (const auto& verb : verbs) {
    CAPTURE(verb.words);
    CHECK_FALSE(example_in(verb.help).empty());
  }
}

TEST_CASE("the examples in the help do what they say", "[cli]") {
  for (const std::vector<std::string>& verb :
       std::vector<std::vector<std::string>>{{},
                                             {"settle"},
                                             {"odds"},
                                             {"draw"},
                                             {"rules"},
                                             {"schedule"},
                                             {"schedule", "list"},
                                             {"schedule", "show"},
                                             {"schedule", "check"},
                                             {"simulate"}}) {
    auto words = verb;
    words.push_back("--help");
    std::string example = example_in(done(ask(words)));
    CAPTURE(example);
    if (holds(example, "--rounds 1000000")) example = changed(example, "1000000", "1000");
    CHECK_FALSE(done(shell("\"$CARDROOM\" " + example)).empty());
  }
}

TEST_CASE("the program tells its version", "[cli]") {
  const auto version = done(ask({"--version"}));
  CHECK(version.starts_with("cardroom "));
  CHECK(version.find_first_of("0123456789") != std::string::npos);
}

TEST_CASE("words that are no request end with the status of usage", "[cli]") {
  check_usage({}, "subcommand");
  check_usage({"--bad"}, "--bad");
  check_usage({"settle"}, "file");
  check_usage({"settle", "a", "b"}, "b");
  check_usage({"settle", "--bad", "-"}, "--bad");
  check_usage({"settle", "-", "--lines", "--explain"}, "--explain");
  check_usage({"settle", "-", "--backline", "101"}, "101");
  check_usage({"settle", "-", "--backline", "-1"}, "-1");
  check_usage({"odds"}, "game");
  check_usage({"odds", "fortune-7", "--decks", "eight"}, "eight");
  check_usage({"odds", "fortune-7", "--decks", "99999999999"}, "99999999999");
  check_usage({"draw"}, "game");
  check_usage({"schedule"}, "subcommand");
  check_usage({"schedule", "show"}, "option");
  check_usage({"schedule", "show", "thirteen"}, "thirteen");
  check_usage({"schedule", "check"}, "file");
  check_usage({"simulate", "--rounds", "0"}, "0");
  check_usage({"simulate", "--rounds", "many"}, "many");
  check_usage({"simulate", "--seed", "-1"}, "-1");
}

TEST_CASE("an unknown verb is named", "[cli]") {
  check_usage({"setle", "-"}, "setle");
  check_usage({"schedule", "shwo", "13"}, "shwo");
}

// --- Terminals, pipes and disks ------------------------------------------------------------------

TEST_CASE("no colours come where nobody sees them", "[cli]") {
  const Scratch scratch;
  const auto round = scratch.file("round.json", kDesignRound);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"settle", "--explain", round},
           {"odds", "fortune-7"},
           {"rules", "fortune-six-v6"},
           {"schedule", "list"},
           {"schedule", "show", "13"},
           {"schedule", "check", std::string(CARDROOM_SCHEDULES) + "/fortune-7.toml"},
           {"simulate", "--rounds", "100"}}) {
    CAPTURE(words);
    CHECK_FALSE(has_colours(done(ask(words))));
  }
}

TEST_CASE("a terminal shows colours unless NO_COLOR is set", "[cli]") {
  for (const auto* words : {"odds fortune-7", "rules six-star", "schedule show 13"}) {
    CAPTURE(words);
    const auto coloured = on_terminal(words);
    CHECK(coloured.status == 0);
    CHECK(has_colours(coloured.out));
    CHECK(has_colours(on_terminal(words, "NO_COLOR=").out));
    const auto plain = on_terminal(words, "NO_COLOR=1");
    CHECK(plain.status == 0);
    CHECK_FALSE(plain.out.empty());
    CHECK_FALSE(has_colours(plain.out));
  }
}

TEST_CASE("answers for scripts have no colours on a terminal either", "[cli]") {
  for (const auto* words : {"odds fortune-7 --json", "rules six-star --json"}) {
    const auto ran = on_terminal(words);
    CHECK(ran.status == 0);
    CHECK_FALSE(has_colours(ran.out));
  }
}

TEST_CASE("a reader who leaves early ends the program", "[cli]") {
  const Scratch scratch;
  const auto rounds = scratch.file("rounds.jsonl", times(20'000, on_one_line(kDesignRound) + "\n"));
  const auto ran = shell("\"$CARDROOM\" settle --lines '" + rounds + "' | head -n 1");
  CHECK(ran.out == without_blanks(kDesignAnswer) + "\n");
  CHECK_FALSE(holds(ran.err, "terminate"));
  CHECK_FALSE(holds(ran.err, "Sanitizer"));
  CHECK(holds(shell("\"$CARDROOM\" rules fortune-six-v6 | head -n 1").out, "Fortune Six"));
}

TEST_CASE("a disk that is full is told and not taken for done", "[cli]") {
  const Scratch scratch;
  const auto round = scratch.file("round.json", on_one_line(kDesignRound));
  for (const std::string& words :
       {"settle '" + round + "'", "settle --lines '" + round + "'",
        "settle --explain '" + round + "'", std::string("odds fortune-7"),
        std::string("rules six-star"), std::string("schedule list"), std::string("--help"),
        std::string("--version")}) {
    CAPTURE(words);
    const auto ran = shell("\"$CARDROOM\" " + words + " > /dev/full");
    CHECK(ran.status == 3);
    CHECK(holds(ran.err, "could not be written"));
  }
}

TEST_CASE("a closed output is told and not taken for done", "[cli]") {
  const auto ran = shell("\"$CARDROOM\" rules >&-");
  CHECK(ran.status == 3);
  CHECK(holds(ran.err, "could not be written"));
}
