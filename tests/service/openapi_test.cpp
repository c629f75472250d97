// The document of the interface is complete, and true of what a running server answers.

#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cardroom/service/client.hpp"
#include "cardroom/service/route.hpp"
#include "cardroom/service/route_match.hpp"
#include "cardroom/table/command.hpp"
#include "support/fast_room.hpp"

namespace cardroom::testing {

namespace {

using nlohmann::json;
using service::Client;

const json& document() {
  static const json parsed = json::parse(service::openapi_json(service::all_routes(), "test"));
  return parsed;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(c));
  return text;
}

/// The part of JSON Schema that the document uses; whatever else stands there is a difference.
class Checker {
 public:
  /// Where the value is not what the schema says; empty where it is.
  static std::string difference(const json& schema, const json& value, const std::string& at) {
    if (schema.contains("$ref")) {
      const std::string pointer = schema["$ref"].get<std::string>().substr(1);
      return difference(document().at(json::json_pointer(pointer)), value, at);
    }
    if (schema.contains("oneOf")) return one_of(schema, value, at);
    if (schema.contains("enum")) {
      const auto& names = schema["enum"];
      if (std::find(names.begin(), names.end(), value) == names.end()) {
        return at + ": not in the list: " + value.dump();
      }
    }
    if (!schema.contains("type")) return at + ": a schema without a type";
    if (schema["type"].is_array()) return any_of(schema, value, at);
    return typed(schema["type"], schema, value, at);
  }

 private:
  static std::string any_of(const json& schema, const json& value, const std::string& at) {
    std::string all;
    for (const auto& type : schema["type"]) {
      if (type == "array" && value.is_array()) return "";
      const auto found = typed(type, schema, value, at);
      if (found.empty()) return "";
      all += found + "; ";
    }
    return all;
  }
  static std::string one_of(const json& schema, const json& value, const std::string& at) {
    if (schema.contains("discriminator")) {
      const auto& by = schema["discriminator"];
      const auto name = value.at(by["propertyName"].get<std::string>()).get<std::string>();
      if (!by["mapping"].contains(name)) return at + ": no schema of " + name;
      return difference({{"$ref", by["mapping"][name]}}, value, at);
    }
    std::string all;
    int fit = 0;
    for (const auto& one : schema["oneOf"]) {
      const auto found = difference(one, value, at);
      fit += found.empty() ? 1 : 0;
      all += found + "; ";
    }
    return fit == 1 ? "" : at + ": fits " + std::to_string(fit) + " of its kinds: " + all;
  }

  static std::string typed(const std::string& type, const json& schema, const json& value,
                           const std::string& at) {
    if (type == "object") return object(schema, value, at);
    if (type == "array") {
      if (!value.is_array()) return at + ": not a list";
      for (std::size_t i = 0; i < value.size(); ++i) {
        auto found = difference(schema.at("items"), value[i], at + '[' + std::to_string(i) + ']');
        if (!found.empty()) return found;
      }
      return "";
    }
    const bool fits = type == "string"    ? value.is_string()
                      : type == "integer" ? value.is_number_integer()
                      : type == "number"  ? value.is_number()
                                          : type == "boolean" && value.is_boolean();
    return fits ? "" : at + ": not " + type + ": " + value.dump();
  }

