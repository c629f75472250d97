#include "support/follower.hpp"
#include "support/load.hpp"
#include "support/small_disk.hpp"
#include "support/told_log.hpp"

using namespace cardroom;
using namespace cardroom::testing;

namespace {

constexpr int kAlone = 8, kTogether = 4;

/// Every device that was left without an answer sends its command again, twice. Gives how many of
/// them the log had already.
int repeat_unanswered(LoadedRoom& room, const ToldLog& log) {
  int known = 0;
  for (auto& device : room.devices) {
    if (!device.unanswered) continue;
    const auto sent = *device.unanswered;
    CAPTURE(sent.key);
    REQUIRE(device.send());
    const auto told = device.recorded.find(sent.key);
    if (const auto there = log.by_key().find(sent.key); there != log.by_key().end()) {
      REQUIRE(told != device.recorded.end());
      CHECK(told->second == there->second.event);
      ++known;
    }
    if (told == device.recorded.end()) continue;  // another device was faster
    const auto event = told->second;
    device.unanswered = sent;
    REQUIRE(device.send());
    CHECK(device.recorded.at(sent.key) == event);
  }
  return known;
}

void play_on(LoadedRoom& room) {
  const auto events = room.events();
  Load load(room.devices);
  load.await_steps(10 * room.devices.size());
  load.end();
  for (const auto& device : room.devices) CHECK_FALSE(device.stuck.has_value());
  CHECK(room.events() > events);
}

/// Whether the last thing that the device heard was not that the disk is full.
bool finds_room(const TableDevice& device) {
  return device.refusals.empty() ||
         problem_code(device.refusals.back().heard) != "book_not_written";
}

/// The same command once more, for an answer with its head.
RawAnswer ask_raw(const LoadedRoom& room, const TableDevice::Sent& sent) {
  auto client = room.raw();
  client.send(
      fmt::format("POST /v1/commands HTTP/1.1\r\nHost: room\r\nAuthorization: Bearer {}\r\n"
                  "Idempotency-Key: {}\r\nIf-Match: {}\r\nContent-Type: application/json\r\n"
                  "Content-Length: {}\r\n\r\n{}",
                  room.token("olga"), sent.key, sent.etag, sent.body.size(), sent.body));
  auto answer = client.answer();
  REQUIRE(answer.has_value());
  return *answer;
}

void append(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

TEST_CASE("a server killed under load loses nothing it acknowledged", "[service][load]") {
  constexpr int kKills = 5, kMostKills = 50;
  LoadedRoom room(kAlone, kTogether);
  std::vector<std::int64_t> heard;
  int known = 0;
  // Not every kill falls between a commit and its answers, which is where a key has to help.
  for (int kill = 0; kill < kKills || (known == 0 && kill < kMostKills); ++kill) {
    Follower follower(room, "olga", {heard.empty() ? room.before : heard.back()});
    follower.listen();
    Load load(room.devices);
    load.await_steps(300 + static_cast<std::size_t>(kill % kKills) * 150);
    CHECK(room.stop(SIGKILL) == 128 + SIGKILL);
    load.end();
    append(heard, follower.heard_all());
    const auto log = check_book(room.book(), room.before, room.devices);
    const auto recorded = log.events(room.before);
    REQUIRE(heard.size() <= recorded.size());  // whoever follows hears what is on the disk
    CHECK(std::equal(heard.begin(), heard.end(), recorded.begin()));
    room.start();
    room.connect();
    known += repeat_unanswered(room, log);
  }
  CHECK(known > 0);
  REQUIRE_FALSE(heard.empty());
  Follower follower(room, "olga", {heard.back()});
  follower.listen();
  play_on(room);
  CHECK(follower.hears(room.events()));
  CHECK(room.stop() == 0);
  append(heard, follower.heard_all());
  const auto log = check_book(room.book(), room.before, room.devices);
  CHECK(parting(heard, log.events(room.before)).empty());
  check_refusals(room);
}

TEST_CASE("a server that is asked to stop under load answers what it has recorded",
          "[service][load]") {
  LoadedRoom room(kAlone, kTogether);
  {
    Load load(room.devices);
    load.await_steps(1000);
    CHECK(room.stop(SIGTERM) == 0);
  }
  const auto log = check_book(room.book(), room.before, room.devices);
  for (const auto& device : room.devices) {
    if (device.stuck) CHECK(problem_code(*device.stuck) == "stopping");
  }
  room.start();
  room.connect();
  CHECK(repeat_unanswered(room, log) == 0);
  play_on(room);
  CHECK(room.stop() == 0);
  check_book(room.book(), room.before, room.devices);
  check_refusals(room, "stopping");
}

TEST_CASE("a disk that fills up under load costs nothing that was acknowledged",
          "[service][load]") {
  const SmallDisk disk(48);
  if (!disk.why_not().empty()) {
    WARN("SKIPPED: a small disk cannot be mounted here: " << disk.why_not());
    return;
  }
  LoadedRoom room(kAlone, kTogether, disk.path());
  {
    Load load(room.devices, finds_room);
    load.await_steps(1000);
    disk.fill();
    load.join();
  }
  // Many commands at once need more room than one: it is full when one alone finds none.
  auto& device = room.devices.front();
  device.refusals.clear();
  for (int i = 0; i < 10'000 && finds_room(device); ++i) REQUIRE(device.step());
  std::int64_t recorded = 0;
  for (const auto& one : room.devices) {
    recorded += std::ssize(one.recorded);
    CHECK_FALSE(one.unanswered.has_value());
    CHECK_FALSE(finds_room(one));
  }
  CHECK(room.events() == room.before + recorded);  // it is still read
  const auto answer = ask_raw(room, device.refusals.back().sent);
  CHECK(answer.status == 507);
  CHECK(holds(answer.head, "Content-Type: application/problem+json"));
  CHECK(holds(answer.body, R"("code":"book_not_written")"));

  disk.make_room();
  for (auto& one : room.devices) {
    one.unanswered = one.refusals.back().sent;
    REQUIRE(one.send());
  }
  for (const auto& one : room.alone()) {
    CHECK(one.recorded.contains(one.refusals.back().sent.key));
  }
  play_on(room);
  CHECK(room.stop() == 0);
  check_book(room.book(), room.before, room.devices);
  check_refusals(room, "book_not_written");
}
