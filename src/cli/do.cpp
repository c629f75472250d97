// A verb for every command: its flags are the command's fields.

#include <unistd.h>

#include <charconv>
#include <map>
#include <memory>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/settlement_text.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/table/command.hpp"

namespace cardroom::cli {

namespace {

using nlohmann::ordered_json;
using rules::refused;
using table::FieldTold;

constexpr std::string_view kCentsEnd = "_cents";

struct DoOptions {
  RemoteOptions remote;
  std::string key, if_match;
  std::map<std::string, std::string> texts;
  std::map<std::string, std::vector<std::string>> lists;
  std::map<std::string, int> flags;  ///< 1 and -1 where it was said, 0 where not
  std::map<std::string, std::string> dollars;
};

std::string flag_name(const std::string& field) {
  std::string flag = "--" + field;
  for (char& c : flag) c = c == '_' ? '-' : c;
  return flag;
}

/// "wager_cents" may be told in dollars as --wager, "cents" as --dollars.
std::string dollars_flag(const std::string& field) {
  if (field == "cents") return "--dollars";
  return flag_name(field.substr(0, field.size() - kCentsEnd.size()));
}

bool told_in_dollars(const FieldTold& field) {
  return field.kind == "cents" && (field.name == "cents" || field.name.ends_with(kCentsEnd));
}

[[noreturn]] void usage(const std::string& why) { throw CLI::ValidationError(why); }

std::int64_t whole(const std::string& flag, const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    usage(flag + " is a whole number, not '" + rules::printable(text) + "'");
  }
  return number;
}

/// "2000", "2,000.50" or "$2,000.50" as cents.
std::int64_t dollars(const std::string& flag, const std::string& text) {
  const auto amount = rules::read_dollars(text.starts_with('$') ? text : '$' + text);
  if (!amount) usage(flag + " is dollars, like 2000 or 0.50");
  return amount->count();
}

/// A list's value is JSON where it looks like it, else a text.
ordered_json list_item(const std::string& flag, const std::string& text, const FieldTold& field) {
  if (field.item == "text") return text;
  auto item = ordered_json::parse(text, nullptr, false);
  if (item.is_discarded()) usage(flag + " takes JSON, like {\"seat\":5,...}");
  return item;
}

void put(ordered_json& command, const FieldTold& field, const DoOptions& options) {
  const std::string flag = flag_name(field.name);
  if (const auto given = options.dollars.find(field.name); given != options.dollars.end()) {
    if (!given->second.empty())
      command[field.name] = dollars(dollars_flag(field.name), given->second);
  }
  if (field.kind == "true or false") {
    if (const int said = options.flags.at(field.name)) command[field.name] = said > 0;
    return;
  }
  if (field.kind == "list") {
    for (const auto& text : options.lists.at(field.name)) {
      command[field.name].push_back(list_item(flag, text, field));
    }
    return;
  }
  const auto& text = options.texts.at(field.name);
  if (text.empty()) return;
  if (field.kind == "text") {
    command[field.name] = text;
  } else if (field.kind == "object") {
    command[field.name] = ordered_json::parse(text, nullptr, false);
    if (command[field.name].is_discarded()) usage(flag + " takes JSON");
  } else {
    command[field.name] = whole(flag, text);
  }
}

Exit run_do(const table::CommandTold& told, const DoOptions& options, const Terminal& terminal) {
  ordered_json command = {{"do", told.name}};
  for (const auto& field : told.fields) put(command, field, options);
  auto client = client_of(options.remote, true);
  if (const auto* no = refused(client)) return refuse(terminal, *no);
  service::Client::Headers headers = {
      {"Idempotency-Key", options.key.empty() ? fresh_key("cli") : options.key}};
  if (!options.if_match.empty()) headers["If-Match"] = '"' + options.if_match + '"';
  return ask(terminal, *std::get<0>(client), "POST", "/v1/commands", command.dump(), headers,
             [&](const std::string& body) {
               if (options.remote.json) {
                 terminal.out << body << '\n';
                 return Exit::done;
               }
               const auto answer = nlohmann::json::parse(body, nullptr, false);
               terminal.out << told.name << " is event " << answer.value("event", 0);
               if (answer.contains("round")) terminal.out << ", round " << answer["round"];
               terminal.out << ".\n";
               if (answer.contains("answer")) terminal.out << settlement_text(answer["answer"]);
               return Exit::done;
             });
}

/// A value as somebody would type it; none where the name of the field says enough.
std::optional<std::string> typed(const FieldTold& field) {
  static constexpr std::pair<std::string_view, std::string_view> kTyped[] = {
      {"name", "'Ann Lee'"},
      {"time_zone", "America/Los_Angeles"},
      {"gaming_day_start", "06:00"},
      {"shifts", R"('{"name":"day","from":"06:00","to":"18:00"}')"},
      {"file", "fortune-7.toml"},
      {"toml", "\"$(cat schedules/fortune-7.toml)\""},
      {"person", "dan"},
      {"role", "dealer"},
      {"table", "5"},
      {"box", "B-17"},
      {"counters", "olga"},
      {"reason", "'counted again'"},
      {"game", "fortune-7"},
      {"schedule", "13"},
      {"limits", R"('{"on":"player","least_cents":2500,"most_cents":500000}')"},
      {"rules", "2026"},
      {"method", "B"},
      {"date", "2026-12-01"},
      {"seat", "3"},
      {"on", "player"},
      {"card", "6h"},
      {"player", "'6h Kd'"},
      {"banker", "'3c Kd 4s'"},
      {"code", "misdeal"}};
  if (field.name == "wagers" && field.kind == "list") {
    return R"('{"seat":3,"on":"player","cents":10000}')";
  }
  if (field.name == "shift") return field.kind == "text" ? "day" : "1";
  for (const auto& [name, typed] : kTyped) {
    if (field.name == name) return std::string(typed);
  }
  if (told_in_dollars(field)) return "100";
  return field.kind == "whole number" ? std::optional<std::string>("1") : std::nullopt;
}

std::string help_of(const FieldTold& field) {
  if (field.kind == "cents") return "cents, like 10000 for $100";
  const auto like = typed(field);
  std::string text = field.kind == "list" ? field.item : field.kind;
  if (like && field.kind != "whole number") text += ", like " + *like;
  if (field.kind == "list") text += "; may come again";
  return text;
}

void add_field(CLI::App& verb, const FieldTold& field, std::span<const rules::Game* const> games,
               DoOptions& options) {
  const std::string flag = flag_name(field.name);
  const std::string text = help_of(field);
  CLI::Option* added = nullptr;
  if (field.kind == "true or false") {
    verb.add_flag(flag + ",!--not-" + flag.substr(2), options.flags[field.name]);
    return;
  }
  if (field.kind == "list") {
    added = verb.add_option(flag, options.lists[field.name], text)->expected(1)->take_all();
  } else {
    added = verb.add_option(flag, options.texts[field.name], text);
  }
  if (!field.one_of.empty()) added->type_name(one_of(field.one_of));
  if (field.name == "game") added->type_name(one_of(games));
  if (told_in_dollars(field)) {
    auto* other = verb.add_option(dollars_flag(field.name), options.dollars[field.name],
                                  "the same in dollars, like 100");
    added->excludes(other);
  } else if (field.required) {
    added->required();
  }
}

}  // namespace

