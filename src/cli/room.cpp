#include <algorithm>
#include <filesystem>
#include <memory>
#include <ostream>

#include "cardroom/cli/room_requests.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/file.hpp"
#include "cardroom/ledger/recorder.hpp"
#include "cardroom/ledger/room_file.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using rules::refused;
using table::Request;

constexpr std::size_t kMostScheduleBytes = std::size_t{1} << 19U;

struct RoomOptions {
  std::string db, at;
  RoomSetter setter{"admin", "Administrator", "", {}};
  bool json = false;
};

OrRefused<table::SetRoom> settings(const std::string& path) {
  if (path.empty()) return ledger::read_room(ledger::usual_room(), "usual settings");
  auto content = ledger::read_file(path, kMostSettingsBytes);
  if (const auto* no = refused(content)) return *no;
  return ledger::read_room(std::get<std::string>(content), path);
}

/// Every schedule file of the folder, as it stands.
OrRefused<std::vector<table::LoadSchedules>> schedules(const Terminal& terminal) {
  auto checked = load_books(terminal);
  if (const auto* no = refused(checked)) return *no;
  std::vector<table::LoadSchedules> all;
  for (const auto& entry : std::filesystem::directory_iterator(terminal.schedules)) {
    if (entry.path().extension() != ".toml") continue;
    auto content = ledger::read_file(entry.path().string(), kMostScheduleBytes);
    if (const auto* no = refused(content)) return *no;
    all.push_back({entry.path().filename().string(), std::get<std::string>(content)});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return all;
}

}  // namespace

OrRefused<std::vector<table::Command>> room_commands(const std::string& path,
                                                     const Terminal& terminal) {
  auto room = settings(path);
  if (const auto* no = refused(room)) return *no;
  auto files = schedules(terminal);
  if (const auto* no = refused(files)) return *no;
  std::vector<table::Command> commands = {std::get<table::SetRoom>(std::move(room))};
  for (auto& file : std::get<0>(files)) commands.emplace_back(std::move(file));
  return commands;
}

OrRefused<std::vector<OrRefused<Request>>> room_requests(const RoomSetter& setter, bool first,
                                                         std::int64_t events,
                                                         const Terminal& terminal) {
  auto commands = room_commands(setter.settings, terminal);
  if (const auto* no = refused(commands)) return *no;
  std::vector<OrRefused<Request>> all;
  const auto add = [&](table::Command command) {
    all.push_back(Request{setter.by, "room-" + std::to_string(events + std::ssize(all) + 1),
                          setter.at_ms, std::move(command)});
  };
  if (first) add(table::AddPerson{setter.by, setter.name, table::Role::admin});
  for (auto& command : std::get<0>(commands)) add(std::move(command));
  return all;
}

namespace {

Exit record_all(const RoomOptions& options, const Terminal& terminal,
                std::unique_ptr<ledger::Book> book, bool first) {
  const ledger::SystemClock clock;
  auto opened = ledger::Recorder::open(std::move(book), terminal.games, clock);
  if (const auto* no = refused(opened)) return refuse(terminal, *no);
  auto& recorder = *std::get<0>(opened);
  auto commands = room_requests(options.setter, first, recorder.floor().events, terminal);
  if (const auto* no = refused(commands)) return refuse(terminal, *no);
  for (const auto& answer : recorder.record(std::get<0>(commands))) {
    if (answer.ok) continue;
    terminal.err << answer.json << '\n';
    return Exit::refused;
  }
  const auto& room = *recorder.floor().room;
  if (options.json) {
    terminal.out << "{\"events\":" << recorder.head().seq << ",\"head\":\""
                 << ledger::hex(recorder.head().hash) << "\"}\n";
  } else {
    terminal.out << "Room '" << room.name << "' (" << room.time_zone << ") in " << options.db
                 << ": " << room.shifts.size() << " shifts, " << recorder.floor().books->size()
                 << " schedule file(s), admin '" << options.setter.by << "'.\n";
  }
  return Exit::done;
}

/// Reads --at; a time that is none is a matter of usage.
void read_at(RoomOptions& options) {
  if (options.at.empty()) return;
  options.setter.at_ms = table::read_iso(options.at);
  if (options.setter.at_ms) return;
  throw CLI::ValidationError("--at takes a time like 2026-11-18T18:03:11-08:00");
}

Exit run_init(RoomOptions& options, const Terminal& terminal) {
  read_at(options);
  auto book = ledger::Book::create(options.db);
  if (const auto* no = refused(book)) return refuse(terminal, *no);
  const Exit exit = record_all(options, terminal, std::get<0>(std::move(book)), true);
  if (exit != Exit::done) {
    // A room without settings would only be in the way of the next try.
    for (const char* part : {"", "-wal", "-shm", "-lock"})
      std::filesystem::remove(options.db + part);
  }
  return exit;
}

Exit run_set(RoomOptions& options, const Terminal& terminal) {
  read_at(options);
  auto book = ledger::Book::open_to_write(options.db);
  if (const auto* no = refused(book)) return refuse(terminal, *no);
  return record_all(options, terminal, std::get<0>(std::move(book)), false);
}

}  // namespace

void add_room(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<RoomOptions>();
  auto* verb = app.add_subcommand("room", "Set up the book of a room");
  verb->require_subcommand(1);
  verb->footer("Example: cardroom room init --db room.book");

  auto* init =
      verb->add_subcommand("init", "Make a new book with its settings, schedules and admin");
  init->add_option("--db", options->db, "The book's file; it must not exist")
      ->required()
      ->type_name(kFile);
  init->add_option("--settings", options->setter.settings,
                   "Room settings (TOML); else a room like many")
      ->type_name(kFile);
  init->add_option("--admin", options->setter.by, "Sign of the first admin")->capture_default_str();
  init->add_option("--admin-name", options->setter.name, "Name of the first admin")
      ->capture_default_str();
  init->add_option("--at", options->at, "When, for a book that starts in the past; else now");
  init->add_flag("--json", options->json, "For scripts");
  init->footer("Settings look like this:\n\n" + std::string(ledger::usual_room()) +
               "\nExit status: 0 done, 1 refused, 3 a file cannot be read or written.\n"
               "Example: cardroom room init --db room.book --admin olga");
  init->callback([=, &terminal, &exit] { exit = run_init(*options, terminal); });

  auto* set = verb->add_subcommand("set", "Record changed settings and schedules in the book");
  set->add_option("--db", options->db, "The book")->required()->type_name(kFile);
  set->add_option("--settings", options->setter.settings, "Room settings (TOML)")
      ->required()
      ->type_name(kFile);
  set->add_option("--by", options->setter.by, "The admin who changes them")->required();
  set->add_option("--at", options->at, "When, for a book that is recorded later; else now");
  set->add_flag("--json", options->json, "For scripts");
  set->footer(
      "Tables that are open keep their schedule until it is changed at the table.\n"
      "Exit status: 0 done, 1 refused, 3 a file cannot be read or written.\n"
      "Example: cardroom room set --db room.book --settings room.toml --by olga");
  set->callback([=, &terminal, &exit] { exit = run_set(*options, terminal); });
}

}  // namespace cardroom::cli
