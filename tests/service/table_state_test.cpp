// What a device at a table is told through a hand: who sits where, what lies there, what may be
// done next and by whom.

#include "support/fast_room.hpp"

namespace cardroom::testing {

namespace {

using nlohmann::json;

/// "open-bets, seat 4, pause-table (supervisor)": a dealer's steps without their role.
std::string may_be_done(const json& table) {
  std::string all;
  for (const auto& step : table.at("next")) {
    const std::string role = step.at("least_role");
    CHECK(step.at("text").get<std::string>().ends_with('.'));
    all += (all.empty() ? "" : ", ") + step.at("do").get<std::string>();
    if (step.contains("seat")) all += ' ' + step["seat"].dump();
    if (role != "dealer") all += " (" + role + ')';
  }
  return all;
}

/// One step and what is told after it.
struct Step {
  std::string what, fields;
  std::string next;
  json told = {};  ///< members of the table that must be as here
};

/// Whether every member that `part` names is in the whole as it says.
void check_part(const json& whole, const json& part, const std::string& at) {
  for (const auto& [name, value] : part.items()) {
    CAPTURE(at, name);
    const json found = whole.is_array() ? whole.at(std::stoul(name)) : whole.value(name, json());
    if (value.is_object()) {
      check_part(found, value, at + '/' + name);
    } else {
      CHECK(found == value);
    }
  }
}

const std::string kSupervisors = "pause-table (supervisor), close-table (supervisor)";
const std::string kVoid = ", void-round (supervisor), seat 4";

/// Table 5 from its opening to its second hand: Ann at seat 1 banks, Bob and Eve behind him bet.
const std::vector<Step> kHand = {
    {"open-table",
     R"("game":"fortune-7","schedule":13)",
     "seat 1, " + kSupervisors,
     {{"status", "open"}, {"hands", 0}, {"terms", {{"option", 13}, {"limits", "$100 - $500"}}}}},
    {"seat",
     R"("seat":1,"name":"Ann")",
     "offer-position 1, seat 2, " + kSupervisors,
     {{"seats", {{"0", {{"name", "Ann"}}}}}, {"position", {{"due", {{"seat", 1}}}}}}},
    {"seat", R"("seat":2,"name":"Bob")", "offer-position 1, seat 3, " + kSupervisors},
    {"seat", R"("seat":3,"name":"Cai")", "offer-position 1, seat 4, " + kSupervisors},
    {"add-backline",
     R"("seat":2,"name":"Eve")",
     "offer-position 1, seat 4, " + kSupervisors,
     {{"seats", {{"1", {{"backline", {"Eve"}}}}}}}},
    {"offer-position",
     "",
     "accept-position 1, decline-position 1, seat 4, " + kSupervisors,
     {{"position", {{"due", nullptr}, {"offered", {{"seat", 1}, {"name", "Ann"}}}}}}},
    {"accept-position",
     R"("seat":1,"wager_cents":1000000)",
     "open-bets, give-up-position, seat 4, " + kSupervisors,
     {{"hand", nullptr},
      {"position",
       {{"offered", nullptr},
        {"holder", {{"seat", 1}, {"hand", 1}, {"of", 2}, {"wager_cents", 1000000}}}}}}},
    {"open-bets",
     "",
     "place-wager" + kVoid,
     {{"hand", {{"phase", "bets open"}, {"action_cents", 0}}}}},
    {"place-wager",
     R"("seat":2,"on":"player","cents":20000)",
     "close-bets, place-wager" + kVoid,
     {{"hand", {{"phase", "bets open"}, {"action_cents", 20000}}},
      {"seats",
       {{"1",
         {{"spaces",
           {{"0", {{"on", "player"}, {"total_cents", 20000}, {"room_left_cents", 30000}}}}}}}}}}},
    {"place-wager",
     R"("seat":2,"bettor":"Eve","backline":true,"on":"player","cents":10000)",
     "close-bets, place-wager" + kVoid,
     {{"hand", {{"action_cents", 30000}}},
      {"seats",
       {{"1", {{"spaces", {{"0", {{"total_cents", 30000}, {"room_left_cents", 20000}}}}}}}}}}},
    {"close-bets",
     "",
     "deal-card" + kVoid,
     {{"hand",
       {{"phase", "dealing"},
        {"player_dealer_fee_cents", 500},
        {"player_fees_cents", 600},
        {"next_card", "player"}}}}},
    {"deal-card",
     R"("card":"6h")",
     "deal-card" + kVoid,
     {{"hand", {{"player", "6h"}, {"player_total", 6}, {"next_card", "banker"}}}}},
    {"deal-card", R"("card":"3c")", "deal-card" + kVoid, {{"hand", {{"next_card", "player"}}}}},
    {"deal-card", R"("card":"Kd")", "deal-card" + kVoid, {{"hand", {{"next_card", "banker"}}}}},
    {"deal-card",
     R"("card":"Ks")",
     "deal-card" + kVoid,
     {{"hand", {{"banker", "3c Ks"}, {"banker_total", 3}, {"next_card", "banker"}}}}},
    {"deal-card",
     R"("card":"4s")",
     "settle" + kVoid,
     {{"hand",
       {{"phase", "complete"},
        {"player", "6h Kd"},
        {"banker", "3c Ks 4s"},
        {"banker_total", 7},
        {"next_card", "nobody"}}}}},
    {"settle",
     "",
     "open-bets, give-up-position, seat 4, " + kSupervisors,
     {{"hand", nullptr},
      {"hands", 1},
      {"seats", {{"1", {{"spaces", nullptr}}}}},
      {"position", {{"holder", {{"hand", 2}}}}}}},
    {"hand",
     R"("wagers":[{"seat":2,"on":"player","cents":20000}],"player":"9h Kd","banker":"2c 4s")",
     "offer-position 2, seat 4, " + kSupervisors,
     {{"hands", 2}, {"position", {{"holder", nullptr}, {"due", {{"seat", 2}}}}}}},
    {"pause-table",
     R"("reason":"a break")",
     "resume-table (supervisor), seat 4, close-table (supervisor)",
     {{"status", "paused"}}},
    {"close-table", "", "", {{"status", "closed"}, {"position", nullptr}, {"terms", nullptr}}},
};

}  // namespace

TEST_CASE("a table tells through a whole hand what may be done next and by whom",
          "[service][table]") {
  FastRoom room;
  room.set_up();
  room.add("olga", "shift-manager");
  room.add("sam", "supervisor");
  room.add("max", "dealer");
  room.say("olga", "open-shift", R"("shift":"day")");
  std::string version;
  for (const auto& step : kHand) {
    CAPTURE(step.what, step.fields);
    // Whose step it is, is told; nobody below may do it.
    const bool supervisor =
        step.what == "open-table" || step.what == "pause-table" || step.what == "close-table";
    const auto fields = R"("table":"5")" + std::string(step.fields.empty() ? "" : ",");
    if (supervisor) {
      CHECK(problem_code(room.command("max", step.what, fields + step.fields)) == "role_too_low");
    }
    room.say(supervisor ? "sam" : "max", step.what, fields + step.fields);
    const auto now = room.get("max", "/v1/tables/5");
    CHECK(now.at("version") != version);
    version = now.at("version");
    CHECK(may_be_done(now) == step.next);
    check_part(now, step.told, "");
    // The room's list tells the same in a line.
    const auto line = room.get("max", "/v1/tables").at("items").at(0);
    CHECK(line.at("version") == version);
    CHECK(line.value("waits_for", "") == (now["next"].empty() ? "" : now["next"][0]["text"]));
  }
}

TEST_CASE("bets that cannot be closed yet say why", "[service][table]") {
  OpenRoom room;
  const auto next = [&] {
    return room.get("olga", "/v1/tables/5")["next"][0]["text"].get<std::string>();
  };
  room.say("olga", "open-bets", R"("table":"5")");
  CHECK(next() == "Place a wager.");
  room.say("olga", "place-wager", R"("table":"5","seat":2,"on":"fortune-7","cents":10000)");
  CHECK(next().starts_with("Place a wager. The bets cannot be closed yet: Fortune 7"));
  room.say("olga", "place-wager", R"("table":"5","seat":2,"on":"banker","cents":10000)");
  CHECK(next() == "Close the bets: the fees are taken.");
}

TEST_CASE("what is not listed as the next step is refused, and nothing changes",
          "[service][table]") {
  OpenRoom room;
  const auto refused = [&](const std::string& what, const std::string& fields,
                           const std::string& code) {
    CAPTURE(what);
    const auto before = room.events();
    const auto seen = room.get("olga", "/v1/tables/5");
    CHECK(may_be_done(seen).find(what) == std::string::npos);
    const auto heard = room.command("olga", what, R"("table":"5")" + fields);
    CHECK(problem_code(heard) == code);
    CHECK(room.events() == before);
    CHECK(room.get("olga", "/v1/tables/5") == seen);
  };
  refused("close-bets", "", "no_hand");
  refused("settle", "", "no_hand");
  refused("deal-card", R"(,"card":"6h")", "no_hand");
  refused("offer-position", "", "position_held");
  refused("accept-position", R"(,"seat":1,"wager_cents":100000)", "offer_not_made");
  room.say("olga", "open-bets", R"("table":"5")");
  refused("open-bets", "", "hand_in_progress");
  refused("close-table", "", "hand_in_progress");
  refused("settle", "", "bets_still_open");
  room.say("olga", "place-wager", R"("table":"5","seat":2,"on":"player","cents":20000)");
  room.say("olga", "close-bets", R"("table":"5")");
  refused("place-wager", R"(,"seat":2,"on":"tie","cents":20000)", "bets_not_open");
  refused("settle", "", "cards_missing");
  room.say("olga", "deal-cards", R"("table":"5","player":"9h Kd","banker":"2c 4s")");
  refused("deal-card", R"(,"card":"6h")", "too_many_cards");
}

}  // namespace cardroom::testing
