#include "cardroom/ledger/rows.hpp"

#include <array>

#include <fmt/format.h>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/deal.hpp"
#include "cardroom/settlement/entry.hpp"
#include "cardroom/table/snapshot.hpp"

namespace cardroom::ledger {

namespace {

using namespace table;  // NOLINT: nearly every name below is the table's
using rules::Cents;
using settlement::Account;
using settlement::Entry;
using Holder = Account::Holder;

std::string person_label(const std::string& who, const std::string& patron) {
  return patron.empty() ? who : who + " #" + patron;
}

Value optional_text(const std::string& text) { return text.empty() ? Value() : Value(text); }
Value optional_number(std::int64_t number) { return number == 0 ? Value() : Value(number); }

std::string limits_text(const rules::Game& game, const Terms& terms) {
  std::string text;
  for (std::size_t i = 0; i < terms.limits.size(); ++i) {
    text += fmt::format("{}{} {}-{}", i == 0 ? "" : ", ", game.wagers[i].name,
                        terms.limits[i]->lowest.count(), terms.limits[i]->highest.count());
  }
  return text;
}

/// Writes the rows of one event.
class Derivation {
 public:
  Derivation(const Floor& after, const Event& event, const ExpectedDrop& expected, Numbers& numbers,
             RowSink& sink)
      : after_(after), event_(event), expected_(expected), numbers_(numbers), sink_(sink) {}

  void run() {
    std::visit([&](const auto& c) { of_command(c); }, event_.command);
    if (event_.answered) offer(*event_.answered);
    for (const RoundFact& fact : event_.rounds) round(fact);
    for (const Waiver& w : event_.waivers) waiver(w);
    if (event_.ruling) irregularity();
    if (event_.ended_turn) turn(*event_.ended_turn);
    snapshot();
  }

 private:
  template <class... V>
  void row(Derived table, const V&... values) {
    const std::array<Value, sizeof...(V)> all = {Value(values)...};
    sink_.row(table, all);
  }

  std::int64_t table_number(const std::string& table) {
    return numbers_.of(Derived::gaming_table, table, sink_);
  }
  std::int64_t account_number(const std::string& account) {
    return numbers_.of(Derived::account, account, sink_);
  }
  std::int64_t ms() const { return event_.stamp.at.ms; }

  // --- What a command itself adds ---------------------------------------------------------------

  template <class C>
  void of_command(const C&) {}

  void of_command(const AddPerson& c) { person(c.person); }
  void of_command(const ChangePerson& c) { person(c.person); }
  void person(const std::string& id) {
    const Person& p = after_.staff->find(id)->second;
    row(Derived::staff, event_.seq, id, p.name, name(p.role), p.active);
  }

  void of_command(const OpenShift&) {
    const Shift& s = *event_.shift;
    row(Derived::shift, event_.seq, s.name, s.date, s.opened_ms, event_.stamp.by);
  }
  void of_command(const CloseShift&) {
    row(Derived::shift_close, event_.seq, event_.shift->id, ms(), event_.stamp.by);
  }

  void of_command(const OpenTable& c) {
    row(Derived::session, event_.seq, table_number(c.table), c.game, ms());
    terms(c.table);
  }
  void of_command(const CloseTable& c) {
    row(Derived::session_close, event_.seq, after_.find(c.table)->session, ms());
  }
  void of_command(const ChangeSchedule& c) { terms(c.table); }
  void of_command(const ChangeLimits& c) { terms(c.table); }
  void terms(const std::string& table_name) {
    const TableState& table = *after_.find(table_name);
    const Terms& t = table.terms;
    const std::string limits = limits_text(*table.game, t);
    row(Derived::terms, event_.seq, table.session, table_number(table_name),
        optional_number(t.book), t.schedule ? Value(t.schedule->option) : Value(),
        optional_text(limits), t.differential ? Value(*t.differential) : Value());
  }

