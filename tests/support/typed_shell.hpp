#pragma once

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "support/scratch.hpp"

namespace cardroom::testing {

/// A shell on a terminal of its own, typed into key by key, in a folder with a few files. The
/// program is found as `cardroom`.
class TypedShell {
 public:
  explicit TypedShell(std::vector<std::string> words) {
    std::filesystem::create_directories(scratch_.path("here/books"));
    std::filesystem::create_directories(scratch_.path("bin"));
    std::filesystem::create_symlink(CARDROOM_BINARY, scratch_.path("bin/cardroom"));
    static_cast<void>(scratch_.file("here/room.book", ""));
    static_cast<void>(scratch_.file("here/room.toml", ""));
    winsize size{50, 30'000, 0, 0};  // wide enough that no line is wrapped
    process_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (process_ < 0) FAIL("no terminal");
    if (process_ == 0) become(words);
    say("PS1='ready''> '");
  }
  ~TypedShell() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    ::close(terminal_);
  }
  TypedShell(const TypedShell&) = delete;
  TypedShell& operator=(const TypedShell&) = delete;

  /// Types a line, waits for the prompt behind it.
  std::string say(const std::string& line) {
    type(line + "; echo 'do''ne'\r");
    return until("done\r\n");
  }
  void type(const std::string& keys) {
    if (::write(terminal_, keys.data(), keys.size()) != std::ssize(keys)) FAIL("nobody reads");
  }
  /// All that is shown up to this. Fails, instead of hanging, where it never comes.
  std::string until(const std::string& text) {
    for (;;) {
      if (const auto at = shown_.find(text); at != std::string::npos) {
        std::string before = shown_.substr(0, at + text.size());
        shown_.erase(0, before.size());
        return before;
      }
      pollfd ready{terminal_, POLLIN, 0};
      char bytes[4096];
      INFO(shown_);
      if (::poll(&ready, 1, kPatienceMs) != 1) FAIL("the shell never showed " << text);
      const auto got = ::read(terminal_, bytes, sizeof bytes);
      if (got <= 0) FAIL("the shell ended");
      shown_.append(bytes, static_cast<std::size_t>(got));
    }
  }

 private:
  static constexpr int kPatienceMs = 60'000;  // only a hanging shell reaches this

  [[noreturn]] void become(const std::vector<std::string>& words) const {
    ::setenv("PATH", (scratch_.path("bin") + ":" + std::getenv("PATH")).c_str(), 1);
    ::setenv("HOME", scratch_.folder().c_str(), 1);
    ::setenv("TERM", "dumb", 1);
    ::setenv("LC_ALL", "C", 1);
    ::unsetenv("CARDROOM_SESSION");
    if (::chdir(scratch_.path("here").c_str()) != 0) ::_exit(126);
    std::vector<char*> pointers;
    for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    ::execvp(pointers[0], pointers.data());
    ::_exit(127);
  }

  Scratch scratch_;
  pid_t process_ = -1;
  int terminal_ = -1;
  std::string shown_;
};

}  // namespace cardroom::testing
