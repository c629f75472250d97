// What whoever runs the server looks at: is it alive, is it ready, and its figures.

#include <filesystem>
#include <regex>
#include <set>

#include "cardroom/service/route.hpp"
#include "support/fast_room.hpp"
#include "support/wire.hpp"

namespace cardroom::testing {

namespace {

using Labels = std::map<std::string, std::string>;

/// The text exposition format of Prometheus, read as strictly as its document says.
class Exposition {
 public:
  explicit Exposition(const std::string& text) {
    REQUIRE(text.ends_with('\n'));
    for (const auto& line : lines_of(text)) {
      CAPTURE(line);
      static const std::regex kComment("# (HELP|TYPE) ([a-z_]+) (.+)");
      static const std::regex kSample(R"re(([a-z_]+)(?:\{(.*)\})? (-?[0-9.e+-]+))re");
      std::smatch found;
      if (std::regex_match(line, found, kComment)) {
        comment(found[1], found[2], found[3]);
      } else {
        REQUIRE(std::regex_match(line, found, kSample));
        sample(found[1], labels(found[2]), std::stod(found[3]));
      }
    }
  }

  [[nodiscard]] double value(const std::string& name, const Labels& labels = {}) const {
    const auto found = samples.find({name, labels});
    return found == samples.end() ? 0 : found->second;
  }

  std::map<std::string, std::string> types;
  std::map<std::pair<std::string, Labels>, double> samples;

 private:
  void comment(const std::string& what, const std::string& name, const std::string& text) {
    if (what == "HELP") {
      CHECK(types.find(name) == types.end());
      CHECK(text.ends_with('.'));
      helped_ = name;
      return;
    }
    CHECK(helped_ == name);
    CHECK((text == "counter" || text == "gauge" || text == "histogram"));
    CHECK(types.emplace(name, text).second);
    family_ = name;
  }
  static Labels labels(const std::string& text) {
    static const std::regex kLabel(R"re(([a-z]+)="([^"\\]*)"(,|$))re");
    Labels all;
    std::size_t read = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), kLabel), end; at != end; ++at) {
      CHECK(all.emplace((*at)[1], (*at)[2]).second);
      read += static_cast<std::size_t>((*at)[0].length());
    }
    CHECK(read == text.size());
    return all;
  }
  /// A family's samples follow its type, and nothing comes between.
  void sample(const std::string& name, const Labels& labels, double value) {
    std::string family = name;
    if (types[family_] == "histogram") {
      for (const char* part : {"_bucket", "_sum", "_count"}) {
        if (name == family_ + part) family = family_;
      }
    }
    CHECK(family == family_);
    CHECK(samples.emplace(std::pair(name, labels), value).second);
  }

  std::string helped_, family_;
};

Exposition metrics(Wire& wire) {
  const auto answer = wire.get("/metrics");
  CHECK(answer.status == 200);
  CHECK(header(answer, "Content-Type") == "text/plain; version=0.0.4; charset=utf-8");
  return Exposition(answer.body);
}

}  // namespace

TEST_CASE("the figures are what Prometheus reads", "[service][watch]") {
  OpenRoom room;
  Wire wire(room, "olga");
  const auto before = metrics(wire);
  std::set<std::string> routes = {"none"};
  for (const auto& route : service::all_routes()) routes.insert(route.name);
  for (const auto& [sample, value] : before.samples) {
    CAPTURE(sample.first);
    CHECK(value >= 0);
    // Counts by route and status alone: no person, no table, no money.
    for (const auto& [name, label] : sample.second) {
      CHECK((name == "route" || name == "status" || name == "le"));
      if (name == "route") CHECK(routes.contains(label));
      if (name == "status") CHECK((label == "2xx" || label == "4xx"));
    }
  }
  const auto text = wire.get("/metrics").body;
  for (const char* name : {"olga", "Ada", "Ann", "Bob", "Test Room", "fortune", "cents"}) {
    CHECK_FALSE(holds(text, name));
  }
  for (const auto& route : routes) {
    double so_far = 0;
    for (const char* bound :
         {"0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.2", "1", "+Inf"}) {
      CAPTURE(route, bound);
      const std::pair key("cardroom_request_seconds_bucket",
                          Labels{{"route", route}, {"le", bound}});
      REQUIRE(before.samples.contains(key));
      CHECK(before.samples.at(key) >= so_far);
      so_far = before.samples.at(key);
    }
    CHECK(before.value("cardroom_request_seconds_count", {{"route", route}}) == so_far);
  }
}

