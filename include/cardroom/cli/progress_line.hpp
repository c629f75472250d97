#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "cardroom/ledger/verify.hpp"

namespace cardroom::cli {

/// A line that counts up on the error stream where somebody watches, and nothing where nobody does.
class ProgressLine {
 public:
  /// "verifying", "recorded": what is counted.
  ProgressLine(std::ostream& err, std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// In parts of a whole.
  [[nodiscard]] ledger::Progress progress();
  /// Where the whole is not known.
  void count(std::int64_t done);
  void clear();

 private:
  void show(const std::string& figure);

  std::ostream& err_;
  std::string what_;
  bool watched_;
  bool shown_ = false;
};

}  // namespace cardroom::cli
