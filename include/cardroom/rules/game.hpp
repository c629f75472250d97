#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cardroom/rules/authority.hpp"
#include "cardroom/rules/card.hpp"
#include "cardroom/rules/cents.hpp"
#include "cardroom/rules/irregularity.hpp"
#include "cardroom/rules/outcome.hpp"
#include "cardroom/rules/pay.hpp"
#include "cardroom/rules/refusal.hpp"
#include "cardroom/rules/seat.hpp"
#include "cardroom/rules/tableau.hpp"

namespace cardroom::rules {

enum class Banking : std::uint8_t { player_dealer, house };

/// How far the player-dealer's wager reaches; readings.md, S-cover.
enum class CoverRule : std::uint8_t { consumed, running };

/// One of the game's betting spaces: its row of the pay table and the clauses behind it.
struct WagerRule {
  enum class Needs : std::uint8_t { nothing, own_line };

  std::string_view name;
  std::string_view label;
  const OutcomeSet* decided_by;
  std::span<const Pay> pays;  ///< one cell for each outcome of `decided_by`
  std::string_view clause;    ///< pays and collects it
  std::string_view cover_clause = {};
  bool line = false;  ///< Player or Banker: what a bonus wager stands on
  Needs needs = Needs::nothing;
};

/// The clause behind each step of the deal.
struct DrawClauses {
  std::string_view initial_deal, natural, player_total, player_stood, third_card_chart;
};

/// An unclear place of the document and how this game reads it.
struct Reading {
  std::string_view id;
  std::string_view text;
};

struct Decks {
  int least, most, usual;
  std::string_view clause;
};

/// A game is this value and nothing else: to add one, write one file under games/.
struct Game {
  std::string_view name;  ///< for scripts: "fortune-7"
  std::string_view title;
  std::string_view document;  ///< the prefix of its clause ids
  Deck deck;
  Decks decks;
  Layout layout;
  Banking banking;
  bool backline = false;
  CoverRule cover = CoverRule::consumed;
  Cents wager_unit{1};                     ///< W-chip: wagers are multiples of this
  std::optional<int> wagers_an_area = {};  ///< F6v6-3.6
  bool settles_slips = false;  ///< F6v6-5.14, 5.15: a wager outside the limit that slipped through
  Tableau tableau = kTableau;
  DrawClauses draw_clauses;
  std::string_view order_clause;
  std::span<const WagerRule> wagers;  ///< in the order of settlement
  std::span<const Power> powers = {};
  std::span<const Irregularity> irregularities = {};
  std::span<const Reading> readings = {};

  [[nodiscard]] constexpr const WagerRule& wager(std::uint8_t index) const { return wagers[index]; }
  [[nodiscard]] constexpr std::optional<std::uint8_t> find_wager(
      std::string_view wager_name) const {
    for (std::size_t i = 0; i < wagers.size(); ++i) {
      if (wagers[i].name == wager_name) return static_cast<std::uint8_t>(i);
    }
    return std::nullopt;
  }
};

inline constexpr std::size_t kMostWagerRules = 12;

/// A complete round, decided: its score and each betting space's outcome.
struct Decision {
  Score score;
  std::array<std::uint8_t, kMostWagerRules> outcome{};

  [[nodiscard]] constexpr const Pay& pay(const Game& game, std::uint8_t wager) const {
    return game.wager(wager).pays[outcome[wager]];
  }
};

/// Requires a deal that the tableau has completed: see `complete_deal`.
[[nodiscard]] constexpr Decision decide(const Game& game, const Deal& deal) {
  Decision decision{score_of(deal)};
  const Pattern faces = faces_of(deal);
  const OutcomeSet* last = nullptr;
  for (std::size_t i = 0; i < game.wagers.size(); ++i) {
    const OutcomeSet* set = game.wagers[i].decided_by;
    decision.outcome[i] =
        set == last ? decision.outcome[i - 1] : set->decide(decision.score, faces);
    last = set;
  }
  return decision;
}

/// For a static_assert beside each game: no cell, name or clause is missing.
[[nodiscard]] consteval bool complete(const Game& game) {
  if (game.wagers.empty() || game.wagers.size() > kMostWagerRules) return false;
  for (const WagerRule& w : game.wagers) {
    const OutcomeSet& set = *w.decided_by;
    if (w.name.empty() || w.clause.empty() || w.pays.size() != set.outcomes.size()) return false;
    for (const auto outcome : set.by_score) {
      if (outcome >= set.outcomes.size()) return false;
    }
    for (const Promotion& p : set.promotions) {
      if (p.from >= set.outcomes.size() || p.to >= set.outcomes.size()) return false;
    }
  }
  return true;
}

/// All games the program knows, in the order of their file names.
[[nodiscard]] std::span<const Game* const> catalogue();

[[nodiscard]] OrRefused<const Game*> find_game(std::span<const Game* const> games,
                                               std::string_view name);

}  // namespace cardroom::rules
