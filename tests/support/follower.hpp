#pragma once

#include <netinet/tcp.h>

#include <condition_variable>
#include <istream>
#include <mutex>
#include <thread>
#include <vector>

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/StreamSocket.h>

#include "support/asked_room.hpp"

namespace cardroom::testing {

/// Somebody who follows the room's events, as a browser does it: what counts is a whole event, and
/// who comes back names the last one.
class Follower {
 public:
  struct Wish {
    std::int64_t after = 0;
    std::string table = {};     ///< empty: the whole room
    bool takes_little = false;  ///< what he does not read soon waits at the server
  };

  /// Asks, and reads nothing yet.
  Follower(const AskedRoom& room, const std::string& person, const Wish& wish)
      : session_(connected(room.port(), wish.takes_little)) {
    Poco::Net::HTTPRequest request(
        "GET", "/v1/events" + (wish.table.empty() ? "" : "?table=" + wish.table), "HTTP/1.1");
    request.setHost("127.0.0.1", room.port());
    request.set("Authorization", "Bearer " + room.token(person));
    request.set("Last-Event-ID", std::to_string(wish.after));
    session_.sendRequest(request).flush();
  }
  ~Follower() {
    try {
      session_.socket().shutdown();
    } catch (const Poco::Exception&) {  // the server was faster
    }
    if (thread_.joinable()) thread_.join();
  }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  /// From now on a thread of his own reads, until the feed ends.
  void listen() {
    thread_ = std::thread([this] { read_to_end(); });
  }
  /// Waits until he has heard an event as late as this one. False where his feed ended before.
  [[nodiscard]] bool hears(std::int64_t event) {
    std::unique_lock lock(mutex_);
    const auto done = [&] { return ended_ || (!events_.empty() && events_.back() >= event); };
    return heard_.wait_for(lock, kPatience, done) && !events_.empty() && events_.back() >= event;
  }

  /// What he has heard when his feed ends, which this waits for.
  [[nodiscard]] const std::vector<std::int64_t>& heard_all() {
    if (thread_.joinable()) thread_.join();
    return events_;
  }

 private:
  static constexpr std::chrono::seconds kPatience{60};  // only a hanging server reaches this

  static Poco::Net::StreamSocket connected(std::uint16_t port, bool takes_little) {
    Poco::Net::StreamSocket socket(Poco::Net::SocketAddress::IPv4);
    if (takes_little) {  // small pieces, else this machine's own line holds megabytes of them
      socket.setReceiveBufferSize(4096);
      socket.setOption(IPPROTO_TCP, TCP_MAXSEG, 536);
    }
    socket.connect(Poco::Net::SocketAddress("127.0.0.1", port));
    return socket;
  }

  void read_to_end() {
    try {
      Poco::Net::HTTPResponse response;
      auto& in = session_.receiveResponse(response);
      std::int64_t id = 0;
      for (std::string line; std::getline(in, line);) {
        if (line.starts_with("id: ")) id = std::stoll(line.substr(4));
        if (line.empty() && id != 0) note(std::exchange(id, 0));
      }
    } catch (const Poco::Exception&) {  // the server let him go in the middle of a line
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    heard_.notify_all();
  }
  void note(std::int64_t event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
    heard_.notify_all();
  }

  Poco::Net::HTTPClientSession session_;
  std::mutex mutex_;
  std::condition_variable heard_;
  std::vector<std::int64_t> events_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace cardroom::testing
