// The demo as somebody meets it who has just built the program.

#include <chrono>
#include <filesystem>
#include <set>

#include "cardroom/ledger/book.hpp"
#include "support/live_program.hpp"
#include "support/process.hpp"

namespace {

using namespace cardroom;
using namespace cardroom::testing;

namespace fs = std::filesystem;

/// A demo that ended after its report, with its book.
struct Played {
  explicit Played(const std::string& seed, const std::string& tables = "3")
      : report(done(ask({"demo", "--once", "--seed", seed, "--tables", tables, "--folder",
                         scratch.folder()}))) {}

  [[nodiscard]] std::string book() const { return scratch.path("room.book"); }
  [[nodiscard]] std::int64_t number(const std::string& sql) const {
    auto opened = ledger::Book::open_to_read(book());
    REQUIRE(rules::refused(opened) == nullptr);
    return std::get<0>(opened)->database().execAndGet(sql).getInt64();
  }
  /// The log without what the wall's clock is in: time, hashes, the year of a badge.
  [[nodiscard]] std::vector<std::string> hands() const {
    std::vector<std::string> all;
    for (const auto& line : lines_of(done(ask({"export", "--db", book(), "--format", "jsonl"})))) {
      const auto event = nlohmann::json::parse(line);
      const std::string kind = event["kind"];
      all.push_back(event["who"].get<std::string>() + ' ' + kind +
                    (kind == "seat" ? "" : ' ' + event["body"].get<std::string>()));
    }
    return all;
  }
  Scratch scratch;
  std::string report;
};

/// A demo that goes on, as far as it has told where it serves.
class Serving {
 public:
  explicit Serving(const std::vector<std::string>& more = {}) : program_(words(more)) {
    while (const auto line = program_.answer()) {
      told_ += *line + '\n';
      if (const auto at = line->find("Serving on "); at != std::string::npos) {
        url_ = line->substr(at + 11, line->find(". ", at) - at - 11);
      }
      const std::string session = "export CARDROOM_SESSION=";
      if (const auto at = line->find(session); at != std::string::npos) {
        session_ = line->substr(at + session.size());
      }
      if (holds(*line, "Ctrl-C ends the demo")) return;
    }
    FAIL("the demo did not serve: " << told_);
  }

  [[nodiscard]] Ran types(std::vector<std::string> words) const {
    return Program(program_words(std::move(words))).with("CARDROOM_SESSION=" + session_).run();
  }
  [[nodiscard]] nlohmann::json room() const {
    return nlohmann::json::parse(done(types({"status", "--json"}))).at("room");
  }
  int end(int signal) { return program_.end(signal); }

  [[nodiscard]] const std::string& told() const { return told_; }
  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] fs::path folder() const { return fs::path(session_).parent_path(); }

 private:
  static std::vector<std::string> words(const std::vector<std::string>& more) {
    auto all = program_words({"demo", "--tables", "3"});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  LiveProgram program_;
  std::string told_, url_, session_;
};

}  // namespace

TEST_CASE("a demo prints the report of its own book, which verifies", "[cli][demo]") {
  const Played demo("11", "5");
  CHECK(done(ask({"report", "shift", "--totals", "--db", demo.book()})) == demo.report);
  const auto found = ask({"verify", "--db", demo.book(), "--json"}).answer();
  CHECK(found["holds"] == true);
  CHECK(found["house_from_play_cents"] == 0);
  CHECK(found["rounds"].get<int>() > 2000);
}

