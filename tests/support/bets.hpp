#pragma once

#include <algorithm>

#include "cardroom/settlement/settle.hpp"
#include "support/rounds.hpp"

namespace cardroom::testing {

/// A table before "no more bets", built wager by wager.
class TableOfBets {
 public:
  explicit TableOfBets(const rules::Game& game) : game_(&game) {}

  TableOfBets& dealer(int seat, int wager_dollars,
                      rules::CoverRule cover = rules::CoverRule::consumed) {
    dealer_ = settlement::PlayerDealer{*game_->layout.seat(seat),
                                       rules::Cents::dollars(wager_dollars), cover};
    return *this;
  }
  TableOfBets& schedule(const settlement::Schedule* schedule) {
    schedule_ = schedule;
    return *this;
  }
  /// A seated player's wager.
  TableOfBets& seat(int number, std::string_view on, int dollars) {
    return place(number, "s" + std::to_string(number), on, rules::Cents::dollars(dollars), false);
  }
  TableOfBets& backline(int number, const std::string& name, std::string_view on, int dollars) {
    return place(number, name, on, rules::Cents::dollars(dollars), true);
  }
  TableOfBets& place(int number, const std::string& name, std::string_view on, rules::Cents stake,
                     bool backline) {
    auto known = std::find(bettors_.begin(), bettors_.end(), name);
    if (known == bettors_.end()) known = bettors_.insert(bettors_.end(), name);
    wagers_.push_back({.seat = *game_->layout.seat(number),
                       .bettor = static_cast<std::uint16_t>(known - bettors_.begin()),
                       .on = *game_->find_wager(on),
                       .backline = backline,
                       .stake = stake});
    return *this;
  }
  /// The last wager's part that goes back whatever the cards say.
  TableOfBets& unsettled(int dollars) {
    wagers_.back().unsettled = rules::Cents::dollars(dollars);
    return *this;
  }

  [[nodiscard]] settlement::Bets bets() const {
    return {.game = *game_,
            .schedule = schedule_,
            .player_dealer = dealer_,
            .wagers = wagers_,
            .bettors = bettors_};
  }
  [[nodiscard]] rules::OrRefused<settlement::ClosedRound> try_close() const {
    return settlement::ClosedRound::close(bets());
  }
  [[nodiscard]] settlement::ClosedRound close() const { return accepted(try_close()); }

  /// Closes, deals these cards and settles.
  [[nodiscard]] settlement::Settlement settle(std::string_view player,
                                              std::string_view banker) const {
    return settlement::settle(close(), decide(*game_, player, banker));
  }

 private:
  const rules::Game* game_;
  const settlement::Schedule* schedule_ = nullptr;
  std::optional<settlement::PlayerDealer> dealer_;
  std::vector<settlement::PlacedWager> wagers_;
  std::vector<std::string> bettors_;
};

}  // namespace cardroom::testing
