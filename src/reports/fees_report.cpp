// Every fee for compliance: the totals first, each hand last. All totals are sums of the same
// cells.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cardroom/reports/schedule_card.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "fee_totals.hpp"

namespace cardroom::reports {

namespace {

using rules::Refusal;
using rules::Refused;
using rules::refused;

/// Public bodies of California count their years from July; a room that does not changes this.
constexpr int kFiscalYearFrom = 7;

// --- Sections that sum the cells ----------------------------------------------------------------

/// A line of a total: what it is of, by which it is sorted, and what it came to.
struct Group {
  Row of;
  FeeFigures figures;
};

template <class Sorted, class Of>
std::vector<Group> grouped_by(const std::vector<FeeCell>& cells, Sorted sorted, Of of) {
  std::map<decltype(sorted(cells.front())), Group> groups;
  for (const auto& cell : cells) {
    auto& group = groups[sorted(cell)];
    if (group.of.empty()) group.of = of(cell);
    group.figures.add(cell.figures);
  }
  std::vector<Group> all;
  for (auto& [key, group] : groups) all.push_back(std::move(group));
  return all;
}

std::vector<Column> with_figures(std::vector<Column> of) {
  for (const Column& column :
       {Column{"hands", "Hands", Kind::count, true},
        Column{"action", "Action", Kind::cents, true, false, 3},
        Column{"player_dealer_fees", "P-dealer", Kind::cents, true},
        Column{"player_fees", "Players", Kind::cents, true},
        Column{"fees", "Fees", Kind::cents, true}, Column{"waived", "Waived", Kind::cents, true},
        Column{"expected", "Expected", Kind::cents, true}}) {
    of.push_back(column);
  }
  return of;
}

Rows figures_of(const std::vector<Group>& groups) {
  std::vector<Row> rows;
  for (const auto& [of, f] : groups) {
    Row row = of;
    for (const Cell& cell : {Cell(f.hands), Cell(f.action), Cell(f.player_dealer), Cell(f.players),
                             Cell(f.fees()), Cell(f.waived()), Cell(f.net())}) {
      row.push_back(cell);
    }
    rows.push_back(std::move(row));
  }
  return rows_of(std::move(rows));
}

Section total_section(std::string name, std::string title, std::vector<Column> of,
                      const std::vector<Group>& groups) {
  Section section{.name = std::move(name), .title = std::move(title)};
  section.columns = with_figures(std::move(of));
  section.rows = figures_of(groups);
  section.none = "No fee was fixed.";
  return section;
}

/// P2: each time the lines are told, their sums are the ones of the cells. Nothing is printed
/// before a report is whole, so an unequal one is never seen.
Section agreeing(Section section, std::vector<std::pair<std::string_view, Cents>> sums) {
  std::vector<std::pair<std::size_t, Cents>> at;
  for (const auto& [name, cents] : sums) at.emplace_back(column_of(section, name), cents);
  section.rows = [told = section.rows, columns = section.columns, at](const EachRow& each) {
    Totals totals(columns);
    told([&](const Row& row) {
      totals.add(row);
      each(row);
    });
    for (const auto& [column, cents] : at) {
      const Row row = totals.row();
      const auto* sum = std::get_if<Cents>(&row[column]);
      rules::require((sum == nullptr ? Cents{} : *sum) == cents,
                     "P2: the lines of a fees report sum to its totals");
    }
  };
  return section;
}

/// "2026-27" of a day.
std::string fiscal_year(const std::string& date) {
  const int year = std::stoi(date.substr(0, 4));
  const int first = std::stoi(date.substr(5, 2)) >= kFiscalYearFrom ? year : year - 1;
  return fmt::format("{}-{:02}", first, (first + 1) % 100);
}

/// The report while it is put together.
class FeesReport {
 public:
  FeesReport(const ReportSource& source, const Scope& scope, TermsOfTables& terms)
      : source_(source), scope_(scope), terms_(terms), cells_(of_all_options()) {
    // A person's fees lie in the postings together with his wagers.
    if (!scope.person) followed_ = postings_agree(source.database, scope, cells_);
    if (scope.option) {
      std::erase_if(cells_, [&](const FeeCell& cell) {
        return terms_.of(cell.terms).schedule().option != *scope_.option;
      });
    }
    for (const auto& cell : cells_) total_.add(cell.figures);
  }

