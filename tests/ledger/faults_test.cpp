#include <algorithm>
#include <map>
#include <set>

#include "support/book.hpp"
#include "support/fault_vfs.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using Plan = FaultVfs::Plan;

namespace {

/// A few commands of every size: a hand alone writes more pages than the rest.
const std::vector<std::vector<std::string>>& batches() {
  static const auto all = [] {
    Script script(kRoomEvents);
    open_table_5(script);
    offer(script, 1, true);
    hand_that_empties_the_bank(script);
    plain_hand(script, 2);
    script.say("mona", "waive-fee", R"("round":1,"bettor":"Bob","reason":"A spilled drink.")");
    return script.batches(5);
  }();
  return all;
}

constexpr std::int64_t kCommands = 12;
constexpr int kStep = 5;  // every sync, and every fifth write

/// What was answered in one run.
struct Run {
  std::map<std::string, std::string> ok;          ///< answers by key
  std::map<std::string, std::string> refused;     ///< the same, of the last try
  std::vector<std::vector<std::string>> waiting;  ///< batches that were not recorded
};

void note(Run& run, const std::vector<std::string>& batch, const Answers& answers) {
  REQUIRE(answers.size() == batch.size());
  bool all = true;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    CAPTURE(answers[i].json);
    all &= answers[i].ok;
    CHECK(answers[i].ok == code_in(answers[i].json).empty());
    CHECK(answers[i].ok == answers[0].ok);  // a batch is one transaction
    (answers[i].ok ? run.ok : run.refused)[key_in(batch[i])] = answers[i].json;
  }
  if (!all) run.waiting.push_back(batch);
}

bool uncertain(const std::string& answer) { return holds(answer, "not certain"); }

/// Every acknowledged command is there, and no refused one is.
void check_keys(const ScratchBook& book, const Run& run) {
  std::set<std::string> keys;
  for (const auto& key : recorded_keys(book.path)) keys.insert(key);
  for (const auto& [key, answer] : run.ok) {
    CAPTURE(key);
    CHECK(keys.contains(key));
  }
  for (const auto& [key, answer] : run.refused) {
    CAPTURE(key, answer);
    if (!run.ok.contains(key) && !uncertain(answer)) CHECK_FALSE(keys.contains(key));
  }
  // Whatever is there of a batch is all of it.
  for (const auto& batch : batches()) {
    const auto kept = std::count_if(batch.begin(), batch.end(), [&](const std::string& line) {
      return keys.contains(key_in(line));
    });
    CHECK((kept == 0 || kept == std::ssize(batch)));
  }
}

void check_holds(const ScratchBook& book) {
  const auto found = difference(book.path);
  INFO(found);
  REQUIRE(found.empty());
}

/// Everything is sent again on a sound disk: what was acknowledged gets its first answer.
void check_goes_on(const ScratchBook& book, const Run& run) {
  const auto recorder = book.open();
  for (const auto& batch : batches()) {
    const auto answers = record(*recorder, batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      CAPTURE(batch[i], answers[i].json);
      REQUIRE(answers[i].ok);
      const auto first = run.ok.find(key_in(batch[i]));
      if (first != run.ok.end()) CHECK(answers[i].json == first->second);
    }
  }
  CHECK(ask_number(book.path, "SELECT count(*) FROM event") == kRoomEvents + kCommands);
}

/// Runs with a fault at the first operation, the next, and so on until none strikes any more.
template <class Body>
int for_every_operation(FaultVfs& vfs, Plan plan, int step, Body body) {
  int runs = 0;
  for (int at = 1;; at += step, ++runs) {
    plan.at = at;
    CAPTURE(at);
    vfs.begin(plan);
    body();
    if (!vfs.struck()) return runs;
    REQUIRE(runs < 5000);
  }
}

