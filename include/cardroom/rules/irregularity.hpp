#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cardroom/rules/authority.hpp"
#include "cardroom/rules/refusal.hpp"

namespace cardroom::rules {

enum class Effect : std::uint8_t {
  void_round,    ///< every wager goes back; earlier rounds stand
  reconstruct,   ///< the cards are put in their right order, then the round goes on
  go_on,         ///< the round is played as if nothing had happened
  bet_again,     ///< bets are opened and closed once more
  refuse_wager,  ///< that wager alone is not honoured
  refer,         ///< somebody decides
};

/// What players may take back before the effect.
enum class Withdrawal : std::uint8_t { none, each_wager, all_or_nothing };

enum class CardsAfter : std::uint8_t { kept, may_be_replaced, replaced };

/// Which of several rows for the same irregularity holds.
enum class When : std::uint8_t {
  always,
  reconstructible,
  not_reconstructible,
  noticed_too_late,         ///< the next round has begun
  unknown_in_initial_deal,  ///< the order cannot be told, first four cards
  unknown_after_it,
  by_method_c,
  by_method_c_not_reconstructible,
  outcome_established,  ///< computed: procedures.hpp
  outcome_open,
  first_card_in_hlga,
  after_first_card,
};

/// What is known when somebody asks; the table row follows from it.
struct Circumstances {
  bool reconstructible = false;
  bool next_round_begun = false;
  bool initial_deal = true;
  bool method_c = false;
  bool outcome_established = false;
  bool first_card_of_round = false;
  bool in_hlga = false;
};

struct Irregularity {
  std::string_view code;
  When when;
  std::string_view clause;
  Withdrawal withdrawal;
  Effect effect;
  std::optional<Position> decides;  ///< nobody: the rule itself decides
  CardsAfter cards;
  std::string_view told;
};

/// The row that holds. One the rules do not list is referred where the game has a clause for that
/// (F6v6-6.1, code "other"), else refused.
[[nodiscard]] OrRefused<Irregularity> ruling(std::span<const Irregularity> table,
                                             std::string_view code, const Circumstances& known);

[[nodiscard]] std::string_view text(Effect effect);
[[nodiscard]] std::string_view text(Withdrawal withdrawal);
[[nodiscard]] std::string_view text(When when);
[[nodiscard]] std::string_view text(CardsAfter cards);

}  // namespace cardroom::rules