  Report made() {
    report_.name = "fees";
    report_.title = "Fees: " + scope_.text;
    report_.facts = scope_facts(source_.database, scope_);
    add_facts();
    add_payers();
    add_options();
    add_total(
        "tables", "By table", {{"table", "Table"}},
        [](const FeeCell& cell) { return cell.table_id; },
        [](const FeeCell& cell) { return Row{cell.table}; });
    add_periods();
    add_boxes();
    add(waivers(source_, scope_), {{"waived", total_.waived()}});
    add_zero_collection();
    report_.sections.push_back(refusal_reasons(source_, scope_));
    if (!scope_.totals) add_hands();
    add_notes();
    return std::move(report_);
  }

 private:
  [[nodiscard]] std::vector<FeeCell> of_all_options() const {
    Scope all = scope_;
    all.option.reset();
    return fee_cells(source_.database, all);
  }

  void add(Section section, std::vector<std::pair<std::string_view, Cents>> sums) {
    report_.sections.push_back(agreeing(std::move(section), std::move(sums)));
  }

  template <class Sorted, class Of>
  void add_total(std::string name, std::string title, std::vector<Column> columns, Sorted sorted,
                 Of of, std::vector<std::string> notes = {}) {
    const auto groups = grouped_by(cells_, sorted, of);
    auto section = total_section(std::move(name), std::move(title), std::move(columns), groups);
    section.notes = std::move(notes);
    add(std::move(section), {{"player_dealer_fees", total_.player_dealer},
                             {"player_fees", total_.players},
                             {"fees", total_.fees()},
                             {"waived", total_.waived()},
                             {"expected", total_.net()}});
  }

  void add_facts() {
    const auto add = [&](const char* name, const char* title, Kind kind, Cell value) {
      report_.facts.push_back({name, title, kind, std::move(value)});
    };
    add("hands", "Hands", Kind::count, total_.hands);
    add("fees", "Fees", Kind::cents, total_.fees());
    add("waived", "Given back", Kind::cents, total_.waived());
    add("expected", "Expected in boxes", Kind::cents, total_.net());
    add("gap_hands", "Hands between tiers", Kind::count, total_.gaps);
    add("zero_hands", "Hands free for players", Kind::count, total_.zeros);
    add("voided", "Hands voided", Kind::count, total_.voided);
  }

  /// Who paid; the player-dealers by the company whose money it was.
  void add_payers() {
    Section section{.name = "payers", .title = "By payer"};
    section.columns = {{"payer", "Payer"},
                       {"company", "Company"},
                       {"hands", "Hands banked", Kind::count, true},
                       {"fees", "Fees", Kind::cents, true},
                       {"waived", "Waived", Kind::cents, true},
                       {"expected", "Expected", Kind::cents, true}};
    std::vector<Row> rows;
    const auto company = [](const FeeCell& cell) { return cell.company; };
    const auto of_company = [](const FeeCell& cell) {
      return Row{cell.company.empty() ? Cell() : Cell(cell.company)};
    };
    for (const auto& [of, f] : grouped_by(cells_, company, of_company)) {
      // Of a person's hands most were banked by others.
      const bool his = f.player_dealer != Cents{} || f.waived_player_dealer != Cents{};
      if (scope_.person && !his) continue;
      rows.push_back({std::string("player-dealer"), of.front(),
                      scope_.person ? Cell() : Cell(f.hands), f.player_dealer,
                      f.waived_player_dealer, f.player_dealer - f.waived_player_dealer});
    }
    if (!cells_.empty()) {
      rows.push_back({std::string("players"),
                      {},
                      {},
                      total_.players,
                      total_.waived_players,
                      total_.players - total_.waived_players});
    }
    section.rows = rows_of(std::move(rows));
    section.none = "No fee was fixed.";
    add(std::move(section),
        {{"fees", total_.fees()}, {"waived", total_.waived()}, {"expected", total_.net()}});
  }

