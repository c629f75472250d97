#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "cardroom/ledger/access_file.hpp"
#include "support/book.hpp"
#include "support/fault_vfs.hpp"
#include "support/tamper.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using ledger::AccessFile;
using ledger::AuditAsked;
using ledger::Audited;
using ledger::AuditEntry;
using rules::Refusal;

namespace {

std::unique_ptr<AccessFile> open_access(const std::string& path, const char* vfs = nullptr) {
  return accepted(AccessFile::open(path, vfs));
}

void must_write(AccessFile& file, ledger::AccessChanges changes) {
  const auto no = file.write(std::move(changes));
  INFO((no ? no->detail : ""));
  REQUIRE_FALSE(no.has_value());
}

AuditEntry entry(std::int64_t at_ms, std::string who, Audited what, std::string detail = "") {
  return {at_ms, std::move(who), "10.0.0.5", what, std::move(detail)};
}

std::vector<ledger::AuditRow> rows(const std::string& path, const AuditAsked& asked = {}) {
  return accepted(ledger::read_audit(path, asked));
}

std::vector<std::int64_t> ids(const std::string& path, const AuditAsked& asked) {
  std::vector<std::int64_t> all;
  for (const auto& row : rows(path, asked)) all.push_back(row.id);
  return all;
}

unsigned mode_of(const std::string& path) {
  struct stat told {};
  REQUIRE(::stat(path.c_str(), &told) == 0);
  return told.st_mode & 0777U;
}

ledger::Hash hash_of(unsigned char first) {
  ledger::Hash hash{};
  hash[0] = first;
  return hash;
}

/// An access file with six audit rows, closed.
class ScratchAccess {
 public:
  ScratchAccess() : path(scratch_.path("book-access")) {
    const auto file = open_access(path);
    must_write(*file, {entry(1000, "", Audited::started), entry(2000, "dana", Audited::signed_in)});
    must_write(*file, {entry(3000, "dan", Audited::sign_in_failed, "password"),
                       entry(4000, "dana", Audited::refused, "seat_empty: Seat 3 is empty.")});
    must_write(*file,
               {entry(5000, "dan", Audited::signed_in), entry(6000, "dana", Audited::signed_out)});
  }

 private:
  Scratch scratch_;

 public:
  const std::string path;
};

ledger::AuditChecked checked(const std::string& path) {
  return accepted(ledger::check_audit(path));
}

}  // namespace

TEST_CASE("the access file lies beside the book, for its owner alone", "[ledger][access]") {
  const Scratch scratch;
  CHECK(ledger::access_path("/room/a.book") == "/room/a.book-access");
  const std::string path = scratch.path("book-access");
  {
    const auto file = open_access(path);
    must_write(*file, {entry(1, "", Audited::started)});
    for (const char* part : {"", "-wal", "-shm"}) CHECK(mode_of(path + part) == 0600);
  }
  REQUIRE(::chmod(path.c_str(), 0644) == 0);
  const auto again = open_access(path);
  CHECK(mode_of(path) == 0600);
}

TEST_CASE("a file that is not an access file is refused and left alone", "[ledger][access]") {
  const Scratch scratch;
  const ScratchBook book;
  CHECK(refusal_of(AccessFile::open(book.path), "not an access file") == Refusal::not_a_book);
  CHECK(difference(book.path).empty());
  const auto text = scratch.file("notes", "milk, eggs");
  CHECK(refusal_of(AccessFile::open(text)) == Refusal::not_a_book);
  CHECK(content_of(text) == "milk, eggs");
  CHECK(refusal_of(AccessFile::open(scratch.path("no/such/folder"))) == Refusal::book_not_written);
  CHECK(refusal_of(ledger::read_audit(scratch.path("none"), {}), "no access file") ==
        Refusal::book_missing);
  const ScratchAccess access;
  CHECK(refusal_of(ledger::Book::open_to_read(access.path)) == Refusal::not_a_book);
  {
    SQLite::Database newer(access.path, SQLite::OPEN_READWRITE);
    newer.exec("PRAGMA user_version = 99");
  }
  CHECK(refusal_of(AccessFile::open(access.path)) == Refusal::book_too_new);
}

