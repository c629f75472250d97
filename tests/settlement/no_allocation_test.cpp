#include <cstdlib>
#include <new>

#include "cardroom/rules/shoe.hpp"
#include "settlement/told.hpp"

// This program counts what the global `new` hands out. Every form is replaced, not only the ones we
// use: the sanitizer brings its own, and memory of one kind must not be freed by the other.

namespace {

std::size_t allocations = 0;

void* counted(std::size_t size) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* counted(std::size_t size, std::align_val_t align) noexcept {
  ++allocations;
  const auto step = static_cast<std::size_t>(align);
  return std::aligned_alloc(step, (size + step - 1) / step * step);
}
void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// NOLINTBEGIN(misc-new-delete-overloads)
void* operator new(std::size_t n) { return or_throw(counted(n)); }
void* operator new[](std::size_t n) { return or_throw(counted(n)); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return counted(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return counted(n); }
void* operator new(std::size_t n, std::align_val_t a) { return or_throw(counted(n, a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return or_throw(counted(n, a)); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return counted(n, a);
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return counted(n, a);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { std::free(p); }
// NOLINTEND(misc-new-delete-overloads)

namespace {

using namespace cardroom::testing;
using cardroom::rules::Banking;
using cardroom::rules::CoverRule;
using cardroom::rules::Game;

/// A wager in every space of five seats, and a bank that some hands use up.
TableOfBets full_table(const Game& game, CoverRule cover) {
  TableOfBets table(game);
  if (game.banking == Banking::player_dealer) table.dealer(1, 400, cover);
  for (int seat = 2; seat <= 6; ++seat) {
    for (const auto& wager : game.wagers) table.seat(seat, wager.name, 20);
  }
  return table;
}

}  // namespace

TEST_CASE("S-cover the fold settles a round without allocating", "[settlement][allocation]") {
  const auto cover = GENERATE(CoverRule::consumed, CoverRule::running);
  for (const Game* game : cardroom::rules::catalogue()) {
    CAPTURE(game->name);
    const auto round = full_table(*game, cover).close();
    std::vector<cardroom::settlement::Line> lines(round.wagers().size());
    cardroom::rules::Shoe shoe(*game, game->decks.usual, 7);
    std::size_t made = 0;
    for (int hand = 0; hand < 200; ++hand) {
      const auto deal = shoe.deal();
      const std::size_t before = allocations;
      const auto totals = settle(round, cardroom::rules::decide(*game, deal), lines);
      made += allocations - before;
      REQUIRE(totals.paid + totals.taken >= cardroom::rules::Cents{});
    }
    CHECK(made == 0);
  }
}

TEST_CASE("S-cover the count sees what the other form of settle allocates",
          "[settlement][allocation]") {
  const Game& game = *cardroom::rules::catalogue().front();
  const auto round = full_table(game, CoverRule::consumed).close();
  const auto decision = cardroom::rules::decide(game, cardroom::rules::Shoe(game, 8, 7).deal());
  const std::size_t before = allocations;
  const auto made = cardroom::settlement::settle(round, decision);
  const std::size_t allocated = allocations - before;
  CHECK(allocated == 1);
  CHECK(made.lines.size() == round.wagers().size());
}
