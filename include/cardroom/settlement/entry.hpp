#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "cardroom/settlement/settle.hpp"

namespace cardroom::settlement {

/// Whose money moves in a round. In a player-dealer game play reaches no account of the house
/// (P-house): `collections` takes fees only, `house` exists for house-banked games alone.
struct Account {
  enum class Holder : std::uint8_t {
    bettor,
    player_dealer,
    collections,
    house,
    wagers_on_table,      ///< stakes between the close and the settlement
    player_dealer_wager,  ///< the bank, likewise
    waivers,
  };
  Holder holder;
  std::uint16_t bettor = 0;  ///< index of the bettor in the round, for `Holder::bettor`
  friend constexpr bool operator==(const Account&, const Account&) = default;
};

struct Posting {
  Account account;
  Cents amount;  ///< more than nothing: the holder gets it
};

struct Imbalance {
  Cents sum;
};

/// Postings that sum to zero. `balanced` is the only door (S1).
class Entry {
 public:
  [[nodiscard]] static std::variant<Entry, Imbalance> balanced(std::vector<Posting> postings);
  [[nodiscard]] std::span<const Posting> postings() const { return postings_; }

  /// Each account's sum once, in the order of first use; what comes to nothing is left out.
  [[nodiscard]] Entry merged() const;
  [[nodiscard]] Entry reversed() const;

 private:
  explicit Entry(std::vector<Posting> postings) : postings_(std::move(postings)) {}
  std::vector<Posting> postings_;
};

/// Who won from whom, wager by wager in the order of settlement; pushes move nothing.
[[nodiscard]] Entry play_entry(const ClosedRound& round, std::span<const Line> lines);

/// Bets are closed: stakes, the bank and the fees leave their owners.
[[nodiscard]] Entry close_entry(const ClosedRound& round);

/// What lay on the table goes to whom it belongs to now.
[[nodiscard]] Entry settle_entry(const ClosedRound& round, std::span<const Line> lines);

/// S-void: all of it goes back, the fees unless they are kept.
[[nodiscard]] Entry void_entry(const ClosedRound& round, bool fees_kept);

/// The hand's fees, from each payer to the collections. Empty where there is no schedule.
[[nodiscard]] Entry fee_entry(const ClosedRound& round);

}  // namespace cardroom::settlement
