#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "support/setting.hpp"

// Every file of tests/golden: what a person wrote down must be what the rules say.

namespace {

using namespace cardroom::testing;
using namespace cardroom::table;
namespace fs = std::filesystem;

std::vector<fs::path> golden_files() {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(fs::path(CARDROOM_TESTS) / "golden")) {
    files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE(in);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

OrRefused<SettledRound> answer(const RoundText& round) {
  return settle(round.told, printed_setting());
}

RoundText golden(const fs::path& file) { return accepted(read_round_text(text_of(file))); }

/// Runs `check` on each file in a section of its own.
void on_every_file(const std::function<void(const fs::path&)>& check) {
  for (const auto& file : golden_files()) {
    DYNAMIC_SECTION(file.filename().string()) { check(file); }
  }
}

/// "F7-pay.5" of "F7-pay.5-three-card-seven.round": the longest start of the name that the file
/// carries as a tag.
bool carries_clause_of_its_name(const fs::path& file, const std::string& text) {
  std::string id = file.stem().string();
  while (!id.empty() && text.find("[" + id + "]") == std::string::npos) {
    const auto dash = id.rfind('-');
    id.resize(dash == std::string::npos ? 0 : dash);
  }
  return !id.empty();
}

/// One figure changed; some changes do not apply to every file.
struct Change {
  std::string what;
  std::function<bool(Expected&)> apply;
};

template <class Apply>
Change on_last_line(std::string what, Apply apply) {
  return {std::move(what), [apply](Expected& expected) {
            if (expected.lines.empty()) return false;
            return apply(expected.lines.back());
          }};
}

std::vector<Change> changes() {
  using cardroom::rules::Cents;
  return {
      {"the lines in another order",
       [](Expected& e) {
         if (e.lines.size() < 2) return false;
         std::swap(e.lines.front(), e.lines.back());
         return true;
       }},
      {"a line left out",
       [](Expected& e) {
         if (e.lines.size() < 2) return false;
         e.lines.pop_back();
         return true;
       }},
      {"a line too many",
       [](Expected& e) {
         if (e.lines.empty()) return false;
         e.lines.push_back(e.lines.back());
         return true;
       }},
      {"a cent more on the first line that moves money",
       [](Expected& e) {
         const auto line = std::find_if(e.lines.begin(), e.lines.end(),
                                        [](const auto& l) { return l.moved != Cents{}; });
         if (line == e.lines.end()) return false;
         line->moved += Cents{1};
         return true;
       }},
      on_last_line("another result",
                   [](auto& line) {
                     line.result = line.result == "push" ? "no-action" : "push";
                     return true;
                   }),
      on_last_line("another bettor", [](auto& line) { return line.bettor += "x", true; }),
      on_last_line("another seat", [](auto& line) { return ++line.seat, true; }),
      on_last_line("a full amount where nothing was short",
                   [](auto& line) {
                     if (line.of || line.moved == Cents{}) return false;
                     line.of = line.moved + Cents{1};
                     return true;
                   }),
      on_last_line("another cover",
                   [](auto& line) {
                     if (line.cover) *line.cover += Cents{1};
                     return line.cover.has_value();
                   }),
      {"another fee of the player-dealer",
       [](Expected& e) {
         if (e.fees) e.fees->player_dealer += Cents{1};
         return e.fees.has_value();
       }},
      {"another fee of the players",
       [](Expected& e) {
         if (e.fees) e.fees->players += Cents{1};
         return e.fees.has_value();
       }},
      {"a gap told wrongly",
       [](Expected& e) {
         if (e.fees) e.fees->gap = !e.fees->gap;
         return e.fees.has_value();
       }},
      {"another net of the player-dealer",
       [](Expected& e) {
         if (e.player_dealer) e.player_dealer->net += Cents{1};
         return e.player_dealer.has_value();
       }},
      {"another cover left",
       [](Expected& e) {
         if (!e.player_dealer || !e.player_dealer->cover) return false;
         *e.player_dealer->cover += Cents{1};
         return true;
       }},
      {"another net of the house",
       [](Expected& e) {
         if (e.house) *e.house += Cents{1};
         return e.house.has_value();
       }},
      {"a bank of the wrong kind",
       [](Expected& e) {
         if (e.refused) return false;
         if (!e.player_dealer)
           e.player_dealer.emplace();
         else
           e.house.emplace();
         return true;
       }},
      {"another refusal, or one where there is none",
       [](Expected& e) { return e.refused = e.refused ? *e.refused + "x" : "no_wager", true; }},
  };
}

}  // namespace

TEST_CASE("F7-pay.5 every golden round comes out as it is written down", "[table][golden]") {
  on_every_file([](const fs::path& file) {
    const auto round = golden(file);
    if (const auto differs = reconcile(round.expected, answer(round))) FAIL(differs->detail);
  });
}

TEST_CASE("F7-pay.5 a golden round leaves nothing open", "[table][golden]") {
  on_every_file([](const fs::path& file) {
    CHECK(file.extension() == ".round");
    CHECK(carries_clause_of_its_name(file, text_of(file)));
    const auto round = golden(file);
    if (round.expected.refused) return;
    const auto settled = accepted(answer(round));
    CHECK(round.expected.lines.size() == settled.settlement.lines.size());
    const bool banked = settled.round.player_dealer().has_value();
    CHECK(round.expected.house.has_value() == !banked);
    CHECK(round.expected.player_dealer.has_value() == banked);
    CHECK(round.expected.fees.has_value() == settled.round.fees().has_value());
    for (const auto& line : round.expected.lines) CHECK(line.cover.has_value() == banked);
  });
}

TEST_CASE("F7-pay.5 a changed figure of a golden round is noticed", "[table][golden]") {
  const auto all = changes();
  std::vector<int> applied(all.size());
  for (const auto& file : golden_files()) {
    const auto round = golden(file);
    const auto settled = answer(round);
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto expected = round.expected;
      if (!all[i].apply(expected)) continue;
      ++applied[i];
      CAPTURE(file.filename(), all[i].what);
      const auto differs = reconcile(expected, settled);
      REQUIRE(differs.has_value());
      CHECK(cardroom::rules::name(differs->code) == "does_not_reconcile");
      CHECK_FALSE(differs->detail.empty());
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i].what);
    CHECK(applied[i] > 0);
  }
}

TEST_CASE("F7-pay.5 a refused round does not pass for a settled one", "[table][golden]") {
  int refused = 0;
  for (const auto& file : golden_files()) {
    auto round = golden(file);
    if (!round.expected.refused) continue;
    ++refused;
    const std::string code = *round.expected.refused;
    round.expected.refused.reset();
    const auto differs = reconcile(round.expected, answer(round));
    REQUIRE(differs.has_value());
    CHECK(cardroom::rules::name(differs->code) == code);
  }
  CHECK(refused > 0);
}

TEST_CASE("S-cover the worked examples of the readings are all there", "[table][golden][S-cover]") {
  const auto files = golden_files();
  const auto there = [&](const std::string& name) {
    CAPTURE(name);
    CHECK(std::any_of(files.begin(), files.end(),
                      [&](const fs::path& file) { return file.filename() == name; }));
  };
  for (const std::string cover : {"consumed", "running"}) {
    for (int example = 1; example <= 5; ++example) {
      there("S-cover-" + std::to_string(example) + "-" + cover + ".round");
    }
  }
  there("F7-pay.5-three-card-seven.round");
}
