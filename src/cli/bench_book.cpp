#include <sqlite3.h>

#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/bench_hands.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/book.hpp"
#include "cardroom/ledger/rows.hpp"
#include "cardroom/ledger/verify.hpp"
#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::cli {

namespace {

using Align = reports::TextTable::Align;

struct BookBenchOptions {
  int rounds = 20'000;
  std::string folder = ".";
};

/// Everything that one table of the book holds, in memory.
struct StoredTable {
  std::string name;
  int columns = 0;
  std::vector<sqlite3_value*> values;
  std::vector<std::size_t> end_of_batch;  ///< rows

  StoredTable() = default;
  StoredTable(StoredTable&&) = default;
  StoredTable(const StoredTable&) = delete;
  ~StoredTable() {
    for (auto* value : values) sqlite3_value_free(value);
  }
};

/// The rows of the book, table by table, cut where its batches end. `last_events` are the last
/// events of the batches.
std::vector<StoredTable> read_rows(SQLite::Database& db,
                                   const std::vector<std::int64_t>& last_events) {
  std::vector<std::pair<std::string, std::string>> tables = {{"event", "seq"}};
  for (std::size_t i = 0; i < ledger::kDerivedTables; ++i) {
    const std::string name(ledger::name(static_cast<ledger::Derived>(i)));
    std::string event = "id";
    if (name == "round" || name == "entry" || name == "waiver") event = "event";
    if (name == "wager") event = "(SELECT event FROM round WHERE round.id = wager.round)";
    if (name == "posting") event = "(SELECT event FROM entry WHERE entry.id = posting.entry)";
    if (name == "account" || name == "gaming_table") event = "0";
    tables.emplace_back(name, event);
  }
  std::vector<StoredTable> all;
  for (const auto& [name, event] : tables) {
    StoredTable& stored = all.emplace_back();
    stored.name = name;
    sqlite3_stmt* row = nullptr;
    sqlite3_prepare_v2(db.getHandle(),
                       fmt::format("SELECT {}, * FROM {} ORDER BY rowid", event, name).c_str(), -1,
                       &row, nullptr);
    stored.columns = sqlite3_column_count(row) - 1;
    std::size_t rows = 0;
    while (sqlite3_step(row) == SQLITE_ROW && sqlite3_column_int64(row, 0) <= last_events.back()) {
      while (stored.end_of_batch.size() < last_events.size() &&
             sqlite3_column_int64(row, 0) > last_events[stored.end_of_batch.size()]) {
        stored.end_of_batch.push_back(rows);
      }
      for (int c = 1; c <= stored.columns; ++c) {
        stored.values.push_back(sqlite3_value_dup(sqlite3_column_value(row, c)));
      }
      ++rows;
    }
    stored.end_of_batch.resize(last_events.size(), rows);
    sqlite3_finalize(row);
  }
  return all;
}

/// Bare SQLite: the same rows into the same tables, in the same batches.
double write_bare(const std::string& path, const std::vector<StoredTable>& tables,
                  std::size_t batches, bool with_guards) {
  remove_book(path);
  auto book = std::get<0>(ledger::Book::create(path));
  SQLite::Database& db = book->database();
  if (!with_guards) {
    SQLite::Statement names(db, "SELECT name FROM sqlite_master WHERE type = 'trigger'");
    std::vector<std::string> triggers;
    while (names.executeStep()) triggers.push_back(names.getColumn(0).getString());
    for (const auto& trigger : triggers) db.exec("DROP TRIGGER " + trigger);
  }
  std::vector<sqlite3_stmt*> inserts;
  for (const auto& table : tables) {
    std::string sql = "INSERT INTO " + table.name + " VALUES (?";
    for (int c = 1; c < table.columns; ++c) sql += ", ?";
    sqlite3_prepare_v3(db.getHandle(), (sql + ")").c_str(), -1, SQLITE_PREPARE_PERSISTENT,
                       &inserts.emplace_back(), nullptr);
  }
  const double took = seconds_of([&] {
    std::vector<std::size_t> done(tables.size());
    for (std::size_t batch = 0; batch < batches; ++batch) {
      sqlite3_exec(db.getHandle(), "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
      for (std::size_t t = 0; t < tables.size(); ++t) {
        const auto columns = static_cast<std::size_t>(tables[t].columns);
        for (; done[t] < tables[t].end_of_batch[batch]; ++done[t]) {
          for (std::size_t c = 0; c < columns; ++c) {
            sqlite3_bind_value(inserts[t], static_cast<int>(c) + 1,
                               tables[t].values[done[t] * columns + c]);
          }
          if (sqlite3_step(inserts[t]) != SQLITE_DONE) {
            throw rules::BrokenInvariant(sqlite3_errmsg(db.getHandle()));
          }
          sqlite3_reset(inserts[t]);
        }
      }
      sqlite3_exec(db.getHandle(), "COMMIT", nullptr, nullptr, nullptr);
    }
  });
  for (auto* insert : inserts) sqlite3_finalize(insert);
  book.reset();
  remove_book(path);
  return took;
}

Exit run_bench_book(const BookBenchOptions& options, const Terminal& terminal) {
  const std::string path = options.folder + "/bench-" + std::to_string(options.rounds) + ".book";
  const auto batches = hand_batches(options.rounds, 1);
  auto recorded = record_book(path, batches, terminal);
  if (const auto* no = rules::refused(recorded)) return refuse(terminal, *no);
  const auto& ours = std::get<BookMeasured>(recorded);
  const double n = options.rounds;

  double check = 0;
  double with_guards = 0;
  double bare = 0;
  {
    auto book = std::get<0>(ledger::Book::open_to_read(path));
    check = seconds_of([&] { book->database().execAndGet("PRAGMA integrity_check"); });
    const auto tables = read_rows(book->database(), ours.last_events);
    with_guards = write_bare(path + ".bare", tables, ours.last_events.size(), true);
    bare = write_bare(path + ".bare", tables, ours.last_events.size(), false);
  }
  std::optional<std::string> difference;
  const double verified = seconds_of([&] {
    difference =
        std::get<ledger::Verified>(ledger::verify(path, terminal.games, {})).first_difference;
  });
  remove_book(path);
  rules::require(!difference, "B2: the benchmark's own book holds");

  reports::TextTable table({Align::left, Align::right, Align::right, Align::right, Align::left});
  table.row(
      {fmt::format("{} hands of 20 wagers", options.rounds), "measured", "wanted", "ratio", ""});
  table.row({"record, 100 a commit", fmt::format("{:.0f}/s", n / ours.record), ">= 0.5",
             fmt::format("{:.2f}", with_guards / ours.compared),
             "of bare SQLite writing the same rows into the same schema"});
  table.row({"", "", "", fmt::format("{:.2f}", bare / ours.compared),
             "of bare SQLite without the triggers that keep rows final"});
  table.row({"verify", fmt::format("{:.0f}/s", n / verified), "<= 3.0",
             fmt::format("{:.2f}", verified / check),
             "times PRAGMA integrity_check on the same file"});
  table.row({"on disk", fmt::format("{:.0f} bytes", static_cast<double>(ours.bytes) / n), "<= 4096",
             "", "a hand of 20 wagers, with its part of everything else"});
  table.row({"restart", fmt::format("{:.0f} ms", ours.restart * 1e3), "<= 2000", "",
             "opens the book and rebuilds its tables"});
  terminal.out << table.text();
  return Exit::done;
}

}  // namespace

void add_bench_book(CLI::App& bench, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<BookBenchOptions>();
  auto* book = bench.add_subcommand("book", "Recording, verifying and restarting a book");
  book->add_option("--rounds", options->rounds, "Hands to record")
      ->check(CLI::Range(200, 5'000'000))
      ->capture_default_str();
  book->add_option("--folder", options->folder,
                   "Where the book is written; it is removed afterwards")
      ->type_name(kFolder)
      ->capture_default_str();
  book->footer(
      "Figures vary with the machine and its disk; the ratios are measured side by side in one "
      "run.\n"
      "Exit status: 0 done, 3 the folder cannot be written.\nExample: cardroom bench book --rounds "
      "2000");
  book->callback([=, &terminal, &exit] { exit = run_bench_book(*options, terminal); });
}

}  // namespace cardroom::cli
