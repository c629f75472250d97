#pragma once

// Commands as a busy and careless room would give them: mostly what comes next at some table, often
// something else, in wrong states, by wrong people, with wrong amounts.

#include <random>

#include "support/house_table.hpp"

namespace cardroom::testing {

class AnyCommand {
 public:
  explicit AnyCommand(std::uint64_t seed) : random_(seed) {}

  /// What follows depends on this number alone, so that a step can be left out of a night.
  void roll(std::uint64_t number) { random_.seed(number); }

  [[nodiscard]] std::string next(const Room& room) {
    const auto& table = *(one_in(3) ? room.floor().find("6") : room.floor().find("5"));
    table_ = &table;
    if (one_in(12)) return of_the_room(room);
    if (table.name == "6" && !table.hand && one_in(6)) return of_the_house();
    if (table.method == rules::Method::c && one_in(6)) return pass_device();
    return one_in(4) ? anything() : what_comes_next();
  }

  /// Mostly whoever may, or the shift manager, who may most; sometimes somebody else, or nobody we
  /// know.
  [[nodiscard]] std::string_view by() {
    if (!one_in(15)) return one_in(3) ? "shin" : std::string_view();
    return one_in(20) ? "nobody" : person_with(static_cast<table::Role>(below(7)));
  }
  [[nodiscard]] int minutes() { return one_in(80) ? 45 : one_in(4) ? below(3) : 0; }
  [[nodiscard]] bool one_in(int n) { return below(n) == 0; }

