// Completion for shells, written from the verbs as they are.

#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/cli/shell_word.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"

namespace cardroom::cli {

namespace {

using Takes = VerbOption::Takes;

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

std::vector<std::string> option_names(const VerbNode& verb) {
  std::vector<std::string> names;
  for (const auto& option : verb.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> verb_names(const VerbNode& verb) {
  std::vector<std::string> names;
  for (const auto& one : verb.verbs) names.push_back(one.name());
  return names;
}

/// A case of one option's value: "'report shift --format'|'report shift -f'".
std::string value_pattern(const VerbNode& verb, const VerbOption& option) {
  std::string pattern;
  for (const auto& name : option.names) {
    pattern += (pattern.empty() ? "" : "|") + shell_word(verb.path() + ' ' + name);
  }
  return pattern;
}

/// How a shell offers what an option or a positional takes.
struct Offers {
  std::string files, folders, nothing;
  std::string (*values)(const std::vector<std::string>&);

  [[nodiscard]] std::string of(const VerbOption& option) const {
    switch (option.takes) {
      case Takes::file: return files;
      case Takes::folder: return folders;
      case Takes::one_of: return values(option.values);
      case Takes::nothing:
      case Takes::text: return nothing;
    }
    throw rules::BrokenInvariant("R3: an option that takes something outside the list");
  }
};

/// The cases of all options that take a value, below all verbs.
std::string value_cases(const VerbNode& root, const Offers& offers) {
  std::string cases;
  for (const auto* verb : all_verbs(root)) {
    for (const auto& option : verb->options) {
      if (option.names.empty() || option.takes == Takes::nothing) continue;
      cases +=
          fmt::format("    {}) {}; return ;;\n", value_pattern(*verb, option), offers.of(option));
    }
  }
  return cases;
}

/// The cases by which a verb's own verb is known: "'report shift'".
std::string verb_patterns(const VerbNode& root) {
  std::string pattern;
  for (const auto* verb : all_verbs(root)) {
    if (!verb->words.empty()) pattern += (pattern.empty() ? "" : "|") + shell_word(verb->path());
  }
  return pattern;
}

/// The cases of options that take a value, whose next word is no verb.
std::string taking_patterns(const VerbNode& root) {
  std::string pattern;
  for (const auto* verb : all_verbs(root)) {
    for (const auto& option : verb->options) {
      if (option.names.empty() || option.takes == Takes::nothing) continue;
      pattern += (pattern.empty() ? "" : "|") + value_pattern(*verb, option);
    }
  }
  return pattern;
}

std::string bash_values(const std::vector<std::string>& values) {
  return fmt::format("_cardroom_words {}", shell_word(joined(values)));
}

std::string zsh_values(const std::vector<std::string>& values) {
  std::string line = "compadd --";
  for (const auto& value : values) line += ' ' + shell_word(value);
  return line;
}

std::string positional_line(const VerbNode& verb, const Offers& offers) {
  std::string line;
  for (const auto& option : verb.options) {
    const bool offered = option.takes != Takes::text && option.takes != Takes::nothing;
    if (!option.positional.empty() && offered) line += "; " + offers.of(option);
  }
  return line;
}

/// Of `_describe`: a colon ends the word.
std::string described(const std::string& word, const std::string& text) {
  std::string escaped;
  for (const char c : word) escaped += c == ':' ? "\\:" : std::string(1, c);
  return shell_word(escaped + ':' + text.substr(0, text.find('\n')));
}

std::string zsh_list(const VerbNode& verb) {
  std::string lines = "verbs=(";
  for (const auto& one : verb.verbs) lines += "\n        " + described(one.name(), one.text);
  lines += ")\n      options=(";
  for (const auto& option : verb.options) {
    for (const auto& name : option.names) lines += "\n        " + described(name, option.text);
  }
  return lines + ")";
}

constexpr std::string_view kBash =
    R"(# Completion of cardroom for bash: source <(./cardroom completion bash)

_cardroom_words() { COMPREPLY+=($(compgen -W "$1" -- "$word")); }
_cardroom_files() {
  local IFS=$'\n'
  COMPREPLY+=($(compgen -f -- "$word"))
  compopt -o filenames 2>/dev/null
}
_cardroom_folders() {
  local IFS=$'\n'
  COMPREPLY+=($(compgen -d -- "$word"))
  compopt -o filenames 2>/dev/null
}

_cardroom() {
  local word=${COMP_WORDS[COMP_CWORD]} verb='' before='' one i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    one=${COMP_WORDS[i]}
    [[ $one == = ]] && continue
    case "$verb $before" in
      @TAKING@) before=''; continue ;;
    esac
    before=''
    [[ $one == -* ]] && { before=$one; continue; }
    case "${verb:+$verb }$one" in
      @VERBS@) verb="${verb:+$verb }$one" ;;
    esac
  done
  [[ $word == = ]] && word=''
  case "$verb $before" in
@VALUES@  esac
  case "$verb" in
@LISTS@  esac
}
complete -F _cardroom cardroom
)";

constexpr std::string_view kZsh = R"(#compdef cardroom
# Completion of cardroom for zsh: source <(./cardroom completion zsh), after compinit.

_cardroom() {
  local verb='' before='' one
  local -a verbs options
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    one=${(Q)words[i]}
    case "$verb $before" in
      @TAKING@) before=''; continue ;;
    esac
    before=''
    [[ $one == -* ]] && { before=${one%%=*}; [[ $one == *=* ]] && before=''; continue; }
    case "${verb:+$verb }$one" in
      @VERBS@) verb="${verb:+$verb }$one" ;;
    esac
  done
  if compset -P '--*='; then before=${IPREFIX%=}; fi
  case "$verb $before" in
