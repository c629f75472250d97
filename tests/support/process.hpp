#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/scratch.hpp"

namespace cardroom::testing {

struct Ran {
  int status;  ///< as a shell tells it: 128 and the signal for a process that was killed
  std::string out;
  std::string err;

  [[nodiscard]] nlohmann::json answer() const {
    INFO(out << err);
    REQUIRE(nlohmann::json::accept(out));
    return nlohmann::json::parse(out);
  }
};

/// A program to be run once. Its streams are files, so that no pipe can fill up and hang the test.
class Program {
 public:
  explicit Program(std::vector<std::string> words) : words_(std::move(words)) {}

  Program& input(std::string_view text) {
    input_ = scratch_.file("in", text);
    return *this;
  }
  Program& input_from(const std::string& path) {
    input_ = path;
    return *this;
  }
  Program& with(const std::string& variable) {
    variables_.push_back(variable);
    return *this;
  }

  [[nodiscard]] Ran run() const {
    const std::string out = scratch_.path("out");
    const std::string err = scratch_.path("err");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input_.c_str(), O_RDONLY, 0);
    for (const auto& [stream, path] : {std::pair{STDOUT_FILENO, &out}, {STDERR_FILENO, &err}}) {
      posix_spawn_file_actions_addopen(&files, stream, path->c_str(), O_WRONLY | O_CREAT, 0600);
    }
    auto variables = environment();
    pid_t process = 0;
    const int failed = posix_spawnp(&process, words_.front().c_str(), &files, nullptr,
                                    pointers(words_).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) FAIL("cannot run " << words_.front());
    int state = 0;
    if (waitpid(process, &state, 0) != process) FAIL("lost " << words_.front());
    return {WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state), content_of(out),
            content_of(err)};
  }

 private:
  /// Ours, without the variables that would change the answers of the program under test.
  [[nodiscard]] std::vector<std::string> environment() const {
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string variable(*entry);
      if (variable.starts_with("NO_COLOR=") || variable.starts_with("CARDROOM_")) continue;
      all.push_back(variable);
    }
    all.insert(all.end(), variables_.begin(), variables_.end());
    return all;
  }
  static std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
    all.push_back(nullptr);
    return all;
  }

  std::vector<std::string> words_;
  std::string input_ = "/dev/null";
  std::vector<std::string> variables_;
  Scratch scratch_;
};

inline std::vector<std::string> program_words(std::vector<std::string> words) {
  words.insert(words.begin(), CARDROOM_BINARY);
  return words;
}

/// The real program with these words, and this on its standard input.
inline Ran ask(std::vector<std::string> words, std::string_view input = {}) {
  return Program(program_words(std::move(words))).input(input).run();
}

/// A shell's line, run in the project's folder; "$CARDROOM" is the program.
inline Ran shell(const std::string& line) {
  const std::string folder = std::string(CARDROOM_TESTS) + "/..";
  return Program({"sh", "-c", "cd '" + folder + "' && " + line})
      .with("CARDROOM=" CARDROOM_BINARY)
      .run();
}

/// Refused as scripts are told: nothing on the output, one line of JSON on the error stream.
inline std::string refused_code(const Ran& ran, int status = 1) {
  CAPTURE(ran.out, ran.err);
  CHECK(ran.status == status);
  CHECK(ran.out.empty());
  REQUIRE(nlohmann::json::accept(ran.err));
  const auto error = nlohmann::json::parse(ran.err);
  CHECK(error.size() == 1);
  CHECK_FALSE(error["error"]["detail"].get<std::string>().empty());
  return error["error"]["code"];
}

inline void check_unreachable(const Ran& ran) { CHECK(refused_code(ran, 3) == "file_unreadable"); }

/// Answered: status 0 and nothing on the error stream.
inline const std::string& done(const Ran& ran) {
  CAPTURE(ran.out, ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  return ran.out;
}

inline bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    lines.emplace_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
  }
  return lines;
}

}  // namespace cardroom::testing
