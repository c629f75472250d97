#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cardroom/reports/board.hpp"
#include "cardroom/reports/text.hpp"

/// What the board shows, as lines of styled text: pure, so that it is tested without a terminal.
namespace cardroom::cli {

enum class Style : std::uint8_t { plain, heading, faint, good, warn, bad, chosen };

struct Piece {
  std::string text;
  Style style = Style::plain;
};
using StyledLine = std::vector<Piece>;

struct BoardSize {
  std::size_t columns = 80, rows = 24;
};

/// A round of the table that is looked into.
struct RoundSeen {
  std::int64_t round = 0;
  std::string kind, ended, player, banker, winner;
  rules::Cents action, fees;
};

/// What is known of the room, and how old it is.
struct BoardSeen {
  const reports::Board* board = nullptr;
  const reports::LiveTable* table = nullptr;       ///< that is looked into, once it was answered
  const std::vector<RoundSeen>* rounds = nullptr;  ///< its last, newest first
  std::int64_t now_ms = 0;                         ///< by the server's clock
  std::int64_t silent_ms = 0;                      ///< since the last answer
  bool failing = false;                            ///< the last question was not answered
  std::string why;                                 ///< it was not
  bool followed = true;                            ///< false: it is looked at once
  bool feed = true;                                ///< changes are told as they happen
  std::int64_t feed_away_ms = 0;

  /// What is shown may be old. Whoever asks every few seconds is answered sooner than this.
  [[nodiscard]] bool stale() const { return failing || silent_ms > kStaleMs; }
  static constexpr std::int64_t kStaleMs = 12'000;
};

/// What the person at the board wants to see.
struct BoardView {
  enum class Sort : std::uint8_t { table, fees, action, status, warnings };

  Sort sort = Sort::table;
  bool open_only = false, warned_only = false;
  std::string text;                   ///< only tables in whose line it stands
  bool typing = false;                ///< the text is being typed
  std::string chosen;                 ///< name of the table; empty: the first
  std::optional<std::string> inside;  ///< the table that is looked into
  std::size_t scrolled = 0;           ///< lines, inside a table
  bool help = false, quit = false;
};

struct BoardKey {
  enum class Kind : std::uint8_t { character, up, down, page_up, page_down, enter, escape, erase };
  Kind kind = Kind::character;
  std::string character;  ///< in UTF-8
};

/// The view after a key.
[[nodiscard]] BoardView pressed(BoardView view, const BoardKey& key, const BoardSeen& seen,
                                BoardSize size);

/// The tables that the view lets through, in its order.
[[nodiscard]] std::vector<const reports::BoardTable*> tables_shown(const BoardSeen& seen,
                                                                   const BoardView& view);

/// The whole screen: at most `size.rows` lines, none wider than `size.columns`.
[[nodiscard]] std::vector<StyledLine> board_lines(const BoardSeen& seen, const BoardView& view,
                                                  BoardSize size, bool ascii);

/// The board once, as text with every table.
[[nodiscard]] std::string board_text(const BoardSeen& seen, std::size_t columns, bool ascii,
                                     const reports::Ink& ink);

}  // namespace cardroom::cli
