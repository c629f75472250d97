#include "cardroom/cli/demo_shift.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cardroom/cli/demo_past.hpp"
#include "cardroom/cli/room_requests.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::cli {

namespace {

using rules::Cents;
using rules::refused;
using table::kMinuteMs;
using table::RoundFact;
using Trouble = std::optional<rules::Refused>;

constexpr const char* kTimeZone = "America/Los_Angeles";  // of the usual room
constexpr std::int64_t kDayMs = 24 * 60 * kMinuteMs;
constexpr std::int64_t kSwingBegins = 14 * 60 * kMinuteMs;
constexpr std::int64_t kShiftMs = 8 * 60 * kMinuteMs;
constexpr std::int64_t kSetUpMs = 20 * kMinuteMs;    // before the shift
constexpr std::int64_t kCountedMs = 60 * kMinuteMs;  // after it, at the latest
constexpr std::int64_t kStepMs = 2'000;
constexpr int kBusyPeople = 7;
constexpr Cents kMissing = Cents::dollars(3);  // in one box

/// A step that is the same whatever the floor is.
PlannedStep step(table::Command command, std::int64_t takes_ms = kStepMs) {
  return [=](const table::Floor&) { return std::optional(DemoStep{command, takes_ms}); };
}

/// A hand that is begun card by card and goes wrong at the second one.
std::vector<PlannedStep> voided_hand(const DemoPlayers& players, const std::string& name) {
  constexpr int kAnother = 1;
  const auto at_table = [=](auto make) -> PlannedStep {
    return [=](const table::Floor& floor) -> std::optional<DemoStep> {
      const auto* table = floor.find(name);
      const auto hand = demo_hand(players, *table, kAnother);
      if (!table->hand) return std::nullopt;
      return DemoStep{make(*table, hand), kStepMs};
    };
  };
  std::vector<PlannedStep> steps = {step(table::OpenBets{{name}})};
  for (std::size_t i = 0; i < 2; ++i) {
    steps.push_back(at_table([=](const auto&, const DemoHand& hand) -> table::Command {
      return table::PlaceWager{{{name}, hand.wagers[std::min(i, hand.wagers.size() - 1)]}};
    }));
  }
  steps.push_back(step(table::CloseBets{{name}}));
  for (const char* hand : {"player", "banker"}) {
    steps.push_back(at_table([=](const auto&, const DemoHand& planned) -> table::Command {
      const auto& cards = hand == std::string("player") ? planned.player : planned.banker;
      return table::DealCard{{name}, cards.substr(0, 2), hand};
    }));
  }
  steps.push_back(at_table([=](const auto&, const auto&) -> table::Command {
    return table::VoidRound{
        {{name}, "misdeal", "Two cards came out together and nobody saw which was first"}};
  }));
  return steps;
}

/// Two wagers whose sum lies between the tiers of $100 and of $105 (C-gap).
PlannedStep gap_hand(const DemoPlayers& players, const std::string& name) {
  return [=](const table::Floor& floor) -> std::optional<DemoStep> {
    const auto& table = *floor.find(name);
    auto hand = demo_hand(players, table, 0);
    const auto seats = std::count_if(table.seats.begin(), table.seats.end(),
                                     [](const auto& sitting) { return sitting.has_value(); });
    hand.wagers.clear();
    for (int seat = 1; seat <= seats && hand.wagers.size() < 2; ++seat) {
      const auto& sitting = table.seats[static_cast<std::size_t>(seat - 1)];
      if (!sitting || table.position.turn->seat.number() == seat) continue;
      hand.wagers.push_back({.seat = seat,
                             .bettor = {},
                             .on = hand.wagers.empty() ? "player" : "banker",
                             .cents = Cents::dollars(51 + std::ssize(hand.wagers))});
    }
    return DemoStep{table::PlayHand{{name}, hand.wagers, hand.player, hand.banker}, kMinuteMs};
  };
}

/// The last hand's fee of one bettor is given back.
PlannedStep waiver(const PastBook& book, const std::string& name) {
  return [&book, name](const table::Floor&) -> std::optional<DemoStep> {
    const RoundFact* round = book.last_round(name);
    if (round == nullptr) return std::nullopt;
    for (const auto& bettor : round->bettors()) {
      if (fee_of(*round, bettor) == Cents{}) continue;
      return DemoStep{
          table::WaiveFee{round->id, bettor, "First visit: the posted rule gives it back"},
          kStepMs};
    }
    return std::nullopt;
  };
}

/// One wager of the last hand stood on the other line; seen on video and put right by two people.
std::vector<PlannedStep> correction(const PastBook& book, const std::string& name) {
  const PlannedStep request = [&book, name](const table::Floor&) -> std::optional<DemoStep> {
    const RoundFact* round = book.last_round(name);
    if (round == nullptr) return std::nullopt;
    const auto& game = round->settled->round.game();
    std::vector<table::WagerAsked> wagers;
    for (const auto& placed : round->wagers()) {
      wagers.push_back({placed.seat.number(), round->bettors()[placed.bettor], placed.backline,
                        std::string(game.wager(placed.on).name), placed.stake});
    }
    auto& first = wagers.front();
    first.on = first.on == "player" ? "banker" : "player";
    return DemoStep{
        table::RequestCorrection{round->id,
                                 std::move(wagers),
                                 {},
                                 {},
                                 false,
                                 "The first wager stood on the other line, seen on video"},
        4 * kMinuteMs};
  };
  const PlannedStep approval = [](const table::Floor& floor) -> std::optional<DemoStep> {
    if (floor.corrections.empty()) return std::nullopt;
    return DemoStep{table::ApproveCorrection{floor.corrections.begin()->first}, kStepMs};
  };
  return {request, approval};
}

std::vector<PlannedStep> pause(const std::string& name) {
  return {step(table::PauseTable{name, "The shoe is changed"}, 11 * kMinuteMs),
          step(table::ResumeTable{{name}})};
}

/// People come in the first hours and leave in the last.
void plan_people(DemoFloor& floor, const DemoTable& table, int place, int seated,
                 std::int64_t start_ms, const std::string& today) {
  const auto everybody = seat_demo_people(table, place, kBusyPeople, today);
  std::int64_t at = start_ms + (20 + 7 * place) * kMinuteMs;
  for (std::size_t i = static_cast<std::size_t>(seated); i < everybody.size(); ++i) {
    floor.plan(table.name, at, {step(everybody[i])});
    at += 35 * kMinuteMs;
  }
  at = start_ms + kShiftMs - (100 - 5 * place) * kMinuteMs;
  for (const int seat : {3, 5}) {
    floor.plan(table.name, at, {step(table::Unseat{{table.name, seat}})});
    at += 40 * kMinuteMs;
  }
}

/// What does not happen at every table.
void plan_incidents(DemoFloor& floor, const DemoPlayers& players, const PastBook& book,
                    const std::vector<DemoTable>& tables, std::int64_t start_ms) {
  const auto& first = tables[0].name;
  const auto& second = tables[1].name;
  const auto at = [&](int minutes) { return start_ms + minutes * kMinuteMs; };
  floor.plan(first, at(64), {waiver(book, first)});
  floor.plan(second, at(95), {gap_hand(players, second)});
  floor.plan(first, at(131), voided_hand(players, first));
  floor.plan(second, at(175), pause(second));
  floor.plan(second, at(243), {step(table::ChangeSchedule{second, 23})});
  floor.plan(first, at(288), correction(book, first));
  floor.plan(second, at(345), voided_hand(players, second));
  floor.plan(first, at(402), pause(first));
}

/// The whole shift, in the order in which it happens.
class Shift {
 public:
  Shift(PastBook& book, const DemoAsked& asked, std::int64_t start_ms)
      : book_(book),
        players_{asked.seed, true},
        tables_(demo_tables(asked.tables)),
        start_ms_(start_ms),
        floor_(players_, book, book, "swing") {}

