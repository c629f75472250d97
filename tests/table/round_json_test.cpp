#include <limits>

#include <nlohmann/json.hpp>

#include "support/design_round.hpp"
#include "support/setting.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using nlohmann::json;
using rules::Refusal;
using table::read_round_json;

namespace {

/// The design's round with one place changed.
std::string round_with(std::string_view from, std::string_view to) {
  return changed(kDesignRound, from, to);
}

struct Change {
  std::string_view from;
  std::string_view to;
  std::string_view mentions;
};

void check_reader_refuses(Refusal code, std::initializer_list<Change> changes) {
  for (const auto& [from, to, mentions] : changes) {
    CAPTURE(from, to);
    CHECK(refusal_of(read_round_json(round_with(from, to)), mentions) == code);
  }
}

void check_settle_refuses(Refusal code, std::initializer_list<Change> changes) {
  for (const auto& [from, to, mentions] : changes) {
    CAPTURE(from, to);
    CHECK(refusal_of(settled_json(round_with(from, to)), mentions) == code);
  }
}

/// Every key of a round as the design's round writes it; `cover` is put in beside the wager.
struct KeyPlace {
  std::string_view path;
  std::string_view written;
  std::string_view before_value;
  std::string_view good_value;
};

constexpr KeyPlace kKeys[] = {
    {"game", R"("game":"fortune-7")", R"("game":)", R"("fortune-7")"},
    {"schedule", R"("schedule":13)", R"("schedule":)", "13"},
    {"player_dealer", R"("player_dealer":{"seat":4,"wager_cents":50000})", R"("player_dealer":)",
     "{}"},
    {"wagers",
     R"("wagers":[{"seat":5,"bettor":"s5","on":"player","cents":10000},)"
     "\n "
     R"({"seat":5,"bettor":"b5-1","backline":true,"on":"banker","cents":10000}])",
     R"("wagers":)", "[]"},
    {"player", R"("player":"6h Kd")", R"("player":)", R"("6h Kd")"},
    {"banker", R"("banker":"3c Kd 4s")", R"("banker":)", R"("3c Kd 4s")"},
    {"player_dealer.seat", R"("seat":4)", R"("seat":)", "4"},
    {"player_dealer.wager_cents", R"("wager_cents":50000)", R"("wager_cents":)", "50000"},
    {"player_dealer.cover", R"("wager_cents":50000)", R"("wager_cents":50000,"cover":)",
     R"("consumed")"},
    {"wagers[0].seat", R"("seat":5)", R"("seat":)", "5"},
    {"wagers[0].bettor", R"("bettor":"s5")", R"("bettor":)", R"("s5")"},
    {"wagers[1].backline", R"("backline":true)", R"("backline":)", "true"},
    {"wagers[0].on", R"("on":"player")", R"("on":)", R"("player")"},
    {"wagers[0].cents", R"("cents":10000)", R"("cents":)", "10000"},
};

std::string round_with_value(const KeyPlace& key, std::string_view value) {
  return round_with(key.written, std::string(key.before_value) + std::string(value));
}

bool takes_number(const KeyPlace& key) { return key.good_value.find_first_of("123456789") == 0; }

std::string round_of_bettor(std::string_view json_string) {
  return round_with(R"("s5")", json_string);
}

}  // namespace

TEST_CASE("the design's round gives the design's answer to the byte", "[table]") {
  std::string line;
  table::write_answer(line, accepted(settled_json(kDesignRound)));
  CHECK(line == without_blanks(kDesignAnswer));
}

TEST_CASE("a house-banked answer has a house and neither fees nor cover", "[table]") {
  std::string line;
  table::write_answer(line, accepted(settled_json(kHouseRound)));
  CHECK(line == without_blanks(kHouseAnswer));
}

TEST_CASE("a player-dealer round without a schedule is answered without fees", "[table]") {
  std::string line;
  table::write_answer(line, accepted(settled_json(round_with(R"("schedule":13,)", ""))));
  const json answer = json::parse(line);
  CHECK_FALSE(answer.contains("fees"));
  CHECK(answer["player_dealer"]["net_cents"] == 10000);
}

