#include "cardroom/reports/rule_card.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cardroom::reports {

namespace {

using nlohmann::ordered_json;
using rules::Banking;
using rules::Game;
using rules::Pay;
using rules::WagerRule;
using Align = TextTable::Align;

constexpr std::size_t kWidth = 80;

std::string banking_text(const Game& game) {
  return game.banking == Banking::house ? "the house" : "a player-dealer";
}

std::string decks_text(const Game& game) {
  const auto& [least, most, usual, clause] = game.decks;
  return least == most ? fmt::format("{} decks", least)
                       : fmt::format("{} to {} decks, usually {}", least, most, usual);
}

std::string head(const Game& game, const Ink& ink) {
  return ink.heading(game.title) + fmt::format(" ({})\n", game.name) +
         fmt::format("{} of {} cards ({}), {} seats, banked by {}\n", decks_text(game),
                     game.deck.cards(), game.decks.clause, game.layout.seats(),
                     banking_text(game)) +
         fmt::format("Cards: ranks {}, suits {}\n", game.deck.rank_letters, game.deck.suit_letters);
}

std::string drawing(const Game& game, const Ink& ink) {
  const auto& clauses = game.draw_clauses;
  std::string out = '\n' + ink.heading("Third cards") + '\n';
  out += fmt::format("  A natural, 8 or 9 on two cards, ends the draw ({}).\n", clauses.natural);
  std::string draws;
  std::string stands;
  for (int total = 0; total < 8; ++total) {
    auto& list = game.tableau.player_draws(total) ? draws : stands;
    rules::append_listed(list, std::to_string(total), " ");
  }
  out += fmt::format("  Player draws on {}, stands on {} ({}).\n", draws, stands,
                     clauses.player_total);
  out += fmt::format("  Banker, by Player's third card ({}); '-' Player stood ({}):\n\n",
                     clauses.third_card_chart, clauses.player_stood);
  out += "    Banker  0  1  2  3  4  5  6  7  8  9  -\n";
  for (int total = 7; total >= 0; --total) {
    out += fmt::format("       {}  ", total);
    for (int card = 0; card <= 10; ++card) {
      const bool hits = card == 10 ? game.tableau.banker_draws_alone(total)
                                   : game.tableau.banker_draws(total, card);
      out += fmt::format("  {}", hits ? "H" : "S");
    }
    out += '\n';
  }
  return out;
}

/// "1 to 1 on P 1-0, P by 1; push on Tie": outcomes that pay alike stand together, losses apart.
std::string pays_text(const WagerRule& wager) {
  std::string out;
  std::vector<Pay> told;
  for (const Pay& pay : wager.pays) {
    if (pay == rules::lose || std::find(told.begin(), told.end(), pay) != told.end()) continue;
    told.push_back(pay);
    std::string outcomes;
    for (std::size_t i = 0; i < wager.pays.size(); ++i) {
      if (wager.pays[i] != pay) continue;
      rules::append_listed(outcomes, wager.decided_by->outcomes[i].label);
    }
    rules::append_listed(out, rules::pay_text(pay) + " on " + outcomes, "; ");
  }
  return out;
}

std::string pay_table(const Game& game, const Ink& ink) {
  std::string out = '\n' + ink.heading("Pays, in the order of settlement") +
                    fmt::format(" ({}); every other outcome loses\n", game.order_clause);
  int number = 0;
  for (const WagerRule& wager : game.wagers) {
    const bool bonus = wager.needs == WagerRule::Needs::own_line;
    const std::string pays = fmt::format("{} ({}){}", pays_text(wager), wager.clause,
                                         bonus ? ", needs the bettor's own line" : "");
    out += fmt::format("  {}. {:<14} ", ++number, wager.name) + wrapped(pays, kWidth, 20) + '\n';
  }
  return out;
}

std::string readings(const Game& game, const Ink& ink) {
  std::string out = '\n' + ink.heading("How unclear places are read") + '\n';
  for (const auto& reading : game.readings) {
    out += fmt::format("  {:<12} ", reading.id) + wrapped(reading.text, kWidth, 15) + '\n';
  }
  return out;
}

std::string procedures(const Game& game, const Ink& ink) {
  std::string out;
  if (!game.powers.empty()) out += '\n' + ink.heading("Who may") + '\n';
  TextTable powers({Align::left, Align::left, Align::left});
  for (const auto& power : game.powers) {
    powers.row({std::string(power.told), std::string(rules::title(power.least)),
                std::string(power.clause)});
  }
  out += powers.text();
  if (game.irregularities.empty()) return out;
  out += '\n' + ink.heading("Irregularities") + '\n';
  for (const auto& row : game.irregularities) {
    const bool always = row.when == rules::When::always;
    std::string what =
        fmt::format("{}{}: ", row.code, always ? "" : fmt::format(", {}", rules::text(row.when)));
    if (row.withdrawal != rules::Withdrawal::none) {
      what += fmt::format("{}, then ", rules::text(row.withdrawal));
    }
    what += rules::text(row.effect);
    if (row.cards != rules::CardsAfter::kept) what += fmt::format(", {}", rules::text(row.cards));
    if (row.decides) what += fmt::format(" ({} or higher)", rules::title(*row.decides));
    out += fmt::format("  {:<10} ", row.clause) + wrapped(what, kWidth, 13) + '\n' +
           ink.faint(std::string(13, ' ') + wrapped(row.told, kWidth, 13)) + '\n';
  }
  return out;
}

ordered_json wager_json(const WagerRule& wager) {
  ordered_json pays = ordered_json::object();
  for (std::size_t i = 0; i < wager.pays.size(); ++i) {
    pays[std::string(wager.decided_by->outcomes[i].name)] = rules::pay_text(wager.pays[i]);
  }
  return {{"on", wager.name},
          {"label", wager.label},
          {"decided_by", wager.decided_by->question},
          {"needs_line", wager.needs == WagerRule::Needs::own_line},
          {"clause", wager.clause},
          {"pays", pays}};
}

ordered_json irregularity_json(const rules::Irregularity& row) {
  ordered_json json = {{"code", row.code},
                       {"clause", row.clause},
                       {"when", rules::text(row.when)},
                       {"withdrawal", rules::text(row.withdrawal)},
                       {"effect", rules::text(row.effect)},
                       {"cards", rules::text(row.cards)},
                       {"told", row.told}};
  if (row.decides) json["decides"] = rules::title(*row.decides);
  return json;
}

ordered_json game_json(const Game& game) {
  return {{"game", game.name},
          {"title", game.title},
          {"banked_by", game.banking == Banking::house ? "house" : "player-dealer"},
          {"decks", {{"least", game.decks.least}, {"most", game.decks.most}}},
          {"cards_a_deck", game.deck.cards()},
          {"seats", game.layout.seats()}};
}

}  // namespace

