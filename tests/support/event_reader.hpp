#pragma once

#include <optional>
#include <string>

#include "support/wire.hpp"

namespace cardroom::testing {

/// Follows the live feed as a browser does: chunk by chunk, event by event.
class EventReader {
 public:
  struct Event {
    std::int64_t id = 0;
    std::string what;
    nlohmann::json data;
  };

  /// Asks and reads the head of the answer.
  EventReader(const AskedRoom& room, const std::string& person, const std::string& query = {},
              const std::string& headers = {}, std::optional<std::uint16_t> port = {})
      : wire_(room, person, port) {
    wire_.send("GET", "/v1/events" + query, headers);
    head = wire_.client().answer().value();
    REQUIRE(head.status == 200);
    REQUIRE(header(head, "Transfer-Encoding") == "chunked");
  }

  /// The next event, past comments; none where the stream ended as a whole one.
  std::optional<Event> next() {
    while (const auto frame = next_frame()) {
      if (!frame->starts_with("id: ")) continue;
      const auto lines = lines_of(*frame);
      REQUIRE(lines.size() == 3);
      REQUIRE(lines[1].starts_with("event: "));
      REQUIRE(lines[2].starts_with("data: "));
      return Event{std::stoll(lines[0].substr(4)), lines[1].substr(7),
                   nlohmann::json::parse(lines[2].substr(6))};
    }
    return std::nullopt;
  }
  /// What stands up to the next empty line: an event, a comment or a field alone.
  std::optional<std::string> next_frame() {
    std::size_t end = 0;
    while ((end = text_.find("\n\n")) == std::string::npos) {
      if (!next_chunk()) {
        CHECK(text_.empty());
        return std::nullopt;
      }
    }
    std::string frame = text_.substr(0, end);
    text_.erase(0, end + 2);
    return frame;
  }
  /// Whether it ends with nothing more on it.
  bool ended() { return !next_frame(); }

  RawAnswer head;

 private:
  bool next_chunk() {
    if (over_) return false;
    const auto length = std::stoul(wire_.client().line(), nullptr, 16);
    text_ += wire_.client().bytes(length);
    CHECK(wire_.client().line().empty());
    over_ = length == 0;
    return !over_;
  }

  Wire wire_;
  std::string text_;
  bool over_ = false;
};

}  // namespace cardroom::testing
