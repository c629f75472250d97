#include "cardroom/cli/demo_floor.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::cli {

namespace {

using table::Role;
using table::TableState;

constexpr std::int64_t kLookAgainMs = 5'000;  // at a table that waits for somebody else
constexpr int kMostRefused = 20;
constexpr std::int64_t kDealersHourMs = 3'600'000;  // dealers move on each hour

constexpr std::array kDealers = {"dan", "eve", "flo", "gil", "hal"};

/// Whether the next hand may begin: what is planned comes before it.
bool before_a_hand(const table::Floor& floor, const std::string& name) {
  const auto* table = floor.find(name);
  if (table == nullptr || table->hand) return false;
  return !table->player_dealer_game() || table->position.turn;
}

}  // namespace

const std::vector<table::AddPerson>& demo_staff() {
  static const std::vector<table::AddPerson> staff = {
      {"admin", "Ada Admin", Role::admin},        {"olga", "Olga Reyes", Role::shift_manager},
      {"mia", "Mia Chen", Role::manager},         {"sam", "Sam Ortiz", Role::supervisor},
      {"cora", "Cora Bell", Role::compliance},    {"dan", "Dan Wu", Role::dealer},
      {"eve", "Eve Park", Role::dealer},          {"flo", "Flo Marsh", Role::dealer},
      {"gil", "Gil Ames", Role::dealer},          {"hal", "Hal Voss", Role::dealer},
      {"demo", "Demo Guest", Role::shift_manager}};
  return staff;
}

void DemoFloor::add(const std::string& table, std::int64_t at_ms) {
  tables_.push_back({table, at_ms, 0, {}, {}});
}

void DemoFloor::plan(const std::string& table, std::int64_t at_ms, std::vector<PlannedStep> steps) {
  const auto found = std::find_if(tables_.begin(), tables_.end(),
                                  [&](const Table& one) { return one.name == table; });
  const auto later = std::find_if(found->plans.begin(), found->plans.end(),
                                  [&](const Plan& one) { return one.at_ms > at_ms; });
  found->plans.insert(later, {at_ms, std::move(steps)});
}

bool DemoFloor::play_until(std::int64_t ms) {
  for (;;) {
    const auto first =
        std::min_element(tables_.begin(), tables_.end(),
                         [](const Table& a, const Table& b) { return a.due_ms < b.due_ms; });
    const bool any = first != tables_.end() && first->due_ms < ms;
    if (!pace_.wait_until(any ? first->due_ms : ms)) return false;
    if (!any) return true;
    go_on(*first);
  }
}

void DemoFloor::go_on(Table& table) {
  const auto floor = book_.floor();
  auto step = next_step(table, *floor);
  const auto now = pace_.now_ms();
  table.due_ms = now + kLookAgainMs;
  if (!step) {
    table.refused = 0;
    return;
  }
  if (give(step->command)) {
    // The refusal is an answer: something else is tried, and after many the table waits.
    if (++table.refused < kMostRefused) table.due_ms = now;
    if (table.refused >= kMostRefused) table.refused = 0;
    return;
  }
  table.refused = 0;
  table.due_ms = now + step->takes_ms;
}

std::optional<DemoStep> DemoFloor::next_step(Table& table, const table::Floor& floor) {
  const bool plan_due = !table.plans.empty() && table.plans.front().at_ms <= pace_.now_ms();
  if (table.now.empty() && plan_due && before_a_hand(floor, table.name)) {
    auto& steps = table.plans.front().steps;
    table.now.assign(steps.begin(), steps.end());
    table.plans.erase(table.plans.begin());
  }
  while (!table.now.empty()) {
    const auto planned = std::move(table.now.front());
    table.now.pop_front();
    if (auto step = planned(floor)) return step;
  }
  const auto* state = floor.find(table.name);
  if (state == nullptr) return std::nullopt;
  return next_demo_step(players_, floor, *state, table.refused);
}

std::string DemoFloor::person_for(const table::Command& command) const {
  const Role role = least_role(command);
  if (role == Role::dealer) {
    const auto named = table::table_of(command);
    const auto place = std::find_if(tables_.begin(), tables_.end(),
                                    [&](const Table& one) { return one.name == named; });
    const auto turn = (place - tables_.begin()) + (pace_.now_ms() - began_ms_) / kDealersHourMs;
    return kDealers[static_cast<std::size_t>(turn) % kDealers.size()];
  }
  for (const auto& person : demo_staff()) {
    if (person.role == role) return person.person;
  }
  throw rules::BrokenInvariant("R3: a command that nobody of the demo's staff may give");
}

std::optional<rules::Refused> DemoFloor::give(const table::Command& command) {
  return book_.give(
      {person_for(command), fmt::format("{}-{:05}", keys_, ++given_), std::nullopt, command});
}

}  // namespace cardroom::cli
