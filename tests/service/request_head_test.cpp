#include <catch2/catch.hpp>

#include "cardroom/service/request_head.hpp"
#include "support/text.hpp"

namespace {

using namespace cardroom;
using namespace std::string_literals;
using rules::Refusal;
using service::read_request_head;
using service::RequestHead;
using testing::times;

/// A head with these headers behind a line and a host that are good.
std::string post(const std::string& headers) {
  return "POST /v1/hands HTTP/1.1\r\nHost: room\r\n" + headers + "\r\n";
}
std::string first_line(const std::string& line) { return line + "\r\nHost: room\r\n\r\n"; }

RequestHead passed(const std::string& head) {
  const auto answer = read_request_head(head);
  if (const auto* refused = rules::refused(answer)) FAIL(refused->detail << " in " << head);
  return std::get<RequestHead>(answer);
}

void check_refused(const std::string& head, Refusal code) {
  CAPTURE(head);
  const auto answer = read_request_head(head);
  const auto* refused = rules::refused(answer);
  REQUIRE(refused != nullptr);
  CAPTURE(refused->detail);
  CHECK(rules::name(refused->code) == rules::name(code));
  CHECK(refused->detail.ends_with('.'));
}

TEST_CASE("a good head is summed up", "[service][gate]") {
  const std::string text = post("Content-Length: 12\r\nContent-Type: application/json\r\n");
  const auto head = passed(text);
  CHECK(head.method == "POST");
  CHECK(head.target == "/v1/hands");
  CHECK(head.content_length == 12);
  CHECK(head.has_body());
  CHECK(head.keep_alive);
  CHECK(head.has_host);
  CHECK_FALSE(head.expects_continue);
}

TEST_CASE("all good forms of a head pass", "[service][gate]") {
  CHECK_FALSE(passed(post("")).has_body());
  CHECK_FALSE(passed(post("Content-Length: 0\r\n")).has_body());
  CHECK(passed(post("content-LENGTH:\t7 \r\n")).content_length == 7);
  CHECK(passed(post("Content-Length: 999999999999\r\n")).content_length == 999'999'999'999);
  CHECK(passed(post("Expect: 100-Continue\r\n")).expects_continue);
  CHECK_FALSE(passed(post("Connection: Close\r\n")).keep_alive);
  CHECK_FALSE(passed(post("Connection: te\r\nConnection: x , close\r\n")).keep_alive);
  CHECK(passed(post("Connection: keep-alive, odd\r\n")).keep_alive);
  CHECK(passed(post("TE: trailers\r\n")).keep_alive);
  CHECK(passed(post("X-Empty:\r\nX-Tab: a\tb\r\nX-Twice: 1\r\nX-Twice: 2\r\n")).has_host);
  CHECK(passed(first_line("GET /v1/x?at=5&name=%20a+b HTTP/1.1")).target ==
        "/v1/x?at=5&name=%20a+b");
  CHECK(passed(first_line("DELETE / HTTP/1.1")).method == "DELETE");
  CHECK(passed("GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n").has_host);
  const std::string old = "GET / HTTP/1.0\r\n\r\n";
  CHECK_FALSE(passed(old).keep_alive);
  CHECK_FALSE(passed(old).has_host);
  CHECK(passed("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").keep_alive);
  CHECK(passed("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n").has_host);
}

TEST_CASE("a request line has one form", "[service][gate]") {
  for (const char* line : {"GET /",
                           "GET  / HTTP/1.1",
                           "GET / HTTP/1.1 ",
                           " GET / HTTP/1.1",
                           "GET /a b HTTP/1.1",
                           "GET\t/ HTTP/1.1",
                           "G(T / HTTP/1.1",
                           "GET http://room/ HTTP/1.1",
                           "OPTIONS * HTTP/1.1",
                           "CONNECT room:443 HTTP/1.1",
                           "CONNECT / HTTP/1.1",
                           "GET //evil/ HTTP/1.1",
                           "GET /a#b HTTP/1.1",
                           "GET /a\\b HTTP/1.1",
                           "GET a HTTP/1.1",
                           "GET / http/1.1",
                           "GET / HTTP/",
                           "GET / HTTP/1.1x",
                           "GET / FTP/1.1",
                           "GET",
                           "ABCDEFGHIJKLMNOPQ / HTTP/1.1"}) {
    check_refused(first_line(line), Refusal::request_unclear);
  }
  for (const char* version : {"HTTP/9.9", "HTTP/2.0", "HTTP/2", "HTTP/1.2", "HTTP/0.9"}) {
    check_refused(first_line("GET / "s + version), Refusal::version_not_spoken);
  }
}

TEST_CASE("bytes that are not plain text and odd line ends are refused", "[service][gate]") {
  for (const std::string& head :
       {post("X: a\0b\r\n"s), post("X: a\x01\r\n"), post("X: a\x7f\r\n"),
        post("X: caf\xc3\xa9\r\n"), post("X: \x80\r\n"), first_line("GET /\xff HTTP/1.1"),
        post("X: a\nY: b\r\n"), post("X: a\rY: b\r\n"), post("X: a\r\r\n"),
        "GET / HTTP/1.1\nHost: a\n\n"s, "\r\n" + post(""), "\n" + post(""), post("X: a\r\n b\r\n"),
        post("X: a\r\n\tb\r\n"), post(" X: a\r\n"), "\x16\x03\x01\x02"s, post("") + "GET",
        "GET / HTTP/1.1\r\nHo"s, ""s}) {
    check_refused(head, Refusal::request_unclear);
  }
}

TEST_CASE("a header is a token, a colon and a value that nobody decodes", "[service][gate]") {
  for (const char* header : {"X : a", ": a", "X", "X Y: a", "(X): a",
                             "X: =?utf-8?Q?chunked?=", "X: a =?utf-8?B?DQo=?=", "X: =?",
                             "Transfer-Encoding: =?utf-8?Q?chunked?="}) {
    check_refused(post(header + "\r\n"s), Refusal::request_unclear);
  }
  check_refused(post(times(129, "n") + ": a\r\n"), Refusal::request_unclear);
}

TEST_CASE("the length of a body is told once and plainly", "[service][gate]") {
  for (const char* value : {"-1", "+3", "1,000", "3, 3", "3 3", "0x3", "3.0", "", "1e3",
                            "9999999999999", "99999999999999999999999999"}) {
    check_refused(post("Content-Length: "s + value + "\r\n"), Refusal::request_unclear);
  }
  check_refused(post("Content-Length: 3\r\nContent-Length: 3\r\n"), Refusal::request_unclear);
  check_refused(post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"),
                Refusal::request_unclear);
  for (const char* value : {"chunked", "identity", "gzip, chunked", "", "\tchunked"}) {
    check_refused(post("Transfer-Encoding: "s + value + "\r\n"), Refusal::length_missing);
  }
  for (const char* method : {"GET", "HEAD", "DELETE"}) {
    check_refused(method + " / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n"s,
                  Refusal::request_unclear);
  }
}

TEST_CASE("HTTP/1.1 names exactly one host", "[service][gate]") {
  check_refused("GET / HTTP/1.1\r\n\r\n", Refusal::request_unclear);
  check_refused("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", Refusal::request_unclear);
  for (const char* host : {"", "a b", "a/b", "a@b", "a,b", "a\"b", "<a>"}) {
    check_refused("GET / HTTP/1.1\r\nHost: "s + host + "\r\n\r\n", Refusal::request_unclear);
  }
}

TEST_CASE("headers that must be single come once, and some not at all", "[service][gate]") {
  for (const char* name : {"Host", "Content-Length", "Authorization", "Content-Type", "Expect",
                           "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID"}) {
    const std::string value = name == "Expect"s ? "100-continue" : "1";
    const std::string line = name + ": "s + value + "\r\n";
    check_refused("POST / HTTP/1.1\r\nhost: a\r\n" + line + line + "\r\n",
                  Refusal::request_unclear);
  }
  for (const char* header : {"Upgrade: websocket", "Upgrade: h2c", "Trailer: X", "TE: gzip",
                             "Expect: 200-ok", "Expect:"}) {
    check_refused(post(header + "\r\n"s), Refusal::request_unclear);
  }
}

TEST_CASE("a head has a largest size, line and number of headers", "[service][gate]") {
  const std::size_t host_line = 1;
  CHECK(passed(post(times(service::kMostHeaders - host_line, "X: a\r\n"))).has_host);
  check_refused(post(times(service::kMostHeaders, "X: a\r\n")), Refusal::input_too_large);

  CHECK(passed(post("X: " + times(service::kMostLineBytes - 3, "a") + "\r\n")).has_host);
  check_refused(post("X: " + times(service::kMostLineBytes - 2, "a") + "\r\n"),
                Refusal::input_too_large);
  check_refused("GET /" + times(service::kMostLineBytes, "a"), Refusal::input_too_large);

  const std::string line = "X: " + times(5000, "a") + "\r\n";
  const std::size_t rest = service::kMostHeadBytes - post(times(3, line)).size();
  CHECK(passed(post(times(3, line) + "Y:" + times(rest - 4, "b") + "\r\n")).has_host);
  check_refused(post(times(3, line) + "Y:" + times(rest - 3, "b") + "\r\n"),
                Refusal::input_too_large);
}

TEST_CASE("a head is found byte by byte as in one piece", "[service][gate]") {
  const std::string head = post("X: a\r\n");
  const std::string more = head + "next";
  service::HeadWatch watch;
  for (std::size_t size = 0; size < head.size(); ++size) {
    const auto end = watch.look(std::string_view(more).substr(0, size));
    REQUIRE(rules::refused(end) == nullptr);
    CHECK_FALSE(std::get<0>(end));
  }
  CHECK(std::get<0>(watch.look(more)) == head.size());
}

TEST_CASE("any byte changed, a head cut in two is judged as in one piece", "[service][gate]") {
  const std::string good = post("X: a\r\nContent-Length: 3\r\n");
  int different = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string head = good;
      head[at] = static_cast<char>(byte);
      service::HeadWatch watch;
      auto parts = watch.look(std::string_view(head).substr(0, at + 1));
      if (rules::refused(parts) == nullptr && !std::get<0>(parts)) parts = watch.look(head);
      const auto whole = service::HeadWatch().look(head);
      const bool same = parts.index() == whole.index() &&
                        (parts.index() == 1 || std::get<0>(parts) == std::get<0>(whole));
      if (!same) ++different;
      if (rules::refused(whole) != nullptr) check_refused(head, rules::refused(whole)->code);
    }
  }
  CHECK(different == 0);
}

TEST_CASE("a wrong byte is refused before the head is whole", "[service][gate]") {
  service::HeadWatch watch;
  CHECK(rules::refused(watch.look("GET / HTTP/1.1\r")) == nullptr);
  CHECK(rules::refused(watch.look("GET / HTTP/1.1\rX")) != nullptr);
  CHECK(rules::refused(service::HeadWatch().look("GET / HTTP/1.1\n")) != nullptr);
  CHECK(rules::refused(service::HeadWatch().look("\x16\x03")) != nullptr);
}

}  // namespace
