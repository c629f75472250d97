#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/table/round_told.hpp"

namespace cardroom::table {

/// One settled wager as a round file expects it.
struct ExpectedLine {
  std::int64_t seat = 0;
  std::string bettor;
  bool backline = false;
  std::string on;
  std::string result;
  Cents moved{};              ///< paid to a winner, taken from a loser
  std::optional<Cents> of{};  ///< where the cover fell short: the due, or the stake
  std::optional<Cents> cover{};
};

struct ExpectedFees {
  Cents player_dealer;
  Cents players;
  bool gap = false;
};

struct ExpectedBank {
  Cents net;
  std::optional<Cents> cover;
};

/// What a round file says must come out. Whatever is named is compared; lines, once any is named,
/// must all be named, in the order of settlement.
struct Expected {
  std::vector<ExpectedLine> lines;
  std::optional<ExpectedFees> fees;
  std::optional<ExpectedBank> player_dealer;
  std::optional<Cents> house;
  std::optional<std::string> refused;
};

/// A round as a floor manager writes it down, one fact a line; tests/golden shows the form.
struct RoundText {
  RoundTold told;
  Expected expected;
};

/// Refuses, with the line's number, what it cannot read, and a round that names no game.
[[nodiscard]] OrRefused<RoundText> read_round_text(std::string_view text);

/// The first difference between what was expected and what the rules say; none if they agree.
[[nodiscard]] std::optional<Refused> reconcile(const Expected& expected,
                                               const OrRefused<SettledRound>& answer);

}  // namespace cardroom::table
