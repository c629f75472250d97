#include "position_rows.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "cardroom/rules/broken_invariant.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;

/// Events of the scope that a statement reads: of one table by the index of its stream, of all
/// tables by their numbers. Never the whole log.
void bind_events(Statement& row, const Scope& scope) {
  row.bind(":first", scope.first_event());
  row.bind(":last", scope.last_event());
  if (scope.table_id) row.bind(":table", *scope.table_id);
}

std::string turns_query(const Scope& scope) {
  const std::string from = scope.table_id ? "event e CROSS JOIN turn t ON t.id = e.seq "
                                          : "turn t CROSS JOIN event e ON e.seq = t.id ";
  const std::string where = scope.table_id
                                ? "WHERE e.stream = :table AND e.seq BETWEEN :first AND :last "
                                : "WHERE t.id BETWEEN :first AND :last ";
  return "SELECT t.began, t.id, t.gaming_table, g.name, t.seat, a.name, t.company, t.since_ms, "
         "t.until_ms, e.utc_offset, t.hands, t.wager, t.why, b.utc_offset FROM " +
         from +
         "JOIN event b ON b.seq = t.began JOIN gaming_table g ON g.id = t.gaming_table "
         "JOIN account a ON a.id = t.account " +
         where + (scope.table_id ? "ORDER BY e.seq" : "ORDER BY t.id");
}

/// The rounds of each table's turns, read beside the turns themselves: both are in the order in
/// which they ended, so one round a table is all that is held.
class TurnRounds {
 public:
  struct Span {
    std::int64_t turn = 0, first = 0, last = 0;
  };

  TurnRounds(SQLite::Database& database, const Scope& scope)
      : row_(database, scope.table_id
                           ? "SELECT r.event, r.gaming_table, r.turn, r.id FROM event e CROSS JOIN "
                             "round r ON r.event = e.seq WHERE e.stream = :table AND e.seq BETWEEN "
                             ":first AND :last AND r.turn IS NOT NULL AND r.kind IN "
                             "('settled', 'voided') ORDER BY e.seq"
                           : "SELECT r.event, r.gaming_table, r.turn, r.id FROM round r WHERE "
                             "r.event BETWEEN :first AND :last AND r.turn IS NOT NULL AND r.kind "
                             "IN ('settled', 'voided') ORDER BY r.event") {
    bind_events(row_, scope);
    row_.bind(":first", began_first(database, scope));
    more_ = row_.executeStep();
  }

  /// Of the turn that this event ended; nothing where no hand was dealt in it.
  std::optional<Span> of(std::int64_t table, std::int64_t turn, std::int64_t ended) {
    for (; more_ && row_.getColumn(0).getInt64() <= ended; more_ = row_.executeStep()) {
      Span& span = at_table_[row_.getColumn(1).getInt64()];
      const auto round = row_.getColumn(3).getInt64();
      if (span.turn != row_.getColumn(2).getInt64()) {
        span = {row_.getColumn(2).getInt64(), round, round};
      }
      span.last = round;
    }
    const auto found = at_table_.find(table);
    if (found == at_table_.end() || found->second.turn != turn) return std::nullopt;
    return found->second;
  }

 private:
  /// A turn that ends in the scope may have begun before it.
  static std::int64_t began_first(SQLite::Database& database, const Scope& scope) {
    Statement row(database,
                  scope.table_id
                      ? "SELECT min(t.began) FROM event e CROSS JOIN turn t ON t.id = e.seq WHERE "
                        "e.stream = :table AND e.seq BETWEEN :first AND :last"
                      : "SELECT min(began) FROM turn WHERE id BETWEEN :first AND :last");
    bind_events(row, scope);
    rules::require(row.executeStep(), "an aggregate gives one row");
    return std::min(number_at(row, 0).value_or(scope.first_event()), scope.first_event());
  }

  Statement row_;
  bool more_ = false;
  std::map<std::int64_t, Span> at_table_;
};

// --- Offers -------------------------------------------------------------------------------------

/// An offer that waits for its answer while the log is read.
struct Waiting {
  std::int64_t event = 0;
  table::Moment at;
  std::string who;
  std::optional<std::int64_t> seat;  ///< where the command named it
  std::vector<std::int64_t> left;    ///< seats that were left meanwhile
};

class OfferReader {
 public:
  OfferReader(SQLite::Database& database, const Scope& scope,
              const std::function<void(const OfferTold&)>& each)
      : database_(database), scope_(scope), each_(each) {}

  void run() {
    const std::string where = scope_.table_id
                                  ? "e.stream = :table AND e.seq BETWEEN :first AND :last "
                                  : "e.seq BETWEEN :first AND :last ";
    Statement row(database_,
                  "SELECT e.seq, e.kind, e.stream, e.at_ms, e.utc_offset, e.who, g.name, "
                  "json_extract(e.body, '$.seat'), a.name, o.company, o.offered_ms FROM event e "
                  "CROSS JOIN gaming_table g ON g.id = e.stream LEFT JOIN offer o ON o.id = e.seq "
                  "LEFT JOIN account a ON a.id = o.account WHERE " +
                      where +
                      "AND e.kind IN ('offer-position', 'accept-position', 'decline-position', "
                      "'unseat', 'close-table') ORDER BY e.seq");
    bind_events(row, scope_);
    while (row.executeStep()) read(row);
    for (const auto& [table, waiting] : waiting_) {
      const bool left = waiting.seat && !waiting.left.empty();
      tell(table, waiting, left ? OfferTold::Answer::lapsed : OfferTold::Answer::unanswered);
    }
  }

