#pragma once

// The fees of Fortune 7 as the Bureau's document prints them, options 1 to 26. The schedule file is
// read in a room further right; rooms to its left build the same values from here.

#include <array>
#include <optional>

#include "cardroom/rules/games/fortune_7.hpp"
#include "cardroom/settlement/schedule.hpp"
#include "support/rounds.hpp"

namespace cardroom::testing {

/// F7-fees.6: limit in dollars, fees in cents.
struct PrintedRow {
  int option, lowest, highest, player_fee, player_dealer_fee;
};
// clang-format off
inline constexpr std::array<PrintedRow, 20> kPrintedRows = {{
    {1, 5, 10, 50, 100},
    {2, 5, 50, 50, 200},
    {3, 5, 100, 100, 200},
    {4, 10, 100, 100, 200},
    {5, 25, 100, 100, 200},
    {6, 50, 100, 100, 300},
    {7, 100, 100, 100, 300},
    {8, 25, 200, 200, 300},
    {9, 25, 200, 200, 400},
    {10, 50, 300, 200, 400},
    {11, 100, 300, 200, 400},
    {12, 100, 300, 300, 500},
    {13, 100, 500, 300, 500},
    {14, 200, 500, 300, 500},
    {15, 300, 500, 300, 500},
    {16, 300, 1'000, 500, 800},
    {17, 300, 1'000, 500, 1'000},
    {18, 500, 1'000, 500, 1'000},
    {19, 500, 2'000, 500, 1'000},
    {20, 1'000, 5'000, 1'000, 1'500},
}};
// clang-format on

/// F7-fees.8: all in dollars; no upper mark is a printed "+", or C-22.
struct PrintedTier {
  int option, lowest, highest, from;
  std::optional<int> to;
  int player_dealer_fee;
};
inline constexpr auto kAndMore = std::nullopt;
inline constexpr std::array<PrintedTier, 29> kPrintedTiers = {{
    {21, 1, 100, 1, 100, 1},
    {21, 1, 100, 105, 300, 2},
    {21, 1, 100, 305, 500, 4},
    {21, 1, 100, 505, 1'500, 7},
    {21, 1, 100, 1'505, kAndMore, 11},
    {22, 5, 100, 5, 100, 1},
    {22, 5, 100, 105, 300, 2},
    {22, 5, 100, 305, 500, 4},
    {22, 5, 100, 505, 1'500, 7},
    {22, 5, 100, 1'505, kAndMore, 11},  // C-22
    {23, 10, 100, 10, 300, 2},
    {23, 10, 100, 305, 500, 4},
    {23, 10, 100, 505, 1'500, 7},
    {23, 10, 100, 1'505, kAndMore, 11},
    {24, 25, 100, 25, 300, 2},
    {24, 25, 100, 305, 800, 6},
    {24, 25, 100, 805, 1'500, 10},
    {24, 25, 100, 1'505, 3'000, 12},
    {24, 25, 100, 3'005, kAndMore, 30},
    {25, 50, 300, 50, 300, 4},
    {25, 50, 300, 305, 1'000, 8},
    {25, 50, 300, 1'005, 2'000, 15},
    {25, 50, 300, 2'005, 5'000, 20},
    {25, 50, 300, 5'005, kAndMore, 50},
    {26, 50, 300, 300, 1'200, 4},
    {26, 50, 300, 1'205, 3'600, 15},
    {26, 50, 300, 3'605, 7'200, 25},
    {26, 50, 300, 7'205, 15'000, 45},
    {26, 50, 300, 15'005, kAndMore, 65},
}};

inline settlement::Spaces fortune_7_spaces(std::initializer_list<std::string_view> names) {
  settlement::Spaces spaces;
  for (const auto name : names) spaces.add(rules::games::fortune_7.find_wager(name).value());
  return spaces;
}

inline settlement::FeeByAction no_tiers_yet() {
  return {.spaces = fortune_7_spaces({"player", "banker", "tie", "one-up", "fortune-7"}),
          .tiers = {},
          .gap = settlement::FeeByAction::Gap::lower_tier,
          .no_tier = settlement::FeeByAction::NoTier::refuse};
}

template <class Printed>
rules::Limits printed_limits(const Printed& row) {
  return {rules::Cents::dollars(row.lowest), rules::Cents::dollars(row.highest)};
}

inline settlement::ScheduleBook fortune_7_book() {
  using rules::Cents;
  settlement::ScheduleBook book{.game = std::string(rules::games::fortune_7.name),
                                .title = "Fortune 7, built by hand",
                                .source = "the Bureau's document",
                                .dated = {},
                                .notice = {},
                                .options = {}};
  for (const PrintedRow& row : kPrintedRows) {
    book.options.push_back(
        {row.option, printed_limits(row),
         settlement::FeeBySpace{fortune_7_spaces({"player", "banker", "tie"}),
                                Cents{row.player_fee}, Cents{row.player_dealer_fee}}});
  }
  for (const PrintedTier& row : kPrintedTiers) {
    if (book.options.back().option != row.option) {
      book.options.push_back({row.option, printed_limits(row), no_tiers_yet()});
    }
    std::optional<Cents> to;
    if (row.to) to = Cents::dollars(*row.to);
    std::get<settlement::FeeByAction>(book.options.back().fees)
        .tiers.push_back({Cents::dollars(row.from), to, Cents::dollars(row.player_dealer_fee)});
  }
  return book;
}

inline const settlement::Schedule& fortune_7_option(int option) {
  static const settlement::ScheduleBook book = fortune_7_book();
  return *accepted(book.find(option));
}

}  // namespace cardroom::testing