  void saw(const table::Event& event) {
    if (event.shift) shifts_.push_back(event.shift->id);
    if (event.count) counts_.push_back(event.seq);
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  template <class T>
  T pick(std::initializer_list<T> all) {
    return all.begin()[below(static_cast<int>(all.size()))];
  }
  template <class... Args>
  [[nodiscard]] std::string at_table(std::string_view verb, fmt::format_string<Args...> more,
                                     Args&&... args) const {
    return fmt::format(R"({{"do":"{}","table":"{}"{}}})", verb, table_->name,
                       fmt::format(more, std::forward<Args>(args)...));
  }
  [[nodiscard]] std::string at_table(std::string_view verb) const { return at_table(verb, ""); }

  // --- Parts ----------------------------------------

  /// An occupied seat if there is one; now and then any.
  int seat() {
    for (int i = 0; i < 12 && !one_in(12); ++i) {
      const int number = 1 + below(8);
      if (table_->seats[static_cast<std::size_t>(number - 1)]) return number;
    }
    return below(10);
  }
  std::string name() { return fmt::format("p{}", below(10)); }
  int cents() {
    if (one_in(20)) return pick({0, -100, 10'050, 100'000});
    return pick({10'000, 10'000, 10'000, 10'000, 20'000, 30'000, 5'000, 1'000});
  }
  std::string wager() {
    const auto& game = *table_->game;
    const auto& kind = game.wagers[static_cast<std::size_t>(
        one_in(3) ? below(static_cast<int>(game.wagers.size())) : below(2))];
    const bool behind = game.backline && one_in(3);
    return fmt::format(R"("seat":{},"on":"{}","cents":{}{}{})", seat(), kind.name, cents(),
                       behind ? fmt::format(R"(,"backline":true,"bettor":"b{}")", below(5)) : "",
                       !game.backline && one_in(2) ? R"(,"slipped":true)" : "");
  }
  std::string wagers() {
    std::string all;
    for (int i = one_in(20) ? 0 : 1 + below(2); i > 0; --i) {
      all += (all.empty() ? "{" : ",{") + wager() + "}";
    }
    return "[" + all + "]";
  }
  std::string card() { return std::string(1, "A23456789TJQK"[below(13)]) + "cdhs"[below(4)]; }
  /// Cards as the tableau deals them; now and then one more.
  std::pair<std::string, std::string> deal() {
    std::string hands[2];
    std::vector<rules::Card> dealt[2];
    const auto& game = *table_->game;
    for (;;) {
      const auto so_far = accepted(rules::deal_so_far(game, dealt[0], dealt[1]));
      if (so_far.next.to == rules::NextCard::To::nobody && !one_in(30)) break;
      const int to = so_far.next.to == rules::NextCard::To::banker ? 1 : 0;
      const auto next = card();
      hands[to] += (hands[to].empty() ? "" : " ") + next;
      if (so_far.next.to == rules::NextCard::To::nobody) break;
      dealt[to].push_back(cards(game, next).front());
    }
    return {hands[0], hands[1]};
  }
  std::string dealt() {
    const auto [player, banker] = deal();
    return fmt::format(R"("player":"{}","banker":"{}")", player, banker);
  }
  std::int64_t round(const Room& room) {
    return 1 + below(static_cast<int>(room.floor().rounds) + 1);
  }
  static std::int64_t any_of(const std::vector<std::int64_t>& all, int at) {
    return all.empty() ? 1 : all[static_cast<std::size_t>(at) % all.size()];
  }

  // --- Commands ----------------------------------------

  std::string sits() {
    const auto provider = [&]() -> std::string {
      if (!one_in(3)) return one_in(2) ? "" : R"(,"patron":"P-1")";
      return fmt::format(R"(,"provider":{{"company":"{}","licence":"L","badge_expires":"{}"}})",
                         one_in(2) ? "Acme" : "Bolt", one_in(9) ? "2026-11-17" : "2027-01-31");
    };
    return at_table("seat", R"(,"seat":{},"name":"{}"{})", below(10), name(), provider());
  }
  std::string opens() {
    if (table_->name == "6") {
      return at_table("open-table", R"(,"game":"fortune-six-v6","hlga":{},"limits":{}{})",
                      one_in(2), HouseTable::limits_of("fortune-six-v6"),
                      one_in(3) ? R"(,"differential_cents":30000)" : "");
    }
    return at_table("open-table", R"(,"game":"fortune-7","schedule":{})", schedule());
  }
  int schedule() { return pick({13, 13, 10, 3, 12, 21, 25, 26, 27}); }
  std::string voids(std::string_view verb) {
    return at_table(verb, R"(,"code":"{}","reason":"r","reconstructible":{},"keep_fees":{})",
                    pick({"misdeal", "other", "drawn-together", "power-failure", "device-reset",
                          "cutting-card", "wrong-deck", "late-wager"}),
                    one_in(2), one_in(2));
  }

  std::string what_comes_next() {
    using Status = table::TableState::Status;
    const auto& position = table_->position;
    if (table_->status == Status::closed) return opens();
    if (table_->status == Status::paused) return at_table("resume-table");
    if (table_->hand) return in_hand(*table_->hand);
    const auto seated = std::count_if(table_->seats.begin(), table_->seats.end(),
                                      [](const auto& s) { return s.has_value(); });
    if (seated < 3) return sits();
    if (!table_->player_dealer_game() || position.turn) {
      if (one_in(2)) return at_table("open-bets");
      return at_table("hand", R"(,"wagers":{},{})", wagers(), dealt());
    }
    if (!position.offer) return at_table("offer-position");
    const int asked = position.offer->seat.number();
    if (one_in(3)) return at_table("decline-position", R"(,"seat":{})", asked);
    return at_table("accept-position", R"(,"seat":{},"wager_cents":{})", asked,
                    pick({20'000, 50'000, 200'000, 0, 150}));
  }

  std::string in_hand(const table::Hand& hand) {
    if (hand.phase == table::Hand::Phase::bets_open) {
      if (!one_in(3)) return at_table("place-wager", ",{}", wager());
      return at_table("close-bets");
    }
    if (one_in(12)) return voids("irregularity");
    if (hand.withdrawal != rules::Withdrawal::none && one_in(2)) return withdraws();
    const auto so_far = accepted(rules::deal_so_far(*table_->game, hand.player, hand.banker));
    if (so_far.next.to == rules::NextCard::To::nobody) return at_table("settle");
    if (hand.player.empty() && one_in(2)) return at_table("deal-cards", ",{}", dealt());
    return at_table("deal-card", R"(,"card":"{}")", card());
  }

  std::string withdraws() {
    if (!table_->hand || table_->hand->wagers.empty()) {
      return at_table("withdraw-wager", R"(,"seat":1,"on":"tie")");
    }
    const auto& all = table_->hand->wagers;
    const auto& one = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    return at_table("withdraw-wager", R"(,"seat":{},"bettor":"{}","on":"{}")", one.seat.number(),
                    table_->hand->bettors[one.bettor], table_->game->wager(one.on).name);
  }

  std::string anything() {
    switch (below(24)) {
      case 0: return sits();
      case 1: return at_table("unseat", R"(,"seat":{})", seat());
      case 2: return at_table("add-backline", R"(,"seat":{},"name":"b{}")", seat(), below(5));
      case 3: return at_table("remove-backline", R"(,"name":"b{}")", below(5));
      case 4: return at_table("offer-position", R"(,"seat":{})", seat());
      case 5: return at_table("accept-position", R"(,"seat":{},"wager_cents":50000)", seat());
      case 6: return at_table("decline-position", R"(,"seat":{})", seat());
      case 7: return at_table("open-bets");
      case 8: return at_table("change-bank", R"(,"wager_cents":{})", cents());
      case 9: return at_table("place-wager", ",{}", wager());
      case 10: return changes();
      case 11: return withdraws();
      case 12: return at_table("close-bets");
      case 13: return at_table("deal-card", R"(,"card":"{}","hand":"player")", card());
      case 14: return at_table("deal-cards", ",{}", dealt());
      case 15: return at_table("settle");
      case 16: return at_table("hand", R"(,"wagers":{},{})", wagers(), dealt());
      case 17: return one_in(2) ? voids("void-round") : voids("irregularity");
      case 18: return at_table("change-schedule", R"(,"schedule":{})", schedule());
      case 19: return one_in(3) ? at_table("pause-table", R"(,"reason":"r")") : opens();
      case 20: return one_in(5) ? at_table("close-table") : at_table("resume-table");
      case 21: return rotation();
      case 22: return one_in(3) ? at_table("give-up-position") : of_the_house();
      default: return table_->name == "6" ? of_the_house() : rotation();
    }
  }
  std::string changes() {
    if (!table_->hand || table_->hand->wagers.empty()) {
      return at_table("change-wager", ",{}", wager());
    }
    const auto& one = table_->hand->wagers.front();
    return at_table("change-wager", R"(,"seat":{},"bettor":"{}","on":"{}","cents":{})",
                    one.seat.number(), table_->hand->bettors[one.bettor],
                    table_->game->wager(one.on).name, cents());
  }
  std::string rotation() {
    return at_table("set-rotation", R"(,"rules":"{}","date":"2026-11-18","reason":"r")",
                    one_in(4) ? "2026" : "approved");
  }
  std::string of_the_house() {
    if (one_in(3)) {
      return at_table("change-limits", R"(,"limits":{})", HouseTable::limits_of("fortune-six-v6"));
    }
    if (one_in(2)) return at_table("restrict-area", R"(,"wagers":{})", below(5));
    if (one_in(2)) return pass_device();
    return at_table("choose-method", R"(,"method":"{}")", pick({"A", "B", "C", "C"}));
  }
  std::string pass_device() {
    if (one_in(3)) return at_table("pass-device");
    return at_table("pass-device", R"(,"to":"{}","without_wager":{})", name(), one_in(2));
  }

  std::string of_the_room(const Room& room) {
    switch (below(11)) {
      case 0:
        return room.floor().shift ? R"({"do":"close-shift"})"
                                  : R"({"do":"open-shift","shift":"grave"})";
      case 1: return R"({"do":"open-shift","shift":"swing"})";
      case 2:
        return fmt::format(R"({{"do":"count-drop","table":"{}","shift":{},"box":"B",)"
                           R"("cents":1,"counters":["A","B"]}})",
                           table_->name, any_of(shifts_, below(50)));
      case 3:
        return fmt::format(R"({{"do":"recount-drop","count":{},"cents":2,"counters":["A"],)"
                           R"("reason":"r"}})",
                           any_of(counts_, below(50)));
      case 4:
        return fmt::format(R"({{"do":"waive-fee","round":{},"reason":"r"{}}})", round(room),
                           one_in(2) ? fmt::format(R"(,"bettor":"{}")", name()) : "");
      case 5:
      case 6: return correction(room);
      case 7: return ends_correction(room.floor().corrections);
      case 8: return R"({"do":"load-schedules","file":"f.toml","toml":"printed"})";
      case 9: return people();
      default: {
        auto settings = room.floor().room.value();
        settings.backline_bettors_a_seat = 1 + below(3);
        return table::command_json(settings);
      }
    }
  }
  std::string ends_correction(const std::map<std::int64_t, table::PendingCorrection>& waiting) {
    const auto id = waiting.empty() ? 1 : waiting.begin()->first;
    if (one_in(4)) {
      return fmt::format(R"({{"do":"drop-correction","correction":{},"reason":"r"}})", id);
    }
    return fmt::format(R"({{"do":"approve-correction","correction":{}}})", id);
  }
  std::string correction(const Room& room) {
    const std::string what = one_in(4)   ? R"("strike":true)"
                             : one_in(2) ? dealt()
                                         : R"("wagers":)" + wagers();
    return fmt::format(R"({{"do":"request-correction","round":{},"reason":"r",{}}})", round(room),
                       what);
  }
  std::string people() {
    if (one_in(2)) {
      return fmt::format(R"({{"do":"add-person","person":"x{0}","name":"X","role":"dealer"}})",
                         below(5));
    }
    return fmt::format(R"({{"do":"change-person","person":"x{}","active":{}}})", below(5),
                       one_in(2));
  }

  std::mt19937_64 random_;
  const table::TableState* table_ = nullptr;
  std::vector<std::int64_t> shifts_;
  std::vector<std::int64_t> counts_;
};

}  // namespace cardroom::testing
