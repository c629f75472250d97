#pragma once

#include <functional>
#include <memory>
#include <sstream>

#include "cardroom/service/server.hpp"
#include "support/asked_room.hpp"
#include "support/book.hpp"

namespace cardroom::testing {

/// A real server inside the test, with cheap passwords and as many tries as a test wants.
class FastRoom : public AskedRoom {
 public:
  using Change = std::function<void(service::RoomSettings&)>;

  /// `vfs`: of SQLite, for the book.
  explicit FastRoom(const Change& change = {}, const char* vfs = nullptr) {
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
    room = accepted(
        service::RoomService::open(accepted(ledger::Book::create(scratch.path("book"), vfs)),
                                   rules::catalogue(), clock, std::move(settings)));
    service::ServerSettings listen;
    listen.port = 0;
    server = accepted(service::Server::start(*room, listen, &log));
    served_at(server->url());
  }

  /// The first admin, Ada.
  void set_up() { AskedRoom::set_up(accepted(room->first_code()).value()); }

  Scratch scratch;
  ledger::SystemClock clock;
  std::ostringstream log;  ///< of refused requests; whole when the server has stopped
  std::unique_ptr<service::RoomService> room;
  std::unique_ptr<service::Server> server;
};

/// One with a shift manager, Olga, and table 5, where Ann at seat 1 has the position.
class OpenRoom : public FastRoom {
 public:
  explicit OpenRoom(const Change& change = {}, const char* vfs = nullptr) : FastRoom(change, vfs) {
    set_up();
    add("olga", "shift-manager");
    open_table("olga");
  }
};

}  // namespace cardroom::testing
