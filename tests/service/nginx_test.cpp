// A room behind nginx: connections that are kept between the two carry one request after the
// other, and never one that somebody hid.

#include "support/nginx.hpp"
#include "support/await.hpp"
#include "support/event_reader.hpp"
#include "support/fast_room.hpp"

namespace cardroom::testing {

namespace {

const char* const kUnbuffered = "proxy_request_buffering off; ";

const std::string kBets = R"({"do":"open-bets","table":"5","key":"bets"})";

std::uint64_t accepted_by(const OpenRoom& room) { return room.room->gate_counts().accepted; }

/// A command that would be recorded if it ran.
std::string hidden(const OpenRoom& room) {
  return "POST /v1/commands HTTP/1.1\r\nHost: room\r\nAuthorization: Bearer " + room.token("olga") +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(kBets.size()) +
         "\r\n\r\n" + kBets;
}

std::string chunked(const std::string& body) {
  std::string all;
  for (std::size_t at = 0; at < body.size(); at += 10) {
    const auto part = body.substr(at, 10);
    all += fmt::format("{:x}\r\n{}\r\n", part.size(), part);
  }
  return all + "0\r\n\r\n";
}

std::string posting(const OpenRoom& room, const std::string& headers) {
  return "POST /v1/commands HTTP/1.1\r\nHost: room\r\nAuthorization: Bearer " + room.token("olga") +
         "\r\nContent-Type: application/json\r\n" + headers + "\r\n";
}

}  // namespace

TEST_CASE("many requests go over one connection behind nginx", "[service][nginx]") {
  const OpenRoom room;
  const Nginx nginx(room);
  const auto before = accepted_by(room);
  for (int device = 0; device < 4; ++device) {
    Wire wire(room, "olga", nginx.port);
    for (int n = 0; n < 5; ++n) {
      const auto table = wire.get("/v1/tables/5");
      CHECK(table.status == 200);
      const auto tag = header(table, "ETag").value();
      const auto unchanged = wire.get("/v1/tables/5", "If-None-Match: " + tag + "\r\n");
      CHECK(unchanged.status == 304);
      CHECK(unchanged.body.empty());
      CHECK(header(unchanged, "ETag") == tag);
      CHECK(wire.ask("HEAD", "/v1/rounds").status == 200);
      CHECK(problem_code(wire.get("/v1/tables/77")) == "unknown_table");
      CHECK(problem_code(wire.ask("BREW", "/v1/tables")) == "method_not_allowed");
      const auto bank = wire.post(
          fmt::format(R"({{"do":"change-bank","table":"5","wager_cents":{}00000}})", n + 5),
          fmt::format("Idempotency-Key: {}-{}\r\nIf-Match: {}\r\n", device, n, tag));
      CHECK(bank.status == 201);
    }
  }
  CHECK(accepted_by(room) == before + 1);
  CHECK_FALSE(nginx.complained());
}

TEST_CASE("a request hidden in a body that is refused unread is never heard behind nginx",
          "[service][nginx]") {
  const OpenRoom room;
  const std::string more = GENERATE(as<std::string>(), "", kUnbuffered);
  const Nginx nginx(room, more);
  const auto events = room.events();
  const auto connections = accepted_by(room);
  Wire stranger(room, "", nginx.port);
  Wire olga(room, "olga", nginx.port);
  const auto body = hidden(room);
  const auto plain = "Content-Type: text/plain\r\n";
  for (int n = 0; n < 3; ++n) {
    CHECK(problem_code(stranger.ask("POST", "/v1/commands", "", body)) == "not_signed_in");
    CHECK(problem_code(stranger.ask("POST", "/v1/nothing", "", body)) == "unknown_route");
    CHECK(problem_code(stranger.ask("PUT", "/v1/tables", "", body)) == "method_not_allowed");
    CHECK(problem_code(olga.ask("POST", "/v1/commands", plain, body)) == "media_type_not_read");
    // Longer than all that lies between the two, many times the same inside.
    Wire large(room, "", nginx.port);
    CHECK(problem_code(large.ask("POST", "/v1/commands", "", times(2'000, body))) ==
          "not_signed_in");
    // Had one been heard, this would get its answer.
    CHECK(stranger.get("/healthz").body == R"({"status":"alive"})");
    CHECK(nlohmann::json::parse(olga.get("/v1/session").body).at("person") == "olga");
  }
  if (more.empty()) CHECK(accepted_by(room) == connections + 1);
  CHECK(room.events() == events);
  // The same bytes are a command where they are a request.
  auto direct = room.raw();
  direct.send(body);
  CHECK(direct.answer().value().status == 201);
}

TEST_CASE("chunked, large and cut bodies behind nginx", "[service][nginx]") {
  OpenRoom room;
  const auto events = room.events();
  SECTION("nginx gathers chunks and tells their length") {
    const Nginx nginx(room);
    RawClient client(nginx.port);
    client.send(posting(room, "Transfer-Encoding: chunked\r\n") + chunked(kBets));
    CHECK(client.answer().value().status == 201);
    client.send(posting(room, "Transfer-Encoding: chunked\r\n") + chunked(kBets));
    CHECK(client.answer().value().status == 200);
    CHECK(room.events() == events + 1);
  }
  SECTION("chunks that nginx passes on are refused") {
    const Nginx nginx(room, kUnbuffered);
    RawClient client(nginx.port);
    const auto connections = accepted_by(room);
    // nginx cannot know the length while the last chunk has not come.
    client.send(posting(room, "Transfer-Encoding: chunked\r\n") + "5\r\n{\"do\"\r\n");
    await([&] { return accepted_by(room) > connections; });
    const auto answer = client.answer().value();
    CHECK(answer.status == 411);
    CHECK(problem_code(answer) == "length_missing");
    CHECK(Wire(room, "olga", nginx.port).get("/v1/tables/5").status == 200);
    CHECK(room.events() == events);
  }
  SECTION("a body that fills many buffers") {
    const Nginx nginx(room);
    const auto large = [](std::size_t bytes) {
      return R"({"do":"load-schedules","key":"large","file":"few.toml","toml":")" +
             std::string(kFewSchedules) + "# " + times(bytes, "x") + R"("})";
    };
    Wire ada(room, "ada", nginx.port);
    CHECK(ada.post(large(900'000), "").status == 201);
    CHECK(room.events() == events + 1);
    CHECK(Wire(room, "ada", nginx.port).post(large(1 << 20), "").status == 413);
    CHECK(room.events() == events + 1);
  }
  SECTION("a body that is cut is never taken as whole") {
    const Nginx gathering(room);
    const Nginx passing(room, kUnbuffered);
    const auto length = "Content-Length: " + std::to_string(kBets.size() + 1) + "\r\n";
    for (const auto* nginx : {&gathering, &passing}) {
      for (const bool leaves : {false, true}) {
        RawClient client(nginx->port);
        client.send(posting(room, length) + kBets);
        if (leaves) client.end_sending();
      }
      CHECK(Wire(room, "olga", nginx->port).get("/v1/tables/5").status == 200);
    }
    room.server->stop();
    CHECK(room.room->floor()->events == events);
  }
}

TEST_CASE("the feed comes through nginx at once, and ends with either", "[service][nginx]") {
  OpenRoom room;
  const Nginx nginx(room);
  const auto head = std::to_string(room.events());
  {
    EventReader leaves(room, "olga", "?after=0", "", nginx.port);
    CHECK(leaves.next().value().id == 1);
    CHECK(room.room->metrics().feed_clients == 1);
  }
  EventReader reader(room, "olga", "", "Last-Event-ID: " + head + "\r\n", nginx.port);
  for (int n = 0; n < 3; ++n) {
    // Each is read before the next is said: nothing waits in a buffer.
    room.say("olga", "add-backline", R"("table":"5","seat":2,"name":"Eve")");
    CHECK(reader.next().value().what == "add-backline");
    room.say("olga", "remove-backline", R"("table":"5","name":"Eve")");
    CHECK(reader.next().value().what == "remove-backline");
  }
  // Whoever left is forgotten, though nginx stands between.
  await([&] { return room.room->metrics().feed_clients == 1; });
  room.server->stop();
  CHECK(reader.ended());
}

}  // namespace cardroom::testing
