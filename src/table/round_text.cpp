#include "cardroom/table/round_text.hpp"

#include <charconv>
#include <set>

#include <fmt/format.h>

namespace cardroom::table {

namespace {

using rules::dollars_text;

/// Carries the first unclear word out of a line; never leaves this file.
struct Unclear {
  std::string what;
};

/// The words of one line, taken from the left.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line.substr(0, line.find('#'))) { skip_blanks(); }

  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] std::string_view peek() const {
    return rest_.substr(0, rest_.find_first_of(" \t\r"));
  }

  std::string_view take(const char* what) {
    if (done()) throw Unclear{fmt::format("{} is missing", what)};
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
  }
  bool take_if(std::string_view word) {
    if (peek() != word) return false;
    take("");
    return true;
  }
  void expect(std::string_view word) {
    if (!take_if(word)) throw Unclear{fmt::format("'{}' is expected before '{}'", word, shown())};
  }
  std::int64_t number(const char* what) {
    const std::string_view word = take(what);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) {
      throw Unclear{fmt::format("'{}' is not a number for {}", rules::printable(word), what)};
    }
    return value;
  }
  Cents dollars(const char* what) {
    const std::string_view word = take(what);
    const bool minus = word.starts_with('-');
    const bool sign = minus || word.starts_with('+');
    const auto amount = rules::read_dollars(word.substr(sign ? 1 : 0));
    if (!amount) {
      throw Unclear{fmt::format("'{}' is not an amount for {}; write it like $100",
                                rules::printable(word), what)};
    }
    return minus ? -*amount : *amount;
  }
  std::string all() {
    std::string text(rest_.substr(0, rest_.find_last_not_of(" \t\r") + 1));
    rest_ = {};
    return text;
  }
  [[nodiscard]] std::string shown() const { return rules::printable(peek()); }

 private:
  void skip_blanks() {
    const auto start = rest_.find_first_not_of(" \t\r");
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
  }

  std::string_view rest_;
};

class Reader {
 public:
  void line(Words words) {
    if (words.done()) return;
    fact(words);
    if (!words.done()) throw Unclear{fmt::format("'{}' is left over", words.shown())};
  }

  OrRefused<RoundText> finish() {
    if (!told_.game.empty()) return std::move(text_);
    return Refused{Refusal::missing_key,
                   "The line with the game is missing; write it like 'game fortune-7'."};
  }

 private:
  void fact(Words& words) {
    if (words.take_if("wager")) return wagers(words);
    if (words.take_if("expect")) return expect(words);
    if (once(words, "game")) {
      told_.game = words.take("the game");
    } else if (once(words, "schedule")) {
      told_.schedule = words.number("the schedule option");
    } else if (once(words, "player-dealer")) {
      player_dealer(words);
    } else if (once(words, "player")) {
      told_.player = words.all();
    } else if (once(words, "banker")) {
      told_.banker = words.all();
    } else {
      throw Unclear{fmt::format("'{}' begins no line of a round", words.shown())};
    }
  }

  /// Takes `word`, which may come once in a text; `before` it stands "expect " or nothing.
  bool once(Words& words, std::string_view word, std::string_view before = {}) {
    if (!words.take_if(word)) return false;
    const std::string what = fmt::format("{}{}", before, word);
    if (!said_.insert(what).second) throw Unclear{fmt::format("'{}' comes twice", what)};
    return true;
  }

  void player_dealer(Words& words) {
    auto& dealer = told_.player_dealer.emplace();
    words.expect("seat");
    dealer.seat = words.number("the player-dealer's seat");
    words.expect("wager");
    dealer.wager_cents = words.dollars("the player-dealer's wager").count();
    if (words.take_if("cover")) dealer.cover = std::string(words.take("the cover rule"));
  }

  struct Bettor {
    std::int64_t seat;
    std::string name;
    bool backline;
  };
  static Bettor bettor(Words& words) {
    words.expect("seat");
    const std::int64_t seat = words.number("the seat");
    if (words.take_if("backline"))
      return {seat, std::string(words.take("the backline bettor")), true};
    if (words.take_if("as")) return {seat, std::string(words.take("the bettor")), false};
    return {seat, fmt::format("s{}", seat), false};
  }

  void wagers(Words& words) {
    const Bettor who = bettor(words);
    do {
      const std::string on(words.take("the wager"));
      const Cents stake = words.dollars("the stake");
      told_.wagers.push_back({who.seat, who.name, who.backline, on, stake.count()});
    } while (!words.done());
  }

  void expect(Words& words) {
    if (words.peek() == "seat") return expect_line(words);
    if (expect_once(words, "fees")) return expect_fees(words);
    if (expect_once(words, "player-dealer")) {
      auto& bank = expected_.player_dealer.emplace();
      bank.net = words.dollars("the player-dealer's net");
      if (words.take_if("cover")) bank.cover = words.dollars("the cover left");
    } else if (expect_once(words, "house")) {
      expected_.house = words.dollars("the house's net");
    } else if (expect_once(words, "refused")) {
      expected_.refused = std::string(words.take("the code"));
    } else {
      throw Unclear{fmt::format("'{}' cannot be expected", words.shown())};
    }
  }
  bool expect_once(Words& words, std::string_view word) { return once(words, word, "expect "); }

  void expect_line(Words& words) {
    const Bettor who = bettor(words);
    ExpectedLine line{.seat = who.seat,
                      .bettor = who.name,
                      .backline = who.backline,
                      .on = std::string(words.take("the wager")),
                      .result = std::string(words.take("the result"))};
    if (line.result == "win" || line.result == "lose") {
      line.moved = words.dollars("the amount");
      if (words.take_if("of")) line.of = words.dollars("the full amount");
    } else if (line.result != "push" && line.result != "no-action") {
      throw Unclear{
          fmt::format("'{}' is not win, lose, push or no-action", rules::printable(line.result))};
    }
    if (words.take_if("cover")) line.cover = words.dollars("the cover");
    expected_.lines.push_back(std::move(line));
  }

