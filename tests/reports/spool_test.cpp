#include <sstream>

#include "cardroom/reports/spool.hpp"
#include "support/small_disk.hpp"

namespace cardroom::testing {

using reports::Spool;

namespace {

std::string all_of(const Spool& spool) {
  std::ostringstream out;
  spool.copy_to(out);
  return out.str();
}

}  // namespace

TEST_CASE("what is written is kept whole, in memory and beyond, and leaves no file behind",
          "[reports][spool]") {
  const Scratch folder;
  for (const std::size_t in_memory : {std::size_t{0}, std::size_t{7}, Spool::kShort}) {
    CAPTURE(in_memory);
    Spool spool(in_memory, folder.folder());
    std::ostream out(&spool);
    std::string expected;
    for (int i = 0; i < 20'000; ++i) {
      const auto text = std::to_string(i) + ' ';
      expected += text;
      out << text;
    }
    CHECK(out.flush().good());
    CHECK(spool.size() == expected.size());
    CHECK((all_of(spool) == expected));
    CHECK((all_of(spool) == expected));  // as often as it is wanted
    CHECK(std::filesystem::is_empty(folder.folder()));
  }
}

TEST_CASE("a report never takes the last room of a disk", "[reports][spool]") {
  const SmallDisk disk(8);
  if (!disk.why_not().empty()) {
    WARN("SKIPPED: a small disk cannot be mounted here: " << disk.why_not());
    return;
  }
  const auto free = std::filesystem::space(disk.path()).available;
  Spool spool(100, disk.path());
  std::ostream out(&spool);
  out << std::string(100, 'x');
  CHECK(out.flush().good());
  out << 'x';
  CHECK_FALSE(out.good());
  CHECK(std::filesystem::space(disk.path()).available == free);
  const auto no = spool.no_room();
  CHECK(no.code == rules::Refusal::report_too_long);
  CHECK(no.detail.find(disk.path()) != std::string::npos);
}

}  // namespace cardroom::testing