  Trouble play() {
    if (auto no = open()) return no;
    plan_incidents(floor_, players_, book_, tables_, start_ms_);
    // False where it was ended or the disk is full; the book knows which.
    if (!floor_.play_until(start_ms_ + kShiftMs)) return book_.flush();
    if (auto no = close()) return no;
    return book_.flush();
  }

 private:
  Trouble give(const table::Command& command, std::int64_t then_ms = kStepMs) {
    auto no = floor_.give(command);
    static_cast<void>(book_.wait_until(book_.now_ms() + then_ms));
    return no;
  }

  Trouble open() {
    for (const auto& person : demo_staff()) {
      if (person.role == table::Role::admin) continue;  // who made the room
      if (auto no = give(person)) return no;
    }
    static_cast<void>(book_.wait_until(start_ms_));
    if (auto no = give(table::OpenShift{"swing"})) return no;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (auto no = open_table(tables_[i], static_cast<int>(i))) return no;
    }
    return std::nullopt;
  }

  Trouble open_table(const DemoTable& table, int place) {
    const int seated = 4 + place % 2;
    floor_.add(table.name, book_.now_ms() + kMinuteMs);
    if (auto no = give(open_demo_table(table, *book_.floor()))) return no;
    const auto today = table::date_text(ledger::moment_in(kTimeZone, start_ms_));
    for (const auto& command : seat_demo_people(table, place, seated, today)) {
      if (auto no = give(command)) return no;
    }
    plan_people(floor_, table, place, seated, start_ms_, today);
    if (!table.schedule) return std::nullopt;
    return give(table::AddBackline{table.name, 2, demo_name(8 * kMostDemoTables + place), {}});
  }

