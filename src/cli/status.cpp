#include <memory>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/table_text.hpp"
#include "cardroom/cli/verb.hpp"

namespace cardroom::cli {

namespace {

using nlohmann::json;
using rules::refused;
using Align = reports::TextTable::Align;

struct StatusOptions {
  RemoteOptions remote;
  std::string table;
};

std::string text_in(const json& object, const char* key) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : "";
}

std::string room_text(const json& room, const json& tables, const reports::Ink& ink) {
  std::string out = ink.heading(room.contains("settings") ? text_in(room["settings"], "name")
                                                          : "A room without settings") +
                    '\n';
  if (room.contains("shift")) {
    const auto& shift = room["shift"];
    out += fmt::format("  {} shift of {}, open since {} (shift {})\n", text_in(shift, "name"),
                       text_in(shift, "date"), text_in(shift, "opened"),
                       shift["shift"].get<std::int64_t>());
  } else {
    out += "  No shift is open.\n";
  }
  for (const auto& one : room["corrections"]) {
    out += fmt::format("  Correction {} of round {} waits for approval: {} ({})\n",
                       one["correction"].get<std::int64_t>(), one["round"].get<std::int64_t>(),
                       text_in(one, "reason"), text_in(one, "asked_by"));
  }
  reports::TextTable rows({Align::left, Align::left, Align::left, Align::right, Align::right,
                           Align::left, Align::left});
  rows.row({"Table", "Status", "Game", "Option", "Hands", "Position", "Waits for"});
  for (const auto& one : tables["items"]) {
    rows.row({text_in(one, "table"), text_in(one, "status"), text_in(one, "game"),
              one.contains("option") ? std::to_string(one["option"].get<int>()) : "",
              std::to_string(one["hands"].get<int>()), text_in(one, "holder"),
              text_in(one, "waits_for")});
  }
  return out + '\n' + rows.text();
}

Exit run_status(const StatusOptions& options, const Terminal& terminal) {
  auto made = client_of(options.remote, true);
  if (const auto* no = refused(made)) return refuse(terminal, *no);
  auto& client = *std::get<0>(made);
  if (!options.table.empty()) {
    return ask(terminal, client, "GET", "/v1/tables/" + in_path(options.table), "", {},
               [&](const std::string& body) {
                 if (options.remote.json) {
                   terminal.out << body << '\n';
                   return Exit::done;
                 }
                 const auto table = table_in(body);
                 if (const auto* no = refused(table)) return refuse(terminal, *no);
                 terminal.out << table_text(std::get<reports::LiveTable>(table), terminal.ink);
                 return Exit::done;
               });
  }
  return ask(terminal, client, "GET", "/v1/room", "", {}, [&](const std::string& room) {
    return ask(terminal, client, "GET", "/v1/tables", "", {}, [&](const std::string& tables) {
      if (options.remote.json) {
        terminal.out << "{\"room\":" << room << ",\"tables\":" << tables << "}\n";
      } else {
        terminal.out << room_text(json::parse(room), json::parse(tables), terminal.ink);
      }
      return Exit::done;
    });
  });
}

}  // namespace

void add_status(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<StatusOptions>();
  auto* verb = app.add_subcommand("status", "The room now: shift, tables, what each waits for");
  add_remote_options(*verb, options->remote);
  verb->add_option("--table", options->table, "One table with its seats and what may be done");
  verb->footer(
      "Exit status: 0 done, 1 refused, 2 usage, 3 the server does not answer, 4 not allowed.\n"
      "Example: cardroom status --table 5");
  verb->callback([=, &terminal, &exit] { exit = run_status(*options, terminal); });
}

}  // namespace cardroom::cli
