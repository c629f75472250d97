#pragma once

#include <chrono>
#include <thread>

#include <catch2/catch.hpp>

namespace cardroom::testing {

/// Waits for what another thread or process is about to do.
template <class Condition>
void await(Condition holds) {
  for (int i = 0; i < 60'000 && !holds(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(holds());
}

}  // namespace cardroom::testing