TEST_CASE("a demo's shift holds all that a shift may hold", "[cli][demo]") {
  for (const char* seed : {"1", "2", "3"}) {
    CAPTURE(seed);
    const Played demo(seed);
    for (const char* kind : {"open-shift",
                             "open-table",
                             "seat",
                             "unseat",
                             "add-backline",
                             "offer-position",
                             "accept-position",
                             "decline-position",
                             "hand",
                             "open-bets",
                             "place-wager",
                             "close-bets",
                             "deal-card",
                             "void-round",
                             "pause-table",
                             "resume-table",
                             "change-schedule",
                             "waive-fee",
                             "request-correction",
                             "approve-correction",
                             "close-table",
                             "close-shift",
                             "count-drop"}) {
      CAPTURE(kind);
      CHECK(demo.number("SELECT count(*) FROM event WHERE kind = '" + std::string(kind) + "'") > 0);
    }
    CHECK(demo.number("SELECT count(*) FROM round WHERE kind = 'voided'") == 2);
    CHECK(demo.number("SELECT sum(gap) FROM round") > 0);
    CHECK(demo.number("SELECT sum(exhausted) FROM round") > 0);
    CHECK(demo.number("SELECT count(*) FROM turn WHERE company IS NOT NULL") > 0);
    CHECK(demo.number("SELECT count(*) FROM wager WHERE backline") > 0);
    CHECK(demo.number("SELECT count(*) FROM drop_count WHERE cents = expected") == 2);
    CHECK(demo.number("SELECT count(*) FROM drop_count WHERE cents = expected - 300") == 1);
    CHECK(demo.number("SELECT count(DISTINCT closed_ms / 3600000) FROM round "
                      "WHERE closed_ms IS NOT NULL") == 8);
  }
}

TEST_CASE("a demo with the same seed is the same demo", "[cli][demo]") {
  const Played one("5");
  const Played again("5");
  const auto hands = one.hands();
  CHECK(hands.size() > 1000);
  CHECK(hands == again.hands());
  CHECK_FALSE(hands == Played("6").hands());
}

TEST_CASE("a demo serves with play going on, and leaves nothing behind", "[cli][demo]") {
  Serving demo({"--port", "0"});
  CHECK(holds(done(demo.types({"whoami"})), "Demo Guest"));
  CHECK(holds(done(demo.types({"status", "--table", "5"})), "Fortune 7 Baccarat"));
  using fs::perms;
  CHECK(fs::status(demo.folder() / "session.json").permissions() ==
        (perms::owner_read | perms::owner_write));
  const auto before = demo.room().at("events").get<std::int64_t>();
  // Play takes seconds; only a demo that stands still is asked until the end.
  const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  auto now = before;
  while (now <= before + 3 && std::chrono::steady_clock::now() < patience) {
    now = demo.room().at("events").get<std::int64_t>();
  }
  CHECK(now > before + 3);
  CHECK(fs::exists(demo.folder()));
  CHECK(demo.end(SIGINT) == 0);
  CHECK_FALSE(fs::exists(demo.folder()));
}

TEST_CASE("a demo's folder that was named keeps a whole book", "[cli][demo]") {
  const Scratch scratch;
  const auto folder = scratch.path("a demo");
  {
    Serving demo({"--port", "0", "--folder", folder});
    CHECK(holds(demo.told(), "'" + folder + "/session.json'"));
    CHECK(demo.end(SIGTERM) == 0);
  }
  CHECK(ask({"verify", "--db", folder + "/room.book", "--json"}).answer()["holds"] == true);
  CHECK(refused_code(ask({"demo", "--once", "--folder", folder}), 3) == "book_exists");
}

TEST_CASE("two demos run side by side, each on a port of its own", "[cli][demo]") {
  Serving one;
  Serving other;
  CHECK(one.url() != other.url());
  CHECK(holds(other.told(), "is taken"));
  CHECK(one.folder() != other.folder());
  CHECK(one.room().at("open_tables") == 3);
  CHECK(other.room().at("open_tables") == 3);
  CHECK(one.end(SIGTERM) == 0);
  CHECK(other.room().at("open_tables") == 3);
  CHECK(other.end(SIGINT) == 0);
}

TEST_CASE("a demo refuses a port that was asked for and is taken", "[cli][demo]") {
  const Serving one({"--port", "0"});
  const auto port = one.url().substr(one.url().rfind(':') + 1);
  const auto ran = ask({"demo", "--tables", "3", "--port", port});
  CHECK(ran.status == 1);
  CHECK(holds(ran.err, "setting_not_usable"));
  CHECK(holds(ran.err, port));
}

TEST_CASE("a demo that is ended while it records leaves nothing behind", "[cli][demo]") {
  const Scratch scratch;
  const auto ran =
      Program({"sh", "-c", "\"$CARDROOM\" demo --once --tables 12 & kill -TERM $!; wait $!"})
          .with("CARDROOM=" CARDROOM_BINARY)
          .with("TMPDIR=" + scratch.folder())
          .run();
  CHECK((ran.status == 0 || ran.status == 128 + SIGTERM));  // or before it had begun
  CHECK(fs::is_empty(scratch.folder()));
}
