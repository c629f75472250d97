#pragma once

// What fees came to: asked of the book once, summed upwards in memory, proved by the postings.

#include <map>
#include <string>
#include <vector>

#include "cardroom/ledger/records.hpp"
#include "cardroom/reports/sections.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::reports {

struct FeeFigures {
  std::int64_t hands = 0, voided = 0, gaps = 0;
  std::int64_t zeros = 0;  ///< hands in which nothing was collected from the players (F7-fees.9)
  Cents action, player_dealer, players, waived_player_dealer, waived_players;

  void add(const FeeFigures& other);
  [[nodiscard]] Cents fees() const { return player_dealer + players; }
  [[nodiscard]] Cents waived() const { return waived_player_dealer + waived_players; }
  [[nodiscard]] Cents net() const { return fees() - waived(); }
  friend bool operator==(const FeeFigures&, const FeeFigures&) = default;
};

/// The smallest group that every total is a sum of.
struct FeeCell {
  std::size_t shift = 0;  ///< in `scope.shifts`
  std::int64_t table_id = 0, terms = 0;
  std::string table, company;  ///< the player-dealer's company; empty: his own money
  FeeFigures figures;
};

/// In the order of shifts, tables and terms.
[[nodiscard]] std::vector<FeeCell> fee_cells(SQLite::Database& database, const Scope& scope);

/// P2: fees and waivers of each box are what the postings of these very hands put into its
/// accounts. Says whether it looked: the postings of more hands than `kMostHandsFollowed` are for
/// `verify`. `cells` are of all options and persons.
[[nodiscard]] bool postings_agree(SQLite::Database& database, const Scope& scope,
                                  const std::vector<FeeCell>& cells);
inline constexpr std::int64_t kMostHandsFollowed = 50'000;

/// Which hands a query tells, and what of their fees: a person's own, where one is asked for.
/// `round r` and `terms t` are in it, and the shift is its parameter 1; `bind` sets the others. A
/// person's are also what was banked with the money of the company that has this name.
class FeeQuery {
 public:
  explicit FeeQuery(const Scope& scope);

  [[nodiscard]] const std::string& player_dealer_fee() const { return player_dealer_fee_; }
  [[nodiscard]] const std::string& player_fees() const { return player_fees_; }
  [[nodiscard]] std::string hands(std::string_view joined) const;
  /// Of `waiver w`, with `round r` and `terms t`.
  [[nodiscard]] std::string waivers(std::string_view joined) const;
  /// "AND w.bettor IN (7, 9)" of the person; empty where nobody is asked for.
  [[nodiscard]] const std::string& of_bettor() const { return of_bettor_; }
  /// For a statement with the fees, hands or waivers of this query.
  void bind(SQLite::Statement& statement) const;

 private:
  std::string narrowed_, of_bettor_, of_payer_, of_hand_, company_;
  std::string player_dealer_fee_ = "r.player_dealer_fee", player_fees_ = "r.player_fees";
};

/// A table's terms with their schedule as it stood when they were set.
struct LoadedTerms {
  table::Terms terms;
  const rules::Game* game = nullptr;
  const settlement::ScheduleBook* book = nullptr;  ///< none at a house-banked table

  [[nodiscard]] const settlement::Schedule& schedule() const {
    rules::require(terms.schedule.has_value(), "S4: a fee follows from a schedule");
    return *terms.schedule;
  }
};

/// Reads each schedule once, when the first of its terms is asked for: a long log is not searched.
class TermsOfTables {
 public:
  explicit TermsOfTables(const ReportSource& source);
  const LoadedTerms& of(std::int64_t terms);

 private:
  SQLite::Database& database_;
  table::Floor floor_;  ///< of it only the games and the schedules read so far
  ledger::BookRecords records_;
  std::map<std::int64_t, LoadedTerms> known_;
};

}  // namespace cardroom::reports
