#pragma once

#include <openssl/ssl.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>

namespace cardroom::service {

using WireClock = std::chrono::steady_clock;
using Deadline = WireClock::time_point;

/// The bytes of one accepted connection, plain or TLS. Waits for the peer, but never beyond a
/// deadline; a TLS handshake is part of the first read. The descriptor is non-blocking and its
/// owner's; one thread at a time.
class Wire {
 public:
  enum class State : unsigned char { fine, late, closed, failed };
  struct Got {
    State state;
    std::size_t bytes;
  };

  /// Without `tls` the bytes are plain.
  Wire(int descriptor, SSL_CTX* tls);

  /// At least one byte, or why there is none.
  [[nodiscard]] Got read(char* into, std::size_t most, Deadline until);
  /// All of it, or why not.
  [[nodiscard]] State write(std::string_view bytes, Deadline until);
  /// Says goodbye to the peer, who may still send.
  void end_sending();
  /// Takes and forgets what the peer still sends. Without it, the bytes that nobody read would
  /// make the system throw our last answer away at the other end.
  void drain(Deadline until);

 private:
  struct Free {
    void operator()(SSL* tls) const { SSL_free(tls); }
  };
  /// One try each: bytes moved, or what `again` is to judge.
  [[nodiscard]] long try_read(char* into, std::size_t most);
  [[nodiscard]] long try_write(std::string_view bytes);
  /// After a try that moved nothing: fine once another one makes sense.
  [[nodiscard]] State again(long result, short events, Deadline until);
  [[nodiscard]] State wait(short events, Deadline until) const;

  int descriptor_;
  std::unique_ptr<SSL, Free> tls_;
  bool tls_broken_ = false;
};

}  // namespace cardroom::service
