#include "cardroom/settlement/entry.hpp"

#include <algorithm>
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

Entry Entry::merged() const {
  std::vector<Posting> sums;
  for (const Posting& p : postings_) {
    const auto same = std::find_if(sums.begin(), sums.end(),
                                   [&](const Posting& s) { return s.account == p.account; });
    if (same == sums.end()) {
      sums.push_back(p);
    } else {
      same->amount += p.amount;
    }
  }
  std::erase_if(sums, [](const Posting& p) { return p.amount == Cents{}; });
  return derived(std::move(sums));
}

Entry Entry::reversed() const {
  std::vector<Posting> back = postings_;
  for (Posting& p : back) p.amount = -p.amount;
  return derived(std::move(back));
}

namespace {

std::vector<Posting> stakes(const ClosedRound& round) {
  std::vector<Posting> postings;
  postings.reserve(round.wagers().size() * 4 + 8);
  const Account table{Holder::wagers_on_table};
  for (const PlacedWager& w : round.wagers()) {
    move(postings, {Holder::bettor, w.bettor}, table, w.stake);
  }
  if (const auto& dealer = round.player_dealer()) {
    move(postings, {Holder::player_dealer}, {Holder::player_dealer_wager}, dealer->wager);
  }
  return postings;
}

}  // namespace

Entry close_entry(const ClosedRound& round) {
  auto postings = stakes(round);
  const Entry fees = fee_entry(round);
  postings.insert(postings.end(), fees.postings().begin(), fees.postings().end());
  return derived(std::move(postings)).merged();
}

Entry settle_entry(const ClosedRound& round, std::span<const Line> lines) {
  std::vector<Posting> postings;
  postings.reserve(lines.size() * 6 + 4);
  const Account table{Holder::wagers_on_table};
  const Account bank{round.player_dealer() ? Holder::player_dealer_wager : Holder::house};
  for (const Line& line : lines) {
    const Account bettor{Holder::bettor, round.wagers()[line.wager].bettor};
    move(postings, table, bettor, line.returned);
    move(postings, table, bank, line.taken);
    move(postings, bank, bettor, line.paid);
  }
  if (const auto& dealer = round.player_dealer()) {
    Cents left = dealer->wager;
    for (const Line& line : lines) left += line.taken - line.paid;
    move(postings, bank, {Holder::player_dealer}, left);
  }
  return derived(std::move(postings)).merged();
}

Entry void_entry(const ClosedRound& round, bool fees_kept) {
  if (!fees_kept) return close_entry(round).reversed();
  return derived(stakes(round)).merged().reversed();
}

}  // namespace cardroom::settlement
