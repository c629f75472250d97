// Sections about fees. Each asks the book shift by shift when its rows are told, so that a year of
// hands is never in memory.

#include <fmt/format.h>

#include "book_rows.hpp"
#include "cardroom/reports/schedule_card.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "fee_totals.hpp"
#include "scope_rows.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using settlement::FeeByAction;
using settlement::Tier;

// --- Hands --------------------------------------------------------------------------------------

/// A hand as the book has it, before its schedule is looked at.
struct FeeHand {
  std::int64_t round, terms, option, first_wager, wagers;
  std::string kind, table;
  Moment time;
  Cents action, player_dealer_fee, player_fees;
  bool gap, costs_nothing;
  std::optional<std::int64_t> corrects, reversed_by;
  std::optional<std::string> player_dealer;

  [[nodiscard]] bool reversal() const { return kind == "reversal"; }
  [[nodiscard]] Cents fees() const { return player_dealer_fee + player_fees; }
};

FeeHand hand_in(const Statement& row) {
  FeeHand hand;
  hand.round = row.getColumn(0).getInt64();
  hand.kind = row.getColumn(1).getString();
  hand.table = row.getColumn(2).getString();
  hand.time = moment_at(row, 3, 4);
  hand.terms = row.getColumn(5).getInt64();
  hand.option = row.getColumn(6).getInt64();
  hand.action = cents_at(row, 7);
  hand.player_dealer_fee = cents_at(row, 8);
  hand.player_fees = cents_at(row, 9);
  hand.gap = row.getColumn(10).getInt() != 0;
  hand.corrects = number_at(row, 11);
  hand.reversed_by = number_at(row, 12);
  hand.player_dealer = person_in(text_at(row, 13));
  hand.first_wager = row.getColumn(14).getInt64();
  hand.wagers = row.getColumn(15).getInt64();
  hand.costs_nothing = row.getColumn(16).getInt() != 0;
  return hand;
}

constexpr std::string_view kHandJoins =
    "CROSS JOIN gaming_table g ON g.id = r.gaming_table CROSS JOIN event e ON e.seq = r.closed "
    "LEFT JOIN account a ON a.id = r.player_dealer LEFT JOIN round x ON x.corrects = r.id "
    "AND x.kind = 'reversal'";
constexpr std::string_view kCostsNothing =
    "(r.kind <> 'voided' AND r.player_dealer_fee = 0 AND r.player_fees = 0)";

/// Reads hands shift by shift, with what their schedules and wagers say.
class HandReader {
 public:
  HandReader(const ReportSource& source, const Scope& scope, std::string_view which)
      : query_(scope),
        hands_(source.database,
               fmt::format("SELECT r.id, r.kind, g.name, r.closed_ms, e.utc_offset, r.terms, "
                           "t.option, r.action, {}, {}, r.gap, r.corrects, x.id, a.name, "
                           "r.first_wager, r.wagers, {}{}{} ORDER BY r.gaming_table, r.id",
                           query_.player_dealer_fee(), query_.player_fees(), kCostsNothing,
                           query_.hands(kHandJoins), which)),
        payers_(
            source.database,
            fmt::format("SELECT a.name, w.fee, w.space, w.stake FROM wager w CROSS JOIN account "
                        "a ON a.id = w.bettor WHERE w.id >= ?1 AND w.id < ?2 AND w.fee <> 0{} "
                        "ORDER BY w.id",
                        query_.of_bettor())),
        stakes_(source.database, "SELECT space, stake FROM wager WHERE id >= ?1 AND id < ?2"),
        terms_(source) {
    query_.bind(hands_);
  }

  template <class Each>
  void each(const Scope& scope, Each each) {
    for (const auto& span : scope.shifts) {
      hands_.reset();
      hands_.bind(1, span.shift);
      while (hands_.executeStep()) each(span, hand_in(hands_));
    }
  }

  struct Payers {
    std::int64_t spaces = 0;
    std::string names;  ///< "Bob $6, Eve $3"
  };
  Payers payers_of(const FeeHand& hand) {
    Payers payers;
    if (hand.player_fees == Cents{}) return payers;
    std::vector<std::pair<std::string, Cents>> paid;
    ask_wagers(payers_, hand);
    while (payers_.executeStep()) {
      payers.spaces += hand.reversal() ? -1 : 1;
      const auto name = person_in(payers_.getColumn(0).getString());
      if (paid.empty() || paid.back().first != name) paid.emplace_back(name, Cents{});
      paid.back().second += cents_at(payers_, 1);
    }
    for (const auto& [name, cents] : paid) {
      rules::append_listed(payers.names, fmt::format("{} {}", name, rules::dollars_text(cents)));
    }
    return payers;
  }

