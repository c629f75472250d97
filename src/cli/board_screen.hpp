#pragma once

// The board on a real terminal: ncurses draws lines and tells keys, and knows nothing else.

#include <csignal>
#include <memory>
#include <optional>
#include <vector>

#include "cardroom/cli/board_view.hpp"

struct screen;

namespace cardroom::cli {

/// The terminal taken over, and left as it was found by `leave`, or when this goes.
///
/// The signals that ask a process to end, stop or look at its size are held while this lives, for
/// this thread and those it starts, and are heard in `wait`: nothing ends it halfway.
class BoardScreen {
 public:
  /// None where the terminal is of a kind that cannot be drawn on.
  [[nodiscard]] static std::unique_ptr<BoardScreen> open(bool colours, bool ascii);
  ~BoardScreen();
  BoardScreen(const BoardScreen&) = delete;
  BoardScreen& operator=(const BoardScreen&) = delete;

  void draw(const std::vector<StyledLine>& lines);
  /// Waits for a key, for `wake`, or for the next second. False: it is asked to end.
  [[nodiscard]] bool wait();
  /// The next key that was pressed; none: there is no other.
  [[nodiscard]] std::optional<BoardKey> key();
  [[nodiscard]] BoardSize size() const;
  [[nodiscard]] bool ascii() const { return ascii_; }
  /// Ends a `wait`. For any thread.
  void wake();
  void leave();

 private:
  BoardScreen(bool ascii);
  [[nodiscard]] bool begin(bool colours);
  [[nodiscard]] bool hear_signals();
  void stand_aside();
  [[nodiscard]] int look_of(Style style) const;

  bool ascii_;
  bool colours_ = false;
  screen* screen_ = nullptr;
  sigset_t signals_before_{};
  int signals_ = -1, woken_ = -1;
};

}  // namespace cardroom::cli
