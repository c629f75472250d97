#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cardroom/ledger/log_pages.hpp"

namespace cardroom::service {

/// The newest events, kept for whoever follows the room live. The writer only ever adds to it: it
/// waits for nobody, and who falls behind what is kept is told so and dropped.
class Feed {
 public:
  struct Item {
    std::int64_t event;
    std::optional<std::string> table;
    std::string frame;  ///< as a server-sent event
  };
  using Items = std::vector<std::shared_ptr<const Item>>;

  enum class Heard : std::uint8_t { events, silence, too_late, closed };

  /// `head` is the last event of the book; `kept` how many are held.
  explicit Feed(std::int64_t head, std::size_t kept = 4096) : head_(head), kept_(kept) {}

  void publish(std::span<const ledger::LoggedEvent* const> events);

  /// What came after `after`, waiting for the first at most so long. `too_late`: the oldest of them
  /// is no longer kept; the log has it.
  [[nodiscard]] Heard next(std::int64_t after, std::chrono::milliseconds patience, Items& items);

  [[nodiscard]] std::int64_t head() const;
  void close();

 private:
  mutable std::mutex mutex_;
  std::condition_variable published_;
  std::deque<std::shared_ptr<const Item>> items_;
  std::int64_t head_;
  std::size_t kept_;
  bool closed_ = false;
};

/// "id: 17\nevent: hand\ndata: {...}\n\n".
[[nodiscard]] Feed::Item feed_item(const ledger::LoggedEvent& event);

}  // namespace cardroom::service
