#include "cardroom/cli/bench_hands.hpp"

#include <chrono>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "cardroom/cli/room_requests.hpp"
#include "cardroom/ledger/access_file.hpp"
#include "cardroom/ledger/recorder.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using table::Request;

constexpr int kHandsABatch = 100;
constexpr int kSeats = 8;
constexpr std::int64_t kShiftMs = std::int64_t{8} * 60 * table::kMinuteMs;

/// A hand of twenty wagers, as a client would send it. Cards and stakes vary with the number.
std::string hand_line(const std::string& table, int number, const std::string& prefix) {
  const int holder = number / 2 % kSeats + 1;
  constexpr std::array<std::string_view, 4> kDeals = {
      R"("player":"6h Kd","banker":"3c Kd 4s")", R"("player":"9h Kd","banker":"3c Kd")",
      R"("player":"2h 2d 3c","banker":"7c Kd")", R"("player":"Kh 6d","banker":"Qc 6d")"};
  const auto deal = kDeals[static_cast<std::size_t>(number) % kDeals.size()];
  std::string wagers;
  for (int i = 0; i < 20; ++i) {
    const int seat = (holder + i % (kSeats - 1)) % kSeats + 1;
    const char* on = i < 7 ? (seat % 2 == 0 ? "player" : "banker") : i < 14 ? "tie" : "fortune-7";
    wagers += fmt::format(R"({}{{"seat":{},"on":"{}","cents":{}}})", i == 0 ? "" : ",", seat, on,
                          10'000 + (number + i) % 40 * 1000);
  }
  return fmt::format(
      R"({{"do":"hand","table":"{}","by":"dealer","key":"{}h-{}","wagers":[{}],{}}})", table,
      prefix, number, wagers, deal);
}

void open_room(Batch& batch, int tables) {
  for (const auto& [person, role] : {std::pair{"boss", "shift-manager"}, {"dealer", "dealer"}}) {
    batch.push_back(fmt::format(R"({{"do":"add-person","by":"admin","key":"{0}","person":"{0}",)"
                                R"("name":"{0}","role":"{1}"}})",
                                person, role));
  }
  batch.emplace_back(R"({"do":"open-shift","by":"boss","key":"s1","shift":"day"})");
  for (int table = 0; table < tables; ++table) {
    const auto name = table_name(table);
    batch.push_back(fmt::format(R"({{"do":"open-table","by":"boss","key":"t{0}","table":"{0}",)"
                                R"("game":"fortune-7","schedule":13}})",
                                name));
    for (int seat = 1; seat <= kSeats; ++seat) {
      batch.push_back(fmt::format(R"({{"do":"seat","by":"dealer","key":"n{0}-{1}","table":"{0}",)"
                                  R"("seat":{1},"name":"Guest {1}"}})",
                                  name, seat));
    }
  }
}

std::vector<OrRefused<Request>> read_all(const Batch& batch) {
  std::vector<OrRefused<Request>> requests;
  for (const auto& line : batch) requests.push_back(table::read_request(line));
  return requests;
}

}  // namespace

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string table_name(int table) { return std::to_string(5 + table); }

Batch hand_commands(const std::string& table, int number, const std::string& prefix) {
  Batch commands;
  if (number % 2 == 0) {
    commands.push_back(
        fmt::format(R"({{"do":"offer-position","by":"dealer","key":"{}o-{}","table":"{}"}})",
                    prefix, number, table));
    commands.push_back(fmt::format(
        R"({{"do":"accept-position","by":"dealer","key":"{}a-{}","table":"{}","seat":{},)"
        R"("wager_cents":2000000}})",
        prefix, number, table, number / 2 % kSeats + 1));
  }
  commands.push_back(hand_line(table, number, prefix));
  return commands;
}

std::vector<Batch> hand_batches(int rounds, int tables) {
  std::vector<Batch> batches(1);
  open_room(batches.back(), tables);
  for (int number = 0; number < rounds; ++number) {
    if (number % kHandsABatch == 0) batches.emplace_back();
    const auto table = table_name(number % tables);
    for (auto& line : hand_commands(table, number / tables, table + '-')) {
      batches.back().push_back(std::move(line));
    }
  }
  return batches;
}

PlayedShifts shift_batches(int rounds, int tables, int hands_a_shift, std::int64_t end_ms) {
  const int shifts = (rounds + hands_a_shift - 1) / hands_a_shift;
  PlayedShifts played;
  played.begin_ms = end_ms - shifts * kShiftMs;
  played.batches = hand_batches(rounds, tables);
  const auto stamp = [&](std::string& line, std::int64_t ms) {
    line.insert(1, fmt::format(R"("at":"{}",)", table::iso_text({ms, 0})));
  };
  for (auto& line : played.batches.front()) stamp(line, played.begin_ms);
  int number = 0;
  for (std::size_t i = 1; i < played.batches.size(); ++i) {
    Batch batch;
    for (auto& line : played.batches[i]) {
      const auto ms = played.begin_ms + number * kShiftMs / hands_a_shift;
      if (line.find(R"("do":"hand")") != std::string::npos && ++number % hands_a_shift == 1 &&
          number > 1) {
        for (const char* what : {R"("do":"close-shift")", R"("do":"open-shift","shift":"day")"}) {
          stamp(batch.emplace_back(
                    fmt::format(R"({{{},"by":"boss","key":"s{}-{}"}})", what, number, what[10])),
                ms);
        }
      }
      stamp(line, ms);
      batch.push_back(std::move(line));
    }
    played.batches[i] = std::move(batch);
  }
  return played;
}

void remove_book(const std::string& path) {
  std::error_code ignored;
  for (const auto& file : {path, ledger::access_path(path)}) {
    for (const char* part : {"", "-wal", "-shm", "-lock"}) {
      std::filesystem::remove(file + part, ignored);
    }
  }
}

OrRefused<BookMeasured> record_book(const std::string& path, const std::vector<Batch>& batches,
                                    const Terminal& terminal, std::optional<std::int64_t> at_ms) {
  remove_book(path);
  auto room = room_requests({"admin", "Admin", "", at_ms}, true, 0, terminal);
  if (const auto* no = rules::refused(room)) return *no;
  const ledger::SystemClock clock;
  auto open = [&](std::unique_ptr<ledger::Book> book) {
    return std::get<0>(ledger::Recorder::open(std::move(book), terminal.games, clock));
  };
  auto created = ledger::Book::create(path);
  if (const auto* no = rules::refused(created)) return *no;
  auto recorder = open(std::get<0>(std::move(created)));
  static_cast<void>(recorder->record(std::get<0>(room)));
  BookMeasured measured;
  for (const auto& answer : recorder->record(read_all(batches.front()))) {
    rules::require(answer.ok, "B1: the benchmark's own room may be recorded");
  }
  measured.last_events.push_back(recorder->head().seq);
  std::string answers;
  for (std::size_t i = 1; i < batches.size(); ++i) {
    measured.record += seconds_of([&] {
      answers.clear();
      for (const auto& answer : recorder->record(read_all(batches[i]))) {
        rules::require(answer.ok, "B1: the benchmark's own hands may be recorded");
        answers += answer.json;
      }
    });
    if (i > kMostCompared) continue;
    measured.compared = measured.record;
    measured.last_events.push_back(recorder->head().seq);
  }
  recorder.reset();
  measured.restart =
      seconds_of([&] { recorder = open(std::get<0>(ledger::Book::open_to_write(path))); });
  recorder.reset();
  measured.bytes = std::filesystem::file_size(path);
  return measured;
}

}  // namespace cardroom::cli