TEST_CASE("a round is read into what was told", "[table]") {
  const auto told = accepted(read_round_json(round_with(
      R"("wager_cents":50000)", R"("wager_cents":9223372036854775807,"cover":"running")")));
  CHECK(told.game == "fortune-7");
  CHECK(told.schedule == 13);
  REQUIRE(told.player_dealer.has_value());
  CHECK(told.player_dealer->seat == 4);
  CHECK(told.player_dealer->wager_cents == std::numeric_limits<std::int64_t>::max());
  CHECK(told.player_dealer->cover == "running");
  REQUIRE(told.wagers.size() == 2);
  CHECK_FALSE(told.wagers[0].backline);
  CHECK(told.wagers[1].backline);
  CHECK(told.wagers[1].seat == 5);
  CHECK(told.wagers[1].bettor == "b5-1");
  CHECK(told.wagers[1].on == "banker");
  CHECK(told.wagers[1].cents == 10000);
  CHECK(told.player == "6h Kd");
  CHECK(told.banker == "3c Kd 4s");
}

TEST_CASE("keys may come in any order", "[table]") {
  const std::string turned =
      R"({"banker":"3c Kd 4s","player":"6h Kd","wagers":[{"cents":10000,"on":"player",)"
      R"("bettor":"s5","seat":5}],"player_dealer":{"wager_cents":50000,"seat":4},)"
      R"("schedule":13,"game":"fortune-7"})";
  CHECK(accepted(settled_json(turned)).settlement.totals.taken == rules::Cents::dollars(100));
}

// --- not_json ------------------------------------------------------------------------------------

TEST_CASE("what is no JSON is refused as not_json", "[table]") {
  const std::string good(kDesignRound);
  const std::string text =
      GENERATE_COPY(std::string(), std::string(" \t\r\n "), std::string("\xff\xfe{\0}", 5),
                    std::string("\x00\x01\x02", 3), std::string("{'game':'fortune-7'}"),
                    std::string("{game:\"fortune-7\"}"), std::string("nul"), std::string("NaN"),
                    std::string("{\"schedule\":013}"), std::string("{\"schedule\":+13}"),
                    std::string("{\"schedule\":0x0d}"), std::string("{\"schedule\":Infinity}"),
                    std::string("{\"game\":\"a\nb\"}"), std::string("{\"game\":\"\\x41\"}"),
                    std::string("{\"game\":\"\\ud800\"}"), std::string("]"), std::string("}"),
                    "// a round\n" + good, "/* a round */" + good, good + "// a round", good + "x",
                    good + good, good + ",", good + "]", good.substr(0, good.size() - 1) + ",}");
  CAPTURE(text);
  CHECK(refusal_of(read_round_json(text)) == Refusal::not_json);
}

TEST_CASE("bytes behind a round are refused even behind a zero byte", "[table]") {
  const std::string good(kDesignRound);
  CHECK(refusal_of(read_round_json(good + std::string("\0", 1))) == Refusal::not_json);
  CHECK(refusal_of(read_round_json(good + std::string("\0garbage", 8))) == Refusal::not_json);
  CHECK(refusal_of(read_round_json(good + std::string("\0", 1) + good)) == Refusal::not_json);
}

TEST_CASE("a round cut off at any byte is not JSON", "[table]") {
  for (std::size_t size = 0; size < kDesignRound.size(); ++size) {
    CAPTURE(size);
    CHECK(refusal_of(read_round_json(kDesignRound.substr(0, size))) == Refusal::not_json);
  }
}

TEST_CASE("a byte that is no UTF-8 is refused wherever it stands", "[table]") {
  for (std::size_t at = 0; at < kDesignRound.size(); ++at) {
    std::string text(kDesignRound);
    text[at] = '\xff';
    CAPTURE(at);
    CHECK(refusal_of(read_round_json(text)) == Refusal::not_json);
  }
}

