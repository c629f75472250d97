// The live feed over the line: from now or from any event, of one table or all, until it ends.

#include <thread>

#include "support/event_reader.hpp"
#include "support/fast_room.hpp"
#include "support/served_room.hpp"

namespace cardroom::testing {

namespace {

using nlohmann::json;

/// A beat so short that a test sees what a quiet night brings.
void beats(service::RoomSettings& settings) { settings.feed_beat = std::chrono::milliseconds(20); }

std::string from(std::int64_t event) { return "Last-Event-ID: " + std::to_string(event) + "\r\n"; }

/// The log as the route of the log tells it.
std::vector<json> log_of(const AskedRoom& room, const std::string& query = {}) {
  return room.get("olga", "/v1/log?limit=200" + query).at("items");
}

/// The next events are these, and the stream tells them as the log does.
void check_events(EventReader& reader, const std::vector<json>& events, std::size_t first = 0) {
  for (std::size_t i = first; i < events.size(); ++i) {
    const auto event = reader.next();
    REQUIRE(event);
    CHECK(event->id == events[i].at("event"));
    CHECK(event->what == events[i].at("do"));
    CHECK(event->data == events[i]);
  }
}

}  // namespace

TEST_CASE("the feed begins now, after an event that is named, or at the beginning",
          "[service][feed]") {
  OpenRoom room;
  const auto before = room.events();
  EventReader now(room, "olga");
  EventReader after(room, "olga", "?after=" + std::to_string(before - 3));
  EventReader resumed(room, "olga", "", from(before - 2));
  EventReader both(room, "olga", "?after=0", from(before - 1));  // a browser that reconnects
  EventReader whole(room, "olga", "?after=0");
  CHECK(header(now.head, "Content-Type") == "text/event-stream");
  CHECK(header(now.head, "Cache-Control") == "no-store");
  CHECK(header(now.head, "X-Accel-Buffering") == "no");
  CHECK(now.next_frame() == "retry: 2000");
  room.say("olga", "open-bets", R"("table":"5")");
  const auto log = log_of(room);
  const auto at = static_cast<std::size_t>(before);
  check_events(now, log, at);
  check_events(after, log, at - 3);
  check_events(resumed, log, at - 2);
  check_events(both, log, at - 1);
  check_events(whole, log);
}

TEST_CASE("a device that comes back resumes where it was, from the log", "[service][feed]") {
  // Of two events that are kept, whoever was away hears the others from the log.
  OpenRoom room([](service::RoomSettings& settings) { settings.feed_kept = 2; });
  std::int64_t last = 0;
  {
    EventReader device(room, "olga", "?after=3");
    last = device.next().value().id;
    CHECK(last == 4);
  }
  for (const char* name : {"Eve", "Gus", "Hal", "Ida"}) {
    room.say("olga", "add-backline", R"("table":"5","seat":2,"name":")" + std::string(name) + '"');
    room.say("olga", "remove-backline", R"("table":"5","name":")" + std::string(name) + '"');
  }
  EventReader again(room, "olga", "", from(last));
  check_events(again, log_of(room, "&after=" + std::to_string(last)));
  room.say("olga", "open-bets", R"("table":"5")");
  CHECK(again.next().value().id == room.events());
}

TEST_CASE("who follows a table hears what is said of it, a count of its drop too",
          "[service][feed]") {
  OpenRoom room;
  const auto shift = room.get("olga", "/v1/room").at("shift").at("shift").dump();
  EventReader five(room, "olga", "?table=5&after=0");
  EventReader six(room, "olga", "?table=6");
  room.open_another_table("olga", "6");
  room.say("olga", "close-table", R"("table":"5")");
  room.say("olga", "close-table", R"("table":"6")");
  room.say("olga", "close-shift");
  room.say("olga", "count-drop",
           R"("table":"5","shift":)" + shift + R"(,"box":"b","cents":0,"counters":["Kim"])");
  const auto of_five = log_of(room, "&table=5");
  CHECK(of_five.back().at("do") == "count-drop");
  check_events(five, of_five);
  check_events(six, log_of(room, "&table=6"));
}

TEST_CASE("a feed that cannot begin is refused as any other request", "[service][feed]") {
  OpenRoom room([](service::RoomSettings& settings) { settings.most_feed_clients = 1; });
  Wire wire(room, "olga");
  const auto head = std::to_string(room.events());
  const auto next = std::to_string(room.events() + 1);
  for (const auto& [query, headers] : std::vector<std::pair<std::string, std::string>>{
           {"?after=" + next, ""},
           {"", "Last-Event-ID: " + next + "\r\n"},
           {"", "Last-Event-ID: -1\r\n"},
           {"", "Last-Event-ID: 1.5\r\n"},
           {"", "Last-Event-ID: \r\n"},
           {"", "Last-Event-ID: 99999999999999999999\r\n"},
           {"?after=", ""},
           {"?after=-1", ""},
           {"?from=1", ""}}) {
    CAPTURE(query, headers);
    const auto answer = wire.get("/v1/events" + query, headers);
    CHECK(answer.status == 400);
    CHECK(problem_code(answer) == "parameter_not_usable");
  }
  const EventReader only(room, "olga", "?after=" + head);
  const auto second = wire.get("/v1/events");
  CHECK(second.status == 503);
  CHECK(problem_code(second) == "too_busy");
}

TEST_CASE("a quiet feed says that it still is there, and tells the next event", "[service][feed]") {
  OpenRoom room(beats);
  EventReader reader(room, "olga");
  CHECK(reader.next_frame() == "retry: 2000");
  for (int beat = 0; beat < 3; ++beat) CHECK(reader.next_frame() == ": still here");
  room.say("olga", "open-bets", R"("table":"5")");
  CHECK(reader.next().value().what == "open-bets");
  CHECK(reader.next_frame() == ": still here");
}

TEST_CASE("the feed of a quiet table still is there in a loud room", "[service][feed]") {
  OpenRoom room(beats);
  room.open_another_table("olga", "6");
  EventReader six(room, "olga", "?table=6");
  CHECK(six.next_frame() == "retry: 2000");
  const std::jthread five([&](const std::stop_token& enough) {
    const auto client = std::get<0>(service::Client::to({room.url(), "", room.token("olga")}));
    for (int n = 0; !enough.stop_requested(); ++n) {
      static_cast<void>(
          client->ask("POST", "/v1/commands",
                      R"({"do":"change-bank","table":"5","wager_cents":900000,"key":")" +
                          std::to_string(n) + "\"}"));
    }
  });
  CHECK(six.next_frame() == ": still here");
  CHECK(six.next_frame() == ": still here");
}

