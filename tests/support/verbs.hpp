#pragma once

#include <regex>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace cardroom::testing {

/// The verbs that a help text lists.
inline std::vector<std::string> verbs_in(const std::string& help) {
  std::vector<std::string> verbs;
  const auto list = help.substr(std::min(help.size(), help.find("Subcommands:")));
  for (const auto& line : lines_of(list)) {
    if (verbs.empty() && line == "Subcommands:") continue;
    if (line.empty()) break;
    verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return verbs;
}

/// A verb with its help; its words are none for the program itself.
struct HelpedVerb {
  std::vector<std::string> words;
  std::string help;
};

/// Each way to ask for a verb, a verb's own verbs included.
inline std::vector<HelpedVerb> all_helped_verbs() {
  std::vector<HelpedVerb> all = {{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto words = all[i].words;
    words.push_back("--help");
    all[i].help = done(ask(words));
    for (const auto& verb : verbs_in(all[i].help)) {
      words.back() = verb;
      all.push_back({words, {}});
    }
  }
  return all;
}

/// "--db" and "-h", as the list of options in a help text names them.
inline std::vector<std::string> options_named(const std::string& help) {
  static const std::regex name("(^|[ ,])(--?[a-z][a-z-]*)");
  std::vector<std::string> options;
  bool listed = false;
  for (const auto& line : lines_of(help)) {
    if (line == "Options:") listed = true;
    if (line.empty()) listed = false;
    if (!listed || line.size() < 3 || line[2] == ' ') continue;
    const auto words = line.substr(2, line.find("  ", 2) - 2);
    for (std::sregex_iterator at(words.begin(), words.end(), name), end; at != end; ++at) {
      options.push_back((*at)[2]);
    }
  }
  return options;
}

}  // namespace cardroom::testing
