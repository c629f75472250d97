#include "cardroom/reports/live_room.hpp"

#include <catch2/catch.hpp>

#include "cardroom/table/names.hpp"
#include "support/fortune_7_table.hpp"
#include "support/house_table.hpp"

namespace cardroom::testing {

namespace {

reports::LiveTable live(const PlayedTable& table) {
  return reports::live_table(table.room.floor(), table.state());
}

std::string first_step(const PlayedTable& table) {
  const auto next = live(table).next;
  return next.empty() ? "" : next.front().what;
}

/// A step as somebody of its role would give it.
std::string command_of(const reports::NextStep& step, const PlayedTable& table) {
  std::string fields = R"("do":")" + step.what + '"';
  const bool seated = step.what == "accept-position" || step.what == "decline-position" ||
                      step.what == "seat" || step.what == "offer-position";
  if (seated && step.seat) fields += fmt::format(R"(,"seat":{})", *step.seat);
  if (step.what == "accept-position") fields += R"(,"wager_cents":200000)";
  if (step.what == "seat") fields += R"(,"name":"Newcomer")";
  if (step.what == "pause-table") fields += R"(,"reason":"a break")";
  if (step.what == "deal-card") {
    fields += table.state().game->deck.suit_letters.find('h') == std::string_view::npos
                  ? R"(,"card":"3f")"
                  : R"(,"card":"3h")";
  }
  if (step.what == "void-round") {
    for (const auto& row : table.state().game->irregularities) {
      if (row.effect != rules::Effect::void_round) continue;
      fields += fmt::format(R"(,"code":"{}","reason":"seen")", row.code);
      break;
    }
    if (table.state().game->irregularities.empty()) fields += R"(,"code":"","reason":"seen")";
  }
  if (step.what == "place-wager") fields += R"(,"seat":3,"on":"player","cents":10000)";
  return R"({"table":"5",)" + fields + "}";
}

/// Everything that is suggested is accepted from a person with the role that it names.
void check_steps(const PlayedTable& table) {
  for (const auto& step : live(table).next) {
    const auto command = command_of(step, table);
    const auto given = table.room.asks(command, person_with(step.least));
    const auto* no = rules::refused(given);
    CAPTURE(command, no == nullptr ? "" : no->detail);
    CHECK(no == nullptr);
  }
}

}  // namespace

TEST_CASE("a Fortune 7 table says what it waits for through a hand", "[reports][live]") {
  Fortune7Table table({1, 2, 3});
  const auto waits_for = [&](const std::string& step) {
    CHECK(first_step(table) == step);
    check_steps(table);
  };
  waits_for("offer-position");
  const auto due = live(table).position->due.value().seat;
  CHECK(due == table.offered());
  waits_for("accept-position");
  const auto offered = live(table).position->offered.value();
  CHECK_FALSE(live(table).position->due);
  table.accepts(static_cast<int>(offered.seat));
  CHECK(live(table).position->holder->hand == 1);
  waits_for("open-bets");
  table.does(R"("do":"open-bets")");
  CHECK(live(table).hand->phase == "bets open");
  waits_for("place-wager");
  const int bettor = offered.seat == 2 ? 3 : 2;
  table.places(bettor, "player", 100);
  const auto seats = live(table).seats;
  const auto& space = seats[static_cast<std::size_t>(bettor) - 1].spaces.at(0);
  CHECK(space.total == rules::Cents::dollars(100));
  CHECK(space.room_left == rules::Cents::dollars(400));
  waits_for("close-bets");
  table.does(R"("do":"close-bets")");
  CHECK(live(table).hand->player_dealer_fee == rules::Cents::dollars(5));
  CHECK(live(table).hand->player_fees == rules::Cents::dollars(3));
  for (const char* card : {"6h", "3c", "Kd", "4s"}) {
    waits_for("deal-card");
    table.does(R"("do":"deal-card","card":"{}")", card);
  }
  CHECK(live(table).hand->phase == "complete");
  CHECK(live(table).hand->banker_total == 7);
  waits_for("settle");
  table.does(R"("do":"settle")");
  waits_for("open-bets");
  table.does(R"("do":"pause-table","reason":"a break")");
  waits_for("resume-table");
}

TEST_CASE("house-banked tables need no position", "[reports][live]") {
  HouseTable table;
  CHECK_FALSE(live(table).position);
  CHECK(first_step(table) == "open-bets");
  check_steps(table);
  table.does(R"("do":"open-bets")");
  CHECK(first_step(table) == "place-wager");
  check_steps(table);
  table.places(1, "player", 100);
  CHECK(first_step(table) == "close-bets");
  table.does(R"("do":"close-bets")");
  CHECK(first_step(table) == "deal-card");
  CHECK_FALSE(live(table).hand->player_dealer_fee);
  check_steps(table);
  table.draws({"6h", "3c", "Kd", "4s"});
  CHECK(first_step(table) == "settle");
  check_steps(table);
}

TEST_CASE("a table's version changes with it and with the room alone", "[reports][live]") {
  Fortune7Table table({1, 2, 3});
  const auto version = [&] { return live(table).version; };
  auto before = version();
  const auto changes = [&] {
    const auto now = version();
    const bool changed = now != before;
    before = now;
    return changed;
  };
  table.room.does(R"({"do":"open-table","table":"6","game":"fortune-7","schedule":13})");
  CHECK_FALSE(changes());
  table.room.does(R"({"do":"seat","table":"6","seat":1,"name":"Zoe"})");
  CHECK_FALSE(changes());
  table.sits(4);
  CHECK(changes());
  table.offered();
  CHECK(changes());
  table.room.does(R"({"do":"add-person","person":"new","name":"New","role":"dealer"})");
  CHECK(changes());
}

TEST_CASE("the window ahead agrees with the window at any time", "[reports][live]") {
  Fortune7Table table({1, 2, 3, 4});
  for (int turn = 0; turn < 6; ++turn) {
    const int seat = table.offered();
    table.accepts(seat);
    table.plays(seat % 4 + 1);
    table.room.minutes_pass(7);
    if (turn % 2 == 0) table.plays(seat % 4 + 1);
    if (turn % 2 == 1) table.does(R"("do":"give-up-position")");
    const auto& position = table.state().position;
    const auto ahead = window_ahead(position);
    for (int minute = 0; minute < 100; ++minute) {
      const auto now = table.room.now_ms() + minute * table::kMinuteMs + 1;
      const auto window = rotation_window(position, now);
      std::size_t counted = 0;
      for (const auto& holder : ahead.holders) {
        counted += !holder.counts_until_ms || now < *holder.counts_until_ms ? 1U : 0U;
      }
      CAPTURE(turn, minute);
      CHECK(window.holders.size() == counted);
      CHECK(window.would_end_game == (now >= ahead.would_end_game_ms));
    }
  }
}

}  // namespace cardroom::testing
