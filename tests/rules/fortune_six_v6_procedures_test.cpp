// Fortune Six Baccarat, version 6: what the floor does, clause by clause.

#include <algorithm>

#include "cardroom/rules/games/fortune_six_v6.hpp"
#include "cardroom/rules/procedures.hpp"
#include "house_games.hpp"

using namespace cardroom::rules;
using namespace cardroom::testing;
using games::fortune_six_v6;

namespace {

constexpr Position kLadder[] = {Position::dealer, Position::pit_supervisor, Position::pit_manager,
                                Position::assistant_casino_manager, Position::gaming_shift_manager};

/// The code of a refusal that must be there and name `mentions`.
Refusal refusal_in(const std::optional<Refused>& answer, std::string_view mentions) {
  if (!answer) FAIL("nothing was refused");
  return refusal_of(OrRefused<int>{*answer}, mentions);
}

/// From `least` up the ladder everybody may, below it nobody; the refusal names the clause.
void check_least(Act act, Position least, std::string_view clause) {
  bool reached = false;
  for (const Position holder : kLadder) {
    reached = reached || holder == least;
    CAPTURE(title(holder), clause);
    const auto answer = may(fortune_six_v6.powers, act, holder);
    CHECK(answer.has_value() == !reached);
    if (!reached) {
      CHECK(refusal_in(answer, clause) == Refusal::position_too_low);
      CHECK(refusal_in(answer, title(least)) == Refusal::position_too_low);
    }
  }
}

std::optional<Refused> choose(Method method, Position holder, bool in_hlga = true,
                              bool round_in_progress = false) {
  return may_choose_method(fortune_six_v6, method, holder, in_hlga, round_in_progress);
}

HandWager wager(int player, int seat, int dollars, int placed) {
  return {player, *fortune_six_v6.layout.seat(seat), Cents::dollars(dollars), placed};
}

/// Who is offered the cards when everybody refuses them in turn.
std::vector<int> offered(std::vector<HandWager> wagers, const Layout& layout) {
  std::vector<int> players;
  while (const auto next = card_handler(Method::a, layout, wagers)) {
    players.push_back(*next);
    const auto his = std::find_if(wagers.begin(), wagers.end(),
                                  [&](const HandWager& w) { return w.player == *next; });
    REQUIRE_FALSE(his->refused_cards);
    his->refused_cards = true;
  }
  return players;
}

std::vector<int> offered(const std::vector<HandWager>& wagers) {
  return offered(wagers, fortune_six_v6.layout);
}

}  // namespace

// --- Methods of dealing --------------------------------------------------------------------------

TEST_CASE("F6v6-3.8 a Pit Manager chooses method A or B", "[rules][F6v6-3.8]") {
  for (const Method method : {Method::a, Method::b}) {
    for (const bool in_hlga : {false, true}) {
      CHECK_FALSE(choose(method, Position::pit_manager, in_hlga));
      CHECK_FALSE(choose(method, Position::assistant_casino_manager, in_hlga));
      CHECK(refusal_in(choose(method, Position::pit_supervisor, in_hlga), "F6v6-3.8") ==
            Refusal::position_too_low);
    }
  }
}

TEST_CASE("F6v6-3.8 an Assistant Casino Manager allows method C in the HLGA only",
          "[rules][F6v6-3.8]") {
  CHECK_FALSE(choose(Method::c, Position::assistant_casino_manager));
  CHECK(refusal_in(choose(Method::c, Position::pit_manager), "Assistant Casino Manager") ==
        Refusal::position_too_low);
  CHECK(refusal_in(choose(Method::c, Position::assistant_casino_manager, false), "F6v6-3.8") ==
        Refusal::method_not_here);
  CHECK(refusal_in(choose(Method::c, Position::gaming_shift_manager, false), "HLGA") ==
        Refusal::method_not_here);
}

TEST_CASE("F6v6-3.8 the method does not change during a round", "[rules][F6v6-3.8]") {
  for (const Method method : {Method::a, Method::b, Method::c}) {
    CHECK(refusal_in(choose(method, Position::gaming_shift_manager, true, true), "F6v6-3.8") ==
          Refusal::round_in_progress);
  }
}

