#include "cardroom/cli/typed_lines.hpp"

#include <fcntl.h>
#include <histedit.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace cardroom::cli {

namespace {

constexpr std::size_t kMostRemembered = 500;

class PlainLines final : public TypedLines {
 public:
  std::optional<std::string> next(const std::string&) override {
    std::string line;
    if (!std::getline(std::cin, line)) return std::nullopt;
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }
  void remember(const std::string&) override {}
  [[nodiscard]] std::size_t width() const override { return std::string::npos; }
  [[nodiscard]] bool by_hand() const override { return false; }
};

/// Lines of earlier times, in a file that only its owner may read. Without a home there is none,
/// and nobody is bothered with it.
class HistoryFile {
 public:
  HistoryFile() {
    const auto variable = [](const char* name) {
      const char* value = std::getenv(name);
      return std::filesystem::path(value == nullptr ? "" : value);
    };
    auto base = variable("XDG_STATE_HOME");
    if (!base.is_absolute()) base = variable("HOME") / ".local" / "state";
    if (base.is_absolute()) path_ = base / "cardroom" / "floor-history";
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);) add(line);
  }

  void add(const std::string& line) {
    if (!lines.empty() && lines.back() == line) return;
    lines.push_back(line);
    if (lines.size() > kMostRemembered) lines.erase(lines.begin());
  }

  void save() const {
    if (path_.empty() || lines.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(path_.parent_path(), ignored);
    const auto unfinished = path_.string() + "." + std::to_string(::getpid());
    const int file =
        ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return;
    std::string text;
    for (const auto& line : lines) text += line + '\n';
    const bool whole = ::write(file, text.data(), text.size()) == std::ssize(text);
    ::close(file);
    if (!whole || ::rename(unfinished.c_str(), path_.c_str()) != 0) ::unlink(unfinished.c_str());
  }

  std::vector<std::string> lines;

 private:
  std::filesystem::path path_;
};

class EditedLines final : public TypedLines {
 public:
  explicit EditedLines(Complete complete) : complete_(std::move(complete)) {
    std::setlocale(LC_CTYPE, "");  // names hold any script; nothing else of the locale is taken
    // Ctrl-C is a key while a line is typed, and nothing at all while a command is on its way.
    before_ = std::signal(SIGINT, SIG_IGN);
    history_ = history_init();
    HistEvent event{};
    ::history(history_, &event, H_SETSIZE, static_cast<int>(2 * kMostRemembered));
    for (const auto& line : file_.lines) enter(line);
    editor_ = el_init("cardroom", stdin, stdout, stderr);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &EditedLines::prompt);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 1);
    el_set(editor_, EL_HIST, &::history, history_);
    el_set(editor_, EL_SETTY, "-d", "-isig", nullptr);
    // In wide characters: libedit keeps these, and of narrow ones a copy that it never frees.
    el_wset(editor_, EL_ADDFN, L"cardroom-complete", L"Completes a word", &EditedLines::complete);
    el_wset(editor_, EL_ADDFN, L"cardroom-clear", L"Clears the line", &EditedLines::clear);
    el_set(editor_, EL_BIND, "^I", "cardroom-complete", nullptr);
    el_set(editor_, EL_BIND, "^C", "cardroom-clear", nullptr);
  }
  ~EditedLines() override {
    file_.save();
    el_end(editor_);
    history_end(history_);
    std::signal(SIGINT, before_);
  }
  EditedLines(const EditedLines&) = delete;
  EditedLines& operator=(const EditedLines&) = delete;

  std::optional<std::string> next(const std::string& prompt) override {
    prompt_ = prompt;
    std::cout << std::flush;
    int count = 0;
    const char* typed = el_gets(editor_, &count);
    if (typed == nullptr || count <= 0) {
      std::cout << std::endl;
      return std::nullopt;
    }
    std::string line(typed, static_cast<std::size_t>(count));
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(' ') != std::string::npos) enter(line);
    return line;
  }
  void remember(const std::string& line) override { file_.add(line); }
  [[nodiscard]] std::size_t width() const override {
    winsize size{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
  }
  [[nodiscard]] bool by_hand() const override { return true; }

 private:
  static EditedLines& self(EditLine* editor) {
    void* found = nullptr;
    el_get(editor, EL_CLIENTDATA, &found);
    return *static_cast<EditedLines*>(found);
  }
  static char* prompt(EditLine* editor) { return self(editor).prompt_.data(); }

  static unsigned char clear(EditLine* editor, int) {
    const auto* line = el_line(editor);
    el_cursor(editor, static_cast<int>(line->lastchar - line->cursor));
    el_deletestr(editor, static_cast<int>(line->lastchar - line->buffer));
    return CC_REFRESH;
  }

  static unsigned char complete(EditLine* editor, int) {
    const auto* line = el_line(editor);
    const std::string_view typed(line->buffer,
                                 static_cast<std::size_t>(line->cursor - line->buffer));
    const auto all = self(editor).complete_(typed);
    if (all.empty()) return CC_REFRESH_BEEP;
    const auto word = typed.substr(typed.find_last_of(' ') + 1);
    std::string common = all.front();
    for (const auto& one : all) {
      const auto differs = std::mismatch(common.begin(), common.end(), one.begin(), one.end());
      common.erase(differs.first, common.end());
    }
    if (all.size() == 1) common += ' ';
    if (common.size() > word.size()) {
      el_insertstr(editor, common.substr(word.size()).c_str());
      return CC_REFRESH;
    }
    std::string choices;
    for (const auto& one : all) choices += one + "  ";
    std::fprintf(stdout, "\n%s\n", choices.c_str());
    return CC_REDISPLAY;
  }

  void enter(const std::string& line) {
    HistEvent event{};
    ::history(history_, &event, H_ENTER, line.c_str());
  }

  Complete complete_;
  HistoryFile file_;
  std::string prompt_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  void (*before_)(int) = SIG_DFL;
};

}  // namespace

std::unique_ptr<TypedLines> TypedLines::make(Complete complete) {
  if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1) {
    return std::make_unique<PlainLines>();
  }
  return std::make_unique<EditedLines>(std::move(complete));
}

}  // namespace cardroom::cli
