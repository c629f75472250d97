#include "cardroom/rules/refusal.hpp"

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::rules {

namespace {

constexpr int kLastCode = 420;

/// Nothing for a number that is no code.
std::string_view name_of(Refusal refusal) {
  // No default: the compiler asks for the name of a new code.
  switch (refusal) {
    case Refusal::file_unreadable: return "file_unreadable";
    case Refusal::input_too_large: return "input_too_large";
    case Refusal::not_json: return "not_json";
    case Refusal::nested_too_deeply: return "nested_too_deeply";
    case Refusal::unknown_key: return "unknown_key";
    case Refusal::duplicate_key: return "duplicate_key";
    case Refusal::missing_key: return "missing_key";
    case Refusal::wrong_type: return "wrong_type";
    case Refusal::not_a_whole_number: return "not_a_whole_number";
    case Refusal::number_too_large: return "number_too_large";
    case Refusal::round_text_unclear: return "round_text_unclear";
    case Refusal::name_not_usable: return "name_not_usable";
    case Refusal::unknown_game: return "unknown_game";
    case Refusal::key_not_for_this_game: return "key_not_for_this_game";
    case Refusal::unknown_schedule: return "unknown_schedule";
    case Refusal::unknown_cover_rule: return "unknown_cover_rule";
    case Refusal::unknown_seat: return "unknown_seat";
    case Refusal::unknown_wager: return "unknown_wager";
    case Refusal::unknown_card: return "unknown_card";
    case Refusal::decks_not_allowed: return "decks_not_allowed";
    case Refusal::no_wager: return "no_wager";
    case Refusal::too_many_wagers: return "too_many_wagers";
    case Refusal::wager_not_positive: return "wager_not_positive";
    case Refusal::wager_not_whole_dollars: return "wager_not_whole_dollars";
    case Refusal::payout_not_whole_cents: return "payout_not_whole_cents";
    case Refusal::wager_below_minimum: return "wager_below_minimum";
    case Refusal::space_over_maximum: return "space_over_maximum";
    case Refusal::dealer_seat_bets: return "dealer_seat_bets";
    case Refusal::seat_already_taken: return "seat_already_taken";
    case Refusal::backline_not_offered: return "backline_not_offered";
    case Refusal::too_many_backline_bettors: return "too_many_backline_bettors";
    case Refusal::second_wager_in_space: return "second_wager_in_space";
    case Refusal::bonus_without_line: return "bonus_without_line";
    case Refusal::area_full: return "area_full";
    case Refusal::action_without_tier: return "action_without_tier";
    case Refusal::cards_missing: return "cards_missing";
    case Refusal::third_card_missing: return "third_card_missing";
    case Refusal::third_card_not_dealt: return "third_card_not_dealt";
    case Refusal::too_many_cards: return "too_many_cards";
    case Refusal::cards_out_of_order: return "cards_out_of_order";
    case Refusal::does_not_reconcile: return "does_not_reconcile";
    case Refusal::schedule_not_toml: return "schedule_not_toml";
    case Refusal::schedule_unknown_field: return "schedule_unknown_field";
    case Refusal::schedule_missing_field: return "schedule_missing_field";
    case Refusal::schedule_bad_value: return "schedule_bad_value";
    case Refusal::schedule_percentage: return "schedule_percentage";
    case Refusal::schedule_too_many_rates: return "schedule_too_many_rates";
    case Refusal::schedule_tiers_overlap: return "schedule_tiers_overlap";
    case Refusal::schedule_tiers_fall: return "schedule_tiers_fall";
    case Refusal::schedule_option_twice: return "schedule_option_twice";
    case Refusal::schedule_game_twice: return "schedule_game_twice";
    case Refusal::position_too_low: return "position_too_low";
    case Refusal::method_not_here: return "method_not_here";
    case Refusal::round_in_progress: return "round_in_progress";
    case Refusal::irregularity_not_listed: return "irregularity_not_listed";
    case Refusal::unknown_command: return "unknown_command";
    case Refusal::unknown_role: return "unknown_role";
    case Refusal::time_not_readable: return "time_not_readable";
    case Refusal::time_goes_back: return "time_goes_back";
    case Refusal::time_ahead: return "time_ahead";
    case Refusal::key_reused: return "key_reused";
    case Refusal::unknown_person: return "unknown_person";
    case Refusal::person_disabled: return "person_disabled";
    case Refusal::role_too_low: return "role_too_low";
    case Refusal::person_exists: return "person_exists";
    case Refusal::last_admin: return "last_admin";
    case Refusal::same_person: return "same_person";
    case Refusal::setting_not_usable: return "setting_not_usable";
    case Refusal::room_not_set: return "room_not_set";
    case Refusal::no_shift_open: return "no_shift_open";
    case Refusal::shift_already_open: return "shift_already_open";
    case Refusal::unknown_shift: return "unknown_shift";
    case Refusal::shift_still_open: return "shift_still_open";
    case Refusal::drop_already_counted: return "drop_already_counted";
    case Refusal::unknown_count: return "unknown_count";
    case Refusal::unknown_table: return "unknown_table";
    case Refusal::table_not_open: return "table_not_open";
    case Refusal::table_already_open: return "table_already_open";
    case Refusal::table_paused: return "table_paused";
    case Refusal::hand_in_progress: return "hand_in_progress";
    case Refusal::no_hand: return "no_hand";
    case Refusal::bets_not_open: return "bets_not_open";
    case Refusal::bets_still_open: return "bets_still_open";
    case Refusal::not_this_game: return "not_this_game";
    case Refusal::limits_missing: return "limits_missing";
    case Refusal::seat_occupied: return "seat_occupied";
    case Refusal::seat_empty: return "seat_empty";
    case Refusal::already_at_table: return "already_at_table";
    case Refusal::badge_expired: return "badge_expired";
    case Refusal::company_at_table: return "company_at_table";
    case Refusal::not_at_table: return "not_at_table";
    case Refusal::wagers_standing: return "wagers_standing";
    case Refusal::no_such_wager: return "no_such_wager";
    case Refusal::no_player_dealer: return "no_player_dealer";
    case Refusal::position_held: return "position_held";
    case Refusal::offer_out_of_turn: return "offer_out_of_turn";
    case Refusal::offer_not_made: return "offer_not_made";
    case Refusal::nobody_to_offer: return "nobody_to_offer";
    case Refusal::turn_is_over: return "turn_is_over";
    case Refusal::rotation_rules: return "rotation_rules";
    case Refusal::wager_above_maximum: return "wager_above_maximum";
    case Refusal::differential_exceeded: return "differential_exceeded";
    case Refusal::ruling_differs: return "ruling_differs";
    case Refusal::unknown_round: return "unknown_round";
    case Refusal::round_reversed: return "round_reversed";
    case Refusal::fee_not_taken: return "fee_not_taken";
    case Refusal::fee_waived: return "fee_waived";
    case Refusal::nothing_to_correct: return "nothing_to_correct";
    case Refusal::unknown_correction: return "unknown_correction";
    case Refusal::book_exists: return "book_exists";
    case Refusal::book_missing: return "book_missing";
    case Refusal::not_a_book: return "not_a_book";
    case Refusal::book_too_new: return "book_too_new";
    case Refusal::book_in_use: return "book_in_use";
    case Refusal::book_damaged: return "book_damaged";
    case Refusal::book_not_written: return "book_not_written";
    case Refusal::not_signed_in: return "not_signed_in";
    case Refusal::session_over: return "session_over";
    case Refusal::sign_in_failed: return "sign_in_failed";
    case Refusal::locked_out: return "locked_out";
    case Refusal::too_many_requests: return "too_many_requests";
    case Refusal::code_not_valid: return "code_not_valid";
    case Refusal::password_not_usable: return "password_not_usable";
    case Refusal::pin_not_usable: return "pin_not_usable";
    case Refusal::sign_in_busy: return "sign_in_busy";
    case Refusal::not_your_name: return "not_your_name";
    case Refusal::request_unclear: return "request_unclear";
    case Refusal::version_not_spoken: return "version_not_spoken";
    case Refusal::unknown_route: return "unknown_route";
    case Refusal::method_not_allowed: return "method_not_allowed";
    case Refusal::media_type_not_read: return "media_type_not_read";
    case Refusal::encoding_not_read: return "encoding_not_read";
    case Refusal::length_missing: return "length_missing";
    case Refusal::parameter_not_usable: return "parameter_not_usable";
    case Refusal::key_missing: return "key_missing";
    case Refusal::time_not_yours: return "time_not_yours";
    case Refusal::table_changed: return "table_changed";
    case Refusal::request_too_slow: return "request_too_slow";
    case Refusal::too_many_connections: return "too_many_connections";
    case Refusal::too_busy: return "too_busy";
    case Refusal::stopping: return "stopping";
    case Refusal::server_unreachable: return "server_unreachable";
    case Refusal::answer_unclear: return "answer_unclear";
    case Refusal::report_too_long: return "report_too_long";
  }
  return {};
}

}  // namespace

std::string_view name(Refusal refusal) {
  const auto text = name_of(refusal);
  require(!text.empty(), "R3: a refusal outside the closed list");
  return text;
}

std::vector<Refusal> all_refusals() {
  std::vector<Refusal> all;
  for (int code = 1; code <= kLastCode; ++code) {
    if (!name_of(static_cast<Refusal>(code)).empty()) all.push_back(static_cast<Refusal>(code));
  }
  return all;
}

std::string printable(std::string_view text, std::size_t most) {
  std::string shown;
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte >= 0x7f ? '?' : c;
  }
  if (text.size() > most) shown += "...";
  return shown;
}

void append_listed(std::string& list, std::string_view next, std::string_view between) {
  if (!list.empty()) list += between;
  list += next;
}

}  // namespace cardroom::rules
