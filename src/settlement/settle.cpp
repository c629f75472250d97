#include "cardroom/settlement/settle.hpp"

#include <algorithm>

namespace cardroom::settlement {

namespace {

using rules::CoverRule;
using rules::Pay;
using rules::require;

/// The house pays and takes everything (H-bank).
class HouseCover {
 public:
  static constexpr Cents to_pay(Cents due) { return due; }
  static constexpr Cents to_take(Cents stake) { return stake; }
  static constexpr bool empty() { return false; }
  static constexpr Cents left() { return {}; }
  static constexpr void move(Cents, Cents) {}
};

/// S-cover: what is paid and what is taken both use the wager up.
class ConsumedCover {
 public:
  explicit constexpr ConsumedCover(Cents wager) : left_(wager) {}
  [[nodiscard]] constexpr Cents to_pay(Cents due) const { return std::min(left_, due); }
  [[nodiscard]] constexpr Cents to_take(Cents stake) const { return std::min(left_, stake); }
  [[nodiscard]] constexpr bool empty() const { return left_ == Cents{}; }
  [[nodiscard]] constexpr Cents left() const { return left_; }
  constexpr void move(Cents paid, Cents taken) { left_ -= paid + taken; }

 private:
  Cents left_;
};

/// S-cover, the other reading: the bank is the wager plus the net so far, kept from 0 to twice the
/// wager, so that net win and net loss each end at the wager; an empty bank ends the play.
class RunningCover {
 public:
  explicit constexpr RunningCover(Cents wager) : bank_(wager), most_(wager + wager) {}
  [[nodiscard]] constexpr Cents to_pay(Cents due) const { return std::min(bank_, due); }
  [[nodiscard]] constexpr Cents to_take(Cents stake) const {
    return empty() ? Cents{} : std::min(most_ - bank_, stake);
  }
  [[nodiscard]] constexpr bool empty() const { return bank_ == Cents{}; }
  [[nodiscard]] constexpr Cents left() const { return bank_; }
  constexpr void move(Cents paid, Cents taken) { bank_ = bank_ - paid + taken; }

 private:
  Cents bank_;
  Cents most_;
};

Result result_of(Pay::Kind kind, Cents moved) {
  if (kind == Pay::Kind::push) return Result::push;
  if (moved == Cents{}) return Result::no_action;
  return kind == Pay::Kind::win ? Result::win : Result::lose;
}

template <class Cover>
Line settle_one(const PlacedWager& wager, const Pay& pay, Cover& cover) {
  Line line;
  line.due = pay.due_on(wager.in_action());
  if (pay.wins()) line.paid = cover.to_pay(line.due);
  if (pay.kind() == Pay::Kind::lose) line.taken = cover.to_take(wager.in_action());
  cover.move(line.paid, line.taken);
  line.returned = wager.stake - line.taken;
  line.result = result_of(pay.kind(), line.paid + line.taken);
  line.cover_after = cover.left();
  return line;
}

template <class Cover>
Totals fold(const ClosedRound& round, const rules::Decision& decision, std::span<Line> lines,
            Cover cover) {
  Totals totals;
  std::size_t next = 0;
  for (const std::uint16_t index : round.in_action_order()) {
    const PlacedWager& wager = round.wagers()[index];
    Line& line = lines[next++];
    line = settle_one(wager, decision.pay(round.game(), wager.on), cover);
    line.wager = index;
    totals.paid += line.paid;
    totals.taken += line.taken;
  }
  totals.cover_left = cover.left();
  totals.exhausted = cover.empty();
  return totals;
}

}  // namespace

std::string_view name(Result result) {
  switch (result) {
    case Result::win: return "win";
    case Result::lose: return "lose";
    case Result::push: return "push";
    case Result::no_action: return "no-action";
  }
  throw rules::BrokenInvariant("R3: a result outside the list");
}

Totals settle(const ClosedRound& round, const rules::Decision& decision, std::span<Line> lines) {
  require(lines.size() >= round.wagers().size(), "S6: a line for every wager");
  const auto& dealer = round.player_dealer();
  if (!dealer) return fold(round, decision, lines, HouseCover{});
  const Totals totals = dealer->cover == CoverRule::consumed
                            ? fold(round, decision, lines, ConsumedCover{dealer->wager})
                            : fold(round, decision, lines, RunningCover{dealer->wager});
  require(totals.bank_net() <= dealer->wager && -totals.bank_net() <= dealer->wager,
          "S2: the player-dealer's net is within his wager");
  require(dealer->cover == CoverRule::running || totals.paid + totals.taken <= dealer->wager,
          "S3: paid and taken together are within the player-dealer's wager");
  return totals;
}

Settlement settle(const ClosedRound& round, const rules::Decision& decision) {
  Settlement settlement{std::vector<Line>(round.wagers().size()), {}};
  settlement.totals = settle(round, decision, settlement.lines);
  return settlement;
}

std::string_view clause(const ClosedRound& round, const rules::Decision& decision,
                        const Line& line) {
  const PlacedWager& wager = round.wagers()[line.wager];
  const rules::WagerRule& rule = round.game().wager(wager.on);
  const rules::Outcome& outcome = rule.decided_by->outcomes[decision.outcome[wager.on]];
  const Pay& pay = decision.pay(round.game(), wager.on);
  const bool outcome_speaks = pay.kind() == Pay::Kind::push || pay.bonus() != Cents{};
  if (outcome_speaks && !outcome.clause.empty()) return outcome.clause;
  const bool short_of_cover = line.result == Result::no_action || line.paid < line.due ||
                              (line.result == Result::lose && line.taken < wager.in_action());
  return short_of_cover && !rule.cover_clause.empty() ? rule.cover_clause : rule.clause;
}

}  // namespace cardroom::settlement
