#include "cardroom/reports/schedule_card.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cardroom::reports {

namespace {

using nlohmann::ordered_json;
using rules::dollars_text;
using settlement::FeeByAction;
using settlement::FeeBySpace;
using settlement::Schedule;
using settlement::ScheduleBook;
using settlement::Tier;
using Align = TextTable::Align;

constexpr std::size_t kWidth = 80;

/// Fees are always told with their cents, as the document prints them.
std::string fee_text(rules::Cents fee) {
  const std::string text = dollars_text(fee);
  return text.find('.') == std::string::npos ? text + ".00" : text;
}

std::vector<const rules::WagerRule*> wagers_on(const rules::Game& game, settlement::Spaces spaces) {
  std::vector<const rules::WagerRule*> on;
  for (std::size_t i = 0; i < game.wagers.size(); ++i) {
    if (spaces.hold(static_cast<std::uint8_t>(i))) on.push_back(&game.wagers[i]);
  }
  return on;
}

std::string source_text(const ScheduleBook& book) {
  return fmt::format("Source: {}, compared {}", book.source, book.dated);
}

std::string card_body(const rules::Game& game, const FeeBySpace& fees) {
  TextTable rows({Align::left, Align::right, Align::left});
  rows.row({"Player, each space", fee_text(fees.player_fee), "F7-fees.2"});
  rows.row({"Player-dealer, each hand", fee_text(fees.player_dealer_fee), "F7-fees.2"});
  return rows.text() + "  Spaces that carry the player fee: " + space_names(game, fees.spaces) +
         " (C-spot)\n";
}

std::string card_body(const rules::Game& game, const FeeByAction& fees) {
  std::string out =
      "  Player: nothing (F7-fees.7). Player-dealer, each hand, by the table's action:\n";
  TextTable rows({Align::left, Align::right});
  for (const Tier& tier : fees.tiers) {
    rows.row({"  " + tier_text(tier), fee_text(tier.player_dealer_fee)});
  }
  out += rows.text();
  out += "  Action: all wagers on " + space_names(game, fees.spaces) + " (C-action)\n";
  out += fees.gap == FeeByAction::Gap::lower_tier
             ? "  Between two tiers the lower one holds, and the hand is marked gap (C-gap)\n"
             : "  Between two tiers the deal is refused (C-gap)\n";
  out += fees.no_tier == FeeByAction::NoTier::refuse
             ? "  Outside all tiers the deal is refused (C-26)\n"
             : "  Outside all tiers the nearest one holds (C-26)\n";
  return out;
}

ordered_json fees_json(const rules::Game& game, const FeeBySpace& fees) {
  ordered_json spaces = ordered_json::array();
  for (const auto* wager : wagers_on(game, fees.spaces)) spaces.push_back(wager->name);
  return {{"kind", "by-space"},
          {"spaces", spaces},
          {"player_cents", fees.player_fee.count()},
          {"player_dealer_cents", fees.player_dealer_fee.count()}};
}

ordered_json fees_json(const rules::Game&, const FeeByAction& fees) {
  ordered_json tiers = ordered_json::array();
  for (const Tier& tier : fees.tiers) {
    ordered_json row = {{"from_cents", tier.from.count()}};
    if (tier.to) row["to_cents"] = tier.to->count();
    row["player_dealer_cents"] = tier.player_dealer_fee.count();
    tiers.push_back(row);
  }
  return {{"kind", "by-action"},
          {"gap", fees.gap == FeeByAction::Gap::lower_tier ? "lower-tier" : "refuse"},
          {"no_tier", fees.no_tier == FeeByAction::NoTier::refuse ? "refuse" : "nearest-tier"},
          {"tiers", tiers}};
}

ordered_json option_json(const rules::Game& game, const Schedule& s) {
  return {
      {"option", s.option},
      {"limit", {{"min_cents", s.limits.lowest.count()}, {"max_cents", s.limits.highest.count()}}},
      {"fees", std::visit([&](const auto& fees) { return fees_json(game, fees); }, s.fees)}};
}

std::vector<table::FieldTold> option_told() {
  using Fields = std::vector<table::FieldTold>;
  const Fields tier = {
      {"from_cents", "cents"}, {"to_cents", "cents", false}, {"player_dealer_cents", "cents"}};
  const Fields by_space = {{"kind", "text", true, {}, {}, {"by-space"}},
                           {"spaces", "list", true, "text"},
                           {"player_cents", "cents"},
                           {"player_dealer_cents", "cents"}};
  const Fields by_action = {{"kind", "text", true, {}, {}, {"by-action"}},
                            {"gap", "text", true, {}, {}, {"lower-tier", "refuse"}},
                            {"no_tier", "text", true, {}, {}, {"refuse", "nearest-tier"}},
                            {"tiers", "list", true, "object", tier}};
  const Fields fees = {{"by-space", "object", true, {}, by_space},
                       {"by-action", "object", true, {}, by_action}};
  return {{"option", "whole number"},
          {"limit", "object", true, {}, {{"min_cents", "cents"}, {"max_cents", "cents"}}},
          {"fees", "either", true, {}, fees}};
}

}  // namespace

