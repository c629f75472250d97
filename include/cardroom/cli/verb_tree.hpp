#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "cardroom/rules/game.hpp"

/// The program's verbs as data: completion and the man page are written from it, so that neither
/// can know another program than the one that runs.
namespace cardroom::cli {

/// Type names of options that take a path. Completion offers files or folders for them.
inline constexpr const char* kFile = "FILE";
inline constexpr const char* kFolder = "DIR";

/// The type name of a value from a closed list: "{text,csv}", as CLI11 writes it for IsMember.
[[nodiscard]] std::string one_of(std::span<const std::string> values);
[[nodiscard]] std::string one_of(std::span<const rules::Game* const> games);

struct VerbOption {
  enum class Takes { nothing, text, file, folder, one_of };

  std::vector<std::string> names;  ///< "-h", "--help"; none of a positional
  std::string positional;          ///< "game"; empty of an option
  Takes takes = Takes::nothing;
  std::vector<std::string> values = {};  ///< of one_of
  std::string kind;                      ///< "FILE", "INT in [0 - 65535]", "{text,csv}"
  std::string text, usual, variable;     ///< description, default, environment variable
  bool required = false;
  bool many = false;  ///< may come more than once
};

struct VerbNode {
  std::vector<std::string> words;  ///< "report", "shift"; none of the program itself
  std::string text, footer;
  std::vector<VerbOption> options;  ///< positionals too, in the order in which they were added
  std::vector<VerbNode> verbs;

  [[nodiscard]] const std::string& name() const { return words.back(); }
  /// "report shift".
  [[nodiscard]] std::string path() const;
};

/// Everything below `app`, which is to be the program.
[[nodiscard]] VerbNode verb_tree(const CLI::App& app);

/// The program first, then each verb before its own verbs.
[[nodiscard]] std::vector<const VerbNode*> all_verbs(const VerbNode& root);

/// Scripts that a shell reads to complete the program's words.
[[nodiscard]] std::string bash_completion(const VerbNode& root);
[[nodiscard]] std::string zsh_completion(const VerbNode& root);

/// cardroom(1) in the macros of man(7). `version` stands at its foot.
[[nodiscard]] std::string man_page(const VerbNode& root, std::string_view version);

}  // namespace cardroom::cli
