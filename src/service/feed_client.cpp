#include "cardroom/service/feed_client.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace cardroom::service {

namespace {

using std::chrono::milliseconds;

// The server says that it is still there every fifteen seconds.
constexpr std::chrono::seconds kSilence{40};
constexpr milliseconds kFirstPause{250};
constexpr milliseconds kLongestPause{4000};

}  // namespace

FeedClient::FeedClient(std::unique_ptr<Client> client, std::function<void()> changed)
    : client_(std::move(client)), changed_(std::move(changed)) {
  state_.since = std::chrono::steady_clock::now();
  thread_ = std::thread([this] { run(); });
}

FeedClient::~FeedClient() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stopping_.notify_all();
  client_->interrupt();
  thread_.join();
}

FeedClient::State FeedClient::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

bool FeedClient::stopped_within(milliseconds time) {
  std::unique_lock lock(mutex_);
  return stopping_.wait_for(lock, time, [&] { return stopped_; });
}

void FeedClient::run() {
  milliseconds pause = kFirstPause;
  for (;;) {
    const auto heard = state().last_event;
    follow();
    if (state().last_event != heard) pause = kFirstPause;
    if (stopped_within(pause)) return;
    pause = std::min(pause * 2, kLongestPause);
  }
}

void FeedClient::follow() {
  Client::Headers headers;
  if (const auto last = state().last_event; last > 0) {
    headers["Last-Event-ID"] = std::to_string(last);
  }
  const auto begun = [this] {
    {
      const std::lock_guard lock(mutex_);
      state_.connected = true;
      state_.since = std::chrono::steady_clock::now();
      state_.why.reset();
    }
    changed_();
  };
  auto ended = client_->follow("/v1/events", headers, kSilence, begun,
                               [this](std::string_view line) { hear(line); });
  const auto* no = rules::refused(ended);
  away(no != nullptr ? *no : refusal_in(std::get<Client::Heard>(ended)));
}

void FeedClient::hear(std::string_view line) {
  constexpr std::string_view kNumber = "id: ";
  if (!line.starts_with(kNumber)) return;
  line.remove_prefix(kNumber.size());
  std::int64_t event = 0;
  std::from_chars(line.data(), line.data() + line.size(), event);
  {
    const std::lock_guard lock(mutex_);
    state_.last_event = event;
  }
  changed_();
}

void FeedClient::away(rules::Refused why) {
  {
    const std::lock_guard lock(mutex_);
    if (state_.connected) state_.since = std::chrono::steady_clock::now();
    state_.connected = false;
    // Another book than before has no such event.
    if (why.code == rules::Refusal::parameter_not_usable) state_.last_event = 0;
    state_.why = std::move(why);
  }
  changed_();
}

}  // namespace cardroom::service
