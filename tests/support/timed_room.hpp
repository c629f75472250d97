#pragma once

#include "support/book.hpp"

namespace cardroom::testing {

/// A room whose commands are recorded while the test moves its clock.
class TimedRoom {
 public:
  TimedRoom() : recorder_(book_.open()), script_(kRoomEvents) {}

  /// Records at once what `tell` says.
  template <class Tell>
  void says(Tell tell) {
    tell(script_);
    const auto& all = script_.lines();
    record_all(*recorder_, {all.begin() + static_cast<std::ptrdiff_t>(recorded_), all.end()});
    recorded_ = all.size();
  }
  std::int64_t say(std::string_view by, std::string_view what, std::string_view fields = {}) {
    std::int64_t event = 0;
    says([&](Script& s) { event = s.say(by, what, fields); });
    return event;
  }
  void minutes_pass(std::int64_t minutes) { book_.clock.ms += minutes * table::kMinuteMs; }

  [[nodiscard]] const std::string& path() const { return book_.path; }
  [[nodiscard]] std::int64_t now_ms() const { return book_.clock.ms; }
  [[nodiscard]] const table::TableState& table(std::string_view name) const {
    const auto* found = recorder_->floor().find(name);
    if (found == nullptr) FAIL("there is no table " << name);
    return *found;
  }

 private:
  ScratchBook book_;
  std::unique_ptr<ledger::Recorder> recorder_;
  Script script_;
  std::size_t recorded_ = 0;
};

}  // namespace cardroom::testing
