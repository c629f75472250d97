#pragma once

#include <string>
#include <string_view>

#include <Poco/Net/StreamSocket.h>

namespace cardroom::cli {

/// A keep-alive connection that sends prepared bytes and reads one answer by its Content-Length. It
/// does as little as a client can, so that a benchmark measures the server.
class BenchLine {
 public:
  explicit BenchLine(const Poco::Net::SocketAddress& server);

  /// The status. Throws Poco::Exception where the connection ends. `body` holds until the next.
  int ask(std::string_view request);
  [[nodiscard]] std::string_view body() const { return body_; }

 private:
  void read_more();

  Poco::Net::StreamSocket socket_;
  std::string read_;
  std::string_view body_;
};

/// A whole request; without a token where that is empty.
[[nodiscard]] std::string request_bytes(std::string_view method, std::string_view path,
                                        std::string_view token, std::string_view body = {});

}  // namespace cardroom::cli