  void of_command(const CloseBets&) {
    const settlement::ClosedRound& closed = *event_.hand->closed;
    const auto& table = *after_.find(table_of(event_.command));
    Parties parties = parties_of(table, *event_.hand);
    entry("close", settlement::close_entry(closed), parties, std::nullopt);
  }
  void of_command(const RuleIrregularity& c) {
    if (event_.ruling->effect != rules::Effect::bet_again || !event_.hand->closed) return;
    // F6v6-5.9: what the close took goes back before bets are closed again.
    entry("reopen", settlement::void_entry(*event_.hand->closed, false),
          parties_of(*after_.find(c.table), *event_.hand), std::nullopt);
  }
  void of_command(const WithdrawWager& c) {
    if (event_.hand->phase != Hand::Phase::dealing) return;
    // The stake was on the table since the close; it goes back to whoever withdrew it.
    const auto& table = *after_.find(c.table);
    Parties parties = parties_of(table, *event_.hand);
    entry("withdraw", withdrawn(event_.withdrawn), parties, std::nullopt);
  }
  static Entry withdrawn(const std::vector<settlement::PlacedWager>& wagers) {
    std::vector<settlement::Posting> postings;
    for (const auto& w : wagers) {
      postings.push_back({{Holder::bettor, w.bettor}, w.stake});
      postings.push_back({{Holder::wagers_on_table}, -w.stake});
    }
    return std::get<Entry>(Entry::balanced(std::move(postings))).merged();
  }

  void of_command(const CountDrop& c) { count(c.cents, c.counters, std::nullopt, std::nullopt); }
  void of_command(const RecountDrop& c) { count(c.cents, c.counters, c.count, c.reason); }
  void count(Cents cents, const std::vector<std::string>& counters, const Value& recounts,
             const Value& reason) {
    const auto number = table_number(event_.count->table);
    std::string all;
    for (const auto& counter : counters) all += (all.empty() ? "" : ", ") + counter;
    row(Derived::drop_count, event_.seq, event_.count->shift, number, event_.count->box, cents,
        expected_(number, event_.count->shift), all, recounts, reason);
  }

  void of_command(const RequestCorrection& c) {
    row(Derived::correction, event_.seq, c.round, event_.stamp.by, c.reason);
  }
  void of_command(const ApproveCorrection& c) { correction_end_ = c.correction; }
  void of_command(const DropCorrection& c) {
    row(Derived::correction_end, event_.seq, c.correction, event_.stamp.by, std::nullopt,
        std::nullopt);
  }

  // --- The position -----------------------------------------------------------------------------

  void offer(const AnsweredOffer& a) {
    row(Derived::offer, event_.seq, table_number(std::string(table_of(event_.command))),
        a.seat.number(), dealer_account(a.name, a.patron), optional_text(a.company), a.offered_ms,
        ms(), a.accepted);
  }

  void turn(const EndedTurn& ended) {
    const Turn& t = ended.turn;
    row(Derived::turn, event_.seq, t.id, table_number(std::string(table_of(event_.command))),
        t.seat.number(), dealer_account(t.name, t.patron), optional_text(t.company), t.since_ms,
        ended.until_ms, t.hands, t.wager, ended.why);
  }

  std::int64_t dealer_account(const std::string& who, const std::string& patron) {
    return account_number("player-dealers:" + person_label(who, patron));
  }

  // --- Rounds -----------------------------------------------------------------------------------

  /// Whose accounts an entry's postings go to.
  struct Parties {
    std::string table;
    std::string box;  ///< of the collections: table and shift
    std::string player_dealer;
    std::vector<std::string> bettors;
  };

  [[nodiscard]] std::string account_name(const Parties& parties, const Account& account) const {
    switch (account.holder) {
      case Holder::bettor: return "bettors:" + parties.bettors[account.bettor];
      case Holder::player_dealer: return "player-dealers:" + parties.player_dealer;
      case Holder::collections: return "collections:" + parties.box;
      case Holder::waivers: return "waivers:" + parties.box;
      case Holder::wagers_on_table: return "wagers on the table:" + parties.table;
      case Holder::player_dealer_wager: return "player-dealer's wager:" + parties.table;
      case Holder::house: return "house bank:" + parties.table;
    }
    throw rules::BrokenInvariant("R3: a holder outside the list");
  }

