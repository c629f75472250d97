#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "support/process.hpp"
#include "support/scratch.hpp"

namespace cardroom::testing {

/// A real terminal with a shell in it, kept by a tmux server of its own. What a person would see is
/// read from its screen; a test waits for a text to appear and never for time to pass.
class Tmux {
 public:
  /// `variables` are NAME=VALUE, for the shell and all that is started in it.
  explicit Tmux(std::vector<std::string> variables = {}, int columns = 80, int rows = 24)
      : variables_(std::move(variables)) {
    // A shell takes its prompt from a file alone: what the environment says is not asked for by
    // root.
    const auto prompt = scratch_.file("shell-prompt", "PS1='shell> '\n");
    variables_.insert(variables_.end(),
                      {"LC_ALL=C.UTF-8", "ENV=" + prompt, "TMUX=", "HOME=" + scratch_.folder(),
                       "TMUX_TMPDIR=" + scratch_.folder()});
    // The status line would take one of the rows.
    tell({"start-server", ";", "set", "-g", "status", "off", ";", "new-session", "-d", "-x",
          std::to_string(columns), "-y", std::to_string(rows), "-c", scratch_.folder(), "sh"});
    try {
      waits_for("shell>");
    } catch (...) {
      run({"kill-server"});
      throw;
    }
  }
  ~Tmux() { run({"kill-server"}); }
  Tmux(const Tmux&) = delete;
  Tmux& operator=(const Tmux&) = delete;

  /// Characters as they are; nothing in them is taken for the name of a key.
  void types(const std::string& text) const { tell({"send-keys", "-l", "--", text}); }
  /// "Enter", "Up", "Tab", "C-c", "C-d".
  void key(const std::string& name) const { tell({"send-keys", name}); }
  void enters(const std::string& line) const {
    types(line);
    key("Enter");
  }
  void resize(int columns, int rows) const {
    tell({"resize-window", "-x", std::to_string(columns), "-y", std::to_string(rows)});
  }

  /// The rows as they stand, without blanks at their ends.
  [[nodiscard]] std::string screen() const { return tell({"capture-pane", "-p"}); }
  /// The same with what has left the screen at its top.
  [[nodiscard]] std::string all() const { return tell({"capture-pane", "-p", "-S", "-"}); }

  /// The first screen on which `seen` holds; the test fails if that never comes.
  std::string waits_until(const std::function<bool(const std::string&)>& seen) const {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
      auto now = screen();
      if (seen(now)) return now;
      if (std::chrono::steady_clock::now() > end) FAIL("never seen; the screen was:\n" << now);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  std::string waits_for(const std::string& text) const {
    INFO("waiting for '" << text << "'");
    return waits_until([&](const std::string& now) { return holds(now, text); });
  }
  /// What `line` prints in the shell, which must have its prompt.
  std::string prints(const std::string& line) const {
    const std::string file = scratch_.path("printed-" + std::to_string(++asked_));
    enters("(" + line + ") >" + file + "; echo printed-$((" + std::to_string(asked_) + "))-");
    waits_for("\nprinted-" + std::to_string(asked_) + "-");
    return content_of(file);
  }

  [[nodiscard]] const Scratch& scratch() const { return scratch_; }

 private:
  static constexpr std::chrono::seconds kPatience{60};  // only what never comes reaches this

  Ran run(std::vector<std::string> words) const {
    words.insert(words.begin(), {"tmux", "-u", "-L", "cardroom-test", "-f", "/dev/null"});
    Program program(std::move(words));
    for (const auto& variable : variables_) program.with(variable);
    return program.run();
  }
  std::string tell(std::vector<std::string> words) const { return done(run(std::move(words))); }

  std::vector<std::string> variables_;
  Scratch scratch_;
  mutable int asked_ = 0;
};

}  // namespace cardroom::testing
