#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include <Poco/Net/Context.h>
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/SecureStreamSocket.h>
#include <Poco/ThreadPool.h>

#include "cardroom/service/gate.hpp"
#include "cardroom/service/request_head.hpp"
#include "cardroom/service/tls_context.hpp"
#include "support/await.hpp"
#include "support/certificate.hpp"
#include "support/process.hpp"
#include "support/raw_client.hpp"
#include "support/text.hpp"

namespace {

using namespace cardroom;
using namespace std::string_literals;
using service::Gate;
using service::GateLimits;
using testing::await;
using testing::Certificate;
using testing::RawClient;
using testing::times;
namespace net = Poco::Net;

/// What the handlers saw.
struct Seen {
  std::atomic<int> runs = 0;
  std::atomic<int> cut = 0;
  std::atomic<bool> noticed = false;
};

/// Gives the body back; /unread answers without a look at it, /listen answers when nobody listens.
class Echo final : public net::HTTPRequestHandler {
 public:
  explicit Echo(Seen& seen) : seen_(seen) {}

  void handleRequest(net::HTTPServerRequest& request, net::HTTPServerResponse& response) override {
    ++seen_.runs;
    if (request.getURI() == "/listen") {
      while (!service::peer_left(request)) std::this_thread::yield();
      seen_.noticed = true;
      return;
    }
    std::string body = request.getURI();
    if (request.getURI() != "/unread" && request.getMethod() == "POST") {
      auto read = service::read_body(request);
      if (rules::refused(read) != nullptr) {
        ++seen_.cut;
        return;
      }
      body = std::get<std::string>(std::move(read));
    }
    if (request.getURI() == "/large")
      body = times(std::size_t{64} << 10U,
                   "0123456789abcdef"
                   "...");
    response.sendBuffer(body.data(), body.size());
  }

 private:
  Seen& seen_;
};

class Echoes final : public net::HTTPRequestHandlerFactory {
 public:
  explicit Echoes(Seen& seen) : seen_(seen) {}
  net::HTTPRequestHandler* createRequestHandler(const net::HTTPServerRequest&) override {
    return new Echo(seen_);
  }