  static Parties parties_of(const TableState& table, const Hand& hand) {
    Parties parties{table.name, box_name(table.name, hand.shift), "", {}};
    if (const auto& t = table.position.turn)
      parties.player_dealer = person_label(t->name, t->patron);
    for (const auto& who : hand.bettors) {
      parties.bettors.push_back(person_label(who, patron_of(table, who)));
    }
    return parties;
  }

  static Parties parties_of(const RoundFact& fact) {
    Parties parties{fact.table,
                    box_name(fact.table, fact.shift),
                    person_label(fact.player_dealer, fact.player_dealer_patron),
                    {}};
    for (std::size_t i = 0; i < fact.bettors().size(); ++i) {
      parties.bettors.push_back(person_label(fact.bettors()[i], fact.patrons[i]));
    }
    return parties;
  }

  void entry(std::string_view kind, const Entry& entry, const Parties& parties,
             const Value& of_round) {
    if (entry.postings().empty()) return;
    accounts_.clear();
    for (const auto& posting : entry.postings()) {
      accounts_.push_back(account_number(account_name(parties, posting.account)));
    }
    const std::int64_t number = ++numbers_.entries;
    row(Derived::entry, number, event_.seq, kind, of_round, numbers_.postings + 1,
        static_cast<std::int64_t>(entry.postings().size()));
    for (std::size_t i = 0; i < accounts_.size(); ++i) {
      row(Derived::posting, ++numbers_.postings, number, accounts_[i], entry.postings()[i].amount);
    }
  }

  void round(const RoundFact& fact) {
    const Parties parties = parties_of(fact);
    std::vector<std::int64_t> bettors;
    for (const auto& who : parties.bettors) bettors.push_back(account_number("bettors:" + who));
    round_row(fact, parties);
    wager_rows(fact, bettors);
    entries(fact, parties);
    if (correction_end_ && fact.id == event_.rounds.back().id) {
      row(Derived::correction_end, event_.seq, *correction_end_, event_.stamp.by,
          event_.rounds.front().id, event_.rounds.size() > 1 ? Value(fact.id) : Value());
    }
  }

  /// A reversal's figures have the other sign.
  struct Signed {
    bool negative;
    Value operator()(Cents c) const { return negative ? -c : c; }
    Value operator()(std::int64_t n) const { return negative ? -n : n; }
  };

  void round_row(const RoundFact& fact, const Parties& parties) {
    const Signed sign{fact.kind == RoundFact::Kind::reversal};
    const auto* fees = fact.fees();
    const settlement::Totals totals =
        fact.settled ? fact.settled->settlement.totals : settlement::Totals{};
    Cents action;
    for (const auto& w : fact.wagers()) action += w.stake;
    std::string player;
    std::string banker;
    Value winner;
    if (fact.settled) {
      const auto& game = fact.settled->round.game();
      player = rules::write_cards(game, fact.settled->deal.player);
      banker = rules::write_cards(game, fact.settled->deal.banker);
      winner = rules::name(fact.settled->decision.score.winner());
    }
    const auto [short_paid, no_action] = fell_short(fact);
    const bool banked = fact.turn != 0;
    const std::int64_t dealer =
        banked ? account_number("player-dealers:" + parties.player_dealer) : 0;
    row(Derived::round, fact.id, event_.seq, optional_number(fact.closed_event), name(fact.kind),
        table_number(fact.table), optional_number(fact.shift), fact.terms.id,
        optional_number(fact.turn), optional_number(fact.hand), optional_number(dealer),
        fact.seat ? Value(fact.seat->number()) : Value(), banked ? Value(fact.bank) : Value(),
        optional_number(fact.closed_ms), ms(), optional_text(player), optional_text(banker), winner,
        numbers_.wagers + 1, static_cast<std::int64_t>(fact.wagers().size()), sign(action),
        sign(fees != nullptr ? fees->player_dealer : Cents{}),
        sign(fees != nullptr ? fees->total - fees->player_dealer : Cents{}),
        fees != nullptr && fees->gap, sign(totals.paid), sign(totals.taken),
        banked && fact.settled ? Value(totals.cover_left) : Value(), totals.exhausted,
        sign(short_paid), sign(no_action), fact.corrects ? Value(*fact.corrects) : Value());
  }

