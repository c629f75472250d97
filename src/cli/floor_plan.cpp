#include "cardroom/cli/floor_plan.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cardroom::cli {

namespace {

using reports::LiveSeat;
using rules::Cents;
using rules::dollars_text;
using rules::Game;

const LiveSeat* seat_of(const LiveTable& table, int number) {
  for (const auto& seat : table.seats) {
    if (seat.seat == number) return &seat;
  }
  return nullptr;
}

bool same_but_case(std::string_view one, std::string_view other) {
  const auto small = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](char a, char b) { return small(a) == small(b); });
}

/// As the table writes the name of whoever stands behind the seat; none where nobody does.
std::optional<std::string> known_behind(const LiveSeat* seat, const std::string& typed) {
  if (seat == nullptr) return std::nullopt;
  for (const auto& name : seat->backline) {
    if (name == typed) return name;
  }
  for (const auto& name : seat->backline) {
    if (same_but_case(name, typed)) return name;
  }
  return std::nullopt;
}

/// Who wagers: the name as the table has it. Empty: nobody sits there.
std::string bettor_of(const LiveTable& table, const TypedWagers& whose) {
  const auto* seat = seat_of(table, whose.seat);
  if (whose.backline) return known_behind(seat, *whose.backline).value_or(*whose.backline);
  return seat != nullptr && seat->name ? *seat->name : std::string();
}

table::Command wager_command(const LiveTable& table, const Game& game, const TypedWagers& entry,
                             const TypedWager& wanted, Cents now) {
  const std::string on(game.wager(wanted.on).name);
  std::optional<std::string> bettor;
  if (entry.backline) bettor = bettor_of(table, entry);
  if (wanted.cents == Cents{}) {
    return table::WithdrawWager{{table.table}, entry.seat, bettor, on};
  }
  const table::WagerAsked asked{entry.seat, bettor,       entry.backline.has_value(),
                                on,         wanted.cents, /*slipped=*/false};
  if (now == Cents{}) return table::PlaceWager{{{table.table}, asked}};
  return table::ChangeWager{{{table.table}, asked}};
}

/// A bonus stands on its line: lines are placed first, and taken back last.
std::vector<TypedWager> in_order(const TypedWagers& entry) {
  auto wagers = entry.wagers;
  const auto less = [](const TypedWager& a, const TypedWager& b) { return a.on < b.on; };
  const auto placed = std::partition(wagers.begin(), wagers.end(),
                                     [](const auto& w) { return w.cents == Cents{}; });
  std::sort(wagers.begin(), placed, [&](const auto& a, const auto& b) { return less(b, a); });
  std::sort(placed, wagers.end(), less);
  return wagers;
}

Planned nothing_offered() {
  return Mistake{"The position is not offered to anybody now: offer comes first."};
}

class OnlyCommand {
 public:
  explicit OnlyCommand(const LiveTable& table) : table_(table) {}

