#include <atomic>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <sodium.h>

#include "support/book.hpp"
#include "support/process.hpp"
#include "support/tamper.hpp"

using namespace cardroom;
using namespace cardroom::testing;

namespace {

/// The little shift, then so many events at table 5 that a snapshot is taken.
const std::string& long_shift_bytes() {
  static const std::string bytes = book_bytes([](Script& s) {
    little_shift(s);
    for (int i = 0; i < 130; ++i) {
      s.say("sam", "pause-table", R"("table":"5","reason":"A break.")");
      s.say("sam", "resume-table", R"("table":"5")");
    }
  });
  return bytes;
}

/// A book to be tampered with again and again: each time from the same bytes.
class Victim {
 public:
  explicit Victim(const std::string& bytes) : bytes_(bytes) {}

  [[nodiscard]] const std::string& fresh() {
    for (const char* part : {"", "-wal", "-shm"}) {
      std::error_code ignored;
      std::filesystem::remove(scratch_.path("book") + part, ignored);
    }
    path_ = scratch_.file("book", bytes_);
    return path_;
  }
  /// What is found after `sql`, without the schema's guards in the way.
  [[nodiscard]] std::string after(const std::string& sql) {
    const auto& path = fresh();
    {
      Tampering tampering(path);
      INFO(sql);
      REQUIRE(tampering.exec(sql) > 0);
    }
    return difference(path);
  }

 private:
  const std::string& bytes_;
  Scratch scratch_;
  std::string path_;
};

/// "round 3: ..." or "round 3 is ..." names round 3; "round 31: ..." does not.
bool names(const std::string& found, const std::string& table, std::int64_t row) {
  const auto place = fmt::format("{} {}", table, row);
  return found.starts_with(place + ':') || found.starts_with(place + ' ');
}

/// The least that another value can differ, by the column's type.
std::string other_value(const ColumnTold& column) {
  const std::string& c = column.name;
  if (column.type == "BLOB") return fmt::format("CAST(substr({0}, 1, 31) || 'x' AS BLOB)", c);
  if (column.type == "TEXT") {
    return fmt::format(
        "coalesce(substr({0}, 1, length({0}) - 1) || "
        "CASE substr({0}, -1) WHEN 'x' THEN 'y' ELSE 'x' END, 'x')",
        c);
  }
  return fmt::format("coalesce({0} + 1, 1)", c);
}

/// A row with something in that column, else any: nothing turned into something counts too.
std::int64_t row_with(const std::string& path, const std::string& table, const std::string& key,
                      const std::string& column) {
  return ask_number(path, fmt::format("SELECT {1} FROM {0} ORDER BY {2} IS NULL, {1} DESC LIMIT 1",
                                      table, key, column));
}

void check_each_column(Victim& victim, const std::string& table, const std::string& key) {
  const std::string path = victim.fresh();
  std::vector<ColumnTold> columns;
  {
    SQLite::Database database(path, SQLite::OPEN_READONLY);
    columns = columns_of(database, table);
  }
  std::vector<std::int64_t> rows;
  for (const auto& column : columns) rows.push_back(row_with(path, table, key, column.name));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto& column = columns[i];
    const auto row = rows[i];
    const auto value = column.name == key ? key + " + 1000000" : other_value(column);
    CAPTURE(table, column.name, row);
    const auto found = victim.after(
        fmt::format("UPDATE {} SET {} = {} WHERE {} = {}", table, column.name, value, key, row));
    CAPTURE(found);
    CHECK(names(found, table, row));
  }
}

std::string hash_of(SQLite::Database& database, std::int64_t seq, const ledger::Hash& previous) {
  SQLite::Statement row(database,
                        "SELECT at_ms, utc_offset, stream, who, kind, key, body "
                        "FROM event WHERE seq = " +
                            std::to_string(seq));
  row.executeStep();
  ledger::LogRow log;
  log.seq = seq;
  log.at_ms = row.getColumn(0).getInt64();
  log.utc_offset = row.getColumn(1).getInt();
  if (!row.getColumn(2).isNull()) log.stream = row.getColumn(2).getInt64();
  const std::string who = row.getColumn(3), kind = row.getColumn(4), key = row.getColumn(5),
                    body = row.getColumn(6);
  log.who = who, log.kind = kind, log.key = key, log.body = body;
  return ledger::hex(ledger::chained(previous, log));
}

