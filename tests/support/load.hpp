#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "support/served_room.hpp"
#include "support/table_device.hpp"

namespace cardroom::testing {

/// A served room in which some devices have a table each, and some more share one.
class LoadedRoom : public ServedRoom {
 public:
  static constexpr const char* kShared = "all";

  LoadedRoom(int alone, int together,
             const std::filesystem::path& in = std::filesystem::temp_directory_path())
      : ServedRoom({"--requests-a-second", "1000000"}, "", in) {
    add("olga", "shift-manager");
    say("olga", "open-shift", R"("shift":"day")");
    for (int i = 0; i < alone; ++i) {
      open_another_table("olga", std::to_string(i));
      devices.emplace_back(fmt::format("alone-{}", i), std::to_string(i), true);
    }
    open_another_table("olga", kShared);
    for (int i = 0; i < together; ++i) {
      devices.emplace_back(fmt::format("together-{}", i), kShared, i % 2 == 0);
    }
    alone_ = static_cast<std::size_t>(alone);
    before = events();
    connect();
  }

  void connect() {
    for (auto& device : devices) device.connect(url(), token("olga"));
  }

  [[nodiscard]] std::span<const TableDevice> alone() const {
    return std::span(devices).first(alone_);
  }
  [[nodiscard]] std::span<const TableDevice> together() const {
    return std::span(devices).subspan(alone_);
  }

  std::vector<TableDevice> devices;
  std::int64_t before = 0;  ///< events that are none of the devices'

 private:
  std::size_t alone_ = 0;
};

/// What a device must expect where another one stands at its table: that the other was faster.
inline bool other_was_faster(const TableDevice::Refusal& refusal) {
  const auto code = problem_code(refusal.heard);
  if (!refusal.sent.etag.empty()) return refusal.heard.status == 412 && code == "table_changed";
  return refusal.heard.status == 409 &&
         (code == "position_held" || code == "offer_not_made" || code == "offer_out_of_turn");
}

/// Nothing else was refused, but for what `besides` names; at a table of one's own nothing at all.
inline void check_refusals(const LoadedRoom& room, std::string_view besides = {}) {
  for (const auto& device : room.devices) {
    const bool alone = &device < &room.together().front();
    for (const auto& refusal : device.refusals) {
      if (problem_code(refusal.heard) == besides) continue;
      if (!alone && other_was_faster(refusal)) continue;
      FAIL_CHECK(refusal.sent.key << ' ' << refusal.sent.body << ": " << refusal.heard.body);
    }
  }
}

/// Devices at play, each in a thread of its own, until nobody answers them or the load ends. Only
/// then may they be looked at.
class Load {
 public:
  using GoesOn = std::function<bool(const TableDevice&)>;

  /// `goes_on` is asked after each step, by the thread of the device.
  explicit Load(
      std::vector<TableDevice>& devices, GoesOn goes_on = [](const TableDevice&) { return true; })
      : goes_on_(std::move(goes_on)), playing_(devices.size()) {
    for (auto& device : devices) threads_.emplace_back([this, &device] { play(device); });
  }
  ~Load() { end(); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  /// Waits until so many steps were made, or nobody is left to make them.
  void await_steps(std::size_t steps) {
    std::unique_lock lock(mutex_);
    stepped_.wait(lock, [&] { return steps_ >= steps || playing_ == 0; });
  }
  /// Waits for all devices; those that are at play make no further step.
  void end() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    join();
  }
  /// Waits until no device goes on.
  void join() {
    for (auto& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

 private:
  void play(TableDevice& device) {
    bool on = true;
    while (on) {
      on = device.step() && goes_on_(device);
      const std::lock_guard lock(mutex_);
      ++steps_;
      on = on && !over_;
      if (!on) --playing_;
      stepped_.notify_all();
    }
  }

  const GoesOn goes_on_;
  std::mutex mutex_;
  std::condition_variable stepped_;
  std::size_t playing_;
  std::size_t steps_ = 0;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace cardroom::testing
