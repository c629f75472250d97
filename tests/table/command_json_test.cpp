// Commands as JSON: the same on every path into the program.

#include <nlohmann/json.hpp>

#include "cardroom/table/command.hpp"
#include "support/rounds.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using nlohmann::json;
using rules::Refusal;
using table::all_commands;
using table::command_json;
using table::CommandTold;
using table::read_command;
using table::read_request;

namespace {

/// What a field of each kind may hold; lists, objects and words of a closed list by their names.
json value_for(const table::FieldTold& field) {
  if (field.kind == "whole number") return 12;
  static const json by_name = {
      {"role", "manager"},
      {"method", "C"},
      {"counters", {"Ann Lee", "Bo Chu"}},
      {"shifts", {{{"name", "day"}, {"from", "06:00"}, {"to", "18:00"}}}},
      {"limits", {{{"on", "tie"}, {"least_cents", 1000}, {"most_cents", 5000}}}},
      {"provider", {{"company", "Acme"}, {"licence", "L"}, {"badge_expires", "2027-01-31"}}},
      {"wagers",
       {{{"seat", 3}, {"on", "tie"}, {"cents", 100}},
        {{"seat", 4},
         {"bettor", "bo \"the\" \\ king"},
         {"backline", true},
         {"on", "player"},
         {"cents", -5},
         {"slipped", true},
         {"placed_for", true}}}}};
  if (by_name.contains(field.name)) return by_name[field.name];
  if (field.kind == "text") return "Zoë \"/\\\" \t";
  if (field.kind == "cents") return 9'007'199'254'740'993;  // would not survive a double
  if (field.kind == "true or false") return true;
  FAIL("no value for the field " << field.name << ", " << field.kind);
  return {};
}

json full(const CommandTold& told) {
  json all = {{"do", told.name}};
  for (const auto& field : told.fields) all[field.name] = value_for(field);
  return all;
}

/// With only what must be there.
json least(const CommandTold& told) {
  json needed = full(told);
  for (const auto& field : told.fields) {
    if (!field.required) needed.erase(field.name);
  }
  return needed;
}

std::string written(const json& command) {
  return command_json(accepted(read_command(command.dump())));
}

}  // namespace

TEST_CASE("every command survives being written and read again", "[table]") {
  CHECK(all_commands().size() == std::variant_size_v<table::Command>);
  for (const auto& told : all_commands()) {
    for (const json& command : {full(told), least(told)}) {
      CAPTURE(command.dump());
      const auto once = written(command);
      CHECK(command_json(accepted(read_command(once))) == once);
      CHECK(json::parse(once) == command);  // nothing lost, nothing added
    }
  }
}

TEST_CASE("the form that is kept does not depend on the order of keys or on defaults", "[table]") {
  for (const auto& told : all_commands()) {
    const json command = full(told);
    CAPTURE(told.name);
    std::string backwards;
    std::vector<std::string> fields;
    for (const auto& [key, value] : command.items()) {
      fields.push_back(json(key).dump() + ":" + value.dump());
    }
    for (const auto& field : fields) backwards = field + (backwards.empty() ? "" : ",") + backwards;
    CHECK(command_json(accepted(read_command("{" + backwards + "}"))) == written(command));
  }
  CHECK(written({{"do", "place-wager"},
                 {"table", "5"},
                 {"seat", 1},
                 {"on", "tie"},
                 {"cents", 1},
                 {"backline", false}}) ==
        R"({"do":"place-wager","table":"5","seat":1,"on":"tie","cents":1})");
}

TEST_CASE("every key that is missing, strange or of another type is named", "[table]") {
  for (const auto& told : all_commands()) {
    for (const auto& field : told.fields) {
      CAPTURE(told.name, field.name);
      json without = full(told);
      without.erase(field.name);
      if (field.required) {
        CHECK(refusal_of(read_command(without.dump()), "'" + field.name + "' is missing") ==
              Refusal::missing_key);
      } else {
        accepted(read_command(without.dump()));
      }
      json other = full(told);
      other[field.name] = field.kind == "text" ? json(7) : json("seven");
      CHECK(refusal_of(read_command(other.dump()), "'" + field.name + "' must be") ==
            Refusal::wrong_type);
      other[field.name] = nullptr;
      CHECK(refusal_of(read_command(other.dump()), "'" + field.name + "'") == Refusal::wrong_type);
    }
    json strange = full(told);
    strange["colour"] = "red";
    CHECK(refusal_of(read_command(strange.dump()), "'colour'") == Refusal::unknown_key);
  }
}

