#include "cardroom/ledger/schedule_file.hpp"
#include "support/fortune_7_schedules.hpp"
#include "support/fortune_7_variant.hpp"
#include "support/scratch.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Cents;
using rules::Refusal;
using settlement::FeeByAction;
using settlement::FeeBySpace;
using settlement::Schedule;
using settlement::ScheduleBook;

namespace {

const std::string kPublished = std::string(CARDROOM_SCHEDULES) + "/fortune-7.toml";

ScheduleBook published() {
  return accepted(ledger::load_schedules(kPublished, rules::catalogue()));
}

const Schedule& option(const ScheduleBook& book, int number) {
  return *accepted(book.find(number));
}

// The smallest file that holds every field; each test spoils one place of it.
constexpr std::string_view kSmall = R"(game = "fortune-7"
title = "Small"
source = "the test"
dated = 2026-11-18
notice = "Look at this."
[by_space]
fee_spaces = ["player", "banker"]
options = [
  { number = 1, limit = "$5 - $10", player_fee = "$0.50", player_dealer_fee = "$1.00" },
  { number = 2, limit = "$5 - $50", player_fee = "$1.50", player_dealer_fee = "$2.00" },
]
[by_action]
action_spaces = ["tie"]
gap = "lower-tier"
no_tier = "refuse"
[[by_action.options]]
number = 21
limit = "$1 - $100"
tiers = [
  { action = "$1 - $100", player_dealer_fee = "$3.00" },
  { action = "$105 - $300", player_dealer_fee = "$4.00" },
  { action = "$305+", player_dealer_fee = "$5.00" },
]
)";

auto read(std::string_view toml) {
  return ledger::read_schedules(toml, "small.toml", rules::catalogue());
}

struct Spoiled {
  std::string_view from;
  std::string_view to;
  std::string_view why;
  std::string_view line_with = {};  ///< in the spoiled text; `to` where nothing is said
};

/// Each change is refused with this code, the file, the line of the change and the reason.
void check_refused(Refusal code, std::initializer_list<Spoiled> changes) {
  for (const auto& [from, to, why, line_with] : changes) {
    CAPTURE(from, to);
    const std::string text = changed(kSmall, from, to);
    const std::string line = line_of(text, line_with.empty() ? to : line_with);
    const auto answer = read(text);
    CHECK(refusal_of(answer, why) == code);
    CHECK(refusal_of(answer, "small.toml:" + line + ": ") == code);
  }
}

}  // namespace

// --- The published schedules ---------------------------------------------------------------------

TEST_CASE("F7-fees.6 options 1 to 20 are the printed rows", "[ledger][F7-fees.6]") {
  const auto book = published();
  for (const PrintedRow& row : kPrintedRows) {
    CAPTURE(row.option);
    const Schedule& schedule = option(book, row.option);
    CHECK(schedule.limits.lowest == Cents::dollars(row.lowest));
    CHECK(schedule.limits.highest == Cents::dollars(row.highest));
    const auto& fees = std::get<FeeBySpace>(schedule.fees);
    CHECK(fees.player_fee == Cents{row.player_fee});
    CHECK(fees.player_dealer_fee == Cents{row.player_dealer_fee});
    CHECK(fees.spaces == fortune_7_spaces({"player", "banker", "tie"}));
  }
}

TEST_CASE("F7-fees.8 options 21 to 26 are the printed tiers", "[ledger][F7-fees.8]") {
  const auto book = published();
  std::size_t at = 0;
  for (int number = 21; number <= 26; ++number) {
    const Schedule& schedule = option(book, number);
    const auto& fees = std::get<FeeByAction>(schedule.fees);
    CHECK(fees.spaces == fortune_7_spaces({"player", "banker", "tie", "one-up", "fortune-7"}));
    CHECK(fees.gap == FeeByAction::Gap::lower_tier);
    CHECK(fees.no_tier == FeeByAction::NoTier::refuse);
    for (const auto& tier : fees.tiers) {
      REQUIRE(at < kPrintedTiers.size());
      const PrintedTier& row = kPrintedTiers[at++];
      CAPTURE(row.option, row.from);
      CHECK(row.option == number);
      CHECK(schedule.limits.lowest == Cents::dollars(row.lowest));
      CHECK(schedule.limits.highest == Cents::dollars(row.highest));
      CHECK(tier.from == Cents::dollars(row.from));
      CHECK(tier.to.has_value() == row.to.has_value());
      CHECK(tier.to.value_or(Cents{}) == Cents::dollars(row.to.value_or(0)));
      CHECK(tier.player_dealer_fee == Cents::dollars(row.player_dealer_fee));
    }
  }
  CHECK(at == kPrintedTiers.size());
}

