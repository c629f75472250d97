#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cardroom/rules/cents.hpp"
#include "cardroom/table/moment.hpp"

/// A report as a person and a script both get it: headed tables of typed cells, with nothing said
/// of how they look. All formats are written from this one model, so none can hold another figure.
namespace cardroom::reports {

using rules::Cents;
using table::Moment;

/// A share or a distance, never money: the same digits in every format.
struct Decimal {
  double value = 0;
  int digits = 2;
};

/// A figure's course in time, an hour each.
using Series = std::vector<std::int64_t>;

using Cell =
    std::variant<std::monostate, std::string, std::int64_t, Cents, Moment, Decimal, Series>;
using Row = std::vector<Cell>;

/// What a column or a fact holds, which decides how it is written: money is dollars for people and
/// whole cents, under a name that ends with `_cents`, for scripts.
enum class Kind : std::uint8_t {
  text,
  number,  ///< of a round, seat or option: never summed
  count,
  cents,
  net,     ///< cents that may be lost: with their sign
  moment,  ///< day and time on the wall
  clock,   ///< the time alone for people; scripts get the whole moment
  decimal,
  series,
};

struct Column {
  std::string name;   ///< for scripts: "player_fees"; money is called player_fees_cents there
  std::string title;  ///< for people
  Kind kind = Kind::text;
  bool summed = false;  ///< has a total: of a count, cents or net
  bool bar = false;     ///< drawn as a bar beside its figure
  int spare = 0;        ///< left out first where a line is too narrow; 0: never
  bool prose = false;   ///< goes on in the next line before another column is left out
};

/// A column of remarks.
[[nodiscard]] inline Column prose(std::string name, std::string title) {
  return {std::move(name), std::move(title), Kind::text, false, false, 0, true};
}

struct Fact {
  std::string name, title;
  Kind kind = Kind::text;
  Cell value;
};

/// Takes one row after the other.
using EachRow = std::function<void(const Row&)>;
/// Tells its rows from the first to the last each time it is called: a report of a year is not held
/// in memory.
using Rows = std::function<void(const EachRow&)>;

[[nodiscard]] Rows rows_of(std::vector<Row> rows);

struct Section {
  std::string name;        ///< for scripts: "hands"
  std::string of = {};     ///< the table whose page this is on; empty: of the whole report
  std::string title = {};  ///< for people
  std::vector<Fact> facts = {};
  std::vector<Column> columns = {};  ///< none: facts and notes alone
  Rows rows = {};
  std::string none = {};  ///< said where there is no row: "No hand was voided."
  std::vector<std::string> notes = {};
  bool new_page = false;  ///< printed on a page of its own

  /// "turns:5".
  [[nodiscard]] std::string id() const { return of.empty() ? name : name + ':' + of; }
};

/// Where the column stands that scripts know by this name; P1: it is there.
[[nodiscard]] std::size_t column_of(const Section& section, std::string_view name);

struct Report {
  std::string name;   ///< "shift"
  std::string title;  ///< "Shift report"
  std::vector<Fact> facts = {};
  std::vector<Section> sections = {};
  std::vector<std::string> notes = {};
  std::vector<std::string> signatures = {};  ///< who signs the printed page
};

/// The sum of a column over rows; the figures that are shown are the ones that are summed.
class Totals {
 public:
  explicit Totals(const std::vector<Column>& columns);
  void add(const Row& row);
  [[nodiscard]] bool any() const;  ///< whether a column has a total
  /// A row with the totals in their columns and nothing in the others, nor where no row had a
  /// figure: boxes that nobody counted yet do not come to $0.
  [[nodiscard]] Row row() const;
  [[nodiscard]] std::int64_t rows() const { return rows_; }

 private:
  std::vector<bool> summed_, told_;
  Row sums_;
  std::int64_t rows_ = 0;
};

/// The name that scripts read.
[[nodiscard]] std::string script_name(const std::string& name, Kind kind);

/// A cell for people, without colours: "$1,505", "-$75", "18:03", "2.50", empty for nothing.
[[nodiscard]] std::string people_text(const Cell& cell, Kind kind);

/// A cell for scripts, not quoted: 150500, -7500, an ISO moment, 2.50.
[[nodiscard]] std::string script_text(const Cell& cell);

}  // namespace cardroom::reports
