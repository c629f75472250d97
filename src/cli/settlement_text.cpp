#include "cardroom/cli/settlement_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/fitted_text.hpp"
#include "cardroom/reports/text.hpp"
#include "cardroom/rules/cents.hpp"

namespace cardroom::cli {

namespace {

using nlohmann::json;

rules::Cents cents_in(const json& object, const char* name) {
  return rules::Cents{object.value(name, std::int64_t{0})};
}

std::string cell(const json& line, const char* name) {
  return rules::dollars_text(cents_in(line, name));
}

std::string result_text(const json& line) {
  const auto result = line.value("result", "");
  return result == "no-action" ? "no action" : result;
}

/// Whoever pays must see on the line itself that the cover did not reach for all of it.
std::string paid_text(const json& line) {
  const bool cut_short = line.value("result", "") == "win" &&
                         cents_in(line, "paid_cents") < cents_in(line, "due_cents");
  return cell(line, "paid_cents") + (cut_short ? " of " + cell(line, "due_cents") : "");
}

std::string lines_text(const json& lines) {
  using Align = reports::TextTable::Align;
  std::vector<std::vector<std::string>> rows = {
      {"Seat", "Bettor", "Wager", "Stake", "Result", "Paid", "Taken", "Cover"}};
  constexpr std::size_t kBettor[] = {1};
  for (const auto& line : lines) {
    rows.push_back({line.at("seat").dump(), line.value("bettor", ""), line.value("on", ""),
                    cell(line, "stake_cents"), result_text(line), paid_text(line),
                    cell(line, "taken_cents"),
                    line.contains("cover_after_cents") ? cell(line, "cover_after_cents") : ""});
  }
  cut_to_screen(rows, kBettor);
  reports::TextTable table({Align::right, Align::left, Align::left, Align::right, Align::left,
                            Align::right, Align::right, Align::right});
  for (auto& row : rows) table.row(std::move(row));
  return table.text();
}

}  // namespace

std::string settlement_text(const json& settled) {
  const auto& outcome = settled.at("outcome");
  std::string text = fmt::format("Player {}, Banker {}: {}\n", outcome.at("player_total").dump(),
                                 outcome.at("banker_total").dump(), outcome.value("winner", ""));
  text += lines_text(settled.at("lines"));
  if (settled.contains("fees")) text += "fees " + cell(settled["fees"], "total_cents") + '\n';
  if (settled.contains("player_dealer")) {
    const auto& dealer = settled["player_dealer"];
    text += fmt::format("player-dealer {}, cover left {}{}\n",
                        rules::signed_dollars_text(cents_in(dealer, "net_cents")),
                        cell(dealer, "cover_left_cents"),
                        dealer.value("exhausted", false) ? ": the wager is exhausted" : "");
  }
  return text;
}

}  // namespace cardroom::cli
