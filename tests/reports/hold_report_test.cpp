#include <cmath>

#include <fmt/format.h>

#include "cardroom/reports/simulation.hpp"
#include "cardroom/rules/shoe.hpp"
#include "support/book.hpp"
#include "support/night_book.hpp"
#include "support/report_formats.hpp"

namespace cardroom::testing {

namespace {

using rules::Cents;

const rules::Game& fortune_7() {
  return *accepted(rules::find_game(rules::catalogue(), "fortune-7"));
}

/// Hands at table 5, of which each seat banks two in its turn. Wagers are told for the two seats
/// that follow the player-dealer's.
class Hands {
 public:
  explicit Hands(Script& script) : script_(script) { open_table_5(script_); }

  /// `wagers` are objects with "{0}" and "{1}" in place of the seats.
  void play(const std::string& wagers, const std::string& player, const std::string& banker,
            int bank_cents = 90'000'000) {
    const int seat = played_ / 2 % 4 + 1;
    if (played_++ % 2 == 0) offer(script_, seat, true, bank_cents);
    std::string all = wagers;
    for (const auto& [sign, number] :
         {std::pair{"<1>", seat % 4 + 1}, {"<2>", (seat + 1) % 4 + 1}}) {
      for (auto at = all.find(sign); at != std::string::npos; at = all.find(sign)) {
        all.replace(at, 3, std::to_string(number));
      }
    }
    script_.say("max", "hand",
                fmt::format(R"("table":"5","wagers":[{}],"player":"{}","banker":"{}")", all, player,
                            banker));
  }
  void play(const std::string& wagers, const rules::Deal& deal, int bank_cents = 90'000'000) {
    play(wagers, rules::write_cards(fortune_7(), deal.player),
         rules::write_cards(fortune_7(), deal.banker), bank_cents);
  }

  static std::string wager(int which, std::string_view on, int dollars) {
    return fmt::format(R"({{"seat":<{}>,"on":"{}","cents":{}00}})", which, on, dollars);
  }

