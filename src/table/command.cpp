#include "cardroom/table/command.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/table/field_reader.hpp"
#include "cardroom/table/field_teller.hpp"
#include "cardroom/table/fields.hpp"
#include "cardroom/table/names.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::table {

namespace {

/// Tries each kind of command until one has the name.
template <std::size_t I = 0>
Command read_named(std::string_view wanted, FieldReader& reader) {
  if constexpr (I == std::variant_size_v<Command>) {
    throw FieldFault{{Refusal::unknown_command,
                      fmt::format("There is no command '{}'.", rules::printable(wanted))}};
  } else {
    using C = std::variant_alternative_t<I, Command>;
    if (C::kName != wanted) return read_named<I + 1>(wanted, reader);
    C command;
    C::fields(reader, command);
    return command;
  }
}

void check_label(std::string_view what, const std::string& text) {
  if (usable_name(text)) return;
  throw FieldFault{
      {Refusal::name_not_usable,
       fmt::format("'{}' is '{}': {}.", what, rules::printable(text), kUsableNameText)}};
}

template <class C>
CommandTold tell() {
  return {C::kName, C::kLeast, fields_told<C>()};
}

template <class... C>
std::vector<CommandTold> tell_all(std::type_identity<std::variant<C...>>) {
  return {tell<C>()...};
}

}  // namespace

std::string_view name(const Command& command) {
  return std::visit([](const auto& c) { return c.kName; }, command);
}

Role least_role(const Command& command) {
  return std::visit([](const auto& c) { return c.kLeast; }, command);
}

std::string_view table_of(const Command& command) {
  return std::visit(
      [](const auto& c) -> std::string_view {
        if constexpr (requires { c.table; }) {
          return c.table;
        } else {
          return {};
        }
      },
      command);
}

OrRefused<Request> read_request(std::string_view json) {
  return read_object(json, "a command", kMostCommandBytes, [](const JsonTree& tree) {
    FieldReader reader(tree, 0);
    std::string wanted;
    Request request;
    std::optional<std::string> at;
    reader.need("do", wanted);
    reader.need("by", request.by);
    reader.need("key", request.key);
    reader.may("at", at);
    request.command = read_named(wanted, reader);
    reader.nothing_else();
    check_label("by", request.by);
    check_label("key", request.key);
    if (at) {
      request.at_ms = read_iso(*at);
      if (!request.at_ms) {
        throw FieldFault{
            {Refusal::time_not_readable,
             fmt::format("'at' is '{}'; a time is written like 2026-11-18T18:03:11-08:00.",
                         rules::printable(*at))}};
      }
    }
    return request;
  });
}

OrRefused<Request> read_request(std::string_view json, const Caller& caller) {
  return read_object(json, "a command", kMostCommandBytes, [&](const JsonTree& tree) {
    FieldReader reader(tree, 0);
    std::string wanted;
    Request request;
    std::optional<std::string> by, key, at;
    reader.need("do", wanted);
    reader.may("by", by);
    reader.may("key", key);
    reader.may("at", at);
    request.command = read_named(wanted, reader);
    reader.nothing_else();
    if (at) {
      throw FieldFault{
          {Refusal::time_not_yours,
           "'at' is not taken here: the server's clock says when a command was given."}};
    }
    if (by && *by != caller.by) {
      throw FieldFault{{Refusal::not_your_name, fmt::format("'by' is '{}', but {} is signed in.",
                                                            rules::printable(*by), caller.by)}};
    }
    if (key && caller.key && *key != *caller.key) {
      throw FieldFault{{Refusal::key_reused,
                        fmt::format("'key' is '{}', but the Idempotency-Key is '{}'.",
                                    rules::printable(*key), rules::printable(*caller.key))}};
    }
    if (!key && !caller.key) {
      throw FieldFault{{Refusal::key_missing,
                        "A command needs an Idempotency-Key: any text that is used once, so that a "
                        "command sent twice is recorded once."}};
    }
    request.by = caller.by;
    request.key = caller.key ? *caller.key : *key;
    check_label("key", request.key);
    return request;
  });
}

OrRefused<Command> read_command(std::string_view json) {
  return read_object(json, "a command", kMostCommandBytes, [](const JsonTree& tree) {
    FieldReader reader(tree, 0);
    std::string wanted;
    reader.need("do", wanted);
    Command command = read_named(wanted, reader);
    reader.nothing_else();
    return command;
  });
}

std::string command_json(const Command& command) {
  std::string out;
  out.reserve(256);
  std::visit(
      [&](const auto& c) {
        out = "{\"do\":\"";
        (out += c.kName) += '"';
        FieldWriter writer(out);
        c.fields(writer, c);
        out += '}';
      },
      command);
  return out;
}

std::vector<CommandTold> all_commands() { return tell_all(std::type_identity<Command>{}); }

}  // namespace cardroom::table