TEST_CASE("the published file holds options 1 to 26 and no other", "[ledger]") {
  const auto book = published();
  REQUIRE(book.options.size() == 26);
  for (int i = 0; i < 26; ++i) CHECK(book.options[static_cast<std::size_t>(i)].option == i + 1);
  CHECK(book.game == "fortune-7");
  CHECK(book.dated == "2026-11-18");
  CHECK(refusal_of(book.find(27), "1 to 26") == Refusal::unknown_schedule);
  CHECK(refusal_of(book.find(0)) == Refusal::unknown_schedule);
}

TEST_CASE("F7-fees.9 the published file says that zero collection is under review",
          "[ledger][F7-fees.9]") {
  const auto notice = published().notice;
  CHECK(notice.find("zero collection are under review by the Bureau") != std::string::npos);
  CHECK(notice.find("F7-fees.9") != std::string::npos);
}

TEST_CASE("the folder of the published schedules loads whole", "[ledger]") {
  const auto books = accepted(ledger::load_schedule_folder(CARDROOM_SCHEDULES, rules::catalogue()));
  REQUIRE(books.size() == 1);
  CHECK(books[0].options.size() == 26);
}

// --- Another game's file -------------------------------------------------------------------------

TEST_CASE("another game's file may choose otherwise wherever a schedule chooses", "[ledger]") {
  const auto book = accepted(ledger::load_schedules(
      std::string(CARDROOM_TESTS) + "/ledger/other-options.toml", kGamesWithVariant));
  CHECK(book.game == "fortune-7-house-variant");
  CHECK(book.dated == "2026-01-31");
  CHECK(book.notice.empty());
  REQUIRE(book.options.size() == 3);
  CHECK(book.options[0].option == 7);
  CHECK(book.options[1].option == 12);
  CHECK(book.options[2].option == 40);

  const auto& by_space = std::get<FeeBySpace>(option(book, 40).fees);
  CHECK(by_space.spaces == fortune_7_spaces({"one-up", "fortune-7"}));
  CHECK(by_space.player_fee == Cents{});
  CHECK(by_space.player_dealer_fee == Cents{100050});
  CHECK(option(book, 7).limits.lowest == option(book, 7).limits.highest);

  const auto& by_action = std::get<FeeByAction>(option(book, 12).fees);
  CHECK(by_action.spaces == fortune_7_spaces({"player", "banker"}));
  CHECK(by_action.gap == FeeByAction::Gap::refuse);
  CHECK(by_action.no_tier == FeeByAction::NoTier::nearest_tier);
  CHECK(by_action.tiers.back().to == Cents::dollars(400));
}

TEST_CASE("a file of a game that is not played is refused", "[ledger]") {
  CHECK(
      refusal_of(ledger::load_schedules(std::string(CARDROOM_TESTS) + "/ledger/other-options.toml",
                                        rules::catalogue()),
                 "other-options.toml:3: ") == Refusal::unknown_game);
}

TEST_CASE("the variant's schedule charges as its file says", "[ledger][C-gap][C-26]") {
  const auto book = accepted(ledger::load_schedules(
      std::string(CARDROOM_TESTS) + "/ledger/other-options.toml", kGamesWithVariant));
  const auto fees = [&](int number, std::string_view on, int dollars) {
    const settlement::PlacedWager wager{.seat = *fortune_7_variant.layout.seat(1),
                                        .bettor = 0,
                                        .on = *fortune_7_variant.find_wager(on),
                                        .stake = Cents::dollars(dollars)};
    return settlement::fees_for(option(book, number), {&wager, 1});
  };
  CHECK(refusal_of(fees(12, "player", 250), "$250") == Refusal::action_without_tier);
  CHECK(accepted(fees(12, "player", 50)).player_dealer == Cents::dollars(1));
  CHECK(accepted(fees(12, "player", 900)).player_dealer == Cents::dollars(1));
  CHECK(accepted(fees(7, "one-up", 1)).total == Cents{250});
  CHECK(accepted(fees(7, "player", 1)).total == Cents{50});
}