ledger::Hash stored_hash(SQLite::Database& database, std::int64_t seq) {
  ledger::Hash hash{};
  SQLite::Statement row(database, "SELECT hash FROM event WHERE seq = " + std::to_string(seq));
  if (!row.executeStep()) return hash;
  const auto column = row.getColumn(0);
  std::memcpy(hash.data(), column.getBlob(), hash.size());
  return hash;
}

/// Computes the hashes again from this event up to another.
void rehash(SQLite::Database& database, std::int64_t from, std::int64_t to) {
  REQUIRE(sodium_init() >= 0);
  for (auto seq = from; seq <= to; ++seq) {
    const auto hash = hash_of(database, seq, stored_hash(database, seq - 1));
    database.exec(fmt::format("UPDATE event SET hash = x'{}' WHERE seq = {}", hash, seq));
  }
}

}  // namespace

TEST_CASE("L1 to L7 a book that nobody touched holds, with the right counts", "[ledger]") {
  const ScratchBook book(shift_bytes());
  const auto found = verified(book.path);
  CHECK(found.first_difference.value_or("").empty());
  const auto count = [&](const std::string& table) {
    return ask_number(book.path, "SELECT count(*) FROM " + table);
  };
  CHECK(found.events == count("event"));
  CHECK(found.rounds == 11);
  CHECK(found.rounds == count("round"));
  CHECK(found.wagers == count("wager"));
  CHECK(found.entries == count("entry"));
  CHECK(found.postings == count("posting"));
  CHECK(found.head.seq == found.events);
  const auto balance = [&](const std::string& accounts) {
    return ask_number(book.path,
                      "SELECT coalesce(sum(cents), 0) FROM posting JOIN account "
                      "ON account.id = account WHERE name LIKE '" +
                          accounts + ":%'");
  };
  CHECK(found.house_from_play == rules::Cents{});
  CHECK(found.house_bank.count() == balance("house bank"));
  CHECK(found.house_bank != rules::Cents{});
  CHECK(found.collections.count() == balance("collections"));
  CHECK(found.waivers.count() == balance("waivers"));
  CHECK(ask_number(book.path, "SELECT sum(cents) FROM posting") == 0);
}

TEST_CASE("verify looks at one state of the book while a writer goes on", "[ledger]") {
  const ScratchBook book;
  const auto recorder = book.open();
  Script script(kRoomEvents);
  little_shift(script);
  std::atomic<bool> over = false;
  std::vector<std::string> found;
  std::thread reader([&] {
    while (!over) {
      auto looked = ledger::verify(book.path, rules::catalogue(), {});
      const auto* no = rules::refused(looked);
      const auto& said =
          no != nullptr ? no->detail : std::get<0>(looked).first_difference.value_or("");
      if (!said.empty()) found.push_back(said);
    }
  });
  for (const auto& line : script.lines()) static_cast<void>(record(*recorder, {line}));
  over = true;
  reader.join();
  CHECK(found == std::vector<std::string>{});
  CHECK(verified(book.path).events == script.next() - 1);
}

TEST_CASE("every kind of row is written in the long shift", "[ledger]") {
  const ScratchBook book(long_shift_bytes());
  CHECK(difference(book.path).empty());
  for (const auto& table : derived_tables()) {
    CAPTURE(table);
    CHECK(ask_number(book.path, "SELECT count(*) FROM " + table) > 0);
  }
}

TEST_CASE("an empty book holds", "[ledger]") {
  const Scratch scratch;
  accepted(ledger::Book::create(scratch.path("book"))).reset();
  const auto found = verified(scratch.path("book"));
  CHECK_FALSE(found.first_difference);
  CHECK(found.events == 0);
}

