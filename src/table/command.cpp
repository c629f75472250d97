#include "cardroom/table/command.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/table/field_teller.hpp"
#include "cardroom/table/fields.hpp"
#include "cardroom/table/json_tree.hpp"
#include "cardroom/table/names.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::table {

namespace {

using rules::Method;

/// Carries the first fault out of the nested reading; never leaves this file.
struct Fault {
  Refused why;
};

// --- Reading ------------------------------------------------------------------------------------

/// Where a value stands, as a person would write it: 'wagers[1].seat'.
std::string path_of(const JsonTree& tree, std::size_t at) {
  std::string path;
  std::size_t inside = 0;
  while (inside != at) {
    const bool list = tree[inside].kind == JsonNode::Kind::list;
    std::size_t child = inside + 1;
    for (int number = 0; child <= at; child = tree[child].end, ++number) {
      if (at >= tree[child].end) continue;
      if (list) {
        path += fmt::format("[{}]", number);
      } else {
        path += (path.empty() ? "" : ".") + rules::printable(tree[child].key);
      }
      break;
    }
    inside = child;
  }
  return path;
}

[[noreturn]] void fail(const JsonTree& tree, std::size_t at, Refusal code, const std::string& why) {
  throw Fault{{code, fmt::format("'{}' {}", path_of(tree, at), why)}};
}

/// Takes the fields of one object; what nobody asked for is refused at the end.
class FieldReader {
 public:
  FieldReader(const JsonTree& tree, std::size_t object) : tree_(tree), object_(object) {}

  template <class T>
  void need(std::string_view key, T& value) {
    if (take(key, value)) return;
    const std::string inside = path_of(tree_, object_);
    throw Fault{{Refusal::missing_key,
                 fmt::format("'{}{}{}' is missing.", inside, inside.empty() ? "" : ".", key)}};
  }
  template <class T>
  void may(std::string_view key, T& value) {
    take(key, value);
  }

  void nothing_else() const {
    for (std::size_t i = object_ + 1; i < tree_[object_].end; i = tree_[i].end) {
      const auto end = known_.begin() + static_cast<std::ptrdiff_t>(count_);
      if (std::find(known_.begin(), end, tree_[i].key) != end) continue;
      fail(
          tree_, i, Refusal::unknown_key,
          fmt::format("is not known here; the keys are {}.", fmt::join(known_.begin(), end, ", ")));
    }
  }

 private:
  static constexpr std::size_t kMostFields = 16;

  template <class T>
  bool take(std::string_view key, T& value) {
    rules::require(count_ < kMostFields, "T6: a command has at most sixteen fields");
    known_[count_++] = key;
    for (std::size_t i = object_ + 1; i < tree_[object_].end; i = tree_[i].end) {
      if (tree_[i].key != key) continue;
      read(i, value);
      return true;
    }
    return false;
  }

  const JsonNode& expect(std::size_t at, JsonNode::Kind kind) const {
    if (tree_[at].kind != kind) {
      fail(tree_, at, Refusal::wrong_type, fmt::format("must be {}.", kind_text(kind)));
    }
    return tree_[at];
  }

  template <class T>
  void read(std::size_t at, T& value) const {
    if constexpr (Wrapped<T>::value) {
      read(at, value.emplace());
    } else if constexpr (Listed<T>::value) {
      expect(at, JsonNode::Kind::list);
      for (std::size_t i = at + 1; i < tree_[at].end; i = tree_[i].end)
        read(i, value.emplace_back());
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = expect(at, JsonNode::Kind::text).text;
    } else if constexpr (std::is_same_v<T, bool>) {
      value = expect(at, JsonNode::Kind::flag).flag;
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      value = expect(at, JsonNode::Kind::number).number;
    } else if constexpr (std::is_same_v<T, int>) {
      const auto number = expect(at, JsonNode::Kind::number).number;
      if (!std::in_range<std::int16_t>(number)) {
        fail(tree_, at, Refusal::number_too_large, fmt::format("is {}.", number));
      }
      value = static_cast<int>(number);
    } else if constexpr (std::is_same_v<T, Cents>) {
      value = Cents{expect(at, JsonNode::Kind::number).number};
    } else if constexpr (std::is_same_v<T, Role>) {
      const auto& text = expect(at, JsonNode::Kind::text).text;
      const auto role = read_role(text);
      if (!role) fail(tree_, at, Refusal::unknown_role, unknown_role_text(text));
      value = *role;
    } else if constexpr (std::is_same_v<T, Method>) {
      const auto& text = expect(at, JsonNode::Kind::text).text;
      if (text != "A" && text != "B" && text != "C") {
        fail(tree_, at, Refusal::method_not_here, "is A, B or C (F6v6-3.8).");
      }
      value = text == "A" ? Method::a : text == "B" ? Method::b : Method::c;
    } else {
      expect(at, JsonNode::Kind::object);
      FieldReader inner(tree_, at);
      T::fields(inner, value);
      inner.nothing_else();
    }
  }

  static std::string unknown_role_text(const std::string& text) {
    std::string all;
    for (int i = 0; i <= static_cast<int>(Role::admin); ++i) {
      (all += i == 0 ? "" : ", ") += name(static_cast<Role>(i));
    }
    return fmt::format("is '{}'; the roles are {}.", rules::printable(text), all);
  }

  const JsonTree& tree_;
  std::size_t object_;
  std::array<std::string_view, kMostFields> known_{};
  std::size_t count_ = 0;
};

/// Tries each kind of command until one has the name.
template <std::size_t I = 0>
Command read_named(std::string_view wanted, FieldReader& reader) {
  if constexpr (I == std::variant_size_v<Command>) {
    throw Fault{{Refusal::unknown_command,
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
  throw Fault{{Refusal::name_not_usable,
               fmt::format("'{}' is '{}': {}.", what, rules::printable(text), kUsableNameText)}};
}

template <class Read>
auto reading(std::string_view json, Read read)
    -> OrRefused<decltype(read(std::declval<JsonTree&>()))> {
  auto parsed = read_json(json, "a command", kMostCommandBytes);
  if (const auto* no = rules::refused(parsed)) return *no;
  const auto& tree = std::get<JsonTree>(parsed);
  if (tree.front().kind != JsonNode::Kind::object) {
    return Refused{Refusal::wrong_type, "A command is one JSON object."};
  }
  try {
    return read(tree);
  } catch (const Fault& fault) {
    return fault.why;
  }
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
  return reading(json, [](const JsonTree& tree) {
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
        throw Fault{{Refusal::time_not_readable,
                     fmt::format("'at' is '{}'; a time is written like 2026-11-18T18:03:11-08:00.",
                                 rules::printable(*at))}};
      }
    }
    return request;
  });
}

OrRefused<Request> read_request(std::string_view json, const Caller& caller) {
  return reading(json, [&](const JsonTree& tree) {
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
      throw Fault{{Refusal::time_not_yours,
                   "'at' is not taken here: the server's clock says when a command was given."}};
    }
    if (by && *by != caller.by) {
      throw Fault{{Refusal::not_your_name, fmt::format("'by' is '{}', but {} is signed in.",
                                                       rules::printable(*by), caller.by)}};
    }
    if (key && caller.key && *key != *caller.key) {
      throw Fault{{Refusal::key_reused,
                   fmt::format("'key' is '{}', but the Idempotency-Key is '{}'.",
                               rules::printable(*key), rules::printable(*caller.key))}};
    }
    if (!key && !caller.key) {
      throw Fault{{Refusal::key_missing,
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
  return reading(json, [](const JsonTree& tree) {
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
