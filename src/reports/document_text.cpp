// A report on a terminal or a printer of text: 80 columns first, wider where there is room.

#include <algorithm>
#include <numeric>
#include <ostream>

#include <fmt/format.h>

#include "cardroom/reports/document_formats.hpp"
#include "cardroom/reports/glyphs.hpp"
#include "cardroom/rules/refusal.hpp"

namespace cardroom::reports {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kBetween = 2;
constexpr std::size_t kLeastText = 10;  // a text column is not wrapped narrower than this
constexpr std::size_t kRemark = 12;     // to keep the other columns
constexpr std::size_t kLeastBar = 6;
constexpr std::size_t kMostBar = 24;
constexpr std::size_t kSignatureLine = 30;

bool is_left(Kind kind) {
  return kind == Kind::text || kind == Kind::moment || kind == Kind::clock || kind == Kind::series;
}

std::int64_t amount(const Cell& cell) {
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return *count;
  if (const auto* cents = std::get_if<Cents>(&cell)) return cents->count();
  return 0;
}

/// What a look at all rows tells before the first is written.
struct Measured {
  std::vector<std::size_t> widths;
  std::vector<std::int64_t> most;  ///< the largest figure of a column
  Totals totals;
};

/// Which columns are written, how wide, and whether there is room for a row in one line at all.
struct Fitted {
  std::vector<std::size_t> shown, widths;
  std::vector<std::size_t> bars;  ///< beside a shown column; 0: none
  std::vector<std::size_t> left_out;
  bool in_lines = true;
};

class TextWriter {
 public:
  TextWriter(const Paper& paper, std::ostream& out)
      : paper_(paper), glyphs_(glyphs(paper.ascii)), out_(out) {}

  void report(const Report& report) {
    title(report.title);
    facts(report.facts);
    for (const auto& one : report.sections) section(one);
    if (!report.notes.empty()) out_ << '\n';
    notes(report.notes);
    for (const auto& who : report.signatures) sign(who);
  }

 private:
  void title(const std::string& text) {
    const auto lines =
        lines_within(text, paper_.width - std::min<std::size_t>(paper_.width - 1, 4));
    std::size_t widest = 0;
    for (const auto& line : lines) widest = std::max(widest, columns_of(line));
    out_ << glyphs_.top_left << times(glyphs_.across, widest + 2) << glyphs_.top_right << '\n';
    for (const auto& line : lines) {
      out_ << glyphs_.down << ' ' << paper_.ink.heading(line) << blanks(widest - columns_of(line))
           << ' ' << glyphs_.down << '\n';
    }
    out_ << glyphs_.bottom_left << times(glyphs_.across, widest + 2) << glyphs_.bottom_right
         << '\n';
  }

  void section(const Section& section) {
    out_ << '\n';
    heading(section.title);
    facts(section.facts);
    if (!section.columns.empty()) table(section);
    notes(section.notes);
  }

  void heading(const std::string& title) {
    const std::string lead = times(glyphs_.across, 2) + ' ';
    const auto lines =
        lines_within(title, paper_.width - std::min<std::size_t>(4, paper_.width - 1));
    for (const auto& line : lines) {
      const auto used = columns_of(line) + 4;
      out_ << lead << paper_.ink.heading(line);
      if (&line == &lines.back() && paper_.width > used) {
        out_ << ' ' << times(glyphs_.across, paper_.width - used);
      }
      out_ << '\n';
    }
  }

  void facts(const std::vector<Fact>& facts) {
    std::size_t widest = 0;
    for (const auto& fact : facts) widest = std::max(widest, columns_of(fact.title));
    const auto at = kIndent + widest + kBetween;
    const bool beside = paper_.width > at + kLeastText;
    for (const auto& fact : facts) {
      const auto text = shown(fact.value, fact.kind);
      if (text.empty()) continue;
      if (beside) {
        out_ << blanks(kIndent) << fact.title << blanks(at - kIndent - columns_of(fact.title));
      } else {
        indented(fact.title);
        out_ << blanks(kIndent * 2);
      }
      const auto column = beside ? at : kIndent * 2;
      const auto room = paper_.width > column ? paper_.width - column : kLeastText;
      std::string between;
      for (const auto& line : lines_within(text, room)) {
        out_ << between << line << '\n';
        between = blanks(column);
      }
    }
  }

  void indented(const std::string& text) {
    for (const auto& line :
         lines_within(text, paper_.width - std::min(paper_.width - 1, kIndent))) {
      out_ << blanks(kIndent) << line << '\n';
    }
  }