  static std::string object(const json& schema, const json& value, const std::string& at) {
    if (!value.is_object()) return at + ": not an object";
    for (const auto& name : schema.value("required", json::array())) {
      if (!value.contains(name.get<std::string>())) return at + ": without " + name.dump();
    }
    const json properties = schema.value("properties", json::object());
    const json others = schema.value("additionalProperties", json(true));
    for (const auto& [name, inside] : value.items()) {
      const std::string there = at + '.' + name;
      if (!properties.contains(name) && others == json(false)) return there + ": not described";
      if (!properties.contains(name) && others.is_boolean()) continue;
      auto found = difference(properties.contains(name) ? properties[name] : others, inside, there);
      if (!found.empty()) return found;
    }
    return "";
  }
};

/// Compares every answer with the document.
class DescribedRoom : public FastRoom {
 public:
  /// Asks, compares the answer with the document, notes the code of a problem.
  json asks(const std::string& who, const std::string& method, const std::string& path,
            const json& body = nullptr, Client::Headers headers = {}) {
    CAPTURE(who, method, path, body.dump());
    auto& client = of(who);
    const auto heard =
        accepted(client.ask(method, path, body.is_null() ? "" : body.dump(), headers));
    auto matched = service::match_route(method, path);
    REQUIRE(std::holds_alternative<service::RouteFound>(matched));
    const auto& route = service::all_routes()[std::get<service::RouteFound>(matched).index];
    const auto& responses = document()["paths"][route.path][lower(method)]["responses"];
    CAPTURE(heard.status, heard.body);
    REQUIRE(responses.contains(std::to_string(heard.status)));
    const auto& response = responses[std::to_string(heard.status)];
    last_status = heard.status;
    if (heard.status >= 400) return problem(route, response, heard);
    answered.insert(route.name);
    if (!response["content"].contains("application/json")) return heard.body;
    const auto& schema = response["content"]["application/json"]["schema"];
    const auto told = json::parse(heard.body);
    CHECK(Checker::difference(schema, told, route.name) == "");
    return told;
  }

  json records(const std::string& who, const std::string& line) {
    auto command = json::parse(line);
    command.erase("by");
    return asks(who, "POST", "/v1/commands", command);
  }

  Client& of(const std::string& who) {
    auto& client = clients_[who];
    if (!client) client = accepted(Client::to({server->url(), "", std::nullopt}));
    return *client;
  }

  void signs_in(const std::string& who, const std::string& password) {
    const auto session =
        asks(who, "POST", "/v1/session", {{"person", who}, {"password", password}});
    REQUIRE(session.contains("token"));
    of(who).sign(session["token"]);
  }

  std::set<std::string> answered;
  std::set<std::pair<std::string, std::string>> problems;
  int last_status = 0;

 private:
  json problem(const service::Route& route, const json& response, const Client::Heard& heard) {
    const auto told = json::parse(heard.body);
    CHECK(Checker::difference({{"$ref", "#/components/schemas/Problem"}}, told, route.name) == "");
    const auto& codes = response["x-codes"];
    CHECK(std::find(codes.begin(), codes.end(), told["code"]) != codes.end());
    problems.insert({route.name, told["code"]});
    return told;
  }

  std::map<std::string, std::unique_ptr<Client>> clients_;
};

/// The first admin, then the others by codes, all signed in.
void staff(DescribedRoom& room) {
  const auto code = accepted(room.room->first_code()).value();
  room.asks(
      "", "POST", "/v1/setup",
      {{"code", code}, {"person", "admin"}, {"name", "Ada"}, {"password", FastRoom::kPassword}});
  room.signs_in("admin", FastRoom::kPassword);
  Script people;
  add_people(people);
  for (const auto& line : people.lines()) room.records("admin", line);
  for (const char* who : {"olga", "max", "sam", "mona"}) {
    const auto made = room.asks("admin", "POST", "/v1/people/" + std::string(who) + "/code");
    room.asks(who, "PUT", "/v1/password",
              {{"person", who}, {"code", made["code"]}, {"password", FastRoom::kPassword}});
    room.signs_in(who, FastRoom::kPassword);
  }
}

void play(DescribedRoom& room) {
  Script shift(kRoomEvents);
  little_shift(shift);
  for (const auto& line : shift.lines()) {
    INFO(line);
    room.records(json::parse(line)["by"], line);
    REQUIRE(room.last_status == 201);
    if (line.find("table\":\"5") != std::string::npos) room.asks("max", "GET", "/v1/tables/5");
  }
  room.asks("max", "POST", "/v1/commands",
            {{"do", "open-shift"}, {"key", "not-his"}, {"shift", "day"}});
  CHECK(room.last_status == 403);
}

}  // namespace

TEST_CASE("the document holds every route and nothing else", "[service][openapi]") {
  std::set<std::pair<std::string, std::string>> there;
  for (const auto& [path, methods] : document()["paths"].items()) {
    for (const auto& [method, operation] : methods.items()) there.insert({path, method});
  }
  std::set<std::pair<std::string, std::string>> routes;
  for (const auto& route : service::all_routes()) {
    routes.insert({route.path, lower(std::string(name(route.method)))});
  }
  CHECK(there == routes);
  CHECK(routes.size() == service::all_routes().size());
}

