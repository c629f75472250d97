#include "cardroom/service/sessions.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>
#include <sodium.h>

namespace cardroom::service {

namespace {

using ledger::Hash;
using rules::OrRefused;
using rules::Refusal;
using rules::Refused;

constexpr std::size_t kTokenBytes = 32;
constexpr std::size_t kTokenText =
    sodium_base64_ENCODED_LEN(kTokenBytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
using TokenBytes = std::array<unsigned char, kTokenBytes>;

Hash token_hash(const TokenBytes& bytes) {
  return ledger::sha256({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::optional<Hash> read_token(std::string_view token) {
  if (token.size() != kTokenText - 1) return std::nullopt;
  TokenBytes bytes{};
  std::size_t read = 0;
  const int failed =
      sodium_base642bin(bytes.data(), bytes.size(), token.data(), token.size(), nullptr, &read,
                        nullptr, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  if (failed != 0 || read != bytes.size()) return std::nullopt;
  return token_hash(bytes);
}

Refused session_over() { return {Refusal::session_over, "This session has ended: sign in again."}; }

}  // namespace

struct Sessions::Entry {
  explicit Entry(const ledger::SessionOpened& o, bool is_ended)
      : session{o.id, o.person, o.opened_ms, o.expires_ms, o.by_password, o.device},
        token(o.token),
        last_used_ms(o.last_used_ms),
        stored_used_ms(o.last_used_ms),
        ended(is_ended) {}

  const Session session;
  const Hash token;
  std::atomic<std::int64_t> last_used_ms, stored_used_ms;
  std::atomic<bool> ended;
  std::mutex bucket_mutex;
  TokenBucket requests;
};

std::size_t Sessions::HashOfToken::operator()(const Hash& hash) const {
  std::size_t front = 0;
  std::memcpy(&front, hash.data(), sizeof front);
  return front;
}

Sessions::Sessions(ledger::AccessFile& file, const ledger::Clock& clock,
                   const SessionSettings& settings, const ledger::AccessState& state)
    : file_(file), clock_(clock), settings_(settings) {
  for (const auto& stored : state.sessions) {
    last_id_ = std::max(last_id_.load(), stored.opened.id);
    add(stored.opened, stored.ended);
  }
}

void Sessions::add(const ledger::SessionOpened& opened, bool ended) {
  auto entry = std::make_shared<Entry>(opened, ended);
  by_token_[opened.token] = entry;
  by_id_[opened.id] = std::move(entry);
}

bool Sessions::over(const Entry& entry, std::int64_t now_ms) const {
  return entry.ended || now_ms >= entry.session.expires_ms ||
         now_ms - entry.last_used_ms >= settings_.idle_ms;
}

OrRefused<Session> Sessions::find(std::string_view token) {
  const auto hash = read_token(token);
  std::shared_ptr<Entry> entry;
  if (hash) {
    const std::shared_lock held(mutex_);
    const auto found = by_token_.find(*hash);
    if (found != by_token_.end()) entry = found->second;
  }
  if (!entry) return Refused{Refusal::not_signed_in, "Nobody is signed in here: sign in first."};
  const std::int64_t now_ms = clock_.now_ms();
  if (over(*entry, now_ms)) {
    if (!entry->ended.exchange(true)) {
      const bool whole = now_ms >= entry->session.expires_ms;
      file_.write_later(
          {ledger::SessionEnded{entry->session.id, now_ms, whole ? "expired" : "idle"},
           ledger::AuditEntry{now_ms, entry->session.person, "", ledger::Audited::session_ended,
                              fmt::format("session {}: {}", entry->session.id,
                                          whole ? "its time was over" : "not used for too long")}});
    }
    return session_over();
  }
  note_use(*entry, now_ms);
  return entry->session;
}

void Sessions::note_use(Entry& entry, std::int64_t now_ms) {
  std::int64_t before = entry.last_used_ms;
  while (before < now_ms && !entry.last_used_ms.compare_exchange_weak(before, now_ms)) {
  }
  std::int64_t stored = entry.stored_used_ms;
  if (now_ms - stored < settings_.use_stored_every_ms) return;
  if (!entry.stored_used_ms.compare_exchange_strong(stored, now_ms)) return;
  file_.write_later({ledger::SessionUsed{entry.session.id, now_ms}});
}

std::shared_ptr<Sessions::Entry> Sessions::by_id(std::int64_t session) const {
  const std::shared_lock held(mutex_);
  const auto found = by_id_.find(session);
  return found == by_id_.end() ? nullptr : found->second;
}

std::optional<Refused> Sessions::request_allowed(std::int64_t session) {
  const auto entry = by_id(session);
  if (!entry || entry->ended) return session_over();
  const std::scoped_lock held(entry->bucket_mutex);
  if (entry->requests.take(settings_.requests, clock_.now_ms())) return std::nullopt;
  return Refused{Refusal::too_many_requests,
                 fmt::format("This session sends more than {} requests in {} ms: wait a moment.",
                             settings_.requests.count, settings_.requests.per_ms)};
}

Sessions::Opening Sessions::prepare(const std::string& person, bool by_password,
                                    std::int64_t expires_ms, const std::string& device) {
  TokenBytes bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, kTokenText> text{};
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  const std::int64_t now_ms = clock_.now_ms();
  return {text.data(),
          {++last_id_, token_hash(bytes), person, by_password, now_ms, now_ms, expires_ms, device}};
}

void Sessions::open(const ledger::SessionOpened& opened) {
  const std::unique_lock held(mutex_);
  forget_old(opened.opened_ms);
  add(opened, false);
}

void Sessions::forget_old(std::int64_t now_ms) {
  std::erase_if(by_id_, [&](const auto& entry) {
    if (entry.second->session.expires_ms >= now_ms - ledger::kEndedKeptMs) return false;
    by_token_.erase(entry.second->token);
    return true;
  });
}

bool Sessions::end(std::int64_t session) {
  const auto entry = by_id(session);
  return entry && !entry->ended.exchange(true);
}

std::optional<Session> Sessions::living(std::int64_t session) const {
  const auto entry = by_id(session);
  if (!entry || over(*entry, clock_.now_ms())) return std::nullopt;
  return entry->session;
}

std::vector<Session> Sessions::living_of(const std::string& person) const {
  std::vector<Session> all;
  const std::int64_t now_ms = clock_.now_ms();
  {
    const std::shared_lock held(mutex_);
    for (const auto& [id, entry] : by_id_) {
      if (entry->session.person == person && !over(*entry, now_ms)) all.push_back(entry->session);
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return all;
}

}  // namespace cardroom::service
