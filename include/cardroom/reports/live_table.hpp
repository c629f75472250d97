#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/table/fields.hpp"
#include "cardroom/table/floor.hpp"

/// A table as it stands now, for whoever works at it or watches it. Nothing in it depends on the
/// time of reading: the same version is always the same text.
namespace cardroom::reports {

using rules::Cents;

struct LiveWager {
  std::string bettor;
  bool backline = false;
  Cents cents;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("bettor", c.bettor), f.may("backline", c.backline), f.need("cents", c.cents);
  }
};

struct LiveSpace {
  std::string on;
  Cents total, room_left;
  std::vector<LiveWager> wagers;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("on", c.on), f.need("total_cents", c.total), f.need("room_left_cents", c.room_left);
    f.need("wagers", c.wagers);
  }
};

struct LiveSeat {
  std::int64_t seat = 0;
  std::optional<std::string> name, patron, company, badge_expires;
  std::vector<std::string> backline;
  std::vector<LiveSpace> spaces;  ///< those that hold something
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("seat", c.seat), f.may("name", c.name), f.may("patron", c.patron);
    f.may("company", c.company), f.may("badge_expires", c.badge_expires);
    f.may("backline", c.backline), f.may("spaces", c.spaces);
  }
};

struct LiveTerms {
  std::optional<std::int64_t> option;
  std::string limits, fees;  ///< as they are posted
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.may("option", c.option), f.need("limits", c.limits), f.need("fees", c.fees);
  }
};

[[nodiscard]] LiveTerms terms_told(const table::Terms& terms, const rules::Game& game);

/// Somebody at a seat, in connection with the position.
struct AtPosition {
  std::int64_t seat = 0;
  std::string name;
  std::optional<std::string> company, since;
  std::optional<Cents> wager;
  std::optional<std::int64_t> hand, of;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("seat", c.seat), f.need("name", c.name), f.may("company", c.company);
    f.may("since", c.since), f.may("wager_cents", c.wager), f.may("hand", c.hand);
    f.may("of", c.of);
  }
};

/// P-2026, always shown as information.
struct LiveWindow {
  struct Holder {
    std::string name;
    std::optional<std::string> counts_until;
    template <class F, class C>
    static void fields(F& f, C& c) {
      f.need("name", c.name), f.may("counts_until", c.counts_until);
    }
  };
  std::vector<Holder> holders;
  std::string would_end_game;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("holders", c.holders), f.need("would_end_game", c.would_end_game);
  }
};

struct LivePosition {
  std::string rules;
  std::optional<AtPosition> holder, offered, due;
  std::vector<std::string> declined;
  LiveWindow window_2026;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("rules", c.rules), f.may("holder", c.holder), f.may("offered", c.offered);
    f.may("due", c.due), f.may("declined", c.declined);
    f.need("window_2026", c.window_2026);
  }
};

[[nodiscard]] LivePosition live_position(const table::Floor& floor, const table::TableState& table);

inline constexpr std::string_view kBetsOpen = "bets open";

struct LiveHand {
  std::int64_t opened_event = 0;  ///< which hand it is: a voided one is not counted in `hands`
  std::string phase;              ///< "bets open", "dealing", "complete"
  Cents action;
  std::optional<Cents> player_dealer_fee, player_fees;
  bool gap = false;
  std::string player, banker;  ///< cards
  std::int64_t player_total = 0, banker_total = 0;
  std::string next_card;  ///< "player", "banker", "nobody"
  std::string text;       ///< what the deal waits for, with its clause
  bool withdrawal = false;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("opened_event", c.opened_event), f.need("phase", c.phase);
    f.need("action_cents", c.action);
    f.may("player_dealer_fee_cents", c.player_dealer_fee);
    f.may("player_fees_cents", c.player_fees), f.may("gap", c.gap), f.need("player", c.player);
    f.need("banker", c.banker), f.need("player_total", c.player_total);
    f.need("banker_total", c.banker_total), f.need("next_card", c.next_card);
    f.need("text", c.text), f.may("withdrawal", c.withdrawal);
  }
};

}  // namespace cardroom::reports
