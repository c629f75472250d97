#pragma once

// Fortune Six Baccarat, version 6 (23 January 2020), with its procedures. Clause ids: F6v6-*.

#include "cardroom/rules/parts.hpp"

namespace cardroom::rules::games {

namespace f6v6 {

inline constexpr auto kOutcomes = parts::six_outcomes("F6v6-3.15");
inline constexpr OutcomeSet kResult{"result", kOutcomes, by_score(parts::six_outcome)};

inline constexpr std::array<WagerRule, 6> kWagers = {{
    {"player", "Player", &kResult, parts::kPlayer, "F6v6-4.1", {}, true},
    {"banker", "Banker", &kResult, parts::kCommission, "F6v6-4.1", {}, true},
    {"tie", "Tie", &kResult, parts::kTie, "F6v6-4.1"},
    {"player-pair", "Player Pair", &parts::kPlayerPair, parts::kPairPays, "F6v6-3.13"},
    {"banker-pair", "Banker Pair", &parts::kBankerPair, parts::kPairPays, "F6v6-3.13"},
    {"fortune-six", "Fortune Six", &kResult, parts::kFortuneSix, "F6v6-4.1"},
}};

inline constexpr std::array<Power, 12> kPowers = {{
    {Act::place_for_player, Position::dealer, "F6v6-3.7", "place a wager that a player asks for"},
    {Act::restrict_area, Position::pit_manager, "F6v6-3.6", "restrict the wagers of an area"},
    {Act::choose_method_a_or_b, Position::pit_manager, "F6v6-3.8", "choose method A or B"},
    {Act::choose_method_c, Position::assistant_casino_manager, "F6v6-3.8", "allow method C"},
    {Act::choose_handler, Position::pit_supervisor, "F6v6-3.9", "choose who handles the cards"},
    {Act::draw_without_wager, Position::assistant_casino_manager, "F6v6-3.11",
     "let a player draw who has no wager"},
    {Act::allow_squeezing, Position::pit_manager, "F6v6-3.16", "allow cards to be squeezed"},
    {Act::offer_cut_card_withdrawal, Position::dealer, "F6v6-3.17",
     "let players withdraw at the cutting card"},
    {Act::set_order_of_cards, Position::pit_manager, "F6v6-5.8",
     "determine the order of the cards"},
    {Act::witness_replacement, Position::gaming_shift_manager, "F6v6-5.11",
     "attend the replacement of missing cards"},
    {Act::remove_excess_wagers, Position::pit_manager, "F6v6-5.18", "remove wagers"},
    {Act::decide_uncovered, Position::gaming_shift_manager, "F6v6-6.1",
     "decide what the rules do not cover"},
}};

using enum When;
using enum Withdrawal;
using enum Effect;
using enum CardsAfter;
using enum Position;

inline constexpr std::array<Irregularity, 25> kIrregularities = {{
    {"cutting-card", first_card_in_hlga, "F6v6-3.17", each_wager, go_on, dealer, kept,
     "The cutting card is a round's first card in the HLGA: the Dealer may let players withdraw."},
    {"cutting-card", always, "F6v6-3.17", none, go_on, {}, kept,
     "The cutting card is removed and the round is completed."},
    {"wrong-deck", always, "F6v6-5.1", none, void_round, {}, may_be_replaced,
     "Extra, missing, foreign or unshuffled cards; earlier outcomes stand."},
    {"order-altered", by_method_c_not_reconstructible, "F6v6-5.12", none, void_round, {}, replaced,
     "The order in the device was altered by a player who draws."},
    {"order-altered", not_reconstructible, "F6v6-5.2", none, void_round, {}, may_be_replaced,
     "The order in the device was altered for good."},
    {"order-altered", reconstructible, "F6v6-5.7", none, reconstruct, {}, kept,
     "The order in the device was altered and is put right."},
    {"too-few-cards", always, "F6v6-5.3", none, void_round, {}, may_be_replaced,
     "The device cannot complete the round."},
    {"late-wager", always, "F6v6-5.4", none, refuse_wager, {}, kept,
     "A wager placed or raised after the close is not honoured."},
    {"late-withdrawal", always, "F6v6-5.5", none, go_on, {}, kept,
     "A wager withdrawn after the close wins or loses all the same."},
    {"face-up-in-device", after_first_card, "F6v6-5.6", none, go_on, {}, kept,
     "A card found face up is played as if it were face down."},
    {"dealt-in-wrong-order", always, "F6v6-5.7", none, reconstruct, {}, kept,
     "Cards dealt in a wrong order are put right and the round goes on."},
    {"passed-to-wrong-player", always, "F6v6-5.7", none, reconstruct, {}, kept,
     "Cards passed to the wrong player are taken back and passed on; the round goes on."},
    {"not-passed-or-exposed", always, "F6v6-5.7", none, go_on, {}, kept,
     "Cards not passed, dealt face up or exposed by the Dealer: the outcome stands."},
    {"drawn-together", reconstructible, "F6v6-5.8", each_wager, reconstruct, {}, kept,
     "Cards came out together in a known order: players may withdraw, then they are put right."},
    {"drawn-together", unknown_in_initial_deal, "F6v6-5.8", none, void_round, {}, may_be_replaced,
     "Cards came out together in the initial deal, in unknown order."},
    {"drawn-together", unknown_after_it, "F6v6-5.8", all_or_nothing, go_on, pit_manager, kept,
     "Cards came out together later: the Pit Manager sets the order, players may withdraw first."},
    {"device-reset", always, "F6v6-5.9", each_wager, bet_again, {}, kept,
     "The device is reset after the close: players may withdraw, bet again, and bets close again."},
    {"handler-absent", always, "F6v6-5.10", none, go_on, {}, kept,
     "The player who handles the cards is away: the Dealer exposes them."},
    {"left-with-cards", reconstructible, "F6v6-5.11", none, reconstruct, {}, kept,
     "A player took cards along whose value the device or surveillance tells."},
    {"left-with-cards", not_reconstructible, "F6v6-5.11", none, reconstruct, gaming_shift_manager,
     replaced, "A player took cards along: two cards are set aside, the decks sorted, the missing "
     "cards replaced, and the round is completed."},
    {"exposed-moving-device", by_method_c, "F6v6-5.12", none, go_on, {}, kept,
     "Cards exposed while the device was moved are played."},
    {"power-failure", outcome_established, "F6v6-5.17", none, go_on, {}, kept,
     "A wager is already decided: play goes on."},
    {"power-failure", outcome_open, "F6v6-5.17", all_or_nothing, go_on, {}, kept,
     "No wager is decided yet: a player may withdraw all wagers, then the round is concluded."},
    {"display-wrong", always, "F6v6-6.3", none, go_on, {}, kept,
     "The display showed a wrong outcome: the cards decide."},
    {"other", always, "F6v6-6.1", none, refer, gaming_shift_manager, kept,
     "What the rules do not cover is referred to the Gaming Shift Manager."},
}};

inline constexpr std::array<Reading, 6> kReadings = {{
    {"H-bank", "The house pays without a limit of cover; the commission is part of the odds."},
    {"H-pair", "A pair is two cards of one rank: a ten and a king are none."},
    {"H-min", "A wager under the minimum that slipped through is settled once; later ones of the "
              "same player are returned."},
    {"H-max", "A wager over the maximum is settled to the maximum, the excess returned."},
    {"H-cent", "A wager whose payout would not be whole cents is refused."},
    {"H-power", "An outcome is established when any wager on offer is decided by the cards on the "
                "table, whatever may still be drawn."},
}};

}  // namespace f6v6

inline constexpr Game fortune_six_v6{
    .name = "fortune-six-v6",
    .title = "Fortune Six Baccarat, version 6",
    .document = "F6v6",
    .deck = kStandardDeck,
    .decks = {4, 10, 8, "F6v6-2.1"},
    .layout = Layout{16},
    .banking = Banking::house,
    .wagers_an_area = 3,
    .settles_slips = true,
    .draw_clauses = {"F6v6-3.12", "F6v6-3.14", "F6v6-3.14", "F6v6-3.14", "F6v6-3.14"},
    .order_clause = "H-order",
    .wagers = f6v6::kWagers,
    .powers = f6v6::kPowers,
    .irregularities = f6v6::kIrregularities,
    .readings = f6v6::kReadings,
};
static_assert(complete(fortune_six_v6));

}  // namespace cardroom::rules::games
