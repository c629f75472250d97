#pragma once

#include <memory>
#include <string>

#include "cardroom/cli/demo_shift.hpp"

namespace cardroom::service {
class RoomService;
class Server;
}  // namespace cardroom::service

namespace cardroom::cli {

/// The demo's book behind a server of this process, with the next shift played at its tables.
class DemoRoom {
 public:
  struct Asked {
    std::string book;
    DemoAsked play;
    std::optional<int> port;  ///< none: the usual one, or any where that is taken
  };

  /// Listens and plays when this returns. `clock` outlives it.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<DemoRoom>> open(const Asked& asked,
                                                                        const ledger::Clock& clock,
                                                                        const Terminal& terminal);
  ~DemoRoom();
  DemoRoom(const DemoRoom&) = delete;
  DemoRoom& operator=(const DemoRoom&) = delete;

  [[nodiscard]] const std::string& url() const;
  /// Whether the usual port was taken.
  [[nodiscard]] bool elsewhere() const { return elsewhere_; }

  /// A session of the demo's guest, in a file that the verbs read. Takes the steps that people
  /// take: the first code, an admin's password, an invitation; the passwords are random and not
  /// kept.
  [[nodiscard]] std::optional<rules::Refused> sign_guest_in(const std::string& session_file);

  /// Ends the play, then the server.
  void stop();

 private:
  class Play;
  DemoRoom();

  [[nodiscard]] std::optional<rules::Refused> serve(const Asked& asked);

  std::unique_ptr<service::RoomService> room_;
  std::unique_ptr<service::Server> server_;
  std::unique_ptr<Play> play_;
  bool elsewhere_ = false;
};

}  // namespace cardroom::cli
