#include "cardroom/cli/board_view.hpp"

#include <array>
#include <functional>

#include "board_cells.hpp"
#include "cardroom/ledger/clock.hpp"
#include "cardroom/reports/text.hpp"

namespace cardroom::cli {

namespace {

using reports::BoardTable;
using reports::columns_of;
using Sort = BoardView::Sort;

constexpr std::size_t kLeastColumns = 40;
constexpr std::size_t kLeastRows = 10;
constexpr std::size_t kAboveTables = 3;  // room, totals, heads
constexpr std::size_t kBelowTables = 1;  // keys

// --- The list of tables ---------------------------

/// Status as one word of at most seven letters, with what it means at one glance.
Piece status_cell(const BoardTable& table) {
  if (table.phase == reports::kBetsOpen) return {"bets", Style::good};
  if (table.phase == "dealing") return {"dealing", Style::good};
  if (table.phase == "complete") return {"settle", Style::good};
  if (table.phase == "waits") return {"waits", Style::plain};
  return {table.phase, table.phase == "paused" ? Style::warn : Style::faint};
}

std::string game_cell(const BoardTable& table, std::size_t columns) {
  if (!table.option) return cut_to(table.game, columns);
  const auto option = fmt::format(" {}", *table.option);
  return cut_to(table.game, columns - std::min(columns, option.size())) + option;
}

/// Cards without their suits: "6h Kd 4s" as "6K4".
std::string ranks(const std::string& cards) {
  std::string ranks;
  for (std::size_t i = 0; i < cards.size(); i += 3) ranks += cards[i];
  return ranks;
}

std::string last_cell(const BoardTable& table, std::size_t columns) {
  if (!table.last) return "";
  const auto& last = *table.last;
  auto whole = fmt::format("{} {} - {}", reports::letter_of(last.winner), last.player, last.banker);
  return columns_of(whole) <= columns ? whole : ranks(last.player) + '-' + ranks(last.banker);
}

Piece warning_cell(const BoardTable& table, std::int64_t now_ms, std::size_t columns) {
  const auto warnings = warnings_shown(table, now_ms);
  if (warnings.empty()) return {};
  std::string all;
  for (const auto& warning : warnings) rules::append_listed(all, warning.brief);
  if (columns_of(all) > columns) {
    all = warnings.front().brief;
    if (warnings.size() > 1) {
      const auto more = fmt::format("+{}", warnings.size() - 1);
      all = cut_to(all, columns - std::min(columns, more.size())) + more;
    }
  }
  return {all, warnings.front().style};
}

struct Column {
  std::string title;
  std::size_t least, most;
  bool right;
  int weight;  ///< where columns are few, the lightest go
  int turn;    ///< where they are many, who is widened first
  std::function<Piece(const BoardTable&, std::size_t columns)> cell;
  std::size_t width = 0;
};

std::vector<Column> all_columns(std::int64_t now_ms) {
  using Table = const BoardTable&;
  using Width = std::size_t;
  return {{"Table", 5, 10, false, 9, 8,
           [](Table t, Width) {
             return Piece{t.table, Style::heading};
           }},
          {"Status", 7, 7, false, 8, 0, [](Table t, Width) { return status_cell(t); }},
          {"Game", 12, 22, false, 3, 5, [](Table t, Width w) { return Piece{game_cell(t, w)}; }},
          {"Position", 13, 30, false, 6, 3,
           [=](Table t, Width w) {
             return Piece{t.position ? position_text(*t.position, now_ms, w) : ""};
           }},
          {"Action", 7, 12, true, 4, 7,
           [](Table t, Width w) { return Piece{short_dollars(t.shift.action, w)}; }},
          {"Fees", 7, 10, true, 5, 6,
           [](Table t, Width w) { return Piece{short_dollars(t.shift.fees, w)}; }},
          {"Hands", 5, 5, true, 0, 0,
           [](Table t, Width) { return Piece{std::to_string(t.shift.hands)}; }},
          {"Last", 7, 21, false, 1, 1, [](Table t, Width w) { return Piece{last_cell(t, w)}; }},
          {"Road", 5, 20, false, 2, 2,
           [](Table t, Width w) {
             return Piece{t.road.substr(t.road.size() - std::min(t.road.size(), w))};
           }},
          {"Warning", 8, 40, false, 7, 4,
           [=](Table t, Width w) { return warning_cell(t, now_ms, w); }}};
}

/// The columns that fit; room that is left widens one after the other, up to its most.
std::vector<Column> columns_within(std::size_t columns, std::int64_t now_ms) {
  auto all = all_columns(now_ms);
  const auto taken = [&] {
    std::size_t sum = 0;
    for (const auto& column : all) sum += column.width + 1;
    return sum;
  };
  for (auto& column : all) column.width = column.least;
  while (all.size() > 1 && taken() > columns) {
    all.erase(std::min_element(all.begin(), all.end(), [](const Column& a, const Column& b) {
      return a.weight < b.weight;
    }));
  }
  std::vector<Column*> in_turn;
  for (auto& column : all) in_turn.push_back(&column);
  std::sort(in_turn.begin(), in_turn.end(),
            [](const Column* a, const Column* b) { return a->turn < b->turn; });
  auto left = columns - std::min(columns, taken());
  for (auto* column : in_turn) {
    const auto more = std::min(left, column->most - column->least);
    column->width += more;
    left -= more;
  }
  return all;
}

StyledLine heads(const std::vector<Column>& columns) {
  StyledLine line;
  for (const auto& column : columns) {
    line.push_back({" " + padded(column.title, column.width, column.right), Style::faint});
  }
  return line;
}

StyledLine table_row(const std::vector<Column>& columns, const BoardTable& table, bool chosen,
                     bool stale) {
  StyledLine line;
  for (const auto& column : columns) {
    auto piece = column.cell(table, column.width);
    if (chosen) piece.style = Style::chosen;
    // What may be old does not look like news.
    if (stale && !chosen) piece.style = Style::faint;
    const char* before = chosen && line.empty() ? ">" : " ";
    line.push_back({before + padded(piece.text, column.width, column.right), piece.style});
  }
  return line;
}

// --- Above and below ------------------------------

Piece connection(const BoardSeen& seen) {
  if (!seen.followed) return {};
  if (seen.stale()) {
    return {fmt::format("stale: no answer for {} s", seen.silent_ms / 1000), Style::bad};
  }
  if (seen.feed) return {"live", Style::good};
  return {fmt::format("no feed for {} s, asking", seen.feed_away_ms / 1000), Style::warn};
}

std::string wall_clock(const BoardSeen& seen) {
  const auto& board = *seen.board;
  if (!board.time_zone) return "";
  return table::wall_text(ledger::moment_in(*board.time_zone, seen.now_ms)).substr(11);
}

/// The left text is cut where both do not fit.
StyledLine spread(Piece left, const Piece& right, std::size_t columns) {
  const auto right_columns = std::min(columns, columns_of(right.text));
  const auto room = columns - right_columns;
  left.text = padded(std::move(left.text), room);
  if (room > 0 && columns_of(left.text) == room && left.text.back() != ' ') {
    left.text = padded(cut_to(left.text, room - 1), room);
  }
  return {std::move(left), {cut_to(right.text, right_columns), right.style}};
}

StyledLine room_line(const BoardSeen& seen, std::size_t columns) {
  const auto& board = *seen.board;
  std::string text = board.room.value_or("A room without settings");
  if (board.shift) {
    text += fmt::format("  {} shift of {}", board.shift->name, board.shift->date);
  } else {
    text += "  no shift is open";
  }
  auto state = connection(seen);
  const auto clock = wall_clock(seen);
  state.text = clock + (clock.empty() || state.text.empty() ? "" : "  ") + state.text;
  return spread({text, Style::heading}, state, columns);
}

StyledLine totals_line(const BoardSeen& seen, std::size_t columns) {
  const auto& board = *seen.board;
  std::size_t warned = 0;
  for (const auto& table : board.tables) {
    warned += warnings_shown(table, seen.now_ms).empty() ? 0U : 1U;
  }
  return {
      {cut_to(fmt::format("{} of {} tables open  {} hands  action {}  fees {}  {} with warnings",
                          board.open_tables, board.tables.size(), board.total.hands,
                          rules::dollars_text(board.total.action),
                          rules::dollars_text(board.total.fees), warned),
              columns),
       seen.stale() ? Style::faint : Style::plain}};
}

std::string_view name(Sort sort) {
  constexpr std::array<std::string_view, 5> kNames = {"table", "fees", "action", "status",
                                                      "warnings"};
  return kNames[static_cast<std::size_t>(sort)];
}

std::string filter_text(const BoardView& view) {
  std::string text;
  if (view.open_only) rules::append_listed(text, "open");
  if (view.warned_only) rules::append_listed(text, "with warnings");
  if (!view.text.empty()) rules::append_listed(text, "'" + view.text + "'");
  return text;
}

StyledLine keys_line(const BoardSeen& seen, const BoardView& view, std::size_t columns) {
  if (view.typing) {
    return {
        {cut_to("Only tables with: " + view.text + "_  (Enter keeps it, Esc drops it)", columns),
         Style::heading}};
  }
  if (seen.stale() && !seen.why.empty()) return {{cut_to(seen.why, columns), Style::bad}};
  if (view.help) return {{"Any key: back", Style::faint}};
  if (view.inside)
    return {{cut_to("Esc back  Up/Down scroll  ? help  q quit", columns), Style::faint}};
  auto text = fmt::format("q quit  ? help  Enter look into  o open  ! warnings  / text  by {}",
                          name(view.sort));
  if (const auto filter = filter_text(view); !filter.empty())
    text = "Shown: " + filter + "  " + text;
  return {{cut_to(text, columns), Style::faint}};
}

std::vector<StyledLine> help_lines(std::size_t columns) {
  std::vector<StyledLine> lines;
  for (const char* text :
       {"Up, Down, PgUp, PgDn  choose a table      Enter  look into it      Esc  back",
        "Order: t table  f fees  a action  s status  w warnings",
        "Only: o open tables  ! tables with warnings  / tables in whose line a text stands",
        "q or Ctrl-C  leave", "",
        "Status: waits for a step between hands; bets: they are open; dealing; settle: the cards "
        "are complete; paused; closed.",
        "Position: who, which hand of the turn, for how long; 'offered' waits for an answer; "
        "'due' is to be offered.",
        "Action, fees, hands and road are of the open shift, corrections and waivers counted; "
        "action also of voided hands.",
        "due: nobody has the position, since when. bank: it ran out in the last hand. gap: the "
        "last hand's action lay between two tiers. fix: a correction waits for approval. clock: "
        "when the 40 minutes of the rules of 2026 end the game, shown from ten minutes before; "
        "information where the game's own rules hold.",
        "'stale' means that the server does not answer: what is shown is as old as it says."}) {
    for (auto& line : reports::lines_within(text, columns)) lines.push_back({{std::move(line)}});
  }
  return lines;
}

// --- Order and filters ----------------------------

/// "9" before "10".
bool before_by_name(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& name) {
    const bool digits =
        !name.empty() && name.size() < 10 &&
        std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits ? std::stoll(name) : -1;
  };
  const auto left = number(a);
  const auto right = number(b);
  if (left >= 0 && right >= 0 && left != right) return left < right;
  if ((left >= 0) != (right >= 0)) return left >= 0;
  return a < b;
}

/// Where a hand goes on first, what is closed last.
std::size_t rank_of(const BoardTable& table) {
  constexpr std::array<std::string_view, 6> kOrder = {"complete", "dealing", reports::kBetsOpen,
                                                      "waits",    "paused",  "closed"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), table.phase) -
                                  kOrder.begin());
}