TEST_CASE("a fault inside a list is named with its place", "[table]") {
  const std::string hand =
      R"({"do":"hand","table":"5","player":"4h 5d","banker":"4c 4s","wagers":[)"
      R"({"seat":1,"on":"tie","cents":100},{"seat":2,"on":"tie","cents":200}]})";
  const auto with = [&](std::string_view from, std::string_view to, std::string_view mentions) {
    return refusal_of(read_command(changed(hand, from, to)), mentions);
  };
  accepted(read_command(hand));
  CHECK(with("\"seat\":2", "\"seat\":\"2\"", "'wagers[1].seat' must be") == Refusal::wrong_type);
  CHECK(with("\"seat\":2,", "", "'wagers[1].seat' is missing") == Refusal::missing_key);
  CHECK(with("\"seat\":2", "\"seat\":2,\"odds\":8", "'wagers[1].odds'") == Refusal::unknown_key);
  CHECK(with("{\"seat\":1,\"on\":\"tie\",\"cents\":100}", "5", "'wagers[0]' must be") ==
        Refusal::wrong_type);
  CHECK(with("\"cents\":100", "\"cents\":100,\"cents\":1", "'cents' comes twice") ==
        Refusal::duplicate_key);
}

TEST_CASE("what nobody can mean is refused by its own code", "[table]") {
  const auto command = [](std::string_view text, std::string_view mentions = {}) {
    return refusal_of(read_command(text), mentions);
  };
  CHECK(command("") == Refusal::not_json);
  CHECK(command("  \n") == Refusal::not_json);
  CHECK(command(R"({"do":"close-shift")") == Refusal::not_json);
  CHECK(command(R"({"do":"close-shift"} x)") == Refusal::not_json);
  CHECK(command("\xff\xfe") == Refusal::not_json);
  CHECK(command(std::string_view("{\"do\":\"close-shift\"}\0{}", 23), "zero byte") ==
        Refusal::not_json);
  CHECK(command(R"({"do":"close-sh)", "too early") == Refusal::not_json);
  CHECK(command(R"({"do":"close-shift","do":"close-shift"})", "'do'") == Refusal::duplicate_key);
  CHECK(command(R"([{"do":"close-shift"}])") == Refusal::wrong_type);
  CHECK(command("null") == Refusal::wrong_type);
  CHECK(command("{}", "'do'") == Refusal::missing_key);
  CHECK(command(R"({"do":"give-money"})", "give-money") == Refusal::unknown_command);
  CHECK(command(R"({"do":"Settle","table":"5"})") == Refusal::unknown_command);
  CHECK(command(R"({"do":7})") == Refusal::wrong_type);
  CHECK(command(R"({"do":"choose-method","table":"5","method":"D"})") == Refusal::method_not_here);
  CHECK(command(R"({"do":"add-person","person":"e","name":"E","role":"boss"})", "compliance") ==
        Refusal::unknown_role);
}

TEST_CASE("numbers are whole and fit", "[table]") {
  const auto bank = [](std::string_view cents) {
    return read_command(R"({"do":"change-bank","table":"5","wager_cents":)" + std::string(cents) +
                        "}");
  };
  for (const auto* text : {"100.0", "1e3", "0.5", "1E400", "-0.0"}) {
    CAPTURE(text);
    CHECK(refusal_of(bank(text), "'wager_cents'") == Refusal::not_a_whole_number);
  }
  for (const std::string& text :
       {std::string("9223372036854775808"), std::string("-9223372036854775809"),
        std::string("18446744073709551616"), times(400, "9")}) {
    CAPTURE(text);
    CHECK(refusal_of(bank(text), "'wager_cents'") == Refusal::number_too_large);
  }
  CHECK(command_json(accepted(bank("9223372036854775807"))).find("9223372036854775807") !=
        std::string::npos);
  CHECK(command_json(accepted(bank("-9223372036854775808"))).find("-9223372036854775808") !=
        std::string::npos);
  CHECK(refusal_of(read_command(R"({"do":"restrict-area","table":"5","wagers":40000})"),
                   "'wagers'") == Refusal::number_too_large);
}

TEST_CASE("what is too deep, too long or too wide is refused without much work", "[table]") {
  const auto deep = R"({"do":"close-shift","x":)" + times(9, "[") + times(9, "]") + "}";
  CHECK(refusal_of(read_command(deep)) == Refusal::nested_too_deeply);
  const auto deeper = R"({"do":)" + times(500'000, "[");
  CHECK(refusal_of(read_command(deeper)) == Refusal::nested_too_deeply);
  const auto long_name =
      R"({"do":"seat","table":"5","seat":1,"name":")" + times(10 * 1024 * 1024, "x") + "\"}";
  CHECK(refusal_of(read_command(long_name), "bytes") == Refusal::input_too_large);
  std::string wide = R"({"do":"close-shift")";
  for (int i = 0; i < 60'000; ++i) wide += ",\"k" + std::to_string(i) + "\":1";
  wide += "}";
  REQUIRE(wide.size() < table::kMostCommandBytes);
  CHECK(refusal_of(read_command(wide), "key number 65") == Refusal::unknown_key);
}

TEST_CASE("a request says who asks, under which key, and maybe when", "[table]") {
  const std::string settle =
      R"({"do":"settle","table":"5","by":"maria","key":"k-17","at":"2026-11-18T18:03:11-08:00"})";
  const auto request = accepted(read_request(settle));
  CHECK(request.by == "maria");
  CHECK(request.key == "k-17");
  CHECK(request.at_ms == 1'795'053'791'000);
  CHECK(command_json(request.command) == R"({"do":"settle","table":"5"})");
  const auto with = [&](std::string_view from, std::string_view to) {
    return read_request(changed(settle, from, to));
  };
  CHECK(accepted(with("18:03:11-08:00", "18:03:11.250-08:00")).at_ms == 1'795'053'791'250);
  CHECK(accepted(with("2026-11-18T18:03:11-08:00", "2026-11-19T02:03:11Z")).at_ms ==
        1'795'053'791'000);
  CHECK_FALSE(accepted(with(R"(,"at":"2026-11-18T18:03:11-08:00")", "")).at_ms.has_value());
  for (const auto* time : {"2026-11-18 18:03:11", "2026-02-30T18:03:11Z", "2026-11-18T24:00:00Z",
                           "2026-11-18T18:03:60Z", "2026-11-18T18:03:11", "1969-12-31T00:00:00Z",
                           "2026-11-18T18:03:11.1234Z", "now", ""}) {
    CAPTURE(time);
    CHECK(refusal_of(with("2026-11-18T18:03:11-08:00", time), "'at'") ==
          Refusal::time_not_readable);
  }
  CHECK(refusal_of(with("\"maria\"", "\"\""), "'by'") == Refusal::name_not_usable);
  CHECK(refusal_of(with("k-17", "k\\n17"), "'key'") == Refusal::name_not_usable);
  CHECK(refusal_of(with("k-17", times(65, "k")), "'key'") == Refusal::name_not_usable);
  CHECK(refusal_of(with(R"(,"key":"k-17")", ""), "'key'") == Refusal::missing_key);
  CHECK(refusal_of(with(R"("by":"maria",)", ""), "'by'") == Refusal::missing_key);
}

TEST_CASE("a command as the log keeps it carries no request's keys", "[table]") {
  CHECK(refusal_of(read_command(R"({"do":"settle","table":"5","by":"maria"})"), "'by'") ==
        Refusal::unknown_key);
}
