// The man page, judged by the programs that show man pages.

#include "support/verbs.hpp"

using namespace cardroom::testing;

namespace {

/// The page as a file, and as it is read on a terminal, each word on one line.
struct Page {
  Page() : path(scratch.file("cardroom.1", done(ask({"man"})))) {
    shown = done(shell("mandoc -T ascii -O width=1000 '" + path + "' | col -b -x"));
  }
  Scratch scratch;
  std::string path, shown;

  /// From the heading of a verb to the next heading.
  [[nodiscard]] std::string section(const std::string& heading) const {
    std::string text;
    bool inside = false;
    for (const auto& line : lines_of(shown)) {
      const bool heads = line.starts_with("   cardroom ") || (!line.empty() && line[0] != ' ');
      const bool ours = line == "   " + heading || line.starts_with("   " + heading + " [") ||
                        line.starts_with("   " + heading + " ");
      if (heads) inside = ours && !inside && text.empty();
      if (inside) text += line + '\n';
    }
    return text;
  }
};

}  // namespace

TEST_CASE("nobody who shows man pages has anything to say about ours", "[cli][man]") {
  const Page page;
  CHECK(done(shell("mandoc -T lint -W warning '" + page.path + "'")).empty());
  const auto ran =
      shell("MANROFFSEQ='' MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -Tutf8 -Z -l '" +
            page.path + "' > /dev/null");
  CHECK(done(ran).empty());
}

TEST_CASE("the man page has its sections in their order", "[cli][man]") {
  const Page page;
  std::size_t at = 0;
  for (const char* section : {"\nNAME\n", "\nSYNOPSIS\n", "\nDESCRIPTION\n", "\nCOMMANDS\n",
                              "\nEXIT STATUS\n", "\nENVIRONMENT\n", "\nFILES\n", "\nEXAMPLES\n"}) {
    CAPTURE(section);
    const auto found = page.shown.find(section, at);
    REQUIRE(found != std::string::npos);
    at = found;
  }
  CHECK(holds(page.shown, "cardroom - the ledger of a California cardroom's player-dealer tables"));
}

TEST_CASE("every verb and every option is in the man page", "[cli][man]") {
  const Page page;
  std::size_t options = 0;
  for (const auto& verb : all_helped_verbs()) {
    std::string heading = "cardroom";
    for (const auto& word : verb.words) heading += ' ' + word;
    const auto section = verb.words.empty() ? page.shown : page.section(heading);
    CAPTURE(heading, section);
    REQUIRE_FALSE(section.empty());
    for (const auto& option : options_named(verb.help)) {
      CAPTURE(option);
      CHECK(holds(section, option));
      ++options;
    }
  }
  CHECK(options > 200);
}
