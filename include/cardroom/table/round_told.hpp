#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/settlement/settle.hpp"

namespace cardroom::table {

using rules::Cents;
using rules::OrRefused;
using rules::Refusal;
using rules::Refused;

struct PlayerDealerTold {
  std::int64_t seat = 0;
  std::int64_t wager_cents = 0;
  std::optional<std::string> cover;
};

struct WagerTold {
  std::int64_t seat = 0;
  std::string bettor;
  bool backline = false;
  std::string on;
  std::int64_t cents = 0;
};

/// A round as somebody tells it, read but not yet believed. Both forms of input end here.
struct RoundTold {
  std::string game;
  std::optional<std::int64_t> schedule;
  std::optional<PlayerDealerTold> player_dealer;
  std::vector<WagerTold> wagers;
  std::string player;
  std::string banker;
};

/// What a stateless round is settled against.
struct Setting {
  std::span<const rules::Game* const> games;
  std::span<const settlement::ScheduleBook> books;
  int backline_bettors_a_seat = 3;
};

struct SettledRound {
  std::vector<std::string> bettors;
  settlement::ClosedRound round;
  rules::Deal deal;
  rules::Decision decision;
  settlement::Settlement settlement;
};

/// Closes the bets, completes the deal and settles; nothing is settled if any of it is refused.
[[nodiscard]] OrRefused<SettledRound> settle(const RoundTold& told, const Setting& setting);

}  // namespace cardroom::table
