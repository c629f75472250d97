#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cardroom/rules/refusal.hpp"
#include "cardroom/table/room_commands.hpp"

namespace cardroom::ledger {

/// Reads a room's settings (TOML; `room init --help` shows the form). Refuses, with file, line and
/// reason, what is not TOML and unknown or missing fields; then, with the file, what no room can
/// have.
[[nodiscard]] rules::OrRefused<table::SetRoom> read_room(std::string_view toml,
                                                         std::string_view file_name);

/// Where a room's service listens, as far as its file says so.
struct ServiceTold {
  std::optional<std::string> listen, certificate, key;
  std::optional<int> port;
  std::optional<bool> insecure;
};

/// The table [service] of the same file.
[[nodiscard]] rules::OrRefused<ServiceTold> read_service(std::string_view toml,
                                                         std::string_view file_name);

/// A room like many, as TOML: what `room init` uses where no file is named.
[[nodiscard]] std::string_view usual_room();

}  // namespace cardroom::ledger
