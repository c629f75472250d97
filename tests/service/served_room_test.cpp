#include "support/served_room.hpp"

namespace {

using namespace cardroom;
using testing::ServedRoom;

constexpr const char* kHand = R"("table":"5","wagers":[{"seat":2,"on":"player","cents":20000}],)"
                              R"("player":"9h Kd","banker":"2c 4s")";

TEST_CASE("a served room keeps its book and its people over any end", "[service][served]") {
  ServedRoom room;
  room.add("olga", "shift-manager");
  room.open_table("olga");
  room.say("olga", "hand", kHand);
  const auto before = room.events();
  const int signal = GENERATE(SIGTERM, SIGKILL);
  CAPTURE(signal);
  CHECK(room.stop(signal) == (signal == SIGKILL ? 128 + SIGKILL : 0));
  room.start();
  CHECK(room.events() == before);
  CHECK(room.get("olga", "/v1/session").at("person") == "olga");
  CHECK(room.say("olga", "hand", kHand) == before + 1);
  CHECK(room.get("olga", "/v1/rounds").at("items").size() == 2);
}

}  // namespace
