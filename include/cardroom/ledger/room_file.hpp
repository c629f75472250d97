#pragma once

#include <string>
#include <string_view>

#include "cardroom/rules/refusal.hpp"
#include "cardroom/table/room_commands.hpp"

namespace cardroom::ledger {

/// Reads a room's settings (TOML; `room init --help` shows the form). Refuses, with file, line and
/// reason, what is not TOML and unknown or missing fields; the values are checked when they are
/// set.
[[nodiscard]] rules::OrRefused<table::SetRoom> read_room(std::string_view toml,
                                                         std::string_view file_name);

/// A room like many, as TOML: what `room init` uses where no file is named.
[[nodiscard]] std::string_view usual_room();

}  // namespace cardroom::ledger
