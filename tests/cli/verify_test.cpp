// What `verify` says beyond "holds" and "differs".

#include "cardroom/ledger/book.hpp"
#include "support/book.hpp"
#include "support/process.hpp"
#include "support/small_disk.hpp"

using namespace cardroom;
using namespace cardroom::testing;

TEST_CASE("verify says of a head that it is in the book", "[cli][verify]") {
  const ScratchBook book(shift_bytes());
  const auto verify = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"verify", "--db", book.path});
    return ask(std::move(more));
  };
  const auto plain = verify({"--json"}).answer();
  CHECK(!plain.contains("head_found"));
  const auto head = plain["head"].get<std::string>();
  CHECK(holds(done(verify({"--head", head})), "\nhead " + head + " is in this book\n"));
  CHECK(!holds(done(verify({})), "is in this book"));
  auto json = verify({"--head", head, "--json"}).answer();
  CHECK(json["head_found"] == true);
  json.erase("head_found");
  CHECK(json == plain);

  const auto other = head.substr(0, head.find(':') + 1) + std::string(64, '0');
  const auto differs = verify({"--head", other});
  CHECK(differs.status == 1);
  CHECK(!holds(differs.out, "is in this book"));
  CHECK(!verify({"--head", other, "--json"}).answer().contains("head_found"));
}

TEST_CASE("verify says that a book without events is empty", "[cli][verify]") {
  const Scratch scratch;
  const auto path = scratch.path("book");
  accepted(ledger::Book::create(path)).reset();
  CHECK(holds(done(ask({"verify", "--db", path})),
              "the book is empty: no event was ever recorded\n"));
  CHECK(ask({"verify", "--db", path, "--json"}).answer()["events"] == 0);
  const ScratchBook full(shift_bytes());
  CHECK(!holds(done(ask({"verify", "--db", full.path})), "empty"));
}

TEST_CASE("a reader on a full disk is told that the book could not be read", "[cli][verify]") {
  const SmallDisk disk(8);
  if (!disk.why_not().empty()) {
    WARN("SKIPPED: a small disk cannot be mounted here: " << disk.why_not());
    return;
  }
  const auto path = disk.path("book");
  accepted(ledger::Book::create(path)).reset();
  disk.fill();
  const auto ran = ask({"verify", "--db", path});
  CHECK(refused_code(ran, 3) == "book_not_written");
  CHECK(holds(ran.err, "could not be read"));
  CHECK(holds(ran.err, "The disk may be full."));
  CHECK(!holds(ran.err, "recorded"));
  disk.make_room();
  done(ask({"verify", "--db", path}));
}
