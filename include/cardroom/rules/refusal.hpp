#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace cardroom::rules {

/// Every reason for which a request is turned down. Groups are checked in this order and the first
/// that holds is the answer. Stored: never renumber, never reuse.
enum class Refusal : std::uint16_t {
  // What was handed in cannot be read.
  file_unreadable = 1,
  input_too_large = 2,
  not_json = 3,
  nested_too_deeply = 4,
  unknown_key = 5,
  duplicate_key = 6,
  missing_key = 7,
  wrong_type = 8,
  not_a_whole_number = 9,
  number_too_large = 10,
  round_text_unclear = 11,
  name_not_usable = 12,
  // It names something that does not exist.
  unknown_game = 20,
  key_not_for_this_game = 21,
  unknown_schedule = 22,
  unknown_cover_rule = 23,
  unknown_seat = 24,
  unknown_wager = 25,
  unknown_card = 26,
  decks_not_allowed = 27,
  // A wager may not stand.
  no_wager = 40,
  too_many_wagers = 41,
  wager_not_positive = 42,
  wager_not_whole_dollars = 43,
  payout_not_whole_cents = 44,
  wager_below_minimum = 45,
  space_over_maximum = 46,
  dealer_seat_bets = 47,
  seat_already_taken = 48,
  backline_not_offered = 49,
  too_many_backline_bettors = 50,
  second_wager_in_space = 51,
  bonus_without_line = 52,
  area_full = 53,
  // No fee was approved for this hand.
  action_without_tier = 60,
  // The cards are not a round of this game.
  cards_missing = 70,
  third_card_missing = 71,
  third_card_not_dealt = 72,
  too_many_cards = 73,
  cards_out_of_order = 74,
  // The answer is not the expected one.
  does_not_reconcile = 80,
  // A schedule file may not be used.
  schedule_not_toml = 100,
  schedule_unknown_field = 101,
  schedule_missing_field = 102,
  schedule_bad_value = 103,
  schedule_percentage = 104,
  schedule_too_many_rates = 105,
  schedule_tiers_overlap = 106,
  schedule_tiers_fall = 107,
  schedule_option_twice = 108,
  schedule_game_twice = 109,
  // A procedure of the house-banked games does not allow it.
  position_too_low = 120,
  method_not_here = 121,
  round_in_progress = 122,
  irregularity_not_listed = 123,
};

/// The code that scripts read: the enumerator's own name.
[[nodiscard]] std::string_view name(Refusal refusal);

/// Text from outside as a refusal may repeat it: short, and without control characters.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 40);

/// Adds one more to what a sentence lists: "player, banker".
void append_listed(std::string& list, std::string_view next, std::string_view between = ", ");

struct Refused {
  Refusal code;
  std::string detail;  ///< a sentence for the person at the table: what, where, clause or limit
};

/// What was asked for, or why not.
template <class T>
using OrRefused = std::variant<T, Refused>;

template <class T>
[[nodiscard]] constexpr const Refused* refused(const OrRefused<T>& answer) {
  return std::get_if<Refused>(&answer);
}

}  // namespace cardroom::rules