/// The disk fails once, or until it is healed; the recorder stays, and goes on.
void outlast_a_fault(FaultVfs& vfs) {
  const ScratchBook book;
  Run run;
  auto opened = ledger::Book::open_to_write(book.path, vfs.name());
  if (rules::refused(opened) == nullptr) {
    auto made =
        ledger::Recorder::open(std::get<0>(std::move(opened)), rules::catalogue(), book.clock);
    if (rules::refused(made) == nullptr) {
      const auto recorder = std::get<0>(std::move(made));
      for (const auto& batch : batches()) {
        note(run, batch, record(*recorder, batch));
        if (run.waiting.empty()) continue;
        check_keys(book, run);
        vfs.heal();
        note(run, batch, record(*recorder, batch));  // there is room again
        run.waiting.clear();
      }
      CHECK(std::ssize(run.ok) == kCommands);
    }
  }
  vfs.heal();
  check_keys(book, run);
  check_holds(book);
  check_goes_on(book, run);
}

/// The machine stops at the fault and is started again, perhaps without what was never synced.
void outlive_a_stop(FaultVfs& vfs, bool power_cut) {
  const ScratchBook book;
  Run run;
  {
    auto opened = ledger::Book::open_to_write(book.path, vfs.name());
    if (rules::refused(opened) == nullptr) {
      const auto recorder = recorder_on(std::get<0>(std::move(opened)), book.clock);
      for (const auto& batch : batches()) {
        note(run, batch, record(*recorder, batch));
        if (!run.waiting.empty()) break;
        CHECK_FALSE(vfs.struck());
        CHECK_FALSE(vfs.anything_unsynced(book.path + "-wal"));
      }
    }
  }  // the book is closed here: its last checkpoint can be interrupted too
  if (power_cut) vfs.cut_power();
  check_keys(book, run);
  check_holds(book);
  check_goes_on(book, run);
}

}  // namespace

TEST_CASE("a write or a sync that fails costs its batch and nothing else", "[ledger]") {
  FaultVfs vfs;
  CHECK(for_every_operation(vfs, {.code = SQLITE_IOERR_WRITE}, kStep,
                            [&] { outlast_a_fault(vfs); }) > 20);
  CHECK(for_every_operation(vfs, {.on = FaultVfs::On::sync, .code = SQLITE_IOERR_FSYNC}, 1,
                            [&] { outlast_a_fault(vfs); }) > 2);
}

TEST_CASE("a full disk refuses what comes until there is room again", "[ledger]") {
  FaultVfs vfs;
  CHECK(for_every_operation(vfs, {.code = SQLITE_FULL, .lasting = true}, kStep,
                            [&] { outlast_a_fault(vfs); }) > 20);
}

TEST_CASE("a process that stops anywhere loses nothing it acknowledged", "[ledger]") {
  FaultVfs vfs;
  CHECK(for_every_operation(vfs, {.lasting = true, .stopped = true}, kStep,
                            [&] { outlive_a_stop(vfs, false); }) > 20);
  CHECK(for_every_operation(vfs, {.on = FaultVfs::On::sync, .lasting = true, .stopped = true}, 1,
                            [&] { outlive_a_stop(vfs, false); }) > 2);
}

TEST_CASE("a power cut anywhere loses nothing that was acknowledged", "[ledger]") {
  FaultVfs vfs;
  CHECK(for_every_operation(vfs, {.lasting = true, .stopped = true}, kStep,
                            [&] { outlive_a_stop(vfs, true); }) > 20);
}

