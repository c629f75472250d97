#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "cardroom/rules/refusal.hpp"

namespace Poco::Net {
class HTTPClientSession;
}

namespace cardroom::service {

/// A room's service seen from outside: one connection, kept open between requests. For one thread.
class Client {
 public:
  struct Settings {
    std::string server;  ///< "http://127.0.0.1:7437"
    std::string ca;      ///< certificates to trust (PEM); empty: those of the system
    std::optional<std::string> token;
    int timeout_seconds = 30;
  };
  struct Heard {
    int status = 0;
    std::string body;
    std::string etag;
    std::optional<std::int64_t> date_ms =
        {};  ///< the server's clock, to the second, when it answered
  };
  using Headers = std::map<std::string, std::string>;

  /// Refuses an address that is none. Connects with the first request.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<Client>> to(Settings settings);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Whatever the server answers. Refuses with `server_unreachable` where no whole answer comes.
  /// A request on a connection that the server has let go meanwhile is sent once more, if asking
  /// twice does no harm.
  [[nodiscard]] rules::OrRefused<Heard> ask(const std::string& method, const std::string& path,
                                            const std::string& body = {},
                                            const Headers& headers = {});

  /// The same for a long answer: the body of a status 200 goes to `into` instead. Where no whole
  /// answer comes, a part of one may be there; whether `into` took all of it, it says itself.
  [[nodiscard]] rules::OrRefused<Heard> fetch(const std::string& path, std::ostream& into);

  /// Reads an answer that goes on, line by line, for as long as it does and at most `silence`
  /// passes between two of them. Comes back with an answer that is none of status 200, and refuses
  /// with `server_unreachable` where the stream ends.
  [[nodiscard]] rules::OrRefused<Heard> follow(const std::string& path, const Headers& headers,
                                               std::chrono::seconds silence,
                                               const std::function<void()>& begun,
                                               const std::function<void(std::string_view)>& line);

  /// Lets go of what is being waited for, now and later. May be called by another thread.
  void interrupt();

  void sign(std::string token) { settings_.token = std::move(token); }
  [[nodiscard]] const std::string& server() const { return settings_.server; }
  [[nodiscard]] const std::string& ca() const { return settings_.ca; }

 private:
  /// While it lives, `interrupt` ends what the session waits for.
  class Waiting;

  Client(Settings settings, std::unique_ptr<Poco::Net::HTTPClientSession> session);
  void send(const std::string& method, const std::string& path, const std::string& body,
            const Headers& headers);
  [[nodiscard]] rules::OrRefused<Heard> ask_into(const std::string& method, const std::string& path,
                                                 const std::string& body, const Headers& headers,
                                                 std::ostream* into);
  [[nodiscard]] Heard ask_once(const std::string& method, const std::string& path,
                               const std::string& body, const Headers& headers, std::ostream* into);

  Settings settings_;
  std::unique_ptr<Poco::Net::HTTPClientSession> session_;
  std::mutex waiting_;
  int waits_on_ = -1;  ///< the socket of an answer that is waited for
  bool interrupted_ = false;
};

/// The code and sentence of a problem+json answer; `answer_unclear` where it is none of ours. The
/// code's number decides what a verb ends with.
[[nodiscard]] rules::Refused refusal_in(const Client::Heard& heard);

}  // namespace cardroom::service
