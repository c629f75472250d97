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
  enum class Holder : std::uint8_t { bettor, player_dealer, collections, house };
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

 private:
  explicit Entry(std::vector<Posting> postings) : postings_(std::move(postings)) {}
  std::vector<Posting> postings_;
};

/// Who won from whom, wager by wager in the order of settlement; pushes move nothing.
[[nodiscard]] Entry play_entry(const ClosedRound& round, std::span<const Line> lines);

/// The hand's fees, from each payer to the collections. Empty where there is no schedule.
[[nodiscard]] Entry fee_entry(const ClosedRound& round);

}  // namespace cardroom::settlement
