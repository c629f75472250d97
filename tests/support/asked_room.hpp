#pragma once

#include <map>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cardroom/service/client.hpp"
#include "support/raw_client.hpp"

namespace cardroom::testing {

/// A room that is served somewhere, asked over the line. Only `ask` may be called by several
/// threads at once.
class AskedRoom {
 public:
  using Heard = service::Client::Heard;
  using Headers = service::Client::Headers;

  static constexpr const char* kPassword = "a long enough secret";

  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] std::uint16_t port() const {
    return static_cast<std::uint16_t>(std::stoul(url_.substr(url_.rfind(':') + 1)));
  }
  [[nodiscard]] RawClient raw() const { return RawClient(port()); }

  // --- Asking ---------------------------------------

  /// As this person, who has signed in; nobody: without a token.
  [[nodiscard]] Heard ask(const std::string& person, const std::string& method,
                          const std::string& path, const std::string& body = {},
                          const Headers& headers = {}) const {
    return ask_at(url_, person, method, path, body, headers);
  }
  /// The same at another address that leads here.
  [[nodiscard]] Heard ask_at(const std::string& url, const std::string& person,
                             const std::string& method, const std::string& path,
                             const std::string& body = {}, const Headers& headers = {}) const {
    service::Client::Settings settings;
    settings.server = url;
    settings.ca = ca_;
    if (!person.empty()) settings.token = token(person);
    auto client = service::Client::to(settings);
    if (const auto* no = rules::refused(client)) FAIL(no->detail);
    auto heard = std::get<0>(client)->ask(method, path, body, headers);
    if (const auto* no = rules::refused(heard)) FAIL(no->detail);
    return std::get<Heard>(heard);
  }
  /// What it must answer with, read.
  [[nodiscard]] nlohmann::json get(const std::string& person, const std::string& path) const {
    const auto heard = ask(person, "GET", path);
    INFO(path << ": " << heard.body);
    REQUIRE(heard.status == 200);
    return nlohmann::json::parse(heard.body);
  }

  /// Gives a command, `fields` being JSON without its braces.
  [[nodiscard]] Heard command(const std::string& person, const std::string& what,
                              const std::string& fields = {}) {
    return ask(person, "POST", "/v1/commands", command_json(what, fields),
               {{"Idempotency-Key", "room-test-" + std::to_string(++keys_)}});
  }
  /// One that must be recorded. The number of its event.
  std::int64_t say(const std::string& person, const std::string& what,
                   const std::string& fields = {}) {
    const auto heard = command(person, what, fields);
    INFO(what << ": " << heard.body);
    REQUIRE(heard.status == 201);
    return nlohmann::json::parse(heard.body).at("event");
  }
  static std::string command_json(const std::string& what, const std::string& fields = {}) {
    return R"({"do":")" + what + '"' + (fields.empty() ? "" : ",") + fields + '}';
  }

  /// How many events are in the book.
  [[nodiscard]] std::int64_t events() const { return get("", "/readyz").at("events"); }

  // --- People ---------------------------------------

  /// Adds somebody to the staff, who then sets a password and signs in.
  void add(const std::string& person, const std::string& role) {
    say("ada", "add-person",
        R"("person":")" + person + R"(","name":"Name of )" + person + R"(","role":")" + role + '"');
    const auto code = ask("ada", "POST", "/v1/people/" + person + "/code");
    REQUIRE(code.status == 201);
    const nlohmann::json wanted = {{"person", person},
                                   {"password", kPassword},
                                   {"code", nlohmann::json::parse(code.body).at("code")}};
    REQUIRE(ask("", "PUT", "/v1/password", wanted.dump()).status == 200);
    sign_in(person);
  }
  void sign_in(const std::string& person) {
    const nlohmann::json wanted = {{"person", person}, {"password", kPassword}};
    const auto heard = ask("", "POST", "/v1/session", wanted.dump());
    INFO(heard.body);
    REQUIRE(heard.status == 201);
    tokens_[person] = nlohmann::json::parse(heard.body).at("token");
  }
  [[nodiscard]] const std::string& token(const std::string& person) const {
    return tokens_.at(person);
  }

  /// Opens a shift and a table "5". `boss` is a shift manager.
  void open_table(const std::string& boss) {
    say(boss, "open-shift", R"("shift":"day")");
    open_another_table(boss, "5");
  }
  /// In an open shift: a table at which Ann, Bob and Cai sit and Ann has the position.
  void open_another_table(const std::string& boss, const std::string& name) {
    const std::string table = R"("table":")" + name + '"';
    say(boss, "open-table", table + R"(,"game":"fortune-7","schedule":13)");
    say(boss, "seat", table + R"(,"seat":1,"name":"Ann")");
    say(boss, "seat", table + R"(,"seat":2,"name":"Bob")");
    say(boss, "seat", table + R"(,"seat":3,"name":"Cai")");
    say(boss, "offer-position", table);
    say(boss, "accept-position", table + R"(,"seat":1,"wager_cents":1000000)");
  }

 protected:
  explicit AskedRoom(std::string ca = {}) : ca_(std::move(ca)) {}

  void served_at(std::string url) { url_ = std::move(url); }
  /// The admin is Ada.
  void set_up(const std::string& code) {
    const nlohmann::json wanted = {
        {"code", code}, {"person", "ada"}, {"name", "Ada Admin"}, {"password", kPassword}};
    const auto heard = ask("", "POST", "/v1/setup", wanted.dump());
    INFO(heard.body);
    REQUIRE(heard.status == 201);
    sign_in("ada");
  }

 private:
  std::string url_;
  std::string ca_;
  std::map<std::string, std::string> tokens_;
  int keys_ = 0;
};

/// The code of a problem; empty for any other answer.
inline std::string problem_code(const AskedRoom::Heard& heard) {
  const auto problem = nlohmann::json::parse(heard.body, nullptr, false);
  return problem.is_object() ? problem.value("code", "") : "";
}

}  // namespace cardroom::testing
