#include "cardroom/service/people.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <sodium.h>

#include "cardroom/service/usable_secret.hpp"
#include "cardroom/table/names.hpp"

namespace cardroom::service {

namespace {

using ledger::AccessChanges;
using ledger::Audited;
using ledger::AuditEntry;
using ledger::Hash;
using ledger::Tries;
using ledger::TriesOf;
using rules::OrRefused;
using rules::Refusal;
using rules::Refused;

constexpr std::size_t kMostKey = 64;

/// Without what looks like something else: I, L, O, 0 and 1.
constexpr std::string_view kCodeLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
constexpr std::size_t kCodeGroups = 4, kCodeGroupLetters = 4;

std::string new_code() {
  std::string code;
  for (std::size_t i = 0; i < kCodeGroups * kCodeGroupLetters; ++i) {
    if (i != 0 && i % kCodeGroupLetters == 0) code += '-';
    code += kCodeLetters[randombytes_uniform(static_cast<std::uint32_t>(kCodeLetters.size()))];
  }
  return code;
}

/// As it may be typed: small letters, with or without the strokes.
Hash code_hash(std::string_view typed) {
  std::string letters;
  for (const char c : typed.substr(0, kMostKey)) {
    if (c == '-' || c == ' ') continue;
    letters += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return ledger::sha256(letters);
}

/// A name or an address under which tries are counted, whatever was sent.
std::string counted_as(const std::string& text) {
  return table::usable_name(text) ? text : rules::printable(text, kMostKey);
}

LockOuts::Counted password_tries(const std::string& person, const Where& where) {
  return {{Tries::password_here, counted_as(person), counted_as(where.address)},
          {Tries::password_anywhere, counted_as(person), ""}};
}

TriesOf pin_tries(const std::string& person) { return {Tries::pin, counted_as(person), ""}; }

void add_ended(AccessChanges& changes, const std::vector<Session>& sessions, std::int64_t at_ms,
               std::string_view why) {
  for (const Session& session : sessions) {
    changes.emplace_back(ledger::SessionEnded{session.id, at_ms, why});
  }
}

std::string told(const Session& session) {
  return fmt::format("session {} of {}", session.id, session.person);
}

std::map<std::string, std::string> by_person(const std::vector<ledger::Secret>& secrets) {
  std::map<std::string, std::string> all;
  for (const auto& secret : secrets) all[secret.person] = secret.argon2id;
  return all;
}

}  // namespace

/// A secret that is to be proved.
struct People::Try {
  const std::string& person;
  const Where& where;
  const Stored& secrets;
  LockOuts::Counted counted;
  std::string_view wrong;  ///< the sentence for every way in which it is not right
  Audited failed_as;
  std::string who;     ///< as the audit log names who tried
  std::string detail;  ///< and what
};

OrRefused<std::unique_ptr<People>> People::open(ledger::AccessFile& file,
                                                const ledger::Clock& clock, StaffLookup staff,
                                                const PeopleSettings& settings) {
  auto state = file.state();
  if (const auto* no = rules::refused(state)) return *no;
  return std::unique_ptr<People>(
      new People(file, clock, std::move(staff), settings, std::get<0>(state)));
}

People::People(ledger::AccessFile& file, const ledger::Clock& clock, StaffLookup staff,
               const PeopleSettings& settings, const ledger::AccessState& state)
    : file_(file),
      clock_(clock),
      staff_(std::move(staff)),
      settings_(settings),
      attempts_(settings.attempts),
      queue_(settings.cost, settings.most_waiting),
      sessions_(file, clock, settings.sessions, state),
      lock_outs_(settings.tries, state),
      passwords_(by_person(state.passwords)),
      pins_(by_person(state.pins)) {
  for (const auto& code : state.open_codes) codes_[code.hash] = code;
}

std::optional<Refused> People::too_many(const Where& where) {
  if (attempts_.take(counted_as(where.address), clock_.now_ms())) return std::nullopt;
  return Refused{Refusal::too_many_requests,
                 fmt::format("More than {} attempts in a short time from {}: one more is heard "
                             "every {} seconds.",
                             settings_.attempts.burst, rules::printable(where.address),
                             settings_.attempts.seconds_each())};
}

std::optional<std::string> People::stored(const Stored& all, const std::string& person) {
  const auto known = staff_(person);
  const auto found = all.find(person);
  if (!known || !known->active || found == all.end()) return std::nullopt;
  return found->second;
}

/// Gives the lock back with which the caller goes on: what was proved still holds under it.
OrRefused<People::Held> People::prove(const Try& tried, std::string_view secret) {
  if (auto no = too_many(tried.where)) return *no;
  Held held(changes_);
  const std::int64_t now_ms = clock_.now_ms();
  if (const auto until = lock_outs_.locked_until(tried.counted, now_ms)) {
    return locked(tried, *until);
  }
  if (!lock_outs_.begin(tried.counted, now_ms)) {
    return Refused{Refusal::sign_in_busy,
                   "This name is being checked for others at this moment: try again in a few "
                   "seconds."};
  }
  const auto expected = stored(tried.secrets, tried.person);
  held.unlock();
  const auto same = queue_.matches(expected, secret);
  held.lock();
  lock_outs_.over(tried.counted);
  if (const auto* no = rules::refused(same)) return *no;
  const bool right = std::get<bool>(same) && stored(tried.secrets, tried.person) == expected;
  if (!right) return failed(tried);
  return held;
}

Refused People::locked(const Try& tried, std::int64_t until_ms) {
  const std::int64_t now_ms = clock_.now_ms();
  const std::int64_t minutes = (until_ms - now_ms - 1) / kMinuteMs + 1;
  Refused no{Refusal::locked_out,
             until_ms == ledger::kNoEnd
                 ? std::string("Too many wrong PINs: this PIN works again after its owner has "
                               "signed in with the password.")
                 : fmt::format("Too many wrong passwords: try again in {} minute{}.", minutes,
                               minutes == 1 ? "" : "s")};
  if (auto unwritten =
          file_.write({AuditEntry{now_ms, tried.who, tried.where.address, tried.failed_as,
                                  fmt::format("{}: locked out", tried.detail)}})) {
    return *unwritten;
  }
  return no;
}

Refused People::failed(const Try& tried) {
  const std::int64_t now_ms = clock_.now_ms();
  AccessChanges changes;
  const bool locks = lock_outs_.failed(tried.counted, now_ms, changes);
  changes.emplace_back(
      AuditEntry{now_ms, tried.who, tried.where.address, tried.failed_as, tried.detail});
  if (locks) {
    changes.emplace_back(
        AuditEntry{now_ms, tried.who, tried.where.address, Audited::locked_out, tried.detail});
  }
  if (auto unwritten = file_.write(std::move(changes))) return *unwritten;
  return {Refusal::sign_in_failed, std::string(tried.wrong)};
}

OrRefused<SignedIn> People::sign_in(const std::string& person, std::string_view password,
                                    const Where& where) {
  // A name that nobody has may be a password typed into the wrong field: it is not written down.
  const bool known = staff_(person).has_value();
  auto proved = prove({person, where, passwords_, password_tries(person, where),
                       "The name or the password is not right.", Audited::sign_in_failed,
                       known ? person : "", known ? "password" : "a name that nobody has"},
                      password);
  if (const auto* no = rules::refused(proved)) return *no;
  const std::int64_t now_ms = clock_.now_ms();
  const TriesOf here = password_tries(person, where).front();
  AccessChanges changes{
      ledger::TriesCleared{here}, ledger::TriesCleared{pin_tries(person)},
      AuditEntry{now_ms, person, where.address, Audited::signed_in, where.device}};
  auto surplus = sessions_.living_of(person);
  const std::size_t most = std::max<std::size_t>(settings_.sessions.most_each, 1);
  surplus.resize(surplus.size() < most ? 0 : surplus.size() - most + 1);
  for (const Session& session : surplus) {
    changes.emplace_back(AuditEntry{now_ms, person, where.address, Audited::session_ended,
                                    told(session) + ": too many sessions"});
  }
  auto signed_in = open_session(
      sessions_.prepare(person, true, now_ms + settings_.sessions.whole_ms, where.device), surplus,
      "too many", std::move(changes));
  if (rules::refused(signed_in) != nullptr) return signed_in;
  lock_outs_.clear(here);
  lock_outs_.clear(pin_tries(person));
  return signed_in;
}

/// Under the lock. Those of `to_end` end with it.
OrRefused<SignedIn> People::open_session(const Sessions::Opening& opening,
                                         const std::vector<Session>& to_end, std::string_view why,
                                         AccessChanges changes) {
  const auto& opened = opening.opened;
  changes.emplace_back(opened);
  add_ended(changes, to_end, opened.opened_ms, why);
  if (auto no = file_.write(std::move(changes))) return *no;
  for (const Session& session : to_end) sessions_.end(session.id);
  sessions_.open(opened);
  return SignedIn{opening.token,
                  {opened.id, opened.person, opened.opened_ms, opened.expires_ms,
                   opened.by_password, opened.device}};
}

std::optional<Refused> People::end(std::int64_t session, const std::string& by,
                                   const Where& where) {
  const Held held(changes_);
  const auto living = sessions_.living(session);
  if (!living) return Refused{Refusal::session_over, "This session has ended already."};
  const bool own = living->person == by;
  sessions_.end(session);
  const std::int64_t now_ms = clock_.now_ms();
  return file_.write(
      {ledger::SessionEnded{session, now_ms, own ? "signed out" : "ended"},
       AuditEntry{now_ms, by, where.address, own ? Audited::signed_out : Audited::session_ended,
                  told(*living)}});
}

std::optional<Refused> People::end_all_of(const std::string& person, const std::string& by,
                                          const Where& where) {
  const Held held(changes_);
  const auto living = sessions_.living_of(person);
  for (const Session& session : living) sessions_.end(session.id);
  const std::int64_t now_ms = clock_.now_ms();
  AccessChanges changes{AuditEntry{now_ms, by, where.address, Audited::session_ended,
                                   fmt::format("all sessions of {}: {}", person, living.size())}};
  add_ended(changes, living, now_ms, "all ended");
  return file_.write(std::move(changes));
}

OrRefused<SignedIn> People::switch_person(std::string_view token, const std::string& other,
                                          std::string_view pin, const Where& where) {
  const auto found = find(token);
  if (const auto* no = rules::refused(found)) return *no;
  const Session& current = std::get<Session>(found);
  auto proved = prove({other,
                       where,
                       pins_,
                       {pin_tries(other)},
                       "The name or the PIN is not right.",
                       Audited::switch_failed,
                       current.person,
                       fmt::format("to {}", other)},
                      pin);
  if (const auto* no = rules::refused(proved)) return *no;
  if (!sessions_.living(current.id)) {
    return Refused{Refusal::session_over, "The session of this tablet has ended: sign in again."};
  }
  const std::int64_t now_ms = clock_.now_ms();
  AccessChanges changes{ledger::TriesCleared{pin_tries(other)},
                        AuditEntry{now_ms, other, where.address, Audited::switched,
                                   fmt::format("from {}", told(current))}};
  auto switched = open_session(sessions_.prepare(other, false, current.expires_ms, where.device),
                               {current}, "switched", std::move(changes));
  if (rules::refused(switched) == nullptr) lock_outs_.clear(pin_tries(other));
  return switched;
}

std::optional<Refused> People::set_pin(std::string_view token, std::string_view pin,
                                       const Where& where) {
  const auto found = find(token);
  if (const auto* no = rules::refused(found)) return *no;
  const Session& session = std::get<Session>(found);
  if (!session.by_password) {
    return Refused{Refusal::pin_not_usable,
                   "A PIN is set after signing in with the password, not with a PIN."};
  }
  if (auto no = against_pin(pin)) return no;
  const auto hashed = queue_.hash(pin);
  if (const auto* no = rules::refused(hashed)) return *no;
  const Held held(changes_);
  if (!sessions_.living(session.id)) {
    return Refused{Refusal::session_over, "This session has ended: sign in again."};
  }
  const std::int64_t now_ms = clock_.now_ms();
  const auto& argon2id = std::get<std::string>(hashed);
  if (auto no =
          file_.write({ledger::PinSet{{session.person, argon2id, now_ms}},
                       ledger::TriesCleared{pin_tries(session.person)},
                       AuditEntry{now_ms, session.person, where.address, Audited::pin_set, ""}})) {
    return no;
  }
  pins_[session.person] = argon2id;
  lock_outs_.clear(pin_tries(session.person));
  return std::nullopt;
}

std::optional<Refused> People::change_password(std::string_view token,
                                               std::string_view old_password,
                                               std::string_view new_password, const Where& where) {
  const auto found = find(token);
  if (const auto* no = rules::refused(found)) return *no;
  const std::string& person = std::get<Session>(found).person;
  const auto known = staff_(person);
  if (auto no = against_password(new_password, person, known ? known->name : "")) return no;
  const auto hashed = queue_.hash(new_password);
  if (const auto* no = rules::refused(hashed)) return *no;
  auto proved = prove(
      {person, where, passwords_, password_tries(person, where), "The old password is not right.",
       Audited::password_refused, person, "the old password was wrong"},
      old_password);
  if (const auto* no = rules::refused(proved)) return *no;
  return set_password(person, std::get<std::string>(hashed), where, {});
}

/// Under the lock.
std::optional<Refused> People::set_password(const std::string& person, const std::string& argon2id,
                                            const Where& where, AccessChanges changes) {
  const std::int64_t now_ms = clock_.now_ms();
  auto cleared = password_tries(person, where);
  cleared.push_back(pin_tries(person));
  const auto living = sessions_.living_of(person);
  changes.emplace_back(ledger::PasswordSet{{person, argon2id, now_ms}});
  changes.emplace_back(ledger::PinRemoved{person});
  for (const TriesOf& of : cleared) changes.emplace_back(ledger::TriesCleared{of});
  add_ended(changes, living, now_ms, "new password");
  changes.emplace_back(AuditEntry{now_ms, person, where.address, Audited::password_set,
                                  fmt::format("{} sessions ended", living.size())});
  if (auto no = file_.write(std::move(changes))) return no;
  for (const Session& session : living) sessions_.end(session.id);
  passwords_[person] = argon2id;
  pins_.erase(person);
  for (const TriesOf& of : cleared) lock_outs_.clear(of);
  return std::nullopt;
}

OrRefused<std::string> People::make_code(const std::string& person, const std::string& by,
                                         const Where& where) {
  const auto known = staff_(person);
  if (!known) {
    return Refused{Refusal::unknown_person,
                   fmt::format("Nobody here is called '{}'.", rules::printable(person))};
  }
  if (!known->active) {
    return Refused{Refusal::person_disabled, fmt::format("{} is disabled.", person)};
  }
  const std::int64_t now_ms = clock_.now_ms();
  return store_code({{}, person, now_ms, now_ms + settings_.code_ms},
                    {now_ms, by, where.address, Audited::code_made, fmt::format("for {}", person)});
}

OrRefused<std::optional<std::string>> People::first_admin_code(
    std::span<const std::string> active_admins) {
  {
    const Held held(changes_);
    const auto has_password = [&](const std::string& p) { return passwords_.contains(p); };
    if (std::any_of(active_admins.begin(), active_admins.end(), has_password)) {
      return std::optional<std::string>();
    }
  }
  const std::int64_t now_ms = clock_.now_ms();
  auto code = store_code({{}, std::nullopt, now_ms, now_ms + settings_.first_admin_code_ms},
                         {now_ms, "", "", Audited::code_made, "for the first admin"});
  if (const auto* no = rules::refused(code)) return *no;
  return std::optional(std::get<std::string>(std::move(code)));
}

OrRefused<std::string> People::store_code(ledger::CodeMade code, AuditEntry entry) {
  const std::string text = new_code();
  code.hash = code_hash(text);
  const Held held(changes_);
  if (auto no = file_.write({code, std::move(entry)})) return *no;
  std::erase_if(codes_, [&](const auto& old) {
    return old.second.person == code.person || old.second.expires_ms <= code.made_ms;
  });
  codes_[code.hash] = code;
  return text;
}

bool People::code_opens(const Hash& code, const std::string& person) {
  const auto known = staff_(person);
  const auto found = codes_.find(code);
  if (!known || !known->active || found == codes_.end()) return false;
  if (clock_.now_ms() >= found->second.expires_ms) return false;
  if (found->second.person) return *found->second.person == person;
  return known->role == table::Role::admin && !passwords_.contains(person);
}

Refused People::code_refused(const std::string& person, const Where& where) {
  if (auto unwritten = file_.write({AuditEntry{clock_.now_ms(), staff_(person) ? person : "",
                                               where.address, Audited::code_refused, ""}})) {
    return *unwritten;
  }
  return {Refusal::code_not_valid,
          "This code is not valid for this name: it may be mistyped, used or too old. An admin can "
          "make a new one; the first admin's is printed, with the name, when the server starts."};
}

std::optional<Refused> People::first_code_usable(std::string_view code,
                                                 const table::AddPerson& admin,
                                                 std::string_view password, const Where& where) {
  if (auto no = too_many(where)) return no;
  {
    const Held held(changes_);
    const auto found = codes_.find(code_hash(code));
    const bool opens = found != codes_.end() && !found->second.person &&
                       found->second.expires_ms > clock_.now_ms();
    if (!opens) return code_refused(admin.person, where);
  }
  return against_password(password, admin.person, admin.name);
}

std::optional<Refused> People::use_code(std::string_view code, const std::string& person,
                                        std::string_view password, const Where& where) {
  if (auto no = too_many(where)) return no;
  const Hash hash = code_hash(code);
  Held held(changes_);
  if (!code_opens(hash, person)) return code_refused(person, where);
  held.unlock();
  if (auto no = against_password(password, person, staff_(person).value_or(table::Person{}).name)) {
    return no;
  }
  const auto hashed = queue_.hash(password);
  if (const auto* no = rules::refused(hashed)) return *no;
  held.lock();
  if (!code_opens(hash, person)) return code_refused(person, where);
  const std::int64_t now_ms = clock_.now_ms();
  AccessChanges changes{ledger::CodeUsed{hash, now_ms},
                        AuditEntry{now_ms, person, where.address, Audited::code_used, ""}};
  if (auto no = set_password(person, std::get<std::string>(hashed), where, std::move(changes))) {
    return no;
  }
  codes_.erase(hash);
  return std::nullopt;
}

}  // namespace cardroom::service