  void expect_fees(Words& words) {
    auto& fees = expected_.fees.emplace();
    words.expect("player-dealer");
    fees.player_dealer = words.dollars("the player-dealer's fee");
    words.expect("players");
    fees.players = words.dollars("the players' fees");
    fees.gap = words.take_if("gap");
  }

  RoundText text_;
  RoundTold& told_ = text_.told;
  Expected& expected_ = text_.expected;
  std::set<std::string> said_;
};

/// A settled line as a round file would expect it.
ExpectedLine as_expected(const SettledRound& settled, const settlement::Line& line) {
  const auto& wager = settled.round.wagers()[line.wager];
  const bool lost = line.result == settlement::Result::lose;
  const Cents whole = lost ? wager.in_action() : line.due;
  ExpectedLine told{.seat = wager.seat.number(),
                    .bettor = settled.bettors[wager.bettor],
                    .backline = wager.backline,
                    .on = std::string(settled.round.game().wager(wager.on).name),
                    .result = std::string(settlement::name(line.result))};
  if (!lost && line.result != settlement::Result::win) return told;
  told.moved = lost ? line.taken : line.paid;
  if (told.moved != whole) told.of = whole;
  return told;
}

std::string told(const ExpectedLine& line) {
  const bool moved = line.result == "win" || line.result == "lose";
  const bool by_seat = line.bettor == fmt::format("s{}", line.seat);
  return fmt::format("seat {}{} {} {}{}{}", line.seat,
                     line.backline ? " backline " + line.bettor
                     : by_seat     ? ""
                                   : " as " + line.bettor,
                     line.on, line.result, moved ? " " + dollars_text(line.moved) : "",
                     line.of ? " of " + dollars_text(*line.of) : "");
}

Refused differs(const std::string& expected, const std::string& found) {
  return {Refusal::does_not_reconcile,
          fmt::format("Expected {}; the rules say {}.", expected, found)};
}

std::optional<Refused> compare_lines(const Expected& expected, const SettledRound& settled) {
  const auto& lines = settled.settlement.lines;
  for (std::size_t i = 0; i < std::max(expected.lines.size(), lines.size()); ++i) {
    const std::string found =
        i < lines.size() ? told(as_expected(settled, lines[i])) : "no further line";
    const std::string wanted =
        i < expected.lines.size() ? told(expected.lines[i]) : "no further line";
    if (wanted != found) return differs(fmt::format("line {}: {}", i + 1, wanted), found);
    const auto& cover = expected.lines[i].cover;
    if (cover && *cover != lines[i].cover_after) {
      return differs(fmt::format("line {}: cover {} after it", i + 1, dollars_text(*cover)),
                     dollars_text(lines[i].cover_after));
    }
  }
  return std::nullopt;
}

std::string told(const ExpectedFees& fees) {
  return fmt::format("fees player-dealer {} players {}{}", dollars_text(fees.player_dealer),
                     dollars_text(fees.players), fees.gap ? " gap" : "");
}

std::optional<Refused> compare_fees(const ExpectedFees& expected, const SettledRound& settled) {
  const auto& fees = settled.round.fees();
  if (!fees) return differs(told(expected), "there are no fees");
  const ExpectedFees found{fees->player_dealer, fees->total - fees->player_dealer, fees->gap};
  if (told(found) == told(expected)) return std::nullopt;
  return differs(told(expected), told(found));
}

std::optional<Refused> compare_bank(const Expected& expected, const SettledRound& settled) {
  const auto& totals = settled.settlement.totals;
  const auto net = rules::signed_dollars_text(totals.bank_net());
  const bool has_dealer = settled.round.player_dealer().has_value();
  if (expected.house && (has_dealer || *expected.house != totals.bank_net())) {
    return differs("house " + rules::signed_dollars_text(*expected.house),
                   has_dealer ? "no house bank" : net);
  }
  if (!expected.player_dealer) return std::nullopt;
  const auto& bank = *expected.player_dealer;
  if (!has_dealer || bank.net != totals.bank_net()) {
    return differs("player-dealer " + rules::signed_dollars_text(bank.net),
                   has_dealer ? net : "no player-dealer");
  }
  if (bank.cover && *bank.cover != totals.cover_left) {
    return differs("cover left " + dollars_text(*bank.cover), dollars_text(totals.cover_left));
  }
  return std::nullopt;
}

}  // namespace

OrRefused<RoundText> read_round_text(std::string_view text) {
  Reader reader;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++number;
    try {
      reader.line(Words(line));
    } catch (const Unclear& unclear) {
      return Refused{Refusal::round_text_unclear,
                     fmt::format("Line {}: {}.", number, unclear.what)};
    }
  }
  return reader.finish();
}

std::optional<Refused> reconcile(const Expected& expected, const OrRefused<SettledRound>& answer) {
  const Refused* refused = rules::refused(answer);
  const std::string code = refused != nullptr ? std::string(rules::name(refused->code)) : "";
  if (expected.refused) {
    if (*expected.refused == code) return std::nullopt;
    return differs("refused " + *expected.refused,
                   code.empty() ? "a settlement" : "refused " + code);
  }
  if (refused != nullptr) return *refused;
  const auto& settled = std::get<SettledRound>(answer);
  if (!expected.lines.empty()) {
    if (auto no = compare_lines(expected, settled)) return no;
  }
  if (expected.fees) {
    if (auto no = compare_fees(*expected.fees, settled)) return no;
  }
  return compare_bank(expected, settled);
}

}  // namespace cardroom::table
