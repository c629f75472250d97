#include <chrono>

#include "cardroom/reports/spool.hpp"
#include "support/load.hpp"
#include "support/small_disk.hpp"
#include "support/terminal_desk.hpp"
#include "support/told_log.hpp"

using namespace cardroom;
using namespace cardroom::testing;

namespace {

using Clock = std::chrono::steady_clock;

/// How long load is made; nothing is measured.
#ifdef __SANITIZE_ADDRESS__
constexpr std::chrono::seconds kLoad{10};
#else
constexpr std::chrono::seconds kLoad{60};
#endif

/// However long a report is: from the server it is what it is from the file, in whole.
void check_long_report(const LoadedRoom& room) {
  const std::vector<std::string> words = {"report", "fees", "--format", "json"};
  auto from_file = words;
  from_file.insert(from_file.end(), {"--db", room.book()});
  const auto whole = done(testing::ask(from_file));
  const Desk olga(room.url());
  olga.login("olga");
  CHECK((olga.gets(words) == whole));
  CHECK((room.ask("olga", "GET", "/v1/reports/fees").body == whole));

  const SmallDisk disk(8);
  if (!disk.why_not().empty()) return;
  const auto ran = olga.types(words, {}, "TMPDIR=" + disk.path());
  if (whole.size() <= reports::Spool::kShort) {
    CHECK((done(ran) == whole));
  } else {
    CHECK(ran.status == 1);
    CHECK(ran.out.empty());
    CHECK(holds(ran.err, "no room for so long a report"));
  }
}

}  // namespace

TEST_CASE("forty devices play at once, and what they were told is in the log once",
          "[service][load]") {
  constexpr int kAlone = 32, kTogether = 8;
  LoadedRoom room(kAlone, kTogether);
  const auto end = Clock::now() + kLoad;
  Load(room.devices, [end](const TableDevice&) { return Clock::now() < end; }).join();
  check_long_report(room);
  CHECK_FALSE(holds(room.ask("", "GET", "/metrics").body, R"(status="5xx")"));
  CHECK(room.stop() == 0);

  for (const auto& device : room.devices) {
    CHECK_FALSE(device.unanswered.has_value());
    CHECK_FALSE(device.stuck.has_value());
  }
  for (const auto& device : room.alone()) CHECK_FALSE(device.recorded.empty());
  std::size_t together = 0, refused = 0;
  for (const auto& device : room.together()) {
    together += device.recorded.size();
    refused += device.refusals.size();
  }
  CHECK(together > 0);
  CHECK(refused > 0);  // they were in each other's way
  check_refusals(room);
  check_book(room.book(), room.before, room.devices);
}