TEST_CASE("a checkpoint that stops halfway in a book that grew loses nothing", "[ledger]") {
  FaultVfs vfs;
  Script script(kRoomEvents);
  set_up_room(script);
  const auto long_file = changed(script.lines()[2], "Look at this.", std::string(200'000, 'x'));
  const int runs = for_every_operation(vfs, {.lasting = true, .stopped = true}, kStep, [&] {
    const ScratchBook book;
    const auto size = std::filesystem::file_size(book.path);
    bool acknowledged = false;
    {
      auto opened = ledger::Book::open_to_write(book.path, vfs.name());
      if (rules::refused(opened) != nullptr) return;
      const auto recorder = recorder_on(std::get<0>(std::move(opened)), book.clock);
      acknowledged = record(*recorder, {long_file}).front().ok;
    }
    vfs.heal();
    if (acknowledged) CHECK(recorded_keys(book.path).size() == kRoomEvents + 1);
    book.open().reset();
    if (acknowledged) CHECK(std::filesystem::file_size(book.path) > size);
    check_holds(book);
  });
  CHECK(runs > 10);
}

TEST_CASE("a new book is made whole or not at all", "[ledger]") {
  FaultVfs vfs;
  for (const int code : {SQLITE_IOERR_WRITE, SQLITE_FULL}) {
    const int runs = for_every_operation(vfs, {.code = code, .lasting = true}, 7, [&] {
      const Scratch scratch;
      auto made = ledger::Book::create(scratch.path("book"), vfs.name());
      if (vfs.struck() && rules::refused(made) != nullptr) {
        CHECK(refusal_of(made) == rules::Refusal::book_not_written);
        CHECK_FALSE(std::filesystem::exists(scratch.path("book")));
        CHECK_FALSE(std::filesystem::exists(scratch.path("book-new")));
      }
      vfs.heal();
      made = rules::Refused{};
      if (std::filesystem::exists(scratch.path("book"))) {
        CHECK(difference(scratch.path("book")).empty());
      } else {
        CHECK_NOTHROW(accepted(ledger::Book::create(scratch.path("book"))));
      }
    });
    CHECK(runs > 5);
  }
}

TEST_CASE("a process that stops while it makes a book leaves one or none", "[ledger]") {
  FaultVfs vfs;
  for (const bool power_cut : {false, true}) {
    const auto body = [&] {
      const Scratch scratch;
      const std::string path = scratch.path("book");
      bool acknowledged = false;
      {
        auto made = ledger::Book::create(path, vfs.name());
        if (rules::refused(made) == nullptr) {
          const FakeClock clock;
          Script script;
          set_up_room(script);
          auto recorder =
              ledger::Recorder::open(std::get<0>(std::move(made)), rules::catalogue(), clock);
          if (rules::refused(recorder) == nullptr) {
            acknowledged = record(*std::get<0>(recorder), script.lines()).front().ok;
          }
        }
      }
      if (power_cut) vfs.cut_power();
      vfs.heal();
      if (acknowledged || std::filesystem::exists(path)) {
        const auto found = verified(path);
        CHECK(found.first_difference.value_or("").empty());
        if (acknowledged) CHECK(found.events == kRoomEvents);
      } else {
        CHECK_NOTHROW(accepted(ledger::Book::create(path)));
      }
    };
    CHECK(for_every_operation(vfs, {.lasting = true, .stopped = true}, 7, body) > 5);
  }
}

TEST_CASE("a fault beside a repeated command does not stop the book", "[ledger]") {
  FaultVfs vfs;
  const auto body = [&] {
    const ScratchBook book;
    const auto recorder = book.open(vfs.name());
    const auto first = record_one(*recorder, batches()[0][0]);
    if (code_in(first).empty()) {
      auto batch = batches()[0];
      batch.push_back(batch[0]);  // the row of its first answer was being read when the disk failed
      static_cast<void>(record(*recorder, batch));
      static_cast<void>(record(*recorder, batch));
    }
    vfs.heal();
    for (const auto& answer : record(*recorder, batches()[0])) {
      CAPTURE(answer.json);
      CHECK(answer.ok);
    }
  };
  CHECK(for_every_operation(vfs, {.code = SQLITE_IOERR_WRITE, .lasting = true}, kStep, body) > 5);
  CHECK(for_every_operation(vfs, {.on = FaultVfs::On::sync, .lasting = true, .stopped = true}, 1,
                            body) >= 2);
}
