#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cardroom/ledger/book.hpp"
#include "cardroom/rules/cents.hpp"
#include "cardroom/rules/game.hpp"

namespace cardroom::ledger {

/// What a look through the whole book found.
struct Verified {
  std::optional<std::string> first_difference;  ///< names the row; none: the book holds
  std::int64_t events = 0, rounds = 0, wagers = 0, entries = 0, postings = 0;
  ChainHead head;
  rules::Cents
      house_from_play;      ///< P-house: of the player-dealer games; nothing, or it is a difference
  rules::Cents house_bank;  ///< of house-banked tables
  rules::Cents collections, waivers;
};

/// Called now and then with how many of how many events are done.
using Progress = std::function<void(std::int64_t done, std::int64_t all)>;

/// Replays the log through the rules and compares every hash, every derived row and the schema
/// itself; SQLite's own check of the file runs beside it. Refuses only a file that cannot be
/// opened.
[[nodiscard]] rules::OrRefused<Verified> verify(const std::string& path,
                                                std::span<const rules::Game* const> games,
                                                const Progress& progress);

}  // namespace cardroom::ledger