std::string limit_text(const rules::Limits& limits) {
  return fmt::format("{} - {}", dollars_text(limits.lowest), dollars_text(limits.highest));
}

std::string tier_text(const Tier& tier) {
  return tier.to ? fmt::format("{} - {}", dollars_text(tier.from), dollars_text(*tier.to))
                 : dollars_text(tier.from) + "+";
}

std::string space_names(const rules::Game& game, settlement::Spaces spaces) {
  std::string names;
  for (const auto* wager : wagers_on(game, spaces)) rules::append_listed(names, wager->label);
  return names;
}

std::string fees_text(const Schedule& schedule) {
  if (const auto* by_space = std::get_if<FeeBySpace>(&schedule.fees)) {
    return fmt::format("player {} each space, player-dealer {} each hand",
                       fee_text(by_space->player_fee), fee_text(by_space->player_dealer_fee));
  }
  const auto& tiers = std::get<FeeByAction>(schedule.fees).tiers;
  return fmt::format("player-dealer {} to {} by the action",
                     fee_text(tiers.front().player_dealer_fee),
                     fee_text(tiers.back().player_dealer_fee));
}

std::string schedule_list(const ScheduleBook& book, const Ink& ink) {
  TextTable rows({Align::right, Align::left, Align::right, Align::right, Align::left});
  rows.row({"Option", "Limit a space", "Player", "Player-dealer", ""});
  for (const Schedule& s : book.options) {
    std::string player = "-";
    std::string dealer;
    std::string how;
    if (const auto* by_space = std::get_if<FeeBySpace>(&s.fees)) {
      player = fee_text(by_space->player_fee);
      dealer = fee_text(by_space->player_dealer_fee);
    } else {
      const auto& tiers = std::get<FeeByAction>(s.fees).tiers;
      dealer = fee_text(tiers.front().player_dealer_fee) + " to " +
               fee_text(tiers.back().player_dealer_fee);
      how = fmt::format("by action, {} tiers", tiers.size());
    }
    rows.row({std::to_string(s.option), limit_text(s.limits), player, dealer, how});
  }
  return ink.heading(book.title) + "\n  " + wrapped(source_text(book), kWidth, 2) + "\n\n" +
         rows.text();
}

std::string schedule_list_json(const rules::Game& game, const ScheduleBook& book) {
  ordered_json json = {{"game", book.game}, {"source", book.source}, {"dated", book.dated}};
  for (const Schedule& s : book.options) json["options"].push_back(option_json(game, s));
  return json.dump() + '\n';
}

std::string schedule_card(const rules::Game& game, const ScheduleBook& book,
                          const Schedule& schedule, const Ink& ink) {
  std::string out =
      ink.heading(fmt::format("{}, option {}", game.title, schedule.option)) +
      fmt::format("\n  Limit of each betting space: {}, seated and backline together\n",
                  limit_text(schedule.limits));
  out += std::visit([&](const auto& fees) { return card_body(game, fees); }, schedule.fees);
  if (!book.notice.empty()) {
    out += '\n' + ink.heading("Notice") + "\n  " + wrapped(book.notice, kWidth, 2) + '\n';
  }
  return out + "\n  " + wrapped(source_text(book), kWidth, 2) + '\n';
}

std::string schedule_json(const rules::Game& game, const ScheduleBook& book,
                          const Schedule& schedule) {
  ordered_json json = option_json(game, schedule);
  json["game"] = book.game;
  json["source"] = book.source;
  json["dated"] = book.dated;
  json["notice"] = book.notice;
  return json.dump() + '\n';
}

std::vector<table::FieldTold> schedule_list_told() {
  return {{"game", "text"},
          {"source", "text"},
          {"dated", "text"},
          {"options", "list", true, "object", option_told()}};
}

std::vector<table::FieldTold> schedule_told() {
  auto told = option_told();
  told.insert(told.end(),
              {{"game", "text"}, {"source", "text"}, {"dated", "text"}, {"notice", "text"}});
  return told;
}

}  // namespace cardroom::reports
