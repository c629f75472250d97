#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cardroom/ledger/audit.hpp"
#include "cardroom/ledger/chain.hpp"

namespace cardroom::ledger {

/// A person's password or PIN; the newest counts.
struct Secret {
  std::string person;
  std::string argon2id;
  std::int64_t set_ms = 0;
};
struct PasswordSet {
  Secret secret;
};
struct PinSet {
  Secret secret;
};
struct PinRemoved {
  std::string person;
};

/// Takes the place of every open code for the same person.
struct CodeMade {
  Hash hash{};
  std::optional<std::string> person;  ///< none: whoever is to be the first admin
  std::int64_t made_ms = 0;
  std::int64_t expires_ms = 0;
};
struct CodeUsed {
  Hash hash{};
  std::int64_t at_ms = 0;
};

/// As long an ended session or a code that was not used is remembered beyond its last moment.
inline constexpr std::int64_t kEndedKeptMs = std::int64_t{7} * 24 * 3600 * 1000;

struct SessionOpened {
  std::int64_t id = 0;
  Hash token{};
  std::string person;
  bool by_password = false;
  std::int64_t opened_ms = 0;
  std::int64_t last_used_ms = 0;
  std::int64_t expires_ms = 0;
  std::string device;
};
struct SessionUsed {
  std::int64_t id = 0;
  std::int64_t at_ms = 0;
};
struct SessionEnded {
  std::int64_t id = 0;
  std::int64_t at_ms = 0;
  std::string_view why;  ///< a constant
};

/// What wrong tries are counted for.
enum class Tries : std::uint8_t { password_here, password_anywhere, pin };
[[nodiscard]] std::string_view name(Tries kind);

struct TriesOf {
  Tries kind;
  std::string person;
  std::string address;  ///< empty where it does not matter

  friend auto operator<=>(const TriesOf&, const TriesOf&) = default;
};
struct TryFailed {
  TriesOf of;
  std::int64_t at_ms = 0;
};
inline constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
struct LockedOut {
  TriesOf of;
  std::int64_t until_ms = kNoEnd;
};
/// Forgets failures and lock-out.
struct TriesCleared {
  TriesOf of;
};
/// Forgets what no longer counts: failures before one moment, lock-outs that ended by another.
struct TriesSwept {
  std::int64_t failures_before_ms = 0;
  std::int64_t now_ms = 0;
};

/// All that is ever written to the access file.
using AccessChange =
    std::variant<PasswordSet, PinSet, PinRemoved, CodeMade, CodeUsed, SessionOpened, SessionUsed,
                 SessionEnded, TryFailed, LockedOut, TriesCleared, TriesSwept, AuditEntry>;
using AccessChanges = std::vector<AccessChange>;

/// What the file holds, for whoever starts from it.
struct AccessState {
  struct Session {
    SessionOpened opened;
    bool ended = false;
  };
  std::vector<Secret> passwords, pins;
  std::vector<CodeMade> open_codes;
  std::vector<Session> sessions;  ///< ended ones too, as long as they are kept
  std::vector<TryFailed> failures;
  std::vector<LockedOut> lock_outs;
};

}  // namespace cardroom::ledger
