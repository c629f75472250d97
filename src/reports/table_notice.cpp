// What a room posts at a table: the game, the one option in force with its fees, the position.

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/reports/schedule_card.hpp"
#include "fee_totals.hpp"

namespace cardroom::reports {

namespace {

using rules::Refusal;
using rules::Refused;
using rules::refused;
using settlement::FeeByAction;
using settlement::FeeBySpace;

/// The terms in force at a table that is open, with the moment from which on they are.
struct InForce {
  std::int64_t terms = 0;
  Moment since;
};

rules::OrRefused<InForce> in_force(SQLite::Database& database, const std::string& table) {
  SQLite::Statement row(database,
                        "SELECT t.id, e.at_ms, e.utc_offset, c.id IS NULL FROM gaming_table g "
                        "LEFT JOIN terms t ON t.gaming_table = g.id LEFT JOIN event e ON "
                        "e.seq = t.id LEFT JOIN session_close c ON c.session = t.session "
                        "WHERE g.name = ? ORDER BY t.id DESC LIMIT 1");
  row.bind(1, table);
  if (!row.executeStep()) {
    return Refused{Refusal::unknown_table,
                   fmt::format("There is no table '{}' in the book.", rules::printable(table))};
  }
  if (row.getColumn(0).isNull() || row.getColumn(3).getInt() == 0) {
    return Refused{Refusal::table_not_open,
                   fmt::format("Table {} is closed: a notice tells what it plays under. Open it "
                               "first.",
                               table)};
  }
  return InForce{row.getColumn(0).getInt64(), moment_at(row, 1, 2)};
}

Section fees_section(const rules::Game& game, const FeeBySpace& fees, Cents) {
  Section section{.name = "fees", .title = "Collection fees"};
  section.columns = {{"payer", "Who pays"}, {"per", "For"}, {"fee", "Fee", Kind::cents}};
  section.rows = rows_of(
      {{std::string("Every player"),
        "each space that holds his wager: " + space_names(game, fees.spaces), fees.player_fee},
       {std::string("Player-dealer"), std::string("each hand"), fees.player_dealer_fee}});
  return section;
}

Section fees_section(const rules::Game&, const FeeByAction& fees, Cents least_wager) {
  Section section{.name = "fees", .title = "Collection fees"};
  section.columns = {{"action", "All wagers of the hand together"},
                     {"player_dealer_fee", "Player-dealer pays", Kind::cents},
                     {"player_fee", "Players pay", Kind::cents}};
  std::vector<Row> rows;
  for (const auto& tier : fees.tiers) {
    rows.push_back({tier_text(tier), tier.player_dealer_fee, Cents{}});
  }
  section.rows = rows_of(std::move(rows));
  if (fees.gap == FeeByAction::Gap::lower_tier) {
    section.notes.emplace_back("Between two of these amounts the lower fee holds.");
  }
  const auto least = fees.tiers.front().from;
  if (fees.no_tier == FeeByAction::NoTier::refuse && least > least_wager) {
    section.notes.push_back(
        fmt::format("Under {} of wagers no hand is dealt.", rules::dollars_text(least)));
  }
  return section;
}

void add_schedule(Report& report, const LoadedTerms& loaded) {
  const auto& schedule = loaded.schedule();
  report.facts.push_back(
      {"option", "Schedule option", Kind::number, std::int64_t{schedule.option}});
  report.facts.push_back({"limit", "Limit of a space", Kind::text,
                          limit_text(schedule.limits) + ", seated and backline together"});
  auto fees = std::visit(
      [&](const auto& by) { return fees_section(*loaded.game, by, schedule.limits.lowest); },
      schedule.fees);
  fees.notes.emplace_back(
      "Fees are fixed when bets are closed and taken before the first card. They are never a share "
      "of wagers or winnings.");
  if (!loaded.book->notice.empty()) fees.notes.push_back(loaded.book->notice);
  report.sections.push_back(std::move(fees));
  report.sections.push_back(
      {.name = "waivers",
       .title = "Fees given back",
       .notes = {"A fee stays paid where a wager gets no action. The house may give a fee back: a "
                 "manager decides, and the reason is kept."}});
  report.sections.push_back(
      {.name = "position",
       .title = "The player-dealer position",
       .notes = {"Any player can assume the player-dealer position when it is offered. The player "
                 "that assumes the player-dealer position cannot win or lose more than the amount "
                 "they wager."}});
}

void add_limits(Report& report, const LoadedTerms& loaded) {
  Section section{.name = "limits", .title = "Limits"};
  section.columns = {
      {"wager", "Wager"}, {"least", "At least", Kind::cents}, {"most", "At most", Kind::cents}};
  std::vector<Row> rows;
  for (std::size_t on = 0; on < loaded.terms.limits.size(); ++on) {
    const auto& limits = loaded.terms.limits[on];
    if (limits) {
      rows.push_back({std::string(loaded.game->wagers[on].label), limits->lowest, limits->highest});
    }
  }
  section.rows = rows_of(std::move(rows));
  if (loaded.terms.differential) {
    section.facts.push_back(
        {"differential", "Differential", Kind::cents, *loaded.terms.differential});
  }
  section.notes = {"The house banks this game and takes no collection fee."};
  report.sections.push_back(std::move(section));
}

}  // namespace

rules::OrRefused<Report> table_notice(const ReportSource& source, const ReportAsked& asked) {
  if (!asked.table) {
    return Refused{Refusal::parameter_not_usable, "A notice is of one table: say which."};
  }
  auto found = in_force(source.database, *asked.table);
  if (const auto* no = refused(found)) return *no;
  const auto& now = std::get<InForce>(found);
  TermsOfTables terms(source);
  const auto& loaded = terms.of(now.terms);
  Report report;
  report.name = "notice";
  report.title = fmt::format("Table {}: {}", *asked.table, loaded.game->title);
  const auto floor = ledger::reading_floor(source.database, source.games);
  if (floor.room) report.facts.push_back({"room", "Room", Kind::text, floor.room->name});
  report.facts.push_back({"table", "Table", Kind::text, *asked.table});
  report.facts.push_back({"game", "Game", Kind::text, std::string(loaded.game->title)});
  report.facts.push_back({"since", "In force since", Kind::moment, now.since});
  if (loaded.terms.schedule) {
    add_schedule(report, loaded);
  } else {
    add_limits(report, loaded);
  }
  return report;
}

}  // namespace cardroom::reports
