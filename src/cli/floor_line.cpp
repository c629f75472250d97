#include "cardroom/cli/floor_line.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "cardroom/rules/deal.hpp"
#include "cardroom/table/names.hpp"

namespace cardroom::cli {

namespace {

using rules::Cents;
using rules::Game;

constexpr std::size_t kMostBytes = 400;

/// The only place where a wager has letters.
constexpr std::pair<std::string_view, std::string_view> kLetters[] = {
    {"player", "p"},       {"banker", "b"},      {"tie", "t"},
    {"one-up", "o"},       {"fortune-7", "f"},   {"player-pair", "pp"},
    {"banker-pair", "bp"}, {"fortune-six", "s"}, {"element-bonus", "e"},
};

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool amount_sign(char c) { return digit(c) || c == '$' || c == ',' || c == '.'; }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
std::string small(std::string_view text) {
  std::string all(text);
  std::transform(all.begin(), all.end(), all.begin(), [](char c) { return small(c); });
  return all;
}

template <class... Args>
Mistake mistake(fmt::format_string<Args...> text, Args&&... args) {
  return {fmt::format(text, std::forward<Args>(args)...)};
}

/// Takes a text apart from its front.
class Rest {
 public:
  explicit Rest(std::string_view text) : text_(text) {}

  void skip_blanks() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
  }
  template <class Is>
  std::string_view run(Is is) {
    std::size_t n = 0;
    while (n < text_.size() && is(text_[n])) ++n;
    const auto taken = text_.substr(0, n);
    text_.remove_prefix(n);
    return taken;
  }
  std::string_view word() {
    skip_blanks();
    return run([](char c) { return c != ' '; });
  }
  [[nodiscard]] bool done() const { return text_.empty(); }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

/// One blank between words, none around them.
std::string tidy(std::string_view text) {
  std::string out;
  for (Rest rest(text); !rest.done();) {
    const auto word = rest.word();
    if (!out.empty() && !word.empty()) out += ' ';
    out += word;
  }
  return out;
}

std::string offered_letters(const Game& game) {
  std::string all;
  for (const auto& wager : game.wagers) {
    rules::append_listed(all, fmt::format("{} {}", wager_letters(wager.name), wager.label));
  }
  return all;
}

std::optional<std::uint8_t> wager_of(const Game& game, std::string_view letters) {
  for (const auto& [name, short_name] : kLetters) {
    if (short_name == letters) return game.find_wager(name);
  }
  return std::nullopt;
}

// --- Wagers --------------------------------------------------------------------------------------

std::variant<int, Mistake> seat_of(const Game& game, std::string_view digits) {
  const int number = digits.empty() || digits.size() > 3 ? 0 : std::stoi(std::string(digits));
  if (game.layout.seat(number)) return number;
  return mistake("There is no seat {}; {} has seats 1 to {}.", rules::printable(digits), game.title,
                 game.layout.seats());
}

/// "p100 t 1,000"; at least one.
std::variant<std::vector<TypedWager>, Mistake> wagers_in(const Game& game, std::string_view text) {
  std::vector<TypedWager> wagers;
  for (Rest rest(text);;) {
    rest.skip_blanks();
    if (rest.done()) break;
    const auto letters = small(rest.run(letter));
    if (letters.empty()) {
      return mistake("'{}' has no letter of a wager before it: {}.", rules::printable(rest.text()),
                     offered_letters(game));
    }
    const auto on = wager_of(game, letters);
    if (!on) {
      return mistake("'{}' is no wager of {}: {}.", rules::printable(letters), game.title,
                     offered_letters(game));
    }
    rest.skip_blanks();
    auto amount = rest.run(amount_sign);
    if (amount.ends_with(',')) amount.remove_suffix(1);
    if (amount.empty()) {
      return mistake("How much on {}? Like {}100; {}0 takes the wager back.", game.wager(*on).label,
                     letters, letters);
    }
    const auto cents = rules::read_dollars(amount);
    if (!cents) {
      return mistake("'{}' is no amount; dollars are written 100 or 1,000.",
                     rules::printable(amount));
    }
    for (const auto& other : wagers) {
      if (other.on == *on) return mistake("{} stands twice in this line.", game.wager(*on).label);
    }
    wagers.push_back({*on, *cents});
  }
  if (wagers.empty()) return mistake("Which wager? Like p100.");
  return wagers;
}

/// Whether the first word is whole wagers: "p100", "p100t100", or "p" with its amount behind it.
bool begins_wager(const Game& game, std::string_view text) {
  for (Rest rest(text);;) {
    if (!wager_of(game, small(rest.run(letter)))) return false;
    rest.skip_blanks();
    const auto amount = rest.run(amount_sign);
    if (amount.empty() || (!digit(amount.front()) && amount.front() != '$')) return false;
    if (rest.done() || rest.text().front() == ' ') return true;
  }
}

/// Behind a seat: the name is at least a word, and ends where a wager begins.
FloorLine backline_in(const Game& game, int seat, std::string_view text) {
  if (text.empty()) {
    return mistake("Who stands behind seat {}? Like {}b guest1 b200.", seat, seat);
  }
  Rest rest(text);
  std::string name(rest.word());
  rest.skip_blanks();
  const auto behind_first = rest.text();
  while (!rest.done() && !begins_wager(game, rest.text())) {
    rules::append_listed(name, rest.word(), " ");
    rest.skip_blanks();
  }
  const bool only_a_name = rest.done();
  auto wagers = wagers_in(game, only_a_name ? behind_first : rest.text());
  if (auto* all = std::get_if<std::vector<TypedWager>>(&wagers)) {
    return FloorEntry(TypedWagers{seat, name, std::move(*all)});
  }
  const auto& why = std::get<Mistake>(wagers).why;
  if (!only_a_name) return Mistake{why};
  return mistake("Behind seat {} stands a name, then the wagers, like {}b guest1 b200. {}", seat,
                 seat, why);
}

FloorLine accept_in(std::optional<int> seat, std::string_view text);
FloorLine decline_in(const Game& game, std::optional<int> seat, std::string_view text);

/// Whatever begins with a number that is no card.
FloorLine seat_line(const Game& game, std::string_view text) {
  Rest rest(text);
  const auto digits = rest.run(digit);
  auto found = seat_of(game, digits);
  if (const auto* no = std::get_if<Mistake>(&found)) return *no;
  const int seat = std::get<int>(found);
  const auto after = rest.text();
  if (small(after.substr(0, 1)) == "b" && (after.size() == 1 || after[1] == ' ')) {
    return backline_in(game, seat, tidy(after.substr(1)));
  }
  rest.skip_blanks();
  if (rest.done()) return mistake("What of seat {}? Like {} p100.", seat, seat);
  Rest word = rest;
  const auto said = small(word.run(letter));
  if (said == "accept") return accept_in(seat, word.text());
  if (said == "decline") return decline_in(game, seat, word.text());
  auto wagers = wagers_in(game, rest.text());
  if (auto* all = std::get_if<std::vector<TypedWager>>(&wagers)) {
    return FloorEntry(TypedWagers{seat, std::nullopt, std::move(*all)});
  }
  const bool like_a_card = after.size() == 1 && letter(after.front());
  if (!like_a_card || wager_of(game, said)) return std::get<Mistake>(std::move(wagers));
  return mistake("'{}' is neither a card, like 6{}, nor a wager, like {} p100.",
                 rules::printable(text), game.deck.suit_letters.front(), seat);
}

// --- Cards ---------------------------------------------------------------------------------------

/// "6hkD" as "6h Kd", whatever it may be; the game's deck reads it then.
std::string cards_apart(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == ',') {
      ++at;
      continue;
    }
    const bool ten = text.substr(at, 2) == "10";
    auto card = text.substr(at, ten ? 3 : 2);
    card = card.substr(0, card.find_first_of(" ,"));
    if (!out.empty()) out += ' ';
    for (std::size_t i = 0; i < card.size(); ++i) {
      out += i + 1 == card.size() && i > 0 ? small(card[i]) : capital(card[i]);
    }
    at += card.size();
  }
  return out;
}

