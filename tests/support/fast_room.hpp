#pragma once

#include <functional>
#include <memory>

#include "cardroom/service/server.hpp"
#include "support/asked_room.hpp"
#include "support/book.hpp"

namespace cardroom::testing {

/// A real server inside the test, with cheap passwords and as many tries as a test wants.
class FastRoom : public AskedRoom {
 public:
  using Change = std::function<void(service::RoomSettings&)>;

  explicit FastRoom(const Change& change = {}) {
    service::RoomSettings settings;
    settings.people.cost = {1, 8192};
    settings.people.attempts = {1000, service::kMinuteMs, 1000};
    settings.version = "test";
    Script first;
    set_up_room(first);
    for (const std::size_t line : {1U, 2U}) {
      auto request = accepted(table::read_request(first.lines()[line]));
      settings.first_commands.push_back(std::move(request.command));
    }
    if (change) change(settings);
    room = accepted(service::RoomService::open(accepted(ledger::Book::create(scratch.path("book"))),
                                               rules::catalogue(), clock, std::move(settings)));
    service::ServerSettings listen;
    listen.port = 0;
    server = accepted(service::Server::start(*room, listen, nullptr));
    served_at(server->url());
  }

  /// The first admin, Ada.
  void set_up() { AskedRoom::set_up(accepted(room->first_code()).value()); }

  Scratch scratch;
  ledger::SystemClock clock;
  std::unique_ptr<service::RoomService> room;
  std::unique_ptr<service::Server> server;
};

}  // namespace cardroom::testing
