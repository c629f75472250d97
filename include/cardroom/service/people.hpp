#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cardroom/ledger/access_file.hpp"
#include "cardroom/ledger/clock.hpp"
#include "cardroom/service/limits.hpp"
#include "cardroom/service/password_queue.hpp"
#include "cardroom/service/sessions.hpp"
#include "cardroom/table/room_commands.hpp"
#include "cardroom/table/staff.hpp"

namespace cardroom::service {

struct PeopleSettings {
  PasswordCost cost;
  std::size_t most_waiting = 8;
  Rate attempts{20, kMinuteMs, 20};  ///< of signing in, switching or using a code, each address
  TriesRules tries;
  SessionSettings sessions;
  std::int64_t first_admin_code_ms = 30 * kMinuteMs;
  std::int64_t code_ms = 24 * 60 * kMinuteMs;
};

/// The person of this id as the book has him now; none where it knows nobody. Called from any
/// thread and under a lock of `People`, so it must not call back.
using StaffLookup = std::function<std::optional<table::Person>(const std::string& person)>;

/// Where a request comes from.
struct Where {
  std::string address;
  std::string device;
};

struct SignedIn {
  std::string token;
  Session session;
};

/// Who is at the other end of the line. For any thread.
///
/// All that opens, ends or changes something is on the disk with its audit rows before it is
/// answered. Where the disk fails nothing is opened or changed; only what was ended stays ended.
class People {
 public:
  /// `file`, `clock` and what `staff` refers to outlive it.
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<People>> open(
      ledger::AccessFile& file, const ledger::Clock& clock, StaffLookup staff,
      const PeopleSettings& settings = {});

  /// Says the same for an unknown person, a disabled one, one without a password and a wrong
  /// password, and takes as long. Where the person has too many sessions, the oldest ends.
  [[nodiscard]] rules::OrRefused<SignedIn> sign_in(const std::string& person,
                                                   std::string_view password, const Where& where);

  [[nodiscard]] rules::OrRefused<Session> find(std::string_view token) {
    return sessions_.find(token);
  }
  [[nodiscard]] std::optional<rules::Refused> request_allowed(std::int64_t session) {
    return sessions_.request_allowed(session);
  }

  /// Signed out where `by` is the session's own person, else ended by somebody.
  [[nodiscard]] std::optional<rules::Refused> end(std::int64_t session, const std::string& by,
                                                  const Where& where);
  /// To be called after the book has disabled the person: no session of his lives on or is opened.
  [[nodiscard]] std::optional<rules::Refused> end_all_of(const std::string& person,
                                                         const std::string& by, const Where& where);

  /// Hands a tablet on: the session of `token` ends, and the other person has one that expires when
  /// it would have. Wrong PINs lock the PIN until its owner signs in with the password.
  [[nodiscard]] rules::OrRefused<SignedIn> switch_person(std::string_view token,
                                                         const std::string& other,
                                                         std::string_view pin, const Where& where);
  /// Only for a session that a password opened.
  [[nodiscard]] std::optional<rules::Refused> set_pin(std::string_view token, std::string_view pin,
                                                      const Where& where);

  /// A new password ends all sessions and takes the PIN away, which may be somebody else's work.
  [[nodiscard]] std::optional<rules::Refused> change_password(std::string_view token,
                                                              std::string_view old_password,
                                                              std::string_view new_password,
                                                              const Where& where);

  /// A code with which the person sets a password, once; an earlier code is void.
  [[nodiscard]] rules::OrRefused<std::string> make_code(const std::string& person,
                                                        const std::string& by, const Where& where);
  /// A code for any active admin who has no password; none where one of `active_admins` has one.
  [[nodiscard]] rules::OrRefused<std::optional<std::string>> first_admin_code(
      std::span<const std::string> active_admins);
  /// Whether the code of the first admin would let this password be set, without using it up: the
  /// room is made in between. Counts as a try.
  [[nodiscard]] std::optional<rules::Refused> first_code_usable(std::string_view code,
                                                                const table::AddPerson& admin,
                                                                std::string_view password,
                                                                const Where& where);
  [[nodiscard]] std::optional<rules::Refused> use_code(std::string_view code,
                                                       const std::string& person,
                                                       std::string_view password,
                                                       const Where& where);

 private:
  struct Try;
  using Held = std::unique_lock<std::mutex>;
  using Stored = std::map<std::string, std::string>;  ///< argon2id by person

  People(ledger::AccessFile& file, const ledger::Clock& clock, StaffLookup staff,
         const PeopleSettings& settings, const ledger::AccessState& state);

  [[nodiscard]] std::optional<rules::Refused> too_many(const Where& where);
  [[nodiscard]] std::optional<std::string> stored(const Stored& all, const std::string& person);
  [[nodiscard]] rules::OrRefused<Held> prove(const Try& tried, std::string_view secret);
  [[nodiscard]] rules::Refused failed(const Try& tried);
  [[nodiscard]] rules::Refused locked(const Try& tried, std::int64_t until_ms);
  [[nodiscard]] rules::OrRefused<SignedIn> open_session(const Sessions::Opening& opening,
                                                        const std::vector<Session>& to_end,
                                                        std::string_view why,
                                                        ledger::AccessChanges changes);
  [[nodiscard]] std::optional<rules::Refused> set_password(const std::string& person,
                                                           const std::string& argon2id,
                                                           const Where& where,
                                                           ledger::AccessChanges changes);
  [[nodiscard]] rules::OrRefused<std::string> store_code(ledger::CodeMade code,
                                                         ledger::AuditEntry entry);
  [[nodiscard]] rules::Refused code_refused(const std::string& person, const Where& where);
  [[nodiscard]] bool code_opens(const ledger::Hash& code, const std::string& person);

  ledger::AccessFile& file_;
  const ledger::Clock& clock_;
  const StaffLookup staff_;
  const PeopleSettings settings_;
  AddressRates attempts_;
  PasswordQueue queue_;
  Sessions sessions_;
  std::mutex changes_;  ///< held over every change and its way to the disk; guards what follows
  LockOuts lock_outs_;
  Stored passwords_, pins_;
  std::map<ledger::Hash, ledger::CodeMade> codes_;
};

}  // namespace cardroom::service
