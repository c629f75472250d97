#include "cardroom/table/json_tree.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::table {

namespace {

using nlohmann::json;
using rules::Refusal;
using rules::Refused;

constexpr std::size_t kMostDepth = 8;
constexpr int kMostKeys = 64;         // keys are compared with each other, so there is an end to them
constexpr int kNumberOverflow = 406;  // nlohmann: digits beyond the range of a double

/// Puts the values down as the text is parsed; the first fault stops the parser.
class TreeSax final : public json::json_sax_t {
 public:
  explicit TreeSax(std::size_t bytes) : bytes_(bytes) {}

  rules::OrRefused<JsonTree> finish(bool parsed) {
    if (refused_) return *refused_;
    rules::require(parsed, "T1: a parser that stops says why");
    return std::move(tree_);
  }

  bool null() override { return add(JsonNode::Kind::null) != nullptr; }
  bool boolean(bool value) override {
    add(JsonNode::Kind::flag)->flag = value;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    add(JsonNode::Kind::number)->number = value;
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (!std::in_range<std::int64_t>(value)) return too_large();
    return number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t, const string_t& digits) override {
    if (digits.find_first_of(".eE") == string_t::npos) return too_large();
    return refuse(Refusal::not_a_whole_number,
                  fmt::format("'{}' is {}; whole numbers are written without point or exponent, "
                              "amounts in whole cents.",
                              rules::printable(key_), rules::printable(digits)));
  }
  bool string(string_t& value) override {
    add(JsonNode::Kind::text)->text = std::move(value);
    return true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    int keys = 0;
    const std::size_t object = open_.back();
    for (std::size_t i = object + 1; i < tree_.size(); i = tree_[i].end, ++keys) {
      if (tree_[i].key != name) continue;
      return refuse(Refusal::duplicate_key,
                    fmt::format("'{}' comes twice.", rules::printable(name)));
    }
    if (keys == kMostKeys) {
      return refuse(Refusal::unknown_key,
                    fmt::format("'{}' is key number {} of one object; nothing here has so many.",
                                rules::printable(name), keys + 1));
    }
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& last_token,
                   const json::exception& error) override {
    if (error.id == kNumberOverflow) return number_float({}, last_token);
    if (!refused_) refused_ = parse_fault(position, last_token, error.what(), bytes_);
    return false;
  }

 private:
  JsonNode* add(JsonNode::Kind kind) {
    tree_.push_back({.kind = kind});
    tree_.back().end = static_cast<std::uint32_t>(tree_.size());
    tree_.back().key = std::move(key_);
    key_.clear();
    return &tree_.back();
  }
  bool open(JsonNode::Kind kind) {
    if (open_.size() == kMostDepth) {
      return refuse(Refusal::nested_too_deeply,
                    "Lists or objects stand inside each other more than eight deep.");
    }
    open_.push_back(tree_.size());
    return add(kind) != nullptr;
  }
  bool close() {
    tree_[open_.back()].end = static_cast<std::uint32_t>(tree_.size());
    open_.pop_back();
    return true;
  }
  bool too_large() {
    return refuse(Refusal::number_too_large,
                  fmt::format("'{}' does not fit into 64 bits.", rules::printable(key_)));
  }
  bool refuse(Refusal code, std::string detail) {
    if (!refused_) refused_ = Refused{code, std::move(detail)};
    return false;
  }

  std::size_t bytes_;
  JsonTree tree_;
  std::vector<std::size_t> open_;
  std::string key_;
  std::optional<Refused> refused_;
};

}  // namespace

std::string_view kind_text(JsonNode::Kind kind) {
  switch (kind) {
    case JsonNode::Kind::null: return "null";
    case JsonNode::Kind::flag: return "true or false";
    case JsonNode::Kind::number: return "a whole number";
    case JsonNode::Kind::text: return "a text";
    case JsonNode::Kind::list: return "a list";
    case JsonNode::Kind::object: return "an object";
  }
  throw rules::BrokenInvariant("R3: a kind of JSON outside the list");
}

std::optional<Refused> not_worth_parsing(std::string_view text, std::string_view what,
                                         std::size_t most_bytes) {
  if (text.size() > most_bytes) {
    return Refused{Refusal::input_too_large, fmt::format("{} bytes for {}; at most {} are read.",
                                                         text.size(), what, most_bytes)};
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return Refused{Refusal::not_json,
                   fmt::format("Nothing was handed in; {} is one JSON object.", what)};
  }
  // The library would take a zero byte for the end and leave unread what stands behind it.
  if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
    return Refused{Refusal::not_json, fmt::format("Not JSON at byte {}: a zero byte.", zero + 1)};
  }
  return std::nullopt;
}

Refused parse_fault(std::size_t position, std::string_view last_token, std::string_view error,
                    std::size_t bytes) {
  if (position > bytes) {
    return {Refusal::not_json, fmt::format("The JSON ends too early, after byte {}.", bytes)};
  }
  const auto reason = error.rfind("; ");
  const std::string why = reason == std::string_view::npos
                              ? ""
                              : ": " + rules::printable(error.substr(reason + 2), 120);
  return {Refusal::not_json, fmt::format("Not JSON at byte {}, near '{}'{}.", position,
                                         rules::printable(last_token), why)};
}

rules::OrRefused<JsonTree> read_json(std::string_view text, std::string_view what,
                                     std::size_t most_bytes) {
  if (auto no = not_worth_parsing(text, what, most_bytes)) return *std::move(no);
  TreeSax reader(text.size());
  const bool parsed = json::sax_parse(text.begin(), text.end(), &reader);
  return reader.finish(parsed);
}

}  // namespace cardroom::table
