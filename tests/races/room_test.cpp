#include <algorithm>
#include <atomic>
#include <latch>
#include <set>
#include <thread>

#include "support/fast_room.hpp"
#include "support/table_device.hpp"

using namespace cardroom;
using namespace cardroom::testing;

namespace {

using Heard = service::Client::Heard;

/// A client of its own for a thread; it asserts nothing.
std::unique_ptr<service::Client> client_of(const FastRoom& room, const std::string& token = {}) {
  service::Client::Settings settings;
  settings.server = room.url();
  if (!token.empty()) settings.token = token;
  return std::get<0>(service::Client::to(settings));
}

/// 0 where nobody answered.
int status_of(const rules::OrRefused<Heard>& heard) {
  return rules::refused(heard) != nullptr ? 0 : std::get<Heard>(heard).status;
}

std::string sign_in_json(const std::string& person) {
  return nlohmann::json{{"person", person}, {"password", AskedRoom::kPassword}}.dump();
}

/// The numbers of the events in a stream, and whether each is one more than the one before.
struct Followed {
  std::vector<std::int64_t> ids;
  bool in_order = true;

  explicit Followed(const std::string& stream) {
    std::size_t at = 0;
    while ((at = stream.find("id: ", at)) != std::string::npos) {
      ids.push_back(std::stoll(stream.substr(at + 4)));
      if (ids.size() > 1) in_order = in_order && ids.back() == ids[ids.size() - 2] + 1;
      ++at;
    }
  }
};

/// Signs in and out until nobody answers any more, or the room stops.
struct Comer {
  void come_and_go(const FastRoom& room, const std::string& person) {
    const auto client = client_of(room);
    for (;;) {
      const auto in = client->ask("POST", "/v1/session", sign_in_json(person));
      if (status_of(in) != 201) return;
      const std::string token = nlohmann::json::parse(std::get<Heard>(in).body).at("token");
      const auto mine = client_of(room, token);
      const auto me = status_of(mine->ask("GET", "/v1/session"));
      const auto out = status_of(mine->ask("DELETE", "/v1/session"));
      const auto still = out == 200 ? status_of(mine->ask("GET", "/v1/session")) : 401;
      if (me == 0 || me == 503 || out == 0 || out == 503 || still == 0 || still == 503) return;
      ++times;
      wrong += me == 200 && out == 200 && still == 401 ? 0 : 1;
    }
  }
  std::atomic<int> times = 0;
  int wrong = 0;
};

}  // namespace

TEST_CASE("a served room is played, watched, entered and stopped all at once", "[races]") {
  constexpr int kTables = 3;
  FastRoom room;
  room.set_up();
  room.add("olga", "shift-manager");
  for (const char* person : {"dana", "dan"}) room.add(person, "dealer");
  room.say("olga", "open-shift", R"("shift":"day")");
  std::vector<TableDevice> devices;
  for (int t = 0; t < kTables; ++t) {
    room.open_another_table("olga", std::to_string(t));
    for (const bool careful : {true, false}) {
      devices.emplace_back("device-" + std::to_string(devices.size()), std::to_string(t), careful);
      devices.back().connect(room.url(), room.token("olga"));
    }
  }
  const auto before = room.room->feed().head();
  std::vector<std::string> streams(3);
  std::vector<Comer> comers(2);
  std::atomic<int> looks = 0;
  std::vector<std::thread> threads;
  for (auto& device : devices) {
    threads.emplace_back([&] {
      while (device.step()) {
      }
    });
  }
  for (auto& stream : streams) {
    threads.emplace_back([&] {
      const auto heard = client_of(room, room.token("olga"))
                             ->ask("GET", "/v1/events?after=" + std::to_string(before));
      if (status_of(heard) == 200) stream = std::get<Heard>(heard).body;
    });
  }
  for (std::size_t i = 0; i < comers.size(); ++i) {
    threads.emplace_back([&, i] { comers[i].come_and_go(room, i == 0 ? "dana" : "dan"); });
  }
  threads.emplace_back([&] {
    const auto client = client_of(room, room.token("olga"));
    for (;;) {
      for (const char* path : {"/metrics", "/readyz", "/v1/tables", "/v1/log", "/v1/audit"}) {
        if (status_of(client->ask("GET", path)) != 200) return;
        ++looks;
      }
    }
  });
  const auto busy = [&] {
    return room.room->feed().head() >= before + 60 && looks > 10 && comers[0].times > 1 &&
           comers[1].times > 1 && room.room->metrics().feed_clients == 3;
  };
  while (!busy()) std::this_thread::yield();
  room.server->stop();
  for (auto& thread : threads) thread.join();

  std::set<std::string> told, open;
  for (const auto& device : devices) {
    CHECK_FALSE((device.recorded.empty() && device.refusals.empty()));
    for (const auto& [key, event] : device.recorded) told.insert(key);
    if (device.unanswered) open.insert(device.unanswered->key);
  }
  for (const auto& stream : streams) {
    const Followed followed(stream);
    CHECK(followed.in_order);
    REQUIRE_FALSE(followed.ids.empty());
    CHECK(followed.ids.front() == before + 1);
  }
  for (const auto& comer : comers) CHECK(comer.wrong == 0);
  const auto last = room.room->floor()->events;
  room.server.reset();
  room.room.reset();
  const auto keys = recorded_keys(room.scratch.path("book"));
  CHECK(std::ssize(keys) == last);
  std::set<std::string> played(keys.begin() + before, keys.end());
  CHECK(std::ssize(played) == last - before);
  // Who was told that it is recorded finds it; what is there and was not told was left open.
  CHECK(std::includes(played.begin(), played.end(), told.begin(), told.end()));
  for (const auto& key : told) played.erase(key);
  CHECK(std::includes(open.begin(), open.end(), played.begin(), played.end()));
  CHECK(difference(room.scratch.path("book")).empty());
}

