#include "cardroom/settlement/schedule.hpp"

#include <algorithm>

namespace cardroom::settlement {

namespace {

using rules::dollars_text;

std::string option_text(int option) { return "Option " + std::to_string(option); }

Refused no_tier(int option, const FeeByAction& fees, Cents action) {
  const Tier& first = fees.tiers.front();
  if (action < first.from) {
    return {Refusal::action_without_tier,
            option_text(option) + " prints no fee below " + dollars_text(first.from) +
                " of action: " + dollars_text(action) + " is wagered, " +
                dollars_text(first.from - action) + " is missing (C-26)."};
  }
  return {Refusal::action_without_tier, option_text(option) + " prints no fee for " +
                                            dollars_text(action) + " of action (C-26)."};
}

Cents sum_of(std::span<const PlacedWager> wagers, Spaces spaces) {
  Cents sum;
  for (const PlacedWager& w : wagers) {
    if (spaces.hold(w.on)) sum += w.stake;
  }
  return sum;
}

std::optional<Refused> charge(const FeeBySpace& by_space, std::span<const PlacedWager> wagers,
                              Fees& fees) {
  fees.player_dealer = by_space.player_dealer_fee;
  fees.players.reserve(wagers.size());
  for (std::size_t i = 0; i < wagers.size(); ++i) {
    if (!by_space.spaces.hold(wagers[i].on)) continue;
    fees.players.push_back({static_cast<std::uint16_t>(i), by_space.player_fee});
    fees.total += by_space.player_fee;
  }
  return std::nullopt;
}

std::optional<Refused> charge(const FeeByAction& by_action, std::span<const PlacedWager> wagers,
                              Fees& fees) {
  const Cents action = sum_of(wagers, by_action.spaces);
  const Tier& tier = by_action.tier_of(action);
  const bool past_it = tier.to && action > *tier.to;
  const bool outside = action < tier.from || (past_it && &tier == &by_action.tiers.back());
  if (outside && by_action.no_tier == FeeByAction::NoTier::refuse) {
    return no_tier(fees.option, by_action, action);
  }
  if (past_it && !outside) {
    if (by_action.gap == FeeByAction::Gap::refuse) return no_tier(fees.option, by_action, action);
    fees.gap = true;
  }
  fees.player_dealer = tier.player_dealer_fee;
  return std::nullopt;
}

}  // namespace

const Tier& FeeByAction::tier_of(Cents action) const {
  const auto above =
      std::find_if(tiers.begin(), tiers.end(), [&](const Tier& t) { return t.from > action; });
  return above == tiers.begin() ? *above : *std::prev(above);
}

OrRefused<Fees> fees_for(const Schedule& schedule, std::span<const PlacedWager> wagers) {
  Fees fees{schedule.option, {}, false, {}, {}, {}};
  for (const PlacedWager& w : wagers) fees.action += w.stake;
  auto no = std::visit([&](const auto& by) { return charge(by, wagers, fees); }, schedule.fees);
  if (no) return *no;
  fees.total += fees.player_dealer;
  return fees;
}

OrRefused<const Schedule*> ScheduleBook::find(std::int64_t option) const {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Schedule& s) { return s.option == option; });
  if (found != options.end()) return &*found;
  return Refused{Refusal::unknown_schedule,
                 game + " has no schedule option " + std::to_string(option) + "; its options are " +
                     std::to_string(options.front().option) + " to " +
                     std::to_string(options.back().option) + " (F7-fees.3)."};
}

OrRefused<const ScheduleBook*> find_book(std::span<const ScheduleBook> books,
                                         std::string_view game) {
  const auto found = std::find_if(books.begin(), books.end(),
                                  [&](const ScheduleBook& book) { return book.game == game; });
  if (found != books.end()) return &*found;
  return Refused{Refusal::unknown_schedule,
                 "No schedule file for " + std::string(game) + " is loaded."};
}

}  // namespace cardroom::settlement
