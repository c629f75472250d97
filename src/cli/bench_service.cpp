#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <ostream>
#include <thread>

#include <Poco/Exception.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/bench_hands.hpp"
#include "cardroom/cli/bench_line.hpp"
#include "cardroom/cli/bench_server.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/verify.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::cli {

namespace {

using rules::refused;
using Align = reports::TextTable::Align;
using Clock = std::chrono::steady_clock;

constexpr int kClients = 32;
constexpr int kBesideRounds = 20'000;  // what `bench book` records unless told otherwise
constexpr int kSlow = 200;             // connections that send a byte a second
constexpr int kSlowSeconds = 4;        // less than the gate gives them for a head

struct ServiceBenchOptions {
  int rounds = 20'000;
  int seconds = 3;
  std::string folder = ".";
  bool json = false;
};

/// What all clients did in the same time.
struct Load {
  double rate = 0;
  std::vector<double> took_ms;  ///< in order

  [[nodiscard]] double ms_at(double share) const {
    if (took_ms.empty()) return 0;
    const auto last = static_cast<double>(took_ms.size() - 1);
    return took_ms[static_cast<std::size_t>(share * last)];
  }
};

/// `step` does one thing and says how long that took in milliseconds, or nothing for a thing that
/// is not counted.
using Step = std::function<std::optional<double>()>;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Runs the step of every client, each in a thread, for so long.
Load run_load(const std::function<Step(int client)>& client_of, int seconds) {
  Load load;
  std::mutex mutex;
  std::string fault;
  std::vector<std::thread> threads;
  const auto start = Clock::now();
  const auto end = start + std::chrono::seconds(seconds);
  for (int client = 0; client < kClients; ++client) {
    threads.emplace_back([&, client] {
      std::vector<double> mine;
      try {
        const Step step = client_of(client);
        while (Clock::now() < end) {
          if (const auto took = step()) mine.push_back(*took);
        }
      } catch (const Poco::Exception& error) {
        const std::lock_guard lock(mutex);
        fault = error.displayText();
      } catch (const std::exception& error) {
        const std::lock_guard lock(mutex);
        fault = error.what();
      }
      const std::lock_guard lock(mutex);
      load.took_ms.insert(load.took_ms.end(), mine.begin(), mine.end());
    });
  }
  for (auto& thread : threads) thread.join();
  if (!fault.empty())
    throw rules::BrokenInvariant("B3: a request of the benchmark failed: " + fault);
  load.rate = static_cast<double>(load.took_ms.size()) / (ms_since(start) / 1e3);
  std::sort(load.took_ms.begin(), load.took_ms.end());
  return load;
}

/// One request again and again.
Load read_load(const BenchServer& server, const std::string& request, int seconds) {
  return run_load(
      [&](int) -> Step {
        auto line = std::make_shared<BenchLine>(server.address());
        return [line, &request] {
          const auto start = Clock::now();
          rules::require(line->ask(request) == 200, "B3: the benchmark's own reads are answered");
          return std::optional(ms_since(start));
        };
      },
      seconds);
}

/// One client's requests, one after the other, while many connections send their own byte by byte.
Load beside_slow(const BenchServer& server, const std::string& request) {
  std::vector<Poco::Net::StreamSocket> slow;
  for (int i = 0; i < kSlow; ++i) slow.emplace_back(server.address());
  BenchLine line(server.address());
  Load load;
  for (int second = 0; second < kSlowSeconds; ++second) {
    for (auto& one : slow) one.sendBytes(&request.at(static_cast<std::size_t>(second)), 1);
    const auto until = Clock::now() + std::chrono::seconds(1);
    while (Clock::now() < until) {
      const auto start = Clock::now();
      rules::require(line.ask(request) == 200, "B3: a request beside slow ones is answered");
      load.took_ms.push_back(ms_since(start));
    }
  }
  load.rate = static_cast<double>(load.took_ms.size()) / kSlowSeconds;
  std::sort(load.took_ms.begin(), load.took_ms.end());
  return load;
}

/// A client at each table plays on from where the book ends.
Load hand_load(const BenchServer& server, const std::string& token,
               const ServiceBenchOptions& options) {
  return run_load(
      [&](int client) -> Step {
        auto line = std::make_shared<BenchLine>(server.address());
        const auto table = table_name(client);
        const int played = options.rounds / kClients + (client < options.rounds % kClients ? 1 : 0);
        return [=, number = played]() mutable {
          double took = 0;
          for (const auto& command : hand_commands(table, number, table + '-')) {
            const auto bytes = request_bytes("POST", "/v1/commands", token, command);
            const auto start = Clock::now();
            const int status = line->ask(bytes);
            took = ms_since(start);
            if (status != 201) {
              throw rules::BrokenInvariant(
                  fmt::format("B1: a hand of the benchmark was refused: {}", line->body()));
            }
          }
          ++number;
          return std::optional(took);
        };
      },
      options.seconds);
}

struct ServiceMeasured {
  double book_rate = 0;    ///< as `bench book` has it: one table
  double served_rate = 0;  ///< of the book that is served, with a table for each client
  Load hands, reads, bare, beside_slow;
  double start_ms = 0, end_ms = 0, idle_mb = 0, after_mb = 0;
};

rules::OrRefused<ServiceMeasured> measure(const ServiceBenchOptions& options,
                                          const std::string& path, const Terminal& terminal) {
  ServiceMeasured measured;
  const auto bare = BenchServer::bare();  // first, while there is one thread
  const auto record = [&](const std::string& book, int rounds, int tables,
                          double& rate) -> std::optional<rules::Refused> {
    auto recorded = record_book(book, hand_batches(rounds, tables), terminal);
    if (const auto* no = refused(recorded)) return *no;
    rate = rounds / std::get<BookMeasured>(recorded).record;
    return std::nullopt;
  };
  const auto beside = path + ".beside";
  auto no_book = record(beside, std::min(options.rounds, kBesideRounds), 1, measured.book_rate);
  remove_book(beside);
  if (no_book) return *no_book;
  if (auto no = record(path, options.rounds, kClients, measured.served_rate)) return *no;
  auto served = BenchServer::serve(path, terminal.schedules);
  if (const auto* no = refused(served)) return *no;
  auto& server = *std::get<0>(served);
  measured.start_ms = server.start_ms();
  measured.idle_mb = server.resident_mb();
  auto token = server.sign_in_dealer();
  if (const auto* no = refused(token)) return *no;
  const auto& dealer = std::get<std::string>(token);
  measured.hands = hand_load(server, dealer, options);
  const auto request = request_bytes("GET", "/v1/tables/" + table_name(0), dealer);
  measured.reads = read_load(server, request, options.seconds);
  measured.bare = read_load(*bare, request, options.seconds);
  measured.beside_slow = beside_slow(server, request);
  measured.after_mb = server.resident_mb();
  const auto asked_to_end = Clock::now();
  rules::require(server.end(), "B3: the server of the benchmark ends as it should");
  measured.end_ms = ms_since(asked_to_end);
  const auto verified = ledger::verify(path, terminal.games, {});
  rules::require(!std::get<ledger::Verified>(verified).first_difference,
                 "B2: the benchmark's own book holds");
  return measured;
}

/// A figure with what is wanted of it.
struct Figure {
  std::string name, text, unit;
  double value;
  bool at_least;
  double wanted;
  std::string beside;

