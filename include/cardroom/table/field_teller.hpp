#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardroom/rules/procedures.hpp"
#include "cardroom/table/field_told.hpp"
#include "cardroom/table/fields.hpp"

namespace cardroom::table {

/// The shape of a struct that lists its fields.
template <class T>
[[nodiscard]] std::vector<FieldTold> fields_told();

class FieldTeller {
 public:
  template <class T>
  void need(std::string_view key, const T&) {
    told.push_back(tell<T>(key, true));
  }
  template <class T>
  void may(std::string_view key, const T&) {
    told.push_back(tell<T>(key, false));
  }
  std::vector<FieldTold> told;

 private:
  template <class T>
  static FieldTold tell(std::string_view key, bool required) {
    FieldTold field{std::string(key), kind<T>(), required};
    describe<T>(field);
    return field;
  }
  template <class T>
  static void describe(FieldTold& field) {
    if constexpr (Wrapped<T>::value) {
      describe<typename T::value_type>(field);
    } else if constexpr (Listed<T>::value) {
      field.item = kind<typename T::value_type>();
      describe<typename T::value_type>(field);
    } else if constexpr (std::is_same_v<T, Role>) {
      for (int i = 0; i <= static_cast<int>(Role::admin); ++i) {
        field.one_of.emplace_back(name(static_cast<Role>(i)));
      }
    } else if constexpr (std::is_same_v<T, rules::Method>) {
      field.one_of = {"A", "B", "C"};
    } else if constexpr (ClosedList<T>) {
      for (const T one : all_of(T{})) field.one_of.emplace_back(name(one));
    } else if (kind<T>() == "object") {
      field.inside = objects_fields<T>();
    }
  }
  template <class T>
  static std::vector<FieldTold> objects_fields() {
    if constexpr (requires(FieldTeller & f, const T& c) { T::fields(f, c); }) {
      return fields_told<T>();
    } else {
      return {};
    }
  }
  template <class T>
  static std::string kind() {
    if constexpr (Wrapped<T>::value) {
      return kind<typename T::value_type>();
    } else if constexpr (Listed<T>::value) {
      return "list";
    } else if constexpr (std::is_same_v<T, bool>) {
      return "true or false";
    } else if constexpr (std::is_integral_v<T>) {
      return "whole number";
    } else if constexpr (std::is_same_v<T, rules::Cents>) {
      return "cents";
    } else if constexpr (std::is_same_v<T, std::string> || std::is_enum_v<T>) {
      return "text";
    } else if constexpr (std::is_same_v<T, Ratio>) {
      return "ratio";
    } else if constexpr (std::is_same_v<T, JsonText>) {
      return "command";
    } else {
      return "object";
    }
  }
};

template <class T>
std::vector<FieldTold> fields_told() {
  FieldTeller teller;
  const T blank{};
  T::fields(teller, blank);
  return std::move(teller.told);
}

}  // namespace cardroom::table
