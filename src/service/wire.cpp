#include "wire.hpp"

#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <new>

namespace cardroom::service {

namespace {

constexpr std::size_t kMostDrained = std::size_t{1} << 20U;

int whole(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

}  // namespace

Wire::Wire(int descriptor, SSL_CTX* tls) : descriptor_(descriptor) {
  if (tls == nullptr) return;
  tls_.reset(SSL_new(tls));
  if (!tls_ || SSL_set_fd(tls_.get(), descriptor) != 1) throw std::bad_alloc();
  SSL_set_accept_state(tls_.get());
  SSL_set_mode(tls_.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                               SSL_MODE_RELEASE_BUFFERS);
}

Wire::Got Wire::read(char* into, std::size_t most, Deadline until) {
  for (;;) {
    const long got = try_read(into, most);
    if (got > 0) return {State::fine, static_cast<std::size_t>(got)};
    if (const auto state = again(got, POLLIN, until); state != State::fine) return {state, 0};
  }
}

Wire::State Wire::write(std::string_view bytes, Deadline until) {
  while (!bytes.empty()) {
    const long sent = try_write(bytes);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (const auto state = again(sent, POLLOUT, until); state != State::fine) {
      return state;
    }
  }
  return State::fine;
}

void Wire::end_sending() {
  if (tls_ && !tls_broken_ && SSL_is_init_finished(tls_.get()) == 1) {
    ERR_clear_error();
    if (SSL_shutdown(tls_.get()) < 0) tls_broken_ = true;
  }
  ::shutdown(descriptor_, SHUT_WR);
}

void Wire::drain(Deadline until) {
  std::array<char, 4096> forgotten;
  for (std::size_t all = 0; all < kMostDrained;) {
    const auto got = ::recv(descriptor_, forgotten.data(), forgotten.size(), 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return;
    if (got < 0 && wait(POLLIN, until) != State::fine) return;
    if (got > 0) all += static_cast<std::size_t>(got);
  }
}

long Wire::try_read(char* into, std::size_t most) {
  if (!tls_) return ::recv(descriptor_, into, most, 0);
  if (tls_broken_) return -1;
  ERR_clear_error();  // what another connection left in this thread would be taken for ours
  return SSL_read(tls_.get(), into, whole(most));
}

long Wire::try_write(std::string_view bytes) {
  if (!tls_) return ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (tls_broken_) return -1;
  ERR_clear_error();
  return SSL_write(tls_.get(), bytes.data(), whole(bytes.size()));
}

Wire::State Wire::again(long result, short events, Deadline until) {
  if (!tls_) {
    if (result == 0) return State::closed;
    if (errno == EINTR) return State::fine;
    return errno == EAGAIN || errno == EWOULDBLOCK ? wait(events, until) : State::failed;
  }
  switch (tls_broken_ ? SSL_ERROR_SSL : SSL_get_error(tls_.get(), static_cast<int>(result))) {
    case SSL_ERROR_WANT_READ: return wait(POLLIN, until);
    case SSL_ERROR_WANT_WRITE: return wait(POLLOUT, until);
    case SSL_ERROR_ZERO_RETURN: return State::closed;
    default: tls_broken_ = true; return State::failed;
  }
}

Wire::State Wire::wait(short events, Deadline until) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - WireClock::now());
    if (left.count() <= 0) return State::late;
    pollfd ready{descriptor_, events, 0};
    const int count = ::poll(&ready, 1, static_cast<int>(left.count()));
    if (count > 0) return State::fine;
    if (count < 0 && errno != EINTR) return State::failed;
  }
}

}  // namespace cardroom::service