void add_do(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto* all = app.add_subcommand("do", "Give a command to the server, one verb for each");
  all->require_subcommand(1);
  all->footer(
      "Exit status: 0 recorded, 1 refused, 2 usage, 3 the server does not answer, 4 not "
      "allowed.\n"
      "Example: cardroom do accept-position --table 5 --seat 3 --wager 2000");
  for (const auto& told : table::all_commands()) {
    auto options = std::make_shared<DoOptions>();
    auto* verb = all->add_subcommand(std::string(told.name),
                                     fmt::format("Role {} or higher", table::name(told.least)));
    add_remote_options(*verb, options->remote);
    verb->add_option("--key", options->key,
                     "Any text that is used once, to send the same again safely; else a new one");
    if (std::any_of(told.fields.begin(), told.fields.end(),
                    [](const auto& f) { return f.name == "table"; })) {
      verb->add_option("--if-version", options->if_match,
                       "Only if the table still has this version");
    }
    std::string example;
    for (const auto& field : told.fields) {
      add_field(*verb, field, terminal.games, *options);
      // No table of a player-dealer game opens without one.
      if (!field.required && field.name != "schedule") continue;
      const auto flag = told_in_dollars(field) ? dollars_flag(field.name) : flag_name(field.name);
      example += fmt::format(" {} {}", flag, typed(field).value_or("1"));
    }
    const auto* note = told.name == "waive-fee"
                           ? "Without --bettor it is the player-dealer's fee that is given back.\n"
                           : "";
    verb->footer(fmt::format("{}Example: cardroom do {}{}", note, told.name, example));
    verb->callback([=, &terminal, &exit] { exit = run_do(told, *options, terminal); });
  }
}

}  // namespace cardroom::cli