TEST_CASE("a person disabled in the middle is out everywhere, and stays out", "[races]") {
  FastRoom room;
  room.set_up();
  for (const char* person : {"dana", "dan"}) room.add(person, "dealer");
  auto& people = room.room->people();
  const service::Where tablet{"10.0.0.5", "tablet"};
  std::atomic<int> dans = 0, danas = 0, wrong = 0;
  std::atomic<bool> disabled = false, over = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      while (!over) {
        const bool was_disabled = disabled;
        const auto in = people.sign_in("dan", AskedRoom::kPassword, tablet);
        if (rules::refused(in) != nullptr) continue;
        if (was_disabled) ++wrong;
        const auto& token = std::get<service::SignedIn>(in).token;
        while (rules::refused(room.room->still_acting(token)) == nullptr && !over) ++dans;
        if (!over && rules::refused(room.room->still_acting(token)) == nullptr) ++wrong;
      }
    });
  }
  threads.emplace_back([&] {
    while (!over) {
      const auto who = room.room->still_acting(room.token("dana"));
      ++(rules::refused(who) != nullptr ? wrong : danas);
    }
  });
  while (dans < 20 || danas < 20) std::this_thread::yield();
  room.say("ada", "change-person", R"("person":"dan","active":false)");
  disabled = true;
  const auto danas_then = danas.load();
  while (danas < danas_then + 20) std::this_thread::yield();
  CHECK(rules::refused(people.sign_in("dan", AskedRoom::kPassword, tablet)) != nullptr);
  over = true;
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(room.ask("dan", "GET", "/v1/session").status == 401);
  CHECK(room.ask("dana", "GET", "/v1/session").status == 200);
  room.server->stop();
  room.server.reset();
  room.room.reset();
  const auto access = ledger::access_path(room.scratch.path("book"));
  CHECK(ask_number(access,
                   "SELECT count(*) FROM session WHERE person = 'dan' AND ended_ms IS NULL") == 0);
}

TEST_CASE("what a session may send is counted once for all of its devices", "[races]") {
  constexpr int kDevices = 4, kEach = 5000;
  const auto settings = [](service::RoomSettings& room) {
    room.people.sessions.requests = {1, 24 * 60 * service::kMinuteMs, kDevices * kEach / 2};
  };
  FastRoom room(settings);
  room.set_up();
  auto& people = room.room->people();
  const auto session = accepted(people.find(room.token("ada"))).id;
  std::atomic<int> allowed = 0;
  std::latch all_here(kDevices);
  std::vector<std::thread> threads;
  for (int t = 0; t < kDevices; ++t) {
    threads.emplace_back([&] {
      int mine = 0;
      all_here.arrive_and_wait();
      for (int i = 0; i < kEach; ++i) mine += people.request_allowed(session) ? 0 : 1;
      allowed += mine;
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(allowed == kDevices * kEach / 2);
}
