#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <Poco/AutoPtr.h>
#include <Poco/Net/Context.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/SocketAddress.h>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

/// How long a peer may take and how much it may send. Deadlines are for the whole thing, not for
/// one read: a byte a second buys nobody more time.
struct GateLimits {
  std::int64_t head_ms = 10'000;  ///< from its first byte; from the accept for the first request
  std::int64_t idle_ms = 60'000;  ///< between two requests
  std::int64_t body_ms = 20'000;  ///< from the end of the head
  std::int64_t send_ms = 5'000;   ///< for each 64 KiB of an answer
  std::uint64_t most_body = (std::uint64_t{1} << 20U) + 4096;
  unsigned most_connections = 512;
  unsigned most_of_one_address = 256;
};

/// For the metrics. `open` falls, all others only rise.
struct GateCounts {
  std::uint64_t open = 0;
  std::uint64_t accepted = 0;
  std::uint64_t refused_full = 0;     ///< connections beyond `most_connections`
  std::uint64_t refused_address = 0;  ///< connections beyond `most_of_one_address`
  std::uint64_t refused_heads = 0;    ///< requests that were unclear or too large
  std::uint64_t too_slow = 0;         ///< heads and bodies that missed their deadline
  std::uint64_t bodies_cut = 0;       ///< the peer left in the middle of a body
  std::uint64_t idle_closed = 0;
  std::uint64_t unsent = 0;  ///< answers that the peer did not take
};

class Doorkeeper;

/// Stands between the network and Poco's HTTPServer, whose parser believes too much. Poco gets a
/// head only after `read_request_head` passed the whole of it, then exactly the bytes of its body.
/// Whatever is refused is answered here with problem+json (431 for a head that is too large) and
/// the connection ends; no handler runs. A body that a handler leaves unread is skipped, it can
/// never become the next request.
///
/// Poco's own timeouts do nothing on these sockets. `shutdown` may come from another thread,
/// everything else belongs to the thread of the connection. The process must ignore SIGPIPE.
class Gate {
 public:
  explicit Gate(GateLimits limits = {});

  /// A listening socket for an HTTPServer, plain or with `tls_context`; `accept` on it never waits
  /// for a peer. Sockets may outlive the gate. Refuses an address that cannot be used.
  [[nodiscard]] rules::OrRefused<Poco::Net::ServerSocket> listen(
      const Poco::Net::SocketAddress& address, const Poco::Net::Context::Ptr& tls = {}) const;

  /// A thread for every connection that the gate lets in. The server needs a thread pool with at
  /// least `most_connections` threads, else connections wait where no deadline watches them.
  [[nodiscard]] Poco::AutoPtr<Poco::Net::HTTPServerParams> server_params() const;

  [[nodiscard]] GateCounts counts() const;

  /// The server is to end: who is in the middle of sending a body has half a second left, and is
  /// then told to come back.
  void wait_no_longer();

 private:
  std::shared_ptr<Doorkeeper> doorkeeper_;
};

/// The whole body, as long as its Content-Length says. The only safe way to read one: the stream
/// of a request ends in the same way for a whole body and for one cut short. If this refuses, the
/// peer has been answered or is gone: the handler returns without an answer of its own.
[[nodiscard]] rules::OrRefused<std::string> read_body(Poco::Net::HTTPServerRequest& request);

/// Whether the client has closed its end: how a long answer learns that nobody listens. Handlers
/// must not poll or read the socket themselves.
[[nodiscard]] bool peer_left(Poco::Net::HTTPServerRequest& request);

/// Whether the client was let go because it did not take an answer within `send_ms`.
[[nodiscard]] bool peer_too_slow(Poco::Net::HTTPServerRequest& request);

}  // namespace cardroom::service
