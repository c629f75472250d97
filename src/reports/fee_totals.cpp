#include "fee_totals.hpp"

#include <map>
#include <numeric>

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/ledger/rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using rules::require;

using Key = std::tuple<std::size_t, std::int64_t, std::int64_t, std::string>;
using Cells = std::map<Key, FeeFigures>;

/// The hands of one shift, grouped by table, terms and company.
void add_hands(Statement& row, std::size_t shift, Cells& cells) {
  while (row.executeStep()) {
    FeeFigures figures;
    figures.hands = row.getColumn(3).getInt64();
    figures.voided = row.getColumn(4).getInt64();
    figures.gaps = row.getColumn(5).getInt64();
    figures.zeros = row.getColumn(6).getInt64();
    figures.action = cents_at(row, 7);
    figures.player_dealer = cents_at(row, 8);
    figures.players = cents_at(row, 9);
    cells[{shift, row.getColumn(0).getInt64(), row.getColumn(1).getInt64(),
           text_at(row, 2).value_or("")}]
        .add(figures);
  }
}

void add_waivers(Statement& row, std::size_t shift, Cells& cells) {
  while (row.executeStep()) {
    FeeFigures figures;
    figures.waived_player_dealer = cents_at(row, 3);
    figures.waived_players = cents_at(row, 4);
    cells[{shift, row.getColumn(0).getInt64(), row.getColumn(1).getInt64(),
           text_at(row, 2).value_or("")}]
        .add(figures);
  }
}

void ask_again(Statement& statement, std::int64_t shift) {
  statement.reset();
  statement.bind(1, shift);
}

/// What the postings of a shift's hands put into one account.
class PostedByHands {
 public:
  PostedByHands(SQLite::Database& database, const Scope& scope)
      : sums_(database, query(scope)),
        account_(database, "SELECT id FROM account WHERE name = ?") {}

  void look_at(std::int64_t shift) {
    ask_again(sums_, shift);
    by_account_.clear();
    while (sums_.executeStep()) by_account_[sums_.getColumn(0).getInt64()] = cents_at(sums_, 1);
  }

  Cents in(const std::string& account) {
    account_.reset();
    account_.bind(1, account);
    if (!account_.executeStep()) return {};
    return by_account_[account_.getColumn(0).getInt64()];
  }

 private:
  /// A hand whose bets are closed and that has not ended is no row yet, so its fees are left out.
  static std::string query(const Scope& scope) {
    const auto at = scope.table_id ? fmt::format(" AND gaming_table = {}", *scope.table_id) : "";
    return fmt::format(
        "SELECT p.account, sum(p.cents) FROM ("
        "SELECT closed AS seq FROM round WHERE shift = ?1 AND closed IS NOT NULL{0} "
        "UNION SELECT event FROM round WHERE shift = ?1{0} "
        "UNION SELECT event FROM waiver WHERE shift = ?1{0}) v "
        "CROSS JOIN entry n ON n.event = v.seq CROSS JOIN posting p "
        "ON p.id >= n.first_posting AND p.id < n.first_posting + n.postings GROUP BY 1",
        at);
  }

  Statement sums_, account_;
  std::map<std::int64_t, Cents> by_account_;
};

}  // namespace

void FeeFigures::add(const FeeFigures& other) {
  hands += other.hands;
  voided += other.voided;
  gaps += other.gaps;
  zeros += other.zeros;
  action += other.action;
  player_dealer += other.player_dealer;
  players += other.players;
  waived_player_dealer += other.waived_player_dealer;
  waived_players += other.waived_players;
}

FeeQuery::FeeQuery(const Scope& scope) {
  if (scope.table_id) narrowed_ += fmt::format(" AND r.gaming_table = {}", *scope.table_id);
  if (scope.option) narrowed_ += fmt::format(" AND t.option = {}", *scope.option);
  if (!scope.person) return;
  const auto ids = fmt::format("({})", fmt::join(scope.person->accounts, ", "));
  const auto banked = fmt::format(
      "(r.player_dealer IN {} OR EXISTS (SELECT 1 FROM offer own WHERE own.id = r.turn AND "
      "own.company = ?2))",
      ids);
  company_ = scope.person->name;
  player_dealer_fee_ = fmt::format("CASE WHEN {} THEN r.player_dealer_fee ELSE 0 END", banked);
  // By the wagers of the hand: a bettor's wagers of years are many.
  player_fees_ = fmt::format(
      "(SELECT coalesce(sum(w.fee), 0) FROM wager w WHERE w.id >= r.first_wager AND "
      "w.id < r.first_wager + r.wagers AND +w.bettor IN {})",
      ids);
  of_bettor_ = fmt::format(" AND +w.bettor IN {}", ids);
  of_payer_ = fmt::format(" AND (w.account IN {} OR (w.bettor IS NULL AND {}))", ids, banked);
  of_hand_ = fmt::format(" AND ({} OR {} <> 0)", banked, player_fees_);
}

void FeeQuery::bind(SQLite::Statement& statement) const {
  if (!company_.empty()) statement.bind(2, company_);
}

