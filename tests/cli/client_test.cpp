// The verbs that ask a server, as a person at a terminal or a script calls them.

#include <filesystem>

#include "cardroom/table/command.hpp"
#include "support/served_room.hpp"
#include "support/terminal_desk.hpp"

namespace {

using namespace cardroom;
using namespace cardroom::testing;

/// Ada adds a person at her desk, who then sets a password at another and signs in there.
void join(const Desk& ada, const Desk& other, const std::string& person, const std::string& role) {
  ada.gets({"do", "add-person", "--person", person, "--name", "Name of " + person, "--role", role});
  auto code = ada.gets({"invite", "--person", person, "--json"});
  code = nlohmann::json::parse(code).at("code");
  other.gets({"password", "--person", person, "--code", code}, ServedRoom::kPassword);
  other.login(person);
}

TEST_CASE("a person signs in at a terminal, is known there and signs out", "[cli][client]") {
  const ServedRoom room;
  const Desk desk(room.url());
  CHECK(refused_code(desk.types({"whoami"}), 4) == "not_signed_in");
  CHECK(refused_code(desk.types({"login", "--person", "ada"}, "a wrong password"), 4) ==
        "sign_in_failed");
  CHECK(holds(desk.login("ada"), "Ada Admin"));
  using std::filesystem::perms;
  CHECK(std::filesystem::status(desk.session_file()).permissions() ==
        (perms::owner_read | perms::owner_write));
  CHECK(nlohmann::json::parse(desk.gets({"whoami", "--json"})).at("person") == "ada");
  desk.gets({"logout"});
  CHECK(refused_code(desk.types({"whoami"}), 4) == "not_signed_in");
}

TEST_CASE("a shift manager runs a table from a terminal", "[cli][client]") {
  const ServedRoom room;
  const Desk ada(room.url());
  const Desk olga(room.url());
  ada.login("ada");
  join(ada, olga, "olga", "shift-manager");
  olga.gets({"do", "open-shift", "--shift", "day"});
  olga.gets({"do", "open-table", "--table", "5", "--game", "fortune-7", "--schedule", "13"});
  olga.gets({"do", "seat", "--table", "5", "--seat", "1", "--name", "Ann"});
  olga.gets({"do", "seat", "--table", "5", "--seat", "2", "--name", "Bob"});
  olga.gets({"do", "offer-position", "--table", "5"});
  olga.gets({"do", "accept-position", "--table", "5", "--seat", "1", "--wager", "10,000"});
  CHECK(holds(olga.gets({"status"}), "fortune-7"));
  CHECK(holds(olga.gets({"status", "--table", "5"}), "Bob"));
  const auto told = olga.gets({"do", "hand", "--table", "5", "--wagers",
                               R"({"seat":2,"on":"player","cents":10000})", "--player", "9h Kd",
                               "--banker", "2c 4s", "--key", "hand-1"});
  CHECK(holds(told, "round 1"));
  CHECK(holds(told, "win"));
  const auto again = olga.gets({"do", "hand", "--table", "5", "--wagers",
                                R"({"seat":2,"on":"player","cents":10000})", "--player", "9h Kd",
                                "--banker", "2c 4s", "--key", "hand-1", "--json"});
  CHECK(nlohmann::json::parse(again).at("round") == 1);
  CHECK(room.get("ada", "/v1/rounds").at("items").size() == 1);
  // Beside the table as from the file.
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"explain", "1"}, {"explain", "1", "--json"}}) {
    auto from_file = words;
    from_file.insert(from_file.end(), {"--db", room.book()});
    CHECK(olga.gets(words) == done(ask(from_file)));
  }
  CHECK(refused_code(olga.types({"explain", "77"}), 1) == "unknown_round");
}

TEST_CASE("a terminal tells apart who may not, what is refused and nobody there", "[cli][client]") {
  ServedRoom room;
  const Desk ada(room.url());
  ada.login("ada");
  CHECK(refused_code(ada.types({"do", "open-shift", "--shift", "day"}), 4) == "role_too_low");
  CHECK(refused_code(ada.types({"do", "change-person", "--person", "nobody"}), 1) ==
        "unknown_person");
  const Desk max(room.url());
  join(ada, max, "max", "dealer");
  CHECK(refused_code(max.types({"status", "--table", "77"}), 1) == "unknown_table");
  ada.gets({"do", "change-person", "--person", "max", "--not-active"});
  CHECK(refused_code(max.types({"whoami"}), 4) == "session_over");
  CHECK(ada.types({"do", "place-wager", "--table", "5", "--seat", "x"}).status == 2);
  room.stop();
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"status"}, {"whoami"}, {"do", "open-bets", "--table", "5"}}) {
    CHECK(refused_code(ada.types(words), 3) == "server_unreachable");
  }
}

TEST_CASE("a server that is named counts more than the one of a variable", "[cli][client]") {
  const ServedRoom room;
  const Desk desk(room.url());  // by the variable
  desk.login("ada");
  const std::string other = "http://127.0.0.1:2";
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"setup", "--code", "ABCD-EFGH-JKMN-PQRS", "--person", "ada", "--name", "Ada"},
           {"login", "--person", "ada"},
           {"logout"},
           {"whoami"},
           {"invite", "--person", "ada"},
           {"password", "--person", "ada"},
           {"pin"},
           {"switch", "--person", "ada"},
           {"status"},
           {"board", "--once"},
           {"floor"},
           {"report", "shift"},
           {"explain", "1"},
           {"do", "open-bets", "--table", "5"}}) {
    CAPTURE(words);
    auto named = words;
    named.insert(named.end(), {"--server", other});
    const auto ran = desk.types(named, ServedRoom::kPassword);
    CHECK(ran.status != 0);
    CHECK(holds(ran.err, other));
  }
  CHECK(holds(desk.gets({"whoami"}), "Ada Admin"));
}

TEST_CASE("every command has a verb with a flag for each of its fields", "[cli][client]") {
  for (const auto& command : table::all_commands()) {
    CAPTURE(command.name);
    const auto help = done(ask({"do", std::string(command.name), "--help"}));
    for (const auto& field : command.fields) {
      std::string flag = "--" + field.name;
      for (char& c : flag) c = c == '_' ? '-' : c;
      CHECK(holds(help, flag));
    }
    CHECK_FALSE(holds(help, "..."));
  }
  CHECK(holds(done(ask({"do", "open-table", "--help"})),
              "Example: cardroom do open-table --table 5 --game fortune-7 --schedule 13"));
}

}  // namespace
