#include "cardroom/rules/refusal.hpp"

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::rules {

std::string_view name(Refusal refusal) {
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
  }
  throw BrokenInvariant("R3: a refusal outside the closed list");
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