// --- Tampering with rows ------------------------------------------------------------------------

TEST_CASE("L2 L4 a change in any column of the log is found at its row", "[ledger]") {
  Victim victim(shift_bytes());
  check_each_column(victim, "event", "seq");
}

TEST_CASE("L2 a change in any column of what follows from the log is found at its row",
          "[ledger]") {
  Victim victim(shift_bytes());
  for (const auto& table : derived_tables()) {
    if (table != "snapshot") check_each_column(victim, table, "id");
  }
}

TEST_CASE("L2 L6 a change in any column of a snapshot is found at its row", "[ledger]") {
  Victim victim(long_shift_bytes());
  check_each_column(victim, "snapshot", "id");
}

TEST_CASE("L4 numbers of the log that agree in their low bits only are found", "[ledger]") {
  Victim victim(shift_bytes());
  for (const char* column : {"utc_offset", "at_ms", "stream"}) {
    CAPTURE(column);
    CHECK(names(
        victim.after(fmt::format("UPDATE event SET {0} = {0} + (1 << 32) WHERE seq = 20", column)),
        "event", 20));
  }
}

TEST_CASE("L2 a row that was deleted is missed in every table", "[ledger]") {
  Victim victim(long_shift_bytes());
  for (const auto& table : derived_tables()) {
    const auto& path = victim.fresh();
    const auto row = ask_number(path, "SELECT max(id) FROM " + table);
    CAPTURE(table, row);
    CHECK(names(victim.after(fmt::format("DELETE FROM {} WHERE id = {}", table, row)), table, row));
  }
  CHECK(names(victim.after("DELETE FROM event WHERE seq = 30"), "event", 30));
}

TEST_CASE("L2 a row too many is found in every table", "[ledger]") {
  Victim victim(long_shift_bytes());
  const std::string path = victim.fresh();
  for (const auto& table : derived_tables()) {
    static_cast<void>(victim.fresh());
    const auto row = ask_number(path, "SELECT max(id) FROM " + table);
    std::string columns;
    {
      SQLite::Database database(path, SQLite::OPEN_READONLY);
      for (const auto& column : columns_of(database, table)) {
        const bool unique = column.name == "began" || column.name == "recounts" ||
                            (table.ends_with("_close") && columns.find(',') == std::string::npos) ||
                            (table == "correction_end" && column.name == "correction");
        columns += columns.empty()         ? std::to_string(row + 7)
                   : column.name == "name" ? ", name || '!'"
                   : unique                ? ", " + column.name + " + 1000"
                                           : ", " + column.name;
      }
    }
    CAPTURE(table, columns);
    const auto found = victim.after(
        fmt::format("INSERT INTO {0} SELECT {1} FROM {0} WHERE id = {2}", table, columns, row));
    CAPTURE(found);
    CHECK(found == fmt::format("{} {} follows from no event", table, row + 7));
  }
}

TEST_CASE("L2 two events that changed places are found", "[ledger]") {
  Victim victim(shift_bytes());
  CHECK(names(victim.after("UPDATE event SET seq = -1 WHERE seq = 22;"
                           "UPDATE event SET seq = 22 WHERE seq = 21;"
                           "UPDATE event SET seq = 21 WHERE seq = -1"),
              "event", 21));
}

TEST_CASE("L2 a replaced row is found", "[ledger]") {
  Victim victim(shift_bytes());
  CHECK(names(victim.after("REPLACE INTO posting SELECT id, entry, account, cents + 100 "
                           "FROM posting WHERE id = 4"),
              "posting", 4));
  CHECK(names(victim.after("REPLACE INTO event SELECT seq, at_ms, utc_offset, stream, 'olga', "
                           "kind, key, body, hash FROM event WHERE seq = 20"),
              "event", 20));
}