TEST_CASE("a feed ends with the session that it was opened in", "[service][feed]") {
  OpenRoom room(beats);
  room.add("max", "dealer");
  EventReader olga(room, "olga");
  const auto follows = [&] { return EventReader(room, "max"); };
  const auto still_there = [&] {
    room.say("olga", "add-backline", R"("table":"5","seat":2,"name":"Eve")");
    CHECK(olga.next().value().what == "add-backline");
    room.say("olga", "remove-backline", R"("table":"5","name":"Eve")");
    CHECK(olga.next().value().what == "remove-backline");
  };
  {
    auto max = follows();
    CHECK(room.ask("max", "DELETE", "/v1/session").status == 200);
    while (max.next()) {
    }
    still_there();
  }
  room.sign_in("max");
  {
    auto max = follows();
    CHECK(room.ask("ada", "DELETE", "/v1/people/max/sessions").status == 200);
    while (max.next()) {
    }
    still_there();
  }
  room.sign_in("max");
  auto max = follows();
  room.say("ada", "change-person", R"("person":"max","active":false)");
  CHECK(olga.next().value().what == "change-person");
  while (max.next()) {
  }
  still_there();
}

TEST_CASE("a feed ends whole when the server stops", "[service][feed][served]") {
  ServedRoom room;
  room.add("olga", "shift-manager");
  room.say("olga", "open-shift", R"("shift":"day")");
  EventReader reader(room, "olga", "?after=0");
  check_events(reader, log_of(room));
  CHECK(room.stop(SIGTERM) == 0);
  CHECK_FALSE(reader.next());
  room.start();
  EventReader again(room, "olga", "?after=0");
  check_events(again, log_of(room));
}

}  // namespace cardroom::testing