TEST_CASE("F6v6-3.9 the cards go to the highest wager and on refusal to the next highest",
          "[rules][F6v6-3.9]") {
  CHECK(offered({wager(1, 3, 100, 1), wager(2, 5, 300, 3), wager(3, 7, 200, 2)}) ==
        std::vector{2, 3, 1});
}

TEST_CASE("F6v6-3.9 among equals the first placed is asked and then counter clockwise",
          "[rules][F6v6-3.9]") {
  // Players carry their seat's number; the order of placing otherwise runs against the walk.
  CHECK(offered({wager(9, 9, 500, 2), wager(14, 14, 500, 3), wager(5, 5, 500, 1),
                 wager(2, 2, 500, 4), wager(12, 12, 499, 0)}) == std::vector{5, 2, 14, 9, 12});
}

TEST_CASE("F6v6-3.9 only the first of equals depends on who placed when", "[rules][F6v6-3.9]") {
  std::vector<int> placed = {0, 1, 2};
  do {
    const std::vector<HandWager> equals = {wager(1, 1, 500, placed[0]), wager(8, 8, 500, placed[1]),
                                           wager(16, 16, 500, placed[2])};
    std::vector<int> walk = {16, 8, 1};
    const int first = std::min_element(equals.begin(), equals.end(), [](auto& a, auto& b) {
                        return a.placed < b.placed;
                      })->player;
    std::rotate(walk.begin(), std::find(walk.begin(), walk.end(), first), walk.end());
    CAPTURE(placed);
    CHECK(offered(equals) == walk);
  } while (std::next_permutation(placed.begin(), placed.end()));
}

TEST_CASE("F6v6-3.9 the walk goes round the seats the table has", "[rules][F6v6-3.9]") {
  const std::vector<HandWager> equals = {wager(7, 7, 500, 2), wager(2, 2, 500, 1),
                                         wager(4, 4, 500, 3)};
  CHECK(offered(equals, Layout{8}) == std::vector{2, 7, 4});
}

TEST_CASE("F6v6-3.9 equals among the next highest start from their own first",
          "[rules][F6v6-3.9]") {
  CHECK(offered({wager(1, 1, 900, 5), wager(4, 4, 300, 4), wager(6, 6, 300, 3),
                 wager(10, 10, 300, 2), wager(8, 8, 300, 6)}) == std::vector{1, 10, 8, 6, 4});
}

TEST_CASE("F6v6-3.9 players at one seat are asked as they placed", "[rules][F6v6-3.9]") {
  CHECK(offered({wager(1, 5, 300, 3), wager(2, 5, 300, 1), wager(3, 4, 300, 2)}) ==
        std::vector{2, 1, 3});
}

TEST_CASE("F6v6-3.9 where the wagers do not say it a Pit Supervisor chooses", "[rules][F6v6-3.9]") {
  CHECK_FALSE(card_handler(Method::a, fortune_six_v6.layout, {}));
  HandWager refusing = wager(1, 3, 100, 1);
  refusing.refused_cards = true;
  CHECK_FALSE(card_handler(Method::a, fortune_six_v6.layout, std::vector{refusing}));
  check_least(Act::choose_handler, Position::pit_supervisor, "F6v6-3.9");
}

TEST_CASE("F6v6-3.9 what a player has on the hand is added up", "[rules][F6v6-3.9]") {
  const std::vector<HandWager> split = {wager(1, 2, 300, 1), wager(2, 5, 500, 2),
                                        wager(1, 3, 300, 3)};
  CHECK(card_handler(Method::a, fortune_six_v6.layout, split) == 1);
}

TEST_CASE("F6v6-3.10 by method B no player handles the cards", "[rules][F6v6-3.10]") {
  const std::vector<HandWager> one = {wager(1, 3, 100, 1)};
  CHECK(card_handler(Method::a, fortune_six_v6.layout, one) == 1);
  CHECK_FALSE(card_handler(Method::b, fortune_six_v6.layout, one));
}

TEST_CASE("F6v6-3.10 method B is taken up before a round by a Pit Manager anywhere",
          "[rules][F6v6-3.10]") {
  CHECK_FALSE(choose(Method::b, Position::pit_manager, false, false));
  CHECK(refusal_in(choose(Method::b, Position::dealer, false), "choose method A or B") ==
        Refusal::position_too_low);
  CHECK(choose(Method::b, Position::pit_manager, false, true).has_value());
}

