#include <memory>

#include "support/follower.hpp"
#include "support/load.hpp"
#include "support/told_log.hpp"

using namespace cardroom;
using namespace cardroom::testing;

namespace {

using Followers = std::vector<std::unique_ptr<Follower>>;

std::int64_t metric(const AskedRoom& room, const std::string& name) {
  for (const auto& line : lines_of(room.ask("", "GET", "/metrics").body)) {
    if (line.starts_with(name + ' ')) return std::stoll(line.substr(name.size() + 1));
  }
  FAIL("there is no metric " << name);
  return 0;
}

void await_followers(const AskedRoom& room, std::int64_t count) {
  for (int i = 0; i < 6000 && metric(room, "cardroom_feed_clients") != count; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  REQUIRE(metric(room, "cardroom_feed_clients") == count);
}

}  // namespace

TEST_CASE("fifty follow a busy room, and nobody waits for those who do not read",
          "[service][load]") {
  constexpr int kAll = 42, kOfTable = 4, kSlow = 4;
  LoadedRoom room(12, 4);
  const auto many = [&](int count, const Follower::Wish& wish) {
    Followers followers;
    for (int i = 0; i < count; ++i) {
      followers.push_back(std::make_unique<Follower>(room, "olga", wish));
      if (!wish.takes_little) followers.back()->listen();
    }
    return followers;
  };
  const auto all = many(kAll, {room.before});
  const auto of_table = many(kOfTable, {room.before, LoadedRoom::kShared});
  const auto slow = many(kSlow, {room.before, "", true});
  await_followers(room, kAll + kOfTable + kSlow);

  Load load(room.devices);
  many(3, {room.before}).clear();  // who leaves was not dropped
  await_followers(room, kAll + kOfTable);
  const auto without_them = room.events();
  CHECK(metric(room, "cardroom_feed_dropped_total") == kSlow);
  Followers resumed;
  for (const auto& follower : slow) {
    follower->listen();  // to what had come before the server let go
    REQUIRE_FALSE(follower->heard_all().empty());
    const auto last = follower->heard_all().back();
    CHECK(without_them - last > 10 * std::ssize(room.devices));
    resumed.push_back(std::move(many(1, {last}).front()));
  }
  await_followers(room, kAll + kOfTable + kSlow);
  load.end();

  const auto last = room.events();
  std::int64_t last_of_table = 0;
  for (const auto& device : room.together()) {
    for (const auto& [key, event] : device.recorded) last_of_table = std::max(last_of_table, event);
  }
  for (const auto& follower : all) CHECK(follower->hears(last));
  for (const auto& follower : resumed) CHECK(follower->hears(last));
  for (const auto& follower : of_table) CHECK(follower->hears(last_of_table));
  CHECK(metric(room, "cardroom_feed_dropped_total") == kSlow);
  CHECK(room.stop() == 0);

  const auto log = check_book(room.book(), room.before, room.devices);
  for (const auto& follower : all) {
    CHECK(parting(follower->heard_all(), log.events(room.before)).empty());
  }
  for (const auto& follower : of_table) {
    const auto events = log.events(room.before, LoadedRoom::kShared);
    CHECK(parting(follower->heard_all(), events).empty());
  }
  for (std::size_t i = 0; i < slow.size(); ++i) {
    auto heard = slow[i]->heard_all();
    const auto more = resumed[i]->heard_all();
    heard.insert(heard.end(), more.begin(), more.end());
    CHECK(parting(heard, log.events(room.before)).empty());
  }
}