TEST_CASE("what was written is there after a restart", "[ledger][access]") {
  const Scratch scratch;
  const std::string path = scratch.path("access");
  const ledger::TriesOf here{ledger::Tries::password_here, "dana", "10.0.0.5"};
  const ledger::TriesOf pin{ledger::Tries::pin, "dan", ""};
  {
    const auto file = open_access(path);
    must_write(*file, {ledger::PasswordSet{{"dana", "first", 1}},
                       ledger::PasswordSet{{"dana", "second", 2}}, ledger::PinSet{{"dan", "p", 3}},
                       ledger::PinSet{{"gus", "q", 3}}, ledger::PinRemoved{"gus"}});
    must_write(
        *file,
        {ledger::CodeMade{hash_of(1), "dana", 1, 100}, ledger::CodeMade{hash_of(2), "dana", 2, 200},
         ledger::CodeMade{hash_of(3), std::nullopt, 2, 300},
         ledger::CodeMade{hash_of(4), "dan", 2, 400}, ledger::CodeUsed{hash_of(4), 5}});
    must_write(*file, {ledger::SessionOpened{1, hash_of(1), "dana", true, 10, 10, 90, "tablet 5"},
                       ledger::SessionOpened{2, hash_of(2), "dan", false, 11, 11, 91, "a\nb"},
                       ledger::SessionUsed{1, 50}, ledger::SessionEnded{2, 60, "signed out"}});
    must_write(*file, {ledger::TryFailed{here, 7}, ledger::TryFailed{pin, 8},
                       ledger::LockedOut{here, 900}, ledger::LockedOut{pin}});
    CHECK(file->write_later({ledger::SessionUsed{1, 70}}));
  }
  const auto state = accepted(open_access(path)->state());
  REQUIRE(state.passwords.size() == 1);
  CHECK(state.passwords[0].argon2id == "second");
  REQUIRE(state.pins.size() == 1);
  CHECK(state.pins[0].person == "dan");
  REQUIRE(state.open_codes.size() == 2);  // the later one for dana, and the first admin's
  CHECK(state.open_codes[0].hash == hash_of(2));
  CHECK(state.open_codes[0].expires_ms == 200);
  CHECK_FALSE(state.open_codes[1].person.has_value());
  REQUIRE(state.sessions.size() == 2);
  CHECK(state.sessions[0].opened.last_used_ms == 70);
  CHECK(state.sessions[0].opened.by_password);
  CHECK_FALSE(state.sessions[0].ended);
  CHECK(state.sessions[1].ended);
  CHECK(state.sessions[1].opened.device == "a?b");
  REQUIRE(state.failures.size() == 2);
  CHECK(state.failures[0].of == here);
  REQUIRE(state.lock_outs.size() == 2);
  CHECK(ask_number(path, "SELECT until_ms FROM lock_out WHERE kind = 'pin'") == ledger::kNoEnd);
}

TEST_CASE("tries are cleared and swept, sessions and codes forgotten in time", "[ledger][access]") {
  const Scratch scratch;
  const auto file = open_access(scratch.path("access"));
  const ledger::TriesOf here{ledger::Tries::password_here, "dana", "10.0.0.5"};
  const ledger::TriesOf any{ledger::Tries::password_anywhere, "dana", ""};
  const ledger::TriesOf pin{ledger::Tries::pin, "dana", ""};
  must_write(*file, {ledger::TryFailed{here, 5}, ledger::TryFailed{any, 5}, ledger::LockedOut{here},
                     ledger::LockedOut{any, 50}, ledger::LockedOut{pin}});
  must_write(*file, {ledger::TriesCleared{here}});
  auto state = accepted(file->state());
  REQUIRE(state.failures.size() == 1);
  CHECK(state.failures[0].of == any);
  CHECK(state.lock_outs.size() == 2);
  must_write(*file, {ledger::TriesSwept{6, 50}});
  state = accepted(file->state());
  CHECK(state.failures.empty());
  REQUIRE(state.lock_outs.size() == 1);
  CHECK(state.lock_outs[0].of == pin);

  must_write(*file, {ledger::SessionOpened{1, hash_of(1), "dana", true, 1, 1, 2, ""},
                     ledger::CodeMade{hash_of(1), "dana", 1, 2}});
  const auto later = 3 + ledger::kEndedKeptMs;
  must_write(*file, {ledger::SessionOpened{2, hash_of(2), "dana", true, later, later, later, ""},
                     ledger::CodeMade{hash_of(2), "dan", later, later + 1}});
  state = accepted(file->state());
  REQUIRE(state.sessions.size() == 1);
  CHECK(state.sessions[0].opened.id == 2);
  CHECK(ask_number(file->path(), "SELECT count(*) FROM one_time_code") == 1);
}

