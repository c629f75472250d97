#include "position_walk.hpp"

#include <algorithm>
#include <map>

#include "book_rows.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/game.hpp"
#include "cardroom/table/snapshot.hpp"

namespace cardroom::reports {

namespace {

using Statement = SQLite::Statement;
using table::Moment;

std::int64_t window_ms() { return table::window_ahead({}).would_end_game_ms; }

std::string name_in(const std::string& person) { return person.substr(0, person.find(" #")); }

/// A table with the position, while it is open.
struct Watched {
  std::string name;
  const rules::Game* game = nullptr;
  bool playing = true;
  table::Position position = {};
  std::string person = {};   ///< the holder with the patron number
  Moment since = {};         ///< of the turn
  std::int64_t changed = 0;  ///< event and time of the last change
  std::int64_t changed_ms = 0;
  std::int64_t stretch_after = 0;  ///< event before the one that showed the stretch
  std::optional<ShortStretch> stretch = {};
};

class Walk {
 public:
  Walk(const ReportSource& source, const Scope& scope) : source_(source), scope_(scope) {}

  PositionWalk run() {
    take_up_open_tables();
    found_ = {};  // what was over before is not the scope's
    read(scope_.first_event(), scope_.last_event(), scope_.table_id);
    finish();
    return std::move(found_);
  }

 private:
  // --- Where the scope begins -------------------------------------------------------------------

  /// P-2026 looks back further than the first event.
  void take_up_open_tables() {
    Statement row(source_.database,
                  "SELECT s.id, s.gaming_table, g.name, s.game FROM session s JOIN gaming_table g "
                  "ON g.id = s.gaming_table LEFT JOIN session_close c ON c.session = s.id WHERE "
                  "s.id < ?1 AND (c.id IS NULL OR c.id >= ?1) AND (?2 IS NULL OR g.id = ?2)");
    row.bind(1, scope_.first_event());
    if (scope_.table_id) row.bind(2, *scope_.table_id);
    while (row.executeStep()) {
      const auto* game = game_named(row.getColumn(3).getString());
      if (game->banking != rules::Banking::player_dealer) continue;
      take_up(row.getColumn(0).getInt64(), row.getColumn(1).getInt64(),
              row.getColumn(2).getString(), game);
    }
  }

  void take_up(std::int64_t session, std::int64_t table, const std::string& name,
               const rules::Game* game) {
    Statement row(
        source_.database,
        "SELECT n.id, n.state, e.utc_offset, e.at_ms FROM snapshot n JOIN event e ON e.seq = n.id "
        "WHERE n.gaming_table = ? AND n.id > ? AND n.id < ? ORDER BY n.id DESC LIMIT 1");
    row.bind(1, table);
    row.bind(2, session);
    row.bind(3, scope_.first_event());
    auto from = session;
    if (row.executeStep()) {
      from = row.getColumn(0).getInt64() + 1;
      auto then = table::read_snapshot_position(row.getColumn(1).getString(), game->layout);
      Watched watched{.name = name,
                      .game = game,
                      .changed = from - 1,
                      .changed_ms = row.getColumn(3).getInt64()};
      watched.playing = then.status == table::TableState::Status::open;
      watched.position = std::move(then.position);
      if (const auto& turn = watched.position.turn) {
        watched.person = turn->name + (turn->patron.empty() ? "" : " #" + turn->patron);
        watched.since = {turn->since_ms, row.getColumn(2).getInt()};
      }
      tables_.insert_or_assign(table, std::move(watched));
    }
    read(from, scope_.first_event() - 1, table);
  }

  // --- The log ----------------------------------------------------------------------------------

  void read(std::int64_t first, std::int64_t last, std::optional<std::int64_t> table) {
    Statement row(
        source_.database,
        std::string("SELECT e.seq, e.at_ms, e.utc_offset, e.stream, e.kind, g.name, "
                    "o.seat, a.name, o.company, t.id, s.game, e.who, CASE e.kind WHEN "
                    "'set-rotation' THEN e.body END FROM event e CROSS JOIN gaming_table g ON "
                    "g.id = e.stream LEFT JOIN turn t ON t.id = e.seq LEFT JOIN offer o "
                    "ON o.id = e.seq LEFT JOIN account a ON a.id = o.account LEFT JOIN "
                    "session s ON s.id = e.seq WHERE ") +
            (table ? "e.stream = :table AND " : "") +
            "e.seq BETWEEN :first AND :last AND (t.id IS NOT NULL OR e.kind IN "
            "('open-table', 'close-table', 'pause-table', 'resume-table', "
            "'accept-position', 'set-rotation')) ORDER BY e.seq");
    row.bind(":first", first);
    row.bind(":last", last);
    if (table) row.bind(":table", *table);
    while (row.executeStep()) event(row);
  }

  void event(const Statement& row) {
    const auto kind = row.getColumn(4).getString();
    const auto seq = row.getColumn(0).getInt64();
    const auto stream = row.getColumn(3).getInt64();
    const auto at = moment_at(row, 1, 2);
    if (kind == "open-table") open(row, seq, stream, at);
    const auto found = tables_.find(stream);
    if (found == tables_.end()) return;
    Watched& w = found->second;
    look(w, at);
    if (!row.getColumn(9).isNull()) table::end_turn(w.position, at.ms);
    if (kind == "accept-position") accept(w, row, seq, at);
    if (kind == "pause-table" || kind == "close-table") w.playing = false;
    if (kind == "resume-table") {
      w.playing = true;
      w.position.playing_since_ms = at.ms;
    }
    if (kind == "set-rotation") switched(w, row, at);
    end_stretch(w, kind, seq, at);
    w.changed = seq;
    w.changed_ms = at.ms;
    if (kind == "close-table") tables_.erase(found);
  }