  static std::pair<std::int64_t, std::int64_t> fell_short(const RoundFact& fact) {
    std::int64_t short_paid = 0;
    std::int64_t no_action = 0;
    if (!fact.settled) return {0, 0};
    for (const auto& line : fact.settled->settlement.lines) {
      const auto& wager = fact.wagers()[line.wager];
      using settlement::Result;
      if (line.result == Result::no_action) ++no_action;
      if (line.result == Result::win && line.paid < line.due) ++short_paid;
      if (line.result == Result::lose && line.taken < wager.in_action()) ++short_paid;
    }
    return {short_paid, no_action};
  }

  void wager_rows(const RoundFact& fact, const std::vector<std::int64_t>& bettors) {
    const Signed sign{fact.kind == RoundFact::Kind::reversal};
    const auto wagers = fact.wagers();
    std::vector<Cents> fees(wagers.size());
    if (const auto* charged = fact.fees()) {
      for (const auto& fee : charged->players) fees[fee.wager] = fee.fee;
    }
    std::vector<std::size_t> line_of(wagers.size());
    if (fact.settled) {
      const auto& lines = fact.settled->settlement.lines;
      for (std::size_t i = 0; i < lines.size(); ++i) line_of[lines[i].wager] = i;
    }
    const bool banked = fact.turn != 0;
    for (std::size_t i = 0; i < wagers.size(); ++i) {
      const auto& w = wagers[i];
      const settlement::Line line =
          fact.settled ? fact.settled->settlement.lines[line_of[i]] : settlement::Line{};
      row(Derived::wager, ++numbers_.wagers, fact.id, w.seat.number(), bettors[w.bettor], w.on,
          w.backline, sign(w.stake), sign(w.unsettled), sign(fees[i]),
          fact.settled ? Value(static_cast<std::int64_t>(line_of[i]) + 1) : Value(),
          fact.settled ? Value(settlement::name(line.result)) : Value(), sign(line.due),
          sign(line.paid), sign(line.taken),
          banked && fact.settled ? Value(line.cover_after) : Value());
    }
  }

  void entries(const RoundFact& fact, const Parties& parties) {
    using Kind = RoundFact::Kind;
    if (fact.kind == Kind::voided) {
      if (fact.voided) {
        entry("void", settlement::void_entry(*fact.voided, fact.fees_kept), parties, fact.id);
      }
      return;
    }
    const auto& closed = fact.settled->round;
    const auto& lines = fact.settled->settlement.lines;
    const bool reversal = fact.kind == Kind::reversal;
    // Bets that a command of their own closed were posted then.
    if (fact.closed_event == event_.seq || fact.kind == Kind::corrected || reversal) {
      const Entry close = settlement::close_entry(closed);
      entry(reversal ? "reverse close" : "close", reversal ? close.reversed() : close, parties,
            fact.id);
    }
    const Entry settle = settlement::settle_entry(closed, lines);
    entry(reversal ? "reverse settle" : "settle", reversal ? settle.reversed() : settle, parties,
          fact.id);
  }

  // --- Waivers, irregularities, snapshots -------------------------------------------------------

  void waiver(const Waiver& w) {
    Parties parties{w.table,
                    box_name(w.table, w.shift),
                    person_label(w.payer, w.patron),
                    {person_label(w.payer, w.patron)}};
    const Account payer{w.bettor ? Holder::bettor : Holder::player_dealer, 0};
    const auto account = account_number(account_name(parties, payer));
    row(Derived::waiver, ++numbers_.waivers, event_.seq, w.round, table_number(w.table), w.shift,
        w.bettor ? Value(*w.bettor) : Value(), account, w.cents, w.reason);
    entry("waive",
          std::get<Entry>(Entry::balanced({{payer, w.cents}, {{Holder::waivers}, -w.cents}})),
          parties, w.round);
  }