TEST_CASE("the audit log is read by id, person, kind and time, from either end",
          "[ledger][access]") {
  const ScratchAccess access;
  using Ids = std::vector<std::int64_t>;
  CHECK(ids(access.path, {}) == Ids{1, 2, 3, 4, 5, 6});
  CHECK(ids(access.path, {.after = 4}) == Ids{5, 6});
  CHECK(ids(access.path, {.most = 2}) == Ids{1, 2});
  CHECK(ids(access.path, {.most = 2, .newest_first = true}) == Ids{6, 5});
  CHECK(ids(access.path, {.after = 5, .most = 2, .newest_first = true}) == Ids{4, 3});
  CHECK(ids(access.path, {.who = "dana"}) == Ids{2, 4, 6});
  CHECK(ids(access.path, {.who = "dana' OR 1"}).empty());
  CHECK(ids(access.path, {.what = Audited::signed_in}) == Ids{2, 5});
  CHECK(ids(access.path, {.who = "dan", .what = Audited::signed_in}) == Ids{5});
  CHECK(ids(access.path, {.from_ms = 3000, .until_ms = 5000}) == Ids{3, 4});
  const auto refusals = rows(access.path, {.what = Audited::refused});
  REQUIRE(refusals.size() == 1);
  CHECK(refusals[0].at_ms == 4000);
  CHECK(refusals[0].who == "dana");
  CHECK(refusals[0].from_address == "10.0.0.5");
  CHECK(refusals[0].what == "refused");
  CHECK(refusals[0].detail == "seat_empty: Seat 3 is empty.");
}

TEST_CASE("the audit log is read beside its writer", "[ledger][access]") {
  const ScratchAccess access;
  const auto file = open_access(access.path);
  must_write(*file, {entry(7000, "dan", Audited::exported, "hledger")});
  CHECK(rows(access.path).size() == 7);
  CHECK(checked(access.path).rows == 7);
}

TEST_CASE("every audited kind has a name that is read back", "[ledger][access]") {
  for (std::size_t i = 0; i < ledger::kAuditedKinds; ++i) {
    const auto what = static_cast<Audited>(i);
    CHECK(ledger::read_audited(name(what)) == what);
  }
  CHECK_THROWS_AS(name(static_cast<Audited>(ledger::kAuditedKinds)), rules::BrokenInvariant);
  CHECK_FALSE(ledger::read_audited("party").has_value());
}

TEST_CASE("texts from outside are made printable and short before they are audited",
          "[ledger][access]") {
  const Scratch scratch;
  const auto file = open_access(scratch.path("access"));
  must_write(*file, {AuditEntry{1, "x\n2\ndan", std::string(5000, 'a'), Audited::refused,
                                "\x1b[2J" + std::string(5000, 'b')},
                     AuditEntry{2, "José", "::1", Audited::refused, "Der Tisch heißt „5“."}});
  const auto all = rows(file->path());
  REQUIRE(all.size() == 2);
  CHECK(all[0].who == "x?2?dan");
  CHECK(all[0].from_address.size() < 100);
  CHECK(all[0].detail.size() < 500);
  CHECK(all[0].detail.substr(0, 4) == "?[2J");
  CHECK(all[1].who == "José");
  CHECK(all[1].detail == "Der Tisch heißt „5“.");
  CHECK_FALSE(checked(file->path()).difference.has_value());
}

TEST_CASE("A2 the schema lets no audit row be changed, removed or replaced", "[ledger][access]") {
  const ScratchAccess access;
  SQLite::Database database(access.path, SQLite::OPEN_READWRITE);
  for (const char* sql :
       {"UPDATE audit SET who = 'gus' WHERE id = 3", "DELETE FROM audit WHERE id = 6",
        "INSERT OR REPLACE INTO audit SELECT id, at_ms, 'gus', '', what, '', hash FROM audit "
        "WHERE id = 3"}) {
    CAPTURE(sql);
    CHECK_THROWS_WITH(database.exec(sql), Catch::Contains("A2: audit rows are final"));
  }
}

