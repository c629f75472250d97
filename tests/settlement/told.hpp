#pragma once

#include "cardroom/settlement/entry.hpp"
#include "support/bets.hpp"

namespace cardroom::testing {

/// The cards of a hand; the rules say who won.
struct Cards {
  std::string_view player;
  std::string_view banker;
};
inline constexpr Cards kBankerSevenOverSix{"6h Kd", "7c Td"};
inline constexpr Cards kBankerThreeCardSevenOverSix{"6h Kd", "3c Kd 4s"};
inline constexpr Cards kPlayerNineOverFive{"9h Kd", "5c Td"};
inline constexpr Cards kPlayerSevenOverSix{"7h Kd", "6c Td"};
inline constexpr Cards kPlayerOneOverNil{"Th Kd As", "Kc Qd Js"};
inline constexpr Cards kFiveAll{"2h 3d Ts", "5c Kd"};

/// One string a wager, in the order of settlement: "s4 player lose $100 of $150".
using Lines = std::vector<std::string>;

/// A table that was closed, dealt to and settled.
struct Settled {
  settlement::ClosedRound round;
  rules::Decision decision;
  settlement::Settlement settlement;
  Lines lines;
  Lines covers;   ///< what is left after each line
  Lines clauses;  ///< what is cited for each line

  [[nodiscard]] std::string net() const {
    return rules::signed_dollars_text(settlement.totals.bank_net());
  }
};

inline std::string told(const settlement::Bets& bets, const settlement::Line& line) {
  const auto& wager = bets.wagers[line.wager];
  std::string text = bets.bettors[wager.bettor] + " " +
                     std::string(bets.game.wager(wager.on).name) + " " +
                     std::string(settlement::name(line.result));
  const bool lost = line.result == settlement::Result::lose;
  if (!lost && line.result != settlement::Result::win) return text;
  const rules::Cents moved = lost ? line.taken : line.paid;
  const rules::Cents whole = lost ? wager.in_action() : line.due;
  text += " " + rules::dollars_text(moved);
  return moved == whole ? text : text + " of " + rules::dollars_text(whole);
}

inline Settled settled(const TableOfBets& table, const Cards& cards) {
  const auto bets = table.bets();
  const auto decision = decide(bets.game, cards.player, cards.banker);
  Settled all{table.close(), decision, table.settle(cards.player, cards.banker), {}, {}, {}};
  for (const auto& line : all.settlement.lines) {
    all.lines.push_back(told(bets, line));
    all.covers.push_back(rules::dollars_text(line.cover_after));
    all.clauses.emplace_back(settlement::clause(all.round, decision, line));
    CHECK(line.taken + line.returned == bets.wagers[line.wager].stake);
  }
  return all;
}

/// The refusal must have this code and its sentence must name all of these.
inline void check_refused(const rules::OrRefused<settlement::ClosedRound>& answer,
                          rules::Refusal code, std::initializer_list<std::string_view> mentions) {
  CHECK(rules::name(refusal_of(answer)) == rules::name(code));
  for (const auto mention : mentions) refusal_of(answer, mention);
}

inline std::string text(const settlement::Account& account) {
  using Holder = settlement::Account::Holder;
  switch (account.holder) {
    case Holder::bettor: return "bettor " + std::to_string(account.bettor);
    case Holder::player_dealer: return "player-dealer";
    case Holder::collections: return "collections";
    case Holder::house: return "house";
    case Holder::wagers_on_table: return "wagers on the table";
    case Holder::player_dealer_wager: return "player-dealer's wager";
    case Holder::waivers: return "waivers";
  }
  return "an account outside the list";
}

/// "bettor 0 +$100" for each posting.
inline Lines told(const settlement::Entry& entry) {
  Lines lines;
  for (const auto& posting : entry.postings()) {
    lines.push_back(text(posting.account) + " " + rules::signed_dollars_text(posting.amount));
  }
  return lines;
}

}  // namespace cardroom::testing
