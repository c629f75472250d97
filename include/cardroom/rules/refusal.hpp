#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

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
  // From here on in rows, or the list would outgrow its header.
  // clang-format off
  // Who asks, when, and under which key.
  unknown_command = 200, unknown_role = 201, time_not_readable = 202, time_goes_back = 203,
  time_ahead = 204, key_reused = 205, unknown_person = 206, person_disabled = 207,
  role_too_low = 208, person_exists = 209, last_admin = 210, same_person = 211,
  setting_not_usable = 212, room_not_set = 213,
  // Shifts and the count of the drop.
  no_shift_open = 220, shift_already_open = 221, unknown_shift = 222, shift_still_open = 223,
  drop_already_counted = 224, unknown_count = 225,
  // The table is not in the state for it.
  unknown_table = 240, table_not_open = 241, table_already_open = 242, table_paused = 243,
  hand_in_progress = 244, no_hand = 245, bets_not_open = 246, bets_still_open = 247,
  not_this_game = 248, limits_missing = 249,
  // Who sits and stands there.
  seat_occupied = 260, seat_empty = 261, already_at_table = 262, badge_expired = 263,
  company_at_table = 264, not_at_table = 265, wagers_standing = 266, no_such_wager = 267,
  // The player-dealer position.
  no_player_dealer = 280, position_held = 281, offer_out_of_turn = 282, offer_not_made = 283,
  nobody_to_offer = 284, turn_is_over = 285, rotation_rules = 286,
  // House-banked tables.
  wager_above_maximum = 300, differential_exceeded = 301, ruling_differs = 302,
  // Rounds that ended.
  unknown_round = 320, round_reversed = 321, fee_not_taken = 322, fee_waived = 323,
  nothing_to_correct = 324, unknown_correction = 325,
  // The book cannot be used.
  book_exists = 340, book_missing = 341, not_a_book = 342, book_too_new = 343,
  book_in_use = 344, book_damaged = 345, book_not_written = 346,
  // Who is at the other end of the line.
  not_signed_in = 360, session_over = 361, sign_in_failed = 362, locked_out = 363,
  too_many_requests = 364, code_not_valid = 365, password_not_usable = 366, pin_not_usable = 367,
  sign_in_busy = 368, not_your_name = 369,
  // What came over it.
  request_unclear = 380, version_not_spoken = 381, unknown_route = 382, method_not_allowed = 383,
  media_type_not_read = 384, encoding_not_read = 385, length_missing = 386,
  parameter_not_usable = 387, key_missing = 388, time_not_yours = 389, table_changed = 390,
  request_too_slow = 391, too_many_connections = 392, too_busy = 393, stopping = 394,
  // A server that a verb asks.
  server_unreachable = 400, answer_unclear = 401,
  // A report that is asked for.
  report_too_long = 420,
  // clang-format on
};

/// The code that scripts read: the enumerator's own name.
[[nodiscard]] std::string_view name(Refusal refusal);

/// The whole list, in its order: for whoever documents it.
[[nodiscard]] std::vector<Refusal> all_refusals();

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