// --- What may not be used ------------------------------------------------------------------------

TEST_CASE("the small file may be used before it is spoiled", "[ledger]") {
  const auto book = accepted(read(kSmall));
  CHECK(book.options.size() == 3);
  CHECK(book.notice == "Look at this.");
  CHECK(accepted(read(changed(kSmall, "notice = \"Look at this.\"\n", ""))).notice.empty());
}

TEST_CASE("F7-fees.4 a fee that is a share of anything is refused", "[ledger][F7-fees.4]") {
  check_refused(Refusal::schedule_percentage,
                {{"$0.50", "5%", "F7-fees.4"},
                 {"$0.50", "0.5 %", "'0.5 %'"},
                 {"$0.50", "5 percent", "'5 percent'"},
                 {"$0.50", "1/20", "'1/20'"},
                 {"$3.00", "5%", "never a share of wagers or winnings"},
                 {"$1.00", "1/2", "C-law"},
                 {"$5 - $10", "5% - 10%", "'5%'"},
                 {"$105 - $300", "5%", "'5%'"},
                 {"$305+", "5%+", "'5%'"},
                 {"player_fee =", "player_fee_percent =", "'player_fee_percent'"},
                 {"no_tier =", "share_of_action = \"5\"\nno_tier =", "'share_of_action'"},
                 {"number = 21", "number = 21\npercent = 5", "'percent'", "percent = 5"}});
}

TEST_CASE("F7-fees.5 a sixth rate for one limit is refused", "[ledger][F7-fees.5]") {
  const auto with_rates = [](int rates) {
    std::string rows;
    for (int i = 1; i <= rates; ++i) {
      rows += "  { action = \"$" + std::to_string(i * 100) + " - $" + std::to_string(i * 100 + 50) +
              "\", player_dealer_fee = \"$" + std::to_string(i) + "\" },\n";
    }
    const auto from = kSmall.find("  { action");
    return changed(kSmall, kSmall.substr(from, kSmall.rfind(']') - from), rows);
  };
  CHECK(std::get<FeeByAction>(option(accepted(read(with_rates(5))), 21).fees).tiers.size() == 5);
  const std::string six = with_rates(6);
  const auto answer = read(six);
  CHECK(refusal_of(answer, "F7-fees.5") == Refusal::schedule_too_many_rates);
  CHECK(refusal_of(answer, "small.toml:" + line_of(six, "$600") + ": ") ==
        Refusal::schedule_too_many_rates);
}

TEST_CASE("tiers that overlap are refused at the second one", "[ledger]") {
  check_refused(Refusal::schedule_tiers_overlap,
                {{"$105 - $300", "$100 - $300", "from $100 overlaps the one from $1:"},
                 {"$305+", "$300+", "from $300 overlaps the one from $105:"},
                 {"$1 - $100\", p", "$1 - $105\", p", "two fees", "$105 - $300"},
                 {"$105 - $300", "$105+", "from $305 overlaps the one from $105:", "$305+"}});
}

TEST_CASE("tiers whose marks or fees fall are refused", "[ledger]") {
  check_refused(Refusal::schedule_tiers_fall,
                {{"$305+", "$105+", "stands after the one from $105"},
                 {"$305+", "$2 - $3", "tiers rise"},
                 {"\"$5.00\"", "\"$3.50\"", "the fee falls to $3.50 from $4"}});
}

TEST_CASE("two tiers may cost the same", "[ledger]") {
  CHECK(accepted(read(changed(kSmall, "\"$5.00\"", "\"$4.00\""))).options.size() == 3);
}

