#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cardroom::testing {

/// Commands as a terminal would send them, each under a key of its own, in an order in which the
/// room accepts all of them. So the number of every event is known when it is written.
class Script {
 public:
  /// `before` events are in the book already.
  explicit Script(std::int64_t before = 0, std::string prefix = "k")
      : before_(before), prefix_(std::move(prefix)) {}

  /// Adds a command with these fields (JSON without its braces) and gives its event's number.
  std::int64_t say(std::string_view by, std::string_view what, std::string_view fields = {}) {
    const std::int64_t seq = next();
    std::string line = R"({"do":")" + std::string(what) + R"(","by":")" + std::string(by) +
                       R"(","key":")" + prefix_ + std::to_string(seq) + '"';
    if (!fields.empty()) (line += ',') += fields;
    lines_.push_back(line + '}');
    return seq;
  }

  [[nodiscard]] std::int64_t next() const {
    return before_ + static_cast<std::int64_t>(lines_.size()) + 1;
  }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  /// The same commands in batches of `most`.
  [[nodiscard]] std::vector<std::vector<std::string>> batches(std::size_t most) const {
    std::vector<std::vector<std::string>> all;
    for (const auto& line : lines_) {
      if (all.empty() || all.back().size() == most) all.emplace_back();
      all.back().push_back(line);
    }
    return all;
  }

 private:
  std::int64_t before_;
  std::string prefix_;
  std::vector<std::string> lines_;
};

/// A number in the fields of a command: number("shift", 9) is "shift":9.
inline std::string number(std::string_view name, std::int64_t n) {
  return '"' + std::string(name) + "\":" + std::to_string(n);
}

/// `"name":"text"`, for text that needs no escapes.
inline std::string text(std::string_view name, std::string_view value) {
  return '"' + std::string(name) + "\":\"" + std::string(value) + '"';
}

}  // namespace cardroom::testing
