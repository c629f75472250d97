#include "cardroom/cli/floor_text.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "cardroom/cli/floor_line.hpp"
#include "cardroom/cli/table_text.hpp"

namespace cardroom::cli {

namespace {

using reports::LiveHand;
using rules::Cents;
using rules::dollars_text;
using rules::Game;

/// What is typed for a step that the server names.
constexpr std::pair<std::string_view, std::string_view> kTyped[] = {
    {"accept-position", "accept 2000, or decline"},
    {"offer-position", "offer"},
    {"open-bets", "wagers, like 5 p100"},
    {"place-wager", "wagers, like 5 p100"},
    {"close-bets", "close, or more wagers"},
    {"deal-card", "a card, or both hands with a slash"},
    {"settle", "settle"},
    {"void-round", "void other, and why"},
    {"give-up-position", "giveup"},
    {"seat", "seat, its number, a name"},
    {"resume-table", "resume"},
};

std::string cards_text(const LiveHand& hand) {
  const auto one = [](std::string_view name, const std::string& cards, std::int64_t total) {
    return cards.empty() ? fmt::format("{} -", name)
                         : fmt::format("{} {} = {}", name, cards, total);
  };
  return one("Player", hand.player, hand.player_total) + ", " +
         one("Banker", hand.banker, hand.banker_total);
}

// --- What changed --------------------------------------------------------------------------------

using WagerKey = std::tuple<std::int64_t, std::string, std::string>;
std::map<WagerKey, Cents> wagers_at(const LiveTable& table) {
  std::map<WagerKey, Cents> all;
  for (const auto& seat : table.seats) {
    for (const auto& space : seat.spaces) {
      for (const auto& wager : space.wagers) all[{seat.seat, wager.bettor, space.on}] = wager.cents;
    }
  }
  return all;
}

std::map<std::string, std::string> people_at(const LiveTable& table) {
  std::map<std::string, std::string> all;
  for (const auto& seat : table.seats) {
    if (seat.name) all[*seat.name] = fmt::format("at seat {}", seat.seat);
    for (const auto& name : seat.backline) all[name] = fmt::format("behind seat {}", seat.seat);
  }
  return all;
}

std::string position_text(const LiveTable& table) {
  if (!table.position) return {};
  const auto& position = *table.position;
  if (position.holder) return "The position: " + holder_text(*position.holder) + '.';
  if (position.offered) {
    return fmt::format("The position is offered to seat {}, {}.", position.offered->seat,
                       position.offered->name);
  }
  return "Nobody holds the position.";
}

std::string terms_text(const LiveTable& table) {
  if (!table.terms) return {};
  return fmt::format(
      "The table plays{}: limits {}; fees: {}.",
      table.terms->option ? fmt::format(" under option {}", *table.terms->option) : std::string(),
      table.terms->limits, table.terms->fees);
}

/// Of another hand every wager is news, also one that stood alike in the last.
void tell_wagers(const LiveTable& before, const LiveTable& after, std::vector<std::string>& told) {
  const auto had = same_hand(before, after) ? wagers_at(before) : std::map<WagerKey, Cents>();
  const auto has = wagers_at(after);
  for (const auto& [key, cents] : has) {
    const auto former = had.find(key);
    if (former != had.end() && former->second == cents) continue;
    const auto& [seat, bettor, on] = key;
    told.push_back(
        fmt::format("Seat {}, {}: {} {}{}.", seat, bettor, on, dollars_text(cents),
                    former == had.end() ? std::string() : ", was " + dollars_text(former->second)));
  }
  for (const auto& [key, cents] : had) {
    const auto& [seat, bettor, on] = key;
    if (!has.contains(key)) {
      told.push_back(
          fmt::format("Seat {}, {}: {} {} taken back.", seat, bettor, on, dollars_text(cents)));
    }
  }
}

void tell_hand(const LiveTable& before, const LiveTable& after, std::vector<std::string>& told) {
  if (before.session == after.session && before.hands != after.hands) {
    told.push_back(
        fmt::format("The hand was settled; it was hand {} of this session.", after.hands));
  } else if (before.hand && !same_hand(before, after)) {
    told.emplace_back("The hand was ended.");
  }
  // The hand as it was seen, if it is still the same.
  const auto* had = same_hand(before, after) ? &*before.hand : nullptr;
  if (after.hand && had == nullptr) told.emplace_back("Bets were opened.");
  tell_wagers(before, after, told);
  if (!bets_closed(after)) return;
  if (had == nullptr || had->phase == reports::kBetsOpen)
    told.push_back(fixed_fees_text(*after.hand));
  const auto& now = *after.hand;
  const bool other_cards =
      had == nullptr ? !now.player.empty() : had->player != now.player || had->banker != now.banker;
  if (other_cards) told.push_back("Cards: " + cards_text(now) + '.');
}

// --- Completion ----------------------------------------------------------------------------------

std::vector<std::string> names_at(const LiveTable& table, std::int64_t behind) {
  std::vector<std::string> names;
  for (const auto& seat : table.seats) {
    if (behind != 0 && seat.seat != behind) continue;
    for (const auto& name : seat.backline) names.push_back(name);
    if (behind == 0 && seat.name) names.push_back(*seat.name);
  }
  return names;
}

std::vector<std::string> letters_of(const Game& game) {
  std::vector<std::string> all;
  for (const auto& wager : game.wagers) all.emplace_back(wager_letters(wager.name));
  return all;
}

std::vector<std::string> seat_numbers(const LiveTable& table, bool taken, bool free) {
  std::vector<std::string> all;
  for (const auto& seat : table.seats) {
    if (seat.name ? taken : free) all.push_back(std::to_string(seat.seat));
  }
  return all;
}

/// What may stand after these words.
std::vector<std::string> following(const std::vector<std::string>& words, const LiveTable& table,
                                   const Game& game) {
  if (words.empty()) {
    std::vector<std::string> all = seat_numbers(table, true, false);
    for (const auto word : floor_words()) all.emplace_back(word);
    return all;
  }
  const auto& first = words.front();
  const bool second = words.size() == 1;
  if (first == "void" && second) {
    const auto codes = void_codes(game);
    return {codes.begin(), codes.end()};
  }
  if (first == "offer" && second) return seat_numbers(table, true, false);
  if (first == "seat" && second) return seat_numbers(table, false, true);
  if (first == "leave" && second) {
    auto all = seat_numbers(table, true, false);
    const auto names = names_at(table, 0);
    all.insert(all.end(), names.begin(), names.end());
    return all;
  }
  if (first.front() < '0' || first.front() > '9') return {};
  const bool behind = first.back() == 'b' || first.back() == 'B';
  if (behind && second) return names_at(table, std::atoi(first.c_str()));
  auto all = letters_of(game);
  if (second) all.insert(all.end(), {"accept", "decline"});
  return all;
}

}  // namespace

std::vector<std::string> next_text(const LiveTable& table) {
  std::vector<std::string> lines;
  if (table.status == "closed") {
    return {"The table is closed. A supervisor opens it: cardroom do open-table."};
  }
  if (bets_closed(table) && !table.hand->player.empty()) lines.push_back(cards_text(*table.hand));
  if (!table.hand && table.position && table.position->holder) {
    lines.push_back(position_text(table));
  }
  if (table.next.empty()) {
    lines.emplace_back("Next: nothing can be done here now.");
    return lines;
  }
  const auto& step = table.next.front();
  std::string next = "Next: " + (bets_closed(table) ? table.hand->text : step.text);
  const bool begun = bets_closed(table) && !table.hand->player.empty();
  for (const auto& [what, typed] : kTyped) {
    if (step.what != what) continue;
    next += fmt::format(" Type: {}", begun && what == "deal-card" ? "a card" : typed);
  }
  lines.push_back(std::move(next));
  return lines;
}

std::string fixed_fees_text(const LiveHand& hand) {
  std::string text = fmt::format("Bets are closed, action {}.", dollars_text(hand.action));
  if (!hand.player_dealer_fee) return text;
  const Cents players = hand.player_fees.value_or(Cents{});
  text += fmt::format(" Fees: player-dealer {}, players {}, in all {}.",
                      dollars_text(*hand.player_dealer_fee), dollars_text(players),
                      dollars_text(*hand.player_dealer_fee + players));
  if (hand.gap) text += " Between two printed tiers: the lower one holds (C-gap).";
  return text;
}

std::vector<std::string> changes_text(const LiveTable& before, const LiveTable& after) {
  std::vector<std::string> told;
  if (before.status != after.status) {
    told.push_back(fmt::format("The table is {}, was {}.", after.status, before.status));
  }
  if (terms_text(before) != terms_text(after)) {
    told.push_back(terms_text(after));
  }
  if (before.shift_open != after.shift_open) {
    told.emplace_back(after.shift_open ? "A shift is open." : "The shift is closed.");
  }
  const auto were = people_at(before);
  const auto are = people_at(after);
  for (const auto& [name, where] : are) {
    const auto former = were.find(name);
    if (former == were.end() || former->second != where) {
      told.push_back(fmt::format("{} is {}.", name, where));
    }
  }
  for (const auto& [name, where] : were) {
    if (!are.contains(name)) told.push_back(fmt::format("{} {} has left.", name, where));
  }
  if (position_text(before) != position_text(after)) told.push_back(position_text(after));
  tell_hand(before, after, told);
  return told;
}

std::string help_text(const Game& game) {
  std::string letters;
  for (const auto& wager : game.wagers) {
    rules::append_listed(letters, fmt::format("{} {}", wager_letters(wager.name), wager.label));
  }
  std::string codes;
  for (const auto code : void_codes(game)) rules::append_listed(codes, code, " ");
  std::string text = "5 p100 t100        seat 5: Player $100, Tie $100. Amounts are dollars.\n";
  for (const auto& line : reports::lines_within(letters, 60)) {
    text += "                   " + line + '\n';
  }
  text +=
      "5 p300    5 p0     the same space again changes the wager; 0 takes it back\n"
      "undo               takes back the last line of wagers; before the close\n";
  if (game.backline) {
    text += "5b guest1 b200     guest1 behind seat 5: Banker line $200\n";
  }
  text +=
      "close              no more bets: the fees are fixed and taken\n"
      "6h Kd / 3c Kd 4s   all the cards, Player's first; or one card a line\n"
      "settle             the settlement, in the order in which it is paid\n";
  if (game.banking == rules::Banking::player_dealer) {
    text +=
        "offer, offer 3     offers the position; then: accept 2000, or decline\n"
        "bank 3000          another wager of the player-dealer; giveup ends the turn\n";
  }
  text +=
      "seat 3 Ann #1001   Ann sits down; leave 3, or leave guest1\n"
      "void CODE why      ends the hand, say for a wrong card; wagers go back. CODE is\n";
  for (const auto& line : reports::lines_within(codes, 60)) {
    text += "                   " + line + '\n';
  }
  return text +
         "pause why          no hands for a while; resume\n"
         "table 6, status    another table; this one in full\n"
         "again, or enter    sends a line once more that was not delivered\n"
         "quit, or Ctrl-D    ends; Ctrl-C clears the line, Tab completes, Up goes back\n";
}

std::vector<std::string> completions(std::string_view typed, const LiveTable& table,
                                     const Game& game) {
  std::vector<std::string> words;
  std::string last;
  for (const char c : typed) {
    if (c != ' ') {
      last += c >= 'A' && c <= 'Z' && words.empty() ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!last.empty()) {
      words.push_back(std::exchange(last, {}));
    }
  }
  auto all = following(words, table, game);
  std::erase_if(all, [&](const auto& one) { return !one.starts_with(last); });
  return all;
}

}  // namespace cardroom::cli
