// The man page, written from the verbs as they are.

#include <array>
#include <map>
#include <memory>
#include <ostream>
#include <span>

#include <fmt/format.h>

#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"

namespace cardroom::cli {

namespace {

using Takes = VerbOption::Takes;

constexpr std::string_view kStatusBegins = "Exit status: ";
constexpr std::string_view kExampleBegins = "Example: ";

/// Text as roff shows it: its escapes and hyphens are ours, and no line is taken for a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool at_start = out.empty() || out.back() == '\n';
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      default: out += c;
    }
  }
  return out;
}

/// In quotes, for a request's argument.
std::string argument(std::string_view text) {
  std::string out = "\"";
  for (const char c : roff(text)) out += c == '"' ? std::string("\\(dq") : std::string(1, c);
  return out + '"';
}

/// A line of its own for each sentence's line; no line is empty and none ends with a blank.
std::string paragraph(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    while (line.ends_with(' ')) line.remove_suffix(1);
    if (!line.empty()) out += roff(line) + '\n';
  }
  return out;
}

/// A footer's parts: what it tells, its exit status, its examples.
struct Footer {
  std::string told, status;
  std::vector<std::string> examples;
};

Footer read_footer(std::string_view text) {
  Footer footer;
  bool in_example = false;
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with(kStatusBegins)) {
      footer.status = line.substr(kStatusBegins.size());
    } else if (line.starts_with(kExampleBegins)) {
      footer.examples.emplace_back(line.substr(kExampleBegins.size()));
      in_example = true;
    } else if (in_example) {
      const auto start = line.find_first_not_of(' ');
      if (start != std::string_view::npos) footer.examples.emplace_back(line.substr(start));
    } else {
      (footer.told += line) += '\n';
    }
  }
  return footer;
}

/// What a footer tells as it stands: it holds settings and the like.
std::string kept_lines(std::string_view told) {
  while (told.ends_with('\n')) told.remove_suffix(1);
  while (told.starts_with('\n')) told.remove_prefix(1);
  if (told.empty()) return {};
  if (told.find("\n\n") == std::string_view::npos && told.find(" = ") == std::string_view::npos) {
    return ".PP\n" + paragraph(told);
  }
  std::string lines;
  while (!told.empty()) {
    const auto line = told.substr(0, told.find('\n'));
    told.remove_prefix(std::min(told.size(), line.size() + 1));
    // An empty line of an example is a space: a line without anything would be a paragraph's end.
    lines += (line.empty() ? std::string("\\&") : roff(line)) + '\n';
  }
  return ".PP\n.nf\n" + lines + ".fi\n";
}

std::string option_term(const VerbOption& option) {
  std::string term;
  for (const auto& name : option.names) {
    term += fmt::format("{}\\fB{}\\fR", term.empty() ? "" : ", ", roff(name));
  }
  const std::string value = roff(option.kind.empty() ? "VALUE" : option.kind);
  if (option.names.empty()) {
    return fmt::format("\\fI{}\\fR{}", roff(option.positional),
                       option.takes == Takes::one_of ? " " + value : "");
  }
  return option.takes == Takes::nothing ? term : fmt::format("{} \\fI{}\\fR", term, value);
}

std::string option_text(const VerbOption& option) {
  std::string text = paragraph(option.text);
  std::string more;
  const auto add = [&](const std::string& one) { more += (more.empty() ? "" : ", ") + one; };
  if (option.required) add("required");
  if (option.many) add("may come again");
  if (!option.usual.empty()) add("usually " + option.usual);
  if (!option.variable.empty()) add("or the variable " + option.variable);
  if (!more.empty()) text += '(' + roff(more) + ")\n";
  return text;
}

std::string options_list(const VerbNode& verb) {
  std::string list;
  for (const auto& option : verb.options) {
    list += ".TP\n" + option_term(option) + '\n' + option_text(option);
  }
  return list;
}

/// "cardroom report shift [options]".
std::string usage(const VerbNode& verb) {
  std::string line = "cardroom";
  for (const auto& word : verb.words) line += ' ' + word;
  for (const auto& option : verb.options) {
    if (option.positional.empty()) continue;
    line += option.required ? ' ' + option.positional : " [" + option.positional + ']';
  }
  return line;
}

