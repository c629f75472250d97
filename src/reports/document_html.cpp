// A report as one printable page. Nothing is fetched: it opens as it is from a stick or a mail.

#include <ostream>

#include <fmt/format.h>

#include "cardroom/reports/document_formats.hpp"

namespace cardroom::reports {

namespace {

constexpr std::string_view kStyle = R"css(
  @page { size: letter; margin: 14mm; }
  body { font: 10pt/1.35 "Liberation Sans", Arial, sans-serif; color: #111; margin: 1.5em auto;
         max-width: 62em; }
  h1 { font-size: 1.6em; border-bottom: 2px solid #111; padding-bottom: .2em; }
  h2 { font-size: 1.15em; margin: 1.4em 0 .4em; border-bottom: 1px solid #999; break-after: avoid; }
  h2.page { break-before: page; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1.2em; margin: .5em 0; }
  dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
  table { border-collapse: collapse; margin: .5em 0; font-variant-numeric: tabular-nums; }
  th { text-align: left; border-bottom: 1px solid #111; vertical-align: bottom; }
  th, td { padding: .12em .7em .12em 0; vertical-align: top; }
  .n { text-align: right; } td.net.n:not(:empty) { white-space: nowrap; }
  thead { display: table-header-group; } tr { break-inside: avoid; }
  tfoot { display: table-row-group; }
  tfoot td { border-top: 1px solid #111; font-weight: bold; }
  .bar { display: inline-block; height: .7em; background: #456; margin-left: .6em;
         print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  svg { vertical-align: middle; } svg rect { fill: #456; }
  .note { color: #444; margin: .3em 0; }
  .sign { margin-top: 3em; border-top: 1px solid #111; width: 20em; padding-top: .2em;
          break-inside: avoid; }
  @media print { body { margin: 0; max-width: none; } }
)css";

constexpr int kBarEm = 8;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

bool is_right(Kind kind) {
  return kind != Kind::text && kind != Kind::moment && kind != Kind::clock && kind != Kind::series;
}

std::int64_t amount(const Cell& cell) {
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return *count;
  if (const auto* cents = std::get_if<Cents>(&cell)) return cents->count();
  return 0;
}

/// Columns of a small chart, with the figures themselves as its title.
std::string chart(const Series& series) {
  constexpr int kWide = 5;
  constexpr int kHigh = 14;
  std::int64_t most = 1;
  for (const auto n : series) most = std::max(most, n);
  std::string out = fmt::format(R"(<svg width="{}" height="{}"><title>{}</title>)",
                                series.size() * kWide, kHigh, script_text(series));
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double share =
        static_cast<double>(std::max<std::int64_t>(series[i], 0)) / static_cast<double>(most);
    out += fmt::format(R"(<rect x="{}" y="{:.1f}" width="{}" height="{:.1f}"/>)", i * kWide,
                       kHigh * (1 - share), kWide - 1, kHigh * share);
  }
  return out + "</svg>";
}

std::string cell_html(const Cell& cell, Kind kind) {
  if (const auto* series = std::get_if<Series>(&cell)) return chart(*series);
  return escaped(people_text(cell, kind));
}

void write_facts(const std::vector<Fact>& facts, std::ostream& out) {
  if (facts.empty()) return;
  out << "<dl>\n";
  for (const auto& fact : facts) {
    const auto text = cell_html(fact.value, fact.kind);
    if (!text.empty()) out << "<dt>" << escaped(fact.title) << "</dt><dd>" << text << "</dd>\n";
  }
  out << "</dl>\n";
}

void write_notes(const std::vector<std::string>& notes, std::ostream& out) {
  for (const auto& note : notes) out << "<p class=\"note\">" << escaped(note) << "</p>\n";
}

void write_row(const std::vector<Column>& columns, const Row& row,
               const std::vector<std::int64_t>& most, std::ostream& out) {
  out << "<tr>";
  for (std::size_t i = 0; i < row.size(); ++i) {
    out << (is_right(columns[i].kind) ? "<td class=\"n\">" : "<td>")
        << cell_html(row[i], columns[i].kind);
    if (columns[i].bar && !most.empty() && most[i] > 0 && amount(row[i]) > 0) {
      out << fmt::format(
          "<span class=\"bar\" style=\"width:{:.2f}em\"></span>",
          kBarEm * static_cast<double>(amount(row[i])) / static_cast<double>(most[i]));
    }
    out << "</td>";
  }
  out << "</tr>\n";
}

/// Bars need the largest figure before the first is drawn.
std::vector<std::int64_t> largest(const Section& section) {
  std::vector<std::int64_t> most(section.columns.size());
  const auto barred = [](const Column& column) { return column.bar; };
  if (std::none_of(section.columns.begin(), section.columns.end(), barred)) return most;
  section.rows([&](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) most[i] = std::max(most[i], amount(row[i]));
  });
  return most;
}

void write_table(const Section& section, std::ostream& out) {
  Totals totals(section.columns);
  const auto most = largest(section);
  section.rows([&](const Row& row) {
    if (totals.rows() == 0) {
      out << "<table>\n<thead><tr>";
      for (const auto& column : section.columns) {
        out << (is_right(column.kind) ? "<th class=\"n\">" : "<th>") << escaped(column.title)
            << "</th>";
      }
      out << "</tr></thead>\n<tbody>\n";
    }
    totals.add(row);
    write_row(section.columns, row, most, out);
  });
  if (totals.rows() == 0) {
    write_notes({section.none.empty() ? "None." : section.none}, out);
    return;
  }
  out << "</tbody>\n";
  if (totals.any()) {
    Row row = totals.row();
    if (!section.columns.front().summed) row.front() = std::string("total");
    out << "<tfoot>";
    write_row(section.columns, row, {}, out);
    out << "</tfoot>\n";
  }
  out << "</table>\n";
}

}  // namespace

void write_html(const Report& report, std::ostream& out) {
  out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" << escaped(report.title)
      << "</title>\n<style>" << kStyle << "</style>\n</head>\n<body>\n<h1>" << escaped(report.title)
      << "</h1>\n";
  write_facts(report.facts, out);
  for (const auto& section : report.sections) {
    out << "<section id=\"" << escaped(section.id()) << "\">\n"
        << (section.new_page ? "<h2 class=\"page\">" : "<h2>") << escaped(section.title)
        << "</h2>\n";
    write_facts(section.facts, out);
    if (!section.columns.empty()) write_table(section, out);
    write_notes(section.notes, out);
    out << "</section>\n";
  }
  write_notes(report.notes, out);
  for (const auto& who : report.signatures)
    out << "<div class=\"sign\">" << escaped(who) << "</div>\n";
  out << "</body>\n</html>\n";
}

}  // namespace cardroom::reports