TEST_CASE("every missing field is named with its line", "[ledger]") {
  check_refused(
      Refusal::schedule_missing_field,
      {{"game = \"fortune-7\"\n", "", "'game' is missing", "title"},
       {"title = \"Small\"\n", "", "'title' is missing", "game"},
       {"source = \"the test\"\n", "", "'source' is missing", "game"},
       {"dated = 2026-11-18\n", "", "'dated' is missing", "game"},
       {"fee_spaces = [\"player\", \"banker\"]\n", "", "'fee_spaces' is missing", "[by_space]"},
       {"number = 2, ", "", "'number' is missing", "$5 - $50"},
       {"limit = \"$5 - $50\", ", "", "'limit' is missing", "number = 2,"},
       {"player_fee = \"$1.50\", ", "", "'player_fee' is missing", "number = 2,"},
       {", player_dealer_fee = \"$2.00\"", "", "'player_dealer_fee' is missing", "number = 2,"},
       {"action_spaces = [\"tie\"]\n", "", "'action_spaces' is missing", "[by_action]"},
       {"gap = \"lower-tier\"\n", "", "'gap' is missing", "[by_action]"},
       {"no_tier = \"refuse\"\n", "", "'no_tier' is missing", "[by_action]"},
       {"number = 21\n", "", "'number' is missing", "[[by_action.options]]"},
       {"limit = \"$1 - $100\"\n", "", "'limit' is missing", "[[by_action.options]]"},
       {std::string_view(kSmall).substr(kSmall.find("tiers = [")), "", "'tiers' is missing",
        "[[by_action.options]]"}});
}

TEST_CASE("a tier without its action or its fee is refused", "[ledger]") {
  check_refused(
      Refusal::schedule_missing_field,
      {{"action = \"$105 - $300\", ", "", "'action' is missing", "\"$4.00\""},
       {", player_dealer_fee = \"$4.00\"", "", "'player_dealer_fee' is missing", "$105"}});
}

TEST_CASE("a part without its options is refused", "[ledger]") {
  const auto part = [](std::string_view from, std::string_view to) {
    const auto begin = kSmall.find(from);
    return changed(kSmall, kSmall.substr(begin, kSmall.find(to) - begin), "");
  };
  CHECK(refusal_of(read(part("options = [", "[by_action]")), "small.toml:6: 'options'") ==
        Refusal::schedule_missing_field);
  CHECK(refusal_of(read(kSmall.substr(0, kSmall.find("[[by"))), "small.toml:12: 'options'") ==
        Refusal::schedule_missing_field);
  CHECK(refusal_of(read(kSmall.substr(0, kSmall.find("[by_space]"))), "no option") ==
        Refusal::schedule_missing_field);
  CHECK(accepted(read(kSmall.substr(0, kSmall.find("[by_action]")))).options.size() == 2);
}

TEST_CASE("every unknown field is named with its line", "[ledger]") {
  check_refused(
      Refusal::schedule_unknown_field,
      {{"title =", "tilte =", "'tilte' is not a field here; the fields are game, title"},
       {"[by_space]", "[by_spot]", "'by_spot'"},
       {"fee_spaces =", "spaces =", "the fields are fee_spaces, options"},
       {"player_fee =", "player_feee =", "number, limit, player_fee, player_dealer_fee"},
       {"no_tier =", "notier =", "the fields are action_spaces, gap, no_tier, options"},
       {"limit = \"$1 - $100\"", "max = \"$1 - $100\"", "the fields are number, limit, tiers"},
       {"action = \"$105", "table = \"$105", "the fields are action, player_dealer_fee"}});
}

TEST_CASE("an option that comes twice is refused at the second one", "[ledger]") {
  check_refused(Refusal::schedule_option_twice,
                {{"number = 2,", "number =  1,", "option 1 is already in this file"},
                 {"number = 21", "number =  2\n", "option 2 is already in this file"}});
}

TEST_CASE("an amount that is not plain dollars in quotes is refused", "[ledger]") {
  check_refused(Refusal::schedule_bad_value,
                {{"\"$0.50\"", "0.50", "stands in quotes"},
                 {"\"$1.50\"", "33", "stands in quotes"},
                 {"\"$5 - $50\"", "51", "stands in quotes"},
                 {"\"$305+\"", "306", "stands in quotes"},
                 {"\"$1.50\"", "true", "is a text in quotes"},
                 {"\"$1.50\"", "[\"$9\"]", "is a text in quotes"},
                 {"\"$1.50\"", "\"\"", "is a text in quotes"},
                 {"\"$1.50\"", "\"-$1.50\"", "'-$1.50' is not an amount"},
                 {"\"$1.50\"", "\"$1.5\"", "'$1.5' is not an amount"},
                 {"\"$1.50\"", "\"1,5 dollars\"", "is not an amount"},
                 {"\"$1.50\"", "\"$10000000000\"", "is not an amount"},
                 {"\"$1.50\"", "\"$1.25\"", "$1.25 cannot be paid in half dollars (W-chip)"},
                 {"\"$4.00\"", "\"$4.99\"", "W-chip"}});
}