FloorLine hands_in(const Game& game, std::string_view text) {
  const auto slash = text.find('/');
  const auto player = cards_apart(text.substr(0, slash));
  const auto banker = cards_apart(text.substr(slash + 1));
  if (player.empty() || banker.empty() || text.find('/', slash + 1) != std::string_view::npos) {
    return mistake("Player's cards, a slash, Banker's cards: 6h Kd / 3c Kd 4s.");
  }
  for (const auto* hand : {&player, &banker}) {
    auto cards = rules::read_cards(game, *hand);
    if (const auto* no = rules::refused(cards)) return Mistake{no->detail};
  }
  return FloorEntry(TypedHands{player, banker});
}

/// Something else than cards: nothing.
std::optional<FloorLine> cards_in(const Game& game, std::string_view text) {
  const auto apart = cards_apart(text);
  auto cards = rules::read_cards(game, apart);
  if (rules::refused(cards) != nullptr) return std::nullopt;
  if (std::get<0>(cards).size() == 1) return FloorEntry(TypedCard{apart});
  return mistake(
      "Several cards need a slash between the hands, like 6h Kd / 3c Kd 4s; else one a line.");
}

// --- The words -----------------------------------------------------------------------------------

std::variant<Cents, Mistake> amount_in(std::string_view text, std::string_view word) {
  const auto amount = tidy(text);
  if (amount.empty()) return mistake("With how much? Like {} 2000.", word);
  if (const auto cents = rules::read_dollars(amount)) return *cents;
  return mistake("'{}' is no amount; dollars are written 2000 or 2,000.", rules::printable(amount));
}

