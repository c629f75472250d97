#include "cardroom/cli/verb_tree.hpp"

#include <algorithm>

namespace cardroom::cli {

namespace {

using Takes = VerbOption::Takes;

std::string braced(const std::vector<std::string>& values) {
  std::string list;
  for (const auto& value : values) list += (list.empty() ? "" : ",") + value;
  return '{' + list + '}';
}

/// "TEXT:{text,csv}" as text and csv; nothing where no list is in it.
std::vector<std::string> listed_values(const std::string& kind) {
  const auto open = kind.find('{');
  const auto close = kind.find('}', open);
  std::vector<std::string> values;
  if (open == std::string::npos || close == std::string::npos) return values;
  std::size_t at = open + 1;
  while (at < close) {
    const auto end = std::min(kind.find(',', at), close);
    values.push_back(kind.substr(at, end - at));
    at = end + 1;
  }
  return values;
}

Takes taken(const CLI::Option& option, const VerbOption& told) {
  if (option.get_items_expected_max() == 0) return Takes::nothing;
  if (!told.values.empty()) return Takes::one_of;
  if (told.kind == kFile) return Takes::file;
  return told.kind == kFolder ? Takes::folder : Takes::text;
}

/// What a person calls the kind: CLI11 writes "TEXT:{a,b}" and "INT:INT in [0 - 9]".
std::string kind_of(const CLI::Option& option, const std::vector<std::string>& values) {
  if (!values.empty()) return braced(values);
  std::string kind = option.get_type_name();
  const auto colon = kind.find(':');
  return colon == std::string::npos ? kind : kind.substr(colon + 1);
}

VerbOption option_of(const CLI::Option& option) {
  VerbOption told;
  for (const auto& name : option.get_snames()) told.names.push_back('-' + name);
  for (const auto& name : option.get_lnames()) told.names.push_back("--" + name);
  if (told.names.empty()) told.positional = option.get_name();
  told.values = listed_values(option.get_type_name());
  told.kind = kind_of(option, told.values);
  told.takes = taken(option, told);
  told.text = option.get_description();
  told.usual = option.get_default_str();
  told.variable = option.get_envname();
  told.required = option.get_required();
  told.many = option.get_items_expected_max() > 1;
  return told;
}

VerbNode node_of(const CLI::App& app, std::vector<std::string> words) {
  VerbNode node{std::move(words), app.get_description(), app.get_footer(), {}, {}};
  for (const auto* option : app.get_options()) node.options.push_back(option_of(*option));
  for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    auto deeper = node.words;
    deeper.push_back(verb->get_name());
    node.verbs.push_back(node_of(*verb, std::move(deeper)));
  }
  return node;
}

void add_all(const VerbNode& node, std::vector<const VerbNode*>& all) {
  all.push_back(&node);
  for (const auto& verb : node.verbs) add_all(verb, all);
}

}  // namespace

std::string one_of(std::span<const std::string> values) {
  return braced({values.begin(), values.end()});
}

std::string one_of(std::span<const rules::Game* const> games) {
  std::vector<std::string> names;
  for (const auto* game : games) names.emplace_back(game->name);
  return braced(names);
}

std::string VerbNode::path() const {
  std::string path;
  for (const auto& word : words) path += (path.empty() ? "" : " ") + word;
  return path;
}

VerbNode verb_tree(const CLI::App& app) { return node_of(app, {}); }

std::vector<const VerbNode*> all_verbs(const VerbNode& root) {
  std::vector<const VerbNode*> all;
  add_all(root, all);
  return all;
}

}  // namespace cardroom::cli
