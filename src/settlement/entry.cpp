#include "cardroom/settlement/entry.hpp"

#include <utility>

namespace cardroom::settlement {

namespace {

using Holder = Account::Holder;

/// Postings that we derive come in pairs; if they do not balance, the fault is ours.
Entry derived(std::vector<Posting> postings) {
  auto entry = Entry::balanced(std::move(postings));
  rules::require(std::holds_alternative<Entry>(entry), "S1: an entry's postings sum to zero");
  return std::get<Entry>(std::move(entry));
}

void move(std::vector<Posting>& postings, const Account& from, const Account& to, Cents amount) {
  if (amount == Cents{}) return;
  postings.push_back({to, amount});
  postings.push_back({from, -amount});
}

}  // namespace

std::variant<Entry, Imbalance> Entry::balanced(std::vector<Posting> postings) {
  Cents sum;
  for (const Posting& p : postings) sum += p.amount;
  if (sum != Cents{}) return Imbalance{sum};
  return Entry(std::move(postings));
}

Entry play_entry(const ClosedRound& round, std::span<const Line> lines) {
  const Account bank{round.player_dealer() ? Holder::player_dealer : Holder::house};
  std::vector<Posting> postings;
  postings.reserve(lines.size() * 2);
  for (const Line& line : lines) {
    const Account bettor{Holder::bettor, round.wagers()[line.wager].bettor};
    move(postings, bank, bettor, line.paid);
    move(postings, bettor, bank, line.taken);
  }
  return derived(std::move(postings));
}

Entry fee_entry(const ClosedRound& round) {
  std::vector<Posting> postings;
  if (const auto& fees = round.fees()) {
    const Account collections{Holder::collections};
    move(postings, {Holder::player_dealer}, collections, fees->player_dealer);
    for (const PlayerFee& fee : fees->players) {
      move(postings, {Holder::bettor, round.wagers()[fee.wager].bettor}, collections, fee.fee);
    }
  }
  return derived(std::move(postings));
}

}  // namespace cardroom::settlement