  /// A schedule that was loaded again is another one, though its options have the same numbers.
  std::tuple<std::string, int, std::int64_t> option_of(const FeeCell& cell) {
    const auto& loaded = terms_.of(cell.terms);
    return {std::string(loaded.game->name), loaded.schedule().option, loaded.terms.book};
  }

  void add_options() {
    const auto sorted = [&](const FeeCell& cell) { return option_of(cell); };
    const auto of = [&](const FeeCell& cell) {
      const auto& loaded = terms_.of(cell.terms);
      return Row{std::int64_t{loaded.schedule().option}, limit_text(loaded.schedule().limits),
                 std::string(loaded.game->name), loaded.terms.book, fees_text(loaded.schedule())};
    };
    add_total("options", "By schedule option",
              {{"option", "Option", Kind::number},
               {"limit", "Limit", Kind::text, false, false, 2},
               {"game", "Game", Kind::text, false, false, 5},
               {"loaded_by", "Loaded by event", Kind::number, false, false, 6},
               {"terms", "Fees as loaded", Kind::text, false, false, 7}},
              sorted, of);
  }

  void add_periods() {
    const auto date = [&](const FeeCell& cell) -> const std::string& {
      return scope_.shifts[cell.shift].date;
    };
    const auto year = [&](const FeeCell& cell) { return fiscal_year(date(cell)); };
    const auto month = [&](const FeeCell& cell) { return date(cell).substr(0, 7); };
    add_total("fiscal_years", "By fiscal year", {{"fiscal_year", "Year"}}, year,
              [&](const FeeCell& cell) { return Row{year(cell)}; },
              {"A fiscal year is counted from July to June, as public bodies of California do."});
    add_total("months", "By month", {{"month", "Month"}}, month,
              [&](const FeeCell& cell) { return Row{month(cell)}; });
    add_total(
        "days", "By gaming day", {{"day", "Day"}}, [&](const FeeCell& cell) { return date(cell); },
        [&](const FeeCell& cell) { return Row{date(cell)}; });
    add_total(
        "shifts", "By shift",
        {{"shift", "Shift", Kind::number, false, false, 1}, {"day", "Day"}, {"name", "Name"}},
        [](const FeeCell& cell) { return cell.shift; },
        [&](const FeeCell& cell) {
          const auto& span = scope_.shifts[cell.shift];
          return Row{span.shift, span.date, span.name};
        });
  }

  /// A box is counted whole, so it cannot be told of one option or person.
  void add_boxes() {
    if (scope_.option || scope_.person) return;
    auto boxes = drop_counts(source_, scope_);
    if (!scope_.totals) {
      add(std::move(boxes), {{"expected", total_.net()}});
      return;
    }
    add(boxes_by_table(boxes), {{"expected", total_.net()}});
  }

  static Section boxes_by_table(const Section& boxes) {
    Section section{.name = "drop_tables", .title = "Boxes: expected and counted, by table"};
    section.columns = {{"table", "Table"},
                       {"boxes", "Boxes", Kind::count, true},
                       {"boxes_counted", "of them counted", Kind::count, true},
                       {"expected", "Expected", Kind::cents, true},
                       {"counted", "Counted", Kind::cents, true},
                       {"variance", "Variance", Kind::net, true}};
    const auto table = column_of(boxes, "table");
    const auto expected = column_of(boxes, "expected");
    const auto counted = column_of(boxes, "counted");
    const auto variance = column_of(boxes, "variance");
    std::vector<std::string> order;
    std::map<std::string, Totals> sums;
    boxes.rows([&](const Row& row) {
      const auto& name = std::get<std::string>(row[table]);
      if (!sums.contains(name)) order.push_back(name);
      const auto is_told = [&](std::size_t at) {
        return !std::holds_alternative<std::monostate>(row[at]);
      };
      const auto one = [&](std::size_t at) { return std::int64_t{is_told(at) ? 1 : 0}; };
      sums.try_emplace(name, section.columns)
          .first->second.add(
              {{}, one(expected), one(counted), row[expected], row[counted], row[variance]});
    });
    std::vector<Row> rows;
    for (const auto& name : order) {
      rows.push_back(sums.at(name).row());
      rows.back().front() = name;
    }
    section.rows = rows_of(std::move(rows));
    section.none = boxes.none;
    section.notes = {"The variance is that of the boxes that were counted."};
    return section;
  }

