#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cardroom/rules/deal.hpp"
#include "cardroom/rules/procedures.hpp"
#include "cardroom/settlement/closed_round.hpp"
#include "cardroom/table/position.hpp"

namespace cardroom::table {

/// What a table plays under. Replaced as a whole, between hands only (F7-fees.3).
struct Terms {
  std::int64_t id = 0;  ///< number of the event that set them
  std::int64_t book =
      0;  ///< number of the event that loaded the schedule; 0 for a house-banked table
  std::optional<settlement::Schedule> schedule;
  std::vector<std::optional<rules::Limits>> limits;  ///< by wager, at a house-banked table
  std::optional<Cents> differential;
};

struct Standing {
  Seat seat;
  std::string name;
  std::string patron;
};

/// A hand from "place your bets" to its settlement.
struct Hand {
  enum class Phase : std::uint8_t { bets_open, dealing };

  Phase phase = Phase::bets_open;
  std::int64_t opened_event = 0;     ///< which hand it is, also where it will have no number
  std::vector<std::string> bettors;  ///< names, as wagers refer to them
  std::vector<settlement::PlacedWager> wagers;
  std::optional<settlement::ClosedRound> closed;  ///< once bets are closed
  std::int64_t shift = 0;                         ///< in which they were closed
  std::int64_t closed_event = 0;
  std::int64_t closed_ms = 0;
  std::vector<rules::Card> player, banker;
  rules::Withdrawal withdrawal = rules::Withdrawal::none;  ///< a ruling allows it after the close
};

/// One table, all of it. Only `apply` changes it.
struct TableState {
  enum class Status : std::uint8_t { open, paused, closed };

  std::string name;
  const rules::Game* game = nullptr;
  Status status = Status::closed;
  std::int64_t session = 0;  ///< number of the event that opened it
  Terms terms;
  bool hlga = false;
  rules::Method method = rules::Method::b;
  std::optional<int> wagers_an_area;  ///< F6v6-3.6
  std::optional<std::string> device;  ///< F6v6-3.11: who draws
  Seats seats;
  std::vector<Standing> backline;
  Position position;
  std::optional<Hand> hand;
  std::vector<std::string> settled_under_minimum;  ///< F6v6-5.14: bettors who had their one time
  std::int64_t hands = 0;                          ///< settled since the opening
  std::int64_t events = 0;                         ///< since the opening
  std::int64_t snapshot_at = 0;                    ///< `events` when the last snapshot was due

  [[nodiscard]] bool player_dealer_game() const {
    return game->banking == rules::Banking::player_dealer;
  }
};

[[nodiscard]] std::string_view name(TableState::Status status);

/// Patron number of somebody at the table; empty if unknown.
[[nodiscard]] std::string patron_of(const TableState& table, const std::string& name);

}  // namespace cardroom::table
