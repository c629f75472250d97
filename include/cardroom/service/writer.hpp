#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

#include "cardroom/ledger/recorder.hpp"

namespace cardroom::service {

/// The one thread that writes the book. Whoever asks waits; all that wait are one transaction.
///
/// An accepted answer is on the disk, and the floor that readers see has it. A command that breaks
/// an invariant of ours spoils only its own answer.
class Writer {
 public:
  using Answer = ledger::Recorder::Answer;
  /// Called by the writer after each commit, before anybody is answered.
  using Committed = std::function<void(const table::Floor&, std::span<const Answer>)>;

  Writer(std::unique_ptr<ledger::Recorder> recorder, Committed committed);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// Waits for the answer. Refuses where too many wait already, and once it is stopped. Throws
  /// BrokenInvariant where the command broke one.
  [[nodiscard]] Answer record(table::Request request);

  /// Commands that wait.
  [[nodiscard]] std::size_t waiting() const;

  /// Finishes what waits and takes nothing more.
  void stop();

 private:
  struct Waiting {
    rules::OrRefused<table::Request> request;
    std::promise<Answer> answer;
  };

  void run();
  void record_batch(std::vector<Waiting>& batch);
  void record_alone(const rules::OrRefused<table::Request>& request,
                    std::promise<Answer>& promised);
  void tell(std::span<const Answer> answers);

  std::unique_ptr<ledger::Recorder> recorder_;
  Committed committed_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Waiting> waiting_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace cardroom::service