TEST_CASE("a limit that does not run upwards from something is refused", "[ledger]") {
  check_refused(Refusal::schedule_bad_value,
                {{"$5 - $50", "$50 - $5", "does not run upwards"},
                 {"$5 - $50", "$0 - $50", "more than nothing"},
                 {"$5 - $50", "$5-$50", "is not a range"},
                 {"$5 - $50", "$51", "is not a range"},
                 {"$5 - $50", "$51+", "a lowest and a highest amount"},
                 {"$5 - $50", " - $51", "is not an amount"},
                 {"$5 - $50", "$5 - $50 - $60", "is not an amount"},
                 {"$105 - $300", "$300 - $105", "does not run upwards"},
                 {"$1 - $100\", p", "$0 - $100\", p", "more than nothing"}});
}

TEST_CASE("an open tier starts at more than nothing like any other", "[ledger]") {
  const std::string tiers(kSmall.substr(kSmall.find("  { action")));
  const auto text =
      changed(kSmall, tiers, "  { action = \"$0+\", player_dealer_fee = \"$1\" },\n]\n");
  CHECK(refusal_of(read(text), "small.toml:20: ") == Refusal::schedule_bad_value);
}

TEST_CASE("a field of another type than it should be is refused", "[ledger]") {
  check_refused(Refusal::schedule_bad_value,
                {{"game = \"fortune-7\"", "game = 7", "'game' is a text in quotes"},
                 {"title = \"Small\"", "title = \"\"", "'title' is a text in quotes"},
                 {"dated = 2026-11-18", "dated = \"2026-11-18\"", "'dated' is a date"},
                 {"dated = 2026-11-18", "dated = 2026-11-18T10:00:00", "'dated' is a date"},
                 {"notice = \"Look at this.\"", "notice = 1", "'notice' is a text in quotes"},
                 {"[\"player\", \"banker\"]", "[]", "at least one row"},
                 {"[\"player\", \"banker\"]", "\"players\"", "'fee_spaces' is a list"},
                 {"[\"player\", \"banker\"]", "[\"player\", 5]", "not a betting space"},
                 {"[\"tie\"]", "[\"player-pair\"]", "not a betting space of fortune-7"},
                 {"number = 2,", "number = 2.0,", "a whole number, 1 to 999"},
                 {"number = 2,", "number = \"2\",", "a whole number, 1 to 999"},
                 {"number = 2,", "number = 0,", "a whole number, 1 to 999"},
                 {"number = 2,", "number = 1000,", "a whole number, 1 to 999"},
                 {"gap = \"lower-tier\"", "gap = \"upper-tier\"", "lower-tier or refuse"},
                 {"no_tier = \"refuse\"", "no_tier = \"lower-tier\"", "refuse or nearest-tier"},
                 {"no_tier = \"refuse\"", "no_tier = true", "'no_tier' is a text in quotes"},
                 {"options = [", "options = [ 5,", "a table of fields is expected"},
                 {"tiers = [", "tiers = [ \"$1\",", "a table of fields is expected"}});
}

TEST_CASE("a house-banked game takes no schedule and an unknown one neither", "[ledger]") {
  check_refused(Refusal::schedule_bad_value,
                {{"\"fortune-7\"", "\"six-star\"", "six-star is banked by the house"}});
  check_refused(Refusal::unknown_game, {{"\"fortune-7\"", "\"fortune-8\"", "'fortune-8'"}});
}

