#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cardroom/cli/floor_line.hpp"
#include "cardroom/reports/live_room.hpp"
#include "cardroom/table/command.hpp"

/// From what the table showed and what was typed to the commands that the server is asked for.
/// Whether they are allowed is not looked at here: the rules say so, at the server.
namespace cardroom::cli {

using reports::LiveTable;

/// What this bettor has in this space; nothing where he has no wager there.
[[nodiscard]] rules::Cents standing(const LiveTable& table, const rules::Game& game,
                                    const TypedWagers& whose, std::uint8_t on);

/// The next command, or none where the table stands as the entry wants it. After each command the
/// question is asked again of the table as it then is: bets are opened first, a bettor is added
/// behind the seat, a wager is taken back, placed or changed.
using Planned = std::variant<std::optional<table::Command>, Mistake>;
[[nodiscard]] Planned next_command(const LiveTable& table, const rules::Game& game,
                                   const TypedWagers& entry);

/// The one command of any entry that asks the server for something else.
[[nodiscard]] Planned only_command(const LiveTable& table, const FloorEntry& entry);

/// Whether what an entry rests on is as its writer saw it: of wagers the hand, the bettor and the
/// spaces; of a close, a card or a settlement the whole table. If another device changed something
/// else, the entry means the same as before.
[[nodiscard]] bool goes_on(const LiveTable& seen, const LiveTable& now, const rules::Game& game,
                           const FloorEntry& entry);

/// The lines of wagers that were entered in this hand, so that the last can be taken back.
class UndoStack {
 public:
  /// `before` and `after` are the same spaces of the same bettor.
  void note(const LiveTable& table, TypedWagers before, TypedWagers after);
  /// Forgets them where the hand they belong to is over.
  void look_at(const LiveTable& table);
  void forget();

  /// What brings the former amounts back; a mistake where there is nothing to take back, or where
  /// the wagers are no longer as they were left.
  [[nodiscard]] std::variant<TypedWagers, Mistake> last(const LiveTable& table,
                                                        const rules::Game& game) const;
  /// These spaces of the last line are as they were before it.
  void took_back(const TypedWagers& spaces);

 private:
  struct Line {
    TypedWagers before, after;
  };
  std::vector<Line> lines_;
  std::int64_t hand_ = 0;  ///< the event that opened it
  bool hand_over_ = false;
};

/// "Seat 5, Dee" or "guest1 behind seat 5".
[[nodiscard]] std::string whose_text(const LiveTable& table, const TypedWagers& whose);

}  // namespace cardroom::cli
