#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include <fmt/format.h>

#include "cardroom/service/feed.hpp"
#include "cardroom/service/live.hpp"
#include "cardroom/service/readers.hpp"
#include "cardroom/service/writer.hpp"
#include "support/book.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using service::Feed;
using service::Writer;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kPatience{50};
using Numbers = std::vector<std::int64_t>;

/// first, first + 1, ... up to last.
Numbers counted(std::int64_t first, std::int64_t last) {
  Numbers all(static_cast<std::size_t>(std::max<std::int64_t>(0, last - first + 1)));
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// The writer with what a room hangs on it, without a line to anybody.
class WrittenRoom {
 public:
  explicit WrittenRoom(std::size_t kept = 4096)
      : feed(kRoomEvents, kept),
        readers(book.path, 2),
        writer(std::make_unique<Writer>(
            book.open(), [this](const table::Floor& floor, std::span<const Writer::Answer> told) {
              live.publish(floor);
              std::vector<const ledger::LoggedEvent*> events;
              for (const auto& answer : told) {
                if (answer.event) events.push_back(&*answer.event);
              }
              feed.publish(events);
            })) {}

  /// Gives a command that any thread may give. None where it was refused.
  std::optional<std::int64_t> say(const std::string& by, const std::string& what,
                                  const std::string& fields) {
    const auto answer = writer->record(std::get<0>(table::read_request(
        fmt::format(R"({{"do":"{}","by":"{}","key":"k-{}",{}}})", what, by, ++keys_, fields))));
    if (!answer.event) return std::nullopt;
    return answer.event->event;
  }

  /// A shift and a table for each of so many threads, and table "all" for all of them.
  void open_tables(int threads) {
    REQUIRE(say("olga", "open-shift", text("shift", "day")));
    REQUIRE(say("sam", "open-table", table_fields("all")));
    for (int t = 0; t < threads; ++t) {
      const auto name = std::to_string(t);
      REQUIRE(say("sam", "open-table", table_fields(name)));
      for (const int seat : {1, 2}) REQUIRE(sit(name, seat, fmt::format("p{}", seat)));
    }
  }
  std::optional<std::int64_t> sit(const std::string& table, int seat, const std::string& name) {
    return say("max", "seat",
               text("table", table) + ',' + number("seat", seat) + ',' + text("name", name));
  }
  std::optional<std::int64_t> leave(const std::string& table, int seat) {
    return say("max", "unseat", text("table", table) + ',' + number("seat", seat));
  }

  ScratchBook book;
  service::Live live;
  service::TablePages pages;
  Feed feed;
  service::Readers readers;
  std::unique_ptr<Writer> writer;

 private:
  static std::string table_fields(const std::string& name) {
    return text("table", name) + R"(,"game":"fortune-7","schedule":13)";
  }
  std::atomic<int> keys_ = 0;
};

/// Somebody at a tablet: fills a seat at a table of his own, and tries for one that all want.
struct Tablet {
  void play(WrittenRoom& room, int number) {
    const auto own = std::to_string(number);
    const auto name = fmt::format("guest{}", number);
    note(room, room.sit(own, 3, name));
    if (note(room, room.sit("all", 1, name))) note(room, room.leave("all", 1));
    note(room, room.leave(own, 3));
  }
  bool note(WrittenRoom& room, std::optional<std::int64_t> event) {
    if (!event) return false;
    late += room.live.floor()->events < *event || room.feed.head() < *event ? 1 : 0;
    events.push_back(*event);
    return true;
  }

  Numbers events;  ///< that he was told are recorded
  int late = 0;    ///< answers that came before readers could see the event
};

/// Follows the feed until it is closed, from the beginning of the test's work.
struct Follower {
  void follow(WrittenRoom& room, std::int64_t after) {
    Feed::Items items;
    for (;;) {
      const auto told = room.feed.next(events.empty() ? after : events.back(), kPatience, items);
      if (told == Feed::Heard::closed || told == Feed::Heard::too_late) return;
      for (const auto& item : items) events.push_back(item->event);
      if (!events.empty()) last = events.back();
    }
  }
  Numbers events;
  std::atomic<std::int64_t> last = 0;  ///< for whoever waits until it has heard enough
};

/// Looks at the live room and at the book, over and over.
struct Watcher {
  void look(WrittenRoom& room) {
    const auto floor = room.live.floor();
    fell_back += floor->events < seen ? 1 : 0;
    seen = floor->events;
    for (const auto& [name, table] : floor->tables) {
      const auto page = room.pages.page(*floor, *table);
      wrong_pages += page->version != table::version_of(*floor, *table) ? 1 : 0;
      wrong_pages += page->json.find(text("table", name)) == std::string::npos ? 1 : 0;
    }
    auto loan = room.readers.lend();
    if (rules::refused(loan) != nullptr) {
      ++unread;
      return;
    }
    const auto page =
        ledger::log_page(std::get<0>(loan).database(), std::max<std::int64_t>(0, seen - 20), 20);
    unread += page.empty() || page.back().event < seen ? 1 : 0;
    ++looks;
  }

  std::int64_t seen = 0;
  int looks = 0, fell_back = 0, wrong_pages = 0, unread = 0;
};

Numbers all_events(const std::vector<Tablet>& tablets) {
  Numbers all;
  for (const auto& tablet : tablets) {
    CHECK(std::is_sorted(tablet.events.begin(), tablet.events.end()));
    CHECK(tablet.late == 0);
    all.insert(all.end(), tablet.events.begin(), tablet.events.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class Each>
std::vector<std::thread> threads_for(std::size_t count, Each each) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back([each, i] { each(i); });
  return threads;
}

void join(std::vector<std::thread>& threads) {
  for (auto& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("many record at once while others look and follow", "[races]") {
  constexpr int kTablets = 6, kTurns = 15;
  WrittenRoom room;
  room.open_tables(kTablets);
  const auto before = room.feed.head();
  std::vector<Follower> followers(3);
  std::vector<Watcher> watchers(3);
  std::vector<Tablet> tablets(kTablets);
  std::atomic<bool> over = false;

  auto listening =
      threads_for(followers.size(), [&](std::size_t i) { followers[i].follow(room, before); });
  auto looking = threads_for(watchers.size(), [&](std::size_t i) {
    do watchers[i].look(room);
    while (!over);
  });
  auto playing = threads_for(tablets.size(), [&](std::size_t i) {
    for (int turn = 0; turn < kTurns; ++turn) tablets[i].play(room, static_cast<int>(i));
  });
  join(playing);
  over = true;
  join(looking);

  const auto last = room.feed.head();
  CHECK(all_events(tablets) == counted(before + 1, last));
  CHECK(room.live.floor()->events == last);
  for (const auto& follower : followers) {
    while (follower.last != last) std::this_thread::yield();
  }
  room.feed.close();
  join(listening);
  for (const auto& follower : followers) CHECK(follower.events == counted(before + 1, last));
  for (const auto& watcher : watchers) {
    CHECK(watcher.looks > 0);
    CHECK(watcher.fell_back == 0);
    CHECK(watcher.wrong_pages == 0);
    CHECK(watcher.unread == 0);
  }
  room.writer.reset();
  CHECK(difference(room.book.path).empty());
}

TEST_CASE("a room that stops in the middle answers everybody", "[races]") {
  constexpr int kTablets = 6;
  WrittenRoom room;
  room.open_tables(kTablets);
  const auto before = room.feed.head();
  std::vector<Tablet> tablets(kTablets);
  std::vector<Follower> followers(2);
  std::atomic<bool> over = false;
  std::atomic<int> not_told = 0;

  auto listening =
      threads_for(followers.size(), [&](std::size_t i) { followers[i].follow(room, before); });
  auto playing = threads_for(tablets.size(), [&](std::size_t i) {
    while (!over) tablets[i].play(room, static_cast<int>(i));
    const auto answer = room.writer->record(std::get<0>(
        table::read_request(R"({"do":"close-shift","by":"olga","key":"after-the-end"})")));
    if (!answer.why_not || answer.why_not->code != rules::Refusal::stopping) ++not_told;
  });
  while (room.feed.head() < before + 100) std::this_thread::yield();
  room.writer->stop();
  const auto last = room.feed.head();
  room.feed.close();
  over = true;
  join(playing);
  join(listening);

  CHECK(not_told == 0);
  CHECK(room.writer->waiting() == 0);
  CHECK(room.feed.head() == last);
  CHECK(all_events(tablets) == counted(before + 1, last));
  for (const auto& follower : followers) {
    const auto heard = static_cast<std::int64_t>(follower.events.size());
    CHECK(follower.events == counted(before + 1, before + heard));
  }
  room.writer.reset();
  CHECK(ask_number(room.book.path, "SELECT max(seq) FROM event") == last);
  CHECK(difference(room.book.path).empty());
}

TEST_CASE("who falls behind a small feed is told so, and never hears a gap", "[races]") {
  constexpr int kTablets = 3, kTurns = 15;
  WrittenRoom room(4);
  room.open_tables(kTablets);
  const auto before = room.feed.head();
  std::vector<Tablet> tablets(kTablets);
  std::vector<Follower> followers(4);
  auto listening =
      threads_for(followers.size(), [&](std::size_t i) { followers[i].follow(room, before); });
  auto playing = threads_for(tablets.size(), [&](std::size_t i) {
    for (int turn = 0; turn < kTurns; ++turn) tablets[i].play(room, static_cast<int>(i));
  });
  join(playing);
  room.feed.close();
  join(listening);
  CHECK(all_events(tablets) == counted(before + 1, room.feed.head()));
  for (const auto& follower : followers) {
    const auto heard = static_cast<std::int64_t>(follower.events.size());
    CHECK(follower.events == counted(before + 1, before + heard));
  }
}