std::string FeeQuery::hands(std::string_view joined) const {
  return fmt::format(
      " FROM round r CROSS JOIN terms t ON t.id = r.terms {} WHERE r.shift = ?1 AND "
      "r.closed IS NOT NULL AND t.book IS NOT NULL{}{}",
      joined, narrowed_, of_hand_);
}

std::string FeeQuery::waivers(std::string_view joined) const {
  return fmt::format(
      " FROM waiver w CROSS JOIN round r ON r.id = w.round CROSS JOIN terms t ON t.id = r.terms {} "
      "WHERE w.shift = ?1{}{}",
      joined, narrowed_, of_payer_);
}

std::vector<FeeCell> fee_cells(SQLite::Database& database, const Scope& scope) {
  const FeeQuery query(scope);
  constexpr std::string_view kCompany = "LEFT JOIN offer o ON o.id = r.turn";
  Statement hands(
      database,
      fmt::format("SELECT r.gaming_table, r.terms, o.company, "
                  "sum(CASE r.kind WHEN 'reversal' THEN -1 WHEN 'voided' THEN 0 ELSE 1 END), "
                  "sum(r.kind = 'voided'), sum(CASE r.kind WHEN 'reversal' THEN -r.gap "
                  "ELSE r.gap END), sum(CASE WHEN r.kind = 'voided' OR r.player_fees <> 0 THEN 0 "
                  "WHEN r.kind = 'reversal' THEN -1 ELSE 1 END), "
                  "sum(r.action), sum({}), sum({}){} GROUP BY 1, 2, 3",
                  query.player_dealer_fee(), query.player_fees(), query.hands(kCompany)));
  Statement waivers(
      database,
      fmt::format("SELECT w.gaming_table, r.terms, o.company, "
                  "sum(CASE WHEN w.bettor IS NULL THEN w.cents ELSE 0 END), "
                  "sum(CASE WHEN w.bettor IS NULL THEN 0 ELSE w.cents END){} GROUP BY 1, 2, 3",
                  query.waivers(kCompany)));
  query.bind(hands);
  query.bind(waivers);
  Cells cells;
  for (std::size_t i = 0; i < scope.shifts.size(); ++i) {
    ask_again(hands, scope.shifts[i].shift);
    add_hands(hands, i, cells);
    ask_again(waivers, scope.shifts[i].shift);
    add_waivers(waivers, i, cells);
  }
  std::map<std::int64_t, std::string> tables;
  Statement names(database, "SELECT id, name FROM gaming_table");
  while (names.executeStep())
    tables[names.getColumn(0).getInt64()] = names.getColumn(1).getString();
  std::vector<FeeCell> all;
  all.reserve(cells.size());
  for (const auto& [key, figures] : cells) {
    const auto& [shift, table, terms, company] = key;
    all.push_back({shift, table, terms, tables.at(table), company, figures});
  }
  return all;
}

bool postings_agree(SQLite::Database& database, const Scope& scope,
                    const std::vector<FeeCell>& cells) {
  const auto hands =
      std::accumulate(cells.begin(), cells.end(), std::int64_t{0},
                      [](auto sum, const FeeCell& cell) { return sum + cell.figures.hands; });
  if (hands > kMostHandsFollowed) return false;
  std::map<std::pair<std::size_t, std::string>, FeeFigures> boxes;
  for (const auto& cell : cells) boxes[{cell.shift, cell.table}].add(cell.figures);
  PostedByHands posted(database, scope);
  std::optional<std::size_t> looked_at;
  for (const auto& [key, figures] : boxes) {
    const auto& [shift, table] = key;
    const auto number = scope.shifts[shift].shift;
    if (looked_at != shift) posted.look_at(number);
    looked_at = shift;
    const auto box = ledger::box_name(table, number);
    require(posted.in("collections:" + box) == figures.fees(),
            "P2: the fees of a box are what the postings of its hands put there");
    require(posted.in("waivers:" + box) == -figures.waived(),
            "P2: the waivers of a box are what the postings of its hands gave back");
  }
  return true;
}

TermsOfTables::TermsOfTables(const ReportSource& source)
    : database_(source.database), records_(source.database, floor_) {
  floor_.games = source.games;
}

const LoadedTerms& TermsOfTables::of(std::int64_t terms) {
  const auto found = known_.find(terms);
  if (found != known_.end()) return found->second;
  Statement book(database_, "SELECT book FROM terms WHERE id = ? AND book IS NOT NULL");
  book.bind(1, terms);
  if (book.executeStep() && !floor_.books->contains(book.getColumn(0).getInt64())) {
    const auto event = book.getColumn(0).getInt64();
    floor_.books.change().emplace(event, ledger::loaded_schedules(database_, floor_.games, event));
  }
  LoadedTerms loaded;
  loaded.terms = records_.terms(terms, loaded.game);
  if (loaded.terms.schedule) loaded.book = &floor_.books->at(loaded.terms.book);
  return known_.emplace(terms, std::move(loaded)).first->second;
}

}  // namespace cardroom::reports
