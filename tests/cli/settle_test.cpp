#include "support/design_round.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

using namespace cardroom::testing;
using nlohmann::json;

namespace {

const std::string kAnswerLine = without_blanks(kDesignAnswer) + "\n";
const std::string kRoundLine = on_one_line(kDesignRound);

Ran settle_text(std::string_view text) {
  const Scratch scratch;
  return ask({"settle", scratch.file("table-5.round", text)});
}

/// The code of each refusal; an answered line stands as "settled".
std::vector<std::string> codes(const Ran& ran) {
  std::vector<std::string> all;
  for (const auto& line : lines_of(ran.out)) {
    CAPTURE(line);
    REQUIRE(json::accept(line));
    const json answer = json::parse(line);
    all.push_back(answer.contains("error") ? answer["error"]["code"].get<std::string>()
                                           : "settled");
  }
  return all;
}

}  // namespace

TEST_CASE("settle answers the design's round with the design's answer", "[cli]") {
  const Scratch scratch;
  CHECK(done(ask({"settle", scratch.file("round.json", kDesignRound)})) == kAnswerLine);
  CHECK(done(ask({"settle", "-"}, kDesignRound)) == kAnswerLine);
  CHECK(done(ask({"settle", "--lines", "-"}, kRoundLine)) == kAnswerLine);
  CHECK(done(settle_text(kDesignText)) == kAnswerLine);
}

TEST_CASE("settle answers a house-banked round with the house's net", "[cli]") {
  CHECK(done(ask({"settle", "-"}, kHouseRound)) == without_blanks(kHouseAnswer) + "\n");
}

TEST_CASE("settle --explain tells each line with its clause", "[cli]") {
  const auto told = done(ask({"settle", "-", "--explain"}, kDesignRound));
  for (const auto* part :
       {"Fortune 7 Baccarat", "schedule option 13", "Banker wins, 7 over 6", "F7-deal.8",
        "F7-fees.2", "F7-pay.4", "F7-pay.5", "b5-1 (back)", "Cover left $400"}) {
    CAPTURE(part);
    CHECK(holds(told, part));
  }
  CHECK_FALSE(json::accept(told));
  CHECK(done(ask({"settle", "--explain", "-"}, kHouseRound)).find("Cover") == std::string::npos);
}

TEST_CASE("settle compares a round file with what it expects", "[cli]") {
  const std::string text(kDesignText);
  CHECK(done(settle_text(text + "expect player-dealer +$100 cover $400\n")) == kAnswerLine);
  CHECK(refused_code(settle_text(text + "expect player-dealer +$99\n")) == "does_not_reconcile");
  CHECK(refused_code(settle_text(text + "expected\n")) == "round_text_unclear");
}

TEST_CASE("settle refuses on the error stream and answers nothing", "[cli]") {
  const auto refused = [](std::string_view round) {
    return refused_code(ask({"settle", "-"}, round));
  };
  CHECK(refused("") == "not_json");
  CHECK(refused(kRoundLine + "\n" + kRoundLine) == "not_json");
  CHECK(refused("{}") == "missing_key");
  CHECK(refused(changed(kDesignRound, "6h Kd", "6h Kd 2c")) == "third_card_not_dealt");
  CHECK(refused(std::string(3'000'000, '[')) == "input_too_large");
  CHECK(refused(std::string(1'000'000, '[')) == "nested_too_deeply");
}

TEST_CASE("settle takes as many backline bettors as it is told", "[cli]") {
  CHECK(refused_code(ask({"settle", "-", "--backline", "0"}, kDesignRound)) ==
        "too_many_backline_bettors");
  CHECK(done(ask({"settle", "-", "--backline", "1"}, kDesignRound)) == kAnswerLine);
}

TEST_CASE("settle cannot reach what is not there", "[cli]") {
  const Scratch scratch;
  const auto none = scratch.path("none.json");
  check_unreachable(ask({"settle", none}));
  check_unreachable(ask({"settle", scratch.path("none.round")}));
  check_unreachable(ask({"settle", "--lines", none}));
  check_unreachable(ask({"settle", scratch.folder()}));
  check_unreachable(ask({"settle", "--lines", scratch.folder()}));
  check_unreachable(ask({"--schedules", scratch.path("none"), "settle", "-"}, kDesignRound));
}

TEST_CASE("settle cannot reach a standard input that is a folder", "[cli]") {
  const Scratch scratch;
  const auto with_folder = [&](std::vector<std::string> words) {
    return Program(program_words(std::move(words))).input_from(scratch.folder()).run();
  };
  check_unreachable(with_folder({"settle", "-"}));
  check_unreachable(with_folder({"settle", "--lines", "-"}));
}