  void add_hands() {
    report_.sections.push_back(gap_hands(source_, scope_));
    add(fee_hands(source_, scope_), {{"action", total_.action},
                                     {"player_dealer_fee", total_.player_dealer},
                                     {"player_fees", total_.players},
                                     {"fees", total_.fees()}});
  }

  /// F7-fees.9: the options under which nothing was collected from the players, or from nobody at
  /// all, with what the Bureau says of them.
  void add_zero_collection() {
    Section section{.name = "zero_collection", .title = "Zero collection under review"};
    section.columns = {{"option", "Option", Kind::number},
                       {"limit", "Limit"},
                       {"free_for", "Free for"},
                       {"zero_hands", "Such hands", Kind::count, true},
                       {"hands", "Hands", Kind::count, true},
                       {"action", "Action", Kind::cents, true},
                       {"fees", "Fees of all hands", Kind::cents, true}};
    const auto of = [&](const FeeCell& cell) {
      const auto& schedule = terms_.of(cell.terms).schedule();
      return Row{std::int64_t{schedule.option}, limit_text(schedule.limits)};
    };
    std::vector<Row> rows;
    for (const auto& [option, f] : grouped_by(
             cells_, [&](const FeeCell& cell) { return option_of(cell); }, of)) {
      if (f.zeros == 0) continue;
      rows.push_back(option);
      for (const Cell& cell : {Cell(std::string(f.fees() == Cents{} ? "everybody" : "players")),
                               Cell(f.zeros), Cell(f.hands), Cell(f.action), Cell(f.fees())}) {
        rows.back().push_back(cell);
      }
    }
    section.rows = rows_of(std::move(rows));
    section.none = "Something was collected from the players in every hand.";
    section.notes = notices();
    report_.sections.push_back(std::move(section));
  }

  /// What the Bureau says of the schedules that were in force (F7-fees.9).
  std::vector<std::string> notices() {
    std::set<std::string> found;
    for (const auto& cell : cells_) {
      const auto& notice = terms_.of(cell.terms).book->notice;
      if (!notice.empty()) found.insert(notice);
    }
    return {found.begin(), found.end()};
  }

  void add_notes() {
    if (scope_.option || scope_.person) {
      report_.notes.emplace_back(
          "Boxes are counted whole; what was counted is in the report of all options and persons.");
    }
    if (scope_.person) return;
    report_.notes.emplace_back(
        followed_ ? "The fees of every hand here were found in the postings of the book."
                  : fmt::format("The postings of more than {} hands are not followed here; "
                                "'cardroom verify' follows all.",
                                grouped(static_cast<std::uint64_t>(kMostHandsFollowed))));
  }

  const ReportSource& source_;
  const Scope& scope_;
  TermsOfTables& terms_;
  std::vector<FeeCell> cells_;
  FeeFigures total_;
  bool followed_ = false;
  Report report_;
};

}  // namespace

rules::OrRefused<Report> fees_report(const ReportSource& source, const ReportAsked& asked) {
  auto found = scope_of(source, asked);
  if (const auto* no = refused(found)) return *no;
  const auto& scope = std::get<Scope>(found);
  TermsOfTables terms(source);
  return FeesReport(source, scope, terms).made();
}

}  // namespace cardroom::reports
