#include "cardroom/service/gate.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <istream>
#include <map>
#include <mutex>
#include <thread>

#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/IPAddress.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/ServerSocketImpl.h>
#include <Poco/Net/StreamSocketImpl.h>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/service/problem.hpp"
#include "cardroom/service/request_head.hpp"
#include "cardroom/service/status.hpp"
#include "wire.hpp"

namespace cardroom::service {

namespace net = Poco::Net;
using net::HTTPResponse;
using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using std::chrono::milliseconds;

/// Counts who is inside. Shared by the gate and its sockets, which end in threads of their own.
class Doorkeeper {
 public:
  explicit Doorkeeper(const GateLimits& given) : limits(given) {}

  /// Lets one more in, or says why not.
  [[nodiscard]] std::optional<Refused> enter(const net::IPAddress& address) {
    const std::lock_guard lock(mutex_);
    if (open >= limits.most_connections) {
      ++refused_full;
      return Refused{Refusal::too_many_connections,
                     "All " + std::to_string(limits.most_connections) +
                         " connections of this server are in use; try again in a moment."};
    }
    unsigned& of_address = of_addresses_[address];
    if (of_address >= limits.most_of_one_address) {
      ++refused_address;
      return Refused{Refusal::too_many_requests,
                     "This address has " + std::to_string(limits.most_of_one_address) +
                         " connections open, the most that one may have."};
    }
    ++of_address;
    ++open;
    ++accepted;
    return std::nullopt;
  }
  void leave(const net::IPAddress& address) {
    const std::lock_guard lock(mutex_);
    const auto found = of_addresses_.find(address);
    if (--found->second == 0) of_addresses_.erase(found);
    --open;
  }
  [[nodiscard]] bool crowded() const {
    return open * 4 > std::uint64_t{limits.most_connections} * 3;
  }
  /// The end of time, until the server is to end.
  [[nodiscard]] Deadline last_body() const { return last_body_; }
  void last_body(Deadline until) { last_body_ = until; }

  const GateLimits limits;
  std::atomic<std::uint64_t> open = 0;
  std::atomic<std::uint64_t> accepted = 0;
  std::atomic<std::uint64_t> refused_full = 0;
  std::atomic<std::uint64_t> refused_address = 0;
  std::atomic<std::uint64_t> refused_heads = 0;
  std::atomic<std::uint64_t> too_slow = 0;
  std::atomic<std::uint64_t> bodies_cut = 0;
  std::atomic<std::uint64_t> idle_closed = 0;
  std::atomic<std::uint64_t> unsent = 0;

