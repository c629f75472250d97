#pragma once

// What the tests of the house-banked documents share. Each document's printed tables stand in its
// own test, written by hand.

#include "support/rounds.hpp"

namespace cardroom::testing {

using Cards = std::vector<rules::Card>;

/// A card worth `points` from the game's own deck; `turn` picks the face.
inline rules::Card worth(const rules::Game& game, int points, int turn = 0) {
  const std::string_view ranks = game.deck.rank_letters;
  const std::string_view suits = game.deck.suit_letters;
  const std::string_view zeros = ranks.substr(9);
  const auto at = static_cast<std::size_t>(turn);
  const char rank =
      points == 0 ? zeros[at % zeros.size()] : ranks[static_cast<std::size_t>(points - 1)];
  return cards(game, std::string{rank, suits[at % suits.size()]}).front();
}

/// Two cards that make `total`, the first of them worth `first`.
inline Cards two_cards(const rules::Game& game, int total, int first) {
  return {worth(game, first, total), worth(game, (total - first + 10) % 10, total + 1)};
}

inline Cards with(Cards hand, rules::Card third) {
  hand.push_back(third);
  return hand;
}

inline rules::Hand hand_of(const Cards& cards) {
  rules::Hand hand;
  for (const rules::Card card : cards) hand.add(card);
  return hand;
}

// --- Cards and totals ----------------------------------------------------------------------------

/// Ace one, two to nine their face, ten and the three pictures nothing; in every suit.
inline void check_point_values(const rules::Game& game, std::string_view pictures) {
  for (const char suit : game.deck.suit_letters) {
    const auto points = [&](std::string rank) { return cards(game, rank + suit).front().points(); };
    CAPTURE(suit);
    CHECK(points("A") == 1);
    for (int face = 2; face <= 9; ++face) CHECK(points(std::to_string(face)) == face);
    CHECK(points("10") == 0);
    for (const char picture : pictures) CHECK(points({picture}) == 0);
  }
}

/// The right digit of the sum, read off the number as it is written.
inline void check_point_totals(const rules::Game& game) {
  for (int sum_of = 0; sum_of < 1000; ++sum_of) {
    const int a = sum_of / 100, b = sum_of / 10 % 10, c = sum_of % 10;
    const Cards two = {worth(game, a, 0), worth(game, b, 1)};
    CAPTURE(a, b, c);
    CHECK(hand_of(two).total() == std::to_string(a + b).back() - '0');
    CHECK(hand_of(with(two, worth(game, c, 2))).total() == std::to_string(a + b + c).back() - '0');
  }
}

// --- The deal ------------------------------------------------------------------------------------

inline void check_next(const rules::Game& game, const Cards& player, const Cards& banker,
                       rules::NextCard::To to, std::string_view clause) {
  const auto at = accepted(rules::deal_so_far(game, player, banker));
  CAPTURE(rules::next_card_text(game, at));
  CHECK(at.next.to == to);
  CHECK(rules::clause(game.draw_clauses, at.next.because) == clause);
}

/// First and third card to Player, second and fourth to Banker.
inline void check_first_four_cards(const rules::Game& game, std::string_view clause) {
  using To = rules::NextCard::To;
  const auto first = [&](std::size_t count) { return Cards(count, worth(game, 3)); };
  check_next(game, first(0), first(0), To::player, clause);
  check_next(game, first(1), first(0), To::banker, clause);
  check_next(game, first(1), first(1), To::player, clause);
  check_next(game, first(2), first(1), To::banker, clause);
  for (const auto& [player, banker] : {std::pair{0U, 1U}, {2U, 0U}, {1U, 2U}}) {
    CAPTURE(player, banker);
    CHECK(refusal_of(rules::deal_so_far(game, first(player), first(banker)), clause) ==
          rules::Refusal::cards_out_of_order);
  }
}

/// A document's table of play, for hands without a natural.
struct PrintedTable {
  bool (*player_draws)(int total);
  bool (*banker_draws_alone)(int total);  ///< Player stood
  bool (*banker_draws)(int total, int third_card);
  std::string_view player_clause;
  std::string_view banker_clause;
};

/// The hand that is due a card may not go without it; the one that is not may not get it.
inline void check_drawn(const rules::Game& game, const Cards& player, const Cards& banker,
                        rules::NextCard::To to, std::string_view clause) {
  using To = rules::NextCard::To;
  using rules::Refusal;
  check_next(game, player, banker, to, clause);
  if (to != To::nobody) {
    CHECK(refusal_of(rules::complete_deal(game, player, banker), clause) ==
          Refusal::third_card_missing);
    return;
  }
  CHECK(rules::refused(rules::complete_deal(game, player, banker)) == nullptr);
  CHECK(refusal_of(rules::deal_so_far(game, player, with(banker, worth(game, 1))), clause) ==
        Refusal::third_card_not_dealt);
}

inline void check_banker_against_each_third_card(const rules::Game& game, const Cards& player,
                                                 const Cards& banker, const PrintedTable& printed) {
  using To = rules::NextCard::To;
  for (int face = 0; face < rules::kRanks; ++face) {
    // Nine faces count their points; the ten and the three pictures count nothing.
    const int third = face < 9 ? face + 1 : 0;
    CAPTURE(face, third);
    const bool draws = printed.banker_draws(hand_of(banker).total(), third);
    check_drawn(game, with(player, worth(game, third, face)), banker,
                draws ? To::banker : To::nobody, printed.banker_clause);
  }
}

/// Every cell: each total of both hands, and each face of Player's third card.
inline void check_table_of_play(const rules::Game& game, const PrintedTable& printed) {
  using To = rules::NextCard::To;
  for (int cell = 0; cell < 200; ++cell) {
    const int p = cell / 20, b = cell / 2 % 10, first = cell % 2 == 0 ? 0 : 9;
    CAPTURE(p, b, first);
    const Cards player = two_cards(game, p, first);
    const Cards banker = two_cards(game, b, 9 - first);
    if (p >= 8 || b >= 8) {
      check_drawn(game, player, banker, To::nobody, printed.player_clause);
    } else if (printed.player_draws(p)) {
      check_drawn(game, player, banker, To::player, printed.player_clause);
      check_banker_against_each_third_card(game, player, banker, printed);
    } else {
      check_drawn(game, player, banker, printed.banker_draws_alone(b) ? To::banker : To::nobody,
                  printed.banker_clause);
      CHECK(refusal_of(rules::deal_so_far(game, with(player, worth(game, 1)), banker)) ==
            rules::Refusal::third_card_not_dealt);
    }
  }
}

inline void check_natural_ends_the_deal(const rules::Game& game, const std::string& natural,
                                        const std::string& other) {
  const auto complete = [&](const std::string& player, const std::string& banker) {
    return rules::complete_deal(game, cards(game, player), cards(game, banker));
  };
  CAPTURE(natural, other);
  CHECK(accepted(complete(natural, other)).player.natural());
  CHECK(accepted(complete(other, natural)).banker.natural());
  CHECK(refusal_of(complete(natural, other + " " + other.substr(0, 2))) ==
        rules::Refusal::third_card_not_dealt);
  CHECK(refusal_of(complete(other + " " + other.substr(0, 2), natural)) ==
        rules::Refusal::third_card_not_dealt);
}

namespace detail {
inline void deal_on(const rules::Game& game, const Cards& player, const Cards& banker,
                    std::vector<rules::Deal>& rounds) {
  const auto at = accepted(rules::deal_so_far(game, player, banker));
  if (at.next.to == rules::NextCard::To::nobody) {
    rounds.push_back(at.deal);
    return;
  }
  for (int points = 0; points < 10; ++points) {
    const rules::Card card = worth(game, points, points);
    if (at.next.to == rules::NextCard::To::player) {
      deal_on(game, with(player, card), banker, rounds);
    } else {
      deal_on(game, player, with(banker, card), rounds);
    }
  }
}
}  // namespace detail

/// A round for every pair of first totals and every point value of the cards that follow.
inline std::vector<rules::Deal> every_course(const rules::Game& game) {
  std::vector<rules::Deal> rounds;
  for (int start = 0; start < 100; ++start) {
    const Cards player = {worth(game, 0, 0), worth(game, start / 10, 1)};
    const Cards banker = {worth(game, 0, 1), worth(game, start % 10, 2)};
    detail::deal_on(game, player, banker, rounds);
  }
  return rounds;
}

// --- Pay -----------------------------------------------------------------------------------------

inline rules::Pay pay_on(const rules::Game& game, std::string_view wager, const rules::Deal& deal) {
  return rules::decide(game, deal).pay(game, game.find_wager(wager).value());
}

/// The cells of one round, in the game's order of wagers.
inline void check_pays(const rules::Game& game, std::string_view player, std::string_view banker,
                       const std::vector<rules::Pay>& expected) {
  const rules::Decision decision = decide(game, player, banker);
  REQUIRE(expected.size() == game.wagers.size());
  for (std::uint8_t wager = 0; wager < expected.size(); ++wager) {
    const rules::Pay& pay = decision.pay(game, wager);
    CAPTURE(player, banker, game.wager(wager).name, rules::pay_text(pay),
            rules::pay_text(expected[wager]));
    CHECK(pay == expected[wager]);
  }
}

/// What a stake of `cents` gets on top of itself.
inline std::int64_t due(const rules::Pay& pay, std::int64_t cents) {
  return pay.due_on(rules::Cents{cents}).count();
}

/// H-cent: whole cents come out on multiples of `cents` and on no other stake.
inline void check_exact_on_multiples_of(const rules::Pay& pay, int cents) {
  CAPTURE(rules::pay_text(pay));
  for (int stake = 1; stake <= 200; ++stake) {
    CAPTURE(stake);
    CHECK(pay.exact_on(rules::Cents{stake}) == (stake % cents == 0));
    if (stake % cents == 0) continue;
    CHECK_THROWS_AS(pay.due_on(rules::Cents{stake}), rules::BrokenInvariant);
  }
}

inline void check_independent(const rules::Game& game, const std::vector<std::string_view>& names) {
  REQUIRE(game.wagers.size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(game.wagers[i].name == names[i]);
    CHECK(game.wagers[i].needs == rules::WagerRule::Needs::nothing);
  }
}

/// The higher total takes its line; equal totals push both lines and are the only ones Tie wins on.
inline void check_higher_total_wins(const rules::Game& game) {
  using Kind = rules::Pay::Kind;
  for (const rules::Deal& deal : every_course(game)) {
    const int lead = deal.player.total() - deal.banker.total();
    const auto line = [](int ahead) {
      return ahead > 0 ? Kind::win : ahead < 0 ? Kind::lose : Kind::push;
    };
    CAPTURE(deal.player.total(), deal.banker.total());
    CHECK(pay_on(game, "player", deal).kind() == line(lead));
    CHECK(pay_on(game, "banker", deal).kind() == line(-lead));
    CHECK(pay_on(game, "tie", deal).kind() == (lead == 0 ? Kind::win : Kind::lose));
  }
}

/// Twelve for a Banker win with six on two cards, twenty on three, nothing else.
inline void check_fortune_six(const rules::Game& game) {
  for (const rules::Deal& deal : every_course(game)) {
    const bool won = deal.banker.total() == 6 && deal.player.total() < 6;
    const auto expected = !won                      ? rules::lose
                          : deal.banker.size() == 2 ? rules::to_one(12)
                                                    : rules::to_one(20);
    CAPTURE(deal.player.total(), deal.banker.total(), deal.banker.size());
    CHECK(pay_on(game, "fortune-six", deal) == expected);
  }
}

/// Every two faces of each hand, against a natural nine that ends the deal there.
inline void check_pairs_by_rank(const rules::Game& game) {
  const std::string nine = {'9', game.deck.suit_letters[0], ' ', 'T', game.deck.suit_letters[1]};
  for (const char a : game.deck.rank_letters) {
    for (const char b : game.deck.rank_letters) {
      const std::string two = {a, game.deck.suit_letters[2], ' ', b, game.deck.suit_letters[3]};
      const auto expected = a == b ? rules::to_one(11) : rules::lose;
      CAPTURE(two);
      CHECK(pay(game, "player-pair", two, nine) == expected);
      CHECK(pay(game, "banker-pair", nine, two) == expected);
      CHECK(pay(game, "player-pair", nine, two) == rules::lose);
      CHECK(pay(game, "banker-pair", two, nine) == rules::lose);
    }
  }
}

// --- Decks and irregularities --------------------------------------------------------------------

/// What a row says, without its sentence.
struct Ruled {
  std::string_view clause;
  rules::Effect effect;
  rules::Withdrawal withdrawal = rules::Withdrawal::none;
  std::optional<rules::Position> decides = {};
  rules::CardsAfter cards = rules::CardsAfter::kept;
};

inline rules::Irregularity ruled(const rules::Game& game, std::string_view code,
                                 const rules::Circumstances& known = {}) {
  return accepted(rules::ruling(game.irregularities, code, known));
}

inline void check_ruled(const rules::Irregularity& row, const Ruled& expected) {
  CAPTURE(row.code, row.told, rules::text(row.when));
  CHECK(row.clause == expected.clause);
  CHECK(rules::text(row.effect) == rules::text(expected.effect));
  CHECK(rules::text(row.withdrawal) == rules::text(expected.withdrawal));
  CHECK(row.decides == expected.decides);
  CHECK(rules::text(row.cards) == rules::text(expected.cards));
  CHECK_FALSE(row.told.empty());
}

/// Asks under all circumstances there are; where `expected` has no answer the game must refuse one.
template <class Expected>
void check_rulings(const rules::Game& game, std::string_view code, Expected expected) {
  for (unsigned bits = 0; bits < 128; ++bits) {
    const auto bit = [bits](unsigned place) { return ((bits >> place) & 1U) != 0; };
    const rules::Circumstances known{bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6)};
    CAPTURE(code, bits);
    const auto answer = rules::ruling(game.irregularities, code, known);
    if (const std::optional<Ruled> row = expected(known)) {
      check_ruled(accepted(answer), *row);
    } else {
      CHECK(refusal_of(answer, code) == rules::Refusal::irregularity_not_listed);
    }
  }
}

