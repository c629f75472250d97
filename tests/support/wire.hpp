#pragma once

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "support/asked_room.hpp"
#include "support/process.hpp"
#include "support/raw_client.hpp"

namespace cardroom::testing {

/// The value of a header, however its name is written; none where the answer has none.
inline std::optional<std::string> header(const RawAnswer& answer, std::string_view name) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  for (const auto& line : lines_of(answer.head)) {
    const auto colon = line.find(": ");
    if (colon != std::string::npos &&
        std::ranges::equal(std::string_view(line).substr(0, colon), name, same)) {
      return line.substr(colon + 2, line.find('\r') - colon - 2);
    }
  }
  return std::nullopt;
}

/// A connection that stays open, on which somebody asks: the test sees each answer with its head,
/// and a byte too many in one would spoil the next.
class Wire {
 public:
  /// Nobody: without a token. `port` may be that of something in between.
  explicit Wire(const AskedRoom& room, const std::string& person = {},
                std::optional<std::uint16_t> port = {})
      : client_(port.value_or(room.port())),
        proof_(person.empty() ? "" : "Authorization: Bearer " + room.token(person) + "\r\n") {}

  /// `headers` are whole lines. A body is JSON unless they say otherwise.
  void send(const std::string& method, const std::string& path, const std::string& headers = {},
            const std::optional<std::string>& body = {}) {
    std::string text = method + ' ' + path + " HTTP/1.1\r\nHost: room\r\n" + proof_ + headers;
    if (body) {
      if (!holds(headers, "Content-Type:")) text += "Content-Type: application/json\r\n";
      text += "Content-Length: " + std::to_string(body->size()) + "\r\n";
    }
    client_.send(text + "\r\n" + body.value_or(""));
  }
  RawAnswer ask(const std::string& method, const std::string& path, const std::string& headers = {},
                const std::optional<std::string>& body = {}) {
    INFO(method << ' ' << path << ' ' << headers);
    send(method, path, headers, body);
    const auto answer = client_.answer(method == "HEAD");
    REQUIRE(answer);
    return *answer;
  }
  RawAnswer get(const std::string& path, const std::string& headers = {}) {
    return ask("GET", path, headers);
  }
  /// A command under a key of its own unless `headers` or the body hold one.
  RawAnswer post(const std::string& body, const std::string& headers) {
    return ask("POST", "/v1/commands", headers, body);
  }

  [[nodiscard]] RawClient& client() { return client_; }

 private:
  RawClient client_;
  std::string proof_;
};

/// The code of a problem that is told as promised: its type, its members, a sentence for a person.
inline std::string problem_code(const RawAnswer& answer) {
  INFO(answer.head << answer.body);
  REQUIRE(header(answer, "Content-Type") == "application/problem+json");
  const auto problem = nlohmann::json::parse(answer.body);
  CHECK(problem.at("type") == "about:blank");
  CHECK(problem.at("status") == answer.status);
  CHECK_FALSE(problem.at("title").get<std::string>().empty());
  const std::string detail = problem.at("detail");
  CHECK(detail.size() > 10);
  CHECK(detail.ends_with('.'));
  return problem.at("code");
}

}  // namespace cardroom::testing