FloorLine accept_in(std::optional<int> seat, std::string_view text) {
  auto wager = amount_in(text, "accept");
  if (const auto* no = std::get_if<Mistake>(&wager)) return *no;
  return FloorEntry(TypedAccept{seat, std::get<Cents>(wager)});
}

FloorLine decline_in(const Game& game, std::optional<int> seat, std::string_view text) {
  const auto said = tidy(text);
  if (said.empty()) return FloorEntry(TypedDecline{seat});
  if (seat || !std::all_of(said.begin(), said.end(), digit)) {
    return mistake("'decline' stands alone, or with its seat: 3 decline.");
  }
  auto found = seat_of(game, said);
  if (const auto* no = std::get_if<Mistake>(&found)) return *no;
  return FloorEntry(TypedDecline{std::get<int>(found)});
}

FloorLine offer_in(const Game& game, std::string_view text) {
  const auto said = tidy(text);
  if (said.empty()) return FloorEntry(TypedOffer{});
  if (!std::all_of(said.begin(), said.end(), digit)) {
    return mistake("The position is offered to a seat: offer, or offer 3.");
  }
  auto found = seat_of(game, said);
  if (const auto* no = std::get_if<Mistake>(&found)) return *no;
  return FloorEntry(TypedOffer{std::get<int>(found)});
}

FloorLine bank_in(const Game&, std::string_view text) {
  auto wager = amount_in(text, "bank");
  if (const auto* no = std::get_if<Mistake>(&wager)) return *no;
  return FloorEntry(TypedBank{std::get<Cents>(wager)});
}

FloorLine person_in(const Game& game, std::string_view text) {
  Rest rest(text);
  rest.skip_blanks();
  const auto digits = rest.run(digit);
  if (digits.empty()) return mistake("Which seat, and who? Like seat 3 Ann, or seat 3 Ann #1001.");
  auto found = seat_of(game, digits);
  if (const auto* no = std::get_if<Mistake>(&found)) return *no;
  TypedSeat typed{std::get<int>(found), {}, {}};
  const auto hash = rest.text().find('#');
  typed.name = tidy(rest.text().substr(0, hash));
  if (typed.name.empty()) return mistake("Who sits down at seat {}? Like seat 3 Ann.", typed.seat);
  if (hash == std::string_view::npos) return FloorEntry(std::move(typed));
  typed.patron = tidy(rest.text().substr(hash + 1));
  if (typed.patron->empty()) return mistake("The patron's number follows the #, like #1001.");
  return FloorEntry(std::move(typed));
}

FloorLine leave_in(const Game& game, std::string_view text) {
  const auto said = tidy(text);
  if (said.empty()) return mistake("Who leaves? Like leave 3, or leave guest1.");
  if (!std::all_of(said.begin(), said.end(), digit)) return FloorEntry(TypedLeave{{}, said});
  auto found = seat_of(game, said);
  if (const auto* no = std::get_if<Mistake>(&found)) return *no;
  return FloorEntry(TypedLeave{std::get<int>(found), {}});
}

FloorLine table_in(const Game&, std::string_view text) {
  auto named = tidy(text);
  if (named.empty()) return mistake("Which table? Like table 6.");
  return FloorEntry(TypedTable{std::move(named)});
}

