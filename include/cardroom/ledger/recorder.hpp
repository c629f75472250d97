#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cardroom/ledger/book.hpp"
#include "cardroom/ledger/clock.hpp"
#include "cardroom/ledger/log_pages.hpp"
#include "cardroom/ledger/records.hpp"
#include "cardroom/ledger/rows.hpp"

namespace cardroom::ledger {

/// The one writer of a book. Commands go in by the batch; a batch is one transaction (group
/// commit).
///
/// An answer that says "ok" is on the disk. If the transaction fails, each command of the batch is
/// refused, and nothing of it is kept, in the file or in memory. Only where the disk failed in the
/// commit itself, and the process ends before the next one, may the batch be found later; the
/// refusal says so, and whoever sends it again under its keys is answered rightly in any case.
class Recorder {
 public:
  struct Answer {
    std::string json;  ///< {"ok":...} or {"error":...}, without a line end
    bool ok = false;
    std::optional<rules::Refused> why_not = {};
    std::optional<LoggedEvent> event = {};  ///< what is new in the log; none if it was repeated
  };

  /// Rebuilds the open tables from their last snapshots and the log behind them.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<Recorder>> open(
      std::unique_ptr<Book> book, std::span<const rules::Game* const> games, const Clock& clock);

  ~Recorder();

  /// One answer a request, in the same order. A refused request is passed through, so that reading
  /// and recording can be two steps of one line.
  [[nodiscard]] std::vector<Answer> record(
      std::span<const rules::OrRefused<table::Request>> requests);

  [[nodiscard]] const table::Floor& floor() const { return floor_; }
  [[nodiscard]] const ChainHead& head() const { return head_; }
  [[nodiscard]] Book& book() { return *book_; }

 private:
  class Statements;

  Recorder(std::unique_ptr<Book> book, std::span<const rules::Game* const> games,
           const Clock& clock);
  void rebuild();
  void take_numbers();
  [[nodiscard]] rules::OrRefused<std::optional<Answer>> repeated(
      const table::Request& request) const;
  [[nodiscard]] rules::OrRefused<table::Stamp> stamp(const table::Request& request) const;
  [[nodiscard]] Answer record_one(const rules::OrRefused<table::Request>& request);
  /// Gives the command as the log keeps it.
  std::string write(const table::Event& event);

  std::unique_ptr<Book> book_;
  const Clock& clock_;
  table::Floor floor_;
  BookRecords records_;
  Numbers numbers_;
  ChainHead head_;
  std::unique_ptr<Statements> statements_;
};

/// What a recorded event is answered with; the same for a repeated request.
[[nodiscard]] std::string event_answer(std::int64_t seq, std::string_view kind,
                                       std::string_view table,
                                       std::span<const table::RoundFact> rounds);

/// The command of a row of the log; throws where it is none (L7).
[[nodiscard]] table::Command logged_command(const LogRow& row);

/// A command of the log, decided again on `floor`, which it is then applied to. Throws where the
/// rules would refuse it (L7).
[[nodiscard]] table::Event replay(table::Floor& floor, const table::Records& records,
                                  const LogRow& row, table::Command command);

/// A floor with nothing recorded.
[[nodiscard]] table::Floor empty_floor(std::span<const rules::Game* const> games);

/// The settings that every step needs; until they are set, times are UTC.
[[nodiscard]] table::Moment moment_on(const table::Floor& floor, std::int64_t ms);

}  // namespace cardroom::ledger
