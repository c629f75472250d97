#include "cardroom/service/metrics.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace cardroom::service {

namespace {

void family(std::string& out, std::string_view name, std::string_view kind, std::string_view help) {
  out += fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, kind, help);
}

}  // namespace

Metrics::Metrics(std::vector<std::string> routes) {
  routes.emplace_back("none");
  for (auto& name : routes) {
    routes_.push_back(std::make_unique<Route>());
    routes_.back()->name = std::move(name);
  }
}

void Metrics::answered(std::size_t route, int status, std::chrono::microseconds took) {
  Route& counted = *routes_[std::min(route, routes_.size() - 1)];
  ++counted.by_class[static_cast<std::size_t>(std::clamp(status / 100, 0, 5))];
  const auto ms = took.count() / 1000;
  const auto bound =
      std::find_if(kBoundsMs.begin(), kBoundsMs.end(), [&](int most) { return ms < most; });
  ++counted.took[static_cast<std::size_t>(bound - kBoundsMs.begin())];
  counted.micros += static_cast<std::uint64_t>(took.count());
}

std::string Metrics::text(const std::vector<Gauge>& gauges) const {
  std::string out;
  family(out, "cardroom_requests_total", "counter", "Requests answered, by route and status.");
  for (const auto& route : routes_) {
    for (std::size_t i = 2; i < route->by_class.size(); ++i) {
      if (route->by_class[i] == 0) continue;
      out += fmt::format("cardroom_requests_total{{route=\"{}\",status=\"{}xx\"}} {}\n",
                         route->name, i, route->by_class[i].load());
    }
  }
  family(out, "cardroom_request_seconds", "histogram", "How long requests took.");
  for (const auto& route : routes_) {
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i < route->took.size(); ++i) {
      so_far += route->took[i];
      const std::string bound =
          i < kBoundsMs.size() ? fmt::format("{}", kBoundsMs[i] / 1000.0) : "+Inf";
      out += fmt::format("cardroom_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n",
                         route->name, bound, so_far);
    }
    out += fmt::format(
        "cardroom_request_seconds_sum{{route=\"{0}\"}} {1}\n"
        "cardroom_request_seconds_count{{route=\"{0}\"}} {2}\n",
        route->name, static_cast<double>(route->micros) / 1e6, so_far);
  }
  const auto one = [&](std::string_view name, std::string_view kind, std::string_view help,
                       std::int64_t value) {
    family(out, name, kind, help);
    out += fmt::format("{} {}\n", name, value);
  };
  const auto count = [](const auto& number) { return static_cast<std::int64_t>(number.load()); };
  one("cardroom_commands_recorded_total", "counter", "Commands that became events.",
      count(recorded));
  one("cardroom_commands_repeated_total", "counter", "Commands that were answered again.",
      count(repeated));
  one("cardroom_commands_refused_total", "counter", "Commands that were refused.", count(refused));
  one("cardroom_faults_total", "counter", "Faults of the program itself.", count(faults));
  one("cardroom_feed_clients", "gauge", "Clients that follow the live feed.", feed_clients.load());
  one("cardroom_feed_dropped_total", "counter", "Clients dropped because they were too slow.",
      count(feed_dropped));
  for (const Gauge& gauge : gauges) one(gauge.name, gauge.kind, gauge.help, gauge.value);
  return out;
}

}  // namespace cardroom::service
