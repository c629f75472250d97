#include "cardroom/reports/document.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cardroom/reports/text.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/refusal.hpp"

namespace cardroom::reports {

namespace {

constexpr std::size_t kClockAt = 11;  // in "2026-11-18 18:03:11"
constexpr std::size_t kClockLength = 5;

std::string counted(std::int64_t n) {
  return (n < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(n < 0 ? -n : n));
}

std::string listed(const Series& series) {
  std::string out;
  for (const auto n : series) rules::append_listed(out, std::to_string(n), " ");
  return out;
}

std::string moment_text(const Moment& moment, Kind kind) {
  const auto wall = table::wall_text(moment);
  return kind == Kind::clock ? wall.substr(kClockAt, kClockLength) : wall;
}

template <class... T>
struct Either : T... {
  using T::operator()...;
};
template <class... T>
Either(T...) -> Either<T...>;

}  // namespace

Rows rows_of(std::vector<Row> rows) {
  return [kept = std::make_shared<const std::vector<Row>>(std::move(rows))](const EachRow& each) {
    for (const auto& row : *kept) each(row);
  };
}

std::size_t column_of(const Section& section, std::string_view name) {
  const auto& columns = section.columns;
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  rules::require(found != columns.end(), "P1: a column that is looked at is there");
  return static_cast<std::size_t>(found - columns.begin());
}

Totals::Totals(const std::vector<Column>& columns) : told_(columns.size()), sums_(columns.size()) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    summed_.push_back(columns[i].summed);
    if (!columns[i].summed) continue;
    sums_[i] = columns[i].kind == Kind::count ? Cell(std::int64_t{0}) : Cell(Cents{});
  }
}

void Totals::add(const Row& row) {
  ++rows_;
  rules::require(row.size() == summed_.size(), "P1: a row has a cell for every column");
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!summed_[i] || std::holds_alternative<std::monostate>(row[i])) continue;
    told_[i] = true;
    if (auto* count = std::get_if<std::int64_t>(&sums_[i])) {
      *count += std::get<std::int64_t>(row[i]);
    } else {
      std::get<Cents>(sums_[i]) += std::get<Cents>(row[i]);
    }
  }
}

Row Totals::row() const {
  Row row = sums_;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (rows_ > 0 && !told_[i]) row[i] = std::monostate{};
  }
  return row;
}

bool Totals::any() const {
  return std::find(summed_.begin(), summed_.end(), true) != summed_.end();
}

std::string script_name(const std::string& name, Kind kind) {
  return kind == Kind::cents || kind == Kind::net ? name + "_cents" : name;
}

std::string people_text(const Cell& cell, Kind kind) {
  return std::visit(
      Either{[](std::monostate) { return std::string(); },
             [](const std::string& text) { return text; },
             [&](std::int64_t n) { return kind == Kind::number ? std::to_string(n) : counted(n); },
             [&](Cents cents) {
               return kind == Kind::net ? rules::signed_dollars_text(cents)
                                        : rules::dollars_text(cents);
             },
             [&](const Moment& moment) { return moment_text(moment, kind); },
             [](const Decimal& d) { return fmt::format("{:.{}f}", d.value, d.digits); },
             [](const Series& series) { return listed(series); }},
      cell);
}

std::string script_text(const Cell& cell) {
  return std::visit(
      Either{[](std::monostate) { return std::string(); },
             [](const std::string& text) { return text; },
             [](std::int64_t n) { return std::to_string(n); },
             [](Cents cents) { return std::to_string(cents.count()); },
             [](const Moment& moment) { return table::iso_text(moment); },
             [](const Decimal& d) { return fmt::format("{:.{}f}", d.value, d.digits); },
             [](const Series& series) { return listed(series); }},
      cell);
}

}  // namespace cardroom::reports
