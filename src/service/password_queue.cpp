#include "cardroom/service/password_queue.hpp"

#include <array>
#include <cerrno>

#include <fmt/format.h>
#include <sodium.h>

#include "cardroom/ledger/chain.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::service {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;

const Refused& no_memory() {
  static const Refused kRefused{Refusal::sign_in_busy,
                                "The server has no memory left to check a password: try again in "
                                "a minute."};
  return kRefused;
}

}  // namespace

struct PasswordQueue::Work {
  std::function<void()> task;
  bool done = false;
};

PasswordQueue::PasswordQueue(const PasswordCost& cost, std::size_t most_waiting)
    : cost_(cost), most_waiting_(most_waiting) {
  ledger::start_hashing();
  std::array<char, 32> unguessed{};
  randombytes_buf(unguessed.data(), unguessed.size());
  const auto hash = hash_now({unguessed.data(), unguessed.size()});
  rules::require(hash.has_value(), "A3: argon2id cannot run at this cost");
  nobodys_ = *hash;
  thread_ = std::thread([this] { keep_hashing(); });
}

PasswordQueue::~PasswordQueue() {
  {
    const std::scoped_lock held(mutex_);
    stopping_ = true;
  }
  work_came_.notify_one();
  thread_.join();
}

std::optional<std::string> PasswordQueue::hash_now(std::string_view secret) const {
  std::array<char, crypto_pwhash_STRBYTES> text{};
  const int failed = crypto_pwhash_str_alg(text.data(), secret.data(), secret.size(), cost_.passes,
                                           cost_.memory_bytes, crypto_pwhash_ALG_ARGON2ID13);
  if (failed != 0) return std::nullopt;
  return std::string(text.data());
}

std::optional<Refused> PasswordQueue::ask(std::function<void()> task) {
  const auto work = std::make_shared<Work>();
  work->task = std::move(task);
  std::unique_lock held(mutex_);
  if (waiting_.size() >= most_waiting_) {
    return Refused{Refusal::sign_in_busy,
                   fmt::format("{} others are signing in at this moment: try again in a few "
                               "seconds.",
                               waiting_.size())};
  }
  waiting_.push_back(work);
  work_came_.notify_one();
  work_done_.wait(held, [&] { return work->done; });
  return std::nullopt;
}

void PasswordQueue::keep_hashing() {
  std::unique_lock held(mutex_);
  while (true) {
    work_came_.wait(held, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const auto work = std::move(waiting_.front());
    waiting_.pop_front();
    held.unlock();
    work->task();
    held.lock();
    work->done = true;
    work_done_.notify_all();
  }
}

OrRefused<std::string> PasswordQueue::hash(std::string_view secret) {
  std::optional<std::string> hash;
  if (auto no = ask([&] { hash = hash_now(secret); })) return *no;
  if (!hash) return no_memory();
  return *hash;
}

OrRefused<bool> PasswordQueue::matches(const std::optional<std::string>& stored,
                                       std::string_view secret) {
  const std::string& against = stored ? *stored : nobodys_;
  bool same = false;
  bool checked = true;
  const auto check = [&] {
    errno = 0;
    same = crypto_pwhash_str_verify(against.c_str(), secret.data(), secret.size()) == 0;
    checked = errno != ENOMEM;
  };
  if (auto no = ask(check)) return *no;
  if (!checked) return no_memory();
  return same && stored.has_value();
}

}  // namespace cardroom::service