TEST_CASE("the figures count what was asked and what came of it", "[service][watch]") {
  const OpenRoom room;
  Wire wire(room, "olga");
  const auto tag = header(wire.get("/v1/tables/5"), "ETag").value();
  const auto before = metrics(wire);
  const auto bets = R"({"do":"open-bets","table":"5","key":"k"})";
  CHECK(wire.get("/v1/tables/5", "If-None-Match: " + tag + "\r\n").status == 304);
  CHECK(wire.get("/v1/tables/77").status == 404);
  CHECK(wire.get("/v1/nothing").status == 404);
  CHECK(wire.ask("BREW", "/v1/tables").status == 405);
  CHECK(wire.post(bets, "").status == 201);
  CHECK(wire.post(bets, "").status == 200);
  CHECK(wire.post(R"({"do":"settle","table":"5","key":"l"})", "").status == 409);
  const auto now = metrics(wire);
  const auto more = [&](const std::string& name, const Labels& labels = {}) {
    return now.value(name, labels) - before.value(name, labels);
  };
  const auto answered = [&](const std::string& route, const std::string& status) {
    return more("cardroom_requests_total", {{"route", route}, {"status", status}});
  };
  CHECK(answered("readTable", "3xx") == 1);
  CHECK(answered("readTable", "4xx") == 1);
  CHECK(answered("none", "4xx") == 2);
  CHECK(answered("record", "2xx") == 2);
  CHECK(answered("record", "4xx") == 1);
  CHECK(answered("metrics", "2xx") == 1);
  CHECK(more("cardroom_request_seconds_count", {{"route", "record"}}) == 3);
  CHECK(more("cardroom_commands_recorded_total") == 1);
  CHECK(more("cardroom_commands_repeated_total") == 1);
  CHECK(more("cardroom_commands_refused_total") == 1);
  CHECK(more("cardroom_events") == 1);
  CHECK(more("cardroom_faults_total") == 0);
  CHECK(more("cardroom_connections_total") == 0);
  CHECK(now.value("cardroom_tables_open") == 1);
  CHECK(now.value("cardroom_connections") >= 1);
  CHECK(now.value("cardroom_memory_bytes") > 1e6);
}

TEST_CASE("a server is ready while its book is there and commands are taken", "[service][watch]") {
  FastRoom room;
  Wire wire(room);
  const auto book = room.scratch.path("book");
  const auto ready = [&] {
    CHECK(wire.get("/healthz").body == R"({"status":"alive"})");
    const auto answer = wire.get("/readyz");
    if (answer.status == 200) {
      CHECK(nlohmann::json::parse(answer.body).at("status") == "ready");
      return std::string();
    }
    CHECK(answer.status == 500);
    CHECK_FALSE(holds(answer.body, room.scratch.folder()));
    return problem_code(answer);
  };
  // Once before anybody has read the book, once with a connection that still holds it open.
  for (int i = 0; i < 2; ++i) {
    std::filesystem::rename(book, book + "-moved");
    CHECK(ready() == "book_missing");
    std::filesystem::rename(book + "-moved", book);
    CHECK(ready().empty());
  }
  const auto told = nlohmann::json::parse(wire.get("/readyz").body);
  CHECK(told ==
        nlohmann::json{
            {"status", "ready"}, {"room_set", false}, {"shift_open", false}, {"events", 0}});
  room.room->stop();
  for (const char* path : {"/readyz", "/healthz", "/v1/tables"}) {
    const auto answer = wire.get(path);
    CHECK(answer.status == 503);
    CHECK(problem_code(answer) == "stopping");
    CHECK(header(answer, "Retry-After") == "1");
  }
}

}  // namespace cardroom::testing