 private:
  std::mutex mutex_;
  std::map<net::IPAddress, unsigned> of_addresses_;
  std::atomic<Deadline> last_body_ = Deadline::max();
};

namespace {

constexpr milliseconds kIdleInACrowd{1000};
constexpr milliseconds kLookUp{250};  ///< while a body is waited for, whether the server ends
constexpr milliseconds kIdleThread{250};
constexpr milliseconds kFarewell{500};  ///< for the peer to take our last answer
constexpr milliseconds kNoDescriptors{50};
const Poco::Timespan kStopSeen(0, 20'000);
constexpr std::size_t kSentAtOnce = std::size_t{64} << 10U;
constexpr int kBacklog = 256;

Deadline in(milliseconds time) { return WireClock::now() + time; }
Deadline in(std::int64_t ms) { return in(milliseconds(ms)); }

std::string whole_answer(HTTPResponse::HTTPStatus status, const Refused& refused) {
  const auto body = problem_json(status, refused);
  const bool later = status == HTTPResponse::HTTP_TOO_MANY_REQUESTS ||
                     status == HTTPResponse::HTTP_SERVICE_UNAVAILABLE;
  return "HTTP/1.1 " + std::to_string(status) + " " + HTTPResponse::getReasonForStatus(status) +
         "\r\nContent-Type: " + kProblemType +
         "\r\nContent-Length: " + std::to_string(body.size()) +
         (later ? "\r\nRetry-After: 1" : "") + "\r\nConnection: close\r\n\r\n" + body;
}

/// What Poco holds instead of the accepted socket.
class GuardedSocket final : public net::StreamSocketImpl {
 public:
  GuardedSocket(int descriptor, net::SocketAddress peer, std::shared_ptr<Doorkeeper> doorkeeper,
                SSL_CTX* tls)
      : StreamSocketImpl(descriptor),
        peer_(std::move(peer)),
        doorkeeper_(std::move(doorkeeper)),
        wire_(descriptor, tls),
        secure_(tls != nullptr),
        first_until_(in(doorkeeper_->limits.head_ms)) {}

  /// Poco asks this before each request, and only this begins one: there is something to read
  /// when a whole head has passed. So a read beyond a body never takes the next head for it.
  bool poll(const Poco::Timespan& timeout, int mode) override {
    if ((mode & SELECT_READ) == 0) return StreamSocketImpl::poll(timeout, mode);
    return head_left_ > 0 || next_request();
  }

  int receiveBytes(void* buffer, int length, int /*flags*/) override {
    const auto most = static_cast<std::size_t>(std::max(length, 0));
    auto* into = static_cast<char*>(buffer);
    if (head_left_ > 0) {
      const auto taken = take(into, std::min(most, head_left_));
      head_left_ -= taken;
      return static_cast<int>(taken);
    }
    if (body_left_ == 0 || most == 0) return 0;
    if (ended_) throw net::ConnectionAbortedException("the body was cut short");
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(most, body_left_));
    const auto taken = begin_ < end_ ? take(into, part) : receive_body(into, part);
    body_left_ -= taken;
    return static_cast<int>(taken);
  }

  int sendBytes(const void* buffer, int length, int /*flags*/) override {
    std::string_view bytes(static_cast<const char*>(buffer),
                           static_cast<std::size_t>(std::max(length, 0)));
    while (!bytes.empty()) {
      const auto part = bytes.substr(0, kSentAtOnce);
      const auto state =
          ended_ ? Wire::State::closed : wire_.write(part, in(doorkeeper_->limits.send_ms));
      if (state != Wire::State::fine) {
        if (!ended_) ++doorkeeper_->unsent;
        took_too_long_ = took_too_long_ || state == Wire::State::late;
        ended_ = true;
        throw net::ConnectionResetException("the peer does not take the answer");
      }
      bytes.remove_prefix(part.size());
    }
    return length;
  }

  // Ways around the gate that Poco's server does not use.
  int sendBytes(const net::SocketBufVec&, int) override { throw around(); }
  int receiveBytes(net::SocketBufVec&, int) override { throw around(); }
  int receiveBytes(Poco::Buffer<char>&, int, const Poco::Timespan&) override { throw around(); }

  void close() override { leave(); }
  void shutdown() override { shut(SHUT_RDWR); }
  void shutdownReceive() override { shut(SHUT_RD); }
  void shutdownSend() override { shut(SHUT_WR); }
  void setReceiveTimeout(const Poco::Timespan&) override {}
  void setSendTimeout(const Poco::Timespan&) override {}
  net::SocketAddress peerAddress() override { return peer_; }
  bool secure() const override { return secure_; }

  [[nodiscard]] bool peer_has_left() const {
    pollfd state{sockfd(), POLLRDHUP, 0};
    return ended_ || ::poll(&state, 1, 0) > 0;
  }
  [[nodiscard]] bool took_too_long() const { return took_too_long_; }

 private:
  /// Often in the thread that accepted: `left_` makes what the other one did visible here.
  ~GuardedSocket() override {
    leave();
    left_.load();
  }

  static Poco::InvalidAccessException around() {
    return Poco::InvalidAccessException("this would pass the gate by");
  }

  bool next_request() {
    if (ended_ || !skip_body() || !first_byte()) return end();
    const auto until = std::min(first_until_, in(doorkeeper_->limits.head_ms));
    first_until_ = Deadline::max();
    if (begin_ > 0) std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    for (HeadWatch watch;;) {
      const auto head = watch.look({bytes_.get(), end_});
      if (const auto* refused = rules::refused(head)) return refuse_head(*refused);
      if (const auto length = std::get<0>(head)) return admit(*length);
      const auto got = wire_.read(bytes_.get() + end_, kMostHeadBytes - end_, until);
      if (got.state == Wire::State::late) return too_slow("head", doorkeeper_->limits.head_ms);
      if (got.state != Wire::State::fine) return end();
      end_ += got.bytes;
    }
  }

  /// A silent peer is let go in silence.
  bool first_byte() {
    if (begin_ < end_) return true;
    if (!bytes_) bytes_ = std::make_unique<char[]>(kMostHeadBytes);
    begin_ = end_ = 0;
    const auto began = WireClock::now();
    const milliseconds idle(doorkeeper_->limits.idle_ms);
    for (;;) {
      const bool first = first_until_ != Deadline::max();
      const auto most = doorkeeper_->crowded() ? std::min(idle, kIdleInACrowd) : idle;
      const auto until = first ? first_until_ : began + most;
      // Looks up every second, whether it became crowded.
      const auto got = wire_.read(bytes_.get(), kMostHeadBytes, std::min(until, in(kIdleInACrowd)));
      end_ = got.bytes;
      if (got.state != Wire::State::late) return got.state == Wire::State::fine;
      if (WireClock::now() < until) continue;
      ++doorkeeper_->idle_closed;
      return false;
    }
  }

  bool admit(std::size_t length) {
    const auto answer = read_request_head({bytes_.get(), length});
    if (const auto* refused = rules::refused(answer)) return refuse_head(*refused);
    const auto body = std::get<RequestHead>(answer).content_length.value_or(0);
    if (body > doorkeeper_->limits.most_body) {
      ++doorkeeper_->refused_heads;
      return turn_away(HTTPResponse::HTTP_REQUESTENTITYTOOLARGE,
                       {Refusal::input_too_large,
                        "A body may have " + std::to_string(doorkeeper_->limits.most_body) +
                            " bytes, and this one has " + std::to_string(body) + "."});
    }
    head_left_ = length;
    body_left_ = body;
    body_until_ = in(doorkeeper_->limits.body_ms);
    return true;
  }

  /// The request is abandoned where its body is: what came of it must not look whole.
  std::size_t receive_body(char* into, std::size_t most) {
    auto got = wire_.read(into, most, std::min(body_until_, in(kLookUp)));
    while (got.state == Wire::State::late && WireClock::now() < body_deadline()) {
      got = wire_.read(into, most, std::min(body_deadline(), in(kLookUp)));
    }
    if (got.state == Wire::State::fine) return got.bytes;
    if (got.state == Wire::State::late && WireClock::now() < body_until_) {
      turn_away(HTTPResponse::HTTP_SERVICE_UNAVAILABLE,
                {Refusal::stopping,
                 "The server is stopping, and the body has not come: nothing "
                 "was recorded. Send it again later."});
    } else if (got.state == Wire::State::late) {
      too_slow("body", doorkeeper_->limits.body_ms);
    } else {
      ++doorkeeper_->bodies_cut;
      turn_away(HTTPResponse::HTTP_BAD_REQUEST,
                {Refusal::request_unclear, "The body ended before its Content-Length."});
    }
    throw net::ConnectionAbortedException("the body was cut short");
  }

  [[nodiscard]] Deadline body_deadline() const {
    return std::min(body_until_, doorkeeper_->last_body());
  }

  /// What a handler did not read would otherwise be the next request.
  bool skip_body() {
    while (body_left_ > 0) {
      if (begin_ == end_) {
        const auto got = wire_.read(bytes_.get(), kMostHeadBytes, body_until_);
        if (got.state != Wire::State::fine) return false;
        begin_ = 0;
        end_ = got.bytes;
      }
      const auto skipped = std::min<std::uint64_t>(body_left_, end_ - begin_);
      begin_ += static_cast<std::size_t>(skipped);
      body_left_ -= skipped;
    }
    return true;
  }

  std::size_t take(char* into, std::size_t most) {
    const auto taken = std::min(most, end_ - begin_);
    std::memcpy(into, bytes_.get() + begin_, taken);
    begin_ += taken;
    return taken;
  }

  bool refuse_head(const Refused& refused) {
    ++doorkeeper_->refused_heads;
    const bool large = refused.code == Refusal::input_too_large;
    return turn_away(
        large ? HTTPResponse::HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE : status_of(refused.code),
        refused);
  }
  bool too_slow(std::string_view part, std::int64_t ms) {
    ++doorkeeper_->too_slow;
    return turn_away(HTTPResponse::HTTP_REQUEST_TIMEOUT,
                     {Refusal::request_too_slow, "The " + std::string(part) +
                                                     " of the request did not arrive within " +
                                                     std::to_string(ms) + " ms."});
  }
  bool turn_away(HTTPResponse::HTTPStatus status, const Refused& refused) {
    const auto until = in(kFarewell);
    if (wire_.write(whole_answer(status, refused), until) == Wire::State::fine) {
      wire_.end_sending();
      if (!doorkeeper_->crowded()) wire_.drain(until);
    }
    return end();
  }
  bool end() {
    ended_ = true;
    return false;
  }

  void leave() {
    if (leaving_.exchange(true)) return;
    if (!ended_) {
      wire_.end_sending();
      if (body_left_ > 0 && !doorkeeper_->crowded()) wire_.drain(in(kFarewell));
    }
    {
      const std::lock_guard lock(closing_);
      StreamSocketImpl::close();
    }
    doorkeeper_->leave(peer_.host());
    left_ = true;
  }
  void shut(int how) {
    const std::lock_guard lock(closing_);
    if (initialized()) ::shutdown(sockfd(), how);
  }

  const net::SocketAddress peer_;
  const std::shared_ptr<Doorkeeper> doorkeeper_;
  Wire wire_;
  const bool secure_;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0;  ///< of what came and was not yet handed on
  std::size_t end_ = 0;
  std::size_t head_left_ = 0;
  std::uint64_t body_left_ = 0;
  Deadline first_until_;  ///< for the first head; later the end of time
  Deadline body_until_;
  bool ended_ = false;          ///< nothing more is read or sent
  bool took_too_long_ = false;  ///< to take an answer
  std::atomic<bool> leaving_ = false;
  std::atomic<bool> left_ = false;
  std::mutex closing_;  ///< a server that stops shuts sockets that just close themselves
};

class GuardedServerSocketImpl final : public net::ServerSocketImpl {
 public:
  GuardedServerSocketImpl(std::shared_ptr<Doorkeeper> doorkeeper, net::Context::Ptr tls)
      : doorkeeper_(std::move(doorkeeper)), tls_(std::move(tls)) {}