FloorLine void_in(const Game& game, std::string_view text) {
  Rest rest(text);
  const auto code = small(rest.word());
  const auto codes = void_codes(game);
  std::string all;
  for (const auto one : codes) rules::append_listed(all, one);
  if (code.empty()) return mistake("Void for what, and why? Like void {} ...: {}.", codes[0], all);
  if (std::find(codes.begin(), codes.end(), code) == codes.end()) {
    return mistake("'{}' is none of the reasons of {}: {}.", rules::printable(code), game.title,
                   all);
  }
  auto reason = tidy(rest.text());
  if (reason.empty()) return mistake("Why? What happened follows: void {} ...", code);
  return FloorEntry(TypedVoid{code, std::move(reason)});
}

FloorLine pause_in(const Game&, std::string_view text) {
  auto reason = tidy(text);
  if (reason.empty()) return mistake("Why? Like pause shoe change.");
  return FloorEntry(TypedPause{std::move(reason)});
}

struct Said {
  std::string_view word;
  FloorLine (*read)(const Game&, std::string_view);
};
constexpr std::array<Said, 10> kWithMore = {{
    {"offer", offer_in},
    {"accept", [](const Game&, std::string_view text) { return accept_in({}, text); }},
    {"decline", [](const Game& game, std::string_view text) { return decline_in(game, {}, text); }},
    {"bank", bank_in},
    {"seat", person_in},
    {"leave", leave_in},
    {"table", table_in},
    {"void", void_in},
    {"pause", pause_in},
    {"give",
     [](const Game&, std::string_view text) -> FloorLine {
       if (small(tidy(text)) == "up") return FloorEntry(FloorWord::give_up);
       return mistake("Give up the position: giveup.");
     }},
}};

constexpr std::pair<std::string_view, FloorWord> kAlone[] = {
    {"close", FloorWord::close},   {"settle", FloorWord::settle}, {"giveup", FloorWord::give_up},
    {"resume", FloorWord::resume}, {"status", FloorWord::status}, {"undo", FloorWord::undo},
    {"again", FloorWord::again},   {"help", FloorWord::help},     {"quit", FloorWord::quit},
};

}  // namespace

std::string_view wager_letters(std::string_view wager) {
  for (const auto& [name, letters] : kLetters) {
    if (name == wager) return letters;
  }
  return {};
}

std::vector<std::string_view> floor_words() {
  std::vector<std::string_view> words;
  for (const auto& [word, meaning] : kAlone) words.push_back(word);
  for (const auto& said : kWithMore) {
    if (said.word != "give") words.push_back(said.word);
  }
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::string_view> void_codes(const Game& game) {
  std::vector<std::string_view> codes;
  const auto add = [&](std::string_view code) {
    if (std::find(codes.begin(), codes.end(), code) == codes.end()) codes.push_back(code);
  };
  for (const auto& row : game.irregularities) {
    if (row.effect == rules::Effect::void_round) add(row.code);
  }
  add("other");  // what no document covers
  return codes;
}

FloorLine read_floor_line(std::string_view typed, const Game& game) {
  std::string line(typed);
  std::replace(line.begin(), line.end(), '\t', ' ');
  if (line.size() > kMostBytes || !table::plain_text(line)) {
    return mistake("A line is at most {} bytes of text that can be read.", kMostBytes);
  }
  Rest rest(line);
  rest.skip_blanks();
  if (rest.done()) return FloorEntry(FloorWord::nothing);
  const auto text = rest.text().substr(0, rest.text().find_last_not_of(' ') + 1);
  if (text == "?") return FloorEntry(FloorWord::help);
  const auto word = small(rest.run(letter));
  for (const auto& [alone, meaning] : kAlone) {
    if (word != alone) continue;
    if (tidy(rest.text()).empty()) return FloorEntry(meaning);
    return mistake("'{}' stands alone.", alone);
  }
  for (const auto& said : kWithMore) {
    if (word == said.word) return said.read(game, rest.text());
  }
  if (text.find('/') != std::string_view::npos) return hands_in(game, text);
  if (auto cards = cards_in(game, text)) return *std::move(cards);
  if (digit(text.front())) return seat_line(game, text);
  if (std::holds_alternative<std::vector<TypedWager>>(wagers_in(game, text))) {
    return mistake("Whose wager? The seat comes first: 5 {}.", text);
  }
  return mistake("'{}' is not understood; ? shows what can be typed.", rules::printable(text));
}

}  // namespace cardroom::cli
