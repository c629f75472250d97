#pragma once

#include "support/fast_room.hpp"
#include "support/little_shift.hpp"

namespace cardroom::testing {

/// A room in which a little shift was played over the line: rounds of every kind, offers, turns,
/// fees. Everybody of the shift is signed in.
class PlayedRoom : public FastRoom {
 public:
  explicit PlayedRoom(const Change& change = {}) : FastRoom(change) {
    set_up();
    add("olga", "shift-manager");
    add("mona", "manager");
    add("sam", "supervisor");
    add("max", "dealer");
    Script script(events());
    little_shift(script);
    for (const auto& line : script.lines()) {
      auto command = nlohmann::json::parse(line);
      const std::string by = command.at("by");
      command.erase("by");
      const auto heard = ask(by, "POST", "/v1/commands", command.dump());
      INFO(line << '\n' << heard.body);
      REQUIRE(heard.status == 201);
    }
    shift = get("olga", "/v1/shifts").at("items").at(0).at("shift");
  }

  std::int64_t shift = 0;
};

}  // namespace cardroom::testing