TEST_CASE("F6v6-3.11 without a wager a player draws only if an Assistant Casino Manager lets him",
          "[rules][F6v6-3.11]") {
  CHECK_FALSE(may_draw(fortune_six_v6, true, std::nullopt));
  CHECK(refusal_in(may_draw(fortune_six_v6, false, std::nullopt), "F6v6-3.11") ==
        Refusal::position_too_low);
  CHECK(refusal_in(may_draw(fortune_six_v6, false, Position::pit_manager), "F6v6-3.11") ==
        Refusal::position_too_low);
  CHECK_FALSE(may_draw(fortune_six_v6, false, Position::assistant_casino_manager));
  CHECK_FALSE(may_draw(fortune_six_v6, false, Position::gaming_shift_manager));
  check_least(Act::draw_without_wager, Position::assistant_casino_manager, "F6v6-3.11");
}

TEST_CASE("F6v6-3.11 a player keeps the device until he gives it up or his wager loses",
          "[rules][F6v6-3.11]") {
  const auto lost = [](std::string_view on, std::string_view player, std::string_view banker) {
    return pay(fortune_six_v6, on, player, banker).kind() == Pay::Kind::lose;
  };
  CHECK(keeps_device(false, lost("banker", "7c Kd", "4h 4s")));
  CHECK(keeps_device(false, lost("banker", "3c 3d", "6h Ks")));  // a tie takes nothing
  CHECK_FALSE(keeps_device(false, lost("banker", "9c Kd", "7h Qs")));
  CHECK_FALSE(keeps_device(true, lost("banker", "7c Kd", "4h 4s")));
  CHECK_FALSE(keeps_device(true, lost("banker", "9c Kd", "7h Qs")));
}

TEST_CASE("F6v6-3.16 a Pit Manager may allow cards to be squeezed", "[rules][F6v6-3.16]") {
  check_least(Act::allow_squeezing, Position::pit_manager, "F6v6-3.16");
}

TEST_CASE("F6v6-3.17 at the cutting card the round is completed", "[rules][F6v6-3.17]") {
  check_rulings(fortune_six_v6, "cutting-card", [](const Circumstances& known) {
    Ruled row{"F6v6-3.17", Effect::go_on};
    if (known.in_hlga && known.first_card_of_round) {
      row.withdrawal = Withdrawal::each_wager;
      row.decides = Position::dealer;
    }
    return std::optional{row};
  });
  check_least(Act::offer_cut_card_withdrawal, Position::dealer, "F6v6-3.17");
}

// --- Irregularities ------------------------------------------------------------------------------

namespace {

constexpr Ruled voided(std::string_view clause) {
  return {.clause = clause, .effect = Effect::void_round, .cards = CardsAfter::may_be_replaced};
}

constexpr Ruled kReferred{
    .clause = "F6v6-6.1", .effect = Effect::refer, .decides = Position::gaming_shift_manager};

}  // namespace

TEST_CASE("F6v6-5.1 extra or missing or foreign or unshuffled cards void the round",
          "[rules][F6v6-5.1]") {
  check_always(fortune_six_v6, "wrong-deck", voided("F6v6-5.1"));
  CHECK(ruled(fortune_six_v6, "wrong-deck").told.find("earlier outcomes stand") !=
        std::string_view::npos);
}

TEST_CASE("F6v6-5.2 an order altered for good voids the round", "[rules][F6v6-5.2]") {
  check_rulings(fortune_six_v6, "order-altered", [](const Circumstances& known) {
    if (known.reconstructible) return std::optional{Ruled{"F6v6-5.7", Effect::reconstruct}};
    Ruled row = voided(known.method_c ? "F6v6-5.12" : "F6v6-5.2");
    if (known.method_c) row.cards = CardsAfter::replaced;
    return std::optional{row};
  });
}

TEST_CASE("F6v6-5.3 too few cards void the round", "[rules][F6v6-5.3]") {
  check_always(fortune_six_v6, "too-few-cards", voided("F6v6-5.3"));
}

