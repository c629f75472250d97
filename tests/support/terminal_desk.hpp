#pragma once

#include "support/asked_room.hpp"
#include "support/process.hpp"

namespace cardroom::testing {

/// A terminal with a session of its own.
class Desk {
 public:
  /// Without a server: the one that `login` names.
  explicit Desk(std::string server = {}) : server_(std::move(server)) {}

  /// `variable`: one more, "NAME=value".
  [[nodiscard]] Ran types(std::vector<std::string> words, std::string_view secret = {},
                          const std::string& variable = {}) const {
    Program program(program_words(std::move(words)));
    program.input(secret).with("CARDROOM_SESSION=" + session_file());
    if (!server_.empty()) program.with("CARDROOM_SERVER=" + server_);
    if (!variable.empty()) program.with(variable);
    return program.run();
  }
  /// Must be answered; what was printed.
  std::string gets(std::vector<std::string> words, std::string_view secret = {}) const {
    return done(types(std::move(words), secret));
  }
  std::string login(const std::string& person) const {
    return gets({"login", "--person", person}, AskedRoom::kPassword);
  }
  [[nodiscard]] std::string session_file() const { return scratch_.path("session"); }

 private:
  std::string server_;
  Scratch scratch_;
};

}  // namespace cardroom::testing