TEST_CASE("the document tells every command's fields and every refusal", "[service][openapi]") {
  const auto& schemas = document()["components"]["schemas"];
  for (const auto& command : table::all_commands()) {
    CAPTURE(command.name);
    const auto& schema = schemas["command-" + std::string(command.name)];
    CHECK(schema["properties"].size() == command.fields.size() + 3);  // do, by, key
    for (const auto& field : command.fields) {
      CHECK(schema["properties"].contains(field.name));
      const auto& required = schema["required"];
      const bool needed = std::find(required.begin(), required.end(), field.name) != required.end();
      CHECK(needed == field.required);
    }
  }
  CHECK(schemas["Command"]["oneOf"].size() == table::all_commands().size());
  const auto& codes = schemas["Problem"]["properties"]["code"]["enum"];
  for (const auto refusal : rules::all_refusals()) {
    CHECK(std::find(codes.begin(), codes.end(), rules::name(refusal)) != codes.end());
  }
}

TEST_CASE("every answer of a played shift is as the document says", "[service][openapi]") {
  DescribedRoom room;
  room.asks("", "GET", "/healthz");
  room.asks("", "GET", "/readyz");
  room.asks("", "GET", "/v1/room");
  room.asks("", "POST", "/v1/session", {{"person", "nobody"}, {"password", "wrong password"}});
  staff(room);
  room.asks("olga", "GET", "/v1/room");
  play(room);
  for (const char* path : {"/v1/room",
                           "/v1/tables",
                           "/v1/tables/5",
                           "/v1/tables/9",
                           "/v1/tables/77",
                           "/v1/board",
                           "/v1/staff",
                           "/v1/rounds?limit=3",
                           "/v1/rounds/99",
                           "/v1/shifts",
                           "/v1/turns",
                           "/v1/offers",
                           "/v1/fees",
                           "/v1/reports",
                           "/v1/reports/shift?shift=1",
                           "/v1/reports/shift?option=13",
                           "/v1/log?limit=200",
                           "/v1/export",
                           "/v1/audit",
                           "/v1/commands",
                           "/v1/games",
                           "/v1/games/none",
                           "/v1/schedules",
                           "/v1/schedules/fortune-7/13",
                           "/v1/schedules/fortune-7/99",
                           "/v1/schedules/none/1",
                           "/v1/games/fortune-7/odds?decks=99",
                           "/v1/session",
                           "/v1/openapi.json",
                           "/metrics"}) {
    room.asks("olga", "GET", path);
    room.asks("max", "GET", path);
  }
  const auto shifts = room.asks("olga", "GET", "/v1/shifts")["items"];
  room.asks("olga", "GET", "/v1/reports/shift?shift=" + shifts[0]["shift"].dump());
  for (int round = 1; round <= 11; ++round) {
    room.asks("max", "GET", "/v1/rounds/" + std::to_string(round));
    room.asks("max", "GET", "/v1/rounds/" + std::to_string(round) + "/explain");
  }
  for (const auto* game : rules::catalogue()) {
    room.asks("max", "GET", "/v1/games/" + std::string(game->name));
    room.asks("max", "GET", "/v1/games/" + std::string(game->name) + "/odds");
  }
  room.asks("mona", "PUT", "/v1/pin", {{"pin", "12"}});
  room.asks("mona", "PUT", "/v1/pin", {{"pin", "739104"}});
  room.asks("max", "POST", "/v1/session/switch", {{"person", "mona"}, {"pin", "000000"}});
  room.asks("max", "POST", "/v1/session/switch", {{"person", "mona"}, {"pin", "739104"}});
  room.asks("sam", "POST", "/v1/commands", {{"do", "open-bets"}, {"table", "5"}});
  room.asks("sam", "DELETE", "/v1/session");
  room.asks("admin", "DELETE", "/v1/people/olga/sessions");
  room.asks("admin", "DELETE", "/v1/people/nobody/sessions");
  for (const auto& route : service::all_routes()) {
    if (route.name == "followEvents") continue;  // it does not end; its events are those of the log
    CAPTURE(route.name);
    CHECK(room.answered.count(route.name) == 1);
  }
  CHECK(room.problems.size() > 12);
}

}  // namespace cardroom::testing
