#pragma once

#include "cardroom/rules/irregularity.hpp"
#include "cardroom/table/table_commands.hpp"

/// What may be asked in a hand, and of a round after it was settled.
namespace cardroom::table {

struct WagerAsked {
  std::int64_t seat = 0;
  std::optional<std::string> bettor;  ///< left out: whoever sits there
  bool backline = false;
  std::string on;
  Cents cents;
  bool slipped = false;     ///< H-min, H-max: outside the limit, and nobody noticed before the deal
  bool placed_for = false;  ///< F6v6-3.7: the staff put it down for the bettor
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("seat", c.seat), f.may("bettor", c.bettor), f.may("backline", c.backline);
    f.need("on", c.on), f.need("cents", c.cents), f.may("slipped", c.slipped);
    f.may("placed_for", c.placed_for);
  }
};

struct OpenBets : AtTable {
  static constexpr std::string_view kName = "open-bets";
  static constexpr Role kLeast = Role::dealer;
};

struct WagerCommand : AtTable {
  WagerAsked wager;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), WagerAsked::fields(f, c.wager);
  }
};

struct PlaceWager : WagerCommand {
  static constexpr std::string_view kName = "place-wager";
  static constexpr Role kLeast = Role::dealer;
};

struct ChangeWager : WagerCommand {
  static constexpr std::string_view kName = "change-wager";
  static constexpr Role kLeast = Role::dealer;
};

struct WithdrawWager : AtTable {
  static constexpr std::string_view kName = "withdraw-wager";
  static constexpr Role kLeast = Role::dealer;
  std::int64_t seat = 0;
  std::optional<std::string> bettor;
  std::string on;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("seat", c.seat), f.may("bettor", c.bettor);
    f.need("on", c.on);
  }
};

struct CloseBets : AtTable {
  static constexpr std::string_view kName = "close-bets";
  static constexpr Role kLeast = Role::dealer;
};

/// The next card of the deal; `hand` may be named and is then checked.
struct DealCard : AtTable {
  static constexpr std::string_view kName = "deal-card";
  static constexpr Role kLeast = Role::dealer;
  std::string card;
  std::optional<std::string> hand;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("card", c.card), f.may("hand", c.hand);
  }
};

struct DealCards : AtTable {
  static constexpr std::string_view kName = "deal-cards";
  static constexpr Role kLeast = Role::dealer;
  std::string player, banker;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("player", c.player), f.need("banker", c.banker);
  }
};

struct SettleHand : AtTable {
  static constexpr std::string_view kName = "settle";
  static constexpr Role kLeast = Role::dealer;
};

/// A whole hand: opens, closes, deals and settles in one go.
struct PlayHand : AtTable {
  static constexpr std::string_view kName = "hand";
  static constexpr Role kLeast = Role::dealer;
  std::vector<WagerAsked> wagers;
  std::string player, banker;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("wagers", c.wagers), f.need("player", c.player);
    f.need("banker", c.banker);
  }
};

/// Something went wrong; the game's own table says what follows. With `void-round` only a ruling
/// that voids is accepted, with `irregularity` every other.
struct IrregularityTold : AtTable {
  std::string code, reason;
  bool reconstructible = false, next_round_begun = false, keep_fees = false;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("table", c.table), f.need("code", c.code), f.need("reason", c.reason);
    f.may("reconstructible", c.reconstructible), f.may("next_round_begun", c.next_round_begun);
    f.may("keep_fees", c.keep_fees);
  }
};

struct RuleIrregularity : IrregularityTold {
  static constexpr std::string_view kName = "irregularity";
  static constexpr Role kLeast = Role::dealer;
};

struct VoidRound : IrregularityTold {
  static constexpr std::string_view kName = "void-round";
  static constexpr Role kLeast = Role::supervisor;
};

}  // namespace cardroom::table
