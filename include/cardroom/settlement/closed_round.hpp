#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cardroom/settlement/schedule.hpp"
#include "cardroom/settlement/wager.hpp"

namespace cardroom::settlement {

/// Who banks the hand, with what, and how far it reaches.
struct PlayerDealer {
  Seat seat;
  Cents wager;
  rules::CoverRule cover;
};

/// What stands on the table when "no more bets" is said. Borrowed for the call.
struct Bets {
  const rules::Game& game;
  const Schedule* schedule = nullptr;  ///< none: neither limits nor fees are looked at
  std::optional<PlayerDealer> player_dealer = {};
  std::span<const PlacedWager> wagers;
  std::span<const std::string> bettors;    ///< names, for refusals
  int backline_bettors_a_seat = 3;         ///< W-back, the room's setting
  std::optional<int> wagers_an_area = {};  ///< a Pit Manager's restriction (F6v6-3.6)
};

/// Whether these wagers may stand on the felt while bets are open: all that is checked at the close
/// but what may still come, a bonus wager's line and the action for a fee.
[[nodiscard]] std::optional<Refused> may_stand(const Bets& bets);

/// A round whose bets are closed: every wager may stand, the fees are fixed, the order of
/// settlement is known. Only `close` makes one, so whoever holds one need not check again.
class ClosedRound {
 public:
  /// The first wager that may not stand, or the missing fee, is the refusal.
  [[nodiscard]] static OrRefused<ClosedRound> close(const Bets& bets);

  [[nodiscard]] const rules::Game& game() const { return *game_; }
  [[nodiscard]] const std::optional<PlayerDealer>& player_dealer() const { return player_dealer_; }
  [[nodiscard]] std::span<const PlacedWager> wagers() const { return wagers_; }
  [[nodiscard]] const std::optional<Fees>& fees() const { return fees_; }

  /// Indexes into `wagers()`: S-order with a player-dealer, H-order without.
  [[nodiscard]] std::span<const std::uint16_t> in_action_order() const { return order_; }

 private:
  explicit ClosedRound(const Bets& bets);

  const rules::Game* game_;
  std::optional<PlayerDealer> player_dealer_;
  std::vector<PlacedWager> wagers_;
  std::optional<Fees> fees_;
  std::vector<std::uint16_t> order_;
};

/// Where a backline bettor's chips stand, by his line and the seated player's.
enum class BacklinePlace : std::uint8_t { beside, above_or_below };

/// F7-table.4: beside the seated wager on the same line, above or below it on the other. None for a
/// seated wager, and where one of the two has no line wager.
[[nodiscard]] std::optional<BacklinePlace> backline_place(const rules::Game& game,
                                                          std::span<const PlacedWager> wagers,
                                                          const PlacedWager& wager);

}  // namespace cardroom::settlement
