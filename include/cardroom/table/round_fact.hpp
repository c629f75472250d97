#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cardroom/table/round_told.hpp"
#include "cardroom/table/table_state.hpp"

namespace cardroom::table {

/// A round that ended, with all that the book keeps of it.
struct RoundFact {
  enum class Kind : std::uint8_t { settled, voided, reversal, corrected };

  std::int64_t id = 0;
  Kind kind = Kind::settled;
  std::string table;
  std::int64_t shift = 0;  ///< in which its bets were closed; 0 for a hand voided before
  Terms terms;
  std::int64_t turn = 0;  ///< 0 at a house-banked table
  int hand = 0;           ///< of the turn: 1 or 2
  std::string player_dealer, player_dealer_patron;
  std::optional<Seat> seat;  ///< the player-dealer's
  Cents bank;
  std::vector<std::string> patrons;  ///< of the bettors
  std::int64_t closed_event = 0;     ///< that closed its bets and took the fees; 0 as above
  std::int64_t closed_ms = 0;
  std::optional<std::int64_t> corrects;  ///< the round that this one reverses or replaces
  std::optional<SettledRound> settled;   ///< not of a voided round

  // A voided round: what stood on the table, closed or not (S-void).
  std::vector<std::string> voided_bettors;
  std::vector<settlement::PlacedWager> voided_wagers;
  std::optional<settlement::ClosedRound> voided;
  bool fees_kept = false;

  [[nodiscard]] std::span<const std::string> bettors() const {
    return settled ? std::span<const std::string>(settled->bettors) : voided_bettors;
  }
  [[nodiscard]] std::span<const settlement::PlacedWager> wagers() const {
    return settled ? settled->round.wagers() : voided_wagers;
  }
  /// What the house kept of this round; none where it was returned or nobody charged one.
  [[nodiscard]] const settlement::Fees* fees() const {
    const auto* closed = settled ? &settled->round : fees_kept && voided ? &*voided : nullptr;
    return closed != nullptr && closed->fees() ? &*closed->fees() : nullptr;
  }
};

[[nodiscard]] std::string_view name(RoundFact::Kind kind);

/// A fee given back (C-when); below zero where a reversal takes that back.
struct Waiver {
  std::int64_t round = 0;
  std::string table;
  std::int64_t shift = 0;
  std::optional<std::string> bettor;  ///< none: the player-dealer
  std::string payer, patron;
  Cents cents;
  std::string reason;
};

/// What a bettor paid in fees for this round; nothing for `none` means the player-dealer's.
[[nodiscard]] Cents fee_of(const RoundFact& round, const std::optional<std::string>& bettor);

}  // namespace cardroom::table
