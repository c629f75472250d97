#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardroom/table/floor.hpp"

namespace cardroom::table {

/// Who asks, when, under which key.
struct Stamp {
  std::string by;
  std::string key;
  Moment at;
};

struct EndedTurn {
  Turn turn;
  std::int64_t until_ms;
  std::string_view why;  ///< "hands played", "given up", "left", "closed"
};

struct AnsweredOffer {
  Seat seat;
  std::string name, patron, company;
  std::int64_t offered_ms;
  bool accepted;
};

/// An accepted command with all that follows from it. The log keeps the command; what follows is
/// computed again, and compared, whenever the log is replayed.
struct Event {
  std::int64_t seq = 0;
  Stamp stamp;
  Command command;

  std::vector<RoundFact> rounds;  ///< that ended; of a correction the reversal comes first
  std::optional<EndedTurn> ended_turn;
  std::optional<AnsweredOffer> answered;
  std::optional<Hand> hand;  ///< after a wager, the close, a card or a withdrawal; before a ruling
  std::optional<rules::Irregularity> ruling;
  std::optional<settlement::ScheduleBook> book;
  std::vector<settlement::PlacedWager> withdrawn;  ///< after the close
  std::optional<Shift> shift;                      ///< opened or closed
  std::optional<Records::Count> count;             ///< of which box
  std::vector<Waiver> waivers;
};

/// One command gives one event, or the first reason against it. Pure: the same floor, records and
/// stamp give the same answer.
[[nodiscard]] OrRefused<Event> decide(const Floor& floor, const Records& records, Stamp stamp,
                                      Command command);

/// The first reason against a command, whoever of this role gives it: for those who want to know
/// what may be done. The same rules as `decide`, without its person and without an event.
[[nodiscard]] std::optional<Refused> against(const Floor& floor, const Records& records, Role role,
                                             Moment at, const Command& command);

/// Why a room cannot have such settings, whatever was before. Whether there is such a time zone is
/// not known here.
[[nodiscard]] std::optional<Refused> unusable(const SetRoom& settings);

/// Whether the floor is another afterwards: false for what only adds to the records. A restart
/// replays nothing else.
[[nodiscard]] bool changes_floor(const Command& command);

/// Requires an event that `decide` made of this floor.
void apply(Floor& floor, const Event& event);

}  // namespace cardroom::table
