#pragma once

#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cardroom/reports/text.hpp"
#include "cardroom/table/field_told.hpp"
#include "cardroom/table/round_fact.hpp"

namespace cardroom::reports {

/// A round of the book with everything behind it.
struct RoundStory {
  struct Posting {
    std::string account;
    rules::Cents cents;
  };
  struct Entry {
    std::int64_t id;
    std::string kind;
    std::vector<Posting> postings;
  };
  struct Event {
    std::int64_t seq;
    std::string kind, who, at, hash;
  };

  table::RoundFact round;
  std::string shift;  ///< "2026-11-18 day"; empty where bets were never closed
  std::vector<std::int64_t> corrected_by;
  std::vector<table::Waiver> waivers;
  std::vector<Entry> entries;
  std::vector<Event> events;
};

/// Refuses a round that is not in the book.
[[nodiscard]] rules::OrRefused<RoundStory> round_story(SQLite::Database& database,
                                                       std::span<const rules::Game* const> games,
                                                       std::int64_t id);

/// Told line by line with clauses, cover, fees, postings and hashes.
[[nodiscard]] std::string story_text(const RoundStory& story, const Ink& ink);
[[nodiscard]] std::string story_json(const RoundStory& story);
[[nodiscard]] std::vector<table::FieldTold> story_told();

}  // namespace cardroom::reports
