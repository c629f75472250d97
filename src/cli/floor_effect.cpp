#include "cardroom/cli/floor_effect.hpp"

#include <algorithm>

namespace cardroom::cli {

namespace {

using reports::LiveHand;
using reports::LiveSeat;
using reports::LiveSpace;
using reports::LiveTable;
using reports::LiveWager;

/// Of both hands, which are told like "6h Kd".
std::ptrdiff_t cards_on(const LiveHand& hand) {
  std::ptrdiff_t cards = 0;
  for (const auto* one : {&hand.player, &hand.banker}) {
    if (!one->empty()) cards += 1 + std::count(one->begin(), one->end(), ' ');
  }
  return cards;
}

/// One for every command that the prompt sends, on what is told as changed of a table.
class OwnEffect {
 public:
  OwnEffect(LiveTable& table, const LiveTable& after) : table_(table), after_(after) {}

  void operator()(const table::OpenBets&) {
    auto& hand = table_.hand.emplace();
    hand.phase = reports::kBetsOpen;
    if (after_.hand) hand.opened_event = after_.hand->opened_event;
  }
  void operator()(const table::PlaceWager& c) { put(c.wager); }
  void operator()(const table::ChangeWager& c) { put(c.wager); }
  void operator()(const table::WithdrawWager& c) {
    auto* seat = seat_of(c.seat);
    if (seat == nullptr) return;
    const auto who = c.bettor ? *c.bettor : seat->name.value_or("");
    take(*seat, who, c.on);
    if (bets_open(table_)) return;
    // After the close all that this bettor has may go with it, and the hand with the last wager.
    for (const auto& other : after_.seats) take_what_went(other, who);
    if (no_wagers()) table_.hand.reset();
  }
  void operator()(const table::AddBackline& c) {
    if (auto* seat = seat_of(c.seat)) seat->backline.push_back(c.name);
  }
  void operator()(const table::RemoveBackline& c) {
    for (auto& seat : table_.seats) std::erase(seat.backline, c.name);
  }
  void operator()(const table::SeatPerson& c) {
    if (auto* seat = seat_of(c.seat)) seat->name = c.name;
  }
  void operator()(const table::Unseat& c) {
    if (auto* seat = seat_of(c.seat)) seat->name.reset();
    position_follows();
  }
  void operator()(const table::CloseBets&) {
    if (table_.hand) table_.hand->phase = "dealing";
  }
  void operator()(const table::DealCard&) {
    // Where another card lies there as well, all of them are told.
    if (both_dealing() && cards_on(*after_.hand) == cards_on(*table_.hand) + 1) cards_follow();
  }
  void operator()(const table::DealCards&) {
    if (both_dealing()) cards_follow();  // both hands were complete: nobody could add to them
  }
  void operator()(const table::SettleHand&) {
    ++table_.hands;
    end_hand();
  }
  void operator()(const table::VoidRound&) { end_hand(); }
  void operator()(const table::OfferPosition&) { position_follows(); }
  void operator()(const table::AcceptPosition&) { position_follows(); }
  void operator()(const table::DeclinePosition&) { position_follows(); }
  void operator()(const table::ChangeBank&) { position_follows(); }
  void operator()(const table::GiveUpPosition&) { position_follows(); }
  void operator()(const table::PauseTable&) { table_.status = after_.status; }
  void operator()(const table::ResumeTable&) { table_.status = after_.status; }
  template <class C>
  void operator()(const C&) {}  // not typed at a prompt

 private:
  LiveSeat* seat_of(std::int64_t number) {
    for (auto& seat : table_.seats) {
      if (seat.seat == number) return &seat;
    }
    return nullptr;
  }

  void put(const table::WagerAsked& asked) {
    auto* seat = seat_of(asked.seat);
    if (seat == nullptr) return;
    const auto who = asked.bettor ? *asked.bettor : seat->name.value_or("");
    take(*seat, who, asked.on);
    auto space = std::find_if(seat->spaces.begin(), seat->spaces.end(),
                              [&](const LiveSpace& one) { return one.on == asked.on; });
    if (space == seat->spaces.end()) {
      space = seat->spaces.insert(space, LiveSpace{asked.on, {}, {}, {}});
    }
    space->wagers.push_back({who, asked.backline, asked.cents});
  }
  static void take(LiveSeat& seat, const std::string& who, const std::string& on) {
    for (auto& space : seat.spaces) {
      if (space.on != on) continue;
      std::erase_if(space.wagers, [&](const LiveWager& wager) { return wager.bettor == who; });
    }
  }
  void take_what_went(const LiveSeat& now, const std::string& who) {
    auto* seat = seat_of(now.seat);
    if (seat == nullptr) return;
    for (auto& space : seat->spaces) {
      const bool stands =
          std::any_of(now.spaces.begin(), now.spaces.end(), [&](const LiveSpace& other) {
            return other.on == space.on &&
                   std::any_of(other.wagers.begin(), other.wagers.end(),
                               [&](const LiveWager& wager) { return wager.bettor == who; });
          });
      if (!stands) take(*seat, who, space.on);
    }
  }
  [[nodiscard]] bool no_wagers() const {
    return std::all_of(table_.seats.begin(), table_.seats.end(), [](const LiveSeat& seat) {
      return std::all_of(seat.spaces.begin(), seat.spaces.end(),
                         [](const LiveSpace& space) { return space.wagers.empty(); });
    });
  }

  [[nodiscard]] bool both_dealing() const { return bets_closed(table_) && bets_closed(after_); }
  void cards_follow() {
    table_.hand->player = after_.hand->player;
    table_.hand->banker = after_.hand->banker;
  }
  void end_hand() {
    table_.hand.reset();
    for (auto& seat : table_.seats) seat.spaces.clear();
    position_follows();
  }
  /// Whose turn ends, and who is next, only the rules know; what another device did to the position
  /// in the same moment cannot be told apart from that. Between hands the next step says how it
  /// stands; where a hand is open by now nothing would, so there it is told as changed.
  void position_follows() {
    if (!after_.hand) table_.position = after_.position;
  }

  LiveTable& table_;
  const LiveTable& after_;
};

}  // namespace

LiveTable with_own(const LiveTable& before, const table::Command& own, const LiveTable& after) {
  LiveTable table = before;
  std::visit(OwnEffect(table, after), own);
  return table;
}

}  // namespace cardroom::cli
