// Commands from several devices, sent once or again: written once, answered alike.

#include <latch>
#include <thread>

#include "support/fast_room.hpp"
#include "support/served_room.hpp"
#include "support/text.hpp"
#include "support/wire.hpp"

namespace cardroom::testing {

namespace {

using nlohmann::json;

const std::string kPlayer =
    R"({"do":"place-wager","table":"5","seat":2,"on":"player","cents":20000})";
const std::string kClose = R"({"do":"close-bets","table":"5"})";
const std::string kHand =
    R"({"do":"hand","table":"5","wagers":[{"seat":2,"on":"player","cents":20000}],)"
    R"("player":"9h Kd","banker":"2c 4s"})";

std::string key(const std::string& text) { return "Idempotency-Key: " + text + "\r\n"; }
std::string seen(const std::string& tag) { return "If-Match: " + tag + "\r\n"; }

std::string tag_of_5(Wire& wire) { return header(wire.get("/v1/tables/5"), "ETag").value(); }

/// A table whose bets are open with one wager.
class BetsOpen : public OpenRoom {
 public:
  BetsOpen() {
    say("olga", "open-bets", R"("table":"5")");
    say("olga", "place-wager", R"("table":"5","seat":2,"on":"player","cents":20000)");
  }
};

/// What two devices are answered that send at the same moment.
std::pair<RawAnswer, RawAnswer> at_once(const OpenRoom& room, const std::string& body,
                                        const std::string& first, const std::string& second) {
  std::pair<RawAnswer, RawAnswer> answers;
  std::latch both_here(2);
  const auto device = [&](RawAnswer& answer, const std::string& headers) {
    Wire wire(room, "olga");
    both_here.arrive_and_wait();
    wire.send("POST", "/v1/commands", headers, body);
    if (auto heard = wire.client().answer()) answer = *heard;
  };
  std::thread other([&] { device(answers.second, second); });
  device(answers.first, first);
  other.join();
  return answers;
}

std::pair<int, int> statuses(const RawAnswer& one, const RawAnswer& other) {
  return std::minmax({one.status, other.status});
}

/// How often the log has a command.
std::size_t recorded(const AskedRoom& room, const std::string& what) {
  const auto log = room.get("olga", "/v1/log?limit=200");
  std::size_t times = 0;
  for (const auto& event : log.at("items")) times += event.at("do") == what ? 1U : 0U;
  return times;
}

}  // namespace

TEST_CASE("two devices close the same bets: one does, the other is told to look again",
          "[service][commands]") {
  const BetsOpen room;
  Wire wire(room, "olga");
  const auto tag = tag_of_5(wire);
  const auto before = room.events();
  const auto [one, other] =
      at_once(room, kClose, key("tablet-1") + seen(tag), key("tablet-2") + seen(tag));
  CHECK(statuses(one, other) == std::pair(201, 412));
  const auto& late = one.status == 412 ? one : other;
  CHECK(problem_code(late) == "table_changed");
  CHECK(holds(late.body, "Table 5 has changed since you looked: look again."));
  CHECK(room.events() == before + 1);
  CHECK(recorded(room, "close-bets") == 1);
  // Whoever closed them and lost the answer may ask again with what it saw then.
  const bool first_won = one.status == 201;
  const auto& won = first_won ? one : other;
  const auto again = wire.post(kClose, key(first_won ? "tablet-1" : "tablet-2") + seen(tag));
  CHECK(again.status == 200);
  CHECK(again.body == won.body);
  // The other one looks again and finds that there is nothing left to close.
  const auto looked = wire.post(kClose, key("tablet-3") + seen(tag_of_5(wire)));
  CHECK(looked.status == 409);
  CHECK(problem_code(looked) == "bets_not_open");
  CHECK(room.events() == before + 1);
}

TEST_CASE("If-Match is the tag of the table that a command is for", "[service][commands]") {
  BetsOpen room;
  room.open_another_table("olga", "6");
  Wire wire(room, "olga");
  const auto tag = tag_of_5(wire);
  const auto before = room.events();
  for (const std::string& garbage :
       {std::string("5"), tag.substr(1), "W/" + tag, tag + "," + tag, std::string("\"\""),
        std::string("\""), std::string("'1.2.3'"), std::string("")}) {
    CAPTURE(garbage);
    const auto answer = wire.post(kClose, key("k1") + seen(garbage));
    CHECK(answer.status == 400);
    CHECK(problem_code(answer) == "parameter_not_usable");
  }
  const auto other = header(wire.get("/v1/tables/6"), "ETag").value();
  for (const std::string& stale : {other, std::string("\"1.2.3\""), '"' + times(4000, "9") + '"'}) {
    const auto answer = wire.post(kClose, key("k1") + seen(stale));
    CHECK(answer.status == 412);
    CHECK(problem_code(answer) == "table_changed");
  }
  const auto nowhere = wire.post(changed(kClose, "\"5\"", "\"77\""), key("k1") + seen(tag));
  CHECK(nowhere.status == 412);
  CHECK(problem_code(nowhere) == "table_changed");
  const auto of_room = wire.post(R"({"do":"close-shift"})", key("k1") + seen(tag));
  CHECK(of_room.status == 400);
  CHECK(problem_code(of_room) == "parameter_not_usable");
  CHECK(room.events() == before);
  // What was refused has used up neither the key nor the tag.
  CHECK(wire.post(kClose, key("k1") + seen(tag)).status == 201);
  CHECK(wire.post(R"({"do":"deal-card","table":"5","card":"6h"})", key("k2") + seen("*")).status ==
        201);
}

TEST_CASE("a command sent again under its key is recorded once and answered alike",
          "[service][commands]") {
  OpenRoom room;
  room.add("max", "dealer");
  Wire wire(room, "olga");
  const auto before = room.events();
  const auto first = wire.post(kHand, key("t5-1"));
  CHECK(first.status == 201);
  CHECK(json::parse(first.body).at("event") == before + 1);
  room.say("olga", "pause-table", R"("table":"5","reason":"a break")");
  // What counts is what it asks for, not how that is written.
  const auto inside = changed(kHand, "{", R"({"key":"t5-1",)");
  for (const auto& [body, headers] : std::vector<std::pair<std::string, std::string>>{
           {kHand, key("t5-1")},
           {kHand, key("t5-1") + seen("\"1.2.3\"")},
           {inside, ""},
           {inside, key("t5-1")},
           {changed(kHand, R"({"do":"hand","table":"5",)",
                    "{\"table\" : \"5\",\n\"do\": \"hand\","),
            key("t5-1")},
           {changed(kHand, "{", R"({"by":"olga",)"), key("t5-1")}}) {
    CAPTURE(body, headers);
    const auto again = wire.post(body, headers);
    CHECK(again.status == 200);
    CHECK(again.body == first.body);
  }
  const auto other_cards = changed(kHand, "9h", "8h");
  for (const auto& [who, body, headers] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"olga", other_cards, key("t5-1")},
           {"olga", kClose, key("t5-1")},
           {"max", kHand, key("t5-1")},
           {"olga", inside, key("t5-2")},
           {"olga", changed(inside, "t5-1", "T5-1"), key("t5-1")}}) {
    CAPTURE(who, body, headers);
    const auto answer = Wire(room, who).post(body, headers);
    CHECK(answer.status == 409);
    CHECK(problem_code(answer) == "key_reused");
  }
  CHECK(room.events() == before + 2);
  CHECK(recorded(room, "hand") == 1);
}

