#pragma once

#include <memory>
#include <string>

#include <Poco/Net/SocketAddress.h>
#include <Poco/Pipe.h>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::cli {

/// A server in a process of its own, ended with this object.
class BenchServer {
 public:
  /// This same program as `serve` of a book that has an admin without a password. Listens when this
  /// returns.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<BenchServer>> serve(
      const std::string& book, const std::string& schedules);
  /// Poco's HTTPServer with a handler that answers a few bytes. To be called while this process has
  /// one thread.
  [[nodiscard]] static std::unique_ptr<BenchServer> bare();
  ~BenchServer();
  BenchServer(const BenchServer&) = delete;
  BenchServer& operator=(const BenchServer&) = delete;

  [[nodiscard]] const Poco::Net::SocketAddress& address() const { return address_; }
  [[nodiscard]] double start_ms() const { return start_ms_; }
  [[nodiscard]] double resident_mb() const;

  /// A token of the dealer; takes the steps that people take: the printed code, the admin, a code
  /// for the dealer.
  [[nodiscard]] rules::OrRefused<std::string> sign_in_dealer() const;

  /// SIGTERM, and waits. True: it ended as it should.
  bool end();

 private:
  BenchServer(int process, Poco::Net::SocketAddress address, double start_ms, std::string code,
              Poco::Pipe out);

  int process_;
  Poco::Net::SocketAddress address_;
  double start_ms_;
  std::string code_;
  Poco::Pipe out_;  ///< held open: a server that cannot write its last line ends badly
};

}  // namespace cardroom::cli
