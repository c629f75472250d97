#pragma once

// 6 Star No Commission Baccarat (17 March 2017): decks of 65, five elements. Clause ids: 6S-*.

#include <algorithm>

#include "cardroom/rules/parts.hpp"

namespace cardroom::rules::games {

namespace s6 {

inline constexpr Suit kFire{0};

/// 6S-1.1.4, H-6S: two Fire cards. That they make nine is asked of the score.
inline constexpr HandFaces kOnFire{Faces::of(kFire), Faces::of(kFire), Faces{}};
inline constexpr std::array<Pattern, 1> kPlayerOnFire = {{{.player = kOnFire}}};
inline constexpr std::array<Pattern, 1> kBankerOnFire = {{{.banker = kOnFire}}};
inline constexpr std::array<Pattern, 1> kBothOnFire = {{{.player = kOnFire, .banker = kOnFire}}};

/// 6S-1.1.1: Sau, Luk and Fuk in each hand, in any order.
inline constexpr auto kSixStars = [] {
  constexpr Faces kSau = Faces::of(Rank::first_picture);
  constexpr Faces kLuk = Faces::of(Rank::second_picture);
  constexpr Faces kFuk = Faces::of(Rank::third_picture);
  constexpr std::array<HandFaces, 6> kOrders = {{
      {kSau, kLuk, kFuk}, {kSau, kFuk, kLuk}, {kLuk, kSau, kFuk},
      {kLuk, kFuk, kSau}, {kFuk, kSau, kLuk}, {kFuk, kLuk, kSau},
  }};
  std::array<Pattern, kOrders.size() * kOrders.size()> patterns{};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    patterns[i] = {kOrders[i / kOrders.size()], kOrders[i % kOrders.size()]};
  }
  return patterns;
}();

/// 6S-1.1.3: all dealt cards of one element.
inline constexpr auto kOneElement = [] {
  std::array<Pattern, kMostSuits> patterns{};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const Faces element = Faces::of(static_cast<Suit>(i));
    patterns[i] = {{element, element, element}, {element, element, element}};
  }
  return patterns;
}();

// --- The result ----------------------------------------------------------------------------------

enum Result : std::uint8_t {
  player, banker, banker_six_on_two, banker_six_on_three, tie,  // as parts::SixOutcome
  player_flaming_9, banker_flaming_9, tie_flaming_9s, tie_six_stars,
};

inline constexpr std::array<Outcome, 9> kOutcomes = [] {
  std::array<Outcome, 9> all{};
  std::ranges::copy(parts::six_outcomes("6S-3.10"), all.begin());
  all[player_flaming_9] = {"player-flaming-9", "P Flaming", {}};
  all[banker_flaming_9] = {"banker-flaming-9", "B Flaming", {}};
  all[tie_flaming_9s] = {"tie-flaming-9s", "Tie Flaming", "6S-4.3"};
  all[tie_six_stars] = {"tie-six-stars", "Tie 6 Stars", "6S-4.3"};
  return all;
}();

constexpr bool player_nine(const Score& s) { return s.player_total == 9 && s.player_cards == 2; }
constexpr bool banker_nine(const Score& s) { return s.banker_total == 9 && s.banker_cards == 2; }
constexpr bool six_cards(const Score& s) { return s.player_cards == 3 && s.banker_cards == 3; }

inline constexpr std::array<Promotion, 4> kPromotions = {{
    {player, player_nine, kPlayerOnFire, player_flaming_9},
    {banker, banker_nine, kBankerOnFire, banker_flaming_9},
    {tie, player_nine, kBothOnFire, tie_flaming_9s},
    {tie, six_cards, kSixStars, tie_six_stars},
}};

inline constexpr OutcomeSet kResult{"result", kOutcomes, by_score(parts::six_outcome), kPromotions};

