#include <map>

#include "support/process.hpp"
#include "support/text.hpp"

using namespace cardroom::testing;

namespace {

/// The recorded shift of tests/shift in a book of its own.
class ShiftBook {
 public:
  ShiftBook() {
    done(ask({"room", "init", "--db", path(), "--at", "2026-11-16T13:55:00-08:00"}));
    const auto ran =
        ask({"record", "--db", path(), "--lines", CARDROOM_TESTS "/shift/commands.jsonl"});
    CAPTURE(ran.out, ran.err);
    CHECK(ran.status == 0);
    answers = lines_of(ran.out);
  }
  [[nodiscard]] std::string path() const { return scratch_.path("room.book"); }
  [[nodiscard]] std::string file(std::string_view name, std::string_view content) const {
    return scratch_.file(name, content);
  }

  std::vector<std::string> answers;

 private:
  Scratch scratch_;
};

/// Balances in cents by account, as an accounting program prints them.
std::map<std::string, std::int64_t> balances(const std::string& printed) {
  std::map<std::string, std::int64_t> all;
  for (const auto& line : lines_of(printed)) {
    const auto dollar = line.find('$');
    if (dollar == std::string::npos) continue;
    const auto space = line.find(' ', dollar);
    const auto name = line.find_first_not_of(' ', space);
    if (name == std::string::npos) continue;
    std::string digits;
    for (const char c : line.substr(dollar + 1, space - dollar - 1)) {
      if (c != '.' && c != ',') digits += c;
    }
    all[line.substr(name)] = std::stoll(digits);
  }
  return all;
}

std::map<std::string, std::int64_t> our_balances(const ShiftBook& book) {
  std::map<std::string, std::int64_t> all;
  auto rows = lines_of(done(ask({"export", "--db", book.path(), "--format", "csv"})));
  rows.erase(rows.begin());
  for (const auto& row : rows) {
    const auto cents = row.rfind(',');
    const auto account = row.rfind(',', cents - 1);
    all[row.substr(account + 1, cents - account - 1)] += std::stoll(row.substr(cents + 1));
  }
  std::erase_if(all, [](const auto& balance) { return balance.second == 0; });
  return all;
}

}  // namespace

TEST_CASE("a recorded shift verifies with its counts and its head", "[cli][book]") {
  const ShiftBook book;
  const auto found = ask({"verify", "--db", book.path(), "--json"}).answer();
  CHECK(found["holds"] == true);
  CHECK(found["events"] == 89);
  CHECK(found["rounds"] == 12);
  CHECK(found["house_from_play_cents"] == 0);
  CHECK(found["collections_cents"] == 8200);
  CHECK(found["waivers_cents"] == -300);
  const auto text = done(ask({"verify", "--db", book.path()}));
  CHECK(holds(text, "house net from play: $0.00"));
  CHECK(holds(text, "chain head 89:"));
}

TEST_CASE("hledger and ledger total an export to the same cent", "[cli][book]") {
  const ShiftBook book;
  const auto journal =
      book.file("room.journal", done(ask({"export", "--db", book.path(), "--format", "hledger"})));
  const auto ours = our_balances(book);
  CHECK(ours.at("collections:table 5:shift 10") == 8200);
  CHECK(balances(done(shell("hledger -f '" + journal + "' bal --flat -N"))) == ours);
  CHECK(balances(done(shell("ledger -f '" + journal + "' bal --flat --no-total"))) == ours);
}

TEST_CASE("one flipped byte of a recorded shift is found", "[cli][book]") {
  const ShiftBook book;
  std::string bytes = content_of(book.path());
  const auto at = bytes.find("Chu");
  REQUIRE(at != std::string::npos);
  bytes[at] = 'D';
  const auto changed_file = book.file("changed.book", bytes);
  const auto ran = ask({"verify", "--db", changed_file});
  CHECK(ran.status == 1);
  CHECK(holds(ran.out, "DIFFERS"));
}

