#include <chrono>

#include "support/load.hpp"
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

}  // namespace

TEST_CASE("forty devices play at once, and what they were told is in the log once",
          "[service][load]") {
  constexpr int kAlone = 32, kTogether = 8;
  LoadedRoom room(kAlone, kTogether);
  const auto end = Clock::now() + kLoad;
  Load(room.devices, [end](const TableDevice&) { return Clock::now() < end; }).join();
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
