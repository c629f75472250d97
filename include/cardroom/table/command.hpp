#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cardroom/rules/refusal.hpp"
#include "cardroom/table/field_told.hpp"
#include "cardroom/table/moment.hpp"
#include "cardroom/table/position_commands.hpp"
#include "cardroom/table/round_commands.hpp"

namespace cardroom::table {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;

/// Everything that can be asked. To add a command: its struct in one of the headers above, a line
/// here, and what it does in decide and apply; reading, writing and the tests follow from that.
using Command = std::variant<
    SetRoom, LoadSchedules, AddPerson, ChangePerson, OpenShift, CloseShift, CountDrop, RecountDrop,
    OpenTable, CloseTable, PauseTable, ResumeTable, ChangeSchedule, ChangeLimits, ChooseMethod,
    RestrictArea, PassDevice, SetRotation, SeatPerson, Unseat, AddBackline, RemoveBackline,
    OfferPosition, AcceptPosition, DeclinePosition, GiveUpPosition, ChangeBank, OpenBets,
    PlaceWager, ChangeWager, WithdrawWager, CloseBets, DealCard, DealCards, SettleHand, PlayHand,
    RuleIrregularity, VoidRound, WaiveFee, RequestCorrection, ApproveCorrection, DropCorrection>;

[[nodiscard]] std::string_view name(const Command& command);
[[nodiscard]] Role least_role(const Command& command);

/// The table that a command names; empty where it concerns the room.
[[nodiscard]] std::string_view table_of(const Command& command);

/// A command as it comes in: who asks, under which key, and when, where the caller says so.
struct Request {
  std::string by;
  std::string key;
  std::optional<std::int64_t> at_ms;
  Command command;
  std::optional<std::string> seen =
      {};  ///< refused if the table's version is another (`version_of`)
};

/// Who stands behind a command that came over the line, as the line itself proved it.
struct Caller {
  std::string by;
  std::optional<std::string> key;
};

/// More than any command needs; what is longer is refused before it is parsed.
inline constexpr std::size_t kMostCommandBytes = std::size_t{1} << 20U;

/// {"do":"settle","table":"5","by":"maria","key":"k-17","at":"2026-11-18T18:03:11-08:00"}. Strict:
/// unknown, missing and repeated keys, other types, fractions and numbers beyond 64 bits are
/// refused.
[[nodiscard]] OrRefused<Request> read_request(std::string_view json);

/// The same JSON from a signed-in caller: `by` and `key` may be left out, and must agree where they
/// are not; the time is the server's.
[[nodiscard]] OrRefused<Request> read_request(std::string_view json, const Caller& caller);

/// A command alone, as the log keeps it.
[[nodiscard]] OrRefused<Command> read_command(std::string_view json);

/// The one form in which the log keeps a command: fields in their own order, nothing left to
/// chance. Two requests ask for the same if these are equal.
[[nodiscard]] std::string command_json(const Command& command);

struct CommandTold {
  std::string_view name;
  Role least;
  std::vector<FieldTold> fields;
};
[[nodiscard]] std::vector<CommandTold> all_commands();

}  // namespace cardroom::table