TEST_CASE("F6v6-5.4 a wager placed or raised after the close is refused", "[rules][F6v6-5.4]") {
  check_always(fortune_six_v6, "late-wager", {"F6v6-5.4", Effect::refuse_wager});
}

TEST_CASE("F6v6-5.5 a wager withdrawn after the close wins or loses all the same",
          "[rules][F6v6-5.5]") {
  check_always(fortune_six_v6, "late-withdrawal", {"F6v6-5.5", Effect::go_on});
}

TEST_CASE("F6v6-5.6 a card found face up in the device is played", "[rules][F6v6-5.6]") {
  check_ruled(ruled(fortune_six_v6, "face-up-in-device"), {"F6v6-5.6", Effect::go_on});
  // Before the first card the rule does not speak, so it is referred.
  const auto early = ruled(fortune_six_v6, "face-up-in-device", {.first_card_of_round = true});
  CHECK(early.clause == "F6v6-6.1");
}

TEST_CASE("F6v6-5.7 cards in wrong order or with the wrong player are put right",
          "[rules][F6v6-5.7]") {
  check_always(fortune_six_v6, "dealt-in-wrong-order", {"F6v6-5.7", Effect::reconstruct});
  check_always(fortune_six_v6, "passed-to-wrong-player", {"F6v6-5.7", Effect::reconstruct});
}

TEST_CASE("F6v6-5.7 cards not passed or exposed by the Dealer change nothing",
          "[rules][F6v6-5.7]") {
  check_always(fortune_six_v6, "not-passed-or-exposed", {"F6v6-5.7", Effect::go_on});
}

TEST_CASE("F6v6-5.8 cards drawn together in known order are reconstructed after a withdrawal",
          "[rules][F6v6-5.8]") {
  check_ruled(ruled(fortune_six_v6, "drawn-together", {.reconstructible = true}),
              {"F6v6-5.8", Effect::reconstruct, Withdrawal::each_wager});
}

TEST_CASE("F6v6-5.8 cards drawn together in unknown order void the initial deal",
          "[rules][F6v6-5.8]") {
  check_ruled(ruled(fortune_six_v6, "drawn-together", {.initial_deal = true}), voided("F6v6-5.8"));
}

TEST_CASE("F6v6-5.8 later a Pit Manager sets the order and players withdraw all or nothing",
          "[rules][F6v6-5.8]") {
  check_rulings(fortune_six_v6, "drawn-together", [](const Circumstances& known) {
    if (known.reconstructible) {
      return std::optional{Ruled{"F6v6-5.8", Effect::reconstruct, Withdrawal::each_wager}};
    }
    if (known.initial_deal) return std::optional{voided("F6v6-5.8")};
    return std::optional{
        Ruled{"F6v6-5.8", Effect::go_on, Withdrawal::all_or_nothing, Position::pit_manager}};
  });
  check_least(Act::set_order_of_cards, Position::pit_manager, "F6v6-5.8");
}

TEST_CASE("F6v6-5.9 after a reset of the device players withdraw and bets open once more",
          "[rules][F6v6-5.9]") {
  check_always(fortune_six_v6, "device-reset",
               {"F6v6-5.9", Effect::bet_again, Withdrawal::each_wager});
}

TEST_CASE("F6v6-5.10 the Dealer exposes the cards of an absent player", "[rules][F6v6-5.10]") {
  check_always(fortune_six_v6, "handler-absent", {"F6v6-5.10", Effect::go_on});
}

TEST_CASE("F6v6-5.11 cards a player took along are replaced before a Gaming Shift Manager",
          "[rules][F6v6-5.11]") {
  check_rulings(fortune_six_v6, "left-with-cards", [](const Circumstances& known) {
    Ruled row{"F6v6-5.11", Effect::reconstruct};
    if (!known.reconstructible) {
      row.decides = Position::gaming_shift_manager;
      row.cards = CardsAfter::replaced;
    }
    return std::optional{row};
  });
  check_least(Act::witness_replacement, Position::gaming_shift_manager, "F6v6-5.11");
}

