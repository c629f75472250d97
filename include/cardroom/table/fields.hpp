#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "cardroom/rules/cents.hpp"
#include "cardroom/table/round_json.hpp"
#include "cardroom/table/staff.hpp"

/// A struct lists its fields once, in `fields(F& f, C& c)`: `need` is always there, `may` only
/// where it is set. Writing it as JSON and telling its shape follow from that list.
namespace cardroom::table {

template <class T>
struct Wrapped : std::false_type {};
template <class T>
struct Wrapped<std::optional<T>> : std::true_type {};

template <class T>
struct Listed : std::false_type {};
template <class T>
struct Listed<std::vector<T>> : std::true_type {};

/// An enumeration that lists all its values beside their names.
template <class T>
concept ClosedList = requires(T one) {
  name(one);
  all_of(one).begin();
};

/// A command as JSON that another writer made.
struct JsonText {
  std::string text;
};

/// A share or a rate, never money.
struct Ratio {
  double value = 0;
};

/// Writes the fields of one object in their own order; what is not set is left out.
class FieldWriter {
 public:
  explicit FieldWriter(std::string& out) : out_(out) {}

  template <class T>
  void need(std::string_view key, const T& value) {
    if (out_.back() != '{') out_ += ',';
    ((out_ += '"') += key) += "\":";
    write(value);
  }
  template <class T>
  void may(std::string_view key, const T& value) {
    if constexpr (Wrapped<T>::value) {
      if (value) need(key, *value);
    } else if constexpr (Listed<T>::value) {
      if (!value.empty()) need(key, value);
    } else if constexpr (std::is_same_v<T, bool>) {
      if (value) need(key, value);
    } else {
      need(key, value);
    }
  }

  template <class T>
  void write(const T& value) {
    if constexpr (Listed<T>::value) {
      out_ += '[';
      for (const auto& one : value) {
        if (&one != value.data()) out_ += ',';
        write(one);
      }
      out_ += ']';
    } else if constexpr (std::is_same_v<T, std::string>) {
      write_json_string(out_, value);
    } else if constexpr (std::is_same_v<T, JsonText>) {
      out_ += value.text;
    } else if constexpr (std::is_same_v<T, Ratio>) {
      out_ += fmt::format("{:.6g}", value.value);
    } else if constexpr (std::is_same_v<T, bool>) {
      out_ += value ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
      const fmt::format_int digits(value);
      out_.append(digits.data(), digits.size());
    } else if constexpr (std::is_same_v<T, rules::Cents>) {
      write(value.count());
    } else if constexpr (std::is_enum_v<T>) {
      write(std::string(name(value)));
    } else {
      out_ += '{';
      T::fields(*this, value);
      out_ += '}';
    }
  }

 private:
  std::string& out_;
};

/// One object as JSON, without a line end.
template <class T>
[[nodiscard]] std::string fields_json(const T& value) {
  std::string out;
  FieldWriter(out).write(value);
  return out;
}

}  // namespace cardroom::table
