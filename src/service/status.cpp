#include "cardroom/service/status.hpp"

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::service {

using Poco::Net::HTTPResponse;
using rules::Refusal;

HTTPResponse::HTTPStatus status_of(Refusal refusal) {
  // No default: the compiler asks for the status of a new code.
  switch (refusal) {
    case Refusal::not_json:
    case Refusal::nested_too_deeply:
    case Refusal::unknown_key:
    case Refusal::duplicate_key:
    case Refusal::missing_key:
    case Refusal::wrong_type:
    case Refusal::not_a_whole_number:
    case Refusal::number_too_large:
    case Refusal::round_text_unclear:
    case Refusal::name_not_usable:
    case Refusal::unknown_command:
    case Refusal::unknown_role:
    case Refusal::time_not_readable:
    case Refusal::time_ahead:
    case Refusal::password_not_usable:
    case Refusal::pin_not_usable:
    case Refusal::request_unclear:
    case Refusal::parameter_not_usable:
    case Refusal::key_missing:
    case Refusal::time_not_yours: return HTTPResponse::HTTP_BAD_REQUEST;
    case Refusal::not_signed_in:
    case Refusal::session_over:
    case Refusal::sign_in_failed:
    case Refusal::code_not_valid: return HTTPResponse::HTTP_UNAUTHORIZED;
    case Refusal::position_too_low:
    case Refusal::person_disabled:
    case Refusal::role_too_low:
    case Refusal::same_person:
    case Refusal::not_your_name: return HTTPResponse::HTTP_FORBIDDEN;
    case Refusal::unknown_game:
    case Refusal::unknown_schedule:
    case Refusal::unknown_person:
    case Refusal::unknown_shift:
    case Refusal::unknown_count:
    case Refusal::unknown_table:
    case Refusal::unknown_round:
    case Refusal::unknown_correction:
    case Refusal::unknown_route: return HTTPResponse::HTTP_NOT_FOUND;
    case Refusal::method_not_allowed: return HTTPResponse::HTTP_METHOD_NOT_ALLOWED;
    case Refusal::request_too_slow: return HTTPResponse::HTTP_REQUEST_TIMEOUT;
    case Refusal::round_in_progress:
    case Refusal::time_goes_back:
    case Refusal::key_reused:
    case Refusal::person_exists:
    case Refusal::last_admin:
    case Refusal::room_not_set:
    case Refusal::no_shift_open:
    case Refusal::shift_already_open:
    case Refusal::shift_still_open:
    case Refusal::drop_already_counted:
    case Refusal::table_not_open:
    case Refusal::table_already_open:
    case Refusal::table_paused:
    case Refusal::hand_in_progress:
    case Refusal::no_hand:
    case Refusal::bets_not_open:
    case Refusal::bets_still_open:
    case Refusal::seat_occupied:
    case Refusal::seat_empty:
    case Refusal::already_at_table:
    case Refusal::company_at_table:
    case Refusal::wagers_standing:
    case Refusal::no_player_dealer:
    case Refusal::position_held:
    case Refusal::offer_out_of_turn:
    case Refusal::offer_not_made:
    case Refusal::nobody_to_offer:
    case Refusal::turn_is_over:
    case Refusal::rotation_rules:
    case Refusal::ruling_differs:
    case Refusal::round_reversed:
    case Refusal::fee_not_taken:
    case Refusal::fee_waived:
    case Refusal::nothing_to_correct:
    case Refusal::book_exists: return HTTPResponse::HTTP_CONFLICT;
    case Refusal::length_missing: return HTTPResponse::HTTP_LENGTH_REQUIRED;
    case Refusal::table_changed: return HTTPResponse::HTTP_PRECONDITION_FAILED;
    case Refusal::input_too_large: return HTTPResponse::HTTP_REQUESTENTITYTOOLARGE;
    case Refusal::media_type_not_read:
    case Refusal::encoding_not_read: return HTTPResponse::HTTP_UNSUPPORTEDMEDIATYPE;
    case Refusal::key_not_for_this_game:
    case Refusal::unknown_cover_rule:
    case Refusal::unknown_seat:
    case Refusal::unknown_wager:
    case Refusal::unknown_card:
    case Refusal::decks_not_allowed:
    case Refusal::no_wager:
    case Refusal::too_many_wagers:
    case Refusal::wager_not_positive:
    case Refusal::wager_not_whole_dollars:
    case Refusal::payout_not_whole_cents:
    case Refusal::wager_below_minimum:
    case Refusal::space_over_maximum:
    case Refusal::dealer_seat_bets:
    case Refusal::seat_already_taken:
    case Refusal::backline_not_offered:
    case Refusal::too_many_backline_bettors:
    case Refusal::second_wager_in_space:
    case Refusal::bonus_without_line:
    case Refusal::area_full:
    case Refusal::action_without_tier:
    case Refusal::cards_missing:
    case Refusal::third_card_missing:
    case Refusal::third_card_not_dealt:
    case Refusal::too_many_cards:
    case Refusal::cards_out_of_order:
    case Refusal::does_not_reconcile:
    case Refusal::schedule_not_toml:
    case Refusal::schedule_unknown_field:
    case Refusal::schedule_missing_field:
    case Refusal::schedule_bad_value:
    case Refusal::schedule_percentage:
    case Refusal::schedule_too_many_rates:
    case Refusal::schedule_tiers_overlap:
    case Refusal::schedule_tiers_fall:
    case Refusal::schedule_option_twice:
    case Refusal::schedule_game_twice:
    case Refusal::method_not_here:
    case Refusal::irregularity_not_listed:
    case Refusal::setting_not_usable:
    case Refusal::not_this_game:
    case Refusal::limits_missing:
    case Refusal::badge_expired:
    case Refusal::not_at_table:
    case Refusal::no_such_wager:
    case Refusal::wager_above_maximum:
    case Refusal::differential_exceeded: return HTTPResponse::HTTP_UNPROCESSABLE_ENTITY;
    case Refusal::locked_out:
    case Refusal::too_many_requests: return HTTPResponse::HTTP_TOO_MANY_REQUESTS;
    case Refusal::file_unreadable:
    case Refusal::book_missing:
    case Refusal::not_a_book:
    case Refusal::book_too_new:
    case Refusal::book_damaged: return HTTPResponse::HTTP_INTERNAL_SERVER_ERROR;
    case Refusal::report_too_long: return HTTPResponse::HTTP_INSUFFICIENT_STORAGE;
    case Refusal::server_unreachable:
    case Refusal::answer_unclear: return HTTPResponse::HTTP_BAD_GATEWAY;
    case Refusal::book_in_use:
    case Refusal::sign_in_busy:
    case Refusal::too_many_connections:
    case Refusal::too_busy:
    case Refusal::stopping: return HTTPResponse::HTTP_SERVICE_UNAVAILABLE;
    case Refusal::version_not_spoken: return HTTPResponse::HTTP_VERSION_NOT_SUPPORTED;
    case Refusal::book_not_written: return HTTPResponse::HTTP_INSUFFICIENT_STORAGE;
  }
  throw rules::BrokenInvariant("R3: a refusal outside the closed list");
}

}  // namespace cardroom::service
