#pragma once

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace cardroom::testing {

/// A program that is talked to line by line while it runs. Its error stream is the test's own.
class LiveProgram {
 public:
  explicit LiveProgram(std::vector<std::string> words) {
    std::signal(SIGPIPE, SIG_IGN);  // a program that is gone is found when it is asked
    int in[2];
    int out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) FAIL("no pipe");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    std::vector<char*> pointers;
    for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);
    const int failed =
        posix_spawnp(&process_, pointers[0], &files, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = out[0];
    if (failed != 0) FAIL("cannot run " << words.front());
  }
  ~LiveProgram() {
    if (process_ != 0) end(SIGKILL);
    close_input();
    ::close(from_);
  }
  LiveProgram(const LiveProgram&) = delete;
  LiveProgram& operator=(const LiveProgram&) = delete;

  /// False if nobody reads any more. What is sent before it is read must fit into a pipe.
  bool send(const std::string& line) {
    const std::string text = line + '\n';
    return ::write(to_, text.data(), text.size()) == std::ssize(text);
  }
  void close_input() {
    if (to_ >= 0) ::close(to_);
    to_ = -1;
  }

  /// The next whole line; none at the end. Fails, instead of hanging, where nothing comes.
  std::optional<std::string> answer() {
    for (;;) {
      if (const auto end = read_.find('\n'); end != std::string::npos) {
        std::string line = read_.substr(0, end);
        read_.erase(0, end + 1);
        return line;
      }
      pollfd ready{from_, POLLIN, 0};
      if (::poll(&ready, 1, kPatienceMs) != 1) FAIL("no answer");
      char bytes[4096];
      const auto got = ::read(from_, bytes, sizeof bytes);
      if (got <= 0) return std::nullopt;
      read_.append(bytes, static_cast<std::size_t>(got));
    }
  }

  /// Waits for its end; a signal may be sent first. As a shell tells the status. Fails, instead of
  /// hanging, where it does not end.
  int end(int signal = 0) {
    if (signal != 0) ::kill(process_, signal);
    if (const auto watch = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)); watch >= 0) {
      pollfd over{watch, POLLIN, 0};
      const int count = ::poll(&over, 1, kPatienceMs);
      ::close(watch);
      if (count != 1) FAIL("the program does not end");
    }
    int state = 0;
    if (::waitpid(process_, &state, 0) != process_) FAIL("lost the program");
    process_ = 0;
    return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
  }

  [[nodiscard]] pid_t pid() const { return process_; }

 private:
  static constexpr int kPatienceMs = 60'000;  // only a hanging program reaches this

  pid_t process_ = 0;
  int to_ = -1;
  int from_ = -1;
  std::string read_;
};

}  // namespace cardroom::testing