  Planned operator()(FloorWord word) const {
    const table::AtTable here{table_.table};
    switch (word) {
      case FloorWord::close: return one(table::CloseBets{here});
      case FloorWord::settle: return one(table::SettleHand{here});
      case FloorWord::give_up: return one(table::GiveUpPosition{here});
      case FloorWord::resume: return one(table::ResumeTable{here});
      case FloorWord::nothing:
      case FloorWord::status:
      case FloorWord::undo:
      case FloorWord::again:
      case FloorWord::help:
      case FloorWord::quit: return std::optional<table::Command>();
    }
    throw rules::BrokenInvariant("R3: a word outside the list");
  }
  Planned operator()(const TypedCard& c) const {
    return one(table::DealCard{{table_.table}, c.card, {}});
  }
  Planned operator()(const TypedHands& c) const {
    return one(table::DealCards{{table_.table}, c.player, c.banker});
  }
  Planned operator()(const TypedOffer& c) const {
    std::optional<std::int64_t> seat;
    if (c.seat) seat = *c.seat;
    return one(table::OfferPosition{table_.table, seat});
  }
  Planned operator()(const TypedAccept& c) const {
    const auto seat = answering(c.seat);
    if (!seat) return nothing_offered();
    return one(table::AcceptPosition{table_.table, *seat, c.wager});
  }
  Planned operator()(const TypedDecline& c) const {
    const auto seat = answering(c.seat);
    if (!seat) return nothing_offered();
    return one(table::DeclinePosition{{table_.table, *seat}});
  }
  Planned operator()(const TypedBank& c) const {
    return one(table::ChangeBank{table_.table, c.wager});
  }
  Planned operator()(const TypedSeat& c) const {
    return one(table::SeatPerson{table_.table, c.seat, c.name, c.patron, {}});
  }
  Planned operator()(const TypedLeave& c) const {
    if (c.seat) return one(table::Unseat{{table_.table, *c.seat}});
    for (const auto& seat : table_.seats) {
      if (seat.name && same_but_case(*seat.name, c.name)) {
        return one(table::Unseat{{table_.table, seat.seat}});
      }
      if (auto name = known_behind(&seat, c.name)) {
        return one(table::RemoveBackline{table_.table, *std::move(name)});
      }
    }
    return one(table::RemoveBackline{table_.table, c.name});
  }
  Planned operator()(const TypedVoid& c) const {
    return one(table::VoidRound{{{table_.table}, c.code, c.reason}});
  }
  Planned operator()(const TypedPause& c) const {
    return one(table::PauseTable{table_.table, c.reason});
  }
  Planned operator()(const TypedWagers&) const { return std::optional<table::Command>(); }
  Planned operator()(const TypedTable&) const { return std::optional<table::Command>(); }

 private:
  static Planned one(table::Command command) { return std::optional(std::move(command)); }
  [[nodiscard]] std::optional<std::int64_t> answering(std::optional<int> said) const {
    if (said) return *said;
    if (!table_.position || !table_.position->offered) return std::nullopt;
    return table_.position->offered->seat;
  }
  const LiveTable& table_;
};

// --- What an entry rests on ----------------------------------------------------------------------

/// Whether a wager that was typed for what was seen is for what is there now.
bool hand_goes_on(const LiveTable& seen, const LiveTable& now) {
  // Whoever saw no hand typed for the next one, and it does not matter who opens its bets.
  if (!seen.hand) {
    return seen.session == now.session && seen.hands == now.hands && !bets_closed(now);
  }
  return same_hand(seen, now) && now.hand->phase == seen.hand->phase;
}

bool same_spaces(const LiveTable& seen, const LiveTable& now, const Game& game,
                 const TypedWagers& entry) {
  // At a seat that was seen empty somebody was expected.
  const auto bettor = bettor_of(seen, entry);
  if (!bettor.empty() && bettor != bettor_of(now, entry)) return false;
  return std::all_of(entry.wagers.begin(), entry.wagers.end(), [&](const TypedWager& wager) {
    return standing(seen, game, entry, wager.on) == standing(now, game, entry, wager.on);
  });
}

/// Of all entries but wagers.
std::string rests_on(const LiveTable& table, const FloorEntry& entry) {
  const bool of_position =
      std::holds_alternative<TypedOffer>(entry) || std::holds_alternative<TypedAccept>(entry) ||
      std::holds_alternative<TypedDecline>(entry) || std::holds_alternative<TypedBank>(entry);
  if (of_position) return table.position ? table::fields_json(*table.position) : std::string();
  int number = 0;
  if (const auto* typed = std::get_if<TypedSeat>(&entry)) number = typed->seat;
  if (const auto* typed = std::get_if<TypedLeave>(&entry)) number = typed->seat.value_or(0);
  if (const auto* seat = seat_of(table, number)) return seat->name.value_or("");
  LiveTable seen = table;
  seen.version.clear();
  return table::fields_json(seen);
}

}  // namespace

