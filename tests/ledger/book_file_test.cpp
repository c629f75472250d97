#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "support/book.hpp"
#include "support/process.hpp"
#include "support/tamper.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using ledger::Book;
using rules::Refusal;

namespace {

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Every way to open it is refused by this code, and the folder is as it was.
void check_refused(const Scratch& scratch, const std::string& path, Refusal code) {
  const bool is_file = std::filesystem::is_regular_file(path);
  const std::string before = is_file ? content_of(path) : "";
  const auto files = files_in(scratch.folder());
  CHECK(refusal_of(Book::open_to_write(path)) == code);
  CHECK(refusal_of(Book::open_to_read(path)) == code);
  CHECK(refusal_of(ledger::verify(path, rules::catalogue(), {})) == code);
  const auto name = std::string(rules::name(code));
  CHECK(refused_code(ask({"record", "--db", path, "--lines", "-"}), 3) == name);
  CHECK(refused_code(ask({"verify", "--db", path}), 3) == name);
  CHECK(files_in(scratch.folder()) == files);
  if (is_file) CHECK(content_of(path) == before);
}

/// Acts as somebody who may not write, also where the tests run as root.
class AsNobody {
 public:
  AsNobody() { change(65534); }
  ~AsNobody() { change(0); }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  static void change(uid_t user) {
    if (::getuid() == 0 && ::seteuid(user) != 0) FAIL("cannot act as another user");
  }
};

std::string with_number(std::string bytes, std::size_t at, unsigned value) {
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[at + i] = static_cast<char>(value >> (24 - 8 * i) & 255U);
  }
  return bytes;
}

constexpr std::string_view kOpenShift =
    R"({"do":"open-shift","by":"olga","key":"shift","shift":"day"})";

}  // namespace

// --- Files that cannot be used ------------------------------------------------------------------

TEST_CASE("what is no book of ours is refused by its code and left alone", "[ledger]") {
  const Scratch scratch;
  SECTION("a missing file") { check_refused(scratch, scratch.path("none"), Refusal::book_missing); }
  SECTION("a file in a folder that is missing") {
    check_refused(scratch, scratch.path("no/such/book"), Refusal::book_missing);
  }
  SECTION("an empty file") {
    check_refused(scratch, scratch.file("book", ""), Refusal::not_a_book);
  }
  SECTION("a text") {
    const auto text = "It was a dark and stormy night." + std::string(9000, '.');
    check_refused(scratch, scratch.file("book", text), Refusal::not_a_book);
  }
  SECTION("a header and nothing behind it") {
    check_refused(scratch, scratch.file("book", room_bytes().substr(0, 16)), Refusal::not_a_book);
  }
  SECTION("another program's database") {
    {
      SQLite::Database other(scratch.path("book"), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      other.exec("CREATE TABLE event (seq INTEGER PRIMARY KEY, hash BLOB)");
    }
    check_refused(scratch, scratch.path("book"), Refusal::not_a_book);
  }
  SECTION("a book of a newer version") {
    const auto newer =
        with_number(room_bytes(), 60, static_cast<unsigned>(ledger::newest_schema() + 1));
    check_refused(scratch, scratch.file("book", newer), Refusal::book_too_new);
  }
}

TEST_CASE("a folder is no book", "[ledger]") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("folder"));
  check_refused(scratch, scratch.path("folder"), Refusal::book_missing);
}

TEST_CASE("a newer version that is still in the write-ahead log is refused", "[ledger]") {
  const ScratchBook book;
  SQLite::Database newer(book.path, SQLite::OPEN_READWRITE);
  newer.exec(fmt::format("PRAGMA user_version = {}", ledger::newest_schema() + 1));
  CHECK(refusal_of(Book::open_to_write(book.path)) == Refusal::book_too_new);
  CHECK(refusal_of(Book::open_to_read(book.path)) == Refusal::book_too_new);
}

