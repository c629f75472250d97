// What the board shows of one table: position, hand, seats, next steps, last rounds.

#include "board_cells.hpp"
#include "cardroom/reports/text.hpp"

namespace cardroom::cli {

namespace {

using reports::Warning;

constexpr std::int64_t kClockNearMs = 10 * table::kMinuteMs;
constexpr std::size_t kStepsShown = 4;

std::string_view brief(Warning warning) {
  switch (warning) {
    case Warning::position_due: return "due";
    case Warning::bank_exhausted: return "bank";
    case Warning::gap: return "gap";
    case Warning::correction_waiting: return "fix";
  }
  throw rules::BrokenInvariant("R3: a warning without a brief word");
}

/// Only a table that plays has a clock that runs.
void add_clock(const reports::BoardTable& table, std::int64_t now_ms,
               std::vector<WarningShown>& all) {
  if (table.status != "open" || !table.position) return;
  const auto left = ms_of(table.position->window_2026.would_end_game) - now_ms;
  const bool binds = table.position->rules == "2026";
  // Where it binds nobody, a turn that is held says enough.
  if (left > kClockNearMs || (!binds && left <= 0)) return;
  all.push_back({left <= 0 ? "clock 0m" : "clock " + minutes_text(left),
                 fmt::format("The 40 minutes of the rules of 2026 {} the game at {}{}.",
                             binds ? "end" : "would end",
                             clock_text(table.position->window_2026.would_end_game),
                             binds ? "" : " (information)"),
                 binds ? Style::bad : Style::faint});
}

/// A list of lines that grows section by section.
class Page {
 public:
  Page(std::int64_t now_ms, std::size_t columns) : now_ms_(now_ms), columns_(columns) {}

  void add(const std::string& text, Style style = Style::plain) {
    for (auto& line : reports::lines_within(text, columns_)) {
      lines.push_back({{std::move(line), style}});
    }
  }
  void head(const std::string& text) {
    lines.emplace_back();
    add(text, Style::heading);
  }
  void rows(const reports::TextTable& table) {
    const auto text = table.text();
    for (std::size_t at = 0; at < text.size();) {
      const auto end = text.find('\n', at);
      lines.push_back({{cut_to(std::string_view(text).substr(at, end - at), columns_)}});
      at = end + 1;
    }
  }

  void position(const reports::LivePosition& told);
  void hand(const reports::LiveHand& told);
  void seats(const reports::LiveTable& table);
  void rounds(const std::vector<RoundSeen>& told);

  std::vector<StyledLine> lines;