/// What comes first; equal ones follow their names.
std::int64_t weight_of(const BoardTable& table, Sort sort, std::int64_t now_ms) {
  switch (sort) {
    case Sort::table: return 0;
    case Sort::fees: return -table.shift.fees.count();
    case Sort::action: return -table.shift.action.count();
    case Sort::status: return static_cast<std::int64_t>(rank_of(table));
    case Sort::warnings: return -std::ssize(warnings_shown(table, now_ms));
  }
  throw rules::BrokenInvariant("R3: an order of the board without a key");
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool holds_text(const BoardTable& table, std::int64_t now_ms, const std::string& text) {
  std::string all = table.table + ' ' + table.phase + ' ' + game_cell(table, 60);
  if (table.position) all += ' ' + position_text(*table.position, now_ms, 200);
  for (const auto& warning : warnings_shown(table, now_ms)) all += ' ' + warning.text;
  return lower(all).find(lower(text)) != std::string::npos;
}

/// Only what a terminal can show: nothing that moves its cursor, and no more than ASCII where it
/// has no more.
void make_printable(StyledLine& line, bool ascii) {
  for (auto& piece : line) {
    std::string shown;
    for (std::size_t at = 0; at < piece.text.size();) {
      const auto end = next_character(piece.text, at);
      const auto character = std::string_view(piece.text).substr(at, end - at);
      const auto first = static_cast<unsigned char>(character.front());
      const bool control =
          first < 0x20 || first == 0x7f ||
          (first == 0xc2 && end - at == 2 && static_cast<unsigned char>(character[1]) < 0xa0);
      if (ascii && character == "…") {
        shown += '.';
      } else if (control || (ascii && first >= 0x80)) {
        shown.append(columns_of(character), '?');
      } else {
        shown += character;
      }
      at = end;
    }
    piece.text = std::move(shown);
  }
}

std::size_t rows_for_tables(BoardSize size) {
  return size.rows - std::min(size.rows, kAboveTables + kBelowTables);
}

std::size_t place_of(const std::vector<const BoardTable*>& tables, const std::string& chosen) {
  const auto found = std::find_if(tables.begin(), tables.end(),
                                  [&](const auto* one) { return one->table == chosen; });
  return found == tables.end() ? 0 : static_cast<std::size_t>(found - tables.begin());
}

void add_tables(std::vector<StyledLine>& lines, const BoardSeen& seen, const BoardView& view,
                BoardSize size) {
  const auto columns = columns_within(size.columns, seen.now_ms);
  lines.push_back(heads(columns));
  const auto tables = tables_shown(seen, view);
  if (tables.empty()) {
    lines.push_back({{cut_to(seen.board->tables.empty() ? "No table was opened yet."
                                                        : "No table is like that. Esc shows all.",
                             size.columns)}});
    return;
  }
  const auto chosen = place_of(tables, view.chosen);
  const auto rows = rows_for_tables(size);
  const auto first = chosen < rows ? 0 : chosen - rows + 1;
  for (std::size_t i = first; i < tables.size() && i < first + rows; ++i) {
    lines.push_back(table_row(columns, *tables[i], i == chosen, seen.stale()));
  }
}

void add_scrolled(std::vector<StyledLine>& lines, std::vector<StyledLine> all, std::size_t from,
                  std::size_t rows) {
  const auto most = all.size() - std::min(all.size(), rows);
  for (std::size_t i = std::min(from, most); i < all.size() && rows > 0; ++i, --rows) {
    lines.push_back(std::move(all[i]));
  }
}

BoardView typed(BoardView view, const BoardKey& key) {
  using Kind = BoardKey::Kind;
  switch (key.kind) {
    case Kind::enter: view.typing = false; break;
    case Kind::escape: view.typing = false, view.text.clear(); break;
    case Kind::character: view.text += key.character; break;
    case Kind::erase:
      while (!view.text.empty()) {
        const auto last = static_cast<unsigned char>(view.text.back());
        view.text.pop_back();
        if ((last & 0xc0U) != 0x80U) break;
      }
      break;
    case Kind::up:
    case Kind::down:
    case Kind::page_up:
    case Kind::page_down: break;
  }
  return view;
}

void choose(BoardView& view, const BoardSeen& seen, std::int64_t by) {
  const auto tables = tables_shown(seen, view);
  if (tables.empty()) return;
  const auto place = static_cast<std::int64_t>(place_of(tables, view.chosen)) + by;
  const auto last = std::ssize(tables) - 1;
  view.chosen = tables[static_cast<std::size_t>(std::clamp<std::int64_t>(place, 0, last))]->table;
}

void move(BoardView& view, const BoardSeen& seen, BoardSize size, std::int64_t by) {
  if (!view.inside) return choose(view, seen, by);
  const auto lines = inside_lines(seen, view, size.columns).size();
  const auto rows = size.rows - std::min(size.rows, kAboveTables);
  const auto most = static_cast<std::int64_t>(lines - std::min(lines, rows));
  view.scrolled = static_cast<std::size_t>(
      std::clamp<std::int64_t>(static_cast<std::int64_t>(view.scrolled) + by, 0, most));
}

void go_back(BoardView& view) {
  if (view.inside) {
    view.inside.reset();
    view.scrolled = 0;
  } else {
    view.text.clear();
    view.open_only = view.warned_only = false;
  }
}

void look_into(BoardView& view, const BoardSeen& seen) {
  const auto tables = tables_shown(seen, view);
  if (view.inside || tables.empty()) return;
  view.chosen = tables[place_of(tables, view.chosen)]->table;
  view.inside = view.chosen;
  view.scrolled = 0;
}

void take_letter(BoardView& view, const std::string& letter) {
  constexpr std::string_view kSorts = "tfasw";
  if (letter == "q") view.quit = true;
  if (letter == "?") view.help = true;
  if (view.inside) return;
  if (letter == "o") view.open_only = !view.open_only;
  if (letter == "!") view.warned_only = !view.warned_only;
  if (letter == "/") view.typing = true;
  if (const auto at = kSorts.find(letter); letter.size() == 1 && at != std::string_view::npos) {
    view.sort = static_cast<Sort>(at);
  }
}

}  // namespace