  Trouble close() {
    const auto shift = book_.floor()->shift->id;
    for (const auto& table : tables_) {
      if (auto no = give(table::CloseTable{{table.name}})) return no;
    }
    if (auto no = give(table::CloseShift{}, 15 * kMinuteMs)) return no;
    int number = 1;
    for (const auto& table : tables_) {
      // What was dropped into the box, hand by hand; three dollars of one are not found.
      const Cents found = book_.dropped(table.name) - (number == 2 ? kMissing : Cents{});
      const table::CountDrop count{
          table.name, shift, fmt::format("B-{:02}", number++), found, {"Lee Moss", "Kim Tran"}};
      if (auto no = give(count, kMinuteMs)) return no;
    }
    return std::nullopt;
  }

  PastBook& book_;
  DemoPlayers players_;
  std::vector<DemoTable> tables_;
  std::int64_t start_ms_;
  DemoFloor floor_;
};

}  // namespace

std::vector<DemoTable> demo_tables(int count) {
  const std::vector<DemoTable> kinds = {{"5", "fortune-7", 13},
                                        {"6", "fortune-7", 22},
                                        {"H1", "fortune-six-v5", {}},
                                        {"7", "fortune-7", 8},
                                        {"8", "fortune-7", 25}};
  std::vector<DemoTable> tables;
  for (int i = 0; i < count; ++i) {
    auto table = kinds[static_cast<std::size_t>(i) % kinds.size()];
    if (i >= std::ssize(kinds)) table.name = std::to_string(i + 4);
    tables.push_back(std::move(table));
  }
  return tables;
}

table::Command open_demo_table(const DemoTable& table, const table::Floor& floor) {
  table::OpenTable open{table.name, table.game, table.schedule, {}, {}, false};
  if (table.schedule) return open;
  const auto* game = std::get<0>(rules::find_game(floor.games, table.game));
  for (const auto& wager : game->wagers) {
    open.limits.push_back(
        {std::string(wager.name), Cents::dollars(25), Cents::dollars(wager.line ? 2000 : 300)});
  }
  return open;
}

std::vector<table::Command> seat_demo_people(const DemoTable& table, int place, int people,
                                             const std::string& today) {
  std::vector<table::Command> commands;
  for (int seat = 1; seat <= people; ++seat) {
    const int number = 8 * place + seat;
    table::SeatPerson sits{table.name, seat, demo_name(number), std::to_string(1000 + number), {}};
    if (place == 0 && seat == 4) {
      const auto year = std::stoi(today.substr(0, 4)) + 1;
      sits.patron.reset();
      sits.provider =
          table::Provider{"Bay Bank Services", "TPPPS-000123", fmt::format("{}-03-31", year)};
    }
    commands.emplace_back(std::move(sits));
  }
  return commands;
}

std::int64_t last_swing_ms(std::int64_t now_ms) {
  const auto begins_on = [](std::int64_t ms) {
    const auto wall = ledger::moment_in(kTimeZone, ms);
    const auto local = wall.local_ms() / kDayMs * kDayMs + kSwingBegins;
    // The hour may have been changed between then and 14:00.
    const auto then = local - wall.offset_minutes * kMinuteMs;
    return local - ledger::moment_in(kTimeZone, then).offset_minutes * kMinuteMs;
  };
  const auto today = begins_on(now_ms);
  return today + kShiftMs + kCountedMs <= now_ms ? today : begins_on(today - kDayMs);
}

std::optional<rules::Refused> record_demo_shift(ledger::Recorder& recorder, const DemoAsked& asked,
                                                std::int64_t start_ms, const Terminal& terminal,
                                                const std::function<bool()>& ended) {
  const auto& admin = demo_staff().front();
  auto room = room_requests({admin.person, admin.name, "", start_ms - kSetUpMs}, true, 0, terminal);
  if (const auto* no = refused(room)) return *no;
  for (const auto& answer : recorder.record(std::get<0>(room))) {
    if (answer.why_not) return answer.why_not;
  }
  PastBook book(recorder, start_ms - kSetUpMs, ended);
  return Shift(book, asked, start_ms).play();
}

}  // namespace cardroom::cli
