#pragma once

#include "support/floor.hpp"

namespace cardroom::testing {

/// A room with one open table, number 5.
class PlayedTable {
 public:
  /// The braces and the table's number are put around the fields.
  template <class... Args>
  static std::string at_5(fmt::format_string<Args...> fields, Args&&... args) {
    return R"({"table":"5",)" + fmt::format(fields, std::forward<Args>(args)...) + "}";
  }
  template <class... Args>
  table::Event does(fmt::format_string<Args...> fields, Args&&... args) {
    return room.does(at_5(fields, std::forward<Args>(args)...));
  }
  /// The same with the fields as they are, by somebody.
  table::Event does_as(std::string_view by, std::string_view fields) {
    return room.does(R"({"table":"5",)" + std::string(fields) + "}", by);
  }
  [[nodiscard]] rules::Refusal refuses(std::string_view fields, std::string_view mentions = {},
                                       std::string_view by = {}) const {
    return room.refuses(R"({"table":"5",)" + std::string(fields) + "}", mentions, by);
  }

  table::Event sits(int seat) { return sits(seat, fmt::format("p{}", seat)); }
  table::Event sits(int seat, std::string_view name) {
    return does(R"("do":"seat","seat":{},"name":"{}")", seat, name);
  }
  table::Event leaves(int seat) { return does(R"("do":"unseat","seat":{})", seat); }

  static std::string wager(int seat, std::string_view on, int dollars) {
    return fmt::format(R"({{"seat":{},"on":"{}","cents":{}00}})", seat, on, dollars);
  }
  table::Event places(int seat, std::string_view on, int dollars) {
    return does(R"("do":"place-wager","seat":{},"on":"{}","cents":{}00)", seat, on, dollars);
  }
  table::Event deals(std::string_view player, std::string_view banker) {
    return does(R"("do":"deal-cards","player":"{}","banker":"{}")", player, banker);
  }
  table::Event plays(const std::string& wagers, std::string_view player, std::string_view banker) {
    return does(R"("do":"hand","wagers":[{}],"player":"{}","banker":"{}")", wagers, player, banker);
  }

  [[nodiscard]] const table::TableState& state() const { return room.at("5"); }

  Room room = Room::ready();

 protected:
  PlayedTable() = default;
};

}  // namespace cardroom::testing
