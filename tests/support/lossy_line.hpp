#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/StreamSocket.h>
#include <fmt/format.h>

namespace cardroom::testing {

/// A line to a server on this machine on which answers can get lost: what was asked arrives and is
/// done, and whoever asked hears nothing. For one connection after the other.
class LossyLine {
 public:
  explicit LossyLine(std::uint16_t server)
      : server_("127.0.0.1", server),
        door_(Poco::Net::SocketAddress("127.0.0.1", 0)),
        thread_([this] { carry(); }) {}
  ~LossyLine() {
    over_ = true;
    thread_.join();
  }
  LossyLine(const LossyLine&) = delete;
  LossyLine& operator=(const LossyLine&) = delete;

  [[nodiscard]] std::string url() const {
    return fmt::format("http://127.0.0.1:{}", door_.address().port());
  }
  /// Whether the answers to commands get lost from now on.
  void lose_answers(bool lost) { lost_ = lost; }
  [[nodiscard]] int lost() const { return count_; }

 private:
  void carry() {
    const Poco::Timespan moment(0, 20'000);
    while (!over_) {
      if (!door_.poll(moment, Poco::Net::Socket::SELECT_READ)) continue;
      try {
        auto near = door_.acceptConnection();
        Poco::Net::StreamSocket far(server_);
        while (!over_ && passed(near, far, moment)) continue;
      } catch (const Poco::Exception&) {
        continue;  // one end has gone; the other follows
      }
    }
  }

  /// False once the connection is at its end.
  bool passed(Poco::Net::StreamSocket& near, Poco::Net::StreamSocket& far,
              const Poco::Timespan& moment) {
    Poco::Net::Socket::SocketList ready{near, far}, none, failed;
    if (Poco::Net::Socket::select(ready, none, failed, moment) == 0) return true;
    char bytes[65'536];
    for (const auto& socket : ready) {
      const bool asking = socket == near;
      auto& from = asking ? near : far;
      const int got = from.receiveBytes(bytes, sizeof bytes);
      if (got <= 0) return false;
      const std::string_view text(bytes, static_cast<std::size_t>(got));
      if (asking && text.starts_with("GET ")) command_ = false;
      if (asking && text.starts_with("POST ")) command_ = true;
      if (!asking && command_ && lost_) {
        ++count_;
        return false;
      }
      (asking ? far : near).sendBytes(bytes, got);
    }
    return true;
  }

  Poco::Net::SocketAddress server_;
  Poco::Net::ServerSocket door_;
  bool command_ = false;
  std::atomic<bool> lost_ = false, over_ = false;
  std::atomic<int> count_ = 0;
  std::thread thread_;
};

}  // namespace cardroom::testing
