#pragma once

// Turns and offers as the book has them, one after the other, for all that tells of the position.

#include <functional>
#include <optional>
#include <string>

#include "book_rows.hpp"
#include "cardroom/reports/scope.hpp"

namespace cardroom::reports {

/// A turn that ended in the scope. A turn belongs to the shift in which it ended, as it is then
/// that the book has its row.
struct TurnTold {
  std::int64_t began = 0;
  std::string table;
  std::int64_t seat = 0;
  std::string person;
  std::optional<std::string> company;  ///< none: not a provider's player
  table::Moment since, until;
  std::int64_t hands = 0;
  std::optional<std::int64_t> first_round, last_round;  ///< as they were dealt, voided ones too
  rules::Cents wager;
  std::string why;

  /// Whole minutes, so that what is shown is what is added.
  [[nodiscard]] std::int64_t minutes() const;
};
void each_turn(SQLite::Database& database, const Scope& scope,
               const std::function<void(const TurnTold&)>& each);

/// An offer that was answered in the scope, or made in it and never answered there.
struct OfferTold {
  enum class Answer : std::uint8_t {
    accepted,
    declined,
    lapsed,      ///< the seat was left, or the table closed
    unanswered,  ///< when the scope ended
  };
  std::string table;
  std::optional<std::int64_t> seat;
  std::optional<std::string> person, company;
  table::Moment offered;
  std::optional<table::Moment> answered;
  Answer answer = Answer::unanswered;
  std::string recorded_by;
};
[[nodiscard]] std::string name(OfferTold::Answer answer);
void each_offer(SQLite::Database& database, const Scope& scope,
                const std::function<void(const OfferTold&)>& each);

}  // namespace cardroom::reports
