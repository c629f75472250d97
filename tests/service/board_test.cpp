// The board over the line: who may, what it says, and that its ETag is another exactly when it is.

#include "cardroom/reports/board.hpp"

#include "cardroom/table/field_reader.hpp"
#include "support/fast_room.hpp"

namespace cardroom::testing {

namespace {

constexpr const char* kHand = R"("table":"5","wagers":[{"seat":2,"on":"player","cents":10000}],)"
                              R"("player":"9h Kd","banker":"2c 4s")";

class BoardRoom : public FastRoom {
 public:
  BoardRoom() {
    set_up();
    add("olga", "shift-manager");
    open_table("olga");
  }
  /// The board as it stands; 304 is met exactly where its text is the same as before.
  reports::Board looks() {
    const auto heard = ask("olga", "GET", "/v1/board");
    REQUIRE(heard.status == 200);
    REQUIRE_FALSE(heard.etag.empty());
    if (!etag_.empty()) {
      const auto asked = ask("olga", "GET", "/v1/board", "", {{"If-None-Match", etag_}});
      changed = heard.body != body_;
      CHECK(asked.status == (changed ? 200 : 304));
      CHECK((heard.etag != etag_) == changed);
      CHECK(asked.body == (changed ? heard.body : ""));
    }
    etag_ = heard.etag;
    body_ = heard.body;
    return accepted(table::read_fields<reports::Board>(body_, "a board", std::size_t{1} << 20U));
  }

  bool changed = true;

 private:
  std::string etag_, body_;
};

}  // namespace

TEST_CASE("the board's tag changes exactly when something on it does", "[service][board]") {
  BoardRoom room;
  CHECK(room.looks().tables.size() == 1);
  room.looks();
  CHECK_FALSE(room.changed);
  room.say("olga", "hand", kHand);
  const auto played = room.looks();
  CHECK(room.changed);
  CHECK(played.tables[0].shift.hands == 1);
  CHECK(played.total.fees == rules::Cents::dollars(8));
  CHECK(played.tables[0].road == "P");
  room.say("ada", "add-person", R"("person":"new","name":"New","role":"dealer")");
  room.looks();
  CHECK_FALSE(room.changed);
  CHECK(room.command("olga", "hand", R"("table":"5")").status >= 400);
  room.looks();
  CHECK_FALSE(room.changed);
  room.say("olga", "waive-fee", R"("round":1,"bettor":"Bob","reason":"A late dealer.")");
  CHECK(room.looks().total.fees == rules::Cents::dollars(5));
  CHECK(room.changed);
  room.say("olga", "request-correction", R"("round":1,"strike":true,"reason":"A rehearsal.")");
  CHECK(room.looks().tables[0].warnings.size() == 1);
  CHECK(room.changed);
}

TEST_CASE("a board that is asked for after every hand has all of them", "[service][board]") {
  BoardRoom room;
  std::int64_t hands = 0;
  for (int turn = 0; turn < 5; ++turn) {
    const int holder = turn % 3 + 1;
    for (int hand = 0; hand < 2; ++hand) {
      room.say("olga", "hand",
               R"("table":"5","wagers":[{"seat":)" + std::to_string(holder % 3 + 1) +
                   R"(,"on":"player","cents":10000}],"player":"9h Kd","banker":"2c 4s")");
      const auto board = room.looks();
      CHECK(board.tables[0].shift.hands == ++hands);
      CHECK(board.total.hands == hands);
    }
    room.say("olga", "offer-position", R"("table":"5")");
    room.say("olga", "accept-position",
             R"("table":"5","wager_cents":1000000,"seat":)" + std::to_string(holder % 3 + 1));
  }
}

}  // namespace cardroom::testing