  [[nodiscard]] bool ok() const { return at_least ? value >= wanted : value <= wanted; }
};

std::vector<Figure> figures_of(const ServiceMeasured& m) {
  const auto per_second = [](double rate) { return fmt::format("{:.0f}/s", rate); };
  const auto ms = [](double value) { return fmt::format("{:.1f} ms", value); };
  const auto mb = [](double value) { return fmt::format("{:.1f} MB", value); };
  return {
      {"hands", per_second(m.hands.rate), "ratio", m.hands.rate / m.book_rate, true, 0.5,
       fmt::format("of {:.0f}/s that bench book records: one table, 100 hands a commit; {:.2f} of "
                   "{:.0f}/s into the book that is served",
                   m.book_rate, m.hands.rate / m.served_rate, m.served_rate)},
      {"hand, half of them", ms(m.hands.ms_at(0.5)), "ms", m.hands.ms_at(0.5), false, 20, ""},
      {"hand, 99 of 100", ms(m.hands.ms_at(0.99)), "ms", m.hands.ms_at(0.99), false, 20,
       "from the first byte sent to the last one read"},
      {"reads of a live table", per_second(m.reads.rate), "ratio", m.reads.rate / m.bare.rate, true,
       0.5, fmt::format("of {:.0f}/s from a bare Poco handler", m.bare.rate)},
      {"read, 99 of 100", ms(m.reads.ms_at(0.99)), "ms", m.reads.ms_at(0.99), false, 20, ""},
      {"read beside slow connections", ms(m.beside_slow.ms_at(1)), "ms", m.beside_slow.ms_at(1),
       false, 200,
       fmt::format("the slowest of {}; {} connections send a byte a second",
                   m.beside_slow.took_ms.size(), kSlow)},
      {"start", ms(m.start_ms), "ms", m.start_ms, false, 300, "until it listens"},
      {"end", ms(m.end_ms), "ms", m.end_ms, false, 1'000, "asked to, with clients just gone"},
      {"idle memory", mb(m.idle_mb), "MB", m.idle_mb, false, 40, "resident, before any request"},
      {"memory after the load", mb(m.after_mb), "MB", m.after_mb, false, 40, "resident"}};
}

void tell_table(const ServiceBenchOptions& options, const std::vector<Figure>& figures,
                const Terminal& terminal) {
  reports::TextTable table(
      {Align::left, Align::right, Align::right, Align::right, Align::left, Align::left});
  table.row({fmt::format("{} clients, {} tables, book of {}", kClients, kClients, options.rounds),
             "measured", "wanted", "ratio", "", ""});
  for (const auto& figure : figures) {
    const bool ratio = figure.unit == "ratio";
    table.row({figure.name, figure.text,
               fmt::format("{} {}", figure.at_least ? ">=" : "<=", figure.wanted),
               ratio ? fmt::format("{:.2f}", figure.value) : "", figure.ok() ? "ok" : "missed",
               figure.beside});
  }
  terminal.out << table.text();
}

void tell_json(const std::vector<Figure>& figures, const Terminal& terminal) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& figure : figures) {
    all.push_back({{"name", figure.name},
                   {"measured", figure.text},
                   {"value", figure.value},
                   {"unit", figure.unit},
                   {figure.at_least ? "at_least" : "at_most", figure.wanted},
                   {"ok", figure.ok()},
                   {"beside", figure.beside}});
  }
  terminal.out << nlohmann::ordered_json{{"figures", all}}.dump() << '\n';
}