TEST_CASE("settle cannot reach a standard input that is closed", "[cli]") {
  check_unreachable(shell("\"$CARDROOM\" settle - <&-"));
  check_unreachable(shell("\"$CARDROOM\" settle --lines - <&-"));
}

TEST_CASE("settle says why a file cannot be read with and without --lines", "[cli]") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"settle", "/nowhere/x.json"},
        std::vector<std::string>{"settle", "--lines", "/nowhere/x.json"}}) {
    const auto ran = ask(words);
    check_unreachable(ran);
    CHECK(holds(ran.err, "/nowhere/x.json"));
    CHECK(holds(ran.err, "No such file or directory"));
  }
}

// --- Many rounds ---------------------------------------------------------------------------------

TEST_CASE("settle --lines spoils only the answer of a bad line and keeps the order", "[cli]") {
  const std::string other = on_one_line(changed(kDesignRound, "fortune-7", "fortune-8"));
  const auto ran =
      ask({"settle", "--lines", "-"}, kRoundLine + "\n" + other + "\n\nnot JSON\n" + kRoundLine +
                                          "\r\n" + "{}\r\n" + std::string(kHouseRound));
  CHECK(ran.status == 1);
  CHECK(ran.err.empty());
  CHECK(codes(ran) == std::vector<std::string>{"settled", "unknown_game", "not_json", "not_json",
                                               "settled", "missing_key", "settled"});
  CHECK(lines_of(ran.out).at(4) + "\n" == kAnswerLine);
  CHECK(lines_of(ran.out).at(6) == without_blanks(kHouseAnswer));
  CHECK(ran.out.back() == '\n');
}

TEST_CASE("settle --lines answers a file as it answers standard input", "[cli]") {
  const Scratch scratch;
  const std::string rounds = times(5000, kRoundLine + "\n");
  const auto path = scratch.file("rounds.jsonl", rounds);
  const auto answers = done(ask({"settle", "--lines", path}));
  CHECK(answers == times(5000, kAnswerLine));
  CHECK(answers == done(ask({"settle", "--lines", "-"}, rounds)));
}

TEST_CASE("settle --lines of nothing answers nothing", "[cli]") {
  CHECK(done(ask({"settle", "--lines", "-"}, "")).empty());
  const Scratch scratch;
  CHECK(done(ask({"settle", "--lines", scratch.file("empty.jsonl", "")})).empty());
}

TEST_CASE("settle --lines reads past a line of three million bytes", "[cli]") {
  const std::string long_line(3'000'000, '[');
  const auto ran =
      ask({"settle", "--lines", "-"}, long_line + "\n" + kRoundLine + "\n" + long_line);
  CHECK(ran.status == 1);
  CHECK(codes(ran) == std::vector<std::string>{"input_too_large", "settled", "input_too_large"});
}

TEST_CASE("settle --lines refuses a round behind a zero byte", "[cli]") {
  const auto ran =
      ask({"settle", "--lines", "-"}, kRoundLine + std::string(1, '\0') + kRoundLine + "\n");
  CHECK(codes(ran) == std::vector<std::string>{"not_json"});
}

// --- Schedules -----------------------------------------------------------------------------------

TEST_CASE("settle takes its schedules from the folder it is told", "[cli]") {
  const Scratch scratch;
  const auto published = content_of(std::string(CARDROOM_SCHEDULES) + "/fortune-7.toml");
  const auto file = scratch.file(
      "f7.toml", changed(published, "limit = \"$100 - $500\",     player_fee = \"$3.00\"",
                         "limit = \"$100 - $500\",     player_fee = \"$4.50\""));
  const auto fee = [](const Ran& ran) {
    done(ran);
    return ran.answer()["fees"]["players"][0]["cents"].get<int>();
  };
  const auto by_variable = [&](const std::string& folder) {
    return Program(program_words({"settle", "-"}))
        .input(kDesignRound)
        .with("CARDROOM_SCHEDULES=" + folder)
        .run();
  };
  CHECK(fee(ask({"--schedules", scratch.folder(), "settle", "-"}, kDesignRound)) == 450);
  CHECK(fee(by_variable(scratch.folder())) == 450);
  CHECK(fee(by_variable("")) == 300);
  check_unreachable(by_variable(scratch.path("none")));
}

TEST_CASE("settle deals under no half set of schedules", "[cli]") {
  const Scratch scratch;
  const auto good =
      scratch.file("a.toml", content_of(std::string(CARDROOM_SCHEDULES) + "/fortune-7.toml"));
  const auto bad = scratch.file("b.toml", "game = 5\n");
  const auto ran = ask({"--schedules", scratch.folder(), "settle", "-"}, kHouseRound);
  CHECK(refused_code(ran) == "schedule_missing_field");
  CHECK(holds(ran.err, bad));
}
