#include "cardroom/table/round_told.hpp"

#include <algorithm>
#include <array>

#include "cardroom/rules/deal.hpp"
#include "cardroom/table/names.hpp"

namespace cardroom::table {

namespace {

using rules::Banking;
using rules::CoverRule;
using rules::Game;
using rules::printable;
using rules::refused;
using settlement::PlacedWager;
using settlement::PlayerDealer;
using settlement::Schedule;

Refused for_dealer_games_only(const Game& game, const char* key) {
  return {Refusal::key_not_for_this_game, std::string(game.name) + " is banked by the house: '" +
                                              key + "' has no place in its rounds."};
}

OrRefused<const Schedule*> schedule_of(const RoundTold& told, const Game& game,
                                       const Setting& setting) {
  if (!told.schedule) return nullptr;
  if (game.banking == Banking::house) return for_dealer_games_only(game, "schedule");
  auto book = settlement::find_book(setting.books, game.name);
  if (const auto* no = refused(book)) return *no;
  return std::get<const settlement::ScheduleBook*>(book)->find(*told.schedule);
}

OrRefused<rules::Seat> seat_of(const Game& game, std::int64_t number, const std::string& whose) {
  if (const auto seat = game.layout.seat(number)) return *seat;
  return Refused{Refusal::unknown_seat, whose + " is at seat " + std::to_string(number) + "; " +
                                            std::string(game.name) + " has seats 1 to " +
                                            std::to_string(game.layout.seats()) + "."};
}

OrRefused<CoverRule> cover_rule(const Game& game, const std::optional<std::string>& told) {
  if (!told) return game.cover;
  if (*told == "consumed") return CoverRule::consumed;
  if (*told == "running") return CoverRule::running;
  return Refused{
      Refusal::unknown_cover_rule,
      "'" + printable(*told) + "' is not a cover rule; S-cover knows consumed and running."};
}

OrRefused<std::optional<PlayerDealer>> player_dealer_of(const RoundTold& told, const Game& game) {
  if (game.banking == Banking::house) {
    if (told.player_dealer) return for_dealer_games_only(game, "player_dealer");
    return std::nullopt;
  }
  if (!told.player_dealer) {
    return Refused{Refusal::missing_key, "'player_dealer' is missing: no hand of " +
                                             std::string(game.name) +
                                             " is dealt without a player-dealer (P-turn)."};
  }
  auto seat = seat_of(game, told.player_dealer->seat, "The player-dealer");
  if (const auto* no = refused(seat)) return *no;
  auto cover = cover_rule(game, told.player_dealer->cover);
  if (const auto* no = refused(cover)) return *no;
  return PlayerDealer{std::get<rules::Seat>(seat), Cents{told.player_dealer->wager_cents},
                      std::get<CoverRule>(cover)};
}

std::uint16_t bettor_number(std::vector<std::string>& bettors, const std::string& name) {
  const auto known = std::find(bettors.begin(), bettors.end(), name);
  const auto number = static_cast<std::uint16_t>(known - bettors.begin());
  if (known == bettors.end()) bettors.push_back(name);
  return number;
}

OrRefused<PlacedWager> placed(const WagerTold& told, const Game& game,
                              std::vector<std::string>& bettors) {
  if (!usable_name(told.bettor)) {
    return Refused{Refusal::name_not_usable,
                   "'" + printable(told.bettor) +
                       "' cannot be a bettor's name: " + std::string(kUsableNameText) + "."};
  }
  auto seat = seat_of(game, told.seat, "Bettor " + told.bettor);
  if (const auto* no = refused(seat)) return *no;
  const auto on = game.find_wager(told.on);
  if (!on) {
    std::string names;
    for (const auto& w : game.wagers) rules::append_listed(names, w.name);
    return Refused{Refusal::unknown_wager, std::string(game.name) + " offers no wager '" +
                                               printable(told.on) + "'; it offers " + names + "."};
  }
  return PlacedWager{.seat = std::get<rules::Seat>(seat),
                     .bettor = bettor_number(bettors, told.bettor),
                     .on = *on,
                     .backline = told.backline,
                     .stake = Cents{told.cents}};
}

OrRefused<rules::Deal> deal_of(const RoundTold& told, const Game& game) {
  auto player = rules::read_cards(game, told.player);
  if (const auto* no = refused(player)) return *no;
  auto banker = rules::read_cards(game, told.banker);
  if (const auto* no = refused(banker)) return *no;
  return rules::complete_deal(game, std::get<0>(player), std::get<0>(banker));
}

}  // namespace

OrRefused<SettledRound> settle(const RoundTold& told, const Setting& setting) {
  auto found = rules::find_game(setting.games, told.game);
  if (const auto* no = refused(found)) return *no;
  const Game& game = *std::get<const Game*>(found);
  auto schedule = schedule_of(told, game, setting);
  if (const auto* no = refused(schedule)) return *no;
  auto dealer = player_dealer_of(told, game);
  if (const auto* no = refused(dealer)) return *no;

  if (told.wagers.size() > settlement::kMostWagers) {
    return Refused{Refusal::too_many_wagers,
                   std::to_string(told.wagers.size()) + " wagers in one round; at most " +
                       std::to_string(settlement::kMostWagers) + " are taken."};
  }
  std::vector<std::string> bettors;
  std::vector<PlacedWager> wagers;
  wagers.reserve(told.wagers.size());
  for (const auto& wager : told.wagers) {
    auto one = placed(wager, game, bettors);
    if (const auto* no = refused(one)) return *no;
    wagers.push_back(std::get<PlacedWager>(one));
  }
  auto closed = settlement::ClosedRound::close(
      {.game = game,
       .schedule = std::get<const Schedule*>(schedule),
       .player_dealer = std::get<std::optional<PlayerDealer>>(dealer),
       .wagers = wagers,
       .bettors = bettors,
       .backline_bettors_a_seat = setting.backline_bettors_a_seat});
  if (const auto* no = refused(closed)) return *no;
  auto deal = deal_of(told, game);
  if (const auto* no = refused(deal)) return *no;

  // From here on the settlement must succeed.
  const rules::Decision decision = rules::decide(game, std::get<rules::Deal>(deal));
  auto& round = std::get<settlement::ClosedRound>(closed);
  auto settlement = settlement::settle(round, decision);
  return SettledRound{std::move(bettors), std::move(round), std::get<rules::Deal>(deal), decision,
                      std::move(settlement)};
}

}  // namespace cardroom::table
