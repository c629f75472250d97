#include "cardroom/table/round_told.hpp"

#include <algorithm>
#include <array>

#include "cardroom/rules/deal.hpp"

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

constexpr std::size_t kMostNameBytes = 64;

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

/// One character of UTF-8 from the front of `text`; none where the bytes are not UTF-8.
std::optional<char32_t> take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800,
                                              0x10000};  // no longer form than needed
  if ((first & 0xc0U) == 0x80U || first > 0xf4 || length > text.size()) return std::nullopt;
  char32_t character = length == 1 ? first : first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return std::nullopt;
    character = character << 6U | (byte(i) & 0x3fU);
  }
  const bool surrogate = character >= 0xd800 && character < 0xe000;
  if (character < kLeast[length] || character > 0x10ffff || surrogate) return std::nullopt;
  text.remove_prefix(length);
  return character;
}

/// What a terminal would obey: control characters, line ends, and marks that turn the direction
/// of writing, behind which one name can look like another.
bool steers(char32_t character) {
  if (character < 0x20 || (character >= 0x7f && character < 0xa0)) return true;
  const bool mark = character == 0x061c || character == 0x200e || character == 0x200f;
  const bool line_end_or_embedding = character >= 0x2028 && character <= 0x202e;
  return mark || line_end_or_embedding || (character >= 0x2066 && character <= 0x2069);
}

/// Names are kept and printed for years: short, UTF-8, and nothing a terminal would obey.
bool usable_name(std::string_view name) {
  if (name.empty() || name.size() > kMostNameBytes) return false;
  if (name.front() == ' ' || name.back() == ' ') return false;
  while (!name.empty()) {
    const auto character = take_character(name);
    if (!character || steers(*character)) return false;
  }
  return true;
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
                   "'" + printable(told.bettor) + "' cannot be a bettor's name: 1 to " +
                       std::to_string(kMostNameBytes) +
                       " bytes of UTF-8, no control characters, no space at its ends."};
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
