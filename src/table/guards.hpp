#pragma once

// What the files of decide share: the context of a command, and the guards that many commands need.

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cardroom/table/decide.hpp"
#include "cardroom/table/names.hpp"

namespace cardroom::table {

using No = std::optional<Refused>;

template <class... Args>
[[nodiscard]] Refused no(Refusal code, fmt::format_string<Args...> text, Args&&... args) {
  return {code, fmt::format(text, std::forward<Args>(args)...)};
}

struct Asking {
  const Floor& floor;
  const Records& records;
  const Stamp& stamp;
  Role role;
  std::int64_t seq;  ///< the event's number, should there be one
};

/// The table, open: it may be between hands or in one.
[[nodiscard]] OrRefused<const TableState*> open_table(const Asking& asking,
                                                      const std::string& name);

/// The same, playing and between hands.
[[nodiscard]] OrRefused<const TableState*> idle_table(const Asking& asking,
                                                      const std::string& name);

/// The same of a game with the position.
[[nodiscard]] OrRefused<const TableState*> position_table(const Asking& asking,
                                                          const std::string& name);

/// The same of a house-banked game.
[[nodiscard]] OrRefused<const TableState*> house_table(const Asking& asking,
                                                       const std::string& name);

[[nodiscard]] OrRefused<Seat> seat_at(const TableState& table, std::int64_t number);

[[nodiscard]] No usable_label(std::string_view what, const std::string& text);
[[nodiscard]] No usable_account(std::string_view what, const std::string& text);
[[nodiscard]] No usable_reason(const std::string& text);

/// What the table may not hold while `seat`'s or `name`'s wagers stand.
[[nodiscard]] bool has_wagers(const TableState& table, const std::string& name);

/// Ends the turn in the event, for whatever reason.
void note_turn_end(Event& event, const TableState& table, std::string_view why);

// One for every command: the first reason against it, else what follows from it is put into
// `event`.
No consider(const Asking&, const SetRoom&, Event&);
No consider(const Asking&, const LoadSchedules&, Event&);
No consider(const Asking&, const AddPerson&, Event&);
No consider(const Asking&, const ChangePerson&, Event&);
No consider(const Asking&, const OpenShift&, Event&);
No consider(const Asking&, const CloseShift&, Event&);
No consider(const Asking&, const CountDrop&, Event&);
No consider(const Asking&, const RecountDrop&, Event&);
No consider(const Asking&, const OpenTable&, Event&);
No consider(const Asking&, const CloseTable&, Event&);
No consider(const Asking&, const PauseTable&, Event&);
No consider(const Asking&, const ResumeTable&, Event&);
No consider(const Asking&, const ChangeSchedule&, Event&);
No consider(const Asking&, const ChangeLimits&, Event&);
No consider(const Asking&, const ChooseMethod&, Event&);
No consider(const Asking&, const RestrictArea&, Event&);
No consider(const Asking&, const PassDevice&, Event&);
No consider(const Asking&, const SetRotation&, Event&);
No consider(const Asking&, const SeatPerson&, Event&);
No consider(const Asking&, const Unseat&, Event&);
No consider(const Asking&, const AddBackline&, Event&);
No consider(const Asking&, const RemoveBackline&, Event&);
No consider(const Asking&, const OfferPosition&, Event&);
No consider(const Asking&, const AcceptPosition&, Event&);
No consider(const Asking&, const DeclinePosition&, Event&);
No consider(const Asking&, const GiveUpPosition&, Event&);
No consider(const Asking&, const ChangeBank&, Event&);
No consider(const Asking&, const OpenBets&, Event&);
No consider(const Asking&, const PlaceWager&, Event&);
No consider(const Asking&, const ChangeWager&, Event&);
No consider(const Asking&, const WithdrawWager&, Event&);
No consider(const Asking&, const CloseBets&, Event&);
No consider(const Asking&, const DealCard&, Event&);
No consider(const Asking&, const DealCards&, Event&);
No consider(const Asking&, const SettleHand&, Event&);
No consider(const Asking&, const PlayHand&, Event&);
No consider(const Asking&, const RuleIrregularity&, Event&);
No consider(const Asking&, const VoidRound&, Event&);
No consider(const Asking&, const WaiveFee&, Event&);
No consider(const Asking&, const RequestCorrection&, Event&);
No consider(const Asking&, const ApproveCorrection&, Event&);
No consider(const Asking&, const DropCorrection&, Event&);

/// "approved" or "2026".
[[nodiscard]] std::optional<RotationRules> read_rotation(std::string_view text);

/// The terms that an opening or a change of them gives; also checks them.
[[nodiscard]] OrRefused<Terms> terms_for(const Floor& floor, const rules::Game& game,
                                         std::optional<std::int64_t> schedule,
                                         const std::vector<KindLimit>& limits,
                                         std::optional<Cents> differential, std::int64_t seq);

/// H-min, H-max: how much of a wager goes back whatever the cards say, or why it may not stand.
/// Nothing goes back where a schedule sets the limits.
[[nodiscard]] OrRefused<Cents> unsettled_part(const rules::Game& game, const Terms& terms,
                                              const WagerAsked& asked, const std::string& who,
                                              bool had_his_time);

/// More wagers than any round takes: known before any of them is looked at.
[[nodiscard]] No too_many(const std::vector<WagerAsked>& wagers);

/// A wager as it was asked for, resolved at this table. Names that are new join `bettors`.
[[nodiscard]] OrRefused<settlement::PlacedWager> resolve_wager(const TableState& table,
                                                               const WagerAsked& asked,
                                                               std::vector<std::string>& bettors);

}  // namespace cardroom::table