  /// The event that loaded the schedule of its option.
  std::int64_t loaded_by(const FeeHand& hand) { return terms_.of(hand.terms).terms.book; }

  struct Tiers {
    const Tier* held = nullptr;
    const Tier* next = nullptr;
  };
  /// None under options 1 to 20, whose limit is the table's.
  Tiers tiers_of(const FeeHand& hand) {
    const auto& loaded = terms_.of(hand.terms);
    const auto* by_action = std::get_if<FeeByAction>(&loaded.schedule().fees);
    if (by_action == nullptr) return {};
    const auto& held = by_action->tier_of(tier_action(hand, *loaded.game, by_action->spaces));
    const auto* next = &held + 1;
    return {&held, &held == &by_action->tiers.back() ? nullptr : next};
  }

 private:
  static void ask_wagers(Statement& wagers, const FeeHand& hand) {
    wagers.reset();
    wagers.bind(1, hand.first_wager);
    wagers.bind(2, hand.first_wager + hand.wagers);
  }

  /// A schedule may leave spaces out of the action that its tiers go by (C-action).
  Cents tier_action(const FeeHand& hand, const rules::Game& game, settlement::Spaces spaces) {
    const auto magnitude = [](Cents cents) { return cents < Cents{} ? -cents : cents; };
    bool all = true;
    for (std::size_t on = 0; on < game.wagers.size(); ++on) {
      all = all && spaces.hold(static_cast<std::uint8_t>(on));
    }
    if (all) return magnitude(hand.action);
    Cents sum;
    ask_wagers(stakes_, hand);
    while (stakes_.executeStep()) {
      const auto on = static_cast<std::uint8_t>(stakes_.getColumn(0).getInt());
      if (spaces.hold(on)) sum += magnitude(cents_at(stakes_, 1));
    }
    return sum;
  }

  FeeQuery query_;
  Statement hands_, payers_, stakes_;
  TermsOfTables terms_;
};

std::string marks_of(const FeeHand& hand) {
  std::string marks;
  if (hand.gap) rules::append_listed(marks, "gap");
  if (hand.kind == "voided") {
    rules::append_listed(marks, hand.fees() == Cents{} ? "void, fees returned" : "void, fees kept");
  }
  if (hand.reversal()) rules::append_listed(marks, fmt::format("reverses {}", *hand.corrects));
  if (hand.kind == "corrected")
    rules::append_listed(marks, fmt::format("replaces {}", *hand.corrects));
  if (hand.reversed_by)
    rules::append_listed(marks, fmt::format("reversed by {}", *hand.reversed_by));
  if (hand.costs_nothing) rules::append_listed(marks, "no collection");
  return marks;
}

Cell tier_cell(const Tier* tier) { return tier == nullptr ? Cell() : Cell(tier_text(*tier)); }

/// What scope says about a hand's place, for people; scripts get all of it from the columns.
std::string none_text(std::string_view what, const Scope& scope) {
  auto text = fmt::format("{} in the {}", what, scope.text);
  if (scope.table) text += ", table " + *scope.table;
  if (scope.option) text += fmt::format(", option {}", *scope.option);
  if (scope.person) text += ", person " + scope.person->name;
  return text + '.';
}

std::vector<Column> hand_columns(const Scope& scope) {
  return {{"round", "Round", Kind::number},
          {"time", "Time", time_kind(scope)},
          {"gaming_day", "Gaming day", Kind::text, false, false, 7},
          {"shift", "Shift", Kind::number, false, false, 8},
          table_column(scope),
          {"option", "Opt.", Kind::number},
          {"loaded_by", "Loaded by event", Kind::number, false, false, 9},
          {"tier", "Tier", Kind::text, false, false, 1},
          {"action", "Action", Kind::cents, true},
          {"player_dealer_fee", "P-dealer", Kind::cents, true},
          {"spaces", "Spaces", Kind::count, true, false, 3},
          {"player_fees", "Players", Kind::cents, true, false, 2},
          {"fees", "Fee", Kind::cents, true},
          prose("marks", "Marks"),
          {"player_dealer", "Player-dealer", Kind::text, false, false, 4},
          {"players", "Players who paid", Kind::text, false, false, 5}};
}

