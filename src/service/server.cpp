#include "cardroom/service/server.hpp"

#include <algorithm>
#include <csignal>

#include <Poco/Net/HTTPServer.h>
#include <Poco/ThreadPool.h>
#include <Poco/Util/ServerApplication.h>
#include <fmt/format.h>

#include "cardroom/service/desk.hpp"
#include "cardroom/service/tls_context.hpp"

namespace cardroom::service {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using rules::refused;

constexpr int kEndSignals[] = {SIGINT, SIGQUIT, SIGTERM};
constexpr int kStackBytes = 1 << 20;
constexpr int kIdleThreadSeconds = 60;

std::optional<Refused> open_to_others(const ServerSettings& settings,
                                      const Poco::Net::SocketAddress& address) {
  const bool tls = !settings.certificate.empty();
  if (tls || address.host().isLoopback() || settings.insecure) return std::nullopt;
  return Refused{Refusal::setting_not_usable,
                 fmt::format("{} is open to other machines, and passwords would cross the network "
                             "readable: give --cert and --key, or say --insecure.",
                             rules::printable(settings.address))};
}

OrRefused<Poco::Net::SocketAddress> address_of(const ServerSettings& settings) {
  try {
    return Poco::Net::SocketAddress(settings.address, static_cast<Poco::UInt16>(settings.port));
  } catch (const Poco::Exception&) {
    return Refused{
        Refusal::setting_not_usable,
        fmt::format("'{}' is not an address of this machine.", rules::printable(settings.address))};
  }
}

OrRefused<Poco::Net::Context::Ptr> context_of(const ServerSettings& settings) {
  if (settings.certificate.empty() && settings.key.empty()) return Poco::Net::Context::Ptr();
  if (settings.certificate.empty() || settings.key.empty()) {
    return Refused{Refusal::setting_not_usable, "TLS needs both a certificate and its key."};
  }
  return tls_context(settings.certificate, settings.key);
}

/// Where it listens, as far as the settings tell without a try.
struct Place {
  Poco::Net::SocketAddress address;
  Poco::Net::Context::Ptr tls;  ///< none: plain
};

OrRefused<Place> place_of(const ServerSettings& settings) {
  auto address = address_of(settings);
  if (const auto* no = refused(address)) return *no;
  const auto& where = std::get<Poco::Net::SocketAddress>(address);
  if (auto no = open_to_others(settings, where)) return *no;
  auto tls = context_of(settings);
  if (const auto* no = refused(tls)) return *no;
  return Place{where, std::get<Poco::Net::Context::Ptr>(tls)};
}

/// ServerApplication's own way of waiting for the end, with our work in it.
class Waiting final : public Poco::Util::ServerApplication {
 public:
  explicit Waiting(const std::function<void()>& stop) : stop_(stop) {}

 protected:
  int main(const std::vector<std::string>&) override {
    waitForTerminationRequest();
    stop_();
    return EXIT_OK;
  }

 private:
  const std::function<void()>& stop_;
};

}  // namespace

class Server::Inside {
 public:
  Inside(RoomService& room, const ServerSettings& settings, std::ostream* log)
      : gate(settings.gate),
        lines(log),
        threads(2, static_cast<int>(settings.gate.most_connections) + 4, kIdleThreadSeconds,
                kStackBytes),
        room_(room) {}

  void start(const Poco::Net::ServerSocket& socket) {
    http = std::make_unique<Poco::Net::HTTPServer>(new Desk(room_, lines), threads, socket,
                                                   gate.server_params());
    http->start();
  }

  Gate gate;
  LogLines lines;
  Poco::ThreadPool threads;
  std::unique_ptr<Poco::Net::HTTPServer> http;

 private:
  RoomService& room_;
};

Server::Server(RoomService& room, std::string url, std::unique_ptr<Inside> inside)
    : room_(room), url_(std::move(url)), inside_(std::move(inside)) {}

std::optional<Refused> Server::unusable(const ServerSettings& settings) {
  const auto found = place_of(settings);
  if (const auto* no = refused(found)) return *no;
  const auto& place = std::get<Place>(found);
  const auto tried = Gate(settings.gate).listen(place.address, place.tls);
  if (const auto* no = refused(tried)) return *no;
  return std::nullopt;
}

OrRefused<std::unique_ptr<Server>> Server::start(RoomService& room, const ServerSettings& settings,
                                                 std::ostream* log) {
  const auto found = place_of(settings);
  if (const auto* no = refused(found)) return *no;
  const auto& place = std::get<Place>(found);
  auto inside = std::make_unique<Inside>(room, settings, log);
  auto socket = inside->gate.listen(place.address, place.tls);
  if (const auto* no = refused(socket)) return *no;
  auto& listening = std::get<Poco::Net::ServerSocket>(socket);
  std::string url =
      fmt::format("{}://{}", place.tls ? "https" : "http", listening.address().toString());
  room.gate_counts = [&gate = inside->gate] { return gate.counts(); };
  inside->start(listening);
  return std::unique_ptr<Server>(new Server(room, std::move(url), std::move(inside)));
}

Server::~Server() { stop(); }

void Server::stop() {
  if (!inside_->http) return;
  inside_->http->stop();
  room_.stop();
  inside_->gate.wait_no_longer();
  inside_->http->stopAll(false);
  inside_->threads.joinAll();
  inside_->http.reset();
  room_.gate_counts = nullptr;
}

void hold_end_signals() {
  std::signal(SIGPIPE, SIG_IGN);  // a client that went away is found when it is written to
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : kEndSignals) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
}

bool end_asked() {
  sigset_t waiting;
  sigemptyset(&waiting);
  sigpending(&waiting);
  return std::any_of(std::begin(kEndSignals), std::end(kEndSignals),
                     [&](int signal) { return sigismember(&waiting, signal) == 1; });
}

int wait_for_end(const std::function<void()>& stop) {
  Waiting application(stop);
  application.setUnixOptions(true);
  return application.run({"cardroom"});
}

}  // namespace cardroom::service