TEST_CASE("a key is any short text, and every command has one", "[service][commands]") {
  OpenRoom room;
  Wire wire(room, "olga");
  const auto before = room.events();
  CHECK(problem_code(wire.post(kPlayer, "")) == "key_missing");
  for (const std::string& unusable : {key(""), key(" "), key(times(1'000, "k")), key("a\tb")}) {
    const auto answer = wire.post(R"({"do":"open-bets","table":"5"})", unusable);
    CAPTURE(unusable);
    CHECK(answer.status == 400);
    CHECK(problem_code(answer) == "name_not_usable");
  }
  CHECK(room.events() == before);
  for (const char* usable : {"0", "t5/118 #3", "\"9f1c\"", "{\"a\":1}"}) {
    CAPTURE(usable);
    const std::string body = R"({"do":"change-bank","table":"5","wager_cents":900000})";
    CHECK(wire.post(body, key(usable)).status == 201);
    CHECK(wire.post(body, key(usable)).status == 200);
  }
  CHECK(room.events() == before + 4);
}

TEST_CASE("one key sent twice at once is one event", "[service][commands]") {
  const OpenRoom room;
  const auto before = room.events();
  const auto [one, other] = at_once(room, kHand, key("t5-1"), key("t5-1"));
  CHECK(statuses(one, other) == std::pair(200, 201));
  CHECK(one.body == other.body);
  CHECK(room.events() == before + 1);
}

TEST_CASE("keys outlive the end of the process", "[service][commands][served]") {
  ServedRoom room;
  room.add("olga", "shift-manager");
  room.open_table("olga");
  const ServedRoom::Headers once = {{"Idempotency-Key", "t5-1"}};
  const auto first = room.ask("olga", "POST", "/v1/commands", kHand, once);
  CHECK(first.status == 201);
  CHECK(room.stop(SIGKILL) == 128 + SIGKILL);
  room.start();
  const auto before = room.events();
  const auto again = room.ask("olga", "POST", "/v1/commands", kHand, once);
  CHECK(again.status == 200);
  CHECK(again.body == first.body);
  const auto other = room.ask("olga", "POST", "/v1/commands", changed(kHand, "9h", "8h"), once);
  CHECK(other.status == 409);
  CHECK(problem_code(other) == "key_reused");
  CHECK(room.events() == before);
}

TEST_CASE("a refused command leaves its key free, and nothing else behind", "[service][commands]") {
  OpenRoom room;
  Wire wire(room, "olga");
  const auto refused = [&](const std::string& body, int status, const std::string& code) {
    CAPTURE(body);
    const auto before = room.events();
    const auto answer = wire.post(body, key("later"));
    CHECK(answer.status == status);
    CHECK(problem_code(answer) == code);
    CHECK(room.events() == before);
  };
  refused(changed(kHand, "\"5\"", "\"77\""), 404, "unknown_table");
  refused(changed(kHand, "20000", "9000"), 422, "wager_below_minimum");
  refused(changed(kHand, "2c 4s", "2c"), 422, "cards_missing");
  refused(kClose, 409, "no_hand");
  room.say("olga", "pause-table", R"("table":"5","reason":"a break")");
  refused(kHand, 409, "table_paused");
  room.say("olga", "close-table", R"("table":"5")");
  refused(kHand, 409, "table_not_open");
  refused(kClose, 409, "table_not_open");
  room.say("olga", "open-table", R"("table":"5","game":"fortune-7","schedule":13)");
  refused(kHand, 409, "no_player_dealer");
  CHECK(wire.post(R"({"do":"seat","table":"5","seat":1,"name":"Ann"})", key("later")).status ==
        201);
}

}  // namespace cardroom::testing