Cents standing(const LiveTable& table, const Game& game, const TypedWagers& whose,
               std::uint8_t on) {
  const auto* seat = seat_of(table, whose.seat);
  if (seat == nullptr) return {};
  const auto bettor = bettor_of(table, whose);
  for (const auto& space : seat->spaces) {
    if (space.on != game.wager(on).name) continue;
    for (const auto& wager : space.wagers) {
      if (wager.bettor == bettor && wager.backline == whose.backline.has_value()) {
        return wager.cents;
      }
    }
  }
  return {};
}

Planned next_command(const LiveTable& table, const Game& game, const TypedWagers& entry) {
  for (const auto& wanted : in_order(entry)) {
    const Cents now = standing(table, game, entry, wanted.on);
    if (now == wanted.cents) continue;
    if (wanted.cents > Cents{}) {
      if (!table.hand) return std::optional<table::Command>(table::OpenBets{{table.table}});
      const auto* seat = seat_of(table, entry.seat);
      if (entry.backline && !known_behind(seat, *entry.backline)) {
        return std::optional<table::Command>(
            table::AddBackline{table.table, entry.seat, *entry.backline, {}});
      }
    }
    return std::optional(wager_command(table, game, entry, wanted, now));
  }
  return std::optional<table::Command>();
}

Planned only_command(const LiveTable& table, const FloorEntry& entry) {
  return std::visit(OnlyCommand(table), entry);
}

bool goes_on(const LiveTable& seen, const LiveTable& now, const Game& game,
             const FloorEntry& entry) {
  if (const auto* wagers = std::get_if<TypedWagers>(&entry)) {
    return hand_goes_on(seen, now) && same_spaces(seen, now, game, *wagers);
  }
  return rests_on(seen, entry) == rests_on(now, entry);
}

void UndoStack::note(const LiveTable& table, TypedWagers before, TypedWagers after) {
  hand_ = table.hand ? table.hand->opened_event : 0;
  hand_over_ = false;
  lines_.push_back({std::move(before), std::move(after)});
}

void UndoStack::look_at(const LiveTable& table) {
  const bool same_hand = table.hand && table.hand->opened_event == hand_;
  if (same_hand || lines_.empty()) return;
  lines_.clear();
  hand_over_ = true;
}

void UndoStack::forget() {
  lines_.clear();
  hand_over_ = false;
}

std::variant<TypedWagers, Mistake> UndoStack::last(const LiveTable& table, const Game& game) const {
  if (lines_.empty() && hand_over_) {
    return Mistake{
        "The hand in which wagers were entered here is over. A wrong round is put right by two "
        "people: cardroom do request-correction."};
  }
  if (lines_.empty()) return Mistake{"No wager was entered at this prompt in this hand."};
  const auto& line = lines_.back();
  for (const auto& left : line.after.wagers) {
    const Cents now = standing(table, game, line.after, left.on);
    if (now == left.cents) continue;
    return Mistake{fmt::format(
        "{}: {} is {} by now and was left at {}; another device changed it. Type what it is to be.",
        whose_text(table, line.after), game.wager(left.on).label, dollars_text(now),
        dollars_text(left.cents))};
  }
  return line.before;
}

void UndoStack::took_back(const TypedWagers& spaces) {
  if (lines_.empty()) return;  // the hand ended meanwhile
  auto& line = lines_.back();
  for (auto* side : {&line.before, &line.after}) {
    std::erase_if(side->wagers, [&](const TypedWager& had) {
      return std::any_of(spaces.wagers.begin(), spaces.wagers.end(),
                         [&](const TypedWager& gone) { return gone.on == had.on; });
    });
  }
  if (line.after.wagers.empty()) lines_.pop_back();
}

std::string whose_text(const LiveTable& table, const TypedWagers& whose) {
  const auto bettor = bettor_of(table, whose);
  if (whose.backline) return fmt::format("{} behind seat {}", bettor, whose.seat);
  if (bettor.empty()) return fmt::format("Seat {}", whose.seat);
  return fmt::format("Seat {}, {}", whose.seat, bettor);
}

}  // namespace cardroom::cli
