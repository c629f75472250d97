#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::rules {

/// The ladder of a house-banked floor, lowest first.
enum class Position : std::uint8_t {
  dealer,
  pit_supervisor,
  pit_manager,
  assistant_casino_manager,
  gaming_shift_manager,
};

[[nodiscard]] std::string_view title(Position position);

/// F6v6-6.2: whoever holds a higher position may act in a lower one.
[[nodiscard]] constexpr bool may_act_for(Position holder, Position needed) {
  return holder >= needed;
}

/// What the rules leave to somebody's discretion.
enum class Act : std::uint8_t {
  place_for_player,      ///< put down a wager that a player asks for
  restrict_area,         ///< fewer than three wagers an area
  choose_method_a_or_b,  ///< who handles the cards
  choose_method_c,       ///< a player draws from the device
  choose_handler,        ///< who gets the cards when the wagers do not say
  draw_without_wager,    ///< a player without a wager draws from the device
  allow_squeezing,
  offer_cut_card_withdrawal,
  set_order_of_cards,
  witness_replacement,   ///< of cards a player took along
  remove_excess_wagers,  ///< when the table differential stays exceeded
  decide_uncovered,      ///< an irregularity the rules do not cover
};

struct Power {
  Act act;
  Position least;
  std::string_view clause;
  std::string_view told;
};

/// Nothing when `holder` may do it; otherwise who may, and by which clause.
[[nodiscard]] std::optional<Refused> may(std::span<const Power> powers, Act act, Position holder);

}  // namespace cardroom::rules
