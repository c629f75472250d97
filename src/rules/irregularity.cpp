#include "cardroom/rules/irregularity.hpp"

#include <algorithm>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::rules {

namespace {

bool holds(When when, const Circumstances& known) {
  switch (when) {
    case When::always: return true;
    case When::reconstructible: return known.reconstructible;
    case When::not_reconstructible: return !known.reconstructible;
    case When::noticed_too_late: return known.next_round_begun;
    case When::unknown_in_initial_deal: return !known.reconstructible && known.initial_deal;
    case When::unknown_after_it: return !known.reconstructible && !known.initial_deal;
    case When::by_method_c: return known.method_c;
    case When::by_method_c_not_reconstructible: return known.method_c && !known.reconstructible;
    case When::outcome_established: return known.outcome_established;
    case When::outcome_open: return !known.outcome_established;
    case When::first_card_in_hlga: return known.first_card_of_round && known.in_hlga;
    case When::after_first_card: return !known.first_card_of_round;
  }
  throw BrokenInvariant("R3: a circumstance outside the list");
}

}  // namespace

OrRefused<Irregularity> ruling(std::span<const Irregularity> table, std::string_view code,
                               const Circumstances& known) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Irregularity& i) {
    return i.code == code && holds(i.when, known);
  });
  if (row != table.end()) return *row;
  const auto other = std::find_if(table.begin(), table.end(),
                                  [](const Irregularity& i) { return i.effect == Effect::refer; });
  if (other != table.end()) return *other;
  return Refused{Refusal::irregularity_not_listed,
                 "The rules of this game list no irregularity '" + printable(code) +
                     "' under these circumstances, and name nobody who decides one."};
}

std::string_view text(Effect effect) {
  switch (effect) {
    case Effect::void_round: return "void";
    case Effect::reconstruct: return "reconstruct";
    case Effect::go_on: return "go on";
    case Effect::bet_again: return "bet again";
    case Effect::refuse_wager: return "refuse the wager";
    case Effect::refer: return "refer";
  }
  throw BrokenInvariant("R3: an effect outside the list");
}

std::string_view text(Withdrawal withdrawal) {
  switch (withdrawal) {
    case Withdrawal::none: return "no withdrawal";
    case Withdrawal::each_wager: return "wagers may be withdrawn";
    case Withdrawal::all_or_nothing: return "all of a player's wagers may be withdrawn";
  }
  throw BrokenInvariant("R3: a withdrawal outside the list");
}

std::string_view text(When when) {
  switch (when) {
    case When::always: return "always";
    case When::reconstructible: return "the order can be told";
    case When::not_reconstructible: return "it cannot be reconstructed";
    case When::noticed_too_late: return "the next round has begun";
    case When::unknown_in_initial_deal: return "order unknown, first four cards";
    case When::unknown_after_it: return "order unknown, after the first four";
    case When::by_method_c: return "method C";
    case When::by_method_c_not_reconstructible: return "method C, not to be rectified";
    case When::outcome_established: return "a wager is already decided";
    case When::outcome_open: return "no wager is decided yet";
    case When::first_card_in_hlga: return "first card of a round, HLGA";
    case When::after_first_card: return "after a round's first card";
  }
  throw BrokenInvariant("R3: a circumstance outside the list");
}

std::string_view text(CardsAfter cards) {
  switch (cards) {
    case CardsAfter::kept: return "cards stay";
    case CardsAfter::may_be_replaced: return "cards may be replaced";
    case CardsAfter::replaced: return "cards are replaced";
  }
  throw BrokenInvariant("R3: a treatment of the cards outside the list");
}

}  // namespace cardroom::rules
