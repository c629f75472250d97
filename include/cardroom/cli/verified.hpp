#pragma once

#include <iosfwd>

#include "cardroom/cli/verb.hpp"
#include "cardroom/ledger/verify.hpp"

namespace cardroom::cli {

/// A line that counts up where somebody watches, and nothing where nobody does.
class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& err);
  [[nodiscard]] ledger::Progress progress() const;
  void clear() const;

 private:
  std::ostream& err_;
  bool shown_;
};

/// Prints what was found; `refused` where the book differs.
Exit tell(const rules::OrRefused<ledger::Verified>& found, bool json, const Terminal& terminal);

}  // namespace cardroom::cli