  /// Poco's server looks only between two of these whether it is to stop.
  bool poll(const Poco::Timespan& timeout, int mode) override {
    return ServerSocketImpl::poll(std::min(timeout, kStopSeen), mode);
  }

  SocketImpl* acceptConnection(net::SocketAddress& client) override {
    for (;;) {
      sockaddr_storage address{};
      auto* const plain = reinterpret_cast<sockaddr*>(&address);
      socklen_t length = sizeof address;
      const int accepted = ::accept4(sockfd(), plain, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (accepted < 0) {
        nobody(errno);
        continue;
      }
      client = net::SocketAddress(plain, length);
      const auto refused = doorkeeper_->enter(client.host());
      if (!refused) return let_in(accepted, client);
      turn_away(accepted, *refused);
    }
  }

 private:
  ~GuardedServerSocketImpl() override = default;

  SocketImpl* let_in(int accepted, const net::SocketAddress& client) {
    try {
      return new GuardedSocket(accepted, client, doorkeeper_, tls_ ? tls_->sslContext() : nullptr);
    } catch (...) {
      doorkeeper_->leave(client.host());
      throw;
    }
  }

  /// Returns where another try makes sense at once.
  static void nobody(int why) {
    if (why == EINTR || why == ECONNABORTED) return;
    if (why == EAGAIN || why == EWOULDBLOCK) throw Poco::TimeoutException("nobody is waiting");
    // Out of descriptors or memory: the peer stays in the queue and would be found at once again.
    std::this_thread::sleep_for(kNoDescriptors);
    error(why);
  }

  /// Best effort: nobody waits for a peer that is not let in.
  void turn_away(int descriptor, const Refused& refused) const {
    if (!tls_) {
      const auto answer = whole_answer(status_of(refused.code), refused);
      [[maybe_unused]] const auto sent =
          ::send(descriptor, answer.data(), answer.size(), MSG_NOSIGNAL);
      ::shutdown(descriptor, SHUT_WR);
      std::array<char, 4096> unread;
      [[maybe_unused]] const auto got = ::recv(descriptor, unread.data(), unread.size(), 0);
    }
    ::close(descriptor);
  }

  std::shared_ptr<Doorkeeper> doorkeeper_;
  net::Context::Ptr tls_;
};

/// Poco's way to a server socket of one's own: the base takes over what it points to.
class GuardedServerSocket final : public net::ServerSocket {
 public:
  explicit GuardedServerSocket(GuardedServerSocketImpl* sockets) : ServerSocket(sockets, true) {}
};

const GuardedSocket& socket_of(net::HTTPServerRequest& request) {
  auto* const served = dynamic_cast<net::HTTPServerRequestImpl*>(&request);
  rules::require(served != nullptr, "W1: a request that no server took");
  const auto* const socket = dynamic_cast<const GuardedSocket*>(served->socket().impl());
  rules::require(socket != nullptr, "W1: a request that did not come through the gate");
  return *socket;
}

}  // namespace

Gate::Gate(GateLimits limits) : doorkeeper_(std::make_shared<Doorkeeper>(limits)) {}

OrRefused<net::ServerSocket> Gate::listen(const net::SocketAddress& address,
                                          const net::Context::Ptr& tls) const {
  try {
    GuardedServerSocket socket(new GuardedServerSocketImpl(doorkeeper_, tls));
    socket.bind(address, true, false);
    socket.listen(kBacklog);
    socket.setBlocking(false);
    return net::ServerSocket(socket);
  } catch (const Poco::Exception& trouble) {
    return Refused{Refusal::setting_not_usable, "Cannot listen on " + address.toString() + ": " +
                                                    std::strerror(trouble.code()) + "."};
  }
}

Poco::AutoPtr<net::HTTPServerParams> Gate::server_params() const {
  Poco::AutoPtr<net::HTTPServerParams> params(new net::HTTPServerParams);
  const auto most = static_cast<int>(doorkeeper_->limits.most_connections);
  params->setMaxThreads(most);
  params->setMaxQueued(most);
  params->setKeepAlive(true);
  // At a stop Poco wakes one waiting thread alone; each of the others waits out this time.
  params->setThreadIdleTime(Poco::Timespan(kIdleThread.count() * Poco::Timespan::MILLISECONDS));
  return params;
}

void Gate::wait_no_longer() { doorkeeper_->last_body(in(kFarewell)); }

GateCounts Gate::counts() const {
  const auto& now = *doorkeeper_;
  return {now.open,     now.accepted,   now.refused_full, now.refused_address, now.refused_heads,
          now.too_slow, now.bodies_cut, now.idle_closed,  now.unsent};
}

OrRefused<std::string> read_body(net::HTTPServerRequest& request) {
  std::string body;
  if (!request.hasContentLength()) return body;
  // The gate let no length pass that is larger than its `most_body`.
  body.resize(static_cast<std::size_t>(request.getContentLength64()));
  auto& stream = request.stream();
  stream.read(body.data(), static_cast<std::streamsize>(body.size()));
  if (stream.gcount() == std::ssize(body)) return body;
  return Refused{Refusal::request_unclear, "The body ended before its Content-Length."};
}

bool peer_left(net::HTTPServerRequest& request) { return socket_of(request).peer_has_left(); }

bool peer_too_slow(net::HTTPServerRequest& request) { return socket_of(request).took_too_long(); }

}  // namespace cardroom::service