@VALUES@  esac
  case "$verb" in
@LISTS@  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  else
    (( $#verbs )) && _describe verb verbs
  fi
}
if [[ "${funcstack[1]}" == _cardroom ]]; then _cardroom "$@"; else compdef _cardroom cardroom; fi
)";

/// Puts what follows from the verbs into a script.
std::string filled(std::string_view script, const VerbNode& root, const std::string& values,
                   const std::string& lists) {
  std::string text(script);
  const std::pair<std::string_view, std::string> parts[] = {{"@TAKING@", taking_patterns(root)},
                                                            {"@VERBS@", verb_patterns(root)},
                                                            {"@VALUES@", values},
                                                            {"@LISTS@", lists}};
  for (const auto& [mark, part] : parts) text.replace(text.find(mark), mark.size(), part);
  return text;
}

}  // namespace

std::string bash_completion(const VerbNode& root) {
  const Offers offers{"_cardroom_files", "_cardroom_folders", ":", &bash_values};
  std::string lists;
  for (const auto* verb : all_verbs(root)) {
    lists += fmt::format(
        "    {})\n      if [[ $word == -* ]]; then _cardroom_words {}\n"
        "      else _cardroom_words {}{}; fi ;;\n",
        shell_word(verb->path()), shell_word(joined(option_names(*verb))),
        shell_word(joined(verb_names(*verb))), positional_line(*verb, offers));
  }
  return filled(kBash, root, value_cases(root, offers), lists);
}

std::string zsh_completion(const VerbNode& root) {
  const Offers offers{"_files", "_path_files -/", ":", &zsh_values};
  std::string lists;
  for (const auto* verb : all_verbs(root)) {
    const auto positionals = positional_line(*verb, offers);
    lists += fmt::format("    {})\n      {}\n", shell_word(verb->path()), zsh_list(*verb));
    if (!positionals.empty()) {
      lists += fmt::format("      if [[ $PREFIX != -* ]]; then {}; fi\n", positionals.substr(2));
    }
    lists += "      ;;\n";
  }
  return filled(kZsh, root, value_cases(root, offers), lists);
}

void add_completion(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto shell = std::make_shared<std::string>();
  auto* verb = app.add_subcommand("completion", "Write a script that completes words in a shell");
  verb->add_option("shell", *shell, "Which shell reads it")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  verb->footer(
      "To have it in every shell, put the line into ~/.bashrc, or into ~/.zshrc after compinit.\n"
      "Exit status: 0 done, 2 usage.\n"
      "Example: cardroom completion bash");
  verb->callback([=, &app, &terminal, &exit] {
    const auto root = verb_tree(app);
    terminal.out << (*shell == "bash" ? bash_completion(root) : zsh_completion(root));
    exit = Exit::done;
  });
}

}  // namespace cardroom::cli