TEST_CASE("a book cut short is refused as damaged at any length", "[ledger]") {
  const Scratch scratch;
  const auto& bytes = shift_bytes();
  for (const std::size_t size : {bytes.size() / 2, bytes.size() - 1, bytes.size() - 8192,
                                 std::size_t{8192}, std::size_t{101}}) {
    CAPTURE(size);
    check_refused(scratch, scratch.file("book", bytes.substr(0, size)), Refusal::book_damaged);
  }
}

TEST_CASE("a book whose middle was overwritten is found by verify", "[ledger]") {
  auto bytes = shift_bytes();
  bytes.replace(bytes.size() / 2, 8192, std::string(8192, '\0'));
  const ScratchBook book(bytes);
  CHECK_FALSE(difference(book.path).empty());
}

TEST_CASE("a new book is not made over anything", "[ledger]") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("folder"));
  for (const auto& path : {scratch.file("a", ""), scratch.file("b", "a text"),
                           scratch.file("c", room_bytes()), scratch.path("folder")}) {
    CAPTURE(path);
    const auto files = files_in(scratch.folder());
    CHECK(refusal_of(Book::create(path)) == Refusal::book_exists);
    CHECK(refused_code(ask({"room", "init", "--db", path}), 3) == "book_exists");
    CHECK(files_in(scratch.folder()) == files);
  }
  CHECK(content_of(scratch.path("b")) == "a text");
  CHECK(content_of(scratch.path("c")) == room_bytes());
  CHECK(refusal_of(Book::create(scratch.path("no/such/folder"))) == Refusal::book_not_written);
}

TEST_CASE("a room that cannot be set up leaves nothing behind", "[ledger]") {
  const Scratch scratch;
  const auto settings = scratch.file("room.toml", "name = 1");
  const auto files = files_in(scratch.folder());
  const auto ran = ask({"room", "init", "--db", scratch.path("book"), "--settings", settings});
  CHECK(refused_code(ran) == "setting_not_usable");
  CHECK(files_in(scratch.folder()) == files);
}

// --- Where nothing may be written ---------------------------------------------------------------

TEST_CASE("a read-only file is read and verified, but nothing is recorded in it", "[ledger]") {
  const ScratchBook book(shift_bytes());
  const auto folder = std::filesystem::path(book.path).parent_path().string();
  ::chmod(folder.c_str(), 0777);
  ::chmod(book.path.c_str(), 0444);
  {
    const AsNobody nobody;
    CHECK(refusal_of(Book::open_to_write(book.path), "read-only") == Refusal::book_not_written);
    CHECK(difference(book.path).empty());
  }
  CHECK(content_of(book.path) == shift_bytes());
}

TEST_CASE("a book in a read-only folder is read and verified, but not written", "[ledger]") {
  const ScratchBook book(shift_bytes());
  const auto folder = std::filesystem::path(book.path).parent_path().string();
  ::chmod(folder.c_str(), 0555);
  {
    const AsNobody nobody;
    CHECK(refusal_of(Book::open_to_write(book.path)) == Refusal::book_not_written);
    CHECK(refusal_of(Book::create(folder + "/new")) == Refusal::book_not_written);
    CHECK(difference(book.path).empty());
  }
  ::chmod(folder.c_str(), 0755);
  CHECK(files_in(folder) == std::vector<std::string>{"book"});
  CHECK(content_of(book.path) == shift_bytes());
}

TEST_CASE("a book that may not be read is refused", "[ledger]") {
  const ScratchBook book(shift_bytes());
  ::chmod(std::filesystem::path(book.path).parent_path().c_str(), 0755);
  ::chmod(book.path.c_str(), 0000);
  const AsNobody nobody;
  CHECK(refusal_of(Book::open_to_read(book.path)) == Refusal::file_unreadable);
  CHECK(refusal_of(Book::open_to_write(book.path)) == Refusal::file_unreadable);
}

TEST_CASE("odd names of files are names like others", "[ledger]") {
  const Scratch scratch;
  for (const char* name : {"a book?mode=memory", "100% #1.book", "file:x",
                           "b\xc3\xbc"
                           "cher"}) {
    CAPTURE(name);
    const auto path = scratch.file(name, room_bytes());
    const FakeClock clock;
    CHECK(code_in(record_one(*open_recorder(path, clock), std::string(kOpenShift))).empty());
    CHECK(verified(path).events == kRoomEvents + 1);
  }
}