void tell_hands(const ReportSource& source, const Scope& scope, const EachRow& each) {
  HandReader reader(source, scope, "");
  reader.each(scope, [&](const ShiftSpan& span, const FeeHand& hand) {
    const auto payers = reader.payers_of(hand);
    each({hand.round, hand.time, span.date, span.shift, hand.table, hand.option,
          reader.loaded_by(hand), tier_cell(reader.tiers_of(hand).held), hand.action,
          hand.player_dealer_fee, payers.spaces, hand.player_fees, hand.fees(), marks_of(hand),
          hand.player_dealer ? Cell(*hand.player_dealer) : Cell(), payers.names});
  });
}

// --- Boxes --------------------------------------------------------------------------------------

/// What the boxes of a shift should hold, those of no fees left out.
constexpr const char* kExpected =
    "SELECT x.gaming_table, g.name, sum(x.cents) FROM (SELECT r.gaming_table, "
    "r.player_dealer_fee + r.player_fees AS cents FROM round r CROSS JOIN terms t ON "
    "t.id = r.terms WHERE r.shift = ?1 AND r.closed IS NOT NULL AND t.book IS NOT NULL "
    "UNION ALL SELECT gaming_table, -cents FROM waiver WHERE shift = ?1 "
    "UNION ALL SELECT gaming_table, 0 FROM drop_count WHERE shift = ?1) x "
    "CROSS JOIN gaming_table g ON g.id = x.gaming_table "
    "WHERE ?2 IS NULL OR x.gaming_table = ?2 GROUP BY 1 ORDER BY 1";
constexpr const char* kCounts =
    "SELECT d.id, d.box, d.cents, d.expected, d.counters, d.recounts, d.reason, e.at_ms, "
    "e.utc_offset, e.who, EXISTS (SELECT 1 FROM drop_count n WHERE n.recounts = d.id) "
    "FROM drop_count d CROSS JOIN event e ON e.seq = d.id "
    "WHERE d.shift = ?1 AND d.gaming_table = ?2 ORDER BY d.id";

class BoxReader {
 public:
  explicit BoxReader(SQLite::Database& database)
      : boxes_(database, kExpected), counts_(database, kCounts) {}

  void each(const Scope& scope, const EachRow& each) {
    for (const auto& span : scope.shifts) {
      boxes_.reset();
      boxes_.bind(1, span.shift);
      if (scope.table_id) boxes_.bind(2, *scope.table_id);
      while (boxes_.executeStep()) box(span, each);
    }
  }

 private:
  void box(const ShiftSpan& span, const EachRow& each) {
    const std::string shift = fmt::format("{} {}", span.date, span.name);
    const Cell table = boxes_.getColumn(1).getString();
    const auto expected = cents_at(boxes_, 2);
    counts_.reset();
    counts_.bind(1, span.shift);
    counts_.bind(2, boxes_.getColumn(0).getInt64());
    bool counted = false;
    while (counts_.executeStep()) {
      counted = true;
      const auto cents = cents_at(counts_, 2);
      const bool stands = counts_.getColumn(10).getInt() == 0;
      each({shift, table, counts_.getColumn(1).getString(), stands ? Cell(expected) : Cell(),
            stands ? Cell(cents) : Cell(), stands ? Cell(cents - expected) : Cell(),
            stands ? Cell() : Cell(cents), counts_.getColumn(0).getInt64(), number_cell(counts_, 5),
            moment_at(counts_, 7, 8), text_cell(counts_, 6), counts_.getColumn(4).getString(),
            cents_at(counts_, 3), counts_.getColumn(9).getString()});
    }
    if (counted) return;
    each({shift,
          table,
          {},
          expected,
          {},
          {},
          {},
          {},
          {},
          {},
          std::string("not counted"),
          {},
          {},
          {}});
  }
  Statement boxes_, counts_;
};

}  // namespace

Section fee_hands(const ReportSource& source, const Scope& scope) {
  Section section{.name = "fee_hands", .title = "Fees, hand by hand"};
  section.columns = hand_columns(scope);
  section.rows = [source, scope](const EachRow& each) { tell_hands(source, scope, each); };
  section.none = none_text("No fee was fixed", scope);
  section.notes = {
      "A reversal has its hand's figures with the other sign; so the lines sum to what was kept. "
      "The action of a voided hand went back to the bettors and stands here all the same."};
  return section;
}