TEST_CASE("F6v6-5.12 cards exposed while a player moves the device are played",
          "[rules][F6v6-5.12]") {
  check_rulings(fortune_six_v6, "exposed-moving-device", [](const Circumstances& known) {
    return std::optional{known.method_c ? Ruled{"F6v6-5.12", Effect::go_on} : kReferred};
  });
}

TEST_CASE("F6v6-5.12 an order that a player altered for good voids the round and the cards go",
          "[rules][F6v6-5.12]") {
  check_ruled(ruled(fortune_six_v6, "order-altered", {.method_c = true}),
              {.clause = "F6v6-5.12", .effect = Effect::void_round, .cards = CardsAfter::replaced});
}

TEST_CASE("F6v6-5.13 after a void the cards may be replaced", "[rules][F6v6-5.13]") {
  int void_rows = 0;
  for (const Irregularity& row : fortune_six_v6.irregularities) {
    if (row.effect != Effect::void_round) continue;
    ++void_rows;
    CAPTURE(row.code, row.clause);
    CHECK(row.cards ==
          (row.clause == "F6v6-5.12" ? CardsAfter::replaced : CardsAfter::may_be_replaced));
  }
  CHECK(void_rows == 5);  // 5.1, 5.2, 5.3, 5.8.2.1, 5.12.2
}

// --- Limits after the fact -----------------------------------------------------------------------