 private:
  Seen& seen_;
};

/// A server behind a gate, on a port of its own.
class Served {
 public:
  explicit Served(const GateLimits& limits = {}, const net::Context::Ptr& tls = {})
      : gate(limits),
        pool_(2, static_cast<int>(limits.most_connections) + 2),
        server_(new Echoes(seen), pool_, listening(gate, tls), gate.server_params()) {
    server_.start();
  }
  ~Served() {
    server_.stopAll(true);
    pool_.joinAll();
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  [[nodiscard]] RawClient client() const { return RawClient(port()); }

  Seen seen;
  Gate gate;

 private:
  static net::ServerSocket listening(const Gate& gate, const net::Context::Ptr& tls) {
    auto socket = gate.listen(net::SocketAddress("127.0.0.1", 0), tls);
    if (const auto* refused = rules::refused(socket)) FAIL(refused->detail);
    return std::get<net::ServerSocket>(socket);
  }

  Poco::ThreadPool pool_;
  net::HTTPServer server_;
};

std::string post(const std::string& path, const std::string& body,
                 const std::string& headers = {}) {
  return "POST " + path + " HTTP/1.1\r\nHost: room\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
std::string get(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: room\r\n\r\n";
}

std::string echoed(RawClient& client) {
  const auto answer = client.answer();
  REQUIRE(answer);
  CHECK(answer->status == 200);
  return answer->body;
}

/// The gate's own answer: a whole problem, and then the end.
void check_problem(RawClient& client, int status, const std::string& code) {
  const auto answer = client.answer();
  REQUIRE(answer);
  CAPTURE(answer->head, answer->body);
  CHECK(answer->status == status);
  CHECK(testing::holds(answer->head, "Content-Type: application/problem+json\r\n"));
  CHECK(testing::holds(answer->head, "Connection: close\r\n"));
  const auto problem = nlohmann::json::parse(answer->body);
  CHECK(problem.at("status") == status);
  CHECK(problem.at("code") == code);
  CHECK(problem.at("type") == "about:blank");
  CHECK_FALSE(problem.at("title").get<std::string>().empty());
  CHECK_FALSE(problem.at("detail").get<std::string>().empty());
  CHECK(client.ended());
}

TEST_CASE("good requests pass the gate, one after the other", "[service][gate]") {
  Served served;
  auto client = served.client();
  client.send(get("/a?b=c"));
  CHECK(echoed(client) == "/a?b=c");
  client.send(post("/", "hello"));
  CHECK(echoed(client) == "hello");
  const std::string large = times(100'000, "0123456789");
  client.send(post("/", large));
  CHECK(echoed(client) == large);
  client.send("POST / HTTP/1.1\r\nHost: room\r\n\r\n");
  CHECK(echoed(client).empty());
  client.send("GET /last HTTP/1.1\r\nHost: room\r\nConnection: close\r\n\r\n");
  CHECK(echoed(client) == "/last");
  CHECK(client.ended());
  CHECK(served.seen.runs == 5);
  CHECK(served.gate.counts().accepted == 1);
  await([&] { return served.gate.counts().open == 0; });
}

TEST_CASE("requests sent at once are all answered in order", "[service][gate]") {
  Served served;
  auto client = served.client();
  client.send(get("/1") + post("/", "two") + get("/3"));
  CHECK(echoed(client) == "/1");
  CHECK(echoed(client) == "two");
  CHECK(echoed(client) == "/3");
  client.send(get("/4") + "GET / HTTP/9.9\r\nHost: a\r\n\r\n" + get("/never"));
  CHECK(echoed(client) == "/4");
  check_problem(client, 505, "version_not_spoken");
  CHECK(served.seen.runs == 4);
}

TEST_CASE("a request may come in single bytes", "[service][gate]") {
  Served served;
  auto client = served.client();
  for (const char c : post("/", "slow")) client.send({&c, 1});
  CHECK(echoed(client) == "slow");
}

TEST_CASE("a request hidden in a body never runs", "[service][gate]") {
  Served served;
  auto client = served.client();
  client.send(post("/unread", get("/hidden")));
  CHECK(echoed(client) == "/unread");
  client.send(get("/next"));
  CHECK(echoed(client) == "/next");
  // Larger than what the gate holds at once, and sent in two parts.
  const std::string hidden = post("/unread", times(5'000, get("/hidden")));
  client.send(hidden.substr(0, 70'000));
  CHECK(echoed(client) == "/unread");
  client.send(hidden.substr(70'000) + get("/after"));
  CHECK(echoed(client) == "/after");
  CHECK(served.seen.runs == 4);
}

TEST_CASE("a client that waits for 100-continue gets it", "[service][gate]") {
  Served served;
  auto client = served.client();
  client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  const auto go_on = client.answer();
  REQUIRE(go_on);
  CHECK(go_on->status == 100);
  client.send("ok");
  CHECK(echoed(client) == "ok");
}

TEST_CASE("a body cut short is never taken as complete", "[service][gate]") {
  Served served;
  const auto request = post("/", "0123456789");
  SECTION("the client closes its end") {
    auto client = served.client();
    client.send(request.substr(0, request.size() - 3));
    client.end_sending();
    check_problem(client, 400, "request_unclear");
  }
  SECTION("the client is gone") { served.client().send(request.substr(0, request.size() - 3)); }
  await([&] { return served.seen.cut == 1; });
  CHECK(served.seen.runs == 1);
  CHECK(served.gate.counts().bodies_cut == 1);
}

TEST_CASE("a head that is not strictly formed is answered by the gate", "[service][gate]") {
  struct Trick {
    std::string request;
    int status;
    std::string code;
  };
  const std::string host = "POST / HTTP/1.1\r\nHost: room\r\n";
  const std::string body = "\r\n\r\nabc";
  const std::vector<Trick> tricks{
      {host + "Content-Length: 3\r\nTransfer-Encoding: chunked" + body, 400, "request_unclear"},
      {host + "Content-Length: 3\r\nContent-Length: 3" + body, 400, "request_unclear"},
      {host + "Content-Length: -3" + body, 400, "request_unclear"},
      {host + "Content-Length: +3" + body, 400, "request_unclear"},
      {host + "Content-Length: 1,000" + body, 400, "request_unclear"},
      {host + "Content-Length : 3" + body, 400, "request_unclear"},
      {host + "Transfer-Encoding: =?utf-8?Q?chunked?=" + body, 400, "request_unclear"},
      {host + "X: =?utf-8?Q?a=0D=0AContent-Length:_3?=" + body, 400, "request_unclear"},
      {host + "Trailer: X" + body, 400, "request_unclear"},
      {host + "Upgrade: websocket" + body, 400, "request_unclear"},
      {host + "X: a\r\n b" + body, 400, "request_unclear"},
      {host + "X: a\0b"s + body, 400, "request_unclear"},
      {"GET / HTTP/1.1" + body, 400, "request_unclear"},
      {"GET / HTTP/1.1\nHost: a\n\n", 400, "request_unclear"},
      {"GET http://room/ HTTP/1.1\r\nHost: a" + body, 400, "request_unclear"},
      {"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3" + body, 400, "request_unclear"},
      {"\x16\x03\x01\x02\x01", 400, "request_unclear"},
      {host + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 411, "length_missing"},
      {host + "Content-Length: 2000000" + body, 413, "input_too_large"},
      {host + times(70, "X: a\r\n") + "\r\n", 431, "input_too_large"},
      {host + "X: " + times(9'000, "a"), 431, "input_too_large"},
      {host + times(10, "X: " + times(4'000, "a") + "\r\n"), 431, "input_too_large"},
      {"GET / HTTP/9.9\r\nHost: a" + body, 505, "version_not_spoken"},
  };
  Served served;
  for (const auto& trick : tricks) {
    CAPTURE(trick.request);
    auto client = served.client();
    client.send(trick.request);
    check_problem(client, trick.status, trick.code);
  }
  CHECK(served.seen.runs == 0);
  CHECK(served.gate.counts().refused_heads == tricks.size());
}

TEST_CASE("clients that send a byte a second do not keep others out", "[service][gate]") {
  GateLimits limits;
  limits.head_ms = 1'000;
  Served served(limits);
  std::vector<RawClient> slow;
  for (int i = 0; i < 200; ++i) {
    slow.push_back(served.client());
    slow.back().send("G");
  }
  auto client = served.client();
  client.send(get("/normal"));
  CHECK(echoed(client) == "/normal");
  // Each byte comes in time; all of them together do not.
  std::atomic<bool> stop = false;
  std::thread dripping([&] {
    while (!stop) {
      for (auto& one : slow) one.send("G");
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  });
  await([&] { return served.gate.counts().too_slow == 200; });
  stop = true;
  dripping.join();
  CHECK(served.seen.runs == 1);
}

// Each with the one limit short that it waits for: what is sent in time must not be late.
TEST_CASE("a late head and a late body are answered with 408", "[service][gate]") {
  GateLimits limits;
  SECTION("head") {
    limits.head_ms = 100;
    Served served(limits);
    auto head = served.client();
    head.send("GET / HT");
    check_problem(head, 408, "request_too_slow");
    CHECK(served.seen.runs == 0);
    CHECK(served.gate.counts().too_slow == 1);
  }
  SECTION("body") {
    limits.body_ms = 100;
    Served served(limits);
    auto body = served.client();
    body.send(post("/", "0123456789").substr(0, 60));
    check_problem(body, 408, "request_too_slow");
    await([&] { return served.seen.cut == 1; });
    CHECK(served.gate.counts().too_slow == 1);
  }
}

TEST_CASE("silent connections are let go in silence", "[service][gate]") {
  GateLimits limits;
  SECTION("before the first request") {
    limits.head_ms = 100;
    Served served(limits);
    CHECK(served.client().ended());
    CHECK(served.gate.counts().idle_closed == 1);
    CHECK(served.seen.runs == 0);
  }
  SECTION("between two") {
    limits.idle_ms = 100;
    Served served(limits);
    auto idle = served.client();
    idle.send(get("/"));
    CHECK(echoed(idle) == "/");
    CHECK(idle.ended());
    CHECK(served.gate.counts().idle_closed == 1);
    CHECK(served.seen.runs == 1);
  }
}

TEST_CASE("in a crowd, idle connections make room", "[service][gate]") {
  GateLimits limits;
  limits.most_connections = 4;
  Served served(limits);
  std::vector<RawClient> idle;
  for (int i = 0; i < 4; ++i) {
    idle.push_back(served.client());
    idle.back().send(get("/"));
    CHECK(echoed(idle.back()) == "/");
  }
  await([&] { return served.gate.counts().idle_closed > 0; });
  await([&] { return served.gate.counts().open < 4; });
  auto next = served.client();
  next.send(get("/next"));
  CHECK(echoed(next) == "/next");
}

TEST_CASE("connections over the cap are refused at once", "[service][gate]") {
  GateLimits limits;
  SECTION("of the server") {
    limits.most_connections = 2;
    Served served(limits);
    auto first = served.client();
    auto second = served.client();
    auto third = served.client();
    check_problem(third, 503, "too_many_connections");
    CHECK(served.gate.counts().refused_full == 1);
    CHECK(served.gate.counts().open == 2);
  }
  SECTION("of one address, until one of them ends") {
    limits.most_of_one_address = 2;
    Served served(limits);
    {
      auto first = served.client();
      auto second = served.client();
      auto third = served.client();
      third.send(get("/"));
      check_problem(third, 429, "too_many_requests");
      CHECK(served.gate.counts().refused_address == 1);
    }
    await([&] { return served.gate.counts().open == 0; });
    auto again = served.client();
    again.send(get("/"));
    CHECK(echoed(again) == "/");
  }
}

TEST_CASE("a client that takes no answer is dropped", "[service][gate]") {
  GateLimits limits;
  limits.send_ms = 100;
  Served served(limits);
  auto client = served.client();
  for (int i = 0; i < 20; ++i) client.send(get("/large"));
  await([&] { return served.gate.counts().unsent == 1; });
  await([&] { return served.gate.counts().open == 0; });
}

TEST_CASE("a handler learns that its client has left", "[service][gate]") {
  Served served;
  {
    auto client = served.client();
    client.send(get("/listen"));
    await([&] { return served.seen.runs == 1; });
  }
  await([&] { return served.seen.noticed.load(); });
}

TEST_CASE("a server that stops does not wait for its clients", "[service][gate]") {
  std::optional<Served> served(std::in_place);
  auto silent = served->client();
  auto idle = served->client();
  idle.send(get("/"));
  CHECK(echoed(idle) == "/");
  auto half = served->client();
  half.send(post("/", "0123456789").substr(0, 60));
  await([&] { return served->seen.runs == 2; });
  served.reset();
  CHECK(silent.ended());
  CHECK(idle.ended());
}

TEST_CASE("an address in use is refused", "[service][gate]") {
  Served served;
  const Gate other;
  const auto socket = other.listen(net::SocketAddress("127.0.0.1", served.port()));
  const auto* refused = rules::refused(socket);
  REQUIRE(refused != nullptr);
  CHECK(refused->code == rules::Refusal::setting_not_usable);
  CHECK(testing::holds(refused->detail, "Cannot listen on 127.0.0.1:"));
}

net::Context::Ptr context_of(const Certificate& made) {
  const auto context = service::tls_context(made.certificate, made.key);
  if (const auto* refused = rules::refused(context)) FAIL(refused->detail);
  return std::get<net::Context::Ptr>(context);
}

std::string asked_over_tls(std::uint16_t port, const std::string& options) {
  const auto ran = testing::shell(
      "printf 'GET /secret HTTP/1.1\\r\\nHost: a\\r\\nConnection: close"
      "\\r\\n\\r\\n' | openssl s_client -quiet " +
      options + " -connect 127.0.0.1:" + std::to_string(port));
  return ran.out;
}

TEST_CASE("TLS 1.2 and newer is spoken, nothing older", "[service][gate][tls]") {
  const Certificate certificate;
  Served served({}, context_of(certificate));
  auto silent = served.client();  // must not hold up the others
  auto nonsense = served.client();
  nonsense.send("GET / HTTP/1.1\r\n\r\n");
  CHECK(testing::holds(asked_over_tls(served.port(), "-tls1_2"), "/secret"));
  CHECK(testing::holds(asked_over_tls(served.port(), "-tls1_3"), "/secret"));
  CHECK(served.seen.runs == 2);
  CHECK(asked_over_tls(served.port(), "-tls1_1 -cipher ALL@SECLEVEL=0").empty());
  CHECK(served.seen.runs == 2);
}

TEST_CASE("the gate is as strict behind TLS", "[service][gate][tls]") {
  const Certificate certificate;
  GateLimits impatient;
  impatient.body_ms = 200;
  Served served({}, context_of(certificate));
  Served hurried(impatient, context_of(certificate));
  net::Context::Ptr trusting(
      new net::Context(net::Context::TLS_CLIENT_USE, "", net::Context::VERIFY_NONE));
  const auto ask = [&](const Served& server, const std::string& bytes) {
    net::SecureStreamSocket client(net::SocketAddress("127.0.0.1", server.port()), trusting);
    client.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
    std::string all;
    char part[4096];
    try {
      for (int got = 0; (got = client.receiveBytes(part, sizeof part)) > 0;) {
        all.append(part, static_cast<std::size_t>(got));
      }
    } catch (const Poco::Exception& ended) {
      INFO(ended.displayText());
    }
    return all;
  };
  const std::string body = times(20'000, "0123456789");
  CHECK(testing::holds(ask(served, post("/", body, "Connection: close\r\n")), body));
  CHECK(testing::holds(ask(served, get("/1") + "GET / HTTP/9.9\r\nHost: a\r\n\r\n"), "505"));
  CHECK(testing::holds(ask(hurried, post("/", "0123456789").substr(0, 60)), "request_too_slow"));
  await([&] { return hurried.seen.cut == 1; });
  CHECK(served.seen.runs == 2);
}

TEST_CASE("certificates that cannot be used are refused with the reason", "[service][gate][tls]") {
  const Certificate one;
  const Certificate other;
  const auto refusal = [](const std::string& certificate, const std::string& key) {
    const auto made = service::tls_context(certificate, key);
    const auto* refused = rules::refused(made);
    REQUIRE(refused != nullptr);
    return *refused;
  };
  CHECK(refusal(one.certificate, one.scratch.path("none")).code == rules::Refusal::file_unreadable);
  CHECK(refusal(one.scratch.path("none"), one.key).code == rules::Refusal::file_unreadable);
  const auto mixed = refusal(one.certificate, other.key);
  CHECK(mixed.code == rules::Refusal::setting_not_usable);
  CHECK(testing::holds(mixed.detail, "do not belong together"));
  const auto text = one.scratch.file("text.pem", "no certificate");
  CHECK(testing::holds(refusal(text, one.key).detail, "not PEM"));
}

}  // namespace
