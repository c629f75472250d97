#include "cardroom/reports/book_pages.hpp"

#include <set>

#include <catch2/catch.hpp>

#include "cardroom/reports/shift_totals.hpp"
#include "support/book.hpp"

namespace cardroom::testing {

namespace {

using reports::Page;
using reports::PageAsked;
using rules::Cents;

class ShiftOfPages {
 public:
  ShiftOfPages() : book_(shift_bytes()), database(book_.path, SQLite::OPEN_READONLY) {}

 private:
  ScratchBook book_;

 public:
  SQLite::Database database;
};

/// Every number of all pages, in the order they came.
template <class Read, class Id>
std::vector<std::int64_t> numbers(PageAsked asked, Read read, Id id) {
  std::vector<std::int64_t> all;
  for (;;) {
    const auto page = read(asked);
    for (const auto& row : page.items) all.push_back(id(row));
    if (!page.next) return all;
    REQUIRE(all.size() < 1000);
    asked.after = page.next;
  }
}

template <class Read, class Id>
void check_paging(Read read, Id id, std::size_t least) {
  PageAsked asked;
  asked.limit = 200;
  auto newest = numbers(asked, read, id);
  CHECK(newest.size() >= least);
  CHECK(std::set(newest.begin(), newest.end()).size() == newest.size());
  asked.newest_first = false;
  auto oldest = numbers(asked, read, id);
  std::reverse(oldest.begin(), oldest.end());
  CHECK(oldest == newest);
  for (const int limit : {1, 2, 3}) {
    asked.limit = limit;
    for (const bool newest_first : {true, false}) {
      asked.newest_first = newest_first;
      auto paged = numbers(asked, read, id);
      if (!newest_first) std::reverse(paged.begin(), paged.end());
      CHECK(paged == newest);
    }
  }
  std::size_t by_table = 0;
  for (const char* table : {"5", "9", "none"}) {
    asked.table = table;
    by_table += numbers(asked, read, id).size();
  }
  CHECK(by_table == newest.size());
}

}  // namespace

TEST_CASE("pages give every row once, in both orders and by table", "[reports][pages]") {
  ShiftOfPages book;
  auto& db = book.database;
  check_paging([&](const PageAsked& asked) { return reports::rounds_page(db, asked); },
               [](const auto& row) { return row.round; }, 11);
  check_paging([&](const PageAsked& asked) { return reports::turns_page(db, asked); },
               [](const auto& row) { return row.ended_by; }, 2);
  check_paging([&](const PageAsked& asked) { return reports::offers_page(db, asked); },
               [](const auto& row) { return row.event; }, 6);
  CHECK(reports::shifts_page(db, {}).items.size() == 1);
}

TEST_CASE("fees by payer sum to the fees of their rounds", "[reports][pages]") {
  ShiftOfPages book;
  PageAsked asked;
  asked.limit = 200;
  const auto rounds = reports::rounds_page(book.database, asked);
  const auto fees = reports::fees_page(book.database, asked, rules::catalogue());
  std::map<std::int64_t, Cents> dealers;
  std::map<std::int64_t, Cents> players;
  for (const auto& fee : fees.items) {
    (fee.payer == "player-dealer" ? dealers : players)[fee.round] += fee.cents;
  }
  bool kept_of_void = false;
  for (const auto& round : rounds.items) {
    CAPTURE(round.round, round.kind);
    CHECK(dealers[round.round] == round.player_dealer_fee);
    CHECK(players[round.round] == round.player_fees);
    if (round.kind == "voided") kept_of_void = round.player_fees > Cents{};
    if (round.kind != "reversal") continue;
    CHECK(round.player_fees < Cents{});
    CHECK(players[round.round] == -players[*round.corrects]);
    CHECK(dealers[round.round] == -dealers[*round.corrects]);
  }
  CHECK(kept_of_void);
}

TEST_CASE("a shift's totals are the sum of its tables and of the postings", "[reports][pages]") {
  ShiftOfPages book;
  auto& db = book.database;
  reports::ReportAsked asked;
  asked.shift = reports::shifts_page(db, {}).items.at(0).shift;
  const auto totals =
      reports::shift_totals(db, accepted(reports::scope_of({db, rules::catalogue(), ""}, asked)));
  reports::ShiftFigures sum;
  for (const auto& [table, id, figures] : totals.tables) {
    sum.hands += figures.hands;
    sum.short_paid += figures.short_paid;
    sum.action += figures.action;
    sum.player_dealer_fees += figures.player_dealer_fees;
    sum.player_fees += figures.player_fees;
    sum.waived += figures.waived;
    sum.expected += figures.expected;
    CHECK(figures.expected == figures.player_dealer_fees + figures.player_fees - figures.waived);
  }
  CHECK(totals.total.hands == sum.hands);
  CHECK(totals.total.short_paid == sum.short_paid);
  CHECK(totals.total.action == sum.action);
  CHECK(totals.total.player_dealer_fees == sum.player_dealer_fees);
  CHECK(totals.total.player_fees == sum.player_fees);
  CHECK(totals.total.waived == sum.waived);
  CHECK(totals.total.expected == sum.expected);
  CHECK(totals.total.hands == 4);  // 2 and 3 corrected, 7, 8; 1 was struck, 6 voided
  CHECK(totals.total.counted == Cents{1550});
  CHECK(totals.total.short_paid >= 0);
  // What the fee accounts hold in the postings, whatever the rows of the rounds say.
  const auto held =
      db.execAndGet(
            "SELECT coalesce(sum(p.cents), 0) FROM posting p JOIN account a ON "
            "a.id = p.account WHERE a.name LIKE 'collections:%' OR a.name LIKE 'waivers:%'")
          .getInt64();
  CHECK(held == totals.total.expected.count());
  asked.shift = 9999;
  CHECK(refusal_of(reports::scope_of({db, rules::catalogue(), ""}, asked)) ==
        rules::Refusal::unknown_shift);
}

}  // namespace cardroom::testing