  void notes(const std::vector<std::string>& notes) {
    for (const auto& note : notes) {
      for (const auto& line :
           lines_within(note, paper_.width - std::min(paper_.width - 1, kIndent))) {
        out_ << blanks(kIndent) << paper_.ink.faint(line) << '\n';
      }
    }
  }

  void sign(const std::string& who) {
    out_ << '\n'
         << blanks(kIndent) << std::string(std::min(kSignatureLine, paper_.width - kIndent), '_')
         << '\n'
         << blanks(kIndent) << who << '\n';
  }

  // --- Tables ---------------------------------------

  void table(const Section& section) {
    const auto measured = measure(section);
    if (measured.totals.rows() == 0) {
      notes({section.none.empty() ? "None." : section.none});
      return;
    }
    const auto fitted = fit(section.columns, measured);
    if (!fitted.in_lines) {
      section.rows([&](const Row& row) { as_list(section.columns, row, ""); });
      if (measured.totals.any()) as_list(section.columns, measured.totals.row(), "total");
      return;
    }
    head(section.columns, fitted);
    section.rows([&](const Row& row) { line(section.columns, fitted, measured, row); });
    const bool told = std::any_of(fitted.shown.begin(), fitted.shown.end(),
                                  [&](auto at) { return section.columns[at].summed; });
    if (told) total(section.columns, fitted, measured);
    if (!fitted.left_out.empty()) {
      std::string names;
      for (const auto at : fitted.left_out) rules::append_listed(names, section.columns[at].title);
      notes({"Too narrow here for: " + names + "."});
    }
  }

  Measured measure(const Section& section) {
    Measured measured{
        {}, std::vector<std::int64_t>(section.columns.size()), Totals(section.columns)};
    for (const auto& column : section.columns) measured.widths.push_back(columns_of(column.title));
    const auto look = [&](const Row& row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        const auto text = shown(row[i], section.columns[i].kind);
        measured.widths[i] = std::max(measured.widths[i], columns_of(text));
      }
    };
    section.rows([&](const Row& row) {
      measured.totals.add(row);
      look(row);
      for (std::size_t i = 0; i < row.size(); ++i) {
        measured.most[i] = std::max(measured.most[i], amount(row[i]));
      }
    });
    if (measured.totals.any()) look(measured.totals.row());
    return measured;
  }

  /// Columns and their widths, as far as there is room: the least dispensable first, and whatever
  /// still has room beside them.
  Fitted fit(const std::vector<Column>& columns, const Measured& measured) const {
    Fitted fitted;
    auto& widths = fitted.widths = measured.widths;
    std::vector<std::size_t> spare;
    for (std::size_t at = 0; at < columns.size(); ++at) {
      if (columns[at].prose) widths[at] = std::min(widths[at], kRemark);
      (columns[at].spare == 0 ? fitted.shown : spare).push_back(at);
    }
    std::stable_sort(spare.begin(), spare.end(),
                     [&](auto a, auto b) { return columns[a].spare < columns[b].spare; });
    const auto used = [&] {
      std::size_t sum = kIndent;
      for (const auto at : fitted.shown)
        sum += widths[at] + (at == fitted.shown.front() ? 0 : kBetween);
      return sum;
    };
    for (const auto at : spare) {
      const bool fits = used() + kBetween + widths[at] <= paper_.width;
      (fits ? fitted.shown : fitted.left_out).push_back(at);
    }
    std::sort(fitted.shown.begin(), fitted.shown.end());
    std::sort(fitted.left_out.begin(), fitted.left_out.end());
    for (const auto at : fitted.shown) {
      const auto room = paper_.width - std::min(used(), paper_.width);
      widths[at] += std::min(measured.widths[at] - widths[at], room);
    }
    while (used() > paper_.width) {
      std::optional<std::size_t> widest;
      for (const auto at : fitted.shown) {
        if (columns[at].kind != Kind::text || widths[at] <= kLeastText) continue;
        if (!widest || widths[at] > widths[*widest]) widest = at;
      }
      if (!widest) break;
      --widths[*widest];
    }
    fitted.in_lines = used() <= paper_.width;
    fitted.bars.assign(columns.size(), 0);
    const auto barred = std::count_if(fitted.shown.begin(), fitted.shown.end(),
                                      [&](auto at) { return columns[at].bar; });
    if (fitted.in_lines && barred > 0) {
      const auto each = (paper_.width - used()) / static_cast<std::size_t>(barred);
      for (const auto at : fitted.shown) {
        if (columns[at].bar && each > kLeastBar) fitted.bars[at] = std::min(each - 1, kMostBar);
      }
    }
    return fitted;
  }