 private:
  void read(const Statement& row) {
    const auto kind = row.getColumn(1).getString();
    const auto stream = row.getColumn(2).getInt64();
    names_[stream] = row.getColumn(6).getString();
    const auto waiting = waiting_.find(stream);
    if (kind == "unseat") {
      const auto seat = row.getColumn(7).getInt64();
      if (waiting == waiting_.end()) return;
      auto& w = waiting->second;
      if (!w.seat || *w.seat == seat) w.left.push_back(seat);
      return;
    }
    if (kind == "close-table" || kind == "offer-position") {
      // No second offer is made while one waits.
      if (waiting != waiting_.end()) {
        tell(stream, waiting->second, OfferTold::Answer::lapsed);
        waiting_.erase(waiting);
      }
      if (kind == "close-table") return;
      waiting_[stream] = {row.getColumn(0).getInt64(),
                          moment_at(row, 3, 4),
                          row.getColumn(5).getString(),
                          number_at(row, 7),
                          {}};
      return;
    }
    waiting_.erase(stream);
    answered(row, kind == "accept-position");
  }

  void hand_on(const OfferTold& told) const {
    if (asks_for(scope_, {told.person.value_or(""), told.company.value_or("")})) each_(told);
  }

  void answered(const Statement& row, bool accepted) const {
    OfferTold told;
    told.table = row.getColumn(6).getString();
    told.seat = number_at(row, 7);
    told.person = person_in(text_at(row, 8));
    told.company = text_at(row, 9);
    told.offered = moment_at(row, 10, 4);
    told.answered = moment_at(row, 3, 4);
    told.answer = accepted ? OfferTold::Answer::accepted : OfferTold::Answer::declined;
    told.recorded_by = row.getColumn(5).getString();
    hand_on(told);
  }

  void tell(std::int64_t table, const Waiting& waiting, OfferTold::Answer answer) {
    OfferTold told;
    told.table = names_[table];
    told.seat = waiting.seat;
    if (!told.seat && answer == OfferTold::Answer::lapsed && waiting.left.size() == 1) {
      told.seat = waiting.left.front();
    }
    if (told.seat) who_sat(table, *told.seat, waiting.event, told);
    told.offered = waiting.at;
    told.answer = answer;
    told.recorded_by = waiting.who;
    hand_on(told);
  }

  /// Looks back to when this seat was last taken, at most to the table's opening.
  void who_sat(std::int64_t table, std::int64_t seat, std::int64_t event, OfferTold& told) {
    Statement row(database_,
                  "SELECT json_extract(body, '$.name'), json_extract(body, '$.patron'), "
                  "json_extract(body, '$.provider.company'), kind FROM event WHERE stream = ?1 AND "
                  "seq < ?2 AND kind IN ('seat', 'open-table') AND (kind = 'open-table' OR "
                  "json_extract(body, '$.seat') = ?3) ORDER BY seq DESC LIMIT 1");
    row.bind(1, table);
    row.bind(2, event);
    row.bind(3, seat);
    if (!row.executeStep() || row.getColumn(3).getString() != "seat") return;
    told.person = row.getColumn(0).getString();
    if (const auto patron = text_at(row, 1)) *told.person += " #" + *patron;
    told.company = text_at(row, 2);
  }

  SQLite::Database& database_;
  const Scope& scope_;
  const std::function<void(const OfferTold&)>& each_;
  std::map<std::int64_t, Waiting> waiting_;
  std::map<std::int64_t, std::string> names_;
};

}  // namespace

std::int64_t TurnTold::minutes() const {
  return (until.ms - since.ms + table::kMinuteMs / 2) / table::kMinuteMs;
}

void each_turn(SQLite::Database& database, const Scope& scope,
               const std::function<void(const TurnTold&)>& each) {
  Statement row(database, turns_query(scope));
  bind_events(row, scope);
  TurnRounds rounds(database, scope);
  while (row.executeStep()) {
    TurnTold t;
    t.person = person_in(row.getColumn(5).getString());
    t.company = text_at(row, 6);
    if (!asks_for(scope, {t.person, t.company.value_or("")})) continue;
    t.began = row.getColumn(0).getInt64();
    t.table = row.getColumn(3).getString();
    t.seat = row.getColumn(4).getInt64();
    t.since = moment_at(row, 7, 13);
    t.until = moment_at(row, 8, 9);
    t.hands = row.getColumn(10).getInt64();
    t.wager = cents_at(row, 11);
    t.why = row.getColumn(12).getString();
    if (const auto span =
            rounds.of(row.getColumn(2).getInt64(), t.began, row.getColumn(1).getInt64())) {
      t.first_round = span->first;
      t.last_round = span->last;
    }
    each(t);
  }
}

std::string name(OfferTold::Answer answer) {
  switch (answer) {
    case OfferTold::Answer::accepted: return "accepted";
    case OfferTold::Answer::declined: return "declined";
    case OfferTold::Answer::lapsed: return "lapsed";
    case OfferTold::Answer::unanswered: return "unanswered";
  }
  throw rules::BrokenInvariant("R3: an answer without a name");
}

void each_offer(SQLite::Database& database, const Scope& scope,
                const std::function<void(const OfferTold&)>& each) {
  OfferReader(database, scope, each).run();
}

}  // namespace cardroom::reports