std::string command_section(const VerbNode& verb) {
  const auto footer = read_footer(verb.footer);
  std::string section = ".SS " + argument(usage(verb)) + '\n' + paragraph(verb.text);
  section += kept_lines(footer.told);
  section += options_list(verb);
  if (!footer.status.empty()) section += ".PP\nExit status: " + roff(footer.status) + '\n';
  for (const auto& example : footer.examples) {
    section += ".PP\nExample:\n.br\n" + roff(example) + '\n';
  }
  return section;
}

std::string variables(const VerbNode& root) {
  std::map<std::string, std::string> all = {
      {"CARDROOM_SCHEDULES", "Folder of schedule files, where --schedules names none."},
      {"CARDROOM_SESSION", "File that keeps the session which login opened."},
      {"NO_COLOR", "Set: no colours on a terminal."}};
  for (const auto* verb : all_verbs(root)) {
    for (const auto& option : verb->options) {
      if (option.variable.empty()) continue;
      all.emplace(option.variable,
                  fmt::format("Stands for {} of cardroom {}.", option.names.back(), verb->path()));
    }
  }
  std::string list;
  for (const auto& [name, text] : all) {
    list += fmt::format(".TP\n\\fB{}\\fR\n{}", roff(name), paragraph(text));
  }
  return list;
}

using Told = std::pair<std::string_view, std::string_view>;

std::string terms(std::span<const Told> told) {
  std::string list;
  for (const auto& [term, text] : told) {
    list += fmt::format(".TP\n\\fB{}\\fR\n{}", roff(term), paragraph(text));
  }
  return list;
}

constexpr std::array<Told, 6> kStatus = {
    {{"0", "Done."},
     {"1", "Refused, or it does not reconcile. A refusal is one line of JSON on the error stream."},
     {"2", "The words were not understood."},
     {"3", "A file cannot be read or written, or a server does not answer."},
     {"4", "Not allowed."},
     {"70", "A fault of the program."}}};

constexpr std::array<Told, 4> kFiles = {
    {{"room.book", "The book; -wal, -shm and -lock beside it belong to it."},
     {"room.book-access", "Passwords, sessions and the audit log of a served book."},
     {"schedules/*.toml", "Collection schedules."},
     {"~/.config/cardroom/session.json",
      "The session which login opened; XDG_CONFIG_HOME moves it."}}};

}  // namespace

std::string man_page(const VerbNode& root, std::string_view version) {
  const auto first_line = root.text.substr(0, root.text.find('\n'));
  auto title = first_line.substr(first_line.find(": ") + 2);
  if (title.ends_with('.')) title.pop_back();
  std::string page = fmt::format(".TH CARDROOM 1 {} {} \"User Commands\"\n", CARDROOM_DATED,
                                 argument(fmt::format("cardroom {}", version)));
  page += ".SH NAME\ncardroom \\- " + paragraph(title);
  page += ".SH SYNOPSIS\n\\fBcardroom\\fR [options] \\fIcommand\\fR [options]\n";
  page += ".SH DESCRIPTION\n" + paragraph(root.text) + options_list(root);
  page += ".SH COMMANDS\n";
  for (const auto* verb : all_verbs(root)) {
    if (!verb->words.empty()) page += command_section(*verb);
  }
  page += ".SH EXIT STATUS\n" + terms(kStatus);
  page += ".SH ENVIRONMENT\n" + variables(root);
  page += ".SH FILES\n" + terms(kFiles);
  page += ".SH EXAMPLES\n.nf\n";
  for (const auto* verb : all_verbs(root)) {
    for (const auto& example : read_footer(verb->footer).examples) {
      if (verb->words.size() <= 1) page += roff(example) + '\n';
    }
  }
  page += ".fi\n";
  return page;
}

void add_man(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto* verb = app.add_subcommand("man", "Write the man page, in roff");
  verb->footer(
      "Read it with: cardroom man | man -l -\n"
      "Exit status: 0 done.\n"
      "Example: cardroom man > cardroom.1");
  verb->callback([&app, &terminal, &exit] {
    terminal.out << man_page(verb_tree(app), CARDROOM_VERSION);
    exit = Exit::done;
  });
}

}  // namespace cardroom::cli