TEST_CASE("any changed byte gives an answer or a refusal that is JSON itself", "[table]") {
  constexpr std::string_view kBytes("\0\x1f\x7f\x80\xc2\"\\{}[],:-.e09 n", 20);
  for (std::size_t at = 0; at < kDesignRound.size(); ++at) {
    for (const char byte : kBytes) {
      std::string text(kDesignRound);
      text[at] = byte;
      CAPTURE(at, static_cast<int>(byte));
      std::string line;
      const auto answer = settled_json(text);
      if (const auto* no = rules::refused(answer))
        table::write_refusal(line, *no);
      else
        table::write_answer(line, std::get<table::SettledRound>(answer));
      REQUIRE(json::accept(line));
    }
  }
}

TEST_CASE("a refusal of bad JSON tells where and what", "[table]") {
  CHECK(refusal_of(read_round_json(R"({"game":"fortune-7",)"), "after byte 20") ==
        Refusal::not_json);
  CHECK(refusal_of(read_round_json(R"({"game":"fort)"), "after byte 13") == Refusal::not_json);
  CHECK(refusal_of(read_round_json(R"({"game":)"), "after byte 8") == Refusal::not_json);
  CHECK(refusal_of(read_round_json("{'game':1}"), "byte 2") == Refusal::not_json);
  CHECK(refusal_of(read_round_json(" \n"), "Nothing was handed in") == Refusal::not_json);
}

// --- Size and depth ------------------------------------------------------------------------------

TEST_CASE("a round may be as large as the limit and not a byte larger", "[table]") {
  const std::string padded =
      std::string(table::kMostRoundBytes - kDesignRound.size(), ' ') + std::string(kDesignRound);
  CHECK(accepted(read_round_json(padded)).wagers.size() == 2);
  CHECK(refusal_of(read_round_json(padded + ' '), "1048577") == Refusal::input_too_large);
}

TEST_CASE("bottomless nesting is refused without being followed", "[table]") {
  constexpr std::size_t kDeep = 100'000;
  const std::string open(kDeep, '[');
  const std::string closed(kDeep, ']');
  const std::string objects = times(kDeep, R"({"a":)");
  for (const auto* before :
       {"", R"({"wagers":)", R"({"wagers":[)", R"({"wagers":[{"seat":)", R"({"player_dealer":)",
        R"({"player_dealer":{"seat":)", R"({"game":)"}) {
    CAPTURE(before);
    for (const std::string& deep : {open, open + closed}) {
      CHECK(refusal_of(read_round_json(before + deep), "eight deep") == Refusal::nested_too_deeply);
    }
  }
  for (const auto* before : {R"({"wagers":)", R"({"wagers":[{"seat":)", R"({"game":)"}) {
    CAPTURE(before);
    CHECK(refusal_of(read_round_json(before + objects), "eight deep") ==
          Refusal::nested_too_deeply);
  }
}

TEST_CASE("nesting that ends within eight levels is only of the wrong type", "[table]") {
  const KeyPlace& player = kKeys[4];
  CHECK(refusal_of(read_round_json(round_with_value(player, "[[[[[[[[]]]]]]]]")), "'player'") ==
        Refusal::wrong_type);
  CHECK(refusal_of(read_round_json(round_with_value(player, "[[[[[[[[[]]]]]]]]]"))) ==
        Refusal::nested_too_deeply);
}

// --- Keys ----------------------------------------------------------------------------------------

TEST_CASE("an unknown key is refused at every level and its neighbours are named", "[table]") {
  check_reader_refuses(
      Refusal::unknown_key,
      {{R"("game":)", R"("outcome":"tie","game":)", "'outcome'"},
       {R"("game":)", R"("Game":)", "the keys are game, schedule, player_dealer, wagers"},
       {R"("game":)", R"("":)", "''"},
       {R"("seat":4)", R"("seat":4,"bettor":"s4")", "'player_dealer.bettor'"},
       {R"("seat":4)", R"("seat":4,"net_cents":1)", "the keys are seat, wager_cents, cover"},
       {R"("cents":10000)", R"("cents":10000,"wager_cents":1)", "'wagers[0].wager_cents'"},
       {R"("backline":true)", R"("back":true)", "'wagers[1].back'"},
       {R"("backline":true)", R"("b\u0007\"":true)", "seat, bettor, backline, on, cents"}});
}

TEST_CASE("a key that comes twice is refused at every level", "[table]") {
  for (const KeyPlace& key : kKeys) {
    CAPTURE(key.path);
    const auto once_more = std::string(key.before_value) + std::string(key.good_value) + "," +
                           std::string(key.written.substr(0, key.written.find(':') + 1)) +
                           std::string(key.good_value);
    if (key.good_value == "{}" || key.path == "player_dealer.cover") continue;
    CHECK(refusal_of(read_round_json(round_with(key.written, once_more)), key.path) ==
          Refusal::duplicate_key);
  }
  check_reader_refuses(
      Refusal::duplicate_key,
      {{R"("schedule":13)", R"("player_dealer":{"seat":1,"wager_cents":1})", "'player_dealer'"},
       {R"("wager_cents":50000)", R"("wager_cents":1,"cover":"consumed","cover":"running")",
        "'player_dealer.cover'"}});
}

TEST_CASE("an escaped key is the same key", "[table]") {
  const std::string escaped = round_with(R"("game":)", R"("\u0067ame":)");
  CHECK(accepted(read_round_json(escaped)).game == "fortune-7");
  check_reader_refuses(
      Refusal::duplicate_key,
      {{R"("schedule")", R"("\u0067ame":"baccarat","schedule")", "'game' comes twice"},
       {R"("seat":4)", R"("seat":4,"\u0073eat":3)", "'player_dealer.seat' comes twice"},
       {R"("cents":10000)", R"("cents":10000,"cent\u0073":1)", "'wagers[0].cents' comes twice"}});
}

TEST_CASE("every required key is asked for by its place", "[table]") {
  check_reader_refuses(Refusal::missing_key,
                       {{R"("game":"fortune-7",)", "", "'game'"},
                        {R"("player":"6h Kd",)", "", "'player'"},
                        {R"(,"banker":"3c Kd 4s")", "", "'banker'"},
                        {R"("seat":4,)", "", "'player_dealer.seat'"},
                        {R"(,"wager_cents":50000)", "", "'player_dealer.wager_cents'"},
                        {R"("seat":5,)", "", "'wagers[0].seat'"},
                        {R"("bettor":"b5-1",)", "", "'wagers[1].bettor'"},
                        {R"("on":"player",)", "", "'wagers[0].on'"},
                        {R"(,"cents":10000)", "", "'wagers[0].cents'"}});
  CHECK(refusal_of(read_round_json(round_with(std::string(kKeys[3].written) + ",\n ", "")),
                   "'wagers'") == Refusal::missing_key);
  CHECK(refusal_of(read_round_json("{}"), "'game'") == Refusal::missing_key);
}

TEST_CASE("a required key of one wager is not lent to the next", "[table]") {
  check_reader_refuses(Refusal::missing_key, {{R"({"seat":5,"bettor":"b5-1",)",
                                               R"({"bettor":"b5-1",)", "'wagers[1].seat'"}});
}

TEST_CASE("a Fortune 7 round without its player-dealer is refused", "[table]") {
  check_settle_refuses(Refusal::missing_key,
                       {{R"("player_dealer":{"seat":4,"wager_cents":50000},)", "", "P-turn"}});
}

// --- Types and numbers ---------------------------------------------------------------------------

TEST_CASE("every key refuses every other type of value", "[table]") {
  constexpr std::string_view kValues[] = {
      "null", "true", "5", "-5", R"("x")", "[]", "{}", "1.5", R"([{"seat":1}])", R"({"seat":[]})"};
  for (const KeyPlace& key : kKeys) {
    for (const std::string_view value : kValues) {
      const bool same_type = value.front() == key.good_value.front();
      if (same_type || (takes_number(key) && value.find_first_of("0123456789") < 2)) continue;
      CAPTURE(key.path, value);
      CHECK(refusal_of(read_round_json(round_with_value(key, value)), key.path) ==
            Refusal::wrong_type);
    }
  }
}

TEST_CASE("what is no object is not a round", "[table]") {
  const std::string text =
      GENERATE("5", "true", "null", "\"game\"", "[]", "[{}]", "1.5", "-1", "18446744073709551616");
  CAPTURE(text);
  CHECK(refusal_of(read_round_json(text), "one JSON object") == Refusal::wrong_type);
}

TEST_CASE("a wager that is no object is refused and changes no other wager", "[table]") {
  check_reader_refuses(
      Refusal::wrong_type,
      {{R"("wagers":[)", R"("wagers":[5,)", "wagers[0]"},
       {R"("wagers":[)", R"("wagers":["s5",)", "wagers[0]"},
       {R"("wagers":[)", R"("wagers":[[],)", "wagers[0]"},
       {R"("cents":10000}])", R"("cents":10000},20000])", "wagers[2]"},
       {R"("cents":10000}])", R"("cents":10000},null])", "wagers[2]"},
       {R"("cents":10000}])", R"("cents":10000},[1]])", "wagers[2]"},
       {R"("cents":10000}])", R"("cents":10000},1.5])", "wagers[2]"},
       {R"("backline":true,"on":"banker","cents":10000})",
        R"("on":"banker","cents":10000,"backline":true},false)", "wagers[2]"},
       {R"("bettor":"b5-1","backline":true,"on":"banker","cents":10000})",
        R"("on":"banker","cents":10000,"bettor":"b5-1"},"somebody")", "wagers[2]"}});
}

TEST_CASE("a number with point or exponent is not whole whatever its value", "[table]") {
  for (const KeyPlace& key : kKeys) {
    if (!takes_number(key)) continue;
    for (const std::string_view value : {"1.5", "1e3", "10.0", "1E2", "-0.0", "0.1e1", "1e-400"}) {
      CAPTURE(key.path, value);
      CHECK(refusal_of(read_round_json(round_with_value(key, value)), key.path) ==
            Refusal::not_a_whole_number);
    }
  }
}

TEST_CASE("a number beyond 64 bits is too large on both sides", "[table]") {
  const std::string digits(400, '9');
  for (const KeyPlace& key : kKeys) {
    if (!takes_number(key)) continue;
    for (const std::string& value :
         {std::string("9223372036854775808"), std::string("18446744073709551615"),
          std::string("18446744073709551616"), std::string("-9223372036854775809"),
          std::string("100000000000000000000000000000"), digits, "-" + digits}) {
      CAPTURE(key.path, value);
      CHECK(refusal_of(read_round_json(round_with_value(key, value)), key.path) ==
            Refusal::number_too_large);
    }
  }
}

TEST_CASE("a number that no machine holds is refused as a number", "[table]") {
  const Refusal code = refusal_of(read_round_json(round_with("13", "1e999")), "'schedule'");
  CHECK((code == Refusal::not_a_whole_number || code == Refusal::number_too_large));
}

TEST_CASE("an amount over a billion dollars is not taken", "[table]") {
  const std::string without_schedule = round_with(R"("schedule":13,)", "");
  for (const std::string_view amount : {R"("wager_cents":50000)", R"("cents":10000)"}) {
    const std::string key(amount.substr(0, amount.find(':') + 1));
    CAPTURE(key);
    const auto with = [&](const char* cents) {
      return settled_json(changed(without_schedule, amount, key + cents));
    };
    CHECK(accepted(with("100000000000")).settlement.lines.size() == 2);
    CHECK(refusal_of(with("100000000100"), "$1,000,000,001") == Refusal::number_too_large);
    CHECK(refusal_of(with("9223372036854775807")) == Refusal::number_too_large);
    CHECK(refusal_of(with("-9223372036854775808")) == Refusal::wager_not_positive);
    CHECK(refusal_of(with("0")) == Refusal::wager_not_positive);
  }
}

// --- Names ---------------------------------------------------------------------------------------

TEST_CASE("a name that cannot be kept and printed is refused", "[table]") {
  const std::string name =
      GENERATE(as<std::string>{}, R"("")", R"("\u0000")", R"("a\nb")", R"("\u001b[31m")",
               R"("a\u007f")", R"("\u0080")", R"("\u202enna")", R"("a\u2028b")", R"("\u2066")",
               R"("\u200f")", R"("a\u0085")", R"("\u009b31m")", "\"\xc2\x9b\"", R"(" s5")",
               R"("s5 ")", "\"" + std::string(65, 'x') + "\"", "\"" + times(33, "\u00e9") + "\"");
  CAPTURE(name);
  CHECK(refusal_of(settled_json(round_of_bettor(name)), "64 bytes") == Refusal::name_not_usable);
}

TEST_CASE("a bettor's name comes back as it was told", "[table]") {
  const std::string name = GENERATE(
      as<std::string>{}, "a\"b\\c/d", "Zo\u00eb", "\u674e\u5c0f\u9f99", "\U0001f0cf", "a b",
      "\u00a0", "'); DROP TABLE", "{\"error\":1}", std::string(64, 'x'), times(32, "\u00e9"));
  CAPTURE(name);
  std::string line;
  table::write_answer(line, accepted(settled_json(round_of_bettor(json(name).dump()))));
  const json answer = json::parse(line);
  CHECK(answer["lines"][0]["bettor"] == name);
  CHECK(answer["fees"]["players"][0]["bettor"] == name);
}

TEST_CASE("a name written in escapes is the name itself", "[table]") {
  const auto settled = accepted(settled_json(round_of_bettor(R"("\u674e\ud83c\udccf\/\"\\")")));
  CHECK(settled.bettors.at(0) == "\u674e\U0001f0cf/\"\\");
}

TEST_CASE("a text is escaped so that JSON reads it back", "[table]") {
  std::string all;
  for (char c = 1; c < 0x7f; ++c) all += c;
  all += '\0';
  std::string out;
  table::write_json_string(out, all + "\u00e9\u674e");
  CHECK(json::parse(out) == all + "\u00e9\u674e");
}

TEST_CASE("a refusal is one line of JSON whatever it repeats", "[table]") {
  const auto answer = read_round_json(round_with(R"("game":)", R"("g\"\n\u001b\u674e\\":)"));
  const auto* no = rules::refused(answer);
  REQUIRE(no != nullptr);
  std::string line;
  table::write_refusal(line, *no);
  CHECK(line.find_first_of("\n\x1b") == std::string::npos);
  const json read = json::parse(line);
  CHECK(read.size() == 1);
  CHECK(read["error"].size() == 2);
  CHECK(read["error"]["code"] == "unknown_key");
  CHECK(read["error"]["detail"] == no->detail);
}

// --- What does not exist -------------------------------------------------------------------------

TEST_CASE("an unknown game is refused with the games there are", "[table]") {
  check_settle_refuses(Refusal::unknown_game, {{"fortune-7", "fortune-8", "'fortune-8'"},
                                               {"fortune-7", "Fortune-7", "six-star"},
                                               {"fortune-7", "fortune-7 ", "'fortune-7 '"},
                                               {"fortune-7", "", "''"}});
}

TEST_CASE("a house-banked round takes neither a schedule nor a player-dealer", "[table]") {
  const auto with = [](std::string_view key) {
    return settled_json(changed(kHouseRound, R"("wagers")", std::string(key) + R"(,"wagers")"));
  };
  CHECK(refusal_of(with(R"("schedule":13)"), "'schedule'") == Refusal::key_not_for_this_game);
  CHECK(refusal_of(with(R"("player_dealer":{"seat":4,"wager_cents":50000})"), "'player_dealer'") ==
        Refusal::key_not_for_this_game);
}

TEST_CASE("an option that no schedule file holds is refused", "[table]") {
  check_settle_refuses(Refusal::unknown_schedule,
                       {{":13", ":0", "no schedule option 0"},
                        {":13", ":-13", "no schedule option -13"},
                        {":13", ":27", "no schedule option 27"},
                        {":13", ":4611686018427387904", "4611686018427387904"},
                        {":13", ":4294967309", "4294967309"}});  // 13 in the low 32 bits
  const auto told = accepted(read_round_json(kDesignRound));
  CHECK(refusal_of(table::settle(told, {rules::catalogue(), {}, 3}), "No schedule file") ==
        Refusal::unknown_schedule);
}

TEST_CASE("the cover rule is consumed or running and nothing else", "[table][S-cover]") {
  const auto with = [](std::string_view rule) {
    return settled_json(round_with(R"("wager_cents":50000)",
                                   R"("wager_cents":50000,"cover":")" + std::string(rule) + '"'));
  };
  CHECK(accepted(with("consumed")).round.player_dealer()->cover == rules::CoverRule::consumed);
  CHECK(accepted(with("running")).round.player_dealer()->cover == rules::CoverRule::running);
  for (const auto* rule : {"", "Consumed", "none", "running "}) {
    CAPTURE(rule);
    CHECK(refusal_of(with(rule), "consumed and running") == Refusal::unknown_cover_rule);
  }
}

TEST_CASE("a seat that the felt does not have is refused", "[table][F7-table.1]") {
  for (const auto* seat : {"0", "9", "-1", "10000", "4611686018427387904", "256", "260", "261"}) {
    CAPTURE(seat);
    CHECK(refusal_of(settled_json(round_with(R"("seat":4)", R"("seat":)" + std::string(seat))),
                     "The player-dealer is at seat " + std::string(seat)) == Refusal::unknown_seat);
    CHECK(refusal_of(settled_json(round_with(R"("seat":5)", R"("seat":)" + std::string(seat))),
                     "seats 1 to 8") == Refusal::unknown_seat);
  }
}

TEST_CASE("a wager that the game does not offer is refused with those it offers", "[table]") {
  check_settle_refuses(Refusal::unknown_wager,
                       {{R"("on":"player")", R"("on":"dragon")", "'dragon'"},
                        {R"("on":"player")", R"("on":"Player")", "player, banker, tie, one-up"},
                        {R"("on":"player")", R"("on":"player-pair")", "fortune-7"},
                        {R"("on":"player")", R"("on":"")", "''"}});
}

TEST_CASE("a card that the deck does not hold is refused", "[table]") {
  for (const auto* cards : {"6h Kx", "1h Kd", "6H Kd", "6h,Kd", "6hKd", "h6 Kd", "11h Kd",
                            "6h\\tKd", "Joker Kd", "6h \\u00e9d", "6h Sf"}) {
    CAPTURE(cards);
    CHECK(refusal_of(settled_json(round_with("6h Kd", cards)), "is not a card of fortune-7") ==
          Refusal::unknown_card);
  }
}

TEST_CASE("a ten is read in both ways", "[table]") {
  for (const auto* cards : {"6h 10d", "6h Td", "  6h   Td "}) {
    const auto deal = accepted(settled_json(round_with("6h Kd", cards))).deal;
    CHECK(deal.player.card(1).rank() == rules::Rank::ten);
  }
}

TEST_CASE("nobody bets at the seat of the player-dealer", "[table][W-seat]") {
  check_settle_refuses(Refusal::dealer_seat_bets, {{R"("seat":5)", R"("seat":4)", "s5 at seat 4"},
                                                   {R"("seat":4)", R"("seat":5)", "W-seat"}});
}

TEST_CASE("a round holds at most the wagers that are taken", "[table]") {
  const auto with = [](std::size_t wagers) {
    const std::string one = R"({"seat":1,"bettor":"s1","on":"banker","cents":10000})";
    return settled_json(changed(kHouseRound, one, times(wagers - 1, one + ",") + one));
  };
  CHECK(accepted(with(settlement::kMostWagers)).settlement.lines.size() == 1024);
  CHECK(refusal_of(with(settlement::kMostWagers + 1), "1025 wagers") == Refusal::too_many_wagers);
}

TEST_CASE("a round without wagers is not dealt", "[table]") {
  CHECK(refusal_of(settled_json(round_with_value(kKeys[3], "[]"))) == Refusal::no_wager);
}