  void irregularity() {
    const auto reason = std::visit(
        [](const auto& c) -> std::string {
          if constexpr (requires { c.reason, c.code; }) {
            return c.reason;
          } else {
            return {};
          }
        },
        event_.command);
    row(Derived::irregularity, event_.seq, table_number(std::string(table_of(event_.command))),
        event_.rounds.empty() ? Value() : Value(event_.rounds.front().id), event_.ruling->code,
        event_.ruling->clause, rules::text(event_.ruling->effect), reason);
  }

  void snapshot() {
    if (!changes_floor(event_.command)) return;
    const TableState* table = after_.find(table_of(event_.command));
    if (table == nullptr || table->snapshot_at == 0 || table->snapshot_at != table->events) return;
    row(Derived::snapshot, event_.seq, table_number(table->name), snapshot_json(*table));
  }

  const Floor& after_;
  const Event& event_;
  const ExpectedDrop& expected_;
  Numbers& numbers_;
  RowSink& sink_;
  std::optional<std::int64_t> correction_end_;
  std::vector<std::int64_t> accounts_;
};

}  // namespace

std::string box_name(std::string_view table, std::int64_t shift) {
  return fmt::format("table {}:shift {}", table, shift);
}

std::string_view name(Derived table) {
  switch (table) {
    case Derived::gaming_table: return "gaming_table";
    case Derived::account: return "account";
    case Derived::staff: return "staff";
    case Derived::shift: return "shift";
    case Derived::shift_close: return "shift_close";
    case Derived::session: return "session";
    case Derived::session_close: return "session_close";
    case Derived::terms: return "terms";
    case Derived::offer: return "offer";
    case Derived::turn: return "turn";
    case Derived::round: return "round";
    case Derived::wager: return "wager";
    case Derived::entry: return "entry";
    case Derived::posting: return "posting";
    case Derived::waiver: return "waiver";
    case Derived::irregularity: return "irregularity";
    case Derived::correction: return "correction";
    case Derived::correction_end: return "correction_end";
    case Derived::drop_count: return "drop_count";
    case Derived::snapshot: return "snapshot";
  }
  throw rules::BrokenInvariant("R3: a table outside the schema");
}

std::int64_t Numbers::of(Derived table, const std::string& name, RowSink& sink) {
  auto& known = table == Derived::account ? accounts_ : tables_;
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  if (const auto number = lookup_ ? lookup_(table, name) : std::nullopt) {
    known.emplace(name, *number);
    return *number;
  }
  const std::int64_t number = ++(table == Derived::account ? accounts : tables);
  known.emplace(name, number);
  new_names_.emplace_back(table, name);
  const std::array<Value, 2> values = {Value(number), Value(name)};
  sink.row(table, values);
  return number;
}

void Numbers::mark() {
  new_names_.clear();
  const std::array now = {wagers, entries, postings, waivers, accounts, tables};
  std::copy(now.begin(), now.end(), marked_);
}

void Numbers::back_to_mark() {
  for (const auto& [table, name] : new_names_) {
    (table == Derived::account ? accounts_ : tables_).erase(name);
  }
  new_names_.clear();
  wagers = marked_[0], entries = marked_[1], postings = marked_[2];
  waivers = marked_[3], accounts = marked_[4], tables = marked_[5];
}

void derive(const Floor& after, const Event& event, const ExpectedDrop& expected, Numbers& numbers,
            RowSink& sink) {
  Derivation(after, event, expected, numbers, sink).run();
}

std::optional<std::int64_t> stream_of(const Command& command, Numbers& numbers, RowSink& sink) {
  if (!changes_floor(command)) return std::nullopt;
  const auto table = table_of(command);
  if (table.empty()) return 0;
  return numbers.of(Derived::gaming_table, std::string(table), sink);
}

}  // namespace cardroom::ledger
