#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/procedures.hpp"
#include "cardroom/table/fields.hpp"
#include "cardroom/table/json_tree.hpp"

namespace cardroom::table {

/// Carries the first fault out of the nested reading; `read_object` turns it into an answer.
struct FieldFault {
  rules::Refused why;
};

/// Takes the fields of one object; what nobody asked for is refused at the end.
class FieldReader {
 public:
  FieldReader(const JsonTree& tree, std::size_t object) : tree_(tree), object_(object) {}

  template <class T>
  void need(std::string_view key, T& value) {
    if (take(key, value)) return;
    missing(key);
  }
  template <class T>
  void may(std::string_view key, T& value) {
    take(key, value);
  }

  void nothing_else() const;

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

  [[noreturn]] void missing(std::string_view key) const;
  [[noreturn]] void fail(std::size_t at, rules::Refusal code, const std::string& why) const;
  const JsonNode& expect(std::size_t at, JsonNode::Kind kind) const;
  [[nodiscard]] Role role_at(std::size_t at) const;
  [[nodiscard]] rules::Method method_at(std::size_t at) const;
  template <class T>
  [[nodiscard]] T word_at(std::size_t at) const {
    const auto& text = expect(at, JsonNode::Kind::text).text;
    for (const T one : all_of(T{})) {
      if (name(one) == text) return one;
    }
    fail(at, rules::Refusal::wrong_type, "is none of its words.");
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
        fail(at, rules::Refusal::number_too_large, fmt::format("is {}.", number));
      }
      value = static_cast<int>(number);
    } else if constexpr (std::is_same_v<T, rules::Cents>) {
      value = rules::Cents{expect(at, JsonNode::Kind::number).number};
    } else if constexpr (std::is_same_v<T, Role>) {
      value = role_at(at);
    } else if constexpr (std::is_same_v<T, rules::Method>) {
      value = method_at(at);
    } else if constexpr (ClosedList<T>) {
      value = word_at<T>(at);
    } else {
      expect(at, JsonNode::Kind::object);
      FieldReader inner(tree_, at);
      T::fields(inner, value);
      inner.nothing_else();
    }
  }

  const JsonTree& tree_;
  std::size_t object_;
  std::array<std::string_view, kMostFields> known_{};
  std::size_t count_ = 0;
};

/// "a command" as "A command".
[[nodiscard]] std::string capital(std::string_view text);

/// Reads one JSON object strictly; `read` takes it from its tree and may throw a FieldFault. `what`
/// names the thing that was expected: "a command".
template <class Read>
[[nodiscard]] auto read_object(std::string_view json, std::string_view what, std::size_t most_bytes,
                               Read read)
    -> rules::OrRefused<decltype(read(std::declval<JsonTree&>()))> {
  auto parsed = read_json(json, what, most_bytes);
  if (const auto* no = rules::refused(parsed)) return *no;
  const auto& tree = std::get<JsonTree>(parsed);
  if (tree.front().kind != JsonNode::Kind::object) {
    return rules::Refused{rules::Refusal::wrong_type,
                          fmt::format("{} is one JSON object.", capital(what))};
  }
  try {
    return read(tree);
  } catch (const FieldFault& fault) {
    return fault.why;
  }
}

/// The same for a struct that lists its fields: each that must be there, and nothing else.
template <class T>
[[nodiscard]] rules::OrRefused<T> read_fields(std::string_view json, std::string_view what,
                                              std::size_t most_bytes) {
  return read_object(json, what, most_bytes, [](const JsonTree& tree) {
    FieldReader reader(tree, 0);
    T value;
    T::fields(reader, value);
    reader.nothing_else();
    return value;
  });
}

}  // namespace cardroom::table
