#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/cli/floor_plan.hpp"
#include "cardroom/service/client.hpp"

namespace cardroom::cli {

/// The prompt's conversation with the server about one table: takes a line, gives what is to be
/// shown. A line that could not be delivered is kept, and sent again under the same key, so that it
/// is recorded once however often it is sent. Whatever it sees of other devices it says, so that
/// the table as it was seen last is always what the person was shown.
class FloorDesk {
 public:
  using Connect = std::function<rules::OrRefused<std::unique_ptr<service::Client>>()>;

  struct Said {
    enum class Tone { plain, good, bad };
    Tone tone = Tone::plain;
    std::string text;
  };
  struct Answer {
    std::vector<Said> said;
    bool refused = false;     ///< not all of the line was recorded
    bool understood = false;  ///< the grammar took it: worth remembering
    bool over = false;        ///< whoever typed wants to go
  };

  /// `games` are those that the program knows. `connect` is asked again whenever the line was lost.
  FloorDesk(Connect connect, std::span<const rules::Game* const> games);

  /// Sits down at a table: must succeed before anything else.
  [[nodiscard]] std::optional<rules::Refused> open(const std::string& table);

  [[nodiscard]] Answer take(std::string_view text);

  /// Before a prompt: what other devices changed since the last look.
  [[nodiscard]] Answer look_again();
  /// The table in short, for the beginning.
  [[nodiscard]] Answer greeting() const;

  [[nodiscard]] const LiveTable& table() const { return seen_; }
  [[nodiscard]] const rules::Game& game() const { return *game_; }
  /// The line that waits to be sent; empty: none.
  [[nodiscard]] std::string waiting() const { return kept_ ? kept_->text : std::string(); }

 private:
  /// A command on its way: the same bytes under the same key until somebody answers.
  struct Sent {
    table::Command command;
    std::string key, etag;
    std::optional<TypedWager> before, after;  ///< of the space that it changes
  };
  /// A line that is being done, command by command.
  struct Line {
    std::string text;
    FloorEntry entry;
    bool undo = false;
    std::string key;  ///< each command's key begins with it
    int commands = 0;
    std::optional<Sent> sent;
    bool recorded = false;  ///< its one command, or one of several, is on the disk
    /// As whoever typed it saw the table, with what the line itself has done there since; by the
    /// time of an answer the last look may be long ago.
    LiveTable seen;
    std::optional<table::Command> done;  ///< recorded, and not in `seen` yet
    TypedWagers before, after;           ///< the spaces that it changed
  };
  enum class End { done, refused, kept };

  End answer_entry(std::string_view text, const FloorEntry& entry, Answer& answer);
  End begin(std::string_view text, FloorEntry entry, bool undo, Answer& answer);
  End deliver(Line line, Answer& answer);
  [[nodiscard]] Planned next_of(const Line& line, const LiveTable& table) const;
  void prepare(Line& line, table::Command command) const;
  /// Sends what is to be sent; none where the line goes on.
  std::optional<End> send(Line& line, Answer& answer);
  std::optional<End> heard(Line& line, const service::Client::Heard& heard, Answer& answer);
  std::optional<End> after_change(Line& line, Answer& answer);
  End overtaken(Line& line, Answer& answer);
  void recorded(Line& line, const std::string& body, Answer& answer);
  void note_wager(Sent& sent, const TypedWagers& whose) const;
  void told_wagers(const Line& line, Answer& answer) const;
  void finish(Line& line, Answer& answer);
  End keep(Line line, const rules::Refused& why, Answer& answer);
  End resend(Answer& answer);
  End switch_to(const std::string& table, Answer& answer);
  void show_next(Answer& answer) const;

  std::optional<rules::Refused> connect();
  std::optional<rules::Refused> look();
  std::optional<rules::Refused> look_and_tell(Answer& answer);

  Connect connect_;
  std::span<const rules::Game* const> games_;
  std::unique_ptr<service::Client> client_;
  std::string name_, etag_;
  LiveTable seen_;
  const rules::Game* game_ = nullptr;
  bool away_ = false;                  ///< the last look failed, and it was said
  std::optional<table::Command> own_;  ///< recorded from here since the last look
  UndoStack undo_;
  std::optional<Line> kept_;
};

}  // namespace cardroom::cli