  void head(const std::vector<Column>& columns, const Fitted& fitted) {
    std::string rule = blanks(kIndent);
    for (const auto at : fitted.shown) {
      rule += times(glyphs_.across, fitted.widths[at]) + blanks(after(fitted, at));
    }
    const auto title = [&](std::size_t at) { return columns[at].title; };
    const auto nothing = [](std::size_t) { return std::string(); };
    for (const auto& text : laid_out(columns, fitted, title, nothing)) {
      out_ << paper_.ink.heading(text) << '\n';
    }
    out_ << trimmed(rule) << '\n';
  }

  /// Blanks behind a column, with the place of its bar.
  static std::size_t after(const Fitted& fitted, std::size_t at) {
    const auto bar = fitted.bars[at] == 0 ? 0 : fitted.bars[at] + 1;
    return bar + (at == fitted.shown.back() ? 0 : kBetween);
  }

  void line(const std::vector<Column>& columns, const Fitted& fitted, const Measured& measured,
            const Row& row) {
    const auto cell = [&](std::size_t at) { return shown(row[at], columns[at].kind); };
    const auto drawn = [&](std::size_t at) {
      return bar(amount(row[at]), measured.most[at], fitted.bars[at], glyphs_);
    };
    for (const auto& text : laid_out(columns, fitted, cell, drawn)) out_ << text << '\n';
  }

  /// As many lines as the cell that is wrapped most often; bars stand in the first.
  template <class CellAt, class DrawnAt>
  static std::vector<std::string> laid_out(const std::vector<Column>& columns, const Fitted& fitted,
                                           CellAt cell, DrawnAt drawn_at) {
    std::vector<std::vector<std::string>> cells;
    std::vector<std::string> lines(1);
    for (const auto at : fitted.shown) {
      cells.push_back(lines_within(cell(at), fitted.widths[at]));
      lines.resize(std::max(lines.size(), cells.back().size()));
    }
    for (std::size_t n = 0; n < lines.size(); ++n) {
      std::string text = blanks(kIndent);
      for (std::size_t i = 0; i < fitted.shown.size(); ++i) {
        const auto at = fitted.shown[i];
        text +=
            aligned(n < cells[i].size() ? cells[i][n] : "", fitted.widths[at], columns[at].kind);
        const auto drawn = n == 0 ? drawn_at(at) : std::string();
        if (!drawn.empty()) text += ' ' + drawn;
        text += blanks(after(fitted, at) - (drawn.empty() ? 0 : 1 + columns_of(drawn)));
      }
      lines[n] = trimmed(std::move(text));
    }
    return lines;
  }

  void total(const std::vector<Column>& columns, const Fitted& fitted, const Measured& measured) {
    const Row sums = measured.totals.row();
    std::string rule = blanks(kIndent);
    std::string text = blanks(kIndent);
    for (const auto at : fitted.shown) {
      const auto& cell = sums[at];
      const auto told = at == fitted.shown.front() && !columns[at].summed
                            ? std::string("total")
                            : shown(cell, columns[at].kind);
      const bool label = at == fitted.shown.front() && !columns[at].summed;
      rule += times(glyphs_.across, fitted.widths[at]) + blanks(after(fitted, at));
      text += aligned(told, std::max(fitted.widths[at], columns_of(told)),
                      label ? Kind::text : columns[at].kind) +
              blanks(after(fitted, at));
    }
    out_ << trimmed(rule) << '\n' << paper_.ink.heading(trimmed(text)) << '\n';
  }

  /// Where a row does not fit into a line: its fields, one below the other.
  void as_list(const std::vector<Column>& columns, const Row& row, const std::string& lead) {
    if (!lead.empty()) out_ << blanks(kIndent) << paper_.ink.heading(lead) << '\n';
    std::vector<Fact> fields;
    for (std::size_t i = 0; i < row.size(); ++i) {
      fields.push_back({columns[i].name, columns[i].title, columns[i].kind, row[i]});
    }
    facts(fields);
    out_ << '\n';
  }

  [[nodiscard]] std::string shown(const Cell& cell, Kind kind) const {
    if (const auto* series = std::get_if<Series>(&cell)) return sparkline(*series, glyphs_);
    return people_text(cell, kind);
  }
  static std::string aligned(const std::string& text, std::size_t width, Kind kind) {
    const auto used = columns_of(text);
    const auto rest = blanks(width > used ? width - used : 0);
    return is_left(kind) ? text + rest : rest + text;
  }
  static std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }
  static std::string blanks(std::size_t count) { return std::string(count, ' '); }

  const Paper& paper_;
  const Glyphs& glyphs_;
  std::ostream& out_;
};

}  // namespace

void write_text(const Report& report, const Paper& paper, std::ostream& out) {
  TextWriter(paper, out).report(report);
}

}  // namespace cardroom::reports
