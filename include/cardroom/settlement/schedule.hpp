#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cardroom/rules/procedures.hpp"
#include "cardroom/settlement/wager.hpp"

namespace cardroom::settlement {

/// C-spot: every bettor pays for each of these spaces that holds his wager, the player-dealer
/// each hand.
struct FeeBySpace {
  Spaces spaces;
  Cents player_fee;
  Cents player_dealer_fee;
};

struct Tier {
  Cents from;
  std::optional<Cents> to;  ///< as printed; none: "and more"
  Cents player_dealer_fee;
};

/// C-action: the player-dealer alone pays, by the total of the wagers on these spaces.
struct FeeByAction {
  enum class Gap : std::uint8_t { lower_tier, refuse };       ///< C-gap: between two printed tiers
  enum class NoTier : std::uint8_t { refuse, nearest_tier };  ///< C-26: outside all of them

  Spaces spaces;
  std::vector<Tier> tiers;  ///< rising, without overlap
  Gap gap;
  NoTier no_tier;

  /// The last that begins at or below this action, else the first; whether its fee may be taken is
  /// for `fees_for` to say.
  [[nodiscard]] const Tier& tier_of(Cents action) const;
};

/// One approved option: a table limit and its fees. Loaded and checked by the ledger room.
struct Schedule {
  int option;
  rules::Limits limits;  ///< each betting space
  std::variant<FeeBySpace, FeeByAction> fees;
};

struct PlayerFee {
  std::uint16_t wager;  ///< as placed
  Cents fee;
};

/// What one hand costs, fixed when bets are closed (C-when).
struct Fees {
  int option;
  Cents action;  ///< all wagers of the hand
  bool gap = false;
  Cents player_dealer;
  Cents total;
  std::vector<PlayerFee> players;
};

/// Refuses a hand for which nobody approved a fee (C-26), with the amount that is missing.
[[nodiscard]] OrRefused<Fees> fees_for(const Schedule& schedule,
                                       std::span<const PlacedWager> wagers);

/// The options of one game, as one file holds them.
struct ScheduleBook {
  std::string game;
  std::string title;
  std::string source;
  std::string dated;              ///< the day on which the figures were compared with the source
  std::string notice;             ///< F7-fees.9, printed with every option
  std::vector<Schedule> options;  ///< rising by number

  [[nodiscard]] OrRefused<const Schedule*> find(std::int64_t option) const;
};

/// The book of a game, or that none is loaded.
[[nodiscard]] OrRefused<const ScheduleBook*> find_book(std::span<const ScheduleBook> books,
                                                       std::string_view game);

}  // namespace cardroom::settlement