inline void check_always(const rules::Game& game, std::string_view code, const Ruled& row) {
  check_rulings(game, code, [&](const rules::Circumstances&) { return std::optional{row}; });
}

/// One row where `holds`, and no ruling at all elsewhere.
inline void check_only_when(const rules::Game& game, std::string_view code, const Ruled& row,
                            bool (*holds)(const rules::Circumstances&)) {
  check_rulings(game, code, [&](const rules::Circumstances& known) {
    return holds(known) ? std::optional{row} : std::nullopt;
  });
}

/// F6v5 and 6S word rule 5.2 alike: too late is too late, then reconstruction comes before voiding.
inline void check_wrong_number_of_cards(const rules::Game& game, std::string_view clause) {
  check_rulings(game, "wrong-number-of-cards", [&](const rules::Circumstances& known) {
    const auto put_right =
        known.reconstructible ? rules::Effect::reconstruct : rules::Effect::void_round;
    return std::optional{Ruled{clause, known.next_round_begun ? rules::Effect::go_on : put_right}};
  });
}

inline void check_unknown_order_in_initial_deal(const rules::Game& game, std::string_view clause) {
  check_only_when(game, "drawn-together", {clause, rules::Effect::void_round},
                  [](const rules::Circumstances& known) {
                    return !known.reconstructible && known.initial_deal;
                  });
}

inline void check_order_altered_for_good(const rules::Game& game, std::string_view clause) {
  check_only_when(game, "order-altered", {clause, rules::Effect::void_round},
                  [](const rules::Circumstances& known) { return !known.reconstructible; });
}

}  // namespace cardroom::testing