TEST_CASE("what is not TOML is refused with its line", "[ledger]") {
  check_refused(Refusal::schedule_not_toml,
                {{"title =", "title", "not TOML"},
                 {"dated = 2026-11-18", "dated = 2026-13-18", "month"},
                 {"\"$1.50\"", "$1.50", "not TOML"},
                 {"[by_action]", "[by_action", "not TOML"},
                 {"number = 2,", "number = 99999999999999999999,", "not TOML"},
                 {"gap =", "no_tier =", "not TOML", "no_tier = \"refuse\""},
                 {"Look at this", "Look \xff this", "utf-8"}});
  CHECK(refusal_of(read(std::string(100'000, '[')), "small.toml:1: ") ==
        Refusal::schedule_not_toml);
  CHECK(refusal_of(read("a = " + std::string(100'000, '[')), "small.toml:1: ") ==
        Refusal::schedule_not_toml);
  CHECK(refusal_of(read(""), "'game' is missing") == Refusal::schedule_missing_field);
}

TEST_CASE("a schedule file cut off at any byte is refused or still whole", "[ledger]") {
  for (std::size_t size = 0; size < kSmall.size(); ++size) {
    CAPTURE(size);
    const auto answer = read(kSmall.substr(0, size));
    if (rules::refused(answer) != nullptr)
      CHECK(refusal_of(answer, "small.toml:") != Refusal{});
    else
      CHECK(accepted(answer).options.size() >= 2);
  }
}

TEST_CASE("a file with the line ends of another system is the same file", "[ledger]") {
  std::string text;
  for (const char c : kSmall) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(accepted(read(text)).options.size() == 3);
  CHECK(refusal_of(read(changed(text, "$1.50", "5%")), "small.toml:10: ") ==
        Refusal::schedule_percentage);
}

// --- Files and folders ---------------------------------------------------------------------------

TEST_CASE("a file that cannot be read is refused by its name", "[ledger]") {
  const Scratch scratch;
  CHECK(refusal_of(ledger::load_schedules(scratch.path("none.toml"), rules::catalogue()),
                   "none.toml': No such file") == Refusal::file_unreadable);
  CHECK(refusal_of(ledger::load_schedules(scratch.folder(), rules::catalogue()),
                   "Is a directory") == Refusal::file_unreadable);
}

TEST_CASE("a file beyond any schedule's size is not parsed", "[ledger]") {
  const Scratch scratch;
  const auto path = scratch.file("large.toml", std::string(kSmall) + std::string(1 << 20, '\n'));
  CHECK(refusal_of(ledger::load_schedules(path, rules::catalogue()), "large.toml") ==
        Refusal::input_too_large);
}

TEST_CASE("one bad file refuses its folder by its path and line", "[ledger]") {
  const Scratch scratch;
  const auto load = [&] {
    return ledger::load_schedule_folder(scratch.folder(), kGamesWithVariant);
  };
  const auto good = scratch.file("a.toml", kSmall);
  const auto other = scratch.file("notes.txt", "not TOML and not looked at");
  REQUIRE(accepted(load()).size() == 1);
  const auto bad = scratch.file(
      "b.toml",
      changed(changed(kSmall, "\"fortune-7\"", "\"fortune-7-house-variant\""), "$1.50", "5%"));
  CHECK(refusal_of(load(), bad + ":10: ") == Refusal::schedule_percentage);
}

TEST_CASE("books of a folder come in the order of their files", "[ledger]") {
  const Scratch scratch;
  const auto second = scratch.file("b.toml", kSmall);
  const auto first =
      scratch.file("a.toml", changed(kSmall, "\"fortune-7\"", "\"fortune-7-house-variant\""));
  const auto books = accepted(ledger::load_schedule_folder(scratch.folder(), kGamesWithVariant));
  REQUIRE(books.size() == 2);
  CHECK(books[0].game == "fortune-7-house-variant");
  CHECK(books[1].game == "fortune-7");
}

TEST_CASE("two files for one game are refused since only one of them could hold", "[ledger]") {
  const Scratch scratch;
  const auto old = scratch.file("fortune-7-old.toml", changed(kSmall, "$1.50", "$9.50"));
  const auto now = scratch.file("fortune-7.toml", kSmall);
  const auto books = ledger::load_schedule_folder(scratch.folder(), rules::catalogue());
  CHECK(rules::refused(books) != nullptr);
}

TEST_CASE("an empty folder holds no schedules and a missing one is refused", "[ledger]") {
  const Scratch scratch;
  CHECK(accepted(ledger::load_schedule_folder(scratch.folder(), rules::catalogue())).empty());
  CHECK(refusal_of(ledger::load_schedule_folder(scratch.path("none"), rules::catalogue()),
                   "none': No such file") == Refusal::file_unreadable);
}