Exit run_bench_service(const ServiceBenchOptions& options, const Terminal& terminal) {
  const auto path = fmt::format("{}/bench-service-{}.book", options.folder, options.rounds);
  auto measured = measure(options, path, terminal);
  remove_book(path);
  if (const auto* no = refused(measured)) return refuse(terminal, *no);
  const auto figures = figures_of(std::get<ServiceMeasured>(measured));
  if (options.json) {
    tell_json(figures, terminal);
  } else {
    tell_table(options, figures, terminal);
  }
  const bool all =
      std::all_of(figures.begin(), figures.end(), [](const auto& f) { return f.ok(); });
  return all ? Exit::done : Exit::refused;
}

}  // namespace

void add_bench_service(CLI::App& bench, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ServiceBenchOptions>();
  auto* verb = bench.add_subcommand("service", "A server under 32 clients, in its own process");
  verb->add_option("--rounds", options->rounds, "Hands in the book that is served")
      ->check(CLI::Range(200, 5'000'000))
      ->capture_default_str();
  verb->add_option("--seconds", options->seconds, "How long each load lasts")
      ->check(CLI::Range(1, 600))
      ->capture_default_str();
  verb->add_option("--folder", options->folder,
                   "Where the book is written; it is removed afterwards")
      ->type_name(kFolder)
      ->capture_default_str();
  verb->add_flag("--json", options->json, "For scripts");
  verb->footer(
      "Figures vary with the machine and its disk; the ratios are measured side by side in one "
      "run.\n"
      "Exit status: 0 all as wanted, 1 something was missed, 3 the folder cannot be written.\n"
      "Example: cardroom bench service --rounds 2000 --seconds 2");
  verb->callback([=, &terminal, &exit] { exit = run_bench_service(*options, terminal); });
}

}  // namespace cardroom::cli