TEST_CASE("A2 whoever alters the audit log is found out", "[ledger][access]") {
  const ScratchAccess access;
  const auto before = checked(access.path);
  CHECK(before.rows == 6);
  CHECK_FALSE(before.first_broken.has_value());
  const auto broken_by = [&](const std::string& sql) {
    Tampering(access.path).exec(sql);
    return checked(access.path).first_broken;
  };
  SECTION("a changed text") {
    CHECK(broken_by("UPDATE audit SET who = 'gus' WHERE id = 3") == 3);
    CHECK(checked(access.path).rows == 2);
  }
  SECTION("a changed time") { CHECK(broken_by("UPDATE audit SET at_ms = 9 WHERE id = 1") == 1); }
  SECTION("a text moved to its neighbour") {
    CHECK(broken_by("UPDATE audit SET who = '', from_address = who || from_address "
                    "WHERE id = 2") == 2);
  }
  SECTION("a row taken out") { CHECK(broken_by("DELETE FROM audit WHERE id = 4") == 4); }
  SECTION("a row taken out and the others moved up") {
    CHECK(broken_by("DELETE FROM audit WHERE id = 4; UPDATE audit SET id = id - 1 WHERE id > 4") ==
          4);
  }
  SECTION("a hash changed") {
    CHECK(broken_by("UPDATE audit SET hash = zeroblob(32) WHERE id = 6") == 6);
  }
  SECTION("the end cut off shows in the head") {
    CHECK_FALSE(broken_by("DELETE FROM audit WHERE id = 6").has_value());
    CHECK(checked(access.path).rows == 5);
    CHECK(checked(access.path).head != before.head);
  }
  SECTION("a guard taken away") {
    SQLite::Database(access.path, SQLite::OPEN_READWRITE).exec("DROP TRIGGER audit_kept");
    const auto found = checked(access.path).difference;
    REQUIRE(found.has_value());
    CHECK(*found == "schema: trigger audit_kept is missing");
  }
}

TEST_CASE("the audit chain can be computed by anyone", "[ledger][access]") {
  const Scratch scratch;
  {
    const auto file = open_access(scratch.path("access"));
    must_write(*file, {AuditEntry{1000, "dana", "10.0.0.5", Audited::signed_in, "tablet 5"}});
  }
  const auto expected =
      ledger::sha256(std::string(64, '0') + "\n1\n1000\ndana\n10.0.0.5\nsigned-in\ntablet 5\n");
  CHECK(checked(scratch.path("access")).head == expected);
}

TEST_CASE("many threads write at once, and the chain has no gap", "[ledger][access]") {
  const Scratch scratch;
  const std::string path = scratch.path("access");
  constexpr int kThreads = 8, kEach = 40;
  std::atomic<int> refused = 0;
  {
    const auto file = open_access(path);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < kEach; ++i) {
          if (file->write({entry(i, std::to_string(t), Audited::refused, std::to_string(i))})) {
            ++refused;
          }
        }
      });
    }
    for (auto& thread : threads) thread.join();
  }
  CHECK(refused == 0);
  CHECK(checked(path).rows == kThreads * kEach);
  CHECK_FALSE(checked(path).difference.has_value());
  for (int t = 0; t < kThreads; ++t) {  // each thread's own rows are in its own order
    const auto own = rows(path, {.who = std::to_string(t)});
    REQUIRE(own.size() == kEach);
    for (int i = 0; i < kEach; ++i) CHECK(own[static_cast<std::size_t>(i)].at_ms == i);
  }
}

TEST_CASE("a full disk refuses what it cannot keep, and the file goes on when there is room",
          "[ledger][access]") {
  FaultVfs vfs;
  const Scratch scratch;
  const std::string path = scratch.path("access");
  std::int64_t kept = 0;
  {
    vfs.begin({});
    const auto file = open_access(path, vfs.name());
    for (int at = 1; at < 8; ++at) {
      vfs.begin({.at = at, .code = SQLITE_FULL, .lasting = true});
      const auto no = file->write({entry(at, "dana", Audited::refused),
                                   ledger::PasswordSet{{"dana", std::to_string(at), at}}});
      if (no) {
        CHECK(no->code == Refusal::book_not_written);
        CHECK(no->detail.find("is full") != std::string::npos);
      } else {
        ++kept;
      }
      vfs.heal();
      must_write(*file, {entry(at, "dan", Audited::started)});
      ++kept;
    }
  }
  CHECK(kept < 14);
  CHECK(checked(path).rows == kept);
  CHECK_FALSE(checked(path).difference.has_value());
}

TEST_CASE("a disk that fails while the file is made leaves nothing half made", "[ledger][access]") {
  FaultVfs vfs;
  for (int at = 1; at < 200; at += 3) {
    const Scratch scratch;
    vfs.begin({.at = at, .code = SQLITE_FULL, .lasting = true});
    {
      const auto opened = AccessFile::open(scratch.path("access"), vfs.name());
      if (!vfs.struck()) return;
      if (const auto* no = rules::refused(opened)) CHECK(no->code == Refusal::book_not_written);
    }
    vfs.heal();
    const auto file = open_access(scratch.path("access"));
    must_write(*file, {entry(at, "", Audited::started)});
  }
  FAIL("the disk never stopped failing");
}
