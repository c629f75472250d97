#include "cardroom/reports/odds_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cardroom::reports {

namespace {

using nlohmann::ordered_json;
using rules::Odds;
using Align = TextTable::Align;

std::string percent(std::uint64_t count, std::uint64_t orders) {
  return fmt::format("{:.6f} %", 100.0 * static_cast<double>(count) / static_cast<double>(orders));
}

}  // namespace

std::string odds_text(const rules::Game& game, const Odds& odds, const Ink& ink) {
  std::string out =
      ink.heading(game.title) + fmt::format(", {} decks: all {} ordered draws of six cards\n",
                                            odds.decks, grouped(odds.orders));
  TextTable winners({Align::left, Align::right, Align::right});
  const std::pair<const char*, std::uint64_t> rows[] = {
      {"Player wins", odds.player}, {"Banker wins", odds.banker}, {"Tie", odds.tie}};
  for (const auto& [name, count] : rows) {
    winners.row({name, grouped(count), percent(count, odds.orders)});
  }
  out += winners.text();
  for (const auto& question : odds.questions) {
    out += '\n' + ink.heading("By outcome: ") + ink.heading(question.set->question) + '\n';
    TextTable table({Align::left, Align::right, Align::right});
    for (std::size_t i = 0; i < question.counts.size(); ++i) {
      table.row({std::string(question.set->outcomes[i].name), grouped(question.counts[i]),
                 percent(question.counts[i], odds.orders)});
    }
    out += table.text();
  }
  out += '\n' + ink.heading("For the bettor, a unit staked, without any limit of cover") + '\n';
  TextTable wagers({Align::left, Align::right, Align::right, Align::right});
  wagers.row({"Wager", "hit", "expected return", "std dev"});
  for (const auto& wager : odds.wagers) {
    wagers.row({std::string(wager.wager->name), fmt::format("{:.7f}", wager.hit),
                fmt::format("{:.7f}", wager.expected_return),
                fmt::format("{:.5f}", wager.std_dev)});
  }
  out += wagers.text();
  for (const auto& wager : odds.wagers) {
    if (wager.expected_bonus_cents > 0) {
      out += fmt::format("  {}: fixed bonuses add {:.4f} cents to each wager, whatever its stake\n",
                         wager.wager->name, wager.expected_bonus_cents);
    }
  }
  return out;
}

std::string odds_json(const rules::Game& game, const Odds& odds) {
  ordered_json json = {
      {"game", game.name},
      {"decks", odds.decks},
      {"orders", odds.orders},
      {"counts", {{"player", odds.player}, {"banker", odds.banker}, {"tie", odds.tie}}}};
  for (const auto& question : odds.questions) {
    ordered_json counts;
    for (std::size_t i = 0; i < question.counts.size(); ++i) {
      counts[std::string(question.set->outcomes[i].name)] = question.counts[i];
    }
    json["outcomes"].push_back({{"question", question.set->question}, {"counts", counts}});
  }
  for (const auto& wager : odds.wagers) {
    ordered_json row = {{"on", wager.wager->name},
                        {"hit", wager.hit},
                        {"expected_return", wager.expected_return},
                        {"std_dev", wager.std_dev}};
    if (wager.expected_bonus_cents > 0) row["expected_bonus_cents"] = wager.expected_bonus_cents;
    json["wagers"].push_back(row);
  }
  return json.dump() + '\n';
}

std::vector<table::FieldTold> odds_told() {
  const std::string whole = "whole number";
  const std::vector<table::FieldTold> wager = {{"on", "text"},
                                               {"hit", "ratio"},
                                               {"expected_return", "ratio"},
                                               {"std_dev", "ratio"},
                                               {"expected_bonus_cents", "ratio", false}};
  return {
      {"game", "text"},
      {"decks", whole},
      {"orders", whole},
      {"counts", "object", true, {}, {{"player", whole}, {"banker", whole}, {"tie", whole}}},
      {"outcomes", "list", true, "object", {{"question", "text"}, {"counts", "map", true, whole}}},
      {"wagers", "list", true, "object", wager}};
}

}  // namespace cardroom::reports