TEST_CASE("a log that lost its end is found through a head that was written down", "[cli][book]") {
  const ShiftBook book;
  const std::string head = ask({"verify", "--db", book.path(), "--json"}).answer()["head"];
  CHECK(ask({"verify", "--db", book.path(), "--head", head}).status == 0);
  const Scratch scratch;
  const auto shorter = scratch.path("shorter.book");
  done(ask({"room", "init", "--db", shorter, "--at", "2026-11-16T13:55:00-08:00"}));
  const auto ran = ask({"verify", "--db", shorter, "--head", head});
  CHECK(ran.status == 1);
  CHECK(holds(ran.out, head));
}

TEST_CASE("the bank that runs out is explained with clauses, cover, postings and hashes",
          "[cli][book]") {
  const ShiftBook book;
  const auto told = done(ask({"explain", "1", "--db", book.path()}));
  for (const char* part :
       {"the wager is exhausted (F7-type.3)", "F7-bonus7.3", "entry 1, close",
        "collections:table 5:shift 10", "event 38, settle by dan", "Fee of $3"}) {
    CAPTURE(part, told);
    CHECK(holds(told, part));
  }
  const auto json = ask({"explain", "1", "--db", book.path(), "--json"}).answer();
  CHECK(json["answer"]["player_dealer"]["exhausted"] == true);
  CHECK(json["entries"].size() == 2);
  CHECK(json["events"].size() == 2);
}

TEST_CASE("void, reversal and correction are told as what they are", "[cli][book]") {
  const ShiftBook book;
  CHECK(holds(done(ask({"explain", "4", "--db", book.path()})), "Void: every wager"));
  CHECK(holds(done(ask({"explain", "2", "--db", book.path()})), "Replaced by round 11"));
  CHECK(holds(done(ask({"explain", "10", "--db", book.path()})), "reversal (of round 2)"));
  CHECK(holds(done(ask({"explain", "11", "--db", book.path()})), "corrected (of round 2)"));
  CHECK(refused_code(ask({"explain", "13", "--db", book.path()})) == "unknown_round");
}

TEST_CASE("a shift recorded twice is recorded once", "[cli][book]") {
  const ShiftBook book;
  const auto again =
      ask({"record", "--db", book.path(), "--lines", CARDROOM_TESTS "/shift/commands.jsonl"});
  CHECK(again.status == 0);
  CHECK(lines_of(again.out) == book.answers);
  CHECK(ask({"verify", "--db", book.path(), "--json"}).answer()["events"] == 89);
}

TEST_CASE("a backup is verified, checked and restored", "[cli][book]") {
  const ShiftBook book;
  const Scratch scratch;
  const auto copy = scratch.path("copy.book");
  CHECK(holds(done(ask({"backup", "--db", book.path(), "--to", copy})), "The book holds"));
  CHECK(refused_code(ask({"backup", "--db", book.path(), "--to", copy}), 3) == "book_exists");
  CHECK(holds(done(ask({"restore", "--check", copy})), "The book holds"));
  const auto restored = scratch.path("restored.book");
  CHECK(holds(done(ask({"restore", copy, "--db", restored})), "The book holds"));
  const auto head = ask({"verify", "--db", book.path(), "--json"}).answer()["head"];
  CHECK(ask({"verify", "--db", restored, "--json"}).answer()["head"] == head);
  CHECK(ask({"restore", copy}).status == 2);
}

TEST_CASE("the exported log can be checked without this program", "[cli][book]") {
  const ShiftBook book;
  const auto log =
      book.file("log.jsonl", done(ask({"export", "--db", book.path(), "--format", "jsonl"})));
  const std::string check =
      "import json,hashlib\n"
      "previous = '0' * 64\n"
      "for line in open('" +
      log +
      "'):\n"
      "    e = json.loads(line)\n"
      "    stream = '' if e['stream'] is None else str(e['stream'])\n"
      "    rows = [previous, str(e['seq']), str(e['at_ms']), str(e['utc_offset']), stream,\n"
      "            e['who'], e['kind'], e['key'], e['body'], '']\n"
      "    previous = hashlib.sha256('\\n'.join(rows).encode()).hexdigest()\n"
      "    assert previous == e['hash'], e['seq']\n"
      "print(previous)\n";
  const auto head =
      ask({"verify", "--db", book.path(), "--json"}).answer()["head"].get<std::string>();
  CHECK("89:" + done(shell("python3 '" + book.file("check.py", check) + "'")) == head + "\n");
}