 private:
  Script& script_;
  int played_ = 0;
};

/// $100 on each of the five kinds.
std::string one_of_each() {
  std::string all;
  for (const auto* on : {"player", "tie", "one-up", "fortune-7"}) {
    all += Hands::wager(1, on, 100) + ',';
  }
  return all + Hands::wager(2, "banker", 100);
}

std::map<std::string, Named> by_wager(const reports::Report& report,
                                      const std::string& game = "fortune-7") {
  std::map<std::string, Named> all;
  for (auto& row : rows_in(report, "hold:" + game)) all[row["wager"]] = row;
  return all;
}

Named facts_of(const reports::Report& report, const std::string& game = "fortune-7") {
  Named facts;
  for (const auto& fact : section_of(report, "hold:" + game).facts) {
    facts[fact.name] = reports::script_text(fact.value);
  }
  return facts;
}

double number_of(const std::string& text) { return std::stod(text); }

/// What a wager gets by the printed rules of Fortune 7, in dollars: written here a second time.
int dollars_back(const std::string& on, int stake, const rules::Score& score) {
  const int player = score.player_total;
  const int banker = score.banker_total;
  const bool seven = banker == 7 && score.banker_cards == 3 && banker > player;
  if (on == "player") return player == banker ? 0 : player > banker ? stake : -stake;
  if (on == "banker") return player == banker || seven ? 0 : banker > player ? stake : -stake;
  if (on == "tie") return player == banker ? 8 * stake : -stake;
  if (on == "fortune-7") return seven ? 40 * stake : -stake;
  if (player - banker != 1) return -stake;
  return (player == 1 ? 30 : 9) * stake;
}

}  // namespace

TEST_CASE("the hold of dealt hands is what a simulation of the same cards says",
          "[reports][hold]") {
  constexpr int kHands = 400;
  constexpr std::uint64_t kSeed = 7;
  const ScratchBook book(book_bytes([](Script& s) {
    rules::Shoe shoe(fortune_7(), 8, kSeed);
    Hands hands(s);
    for (int i = 0; i < kHands; ++i) hands.play(one_of_each(), shoe.deal());
  }));
  const auto report = report_of(book.path, "hold");
  const auto odds = accepted(rules::odds_of(fortune_7(), 8));
  const reports::Simulation run{kHands, kSeed, reports::deal_rounds(fortune_7(), 8, kHands, kSeed),
                                {},     1,     1};
  const auto told = nlohmann::json::parse(reports::simulation_json(fortune_7(), odds, run));
  auto rows = by_wager(report);
  REQUIRE(rows.size() == 5);
  for (const auto& wager : told["wagers"]) {
    auto& row = rows.at(wager["on"]);
    CAPTURE(row["wager"]);
    CHECK(row["wagers"] == std::to_string(kHands));
    CHECK(row["staked_cents"] == "4000000");
    CHECK(number_of(row["distance"]) == Approx(wager["sigmas"].get<double>()).margin(0.0051));
    CHECK(number_of(row["bettors_net_cents"]) ==
          Approx(wager["return"].get<double>() * 4'000'000).margin(0.5));
    CHECK(row["verdict"] == "within 3");
    CHECK(number_of(row["bank_net_cents"]) == -number_of(row["bettors_net_cents"]));
  }
  // The house edges of the literature: EZ baccarat with eight decks.
  CHECK(number_of(rows["player"]["expected_dollars"]) == Approx(-40000 * 0.012351).margin(0.5));
  CHECK(number_of(rows["banker"]["expected_dollars"]) == Approx(-40000 * 0.010183).margin(0.5));
  CHECK(number_of(rows["tie"]["expected_dollars"]) == Approx(-40000 * 0.143596).margin(0.5));
  CHECK(number_of(rows["fortune-7"]["expected_dollars"]) == Approx(-40000 * 0.0761133).margin(0.5));
  CHECK(number_of(rows["fortune-7"]["deviation_dollars"]) ==
        Approx(100 * 41 * std::sqrt(400 * 0.0225338 * (1 - 0.0225338))).margin(0.5));
}

TEST_CASE("actual figures of any wagers are an independent sum, whatever the cover was",
          "[reports][hold]") {
  std::map<std::string, std::array<std::int64_t, 3>> sums;  // wagers, staked, net in dollars
  const ScratchBook book(book_bytes([&](Script& s) {
    rules::Shoe shoe(fortune_7(), 8, 11);
    rules::SplitMix random(12);
    Hands hands(s);
    const auto any = [&] { return 100 + static_cast<int>(random() % 5) * 100; };
    for (int i = 0; i < 200; ++i) {
      const auto deal = shoe.deal();
      const auto score = rules::score_of(deal);
      std::string wagers;
      for (const auto* on : {"player", "banker", "tie", "one-up", "fortune-7"}) {
        const bool line = on == std::string("player") || on == std::string("banker");
        if (!line && random() % 2 == 0) continue;
        const int stake = any();
        wagers += (wagers.empty() ? "" : ",") +
                  Hands::wager(on == std::string("banker") ? 2 : 1, on, stake);
        auto& sum = sums[on];
        sum[0] += 1, sum[1] += stake, sum[2] += dollars_back(on, stake, score);
      }
      hands.play(wagers, deal, 50'000);  // $500 soon run out
    }
  }));
  const auto report = report_of(book.path, "hold");
  auto rows = by_wager(report);
  REQUIRE(rows.size() == sums.size());
  std::int64_t net = 0;
  for (const auto& [on, sum] : sums) {
    CAPTURE(on);
    CHECK(rows[on]["wagers"] == std::to_string(sum[0]));
    CHECK(rows[on]["staked_cents"] == std::to_string(sum[1] * 100));
    CHECK(rows[on]["bettors_net_cents"] == std::to_string(sum[2] * 100));
    net += sum[2] * 100;
  }
  auto facts = facts_of(report);
  CHECK(facts["rounds"] == "200");
  CHECK(facts["bettors_net"] == std::to_string(net));
  const auto taken = ask_number(book.path, "SELECT sum(taken) - sum(paid) FROM round");
  CHECK(facts["bank_net"] == std::to_string(taken));
  CHECK(taken != -net);  // the cover ran out
  CHECK(ask_number(book.path, "SELECT count(*) FROM round WHERE exhausted = 1") > 50);
}

TEST_CASE("wagers that one outcome decides are expected together", "[reports][hold]") {
  const ScratchBook book(book_bytes([](Script& s) {
    rules::Shoe shoe(fortune_7(), 8, 3);
    Hands hands(s);
    const auto wagers = Hands::wager(1, "player", 100) + ',' + Hands::wager(2, "banker", 100);
    for (int i = 0; i < 100; ++i) hands.play(wagers, shoe.deal());
  }));
  // Both lines together lose $100 on a three-card seven and nothing else ever moves.
  constexpr double kSeven = 0.0225338;
  auto facts = facts_of(report_of(book.path, "hold"));
  CHECK(number_of(facts["expected_dollars"]) == Approx(-100 * 100 * kSeven).margin(0.02));
  CHECK(number_of(facts["deviation_dollars"]) ==
        Approx(100 * std::sqrt(100 * kSeven * (1 - kSeven))).margin(0.02));
}

TEST_CASE("the same cards again and again are beyond three deviations", "[reports][hold]") {
  const ScratchBook book(book_bytes([](Script& s) {
    Hands hands(s);
    const auto wagers = Hands::wager(1, "player", 100) + ',' + Hands::wager(2, "banker", 100) +
                        ',' + Hands::wager(2, "fortune-7", 100);
    for (int i = 0; i < 60; ++i) hands.play(wagers, "6h Kd", "3c Kd 4s");
  }));
  const auto report = report_of(book.path, "hold");
  auto rows = by_wager(report);
  CHECK(rows["player"]["verdict"] == "beyond 3");
  CHECK(number_of(rows["player"]["distance"]) < -3);
  CHECK(rows["banker"]["verdict"] == "within 3");  // pushes cost nobody anything
  CHECK(rows["fortune-7"]["verdict"] == "beyond 3 (few)");
  CHECK(number_of(rows["fortune-7"]["distance"]) > 30);
  CHECK(facts_of(report)["verdict"] == "beyond 3 (few)");
}

TEST_CASE("after any night the hold is what the settled lines of the book sum to",
          "[reports][hold][property]") {
  std::int64_t staked = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    const NightBook night(seed, 1500);
    reports::ReportAsked all;
    all.from = "2026-01-01";
    const auto report = report_of(night.path(), "hold", all);
    SQLite::Database database(night.path(), SQLite::OPEN_READONLY);
    // A reversal has the other sign, so nothing needs to be left out of these sums.
    SQLite::Statement row(
        database,
        "SELECT s.game, w.space, sum(w.stake - w.unsettled), sum(w.due) - sum(CASE WHEN w.result "
        "IN ('lose', 'no-action') AND w.due = 0 THEN w.stake - w.unsettled ELSE 0 END), "
        "sum(w.taken) - sum(w.paid) FROM wager w JOIN round r ON r.id = w.round "
        "JOIN terms t ON t.id = r.terms JOIN session s ON s.id = t.session "
        "WHERE r.kind <> 'voided' GROUP BY s.game, w.space HAVING sum(w.stake - w.unsettled) <> 0");
    std::size_t kinds = 0;
    while (row.executeStep()) {
      const auto game = row.getColumn(0).getString();
      const auto* rules_of = accepted(rules::find_game(rules::catalogue(), game));
      const auto wager = std::string(rules_of->wagers[row.getColumn(1).getUInt()].name);
      CAPTURE(game, wager);
      auto told = by_wager(report, game).at(wager);
      CHECK(told["staked_cents"] == row.getColumn(2).getString());
      CHECK(told["bettors_net_cents"] == row.getColumn(3).getString());
      CHECK(told["bank_net_cents"] == row.getColumn(4).getString());
      staked += row.getColumn(2).getInt64();
      ++kinds;
    }
    std::size_t rows = 0;
    for (const auto& section : report.sections) rows += rows_in(report, section.id()).size();
    CHECK(rows == kinds);
  }
  CHECK(staked > 1'000'000);
}

TEST_CASE("the hold tells rounds that stand, by game, table and option", "[reports][hold]") {
  const ScratchBook book(shift_bytes());
  const auto report = report_of(book.path, "hold");
  // Rounds 1, 2 and 3 were undone and 6 was void: 5 and 10 stand, each with one wager.
  CHECK(facts_of(report)["rounds"] == "2");
  auto rows = by_wager(report);
  CHECK(rows.at("player")["wagers"] == "1");
  CHECK(rows.at("player")["bettors_net_cents"] == "20000");
  CHECK(rows.at("tie")["staked_cents"] == "20000");
  CHECK(rows.at("tie")["bettors_net_cents"] == "160000");
  CHECK(rows.at("tie")["bank_net_cents"] == "-100000");
  // Two questions decide the wagers of Fortune Six; what was not in action is no wager.
  const auto& house = section_of(report, "hold:fortune-six-v6");
  CHECK(house.notes.at(0).find("several questions") != std::string::npos);
  CHECK(!facts_of(report, "fortune-six-v6").contains("distance"));
  CHECK(facts_of(report, "fortune-six-v6")["rounds"] == "2");

  reports::ReportAsked only;
  only.table = "9";
  const auto table_9 = report_of(book.path, "hold", only);
  CHECK(!has_section(table_9, "hold:fortune-7"));
  CHECK(by_wager(table_9, "fortune-six-v6") == by_wager(report, "fortune-six-v6"));
  only.table.reset();
  only.option = 13;
  const auto option_13 = report_of(book.path, "hold", only);
  CHECK(!has_section(option_13, "hold:fortune-six-v6"));
  CHECK(by_wager(option_13) == rows);
  only.option = 14;
  CHECK(report_of(book.path, "hold", only).sections.empty());
}

}  // namespace cardroom::testing
