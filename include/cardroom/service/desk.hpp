#pragma once

#include <iosfwd>
#include <mutex>

#include <Poco/Net/HTTPRequestHandlerFactory.h>

#include "cardroom/service/room_service.hpp"

namespace cardroom::service {

/// Whole lines from many threads.
class LogLines {
 public:
  /// Null: nobody reads them. Outlives this.
  explicit LogLines(std::ostream* out) : out_(out) {}
  void line(const std::string& text);
  [[nodiscard]] bool read() const { return out_ != nullptr; }

 private:
  std::ostream* out_;
  std::mutex mutex_;
};

/// Where requests arrive: finds the route, proves who asks and that he may, reads the body, calls,
/// answers. Whatever goes wrong is answered as problem+json; a fault of our own is 500 and says
/// nothing of its inside.
class Desk final : public Poco::Net::HTTPRequestHandlerFactory {
 public:
  /// `log` gets a line for every fault and every refused request. Both outlive the desk.
  Desk(RoomService& room, LogLines& log) : room_(room), log_(log) {}

  Poco::Net::HTTPRequestHandler* createRequestHandler(
      const Poco::Net::HTTPServerRequest& request) override;

 private:
  RoomService& room_;
  LogLines& log_;
};

}  // namespace cardroom::service
