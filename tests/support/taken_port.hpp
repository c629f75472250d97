#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>

#include <catch2/catch.hpp>

namespace cardroom::testing {

/// A port of this machine that is listened on, by nobody else, for as long as this lives.
class TakenPort {
 public:
  /// `flags` of the socket: a program may be given it only without SOCK_CLOEXEC.
  explicit TakenPort(int flags = SOCK_CLOEXEC)
      : descriptor(::socket(AF_INET, SOCK_STREAM | flags, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(descriptor, plain, length) != 0 || ::listen(descriptor, 64) != 0 ||
        ::getsockname(descriptor, plain, &length) != 0) {
      FAIL("no port is free");
    }
    number = ntohs(address.sin_port);
  }
  ~TakenPort() { ::close(descriptor); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;

  const int descriptor;
  std::uint16_t number = 0;
};

}  // namespace cardroom::testing
