// The floor prompt: a line, what came of it, what is next.

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <ostream>
#include <stop_token>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/floor_desk.hpp"
#include "cardroom/cli/floor_text.hpp"
#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/typed_lines.hpp"
#include "cardroom/cli/verb.hpp"

namespace cardroom::cli {

namespace {

using rules::refused;

struct FloorOptions {
  RemoteOptions remote;
  std::string table;
};

std::string painted(const reports::Ink& ink, FloorDesk::Said::Tone tone, const std::string& text) {
  switch (tone) {
    case FloorDesk::Said::Tone::plain: return text;
    case FloorDesk::Said::Tone::good: return ink.good(text);
    case FloorDesk::Said::Tone::bad: return ink.bad(text);
  }
  throw rules::BrokenInvariant("R3: a tone outside the list");
}

/// Whatever is wider than the terminal goes on in the next line, at words.
void show(const Terminal& terminal, const FloorDesk::Answer& answer, std::size_t width) {
  for (const auto& said : answer.said) {
    std::string_view text = said.text;
    while (!text.empty()) {
      const auto line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      const auto parts = reports::columns_of(line) <= width ? std::vector{std::string(line)}
                                                            : reports::lines_within(line, width);
      for (const auto& part : parts) {
        terminal.out << painted(terminal.ink, said.tone, part) << '\n';
      }
    }
  }
  terminal.out << std::flush;
}

/// Says once that the server lets a person wait. While it lives nobody else may write to `out`.
class WaitingNote {
 public:
  explicit WaitingNote(std::ostream& out)
      : watch_([this, &out](const std::stop_token& answered) { watch(out, answered); }) {}

 private:
  static constexpr std::chrono::seconds kPatience{2};  // a longer silence reads like a fault

  void watch(std::ostream& out, const std::stop_token& answered) {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, answered, kPatience, [] { return false; });
    if (!answered.stop_requested()) out << "Waiting for the server ...\n" << std::flush;
  }

  std::mutex mutex_;
  std::condition_variable_any answered_;
  std::jthread watch_;  // the last: its end needs the others
};

/// What comes of asking; whoever types is told of a long wait, a script is not.
template <class Asks>
FloorDesk::Answer heard(const Terminal& terminal, const TypedLines& lines, Asks asks) {
  if (!lines.by_hand()) return asks();
  const WaitingNote note(terminal.out);
  return asks();
}

/// The named table, or the only one that is open.
rules::OrRefused<std::string> which_table(const FloorOptions& options) {
  if (!options.table.empty()) return options.table;
  auto made = client_of(options.remote, true);
  if (const auto* no = refused(made)) return *no;
  auto asked = std::get<0>(made)->ask("GET", "/v1/tables");
  if (const auto* no = refused(asked)) return *no;
  const auto& heard = std::get<service::Client::Heard>(asked);
  if (heard.status != 200) return service::refusal_in(heard);
  std::vector<std::string> open;
  std::string all;
  const auto tables = nlohmann::json::parse(heard.body, nullptr, false);
  for (const auto& one : tables.value("items", nlohmann::json::array())) {
    if (one.value("status", "") == "closed") continue;
    open.push_back(one.value("table", ""));
    rules::append_listed(all, open.back());
  }
  if (open.size() == 1) return open.front();
  return rules::Refused{rules::Refusal::unknown_table,
                        open.empty() ? std::string("No table is open: cardroom do open-table.")
                                     : fmt::format("Which table? --table is one of {}.", all)};
}

/// The line that nobody answered must not be forgotten with the prompt.
Exit leave(const Terminal& terminal, const FloorDesk& desk, bool any_refused) {
  if (desk.waiting().empty()) return any_refused ? Exit::refused : Exit::done;
  terminal.out << "Not delivered: '" << desk.waiting()
               << "'. Look at the table (cardroom status) before it is entered again.\n";
  return Exit::refused;
}

Exit run_floor(const FloorOptions& options, const Terminal& terminal) {
  auto table = which_table(options);
  if (const auto* no = refused(table)) return refuse(terminal, *no);
  FloorDesk desk([&] { return client_of(options.remote, true); }, terminal.games);
  if (auto no = desk.open(std::get<std::string>(table))) return refuse(terminal, *no);
  auto lines = TypedLines::make(
      [&](std::string_view typed) { return completions(typed, desk.table(), desk.game()); });
  show(terminal, desk.greeting(), lines->width());
  bool any_refused = false;
  for (;;) {
    show(terminal, heard(terminal, *lines, [&] { return desk.look_again(); }), lines->width());
    const auto line = lines->next(desk.table().table + "> ");
    if (!line) break;
    if (!lines->by_hand()) terminal.out << desk.table().table << "> " << *line << '\n';
    const auto answer = heard(terminal, *lines, [&] { return desk.take(*line); });
    if (answer.understood) lines->remember(*line);
    any_refused = any_refused || answer.refused;
    show(terminal, answer, lines->width());
    if (answer.over) break;
  }
  return leave(terminal, desk, any_refused);
}

}  // namespace

void add_floor(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<FloorOptions>();
  auto* verb = app.add_subcommand(
      "floor", "A prompt beside a live table: wagers, cards and the position in short lines");
  add_remote_options(*verb, options->remote);
  verb->remove_option(verb->get_option("--json"));
  verb->add_option("--table", options->table, "The table; else the only one that is open");
  verb->footer(
      "At the prompt ? shows all that can be typed. Lines may come from standard input, too.\n"
      "Exit status: 0 ended, 1 a line was refused or not delivered, 2 usage, 3 the server does "
      "not\nanswer, 4 not allowed or not signed in.\n"
      "Example: cardroom floor --table 5");
  verb->callback([=, &terminal, &exit] { exit = run_floor(*options, terminal); });
}

}  // namespace cardroom::cli