 private:
  std::int64_t now_ms_;
  std::size_t columns_;
};

std::string of_company(const reports::AtPosition& who) {
  return who.company ? fmt::format("{} ({})", who.name, *who.company) : who.name;
}

void Page::position(const reports::LivePosition& told) {
  if (const auto& holder = told.holder) {
    add(fmt::format("Position: {} at seat {} with {}, hand {} of {}, since {} ({})",
                    of_company(*holder), holder->seat, rules::dollars_text(*holder->wager),
                    *holder->hand, *holder->of, clock_text(*holder->since),
                    since_text(*holder->since, now_ms_)));
  } else if (const auto& offered = told.offered) {
    add(fmt::format("Position: offered to {} at seat {} since {} ({})", of_company(*offered),
                    offered->seat, clock_text(*offered->since),
                    since_text(*offered->since, now_ms_)));
  } else if (told.due) {
    add(fmt::format("Position: due to {} at seat {}", of_company(*told.due), told.due->seat));
  } else {
    add("Position: nobody is there to take it");
  }
  std::string declined;
  for (const auto& name : told.declined) rules::append_listed(declined, name);
  if (!declined.empty()) add("Declined: " + declined);
  add(fmt::format("2026 clock: {} end the game at {} ({}){}",
                  told.rules == "2026" ? "will" : "would",
                  clock_text(told.window_2026.would_end_game),
                  minutes_text(ms_of(told.window_2026.would_end_game) - now_ms_),
                  told.rules == "2026" ? "" : ", information"),
      Style::faint);
}

void Page::hand(const reports::LiveHand& told) {
  std::string text =
      fmt::format("Hand: {}, action {}", told.phase, rules::dollars_text(told.action));
  if (told.player_dealer_fee) {
    text += fmt::format(
        ", fees {}",
        rules::dollars_text(*told.player_dealer_fee + told.player_fees.value_or(rules::Cents{})));
  }
  if (told.gap) text += ", between two tiers";
  add(text);
  if (told.phase == reports::kBetsOpen) return;
  if (!told.player.empty() || !told.banker.empty()) {
    add(fmt::format("Player {} = {}   Banker {} = {}", told.player, told.player_total, told.banker,
                    told.banker_total));
  }
  add(told.text);
}

void Page::seats(const reports::LiveTable& table) {
  using Align = reports::TextTable::Align;
  reports::TextTable seats({Align::right, Align::left, Align::left, Align::left});
  seats.row({"Seat", "Who", "Behind", "Wagers"});
  for (const auto& seat : table.seats) {
    std::string behind;
    std::string wagers;
    for (const auto& name : seat.backline) rules::append_listed(behind, name);
    for (const auto& space : seat.spaces) {
      rules::append_listed(wagers, space.on + ' ' + rules::dollars_text(space.total));
    }
    if (!seat.name && behind.empty()) continue;
    seats.row({std::to_string(seat.seat), seat.name.value_or(""), behind, wagers});
  }
  lines.emplace_back();
  rows(seats);
}

void Page::rounds(const std::vector<RoundSeen>& told) {
  using Align = reports::TextTable::Align;
  head("Last rounds");
  if (told.empty()) add("None yet.");
  reports::TextTable table({Align::left, Align::right, Align::left, Align::left, Align::left,
                            Align::right, Align::right});
  for (const auto& round : told) {
    table.row({clock_text(round.ended), std::to_string(round.round),
               round.kind == "settled" ? round.winner : round.kind + ' ' + round.winner,
               round.player, round.banker, rules::dollars_text(round.action),
               "fees " + rules::dollars_text(round.fees)});
  }
  rows(table);
}

}  // namespace

std::vector<WarningShown> warnings_shown(const reports::BoardTable& table, std::int64_t now_ms) {
  std::vector<WarningShown> all;
  for (const auto& warning : table.warnings) {
    const bool due = warning.what == Warning::position_due;
    const auto word = std::string(brief(warning.what));
    all.push_back({due ? word + ' ' + since_text(warning.since, now_ms) : word,
                   fmt::format("{} Since {} ({}).", warning.text, clock_text(warning.since),
                               since_text(warning.since, now_ms)),
                   due || warning.what == Warning::correction_waiting ? Style::warn : Style::bad});
  }
  add_clock(table, now_ms, all);
  return all;
}

std::string position_text(const reports::LivePosition& position, std::int64_t now_ms,
                          std::size_t columns) {
  // Where it does not fit, the name is what is cut.
  const auto fit = [&](std::string before, const reports::AtPosition& who, std::string after) {
    const auto around = before.size() + after.size();
    const auto whole = of_company(who);
    const auto room = columns - std::min(columns, around);
    return before + cut_to(reports::columns_of(whole) <= room ? whole : who.name, room) + after;
  };
  if (const auto& holder = position.holder) {
    return fit(
        "", *holder,
        fmt::format(" {}/{} {}", *holder->hand, *holder->of, since_text(*holder->since, now_ms)));
  }
  if (position.offered) {
    return fit("offer ", *position.offered, ' ' + since_text(*position.offered->since, now_ms));
  }
  return position.due ? fit("due ", *position.due, "") : "nobody";
}

std::vector<StyledLine> inside_lines(const BoardSeen& seen, const BoardView& view,
                                     std::size_t columns) {
  Page page(seen.now_ms, columns);
  if (seen.table == nullptr || seen.table->table != view.inside) {
    page.add(fmt::format("Table {}: waiting for the server's answer.", *view.inside));
    return std::move(page.lines);
  }
  const auto& table = *seen.table;
  page.add(fmt::format("Table {}: {}, {}", table.table, table.title, table.status),
           seen.stale() ? Style::faint : Style::heading);
  if (table.terms) {
    const auto option = table.terms->option ? fmt::format("Option {}, ", *table.terms->option) : "";
    page.add(fmt::format("{}limits {}; fees: {}", option, table.terms->limits, table.terms->fees),
             Style::faint);
  }
  for (const auto& line : seen.board->tables) {
    if (line.table != table.table) continue;
    for (const auto& warning : warnings_shown(line, seen.now_ms)) {
      page.add(warning.text, warning.style);
    }
  }
  if (table.position) page.position(*table.position);
  if (table.hand) page.hand(*table.hand);
  page.seats(table);
  page.head("May be done now");
  reports::TextTable steps({reports::TextTable::Align::left});
  if (table.next.empty()) steps.row({"Nothing."});
  for (std::size_t i = 0; i < table.next.size() && i < kStepsShown; ++i) {
    steps.row({fmt::format("{} ({})", table.next[i].text, name(table.next[i].least))});
  }
  page.rows(steps);
  if (seen.rounds != nullptr) page.rounds(*seen.rounds);
  if (seen.stale()) {
    for (auto& line : page.lines) {
      for (auto& piece : line) piece.style = Style::faint;
    }
  }
  return std::move(page.lines);
}

}  // namespace cardroom::cli
