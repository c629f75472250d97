#pragma once

#include <Poco/Net/HTTPRequestHandlerFactory.h>

#include "cardroom/service/room_service.hpp"

namespace cardroom::service {

/// Where requests arrive: finds the route, proves who asks and that he may, reads the body, calls,
/// answers. Whatever goes wrong is answered as problem+json; a fault of our own is 500 and says
/// nothing of its inside.
class Desk final : public Poco::Net::HTTPRequestHandlerFactory {
 public:
  /// `log` gets a line for every fault and every refused request; null: none. Outlives the desk.
  Desk(RoomService& room, std::ostream* log) : room_(room), log_(log) {}

  Poco::Net::HTTPRequestHandler* createRequestHandler(
      const Poco::Net::HTTPServerRequest& request) override;

 private:
  RoomService& room_;
  std::ostream* log_;
};

}  // namespace cardroom::service