std::vector<const BoardTable*> tables_shown(const BoardSeen& seen, const BoardView& view) {
  std::vector<std::pair<std::int64_t, const BoardTable*>> weighed;
  for (const auto& table : seen.board->tables) {
    if (view.open_only && table.status == "closed") continue;
    if (view.warned_only && warnings_shown(table, seen.now_ms).empty()) continue;
    if (!view.text.empty() && !holds_text(table, seen.now_ms, view.text)) continue;
    weighed.emplace_back(weight_of(table, view.sort, seen.now_ms), &table);
  }
  std::sort(weighed.begin(), weighed.end(), [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return before_by_name(a.second->table, b.second->table);
  });
  std::vector<const BoardTable*> tables;
  for (const auto& [weight, table] : weighed) tables.push_back(table);
  return tables;
}

BoardView pressed(BoardView view, const BoardKey& key, const BoardSeen& seen, BoardSize size) {
  using Kind = BoardKey::Kind;
  const auto page = static_cast<std::int64_t>(std::max<std::size_t>(1, rows_for_tables(size)));
  if (view.typing) return typed(std::move(view), key);
  if (view.help) {
    view.help = false;
    view.quit = key.character == "q";
    return view;
  }
  switch (key.kind) {
    case Kind::up: move(view, seen, size, -1); break;
    case Kind::down: move(view, seen, size, 1); break;
    case Kind::page_up: move(view, seen, size, -page); break;
    case Kind::page_down: move(view, seen, size, page); break;
    case Kind::enter: look_into(view, seen); break;
    case Kind::escape:
    case Kind::erase: go_back(view); break;
    case Kind::character: take_letter(view, key.character); break;
  }
  return view;
}