namespace {

constexpr Limits kLimits{Cents::dollars(25), Cents::dollars(1'000)};

std::int64_t settled_cents(std::int64_t stake_cents, bool before) {
  return settled_part(Cents{stake_cents}, kLimits, before).count();
}

}  // namespace

TEST_CASE("F6v6-5.14 a wager under the minimum is settled once and then returned",
          "[rules][F6v6-5.14]") {
  for (const int cents : {1, 500, 2'499}) {
    CHECK(settled_cents(cents, false) == cents);
    CHECK(settled_cents(cents, true) == 0);
  }
  CHECK(settled_cents(2'500, true) == 2'500);
}

TEST_CASE("F6v6-5.15 a wager over the maximum is settled to the maximum", "[rules][F6v6-5.15]") {
  CHECK(settled_cents(99'999, false) == 99'999);
  CHECK(settled_cents(100'000, false) == 100'000);
  CHECK(settled_cents(100'001, false) == 100'000);
  CHECK(settled_cents(5'000'000, false) == 100'000);
}

TEST_CASE("F6v6-5.16 what was settled before takes nothing from a wager within the limits or over",
          "[rules][F6v6-5.16]") {
  for (const int cents : {2'500, 50'000, 100'000, 100'001}) {
    CHECK(settled_cents(cents, true) == settled_cents(cents, false));
  }
}

// --- Power failure -------------------------------------------------------------------------------

namespace {

const std::vector<std::string_view> kLines = {"player", "banker"};
const std::vector<std::string_view> kWithoutPairs = {"player", "banker", "tie", "fortune-six"};
const std::vector<std::string_view> kAllWagers = {"player",      "banker",      "tie",
                                                  "player-pair", "banker-pair", "fortune-six"};

bool established(const Cards& player, const Cards& banker,
                 const std::vector<std::string_view>& on_offer) {
  std::vector<std::uint8_t> wagers;
  for (const auto name : on_offer) wagers.push_back(fortune_six_v6.find_wager(name).value());
  const auto at = accepted(deal_so_far(fortune_six_v6, player, banker));
  return outcome_established(fortune_six_v6, at.deal, wagers);
}

bool established(std::string_view player, std::string_view banker,
                 const std::vector<std::string_view>& on_offer) {
  return established(cards(fortune_six_v6, player), cards(fortune_six_v6, banker), on_offer);
}

/// A second dealing of the points alone, by the printed table, so that the product is not its own
/// witness. Keeps each way in which a wager other than a pair can end.
class ByHand {
 public:
  ByHand(int player, int banker) {
    if (player >= 8 || banker >= 8 || (player >= 6 && banker >= 6)) {
      end(player, banker);
    } else if (player >= 6) {
      banker_draws(player, banker);
    } else {
      for (int third = 0; third < 10; ++third) after_third(player, banker, third);
    }
  }
  ByHand(int player, int banker, int third) { after_third(player, banker, third); }

  /// One of the wagers can only win, or can only lose.
  [[nodiscard]] bool established() const {
    return std::any_of(std::begin(ends_), std::end(ends_),
                       [](const Ends& e) { return !e.pushes && e.wins != e.loses; });
  }

 private:
  struct Ends {
    bool wins = false, loses = false, pushes = false;
    void add(bool won, bool lost) {
      wins |= won;
      loses |= lost;
      pushes |= !won && !lost;
    }
  };

  void after_third(int player, int banker, int third) {
    static constexpr std::string_view kDrawsOn[] = {
        "0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", ""};
    const int total = (player + third) % 10;
    const bool draws = kDrawsOn[banker].find(static_cast<char>('0' + third)) != std::string::npos;
    draws ? banker_draws(total, banker) : end(total, banker);
  }
  void banker_draws(int player, int banker) {
    for (int card = 0; card < 10; ++card) end(player, (banker + card) % 10);
  }
  void end(int player, int banker) {
    ends_[0].add(player > banker, player < banker);
    ends_[1].add(banker > player, banker < player);
    ends_[2].add(player == banker, player != banker);
    const bool six = banker == 6 && player < 6;
    ends_[3].add(six, !six);
  }

  Ends ends_[4];  // Player, Banker, Tie, Fortune Six
};

}  // namespace

TEST_CASE("F6v6-5.17 with pairs on offer the third card establishes an outcome",
          "[rules][F6v6-5.17]") {
  CHECK_FALSE(established("", "", kAllWagers));
  CHECK_FALSE(established("9c", "", kAllWagers));
  CHECK_FALSE(established("9c", "4h", kAllWagers));
  CHECK(established("9c 3d", "4h", kAllWagers));
  CHECK(established("9c 9d", "4h", {"player-pair"}));
  CHECK_FALSE(established("9c 9d", "4h", {"banker-pair"}));
  CHECK(established("9c 9d", "4h 4s", {"banker-pair"}));
  CHECK_FALSE(established("9c 3d", "4h", kWithoutPairs));
}

TEST_CASE("F6v6-5.17 without pairs four cards establish nothing while Fortune Six can still go",
          "[rules][F6v6-5.17]") {
  CHECK_FALSE(established("2c 3d", "Kh 4s", kWithoutPairs));
  CHECK_FALSE(established("2c 3d", "Kh 6s", kWithoutPairs));
}

TEST_CASE("F6v6-5.17 a Fortune Six that can no longer win is an outcome", "[rules][F6v6-5.17]") {
  // Player stands, so a Banker six would not win; only Fortune Six says so.
  CHECK(established("3c 4d", "Kh 2s", kWithoutPairs));
  CHECK(established("3c 3d", "Kh 2s", kWithoutPairs));
  CHECK_FALSE(established("3c 4d", "Kh 2s", {"player", "banker", "tie"}));
  // Banker stands on seven, whatever Player draws.
  CHECK(established("2c 3d", "Kh 7s", {"fortune-six"}));
  CHECK_FALSE(established("2c 3d", "Kh 7s", {"player", "banker", "tie"}));
  // Banker's five draws only on 4 to 7, which bring Player's two to six or more.
  CHECK(established("Kc 2d", "2h 3s", {"fortune-six"}));
  CHECK_FALSE(established("Kc 3d", "2h 3s", {"fortune-six"}));
}

TEST_CASE("F6v6-5.17 a push is neither won nor lost", "[rules][F6v6-5.17]") {
  CHECK_FALSE(established("3c 3d", "6h Ks", kLines));
  CHECK(established("3c 3d", "6h Ks", {"tie"}));
  // Banker cannot win any more, but may still tie.
  CHECK_FALSE(established("2c 3d 4h", "2h 3s", kLines));
  CHECK(established("9c Kd", "7h Qs", kLines));
  CHECK_FALSE(established("9c Kd", "7h Qs", {}));
}

TEST_CASE("F6v6-5.17 every four cards and every fifth card agree with a count by hand",
          "[rules][F6v6-5.17]") {
  int open = 0;
  for (int totals = 0; totals < 100; ++totals) {
    const int p = totals / 10, b = totals % 10;
    const Cards player = two_cards(fortune_six_v6, p, 4);
    const Cards banker = two_cards(fortune_six_v6, b, 7);
    CAPTURE(p, b);
    const bool by_hand = ByHand(p, b).established();
    CHECK(established(player, banker, kWithoutPairs) == by_hand);
    open += by_hand ? 0 : 1;
    if (p > 5 || b > 7) continue;
    for (int third = 0; third < 10; ++third) {
      CAPTURE(third);
      CHECK(established(with(player, worth(fortune_six_v6, third)), banker, kWithoutPairs) ==
            ByHand(p, b, third).established());
    }
  }
  // Player still draws and Banker does not yet stand on seven; but not 2 against 5, see above.
  CHECK(open == 6 * 7 - 1);
}

TEST_CASE("F6v6-5.17 the cards decide which ruling a power failure gets", "[rules][F6v6-5.17]") {
  const auto at_failure = [](std::string_view player, std::string_view banker) {
    return ruled(fortune_six_v6, "power-failure",
                 {.outcome_established = established(player, banker, kAllWagers)});
  };
  check_ruled(at_failure("9c", "4h"), {"F6v6-5.17", Effect::go_on, Withdrawal::all_or_nothing});
  check_ruled(at_failure("9c 3d", "4h"), {"F6v6-5.17", Effect::go_on});
  check_rulings(fortune_six_v6, "power-failure", [](const Circumstances& known) {
    return std::optional{
        Ruled{"F6v6-5.17", Effect::go_on,
              known.outcome_established ? Withdrawal::none : Withdrawal::all_or_nothing}};
  });
}

// --- Differential and general provisions ---------------------------------------------------------

TEST_CASE("F6v6-5.18 over the differential the heavier hand is asked to decrease",
          "[rules][F6v6-5.18]") {
  using Ask = DifferentialStep::Ask;
  const auto check = [](int player, int banker, Ask ask, int excess) {
    const auto step =
        differential(Cents::dollars(player), Cents::dollars(banker), Cents::dollars(500));
    CAPTURE(player, banker);
    CHECK(step.ask == ask);
    CHECK(step.excess == Cents::dollars(excess));
  };
  check(1'200, 400, Ask::decrease_player, 300);
  check(400, 1'200, Ask::decrease_banker, 300);
  check(0, 501, Ask::decrease_banker, 1);
  check(0, 500, Ask::nothing, 0);
  check(900, 400, Ask::nothing, 0);
  // 5.18.1 and 5.18.2 together meet it: 100 less there, 200 more here.
  check(1'100, 600, Ask::nothing, 0);
}

TEST_CASE("F6v6-5.18 what stays over the differential a Pit Manager removes",
          "[rules][F6v6-5.18]") {
  check_least(Act::remove_excess_wagers, Position::pit_manager, "F6v6-5.18");
}

TEST_CASE("F6v6-6.1 what the rules do not cover goes to the Gaming Shift Manager",
          "[rules][F6v6-6.1]") {
  check_always(fortune_six_v6, "other", kReferred);
  check_always(fortune_six_v6, "a-bird-took-a-card", kReferred);
  check_least(Act::decide_uncovered, Position::gaming_shift_manager, "F6v6-6.1");
}

TEST_CASE("F6v6-6.2 a higher position may act for a lower one", "[rules][F6v6-6.2]") {
  //                     D      PS     PM     ACM    GSM      needed
  constexpr bool kMay[5][5] = {
      // clang-format off
      /* D   */         {true,  false, false, false, false},
      /* PS  */         {true,  true,  false, false, false},
      /* PM  */         {true,  true,  true,  false, false},
      /* ACM */         {true,  true,  true,  true,  false},
      /* GSM */         {true,  true,  true,  true,  true},
      // clang-format on
  };
  for (std::size_t holder = 0; holder < 5; ++holder) {
    for (std::size_t needed = 0; needed < 5; ++needed) {
      CAPTURE(title(kLadder[holder]), title(kLadder[needed]));
      CHECK(may_act_for(kLadder[holder], kLadder[needed]) == kMay[holder][needed]);
    }
  }
}

TEST_CASE("F6v6-6.3 the cards decide and not the display", "[rules][F6v6-6.3]") {
  check_always(fortune_six_v6, "display-wrong", {"F6v6-6.3", Effect::go_on});
}