std::string rule_card(const Game& game, const Ink& ink) {
  return head(game, ink) + drawing(game, ink) + pay_table(game, ink) + readings(game, ink) +
         procedures(game, ink);
}

std::string rule_card_json(const Game& game) {
  ordered_json json = game_json(game);
  json["player_draws"] = game.tableau.player;
  for (const auto row : game.tableau.banker) json["banker_draws"].push_back(row);
  for (const auto& wager : game.wagers) json["wagers"].push_back(wager_json(wager));
  for (const auto& reading : game.readings) {
    json["readings"].push_back({{"id", reading.id}, {"text", reading.text}});
  }
  for (const auto& power : game.powers) {
    json["powers"].push_back(
        {{"may", power.told}, {"least", rules::title(power.least)}, {"clause", power.clause}});
  }
  for (const auto& row : game.irregularities)
    json["irregularities"].push_back(irregularity_json(row));
  return json.dump() + '\n';
}

std::string game_list(std::span<const Game* const> games) {
  TextTable rows({Align::left, Align::left, Align::left});
  for (const Game* game : games) {
    rows.row(
        {std::string(game->name), std::string(game->title), "banked by " + banking_text(*game)});
  }
  return rows.text();
}

std::string game_list_json(std::span<const Game* const> games) {
  ordered_json json = ordered_json::array();
  for (const Game* game : games) json.push_back(game_json(*game));
  return json.dump() + '\n';
}

std::vector<table::FieldTold> game_told() {
  const std::string whole = "whole number";
  return {{"game", "text"},
          {"title", "text"},
          {"banked_by", "text", true, {}, {}, {"house", "player-dealer"}},
          {"decks", "object", true, {}, {{"least", whole}, {"most", whole}}},
          {"cards_a_deck", whole},
          {"seats", whole}};
}

std::vector<table::FieldTold> rule_card_told() {
  using Fields = std::vector<table::FieldTold>;
  const Fields wager = {{"on", "text"},         {"label", "text"},
                        {"decided_by", "text"}, {"needs_line", "true or false"},
                        {"clause", "text"},     {"pays", "map", true, "text"}};
  const Fields irregularity = {{"code", "text"},       {"clause", "text"},        {"when", "text"},
                               {"withdrawal", "text"}, {"effect", "text"},        {"cards", "text"},
                               {"told", "text"},       {"decides", "text", false}};
  Fields card = game_told();
  card.insert(card.end(),
              {{"player_draws", "text"},
               {"banker_draws", "list", true, "text"},
               {"wagers", "list", true, "object", wager},
               {"readings", "list", false, "object", {{"id", "text"}, {"text", "text"}}},
               {"powers",
                "list",
                false,
                "object",
                {{"may", "text"}, {"least", "text"}, {"clause", "text"}}},
               {"irregularities", "list", false, "object", irregularity}});
  return card;
}

}  // namespace cardroom::reports