  void open(const Statement& row, std::int64_t seq, std::int64_t stream, Moment at) {
    const auto* game = game_named(row.getColumn(10).getString());
    if (game->banking != rules::Banking::player_dealer) return;
    Watched opened{
        .name = row.getColumn(5).getString(), .game = game, .changed = seq, .changed_ms = at.ms};
    opened.position.playing_since_ms = at.ms;
    tables_.insert_or_assign(stream, std::move(opened));
  }

  void accept(Watched& w, const Statement& row, std::int64_t seq, Moment at) {
    w.person = person_in(row.getColumn(7).getString());
    w.since = at;
    const auto company = text_at(row, 8).value_or("");
    if (!company.empty() && company == w.position.last_company) {
      found_.followed.push_back({w.name, company, w.person, at});
    }
    w.position.turn = table::Turn{seq,
                                  w.game->layout.seat(row.getColumn(6).getInt64()).value(),
                                  name_in(w.person),
                                  {},
                                  company,
                                  at.ms,
                                  {},
                                  0};
  }

  void switched(const Watched& w, const Statement& row, Moment at) {
    Statement told(source_.database,
                   "SELECT json_extract(?1, '$.rules'), json_extract(?1, '$.date'), "
                   "json_extract(?1, '$.reason')");
    told.bind(1, row.getColumn(12).getString());
    rules::require(told.executeStep(), "a query without a table gives one row");
    found_.switches.push_back({w.name, told.getColumn(0).getString(), told.getColumn(1).getString(),
                               told.getColumn(2).getString(), row.getColumn(11).getString(), at});
  }

  // --- P-2026 -----------------------------------------------------------------------------------

  /// Whether the rule would have ended the game since the table's last change.
  void look(Watched& w, Moment at) const {
    if (!w.playing || w.stretch) return;
    const auto ahead = table::window_ahead(w.position);
    if (ahead.would_end_game_ms >= at.ms) return;
    // A turn's end forgets holders whose time lapses at that very moment.
    const auto over = std::max(ahead.would_end_game_ms, w.changed_ms);
    ShortStretch stretch;
    stretch.table = w.name;
    stretch.over = {over, at.offset_minutes};
    stretch.since = {over - window_ms(), at.offset_minutes};
    for (const auto& holder : ahead.holders) {
      const bool counts = !holder.counts_until_ms || *holder.counts_until_ms > over;
      if (counts) stretch.held_by.insert(holder.name);
    }
    w.stretch = std::move(stretch);
    w.stretch_after = w.changed;
  }

  void end_stretch(Watched& w, const std::string& kind, std::int64_t seq, Moment at) {
    if (!w.stretch) return;
    const bool enough = table::window_ahead(w.position).would_end_game_ms > at.ms;
    if (w.playing && !enough) {
      const auto& turn = w.position.turn;
      if (turn && turn->company.empty()) w.stretch->held_by.insert(turn->name);
      return;
    }
    w.stretch->until = at;
    w.stretch->ended = kind == "pause-table"   ? "paused"
                       : kind == "close-table" ? "closed"
                                               : "another player";
    keep(w, at, seq);
  }

  void keep(Watched& w, Moment at, std::int64_t seq) {
    auto& stretch = *w.stretch;
    stretch.minutes = (at.ms - stretch.since.ms) / table::kMinuteMs;
    Statement row(source_.database,
                  "SELECT count(*) FROM event e CROSS JOIN round r ON r.event = e.seq WHERE "
                  "e.stream = (SELECT id FROM gaming_table WHERE name = ?1) AND e.seq > ?2 AND "
                  "e.seq <= ?3 AND r.kind = 'settled' AND "
                  "r.ended_ms > ?4");
    row.bind(1, w.name);
    row.bind(2, w.stretch_after);
    row.bind(3, seq);
    row.bind(4, stretch.over.ms);
    rules::require(row.executeStep(), "an aggregate gives one row");
    stretch.hands = row.getColumn(0).getInt64();
    found_.stretches.push_back(std::move(stretch));
    w.stretch.reset();
  }

  // --- Where the scope ends ---------------------------------------------------------------------

  void finish() {
    Statement row(source_.database, "SELECT at_ms, utc_offset FROM event WHERE seq = ?");
    row.bind(1, scope_.last_event());
    rules::require(row.executeStep(), "L4: the last event of the scope is there");
    const auto end = moment_at(row, 0, 1);
    for (auto& [number, w] : tables_) {
      look(w, end);
      if (w.stretch) {
        w.stretch->ended = "open";
        keep(w, end, scope_.last_event());
      }
      if (const auto& turn = w.position.turn) {
        found_.open.push_back({w.name, w.person, turn->company, turn->seat.number(), w.since});
      }
    }
    std::stable_sort(found_.stretches.begin(), found_.stretches.end(),
                     [](const auto& a, const auto& b) { return a.since.ms < b.since.ms; });
  }

  const rules::Game* game_named(const std::string& name) const {
    auto game = rules::find_game(source_.games, name);
    rules::require(rules::refused(game) == nullptr, "L7: the games of the book are known");
    return std::get<const rules::Game*>(game);
  }

  const ReportSource& source_;
  const Scope& scope_;
  std::map<std::int64_t, Watched> tables_;
  PositionWalk found_;
};

}  // namespace

PositionWalk walk_position(const ReportSource& source, const Scope& scope) {
  return Walk(source, scope).run();
}

std::int64_t window_minutes() { return window_ms() / table::kMinuteMs; }

}  // namespace cardroom::reports
