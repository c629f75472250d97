#include <algorithm>

#include "support/process.hpp"
#include "support/text.hpp"

using namespace cardroom::testing;
using nlohmann::json;

namespace {

const std::string kSchedules = std::string(CARDROOM_SCHEDULES) + "/fortune-7.toml";

constexpr const char* kGames[] = {"baccarat",       "baccarat-no-commission", "fortune-7",
                                  "fortune-six-v5", "fortune-six-v6",         "six-star"};

json answer_of(std::vector<std::string> words) {
  const auto ran = ask(std::move(words));
  done(ran);
  CHECK(lines_of(ran.out).size() == 1);
  return ran.answer();
}

}  // namespace

// --- odds ----------------------------------------------------------------------------------------

TEST_CASE("odds counts every deal of eight decks exactly", "[cli]") {
  const auto odds = answer_of({"odds", "fortune-7", "--decks", "8", "--json"});
  CHECK(odds["game"] == "fortune-7");
  CHECK(odds["decks"] == 8);
  CHECK(odds["orders"] == 4'998'398'275'503'360);
  CHECK(odds["counts"]["banker"] == 2'292'252'566'437'888);
  CHECK(odds["counts"]["player"] == 2'230'518'282'592'256);
  CHECK(odds["counts"]["tie"] == 475'627'426'473'216);
  CHECK(odds["outcomes"][0]["counts"]["banker-three-card-seven"] == 112'633'011'329'024);
  const json& fortune_7 = odds["wagers"][4];
  CHECK(fortune_7["on"] == "fortune-7");
  CHECK(fortune_7["hit"].get<double>() == Approx(0.0225338).margin(1e-7));
  CHECK(fortune_7["expected_return"].get<double>() == Approx(-0.0761133).margin(1e-7));
  CHECK(fortune_7["std_dev"].get<double>() == Approx(6.08).margin(0.01));
}

TEST_CASE("odds takes the game's usual decks where none are told", "[cli]") {
  CHECK(done(ask({"odds", "fortune-7", "--json"})) ==
        done(ask({"odds", "fortune-7", "--decks", "8", "--json"})));
}

TEST_CASE("odds tells a person the same counts", "[cli]") {
  const auto told = done(ask({"odds", "fortune-7"}));
  CHECK(holds(told, "2,292,252,566,437,888"));
  CHECK(holds(told, "112,633,011,329,024"));
}

TEST_CASE("odds refuses decks that the rules do not allow and games there are not", "[cli]") {
  CHECK(refused_code(ask({"odds", "fortune-7", "--decks", "6"})) == "decks_not_allowed");
  CHECK(refused_code(ask({"odds", "fortune-7", "--decks", "-8"})) == "decks_not_allowed");
  CHECK(refused_code(ask({"odds", "poker"})) == "unknown_game");
}

// --- draw ----------------------------------------------------------------------------------------

TEST_CASE("draw says which hand gets the next card and why", "[cli]") {
  CHECK(done(ask({"draw", "fortune-7", "6h", "Kd", "/", "3c", "Kd"})) ==
        "Banker gets the next card: Player stood on 6 and Banker has 3 (F7-deal.8).\n");
  CHECK(done(ask({"draw", "fortune-7", "6h Kd/3c Kd"})) ==
        done(ask({"draw", "fortune-7", "6h", "Kd", "/", "3c", "Kd"})));
  CHECK(holds(done(ask({"draw", "fortune-7"})), "Player gets the next card"));
}

TEST_CASE("draw tells scripts whether the round is complete", "[cli]") {
  const auto open = answer_of({"draw", "fortune-7", "--json", "2h", "Kd", "/", "3c", "Kd"});
  CHECK(open["next"] == "player");
  CHECK(open["complete"] == false);
  CHECK(open["player_total"] == 2);
  CHECK(open["clause"] == "F7-deal.6");
  const auto closed = answer_of({"draw", "six-star", "9f", "Sg", "/", "3e", "2w", "--json"});
  CHECK(closed["next"] == "nobody");
  CHECK(closed["complete"] == true);
  CHECK(closed["banker_total"] == 5);
}

TEST_CASE("draw refuses cards that the rules do not deal", "[cli]") {
  const auto refused = [](std::vector<std::string> cards) {
    cards.insert(cards.begin(), {"draw", "fortune-7"});
    return refused_code(ask(std::move(cards)));
  };
  CHECK(refused({"6x"}) == "unknown_card");
  CHECK(refused({"/", "6h"}) == "cards_out_of_order");
  CHECK(refused({"6h", "Kd", "2c", "/", "3c", "Kd"}) == "third_card_not_dealt");
  CHECK(refused({"6h", "Kd", "2c", "2d"}) == "too_many_cards");
  CHECK(refused_code(ask({"draw", "poker", "6h"})) == "unknown_game");
}

// --- rules ---------------------------------------------------------------------------------------

TEST_CASE("rules lists the six games", "[cli]") {
  const auto list = done(ask({"rules"}));
  const auto games = answer_of({"rules", "--json"});
  REQUIRE(games.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(games[i]["game"] == kGames[i]);
    CHECK(holds(lines_of(list).at(i), kGames[i]));
  }
}

TEST_CASE("rules prints the card of every game for people and for scripts", "[cli]") {
  for (const auto* game : kGames) {
    CAPTURE(game);
    const auto card = done(ask({"rules", game}));
    const auto data = answer_of({"rules", game, "--json"});
    CHECK(holds(card, data["title"].get<std::string>()));
    CHECK(holds(card, "Third cards"));
    for (const auto& wager : data["wagers"]) {
      CHECK(holds(card, wager["on"].get<std::string>()));
      CHECK(holds(card, wager["clause"].get<std::string>()));
    }
  }
  CHECK(refused_code(ask({"rules", "poker"})) == "unknown_game");
}

TEST_CASE("rules draws each total of Banker under the heads of its columns", "[cli]") {
  const auto card = lines_of(done(ask({"rules", "fortune-7"})));
  const auto head = std::find_if(card.begin(), card.end(), [](const std::string& line) {
    return line.starts_with("    Banker ");
  });
  REQUIRE(head != card.end());
  for (auto row = head + 1; row != head + 9; ++row) {
    CAPTURE(*row);
    for (const char column : std::string_view("0123456789-")) {
      CHECK(std::string_view("HS").find(row->at(head->find(column))) != std::string_view::npos);
    }
  }
}

// --- schedule ------------------------------------------------------------------------------------

TEST_CASE("schedule list has a line for every option", "[cli]") {
  const auto list = done(ask({"schedule", "list"}));
  CHECK(holds(list, "$100 - $500"));
  const auto options = answer_of({"schedule", "list", "--json"})["options"];
  REQUIRE(options.size() == 26);
  CHECK(options[12]["limit"]["max_cents"] == 50000);
  CHECK(options[12]["fees"]["player_cents"] == 300);
  CHECK(options[25]["fees"]["tiers"].size() == 5);
  CHECK(refused_code(ask({"schedule", "list", "--game", "six-star"})) == "unknown_schedule");
  CHECK(refused_code(ask({"schedule", "list", "--game", "poker"})) == "unknown_game");
}

TEST_CASE("F7-fees.9 schedule show prints the notice with an option", "[cli][F7-fees.9]") {
  CHECK(holds(done(ask({"schedule", "show", "21"})), "under review by the Bureau"));
  CHECK(holds(answer_of({"schedule", "show", "21", "--json"})["notice"].get<std::string>(),
              "under review by the Bureau"));
}

TEST_CASE("schedule show prints one option as it is posted", "[cli]") {
  const auto by_space = done(ask({"schedule", "show", "13"}));
  for (const auto* part :
       {"option 13", "$100 - $500", "$3.00", "$5.00", "Player line, Banker line"}) {
    CAPTURE(part);
    CHECK(holds(by_space, part));
  }
  CHECK(holds(done(ask({"schedule", "show", "26"})), "$15,005+"));
  const auto tiers = answer_of({"schedule", "show", "26", "--json"})["fees"]["tiers"];
  CHECK(tiers[0]["from_cents"] == 30000);
  CHECK(tiers[4]["player_dealer_cents"] == 6500);
  CHECK_FALSE(tiers[4].contains("to_cents"));
  CHECK(refused_code(ask({"schedule", "show", "27"})) == "unknown_schedule");
  CHECK(refused_code(ask({"schedule", "show", "9223372036854775807"})) == "unknown_schedule");
}

TEST_CASE("schedule check says whether a file may be used", "[cli]") {
  CHECK(holds(done(ask({"schedule", "check", kSchedules})), "26 options for fortune-7"));
  const auto data = answer_of({"schedule", "check", kSchedules, "--json"});
  CHECK(data["options"] == 26);
  CHECK(data["file"] == kSchedules);

  const Scratch scratch;
  const auto bad =
      scratch.file("bad.toml", changed(content_of(kSchedules), "= \"$0.50\"", "= \"5%\""));
  const auto ran = ask({"schedule", "check", bad});
  CHECK(refused_code(ran) == "schedule_percentage");
  CHECK(holds(ran.err, bad + ":18: "));
  check_unreachable(ask({"schedule", "check", scratch.path("none.toml")}));
  check_unreachable(ask({"schedule", "check", scratch.folder()}));
}

TEST_CASE("schedule check answers in JSON whatever a file is called", "[cli]") {
  const Scratch scratch;
  const auto good = scratch.file("a\"b\\c\n\xff.toml", content_of(kSchedules));
  const auto bad = scratch.file("d\"\x1b\xff.toml", "game");
  CHECK(json::accept(done(ask({"schedule", "check", "--json", good}))));
  CHECK(refused_code(ask({"schedule", "check", bad})) == "schedule_not_toml");
}

// --- simulate ------------------------------------------------------------------------------------

TEST_CASE("simulate deals the same rounds from the same seed", "[cli]") {
  const auto counts = [](const char* seed) {
    auto run = answer_of({"simulate", "--rounds", "3000", "--seed", seed, "--json"});
    run.erase("rounds_per_second");
    run.erase("settled_rounds_per_second");
    run.erase("seed");
    return run;
  };
  CHECK(counts("7") == counts("7"));
  CHECK(counts("7") != counts("8"));
}

TEST_CASE("simulate accounts for every round of every game", "[cli]") {
  for (const auto* game : kGames) {
    CAPTURE(game);
    const auto run = answer_of({"simulate", "--game", game, "--rounds", "2000", "--json"});
    CHECK(run["game"] == game);
    CHECK(run["rounds"] == 2000);
    CHECK(run["seed"] == 1);
    const auto& counts = run["counts"];
    CHECK(counts["player"].get<int>() + counts["banker"].get<int>() + counts["tie"].get<int>() ==
          2000);
    for (const auto& sigmas : run["sigmas"]) CHECK(std::abs(sigmas.get<double>()) < 5);
    CHECK(run["rounds_per_second"].get<double>() > 0);
    CHECK(run["settled_rounds_per_second"].get<double>() > 0);
    CHECK(run["settled"]["wagers"] == 40000);
  }
}

TEST_CASE("simulate tells a person the distance from the exact odds", "[cli]") {
  const auto told = done(ask({"simulate", "--rounds", "1000", "--schedule", "26"}));
  CHECK(holds(told, "1,000 rounds from 8 decks, seed 1"));
  CHECK(holds(told, "sigmas"));
}

TEST_CASE("simulate refuses games and options there are not", "[cli]") {
  CHECK(refused_code(ask({"simulate", "--game", "poker"})) == "unknown_game");
  CHECK(refused_code(ask({"simulate", "--schedule", "27"})) == "unknown_schedule");
}

TEST_CASE("simulate refuses a schedule under which its table may not stand", "[cli]") {
  const Scratch scratch;
  const auto file =
      scratch.file("f7.toml", changed(content_of(kSchedules), "$300 - $1,200", "$1,100 - $1,200"));
  const auto ran =
      ask({"--schedules", scratch.folder(), "simulate", "--schedule", "26", "--rounds", "10"});
  CHECK(refused_code(ran) == "action_without_tier");
}
