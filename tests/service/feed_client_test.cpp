// The follower of the feed: what it hears, that it comes back, and that it misses nothing.

#include "cardroom/service/feed_client.hpp"

#include "support/served_room.hpp"

namespace {

using namespace cardroom;
using namespace cardroom::testing;

/// Follows a room, and waits for what it is told.
class Follower {
 public:
  explicit Follower(const ServedRoom& room, const std::string& token) {
    service::Client::Settings settings;
    settings.server = room.url();
    settings.token = token;
    settings.timeout_seconds = 5;
    feed_.emplace(std::get<0>(service::Client::to(settings)), [this] {
      const std::lock_guard lock(mutex_);
      ++changes_;
      changed_.notify_all();
    });
  }

  /// The first state that is like this; the test fails if it never comes.
  template <class Like>
  service::FeedClient::State waits_for(Like like) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (;;) {
      std::unique_lock lock(mutex_);
      const auto seen = changes_;
      lock.unlock();
      const auto state = feed_->state();
      if (like(state)) return state;
      lock.lock();
      const bool more = changed_.wait_until(lock, end, [&] { return changes_ != seen; });
      if (!more) FAIL("the feed was never like that");
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int changes_ = 0;
  std::optional<service::FeedClient> feed_;
};

TEST_CASE("whoever follows the feed hears what was recorded while he was away", "[service][feed]") {
  ServedRoom room;
  room.add("olga", "shift-manager");
  room.open_table("olga");
  Follower follower(room, room.token("olga"));
  follower.waits_for([](const auto& state) { return state.connected; });
  const auto heard = room.say("olga", "pause-table", R"("table":"5","reason":"a break")");
  follower.waits_for([&](const auto& state) { return state.last_event == heard; });

  room.stop(SIGKILL);
  const auto away = follower.waits_for([](const auto& state) { return !state.connected; });
  REQUIRE(away.why);
  CHECK(away.why->code == rules::Refusal::server_unreachable);
  CHECK(away.last_event == heard);
  const auto recorded = ask({"record", "--db", room.book(), "--lines", "-"},
                            R"({"do":"resume-table","by":"olga","key":"meanwhile","table":"5"})");
  CAPTURE(recorded.out, recorded.err);
  CHECK(recorded.status == 0);

  LiveProgram again(program_words(
      {"serve", "--quiet", "--port", std::to_string(room.port()), "--db", room.book()}));
  const auto back = follower.waits_for([](const auto& state) { return state.connected; });
  CHECK_FALSE(back.why);
  follower.waits_for([&](const auto& state) { return state.last_event == heard + 1; });
}

TEST_CASE("a follower who is not signed in says why, and stops when it is let go",
          "[service][feed]") {
  ServedRoom room;
  Follower follower(room, "no token of this room");
  const auto away = follower.waits_for([](const auto& state) { return state.why.has_value(); });
  CHECK_FALSE(away.connected);
  CHECK(away.why->code == rules::Refusal::not_signed_in);
}

}  // namespace
