#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "cardroom/service/client.hpp"

namespace cardroom::service {

/// Follows a room's live feed in a thread of its own. Where the line breaks it comes back, later
/// each time, and goes on behind the last event it heard.
class FeedClient {
 public:
  struct State {
    bool connected = false;
    std::chrono::steady_clock::time_point since;  ///< connected, or away
    std::int64_t last_event = 0;                  ///< that was heard; 0: none yet
    std::optional<rules::Refused> why;            ///< why it is away
  };

  /// `changed` is called by the feed's thread after every event and whenever the line breaks or is
  /// there again; it must not wait for anything.
  FeedClient(std::unique_ptr<Client> client, std::function<void()> changed);
  ~FeedClient();
  FeedClient(const FeedClient&) = delete;
  FeedClient& operator=(const FeedClient&) = delete;

  [[nodiscard]] State state() const;

 private:
  void run();
  void follow();
  void hear(std::string_view line);
  void away(rules::Refused why);
  [[nodiscard]] bool stopped_within(std::chrono::milliseconds time);

  std::unique_ptr<Client> client_;
  std::function<void()> changed_;
  mutable std::mutex mutex_;
  std::condition_variable stopping_;
  bool stopped_ = false;
  State state_;
  std::thread thread_;
};

}  // namespace cardroom::service
