#pragma once

#include "cardroom/table/hand_commands.hpp"

/// What may be asked of a round after it ended: a fee given back, a mistake put right.
namespace cardroom::table {

/// C-when: a fee that was taken is given back, with a reason and a name.
struct WaiveFee {
  static constexpr std::string_view kName = "waive-fee";
  static constexpr Role kLeast = Role::manager;
  std::int64_t round = 0;
  std::optional<std::string> bettor;  ///< left out: the player-dealer
  std::string reason;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("round", c.round), f.may("bettor", c.bettor), f.need("reason", c.reason);
  }
};

/// A settled round was recorded wrongly. What is left out stays as it was; `strike` says that the
/// round never took place.
struct RequestCorrection {
  static constexpr std::string_view kName = "request-correction";
  static constexpr Role kLeast = Role::supervisor;
  std::int64_t round = 0;
  std::optional<std::vector<WagerAsked>> wagers;
  std::optional<std::string> player, banker;
  bool strike = false;
  std::string reason;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("round", c.round), f.may("wagers", c.wagers), f.may("player", c.player);
    f.may("banker", c.banker), f.may("strike", c.strike), f.need("reason", c.reason);
  }
};

/// By somebody else than who asked: reverses the round and records the right one.
struct ApproveCorrection {
  static constexpr std::string_view kName = "approve-correction";
  static constexpr Role kLeast = Role::manager;
  std::int64_t correction = 0;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("correction", c.correction);
  }
};

struct DropCorrection {
  static constexpr std::string_view kName = "drop-correction";
  static constexpr Role kLeast = Role::supervisor;
  std::int64_t correction = 0;
  std::string reason;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("correction", c.correction), f.need("reason", c.reason);
  }
};

}  // namespace cardroom::table
