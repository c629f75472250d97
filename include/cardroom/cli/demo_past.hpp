#pragma once

#include <map>

#include "cardroom/cli/demo_floor.hpp"
#include "cardroom/ledger/recorder.hpp"
#include "cardroom/table/decide.hpp"

namespace cardroom::cli {

/// A book that is written after the fact: time passes as fast as the hands are recorded.
///
/// Commands are tried on a floor of its own and recorded many at a time, since each commit waits
/// for the disk.
class PastBook final : public DemoBook, public Pace {
 public:
  PastBook(ledger::Recorder& recorder, std::int64_t start_ms, std::function<bool()> ended);

  [[nodiscard]] std::shared_ptr<const table::Floor> floor() const override { return floor_; }
  [[nodiscard]] std::optional<rules::Refused> give(table::Request request) override;
  [[nodiscard]] std::int64_t now_ms() const override { return now_ms_; }
  [[nodiscard]] bool wait_until(std::int64_t ms) override;

  /// Records what waits. The disk may be full.
  [[nodiscard]] std::optional<rules::Refused> flush();

  /// The last settled hand of a table; null before the first.
  [[nodiscard]] const table::RoundFact* last_round(const std::string& table) const;
  /// What lies in a table's box: every fee went in, what was given back came out.
  [[nodiscard]] rules::Cents dropped(const std::string& table) const;

 private:
  void note(const table::Event& event);

  ledger::Recorder& recorder_;
  std::function<bool()> ended_;
  std::int64_t now_ms_;
  std::shared_ptr<table::Floor> floor_;
  ledger::BookRecords records_;
  std::vector<rules::OrRefused<table::Request>> waiting_;
  std::optional<rules::Refused> trouble_;  ///< nothing more can be recorded
  std::map<std::string, table::RoundFact> last_rounds_;
  std::map<std::string, rules::Cents> boxes_;
};

}  // namespace cardroom::cli
