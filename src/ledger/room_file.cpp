#include "cardroom/ledger/room_file.hpp"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "cardroom/ledger/clock.hpp"
#include "cardroom/table/decide.hpp"

namespace cardroom::ledger {

namespace {

using rules::Refusal;
using rules::Refused;

/// Carries the first fault out of the nested reading; never leaves this file.
struct Fault {
  Refused why;
};

class RoomReader {
 public:
  explicit RoomReader(std::string_view file_name) : file_name_(file_name) {}

  table::SetRoom read(std::string_view toml) {
    const toml::table root = parse(toml);
    only(root,
         {"name", "time_zone", "gaming_day_start", "backline_bettors_a_seat", "shifts", "service"});
    table::SetRoom room;
    room.name = text(root, "name");
    room.time_zone = text(root, "time_zone");
    room.gaming_day_start = text(root, "gaming_day_start");
    room.backline_bettors_a_seat = number(root, "backline_bettors_a_seat");
    const auto* shifts = need(root, "shifts").as_array();
    if (shifts == nullptr) fail(need(root, "shifts"), "'shifts' is a list.");
    for (const toml::node& node : *shifts) {
      const auto* shift = node.as_table();
      if (shift == nullptr) fail(node, "a shift has name, from and to.");
      only(*shift, {"name", "from", "to"});
      room.shifts.push_back({text(*shift, "name"), text(*shift, "from"), text(*shift, "to")});
    }
    auto no = table::unusable(room);
    if (!no) no = unknown_time_zone(room.time_zone);
    if (no) throw Fault{{no->code, fmt::format("{}: {}", file_name_, no->detail)}};
    return room;
  }

  ServiceTold read_service(std::string_view toml) {
    const toml::table root = parse(toml);
    ServiceTold told;
    const auto* node = root.get("service");
    if (node == nullptr) return told;
    const auto* service = node->as_table();
    if (service == nullptr) fail(*node, "[service] is a table.");
    only(*service, {"listen", "port", "certificate", "key", "insecure"});
    const auto optional_text = [&](const char* key) -> std::optional<std::string> {
      if (!service->contains(key)) return std::nullopt;
      return text(*service, key);
    };
    told.listen = optional_text("listen");
    told.certificate = optional_text("certificate");
    told.key = optional_text("key");
    if (service->contains("port")) told.port = number(*service, "port", kMostPort);
    if (const auto* flag = service->get("insecure")) {
      told.insecure = flag->value_exact<bool>();
      if (!told.insecure) fail(*flag, "'insecure' is true or false.");
    }
    return told;
  }

 private:
  static constexpr std::int64_t kMostPort = 65535;

  toml::table parse(std::string_view toml) {
    try {
      return toml::parse(toml, file_name_);
    } catch (const toml::parse_error& error) {
      throw Fault{{Refusal::setting_not_usable,
                   fmt::format("{}:{}: not TOML: {}.", file_name_, error.source().begin.line,
                               error.description())}};
    }
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& why) const {
    throw Fault{{Refusal::setting_not_usable,
                 fmt::format("{}:{}: {}", file_name_, node.source().begin.line, why)}};
  }
  void only(const toml::table& table, std::initializer_list<std::string_view> known) const {
    for (const auto& [key, node] : table) {
      if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
      fail(node, fmt::format("'{}' is not a setting; the settings are {}.",
                             rules::printable(key.str()), fmt::join(known, ", ")));
    }
  }
  const toml::node& need(const toml::table& table, std::string_view key) const {
    const auto* node = table.get(key);
    if (node == nullptr) fail(table, fmt::format("'{}' is missing.", key));
    return *node;
  }
  std::string text(const toml::table& table, std::string_view key) const {
    const auto value = need(table, key).value_exact<std::string>();
    if (!value) fail(need(table, key), fmt::format("'{}' is a text in quotes.", key));
    return *value;
  }
  int number(const toml::table& table, std::string_view key, std::int64_t most = 1000) const {
    const auto value = need(table, key).value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > most) {
      fail(need(table, key), fmt::format("'{}' is a whole number up to {}.", key, most));
    }
    return static_cast<int>(*value);
  }

  std::string file_name_;
};

}  // namespace

rules::OrRefused<table::SetRoom> read_room(std::string_view toml, std::string_view file_name) {
  try {
    return RoomReader(file_name).read(toml);
  } catch (const Fault& fault) {
    return fault.why;
  }
}

rules::OrRefused<ServiceTold> read_service(std::string_view toml, std::string_view file_name) {
  try {
    return RoomReader(file_name).read_service(toml);
  } catch (const Fault& fault) {
    return fault.why;
  }
}

std::string_view usual_room() {
  return R"(name = "Cardroom"
time_zone = "America/Los_Angeles"
gaming_day_start = "06:00"          # a gaming day runs past midnight
backline_bettors_a_seat = 3
shifts = [
  { name = "day",   from = "06:00", to = "14:00" },
  { name = "swing", from = "14:00", to = "22:00" },
  { name = "grave", from = "22:00", to = "06:00" },
]
)";
}

}  // namespace cardroom::ledger
