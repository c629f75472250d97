#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cardroom::service {

/// Counts for Prometheus. Every number is an atomic of its own: counting waits for nobody.
class Metrics {
 public:
  /// `routes` are the labels; one more is there for what matches none.
  explicit Metrics(std::vector<std::string> routes);

  void answered(std::size_t route, int status, std::chrono::microseconds took);

  std::atomic<std::uint64_t> recorded{0}, repeated{0}, refused{0}, faults{0};
  std::atomic<std::int64_t> feed_clients{0};
  std::atomic<std::uint64_t> feed_dropped{0};

  /// A figure that somebody else keeps.
  struct Gauge {
    std::string_view name, help, kind;
    std::int64_t value;
  };
  [[nodiscard]] std::string text(const std::vector<Gauge>& gauges) const;

 private:
  static constexpr std::array<int, 8> kBoundsMs = {1, 2, 5, 10, 20, 50, 200, 1000};
  struct Route {
    std::string name;
    std::array<std::atomic<std::uint64_t>, 6> by_class{};  ///< 2xx at 2
    std::array<std::atomic<std::uint64_t>, kBoundsMs.size() + 1> took{};
    std::atomic<std::uint64_t> micros{0};
  };
  std::vector<std::unique_ptr<Route>> routes_;
};

}  // namespace cardroom::service