TEST_CASE("L2 two postings that still sum to zero are found", "[ledger]") {
  Victim victim(shift_bytes());
  CHECK(names(
      victim.after("UPDATE posting SET cents = cents * 2 WHERE entry = 3"), "posting",
      ask_number(ScratchBook(shift_bytes()).path, "SELECT min(id) FROM posting WHERE entry = 3")));
}

// --- The chain ----------------------------------------------------------------------------------

TEST_CASE("L4 a row that was changed and hashed again is found at the next", "[ledger]") {
  Victim victim(shift_bytes());
  const auto& path = victim.fresh();
  {
    Tampering tampering(path);
    tampering.exec("UPDATE event SET who = 'olga' WHERE seq = 20");
    rehash(tampering.database(), 20, 20);
  }
  CHECK(names(difference(path), "event", 21));
}

TEST_CASE("L7 a log hashed again from the change on is found where the rows no longer follow",
          "[ledger]") {
  Victim victim(shift_bytes());
  const auto& path = victim.fresh();
  const auto last = verified(path).head.seq;
  std::int64_t settled = 0;
  {
    Tampering tampering(path);
    const auto& row = tampering.database().execAndGet("SELECT event FROM round WHERE id = 2");
    settled = row.getInt64();
    tampering.exec(
        fmt::format("UPDATE event SET body = replace(body, '50000', '40000') "
                    "WHERE seq = {}",
                    settled));
    rehash(tampering.database(), settled, last);
  }
  const auto found = difference(path);
  CAPTURE(found);
  CHECK(found.starts_with("round 2: "));
}

TEST_CASE("L7 a log that the rules would refuse is found although every hash is right",
          "[ledger]") {
  Victim victim(shift_bytes());
  const auto& path = victim.fresh();
  const auto last = verified(path).head.seq;
  {
    Tampering tampering(path);
    tampering.exec("UPDATE event SET who = 'max' WHERE seq = 10");  // a dealer opens a table
    rehash(tampering.database(), 10, last);
  }
  const auto found = difference(path);
  CAPTURE(found);
  CHECK(holds(found, "event 10 would be refused"));
}

TEST_CASE("L7 a body in another form than the book's is found", "[ledger]") {
  Victim victim(shift_bytes());
  const auto& path = victim.fresh();
  const auto last = verified(path).head.seq;
  {
    Tampering tampering(path);
    tampering.exec("UPDATE event SET body = replace(body, '{', '{ ') WHERE seq = 20");
    rehash(tampering.database(), 20, last);
  }
  CHECK(names(difference(path), "event", 20));
}

TEST_CASE("L4 a log that lost its end holds, unless somebody kept its head", "[ledger]") {
  const ScratchBook book;
  Script script(kRoomEvents);
  little_shift(script);
  {
    const auto recorder = book.open();
    record_all(*recorder, script.lines());
    record_all(*recorder, {R"({"do":"open-shift","by":"olga","key":"a","shift":"day"})"});
  }
  const auto before = ask({"verify", "--db", book.path, "--json"}).answer();
  const auto end = verified(book.path).head.seq;
  {
    Tampering tampering(book.path);
    tampering.exec(fmt::format("DELETE FROM event WHERE seq = {0}", end));
    tampering.exec(fmt::format("DELETE FROM shift WHERE id = {0}", end));
  }
  CHECK(difference(book.path).empty());
  CHECK(ask({"verify", "--db", book.path}).status == 0);
  const auto found = ask({"verify", "--db", book.path, "--head", before["head"]});
  CHECK(found.status == 1);
  CHECK(holds(found.out,
              "DIFFERS: the chain does not hold the head " + before["head"].get<std::string>()));
}

