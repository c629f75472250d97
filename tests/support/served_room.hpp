#pragma once

#include <string>
#include <vector>

#include "support/asked_room.hpp"
#include "support/live_program.hpp"
#include "support/process.hpp"
#include "support/scratch.hpp"

namespace cardroom::testing {

/// A room behind the real program, on a port of its own and with a book in a folder of its own.
///
/// An address may try twenty secrets a minute: setting up takes two of them, each person two more.
class ServedRoom : public AskedRoom {
 public:
  /// `more` are further words for `serve`; `in` is where the folder is made.
  explicit ServedRoom(std::vector<std::string> more = {}, std::string ca = {},
                      const std::filesystem::path& in = std::filesystem::temp_directory_path())
      : AskedRoom(std::move(ca)), more_(std::move(more)), scratch_(in) {
    start();
    set_up(printed_code());
  }

  /// Ends it, and waits. As a shell tells the status.
  int stop(int signal = SIGTERM) {
    const int status = program_->end(signal);
    program_.reset();
    return status;
  }
  /// On the same book; the port is another, unless the former one is named.
  void start(std::uint16_t at_port = 0) {
    auto words =
        program_words({"serve", "--quiet", "--port", std::to_string(at_port), "--db", book()});
    words.insert(words.end(), more_.begin(), more_.end());
    program_ = std::make_unique<LiveProgram>(std::move(words));
    const auto line = program_->answer();
    if (!line || !holds(*line, " on http")) FAIL("the server did not start");
    served_at(line->substr(line->rfind(' ') + 1));
  }

  [[nodiscard]] pid_t pid() const { return program_->pid(); }
  [[nodiscard]] std::string book() const { return scratch_.path("room.book"); }
  [[nodiscard]] const Scratch& scratch() const { return scratch_; }

 private:
  [[nodiscard]] std::string printed_code() {
    for (;;) {
      const auto line = program_->answer();
      if (!line) FAIL("no code for the first admin");
      if (const auto at = line->find("--code "); at != std::string::npos) {
        return line->substr(at + 7, line->find(' ', at + 7) - at - 7);
      }
    }
  }

  std::vector<std::string> more_;
  Scratch scratch_;
  std::unique_ptr<LiveProgram> program_;
};

}  // namespace cardroom::testing
