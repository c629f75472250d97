// What may be done at a table now. Nothing here knows a rule: candidates are asked of `against`.

#include <fmt/format.h>

#include "cardroom/ledger/recorder.hpp"
#include "cardroom/reports/live_room.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/deal.hpp"
#include "cardroom/table/decide.hpp"

namespace cardroom::reports {

namespace {

using rules::Seat;
using table::Floor;
using table::TableState;

/// Steps at a table need no past; whoever asked for it here would be wrong.
class NoRecords final : public table::Records {
 public:
  std::optional<table::RoundFact> round(std::int64_t, std::int64_t) const override { fail(); }
  bool reversed(std::int64_t, std::int64_t) const override { fail(); }
  std::vector<table::Waiver> waivers(std::int64_t, std::int64_t) const override { fail(); }
  std::optional<table::ShiftRecord> shift(std::int64_t, std::int64_t) const override { fail(); }
  std::optional<std::int64_t> count_of(const std::string&, std::int64_t,
                                       std::int64_t) const override {
    fail();
  }
  std::optional<Count> count(std::int64_t, std::int64_t) const override { fail(); }
  bool known_table(const std::string&) const override { fail(); }

 private:
  [[noreturn]] static void fail() {
    throw rules::BrokenInvariant("T7: a step at a table looks at no record");
  }
};

class Steps {
 public:
  Steps(const Floor& floor, const TableState& table)
      : floor_(floor), table_(table), now_(ledger::moment_on(floor, floor.last_ms)) {}

  /// Tries it; what the rules allow is listed.
  bool may(const table::Command& command, std::string text,
           std::optional<std::int64_t> seat = std::nullopt) {
    const auto role = least_role(command);
    // A role beside the ladder could not stand at a table.
    if (table::against(floor_, records_, role, now_, command)) return false;
    steps.push_back({std::string(name(command)), role, seat, std::move(text)});
    return true;
  }

  void all() {
    if (table_.status == TableState::Status::closed) return;
    may(table::ResumeTable{{table_.name}}, "Resume the table.");
    answer_offer();
    play();
    offer();
    may(table::OpenBets{{table_.name}}, "Open the bets.");
    may(table::GiveUpPosition{{table_.name}}, "End the turn early.");
    for (int number = 1; number <= table_.game->layout.seats(); ++number) {
      if (may(table::SeatPerson{table_.name, number, "Somebody new", {}, {}},
              fmt::format("Seat somebody at seat {}.", number), number)) {
        break;
      }
    }
    may(table::PauseTable{table_.name, "a break"}, "Pause the table.");
    may(table::CloseTable{{table_.name}}, "Close the table.");
  }

  std::vector<NextStep> steps;

 private:
  void answer_offer() {
    if (!table_.position.offer) return;
    const int seat = table_.position.offer->seat.number();
    const auto& who = at(table_.seats, table_.position.offer->seat)->name;
    may(table::AcceptPosition{table_.name, seat, rules::Cents::dollars(1000)},
        fmt::format("{} at seat {} accepts the position with a wager.", who, seat), seat);
    may(table::DeclinePosition{{table_.name, seat}},
        fmt::format("{} at seat {} declines.", who, seat), seat);
  }

  void offer() {
    if (table_.position.offer) return;
    const auto due = offered_next(table_.game->layout, table_.seats, table_.position);
    if (!due) {
      may(table::OfferPosition{table_.name, {}}, "Everybody declined: offer the position again.");
      return;
    }
    may(table::OfferPosition{table_.name, {}},
        fmt::format("Offer the position to seat {}, {}.", due->number(),
                    at(table_.seats, *due)->name),
        due->number());
  }

  void play() {
    if (!table_.hand) return;
    may(table::SettleHand{{table_.name}}, "Settle the hand.");
    deal();
    may(table::CloseBets{{table_.name}}, "Close the bets: the fees are taken.");
    place();
    may(table::VoidRound{{table_.name, void_code(), "a reason"}}, "Void the hand, with a reason.");
  }

  void deal() {
    const auto& hand = *table_.hand;
    auto progress = rules::deal_so_far(*table_.game, hand.player, hand.banker);
    if (rules::refused(progress) != nullptr) return;
    const auto& so_far = std::get<rules::Progress>(progress);
    if (so_far.next.to == rules::NextCard::To::nobody) return;
    const bool player = so_far.next.to == rules::NextCard::To::player;
    may(table::DealCard{{table_.name}, any_card(), {}},
        fmt::format("Deal a card to {}.", player ? "Player" : "Banker"));
  }

  void place() {
    for (int number = 1; number <= table_.game->layout.seats(); ++number) {
      const auto seat = *table_.game->layout.seat(number);
      if (!at(table_.seats, seat)) continue;
      for (std::size_t on = 0; on < table_.game->wagers.size(); ++on) {
        table::PlaceWager place;
        place.table = table_.name;
        place.wager = {number, {}, false, std::string(table_.game->wagers[on].name), least(on)};
        if (may(place, place_text())) return;
      }
    }
  }

  /// With wagers down the next step would be the close: why it is not.
  [[nodiscard]] std::string place_text() const {
    const table::Command close = table::CloseBets{{table_.name}};
    const auto no = table::against(floor_, records_, least_role(close), now_, close);
    if (table_.hand->wagers.empty() || !no) return "Place a wager.";
    return "Place a wager. The bets cannot be closed yet: " + no->detail;
  }

  [[nodiscard]] rules::Cents least(std::size_t on) const {
    if (table_.terms.schedule) return table_.terms.schedule->limits.lowest;
    return on < table_.terms.limits.size() && table_.terms.limits[on]
               ? table_.terms.limits[on]->lowest
               : rules::Cents::dollars(100);
  }

  /// Any card of the game's deck: which one it is, is never the question here.
  [[nodiscard]] std::string any_card() const {
    const bool elements = rules::refused(rules::read_cards(*table_.game, "2c")) != nullptr;
    return elements ? "2f" : "2c";
  }

  [[nodiscard]] std::string void_code() const {
    for (const auto& row : table_.game->irregularities) {
      if (row.effect == rules::Effect::void_round) return std::string(row.code);
    }
    return "";
  }

  const Floor& floor_;
  const TableState& table_;
  const table::Moment now_;
  const NoRecords records_;
};

}  // namespace

std::vector<NextStep> next_steps(const Floor& floor, const TableState& table) {
  Steps steps(floor, table);
  steps.all();
  return std::move(steps.steps);
}

}  // namespace cardroom::reports
