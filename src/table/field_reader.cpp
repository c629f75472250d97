#include "cardroom/table/field_reader.hpp"

#include <algorithm>
#include <cctype>

namespace cardroom::table {

using rules::Refusal;

namespace {

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

}  // namespace

std::string capital(std::string_view text) {
  std::string with_capital(text);
  if (!with_capital.empty()) {
    with_capital[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(with_capital[0])));
  }
  return with_capital;
}

void FieldReader::fail(std::size_t at, Refusal code, const std::string& why) const {
  throw FieldFault{{code, fmt::format("'{}' {}", path_of(tree_, at), why)}};
}

void FieldReader::missing(std::string_view key) const {
  const std::string inside = path_of(tree_, object_);
  throw FieldFault{{Refusal::missing_key,
                    fmt::format("'{}{}{}' is missing.", inside, inside.empty() ? "" : ".", key)}};
}

void FieldReader::nothing_else() const {
  for (std::size_t i = object_ + 1; i < tree_[object_].end; i = tree_[i].end) {
    const auto end = known_.begin() + static_cast<std::ptrdiff_t>(count_);
    if (std::find(known_.begin(), end, tree_[i].key) != end) continue;
    fail(i, Refusal::unknown_key,
         fmt::format("is not known here; the keys are {}.", fmt::join(known_.begin(), end, ", ")));
  }
}

const JsonNode& FieldReader::expect(std::size_t at, JsonNode::Kind kind) const {
  if (tree_[at].kind != kind) {
    fail(at, Refusal::wrong_type, fmt::format("must be {}.", kind_text(kind)));
  }
  return tree_[at];
}

Role FieldReader::role_at(std::size_t at) const {
  const auto& text = expect(at, JsonNode::Kind::text).text;
  if (const auto role = read_role(text)) return *role;
  std::string all;
  for (int i = 0; i <= static_cast<int>(Role::admin); ++i) {
    rules::append_listed(all, name(static_cast<Role>(i)));
  }
  fail(at, Refusal::unknown_role,
       fmt::format("is '{}'; the roles are {}.", rules::printable(text), all));
}

rules::Method FieldReader::method_at(std::size_t at) const {
  const auto& text = expect(at, JsonNode::Kind::text).text;
  for (const auto method : {rules::Method::a, rules::Method::b, rules::Method::c}) {
    if (name(method) == text) return method;
  }
  fail(at, Refusal::method_not_here, "is A, B or C (F6v6-3.8).");
}

}  // namespace cardroom::table
