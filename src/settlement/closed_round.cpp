#include "cardroom/settlement/closed_round.hpp"

#include <algorithm>
#include <array>

namespace cardroom::settlement {

namespace {

using rules::dollars_text;
using rules::Game;
using rules::WagerRule;

/// Looks through the wagers once, keeping what each seat and space holds so far.
class BetsCheck {
 public:
  explicit BetsCheck(const Bets& bets) : bets_(bets), game_(bets.game) {}

  /// What holds of every wager by itself and of what stands in its space.
  std::optional<Refused> standing() {
    if (auto no = player_dealer()) return no;
    if (bets_.wagers.size() > kMostWagers) {
      return Refused{Refusal::too_many_wagers, std::to_string(bets_.wagers.size()) +
                                                   " wagers in one round; at most " +
                                                   std::to_string(kMostWagers) + " are taken."};
    }
    for (const PlacedWager& w : bets_.wagers) {
      if (auto no = stake(w)) return no;
      if (auto no = place(w)) return no;
      if (auto no = space(w)) return no;
    }
    return std::nullopt;
  }

  std::optional<Refused> complete() {
    if (auto no = player_dealer()) return no;
    if (bets_.wagers.empty()) {
      return Refused{Refusal::no_wager, "A hand with no wager is not dealt (C-when)."};
    }
    if (auto no = standing()) return no;
    for (const PlacedWager& w : bets_.wagers) {
      if (auto no = own_line(w)) return no;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<Refused> player_dealer() const {
    if (!bets_.player_dealer) return std::nullopt;
    return amount(bets_.player_dealer->wager, "The player-dealer's wager");
  }

  [[nodiscard]] std::optional<Refused> amount(Cents stake, const std::string& whose) const {
    if (stake <= Cents{}) {
      return Refused{Refusal::wager_not_positive,
                     whose + " is " + dollars_text(stake) + "; a wager is more than nothing."};
    }
    if (stake > rules::kMostCents) {
      return Refused{Refusal::number_too_large, whose + " is " + dollars_text(stake) +
                                                    "; no amount over " +
                                                    dollars_text(rules::kMostCents) + " is taken."};
    }
    if (stake.count() % game_.wager_unit.count() != 0) {
      return Refused{Refusal::wager_not_whole_dollars,
                     whose + " is " + dollars_text(stake) + "; wagers are whole dollars (W-chip)."};
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Refused> stake(const PlacedWager& w) const {
    if (!in_range(w.stake)) {
      if (auto no = amount(w.stake, who(w))) return no;
    }
    for (const auto& pay : game_.wager(w.on).pays) {
      if (pay.exact_on(w.in_action())) continue;
      return Refused{Refusal::payout_not_whole_cents,
                     who(w) + " of " + dollars_text(w.in_action()) + " cannot be paid " +
                         rules::pay_text(pay) + " in whole cents (H-cent)."};
    }
    if (bets_.schedule != nullptr && w.stake < bets_.schedule->limits.lowest) {
      return Refused{Refusal::wager_below_minimum,
                     who(w) + " is " + dollars_text(w.stake) + "; option " +
                         std::to_string(bets_.schedule->option) + " takes no wager under " +
                         dollars_text(bets_.schedule->limits.lowest) + " (F7-deal.4)."};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool in_range(Cents stake) const {
    return stake > Cents{} && stake <= rules::kMostCents &&
           stake.count() % game_.wager_unit.count() == 0;
  }

  std::optional<Refused> place(const PlacedWager& w) {
    if (bets_.player_dealer && bets_.player_dealer->seat == w.seat) {
      return Refused{Refusal::dealer_seat_bets,
                     who(w) +
                         " stands at the seat that holds the player-dealer position: nobody "
                         "bets there (W-seat)."};
    }
    if (w.backline) return backline(w);
    if (!game_.backline) return std::nullopt;  // house-banked areas are shared (F6v6-3.5)
    auto& seated = seat_of(w).seated;
    if (seated && *seated != w.bettor) {
      return Refused{Refusal::seat_already_taken,
                     who(w) + ": the seat is " + bets_.bettors[*seated] +
                         "'s; anybody else there is a backline bettor (F7-table.1)."};
    }
    seated = w.bettor;
    return behind_own_seat(w);
  }

  std::optional<Refused> backline(const PlacedWager& w) {
    if (!game_.backline) {
      return Refused{Refusal::backline_not_offered,
                     who(w) + ": " + std::string(game_.name) + " has no backline betting."};
    }
    auto& standing = seat_of(w).backline;
    if (std::find(standing.begin(), standing.end(), w.bettor) == standing.end()) {
      standing.push_back(w.bettor);
    }
    if (standing.size() > static_cast<std::size_t>(bets_.backline_bettors_a_seat)) {
      return Refused{Refusal::too_many_backline_bettors,
                     who(w) + " would be backline bettor number " +
                         std::to_string(standing.size()) + " behind the seat; the room allows " +
                         std::to_string(bets_.backline_bettors_a_seat) + " (W-back)."};
    }
    return behind_own_seat(w);
  }

  [[nodiscard]] std::optional<Refused> behind_own_seat(const PlacedWager& w) const {
    const auto& seat = seats_[seat_index(w)];
    if (seat.seated && std::find(seat.backline.begin(), seat.backline.end(), *seat.seated) !=
                           seat.backline.end()) {
      return Refused{Refusal::seat_already_taken,
                     who(w) + " is told as seated and as backline bettor of one seat (W-back)."};
    }
    return std::nullopt;
  }

  std::optional<Refused> space(const PlacedWager& w) {
    auto& space = seat_of(w).spaces[w.on];
    if (game_.backline && space.wagers > 0 && holds_another_of(w)) {
      return Refused{Refusal::second_wager_in_space,
                     who(w) + " comes twice; a bettor has one wager a space (W-back)."};
    }
    space.sum += w.stake;
    ++space.wagers;
    if (bets_.schedule != nullptr && space.sum > bets_.schedule->limits.highest) {
      return Refused{Refusal::space_over_maximum,
                     who(w) + " brings the space to " + dollars_text(space.sum) + "; option " +
                         std::to_string(bets_.schedule->option) + " takes at most " +
                         dollars_text(bets_.schedule->limits.highest) +
                         ", seated and backline together (F7-fees.1)."};
    }
    const auto most = bets_.wagers_an_area ? bets_.wagers_an_area : game_.wagers_an_area;
    if (most && space.wagers > *most) {
      return Refused{Refusal::area_full, who(w) + " is wager number " +
                                             std::to_string(space.wagers) + " in its area; " +
                                             std::to_string(*most) + " are allowed (F6v6-3.6)."};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool holds_another_of(const PlacedWager& w) const {
    return std::any_of(bets_.wagers.data(), &w, [&](const PlacedWager& earlier) {
      return earlier.seat == w.seat && earlier.on == w.on && earlier.bettor == w.bettor;
    });
  }

  [[nodiscard]] std::optional<Refused> own_line(const PlacedWager& w) const {
    if (game_.wager(w.on).needs != WagerRule::Needs::own_line) return std::nullopt;
    const bool has_line =
        std::any_of(bets_.wagers.begin(), bets_.wagers.end(), [&](const PlacedWager& line) {
          return line.seat == w.seat && line.bettor == w.bettor && game_.wager(line.on).line;
        });
    if (has_line) return std::nullopt;
    return Refused{Refusal::bonus_without_line,
                   who(w) +
                       " stands without the same bettor's Player or Banker line wager "
                       "(F7-deal.3)."};
  }

  [[nodiscard]] std::string who(const PlacedWager& w) const {
    return std::string(game_.wager(w.on).label) + " wager of " + bets_.bettors[w.bettor] +
           " at seat " + std::to_string(w.seat.number());
  }

  struct Space {
    Cents sum;
    int wagers = 0;
  };
  struct SeatBets {
    std::optional<std::uint16_t> seated;
    std::vector<std::uint16_t> backline;
    std::array<Space, rules::kMostWagerRules> spaces{};
  };

  static std::size_t seat_index(const PlacedWager& w) {
    return static_cast<std::size_t>(w.seat.number() - 1);
  }
  SeatBets& seat_of(const PlacedWager& w) { return seats_[seat_index(w)]; }

  const Bets& bets_;
  const Game& game_;
  std::array<SeatBets, rules::Layout::kMostSeats> seats_{};
};

/// S-order and H-order as one number: kind, then seat, then seated before backline, then as placed.
std::vector<std::uint16_t> action_order(const Bets& bets) {
  const auto& layout = bets.game.layout;
  const auto turn = [&](const PlacedWager& w) {
    if (!bets.player_dealer) return w.seat.number();
    return layout.steps(layout.next(bets.player_dealer->seat), w.seat);
  };
  std::array<std::uint32_t, kMostWagers> keys;  // NOLINT: filled up to the number of wagers
  for (std::size_t i = 0; i < bets.wagers.size(); ++i) {
    const PlacedWager& w = bets.wagers[i];
    keys[i] = static_cast<std::uint32_t>(w.on) << 24U | static_cast<std::uint32_t>(turn(w)) << 16U |
              static_cast<std::uint32_t>(w.backline) << 12U | static_cast<std::uint32_t>(i);
  }
  const auto end = keys.begin() + static_cast<std::ptrdiff_t>(bets.wagers.size());
  std::sort(keys.begin(), end);
  std::vector<std::uint16_t> order(bets.wagers.size());
  std::transform(keys.begin(), end, order.begin(),
                 [](std::uint32_t key) { return static_cast<std::uint16_t>(key & 0xfffU); });
  return order;
}

}  // namespace

ClosedRound::ClosedRound(const Bets& bets)
    : game_(&bets.game),
      player_dealer_(bets.player_dealer),
      wagers_(bets.wagers.begin(), bets.wagers.end()),
      order_(action_order(bets)) {}

std::optional<Refused> may_stand(const Bets& bets) { return BetsCheck(bets).standing(); }

OrRefused<ClosedRound> ClosedRound::close(const Bets& bets) {
  using rules::require;
  require(bets.player_dealer.has_value() == (bets.game.banking == rules::Banking::player_dealer),
          "S5: a player-dealer stands exactly where the game has the position");
  if (auto no = BetsCheck(bets).complete()) return *no;
  ClosedRound round(bets);
  if (bets.schedule != nullptr) {
    auto fees = fees_for(*bets.schedule, bets.wagers);
    if (const auto* no = rules::refused(fees)) return *no;
    round.fees_ = std::move(std::get<Fees>(fees));
  }
  return round;
}

std::optional<BacklinePlace> backline_place(const Game& game, std::span<const PlacedWager> wagers,
                                            const PlacedWager& wager) {
  if (!wager.backline) return std::nullopt;
  Spaces seated;
  Spaces his;
  for (const PlacedWager& w : wagers) {
    if (w.seat != wager.seat || !game.wager(w.on).line) continue;
    if (!w.backline) seated.add(w.on);
    if (w.backline && w.bettor == wager.bettor) his.add(w.on);
  }
  if (seated == Spaces{} || his == Spaces{}) return std::nullopt;
  return seated.meet(his) ? BacklinePlace::beside : BacklinePlace::above_or_below;
}

}  // namespace cardroom::settlement