inline constexpr Pay kNine = to_one(8).plus(Cents::dollars(3'000));    // 6S-4.3
inline constexpr Pay kStar = to_one(8).plus(Cents::dollars(30'000));  // 6S-4.3

inline constexpr std::array<std::array<Pay, 9>, 4> kPays = {{
    // Player   Banker     B 6 on 2    B 6 on 3    Tie        P Flaming   B Flaming   Tie 9s Tie 6*
    {to_one(1), lose,      lose,       lose,       push,      odds(6, 5), lose,       push,  push},
    {lose,      to_one(1), odds(1, 2), odds(1, 2), push,      lose,       odds(6, 5), push,  push},
    {lose,      lose,      lose,       lose,       to_one(8), lose,       lose,       kNine, kStar},
    {lose,      lose,      to_one(12), to_one(20), lose,      lose,       lose,       lose,  lose},
}};

enum Elements : std::uint8_t { mixed, four_alike, five_alike, six_alike };

inline constexpr std::array<Outcome, 4> kElementOutcomes = {{
    {"mixed", "mixed", {}}, {"four-alike", "4 alike", {}},
    {"five-alike", "5 alike", {}}, {"six-alike", "6 alike", {}},
}};

template <int kCards>
constexpr bool dealt(const Score& s) { return s.player_cards + s.banker_cards == kCards; }

inline constexpr std::array<Promotion, 3> kElementPromotions = {{
    {mixed, dealt<4>, kOneElement, four_alike},
    {mixed, dealt<5>, kOneElement, five_alike},
    {mixed, dealt<6>, kOneElement, six_alike},
}};

inline constexpr OutcomeSet kElements{
    "elements", kElementOutcomes, by_score([](const Score&) { return mixed; }), kElementPromotions};

//                                                 mixed 4 alike     5 alike      6 alike     6S-4.2
inline constexpr std::array<Pay, 4> kElementPays = {lose, to_one(50), to_one(500), to_one(5'000)};

inline constexpr std::array<WagerRule, 7> kWagers = {{
    {"player", "Player", &kResult, kPays[0], "6S-4.1", {}, true},
    {"banker", "Banker", &kResult, kPays[1], "6S-4.1", {}, true},
    {"tie", "Tie", &kResult, kPays[2], "6S-4.1"},
    {"player-pair", "Player Pair", &parts::kPlayerPair, parts::kPairPays, "6S-3.8"},
    {"banker-pair", "Banker Pair", &parts::kBankerPair, parts::kPairPays, "6S-3.8"},
    {"fortune-six", "Fortune Six", &kResult, kPays[3], "6S-3.11"},
    {"element-bonus", "Element Bonus", &kElements, kElementPays, "6S-4.2"},
}};

inline constexpr auto kIrregularities = parts::short_irregularities(
    {"6S-5.1", "6S-5.2", "6S-5.3", "6S-5.4", "6S-5.5", "6S-5.6", "6S-5.7"});

inline constexpr std::array<Reading, 4> kReadings = {{
    {"H-bank", "The house pays without a limit of cover."},
    {"H-pair", "A pair is two cards of one rank."},
    {"H-cent", "A wager whose payout would not be whole cents is refused."},
    {"H-6S", "A Tie Bonus is a fixed amount, paid once for each Tie wager on top of 8 to 1. "
             "Flaming 9's raises only the winning hand's line."},
}};

}  // namespace s6

inline constexpr Game six_star{
    .name = "six-star",
    .title = "6 Star No Commission Baccarat",
    .document = "6S",
    .deck = kElementDeck,
    .decks = {4, 10, 8, "6S-2.1"},
    .layout = Layout{16},
    .banking = Banking::house,
    .draw_clauses = {"6S-3.7", "6S-3.9", "6S-3.9", "6S-3.9", "6S-3.9"},
    .order_clause = "H-order",
    .wagers = s6::kWagers,
    .irregularities = s6::kIrregularities,
    .readings = s6::kReadings,
};
static_assert(complete(six_star));

}  // namespace cardroom::rules::games
