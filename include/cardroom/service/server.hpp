#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "cardroom/service/gate.hpp"
#include "cardroom/service/room_service.hpp"

namespace cardroom::service {

/// Where and how a server listens.
struct ServerSettings {
  std::string address = "127.0.0.1";
  int port = 7437;  ///< 0: any that is free
  std::string certificate, key;
  bool insecure = false;  ///< other addresses than loopback without TLS
  GateLimits gate;
};

/// A room behind a gate on Poco's HTTPServer.
class Server {
 public:
  /// Why no room could be served like this: asked before a book is made for it.
  [[nodiscard]] static std::optional<rules::Refused> unusable(const ServerSettings& settings);

  /// Listens when this returns. Refuses, with the reason, an address that cannot be used, files of
  /// TLS that cannot be used, and an open line to other machines without TLS. `log` may be null.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<Server>> start(
      RoomService& room, const ServerSettings& settings, std::ostream* log);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// "http://127.0.0.1:7437".
  [[nodiscard]] const std::string& url() const { return url_; }

  /// Takes no new connection, finishes what is being answered, ends the feed.
  void stop();

 private:
  class Inside;
  Server(RoomService& room, std::string url, std::unique_ptr<Inside> inside);

  RoomService& room_;
  std::string url_;
  std::unique_ptr<Inside> inside_;
};

/// Runs `serve` under Poco's ServerApplication: `ready` is called with nothing blocked but the
/// signals, and the process waits until it is asked to end (SIGTERM, SIGINT). The status of the
/// process.
int wait_for_end(const std::function<void()>& stop);

/// Blocks the signals that ask a process to end, for this thread and all it starts: to be called
/// before the first of them, so that only `wait_for_end` hears them.
void hold_end_signals();

/// Whether one of them waits to be heard.
[[nodiscard]] bool end_asked();

}  // namespace cardroom::service