std::vector<StyledLine> board_lines(const BoardSeen& seen, const BoardView& view, BoardSize size,
                                    bool ascii) {
  std::vector<StyledLine> lines;
  if (size.columns < kLeastColumns || size.rows < kLeastRows) {
    const auto sentence =
        fmt::format("The board needs {} columns and {} rows; this terminal has {} and {}.",
                    kLeastColumns, kLeastRows, size.columns, size.rows);
    for (auto& line : reports::lines_within(sentence, std::max<std::size_t>(1, size.columns))) {
      if (lines.size() < size.rows) lines.push_back({{std::move(line)}});
    }
    return lines;
  }
  lines.push_back(room_line(seen, size.columns));
  lines.push_back(totals_line(seen, size.columns));
  const auto rows = size.rows - lines.size() - kBelowTables;
  if (view.help) {
    add_scrolled(lines, help_lines(size.columns), 0, rows);
  } else if (view.inside) {
    add_scrolled(lines, inside_lines(seen, view, size.columns), view.scrolled, rows);
  } else {
    add_tables(lines, seen, view, size);
  }
  lines.resize(size.rows - kBelowTables);
  lines.push_back(keys_line(seen, view, size.columns));
  for (auto& line : lines) make_printable(line, ascii);
  return lines;
}

std::string board_text(const BoardSeen& seen, std::size_t columns, bool ascii,
                       const reports::Ink& ink) {
  const BoardSize size{std::max(columns, kLeastColumns), seen.board->tables.size() + kLeastRows};
  auto lines = board_lines(seen, {}, size, ascii);
  lines.pop_back();  // nobody presses keys here
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (const auto& piece : line) {
      const bool loud = piece.style == Style::bad || piece.style == Style::warn;
      row += loud                            ? ink.bad(piece.text)
             : piece.style == Style::good    ? ink.good(piece.text)
             : piece.style == Style::faint   ? ink.faint(piece.text)
             : piece.style == Style::heading ? ink.heading(piece.text)
                                             : piece.text;
    }
    row.erase(row.find_last_not_of(' ') + 1);
    if (!row.empty()) text += row + '\n';
  }
  return text;
}

}  // namespace cardroom::cli
