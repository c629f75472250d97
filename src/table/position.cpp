#include "cardroom/table/position.hpp"

#include <algorithm>
#include <functional>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::table {

namespace {

constexpr std::int64_t kWindowMs = 40 * kMinuteMs;  // P-2026
constexpr std::size_t kLeastHolders = 2;            // P-2026

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// P-2026: a provider's turn is followed by someone else's, whoever plays for it.
bool follows_itself(const Seated& sitting, const Position& position) {
  return position.rules == RotationRules::state_2026 && sitting.provider &&
         sitting.provider->company == position.last_company;
}

/// Occupied seats clockwise from where offers begin, the last holder at the end wherever he sits.
std::vector<Seat> order_of_offers(const rules::Layout& layout, const Seats& seats,
                                  const Position& position) {
  std::vector<Seat> order;
  std::optional<Seat> last;
  Seat seat = position.last_seat ? layout.next(*position.last_seat) : *layout.seat(1);
  for (int i = 0; i < layout.seats(); ++i, seat = layout.next(seat)) {
    const auto& sitting = at(seats, seat);
    if (!sitting || follows_itself(*sitting, position)) continue;
    if (sitting->name == position.last_name) {
      last = seat;
    } else {
      order.push_back(seat);
    }
  }
  if (last) order.push_back(*last);
  return order;
}

}  // namespace

std::optional<Seat> offered_next(const rules::Layout& layout, const Seats& seats,
                                 const Position& position) {
  if (position.turn) return std::nullopt;
  for (const Seat seat : order_of_offers(layout, seats, position)) {
    if (!has(position.declined, at(seats, seat)->name)) return seat;
  }
  return std::nullopt;
}

RotationWindow rotation_window(const Position& position, std::int64_t now_ms) {
  RotationWindow window;
  window.minutes_played = (now_ms - position.playing_since_ms) / kMinuteMs;
  const auto count = [&](const std::string& name, bool provider) {
    if (!provider && !has(window.holders, name)) window.holders.push_back(name);
  };
  for (const PastTurn& past : position.recent) {
    if (past.to_ms > now_ms - kWindowMs) count(past.name, past.provider);
  }
  if (position.turn) count(position.turn->name, !position.turn->company.empty());
  window.would_end_game =
      now_ms - position.playing_since_ms >= kWindowMs && window.holders.size() < kLeastHolders;
  return window;
}

WindowAhead window_ahead(const Position& position) {
  WindowAhead ahead;
  std::vector<std::int64_t> lapses;
  for (const PastTurn& past : position.recent) {
    if (past.provider || (position.turn && position.turn->name == past.name)) continue;
    ahead.holders.push_back({past.name, past.to_ms + kWindowMs});
    lapses.push_back(past.to_ms + kWindowMs);
  }
  const bool player_holds = position.turn && position.turn->company.empty();
  if (player_holds) ahead.holders.push_back({position.turn->name, std::nullopt});
  // The game ends when fewer than two are left, but not before the first window is over.
  ahead.would_end_game_ms = position.playing_since_ms + kWindowMs;
  std::sort(lapses.begin(), lapses.end(), std::greater<>());
  const std::size_t needed = kLeastHolders - (player_holds ? 1 : 0);
  if (lapses.size() >= needed) {
    ahead.would_end_game_ms = std::max(ahead.would_end_game_ms, lapses[needed - 1]);
  }
  return ahead;
}

void end_turn(Position& position, std::int64_t now_ms) {
  rules::require(position.turn.has_value(), "T3: only a turn that began can end");
  const Turn& turn = *position.turn;
  const bool provider = !turn.company.empty();
  std::erase_if(position.recent, [&](const PastTurn& past) {
    return past.to_ms <= now_ms - kWindowMs || past.name == turn.name;
  });
  position.recent.push_back({turn.name, provider, now_ms});
  position.last_seat = turn.seat;
  position.last_name = turn.name;
  position.last_company = turn.company;
  position.declined.clear();
  position.turn.reset();
}

}  // namespace cardroom::table