// --- L2: no row is ever changed, removed or replaced --------------------------------------------

namespace {

/// The unique keys of a table, each as its columns.
std::vector<std::vector<std::string>> unique_keys(SQLite::Database& database,
                                                  const std::string& table) {
  std::vector<std::vector<std::string>> keys = {{table == "event" ? "seq" : "id"}};
  SQLite::Statement index(database,
                          "SELECT name FROM pragma_index_list('" + table + "') WHERE \"unique\"");
  while (index.executeStep()) {
    keys.emplace_back();
    SQLite::Statement column(
        database, "SELECT name FROM pragma_index_info('" + index.getColumn(0).getString() + "')");
    while (column.executeStep()) keys.back().push_back(column.getColumn(0).getString());
  }
  return keys;
}

/// The columns of a table: those of `key` as they are in the old row, other unique ones new.
std::string row_sharing(SQLite::Database& database, const std::string& table,
                        const std::vector<std::string>& key) {
  std::string all;
  for (const auto& column : columns_of(database, table)) {
    bool fresh = false;
    for (const auto& other : unique_keys(database, table)) {
      fresh |= other != key && std::find(other.begin(), other.end(), column.name) != other.end();
    }
    all += all.empty() ? "" : ", ";
    all += !fresh                  ? column.name
           : column.type == "TEXT" ? column.name + " || '!'"
                                   : column.name + " + 100000";
  }
  return all;
}

void check_final(SQLite::Database& database, const std::string& sql) {
  CAPTURE(sql);
  CHECK_THROWS_WITH(database.exec(sql), Catch::Contains("rows are final"));
}

}  // namespace

TEST_CASE("L2 the schema itself refuses to change, remove or replace a row", "[ledger]") {
  const ScratchBook book(book_bytes([](Script& s) {
    little_shift(s);
    for (int i = 0; i < 130; ++i) {
      s.say("sam", "pause-table", R"("table":"5","reason":"A break.")");
      s.say("sam", "resume-table", R"("table":"5")");
    }
  }));
  const std::string before = dump(book.path);
  int keys = 0;
  {
    SQLite::Database plain(book.path, SQLite::OPEN_READWRITE);
    auto tables = derived_tables();
    tables.emplace_back("event");
    for (const auto& table : tables) {
      for (const auto& column : columns_of(plain, table)) {
        check_final(plain, fmt::format("UPDATE {0} SET {1} = {1}", table, column.name));
        check_final(plain, fmt::format("UPDATE OR REPLACE {0} SET {1} = {1}", table, column.name));
      }
      check_final(plain, "DELETE FROM " + table);
      for (const auto& key : unique_keys(plain, table)) {
        ++keys;
        const auto row = row_sharing(plain, table, key);
        const auto where = key.front() + " IS NOT NULL ORDER BY 1 DESC LIMIT 1";
        for (const char* insert : {"INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"}) {
          check_final(plain, fmt::format("{0} INTO {1} SELECT {2} FROM {1} WHERE {3}", insert,
                                         table, row, where));
        }
      }
    }
  }
  CHECK(keys == 21 + 8);  // every table's number, and eight keys more
  CHECK(dump(book.path) == before);
}

TEST_CASE("L2 an amount that is no whole number is refused by the schema", "[ledger]") {
  const ScratchBook book(shift_bytes());
  SQLite::Database plain(book.path, SQLite::OPEN_READWRITE);
  CHECK_THROWS(plain.exec("INSERT INTO posting VALUES (1000000, 1, 1, 1.5)"));
  CHECK_THROWS(plain.exec("INSERT INTO posting VALUES (1000000, 1, 1, 'much')"));
  CHECK_THROWS(plain.exec("INSERT INTO posting VALUES (1000000, 1, 1, 0)"));
}
