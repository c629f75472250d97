#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cardroom/reports/live_room.hpp"
#include "cardroom/reports/running_shift.hpp"

/// All tables of the room at one glance, for shift managers. Nothing in it depends on the time of
/// reading: the same state of the room is always the same text.
namespace cardroom::reports {

/// What somebody should look at. The clock of P-2026 is information and stands with the position.
enum class Warning : std::uint8_t { position_due, bank_exhausted, gap, correction_waiting };
[[nodiscard]] constexpr std::array<Warning, 4> all_of(Warning) {
  return {Warning::position_due, Warning::bank_exhausted, Warning::gap,
          Warning::correction_waiting};
}
[[nodiscard]] std::string_view name(Warning warning);

struct BoardWarning {
  Warning what = Warning::position_due;
  std::string since;
  std::string text;
  std::optional<std::int64_t> round;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("what", c.what), f.need("since", c.since), f.need("text", c.text);
    f.may("round", c.round);
  }
};

struct BoardResult {
  std::int64_t round = 0;
  std::string player, banker, winner, ended;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("round", c.round), f.need("player", c.player), f.need("banker", c.banker);
    f.need("winner", c.winner), f.need("ended", c.ended);
  }
};

/// Of the open shift: what its rounds came to, corrections and waivers counted.
struct BoardFigures {
  std::int64_t hands = 0;
  Cents action, fees;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("hands", c.hands), f.need("action_cents", c.action), f.need("fees_cents", c.fees);
  }
};

struct BoardTable {
  std::string table, status;
  std::string phase;  ///< "waits", "bets open", "dealing", "complete", "paused", "closed"
  std::string game;
  std::optional<std::int64_t> option;
  std::optional<LivePosition> position;
  std::optional<std::string> waits_for;
  BoardFigures shift;
  std::optional<BoardResult> last;
  std::string road;  ///< winners of the last hands, oldest first, as P B T
  std::vector<BoardWarning> warnings;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("status", c.status), f.need("phase", c.phase);
    f.need("game", c.game), f.may("option", c.option), f.may("position", c.position);
    f.may("waits_for", c.waits_for), f.need("shift", c.shift), f.may("last", c.last);
    f.need("road", c.road), f.need("warnings", c.warnings);
  }
};

struct Board {
  std::optional<std::string> room, time_zone;
  std::optional<LiveShift> shift;
  BoardFigures total;
  std::int64_t open_tables = 0;
  std::vector<BoardTable> tables;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.may("room", c.room), f.may("time_zone", c.time_zone), f.may("shift", c.shift);
    f.need("total", c.total), f.need("open_tables", c.open_tables), f.need("tables", c.tables);
  }
};

/// Makes boards one after the other: of a table in which nothing happened the line is kept, and of
/// the book only what is new is read. For one thread.
class BoardMaker {
 public:
  /// `floor` is never older than the one before; the database has all of its events.
  [[nodiscard]] Board board(SQLite::Database& database, const table::Floor& floor);

 private:
  struct Line {
    std::string version;
    std::int64_t changes = 0;
    BoardTable told;
  };
  struct Correction {
    std::string table;
    std::int64_t round = 0;
    table::Moment asked;
  };
  void read_corrections(SQLite::Database& database, const table::Floor& floor);
  [[nodiscard]] BoardTable told(const table::Floor& floor, const table::TableState& table) const;
  void warn(const table::Floor& floor, const table::TableState& table, BoardTable& told) const;

  RunningShift shift_;
  std::map<std::int64_t, Correction> corrections_;
  std::map<std::string, Line> lines_;
};

}  // namespace cardroom::reports