Section gap_hands(const ReportSource& source, const Scope& scope) {
  Section section{.name = "gap_hands", .title = "Action between two tiers"};
  section.columns = {{"round", "Round", Kind::number},
                     {"time", "Time", time_kind(scope)},
                     table_column(scope),
                     {"option", "Opt.", Kind::number},
                     {"action", "Action", Kind::cents, true},
                     {"tier", "Tier that held"},
                     {"next_tier", "Next tier"},
                     {"fees", "Fee", Kind::cents, true},
                     prose("marks", "Marks")};
  section.rows = [source, scope](const EachRow& each) {
    HandReader reader(source, scope, " AND r.gap = 1");
    reader.each(scope, [&](const ShiftSpan&, const FeeHand& hand) {
      const auto [held, next] = reader.tiers_of(hand);
      each({hand.round, hand.time, hand.table, hand.option, hand.action, tier_cell(held),
            tier_cell(next), hand.fees(), marks_of(hand)});
    });
  };
  section.none = none_text("No hand's action lay between two tiers", scope);
  section.notes = {"A tier holds up to the next one's lower mark (C-gap)."};
  return section;
}

Section waivers(const ReportSource& source, const Scope& scope) {
  Section section{.name = "waivers", .title = "Fees given back"};
  section.columns = {{"time", "Time", time_kind(scope)},
                     table_column(scope),
                     {"round", "Round", Kind::number},
                     {"option", "Opt.", Kind::number, false, false, 2},
                     {"payer", "Paid by"},
                     {"as", "As", Kind::text, false, false, 1},
                     {"company", "Company", Kind::text, false, false, 3},
                     {"waived", "Waived", Kind::cents, true},
                     {"by", "By"},
                     prose("reason", "Reason")};
  section.rows = [source, scope](const EachRow& each) {
    const FeeQuery query(scope);
    Statement row(source.database,
                  "SELECT e.at_ms, e.utc_offset, g.name, w.round, t.option, a.name, "
                  "w.bettor IS NULL, w.cents, e.who, w.reason, o.company" +
                      query.waivers("CROSS JOIN gaming_table g ON g.id = w.gaming_table "
                                    "CROSS JOIN event e ON e.seq = w.event "
                                    "CROSS JOIN account a ON a.id = w.account "
                                    "LEFT JOIN offer o ON o.id = r.turn AND w.bettor IS NULL") +
                      " ORDER BY w.id");
    query.bind(row);
    for (const auto& span : scope.shifts) {
      row.reset();
      row.bind(1, span.shift);
      while (row.executeStep()) {
        each({moment_at(row, 0, 1), row.getColumn(2).getString(), row.getColumn(3).getInt64(),
              row.getColumn(4).getInt64(), person_in(row.getColumn(5).getString()),
              std::string(row.getColumn(6).getInt() != 0 ? "player-dealer" : "player"),
              text_cell(row, 10), cents_at(row, 7), row.getColumn(8).getString(),
              row.getColumn(9).getString()});
      }
    }
  };
  // Somebody of the staff may play too, and give back what others paid.
  Scope of_all = scope;
  of_all.person.reset();
  section.none = none_text(
      scope.person ? "No fee was given back to " + scope.person->name : "No fee was given back",
      of_all);
  section.notes = {"Below zero: taken back, as the hand was reversed."};
  return section;
}

Section drop_counts(const ReportSource& source, const Scope& scope) {
  Section section{.name = "drop_counts", .title = "Boxes: expected and counted"};
  section.columns = {{"shift", "Shift", Kind::text, false, false, scope.shifts.size() > 1 ? 0 : 8},
                     table_column(scope),
                     {"box", "Box"},
                     {"expected", "Expected", Kind::cents, true},
                     {"counted", "Counted", Kind::cents, true},
                     {"variance", "Variance", Kind::net, true},
                     {"struck", "Struck", Kind::cents},
                     {"count", "Count", Kind::number, false, false, 1},
                     {"recount_of", "Recount of", Kind::number, false, false, 2},
                     {"time", "Counted at", Kind::moment, false, false, 5},
                     prose("reason", "Reason"),
                     {"counters", "Counted by", Kind::text, false, false, 6},
                     {"expected_then", "Expected when counted", Kind::cents, false, false, 9},
                     {"by", "Recorded by", Kind::text, false, false, 7}};
  section.rows = [source, scope](const EachRow& each) {
    BoxReader(source.database).each(scope, each);
  };
  section.none = "No box had a fee in it.";
  section.notes = {
      "Expected: fees less those given back, as of now. A count that was followed by a recount is "
      "struck and stays legible; only the last one is summed."};
  return section;
}

}  // namespace cardroom::reports
