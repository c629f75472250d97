#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace cardroom::testing {

struct RawAnswer {
  int status = 0;
  std::string head;
  std::string body;
};

/// A client that sends whatever bytes it is told to, to a port of this machine.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* plain = reinterpret_cast<const sockaddr*>(&address);
    if (::connect(socket_, plain, sizeof address) != 0) FAIL("nobody listens on " << port);
  }
  RawClient(RawClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), read_(std::move(other.read_)) {}
  RawClient& operator=(RawClient&&) = delete;
  ~RawClient() {
    if (socket_ >= 0) ::close(socket_);
  }

  /// False if the other end is gone.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void end_sending() { ::shutdown(socket_, SHUT_WR); }

  /// The next whole answer; none where the connection ended without one. Fails instead of hanging.
  /// `head_alone`: no body follows, whatever length is told.
  std::optional<RawAnswer> answer(bool head_alone = false) {
    RawAnswer answer;
    std::size_t end = 0;
    while ((end = read_.find("\r\n\r\n")) == std::string::npos) {
      if (!more()) return std::nullopt;
    }
    answer.head = read_.substr(0, end + 4);
    read_.erase(0, end + 4);
    answer.status = std::stoi(answer.head.substr(answer.head.find(' ')));
    const auto length_at = answer.head.find("Content-Length: ");
    const auto length = head_alone || length_at == std::string::npos
                            ? std::size_t{0}
                            : std::stoul(answer.head.substr(length_at + 16));
    answer.body = bytes(length);
    return answer;
  }
  /// Exactly so many bytes of a body.
  std::string bytes(std::size_t length) {
    while (read_.size() < length) {
      if (!more()) FAIL("the answer is cut short");
    }
    std::string taken = read_.substr(0, length);
    read_.erase(0, length);
    return taken;
  }
  /// A line of a body, without its end.
  std::string line() {
    std::size_t end = 0;
    while ((end = read_.find("\r\n")) == std::string::npos) {
      if (!more()) FAIL("the answer is cut short");
    }
    std::string taken = read_.substr(0, end);
    read_.erase(0, end + 2);
    return taken;
  }
  /// Whether the connection ends and nothing comes before that.
  bool ended() { return read_.empty() && !more(); }

 private:
  static constexpr int kPatienceMs = 60'000;  // only a hanging server reaches this

  bool more() {
    pollfd ready{socket_, POLLIN, 0};
    if (::poll(&ready, 1, kPatienceMs) != 1) FAIL("no answer");
    char bytes[4096];
    const auto got = ::recv(socket_, bytes, sizeof bytes, 0);
    if (got <= 0) return false;
    read_.append(bytes, static_cast<std::size_t>(got));
    return true;
  }

  int socket_;
  std::string read_;
};

}  // namespace cardroom::testing
