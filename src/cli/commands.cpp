#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/verb.hpp"
#include "cardroom/table/command.hpp"

namespace cardroom::cli {

namespace {

std::string commands_text(const reports::Ink& ink) {
  std::string out;
  for (const auto& command : table::all_commands()) {
    out += fmt::format("{} ({})\n", ink.heading(command.name), name(command.least));
    std::string fields;
    for (const auto& field : command.fields) {
      fields +=
          fmt::format("{}{}{}", fields.empty() ? "" : " ", field.name, field.required ? "" : "?");
    }
    if (!fields.empty()) out += "    " + reports::wrapped(fields, 96, 4) + '\n';
  }
  return out;
}

std::string commands_json() {
  std::string out = "[";
  for (const auto& command : table::all_commands()) {
    if (out.back() != '[') out += ',';
    out += fmt::format(R"({{"do":"{}","least_role":"{}","fields":[)", command.name,
                       name(command.least));
    for (const auto& field : command.fields) {
      if (out.back() != '[') out += ',';
      out += fmt::format(R"({{"name":"{}","kind":"{}","required":{}}})", field.name, field.kind,
                         field.required);
    }
    out += "]}";
  }
  return out + "]\n";
}

}  // namespace

void add_commands(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto json = std::make_shared<bool>(false);
  auto* verb =
      app.add_subcommand("commands", "List what can be recorded, by whom, with which fields");
  verb->add_flag("--json", *json, "For scripts");
  verb->footer(
      "A field with a question mark may be left out. Every command also takes by, key and at.\n"
      "Exit status: 0 done.\nExample: cardroom commands");
  verb->callback([=, &terminal, &exit] {
    terminal.out << (*json ? commands_json() : commands_text(terminal.ink));
    exit = Exit::done;
  });
}

}  // namespace cardroom::cli
