#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/ledger/chain.hpp"
#include "cardroom/rules/refusal.hpp"

namespace cardroom::ledger {

/// What the audit log tells of. Stored by name: never rename, never reuse.
enum class Audited : std::uint8_t {
  started,
  stopped,
  signed_in,
  sign_in_failed,
  locked_out,
  signed_out,
  session_ended,
  switched,
  switch_failed,
  code_made,
  code_used,
  code_refused,
  password_set,
  password_refused,
  pin_set,
  refused,
  not_allowed,
  exported,
};
inline constexpr std::size_t kAuditedKinds = 18;

/// "signed-in".
[[nodiscard]] std::string_view name(Audited what);
[[nodiscard]] std::optional<Audited> read_audited(std::string_view text);

/// One line to be written. Texts may come from outside: what a terminal would obey is taken out,
/// and what is too long is cut.
struct AuditEntry {
  std::int64_t at_ms = 0;
  std::string who;  ///< empty: nobody who is known
  std::string from_address;
  Audited what;
  std::string detail;
};

struct AuditRow {
  std::int64_t id = 0;
  std::int64_t at_ms = 0;
  std::string who, from_address, what, detail;
};

/// SHA-256 of the previous hash in hexadecimal, then id, at_ms, who, from_address, what and detail,
/// each on a line of its own, as in the book's log (chain.hpp).
[[nodiscard]] Hash chained(const Hash& previous, const AuditRow& row);

/// Which rows of the audit log; what is not said is not looked at.
struct AuditAsked {
  std::int64_t after = 0;  ///< only beyond this id, in the direction of reading; 0 from its start
  std::size_t most = 100;
  bool newest_first = false;
  std::optional<std::string> who = {};
  std::optional<Audited> what = {};
  std::optional<std::int64_t> from_ms = {};   ///< from then on
  std::optional<std::int64_t> until_ms = {};  ///< and before then
};

/// Reads beside a running server or without one. `path` is the access file's.
[[nodiscard]] rules::OrRefused<std::vector<AuditRow>> read_audit(const std::string& path,
                                                                 const AuditAsked& asked);

struct AuditChecked {
  std::int64_t rows = 0;  ///< that hold, from the first on
  Hash head{};            ///< of the last of them: kept elsewhere, it proves that none was cut off
  std::optional<std::int64_t> first_broken;  ///< the id that is missing or does not follow
  std::optional<std::string> difference;     ///< the same in words, or what is wrong in the schema
};

/// Computes the whole chain again (A2).
[[nodiscard]] rules::OrRefused<AuditChecked> check_audit(const std::string& path);

}  // namespace cardroom::ledger
