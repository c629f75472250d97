#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cardroom/cli/board_view.hpp"
#include "cardroom/service/feed_client.hpp"
#include "cardroom/service/server_clock.hpp"

namespace cardroom::cli {

/// What a server answered about its board, and when. Each part is replaced as a whole.
struct BoardNews {
  std::shared_ptr<const reports::Board> board;
  std::shared_ptr<const reports::LiveTable> table;
  std::shared_ptr<const std::vector<RoundSeen>> rounds;
  std::string json;  ///< the board as it was answered
  service::ServerClock clock;
  std::chrono::steady_clock::time_point answered;
  std::optional<rules::Refused> trouble;  ///< why the last question was not answered

  /// As of now, where the feed is like this.
  [[nodiscard]] BoardSeen seen(const service::FeedClient::State& feed) const;
};

/// Asks a server for its board, and for one table of it; what did not change is not sent again.
class BoardAsker {
 public:
  explicit BoardAsker(std::unique_ptr<service::Client> client) : client_(std::move(client)) {}

  /// Asks for all of it; `news` then has what was answered, or the trouble.
  void ask(const std::optional<std::string>& table);
  [[nodiscard]] const BoardNews& news() const { return news_; }
  void interrupt() { client_->interrupt(); }

 private:
  using Body = std::optional<std::string>;
  [[nodiscard]] rules::OrRefused<Body> changed(const std::string& path);
  [[nodiscard]] std::optional<rules::Refused> ask_board();
  [[nodiscard]] std::optional<rules::Refused> ask_table(const std::string& table);

  std::unique_ptr<service::Client> client_;
  std::map<std::string, std::string> tags_;  ///< by path
  std::string looked_into_;
  BoardNews news_;
};

/// Keeps the news new in threads of its own: asks after events, gathered, and every few seconds
/// where nothing happens, so that it knows how old they are.
class BoardWatch {
 public:
  /// `woken` is called by another thread whenever there is something to see.
  BoardWatch(std::unique_ptr<BoardAsker> asker, std::unique_ptr<service::Client> follower,
             std::function<void()> woken);
  ~BoardWatch();
  BoardWatch(const BoardWatch&) = delete;
  BoardWatch& operator=(const BoardWatch&) = delete;

  void look_into(const std::optional<std::string>& table);
  [[nodiscard]] BoardNews news() const;
  [[nodiscard]] service::FeedClient::State feed() const { return feed_->state(); }

 private:
  void run();
  void ask_soon();

  std::unique_ptr<BoardAsker> asker_;
  std::function<void()> woken_;
  mutable std::mutex mutex_;
  std::condition_variable due_;
  bool soon_ = true, stopped_ = false;
  std::optional<std::string> table_;
  BoardNews news_;
  std::unique_ptr<service::FeedClient> feed_;
  std::thread thread_;
};

}  // namespace cardroom::cli
