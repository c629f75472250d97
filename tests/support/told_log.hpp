#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "support/process.hpp"
#include "support/table_device.hpp"

namespace cardroom::testing {

/// The log of a book as the program exports it, by key.
class ToldLog {
 public:
  struct Line {
    std::int64_t event = 0;
    std::string table;  ///< empty for a command of the room
  };

  /// Numbers without a gap and keys that differ, or the test fails.
  explicit ToldLog(const std::string& book) {
    std::int64_t twice = 0;
    std::int64_t gaps = 0;
    for (const auto& text :
         lines_of(done(testing::ask({"export", "--db", book, "--format", "jsonl"})))) {
      const auto told = nlohmann::json::parse(text);
      const auto body = nlohmann::json::parse(told.at("body").get<std::string>());
      const std::int64_t event = told.at("seq");
      gaps += event == ++last_ ? 0 : 1;
      const bool added =
          by_key_.emplace(told.at("key"), Line{event, body.value("table", "")}).second;
      twice += added ? 0 : 1;
    }
    CHECK(gaps == 0);
    CHECK(twice == 0);
  }

  [[nodiscard]] std::int64_t last() const { return last_; }
  [[nodiscard]] const std::map<std::string, Line>& by_key() const { return by_key_; }

  /// The numbers of a table's events after `after`; of all where none is named.
  [[nodiscard]] std::vector<std::int64_t> events(std::int64_t after,
                                                 const std::string& table = {}) const {
    std::vector<std::int64_t> all;
    for (const auto& [key, line] : by_key_) {
      if (line.event > after && (table.empty() || line.table == table)) all.push_back(line.event);
    }
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  std::int64_t last_ = 0;
  std::map<std::string, Line> by_key_;
};

/// Where what was heard leaves what was recorded, in words; empty where both are the same.
inline std::string parting(const std::vector<std::int64_t>& heard,
                           const std::vector<std::int64_t>& recorded) {
  if (heard == recorded) return {};
  const auto [h, r] = std::mismatch(heard.begin(), heard.end(), recorded.begin(), recorded.end());
  const auto told = [](auto at, auto end) { return at == end ? "the end" : std::to_string(*at); };
  return fmt::format("{} was heard where {} was recorded", told(h, heard.end()),
                     told(r, recorded.end()));
}

/// Verifies the book. What the devices were told is in it, each under its number; besides, at most
/// what they had no answer to: nothing that was refused, nothing that nobody sent.
inline ToldLog check_book(const std::string& book, std::int64_t before,
                          std::span<const TableDevice> devices) {
  const auto verified = testing::ask({"verify", "--db", book});
  INFO(verified.out << verified.err);
  CHECK(verified.status == 0);
  CHECK(holds(verified.out, "The book holds"));
  ToldLog log(book);
  std::map<std::string, std::int64_t> unexplained;
  for (const auto& [key, line] : log.by_key()) {
    if (line.event > before) unexplained.emplace(key, line.event);
  }
  std::map<std::string, std::int64_t> lost;
  for (const auto& device : devices) {
    for (const auto& [key, event] : device.recorded) {
      const auto found = unexplained.extract(key);
      if (found.empty() || found.mapped() != event) lost.emplace(key, event);
    }
    if (device.unanswered) unexplained.erase(device.unanswered->key);
  }
  using Keys = std::map<std::string, std::int64_t>;
  CHECK(lost == Keys());
  CHECK(unexplained == Keys());
  return log;
}

}  // namespace cardroom::testing
