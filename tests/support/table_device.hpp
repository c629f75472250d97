#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/service/client.hpp"

namespace cardroom::testing {

/// A tablet that plays hand after hand: it looks at its table, and does what the table waits for.
/// Several may stand at one table. For one thread; it asserts nothing, so that any thread will do.
class TableDevice {
 public:
  using Heard = service::Client::Heard;

  struct Sent {
    std::string key, body;
    std::string etag;  ///< of the table as it was seen; empty: sent whatever has changed
  };
  struct Refusal {
    Sent sent;
    Heard heard;
  };

  /// `name` begins its keys. A careful device moves the position, too, only as it saw it.
  TableDevice(std::string name, std::string table, bool careful)
      : name_(std::move(name)), table_(std::move(table)), careful_(careful) {}

  void connect(const std::string& url, const std::string& token) {
    service::Client::Settings settings;
    settings.server = url;
    settings.token = token;
    auto made = service::Client::to(settings);
    if (rules::refused(made) == nullptr) client_ = std::get<0>(std::move(made));
    stuck.reset();
  }

  /// One look and one command. False where nobody answers or the table does not go on.
  bool step() {
    const auto seen = client_->ask("GET", "/v1/tables/" + table_);
    if (rules::refused(seen) != nullptr) return false;
    auto sent = next(std::get<Heard>(seen));
    if (!sent) {
      stuck = std::get<Heard>(seen);
      return false;
    }
    unanswered = std::move(sent);
    return send();
  }

  /// Sends what was not answered, as it was. False where nobody answers.
  bool send() {
    service::Client::Headers headers = {{"Idempotency-Key", unanswered->key}};
    if (!unanswered->etag.empty()) headers["If-Match"] = unanswered->etag;
    const auto heard = client_->ask("POST", "/v1/commands", unanswered->body, headers);
    if (rules::refused(heard) != nullptr) return false;
    const auto& answer = std::get<Heard>(heard);
    if (answer.status == 201 || answer.status == 200) {
      const auto told = nlohmann::json::parse(answer.body, nullptr, false);
      recorded[unanswered->key] = told.is_object() ? told.value("event", std::int64_t{0}) : 0;
    } else {
      refusals.push_back({*unanswered, answer});
    }
    unanswered.reset();
    return true;
  }

  std::map<std::string, std::int64_t> recorded;  ///< events that it was told of, by their keys
  std::vector<Refusal> refusals;
  std::optional<Sent> unanswered;
  std::optional<Heard> stuck;  ///< a look after which there was nothing to do

 private:
  std::optional<Sent> next(const Heard& seen) {
    const auto live = nlohmann::json::parse(seen.body, nullptr, false);
    if (seen.status != 200 || !live.is_object()) return std::nullopt;
    std::optional<std::string> offer, play;
    for (const auto& step : live.at("next")) {
      const std::string what = step.at("do");
      if (what == "accept-position") {
        return command("accept-position", careful_ ? seen.etag : "",
                       fmt::format(R"("seat":{},"wager_cents":1000000)", step.at("seat").dump()));
      }
      if (what == "offer-position") offer = what;
      if (what == "open-bets") play = what;
    }
    if (play) return command("hand", seen.etag, hand(live));
    if (offer) return command("offer-position", careful_ ? seen.etag : "");
    return std::nullopt;
  }

  /// Everybody but the player-dealer bets; stakes and cards vary.
  [[nodiscard]] std::string hand(const nlohmann::json& live) const {
    const int holder = live.at("position").at("holder").at("seat");
    std::string wagers;
    for (int seat = 1; seat <= 3; ++seat) {
      if (seat == holder) continue;
      wagers += fmt::format(R"({}{{"seat":{},"on":"{}","cents":{}}})", wagers.empty() ? "" : ",",
                            seat, seat == 2 ? "player" : "banker", 10'000 + sent_ % 40 * 1000);
    }
    return fmt::format(R"("wagers":[{}],{})", wagers,
                       sent_ % 2 == 0 ? R"("player":"9h Kd","banker":"2c 4s")"
                                      : R"("player":"6h Kd","banker":"3c Kd 4s")");
  }

  Sent command(const std::string& what, const std::string& etag, const std::string& fields = {}) {
    return {fmt::format("{}-{}", name_, ++sent_),
            fmt::format(R"({{"do":"{}","table":"{}"{}{}}})", what, table_,
                        fields.empty() ? "" : ",", fields),
            etag};
  }

  std::string name_, table_;
  bool careful_;
  int sent_ = 0;
  std::unique_ptr<service::Client> client_;
};

}  // namespace cardroom::testing
