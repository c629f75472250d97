#pragma once

// Builders for tests. They take cards and wagers, never an outcome: the rules say the outcome.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "cardroom/rules/deal.hpp"
#include "cardroom/rules/game.hpp"

namespace cardroom::testing {

/// The value of an answer that must not be a refusal.
template <class T>
T accepted(rules::OrRefused<T> answer) {
  if (const auto* no = rules::refused(answer)) FAIL(rules::name(no->code) << ": " << no->detail);
  return std::get<T>(std::move(answer));
}

/// The code of an answer that must be a refusal, whose sentence must name `mentions`.
template <class T>
rules::Refusal refusal_of(const rules::OrRefused<T>& answer, std::string_view mentions = {}) {
  const auto* no = rules::refused(answer);
  if (no == nullptr) FAIL("nothing was refused");
  CAPTURE(no->detail, mentions);
  CHECK(no->detail.find(mentions) != std::string::npos);
  return no->code;
}

inline std::vector<rules::Card> cards(const rules::Game& game, std::string_view text) {
  return accepted(rules::read_cards(game, text));
}

/// A complete deal; the test fails if the tableau deals otherwise.
inline rules::Deal deal(const rules::Game& game, std::string_view player, std::string_view banker) {
  return accepted(rules::complete_deal(game, cards(game, player), cards(game, banker)));
}

inline rules::Decision decide(const rules::Game& game, std::string_view player,
                              std::string_view banker) {
  return rules::decide(game, deal(game, player, banker));
}

/// What `wager` gets on these cards.
inline rules::Pay pay(const rules::Game& game, std::string_view wager, std::string_view player,
                      std::string_view banker) {
  const auto index = game.find_wager(wager);
  REQUIRE(index.has_value());
  return decide(game, player, banker).pay(game, *index);
}

}  // namespace cardroom::testing