TEST_CASE("L4 an older head is still part of the log", "[ledger]") {
  const ScratchBook book(shift_bytes());
  SQLite::Database database(book.path, SQLite::OPEN_READONLY);
  const auto head = database
                        .execAndGet(
                            "SELECT seq || ':' || lower(hex(hash)) FROM event "
                            "WHERE seq = 30")
                        .getString();
  CHECK(ask({"verify", "--db", book.path, "--head", head}).status == 0);
  CHECK(ask({"verify", "--db", book.path, "--head", "3" + head}).status == 1);
  for (const auto& no_head : {std::string("nonsense"), head.substr(0, 12)}) {
    CHECK(ask({"verify", "--db", book.path, "--head", no_head}).status == 2);
  }
}

// --- The schema and the file --------------------------------------------------------------------

TEST_CASE("L2 a missing or changed trigger, index or table is found", "[ledger]") {
  const Scratch scratch;
  std::vector<std::string> triggers;
  {
    SQLite::Database database(scratch.file("look", shift_bytes()), SQLite::OPEN_READONLY);
    SQLite::Statement row(database, "SELECT name FROM sqlite_master WHERE type = 'trigger'");
    while (row.executeStep()) triggers.push_back(row.getColumn(0).getString());
  }
  CHECK(triggers.size() == 63);  // three for each of 21 tables
  for (const auto& [sql, what] :
       {std::pair<std::string, std::string>{"DROP TRIGGER " + triggers.front(), triggers.front()},
        {"DROP TRIGGER " + triggers.back(), triggers.back()},
        {"DROP TRIGGER posting_fixed; CREATE TRIGGER posting_fixed BEFORE UPDATE ON posting WHEN 0 "
         "BEGIN SELECT 1; END",
         "posting_fixed"},
        {"DROP INDEX round_shift", "round_shift"},
        {"CREATE TABLE extra (id)", "extra"},
        {"CREATE VIEW v AS SELECT 1", "v"},
        {"PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'event_new'",
         "event_new"}}) {
    const auto path = scratch.file("book", shift_bytes());
    {
      SQLite::Database raw(path, SQLite::OPEN_READWRITE);
      raw.exec(sql);
    }
    CAPTURE(sql);
    const auto found = difference(path);
    CAPTURE(found);
    CHECK(found.starts_with("schema: "));
    CHECK(holds(found, ' ' + what + ' '));
  }
}

TEST_CASE("L2 a byte flipped in the file is found, or it changed no row", "[ledger]") {
  const std::string& bytes = shift_bytes();
  const Scratch scratch;
  const std::string before = dump(scratch.file("book", bytes));
  std::vector<std::size_t> used;  // free space is mostly nothing but zeros
  for (std::size_t i = 100; i < bytes.size(); ++i) {
    if (bytes[i] != '\0') used.push_back(i);
  }
  std::mt19937 random(20261118);
  constexpr int kFlips = 120;
  int found = 0;
  for (int i = 0; i < kFlips; ++i) {
    const std::size_t place = used[random() % used.size()];
    std::string flipped = bytes;
    flipped[place] = static_cast<char>(flipped[place] ^ static_cast<char>(1U << random() % 8));
    const auto path = scratch.file("book", flipped);
    CAPTURE(place, i);
    auto looked = ledger::verify(path, rules::catalogue(), {});
    const auto* no = rules::refused(looked);
    if (no != nullptr || std::get<ledger::Verified>(looked).first_difference) {
      ++found;
      continue;
    }
    CHECK(dump(path) == before);
  }
  CHECK(found > kFlips * 8 / 10);
}

TEST_CASE("L2 a byte flipped in the file's header is found, or it changed no row", "[ledger]") {
  const std::string& bytes = shift_bytes();
  const Scratch scratch;
  const std::string before = dump(scratch.file("book", bytes));
  for (std::size_t place = 0; place < 100; ++place) {
    std::string flipped = bytes;
    flipped[place] = static_cast<char>(flipped[place] ^ 1);
    const auto path = scratch.file("book", flipped);
    CAPTURE(place);
    auto looked = ledger::verify(path, rules::catalogue(), {});
    const auto* no = rules::refused(looked);
    if (no != nullptr || std::get<ledger::Verified>(looked).first_difference) continue;
    CHECK(dump(path) == before);
  }
}
