#include "cardroom/cli/table_text.hpp"

#include <fmt/format.h>

#include "cardroom/cli/fitted_text.hpp"
#include "cardroom/table/field_reader.hpp"

namespace cardroom::cli {

namespace {

using reports::LiveTable;
using rules::dollars_text;
using Align = reports::TextTable::Align;

constexpr std::size_t kMostTableBytes = std::size_t{1} << 20U;

std::string seats_text(const LiveTable& table) {
  std::vector<std::vector<std::string>> rows = {{"Seat", "Who", "Backline", "Wagers"}};
  constexpr std::size_t kNames[] = {1, 2};
  for (const auto& seat : table.seats) {
    std::string backline;
    std::string wagers;
    for (const auto& name : seat.backline) rules::append_listed(backline, name);
    for (const auto& space : seat.spaces) {
      rules::append_listed(wagers, space.on + ' ' + dollars_text(space.total));
    }
    if (!seat.name && backline.empty()) continue;
    rows.push_back({std::to_string(seat.seat), seat.name.value_or(""), backline, wagers});
  }
  cut_to_screen(rows, kNames);
  reports::TextTable shown({Align::right, Align::left, Align::left, Align::left});
  for (auto& row : rows) shown.row(std::move(row));
  return shown.text();
}

}  // namespace

rules::OrRefused<LiveTable> table_in(std::string_view json) {
  auto read = table::read_fields<LiveTable>(json, "a table", kMostTableBytes);
  if (const auto* no = rules::refused(read)) {
    return rules::Refused{rules::Refusal::answer_unclear,
                          fmt::format("The server tells the table in a way that this program does "
                                      "not know; both should be of one version. {}",
                                      no->detail)};
  }
  return read;
}

std::string table_text(const LiveTable& table, const reports::Ink& ink) {
  std::string out =
      ink.heading(fmt::format("Table {}: {}, {}", table.table, table.title, table.status)) + '\n';
  if (const auto& terms = table.terms) {
    out += fmt::format("  {}limits {}; fees: {}\n",
                       terms->option ? fmt::format("Option {}, ", *terms->option) : "",
                       terms->limits, terms->fees);
  }
  if (table.position && table.position->holder) {
    out += "  Position: " + holder_text(*table.position->holder) + '\n';
  }
  if (const auto& hand = table.hand) {
    out += fmt::format("  Hand: {}, action {}\n", hand->phase, dollars_text(hand->action));
    if (hand->phase != reports::kBetsOpen) {
      out += fmt::format("  Player {}  Banker {}\n  {}\n", hand->player, hand->banker, hand->text);
    }
  }
  if (!table.seats.empty()) out += '\n' + seats_text(table);
  out += "\n  May be done now\n";
  for (const auto& step : table.next) {
    out += fmt::format("    {} ({}, {})\n", step.text, step.what, name(step.least));
  }
  return out + fmt::format("  Version {}\n", table.version);
}

std::string holder_text(const reports::AtPosition& holder) {
  return fmt::format("{} at seat {} with {}, hand {} of {}", holder.name, holder.seat,
                     dollars_text(holder.wager.value_or(rules::Cents{})), holder.hand.value_or(0),
                     holder.of.value_or(0));
}

}  // namespace cardroom::cli
