#pragma once

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cardroom/ledger/access_file.hpp"
#include "cardroom/reports/document_formats.hpp"
#include "cardroom/reports/report.hpp"
#include "support/rounds.hpp"

/// Reports as a test looks at them: made from a book's file, written in all formats, and every
/// format read again by somebody who only knows that format.
namespace cardroom::testing {

using Cells = std::vector<std::string>;

inline std::string written(const reports::Report& report, reports::Format format,
                           const reports::Paper& paper = {}) {
  std::ostringstream out;
  reports::write_report(report, format, paper, out);
  return out.str();
}

/// The cells of a row for people or for scripts.
inline Cells cells_of(const std::vector<reports::Column>& columns, const reports::Row& row,
                      bool for_scripts) {
  Cells cells;
  for (std::size_t i = 0; i < row.size(); ++i) {
    cells.push_back(for_scripts ? reports::script_text(row[i])
                                : reports::people_text(row[i], columns[i].kind));
  }
  return cells;
}

/// What a section must tell, in whatever format: its facts, rows and total.
struct ToldSection {
  Cells facts;
  std::vector<Cells> rows;
  Cells total;
};

inline ToldSection told_by(const reports::Section& section, bool for_scripts) {
  ToldSection told;
  for (const auto& fact : section.facts) {
    told.facts.push_back(for_scripts ? reports::script_text(fact.value)
                                     : reports::people_text(fact.value, fact.kind));
  }
  reports::Totals totals(section.columns);
  if (section.rows) {
    section.rows([&](const reports::Row& row) {
      totals.add(row);
      told.rows.push_back(cells_of(section.columns, row, for_scripts));
    });
  }
  if (totals.any()) told.total = cells_of(section.columns, totals.row(), for_scripts);
  return told;
}

// --- JSON ---------------------------------------------------------------------------------------

/// A member as `script_text` would have written it; what is left out is nothing.
inline std::string script_text_of(const nlohmann::json& object, const std::string& name,
                                  const reports::Cell& like) {
  if (!object.contains(name)) return "";
  const auto& value = object[name];
  if (const auto* decimal = std::get_if<reports::Decimal>(&like)) {
    return reports::script_text(reports::Decimal{value.get<double>(), decimal->digits});
  }
  if (std::holds_alternative<reports::Series>(like)) {
    return reports::script_text(value.get<reports::Series>());
  }
  CHECK(value.is_number_integer() ==
        (std::holds_alternative<std::int64_t>(like) || std::holds_alternative<rules::Cents>(like)));
  return value.is_string() ? value.get<std::string>() : value.dump();
}

inline void check_json_facts(const std::vector<reports::Fact>& facts, const nlohmann::json& told) {
  for (const auto& fact : facts) {
    CAPTURE(fact.name);
    CHECK(script_text_of(told, reports::script_name(fact.name, fact.kind), fact.value) ==
          reports::script_text(fact.value));
  }
}

inline void check_json_row(const reports::Section& section, const reports::Row& row,
                           const nlohmann::json& told) {
  Cells cells;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto& column = section.columns[i];
    cells.push_back(script_text_of(told, reports::script_name(column.name, column.kind), row[i]));
  }
  CHECK(cells == cells_of(section.columns, row, true));
}

inline void check_json(const reports::Report& report) {
  const auto told = nlohmann::json::parse(written(report, reports::Format::json));
  CHECK(told["report"] == report.name);
  check_json_facts(report.facts, told["facts"]);
  REQUIRE(told["sections"].size() == report.sections.size());
  for (std::size_t i = 0; i < report.sections.size(); ++i) {
    const auto& section = report.sections[i];
    const auto& one = told["sections"][i];
    INFO("JSON, section " << section.id());
    CHECK(one["section"] == section.name);
    check_json_facts(section.facts, one["facts"]);
    reports::Totals totals(section.columns);
    std::size_t at = 0;
    if (section.rows) {
      section.rows([&](const reports::Row& row) {
        totals.add(row);
        REQUIRE(at < one["rows"].size());
        check_json_row(section, row, one["rows"][at++]);
      });
    }
    CHECK(at == one["rows"].size());
    CHECK(one.contains("total") == totals.any());
    if (totals.any()) check_json_row(section, totals.row(), one["total"]);
    CHECK(one["notes"].get<Cells>() == section.notes);
  }
}

// --- CSV ----------------------------------------------------------------------------------------

/// RFC 4180.
inline std::vector<Cells> csv_lines(const std::string& text) {
  std::vector<Cells> lines = {{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& cell = lines.back().back();
    if (quoted) {
      if (text[i] != '"') {
        cell += text[i];
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell += text[++i];
      } else {
        quoted = false;
      }
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == ',') {
      lines.back().emplace_back();
    } else if (text.compare(i, 2, "\r\n") == 0) {
      ++i;
      lines.push_back({""});
    } else {
      cell += text[i];
    }
  }
  CHECK(!quoted);
  lines.pop_back();
  return lines;
}

/// Cells behind the section's name and the kind of line, without the apostrophe against formulas.
inline Cells csv_cells(const Cells& line) {
  Cells cells(line.begin() + 2, line.end());
  for (auto& cell : cells) {
    if (cell.size() > 1 && cell[0] == '\'' && std::string_view("=+-@\t\r").find(cell[1]) < 6) {
      cell.erase(0, 1);
    }
  }
  return cells;
}

inline void check_csv(const reports::Report& report) {
  std::map<std::string, ToldSection> told;
  for (const auto& line : csv_lines(written(report, reports::Format::csv))) {
    REQUIRE(line.size() > 2);
    auto& section = told[line[0]];
    if (line[1] == "fact") section.facts.push_back(csv_cells(line).at(1));
    if (line[1] == "row") section.rows.push_back(csv_cells(line));
    if (line[1] == "total") section.total = csv_cells(line);
  }
  for (const auto& section : report.sections) {
    INFO("CSV, section " << section.id());
    const auto expected = told_by(section, true);
    CHECK(told[section.id()].facts == expected.facts);
    CHECK(told[section.id()].rows == expected.rows);
    CHECK(told[section.id()].total == expected.total);
  }
  Cells facts;
  for (const auto& fact : report.facts) facts.push_back(reports::script_text(fact.value));
  CHECK(told[report.name].facts == facts);
}

// --- Text and HTML, for people ------------------------------------------------------------------

/// As people see a total: "total" stands in the first column where that has no sum. Drawings are
/// not compared, and neither are facts without a value.
inline ToldSection shown_by(const reports::Section& section) {
  auto told = told_by(section, false);
  std::erase(told.facts, "");
  if (told.rows.empty()) told.total.clear();
  if (!told.total.empty() && !section.columns.front().summed) told.total.front() = "total";
  for (std::size_t i = 0; i < section.columns.size(); ++i) {
    if (section.columns[i].kind != reports::Kind::series) continue;
    for (auto& row : told.rows) row[i].clear();
  }
  return told;
}

/// What stands between `from` and `to`, one after the other.
inline Cells pieces(std::string_view text, std::string_view from, std::string_view to) {
  Cells found;
  for (auto at = text.find(from); at != std::string_view::npos; at = text.find(from, at)) {
    at += from.size();
    const auto end = text.find(to, at);
    REQUIRE(end != std::string_view::npos);
    found.emplace_back(text.substr(at, end - at));
  }
  return found;
}

/// The text of an element: no tags, entities read.
inline std::string html_text(std::string_view html) {
  std::string out;
  bool in_tag = false;
  for (const char c : html.substr(html.find('>') + 1)) {
    if (c == '<') in_tag = true;
    if (!in_tag) out += c;
    if (c == '>') in_tag = false;
  }
  for (const auto& [entity, c] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}}) {
    for (auto at = out.find(entity); at != std::string::npos; at = out.find(entity, at + 1)) {
      out.replace(at, std::string_view(entity).size(), c);
    }
  }
  return out;
}

inline std::vector<Cells> html_rows(std::string_view html) {
  std::vector<Cells> rows;
  for (const auto& row : pieces(html, "<tr>", "</tr>")) {
    Cells cells;
    for (const auto& cell : pieces(row, "<td", "</td>")) {
      cells.push_back(cell.find("<svg") == std::string::npos ? html_text(cell) : "");
    }
    if (!cells.empty()) rows.push_back(std::move(cells));
  }
  return rows;
}

inline void check_html(const reports::Report& report) {
  const auto html = written(report, reports::Format::html);
  const auto sections = pieces(html, "<section id=\"", "</section>");
  REQUIRE(sections.size() == report.sections.size());
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const auto& section = report.sections[i];
    INFO("HTML, section " << section.id());
    const auto expected = shown_by(section);
    Cells facts;
    for (const auto& fact : pieces(sections[i], "<dd", "</dd>")) facts.push_back(html_text(fact));
    CHECK(facts == expected.facts);
    auto rows = html_rows(sections[i]);
    if (!expected.total.empty()) {
      REQUIRE(!rows.empty());
      CHECK(rows.back() == expected.total);
      rows.pop_back();
    }
    CHECK(rows == expected.rows);
  }
}

/// What stands in each column of a line; the second column of a wide character holds nothing.
inline Cells columns_in(std::string_view text) {
  Cells columns;
  while (!text.empty()) {
    std::size_t bytes = 1;
    const auto goes_on = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
    while (bytes < text.size() && goes_on(text[bytes])) ++bytes;
    const auto character = text.substr(0, bytes);
    const auto taken = reports::columns_of(character);
    if (taken == 0 && !columns.empty()) columns.back() += character;
    for (std::size_t i = 0; i < taken; ++i) columns.emplace_back(i == 0 ? character : "");
    text.remove_prefix(bytes);
  }
  return columns;
}

/// Cells of a line of a table, cut as the rule below its head says.
inline Cells cut_as(std::string_view rule, std::string_view line) {
  const auto columns = columns_in(line);
  Cells cells;
  for (auto from = rule.find('-'); from != std::string_view::npos; from = rule.find('-', from)) {
    const auto to = std::min(rule.find(' ', from), rule.size());
    std::string cell;
    for (auto at = from; at < std::min(to, columns.size()); ++at) cell += columns[at];
    cell.erase(cell.find_last_not_of(' ') + 1);
    cells.push_back(cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size())));
    from = to;
  }
  return cells;
}

/// On paper so wide that nothing is left out.
inline void check_text(const reports::Report& report) {
  constexpr std::size_t kWide = 2000;
  const auto text = written(report, reports::Format::text, {kWide, true, reports::Ink(false)});
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::size_t at = 0;
  for (const auto& section : report.sections) {
    INFO("Text, section " << section.id());
    const auto expected = shown_by(section);
    while (at < lines.size() && !lines[at].starts_with("-- " + section.title + " -")) ++at;
    REQUIRE(at < lines.size());
    ++at;
    for (const auto& fact : expected.facts) CHECK(lines[at++].ends_with(' ' + fact));
    if (expected.rows.empty()) continue;
    const auto rule = lines[at + 1];
    at += 2;
    for (const auto& row : expected.rows) {
      auto cells = cut_as(rule, lines.at(at++));
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (section.columns.at(i).kind == reports::Kind::series) cells[i].clear();
      }
      CHECK(cells == row);
    }
    if (!expected.total.empty()) CHECK(cut_as(rule, lines.at(at + 1)) == expected.total);
  }
}

/// Facts, rows and totals are the same in text, CSV, JSON and HTML.
inline void check_formats(const reports::Report& report) {
  check_json(report);
  check_csv(report);
  check_html(report);
  check_text(report);
}

// --- A report of a book -------------------------------------------------------------------------

/// The report as a value: all rows in memory, and found to be the same in every format.
inline rules::OrRefused<reports::Report> ask_report(const std::string& path, std::string_view name,
                                                    const reports::ReportAsked& asked = {}) {
  const auto* kind = reports::find_report(name);
  REQUIRE(kind != nullptr);
  SQLite::Database database(path, SQLite::OPEN_READONLY);
  const reports::ReportSource source{database, rules::catalogue(), ledger::access_path(path)};
  reports::Report kept;
  auto no = reports::with_report(*kind, source, asked, [&](const reports::Report& report) {
    check_formats(report);
    kept = report;
    for (auto& section : kept.sections) {
      if (!section.rows) continue;
      std::vector<reports::Row> rows;
      section.rows([&](const reports::Row& row) { rows.push_back(row); });
      section.rows = reports::rows_of(std::move(rows));
    }
  });
  if (no) return *no;
  return kept;
}

inline reports::ReportAsked of_shift(std::int64_t shift) {
  reports::ReportAsked asked;
  asked.shift = shift;
  return asked;
}
inline reports::ReportAsked of_table(std::string_view table) {
  reports::ReportAsked asked;
  asked.table = table;
  return asked;
}
inline reports::ReportAsked of_person(std::string_view person) {
  reports::ReportAsked asked;
  asked.person = person;
  return asked;
}

inline reports::Report report_of(const std::string& path, std::string_view name,
                                 const reports::ReportAsked& asked = {}) {
  return accepted(ask_report(path, name, asked));
}

/// A section by its id, "turns:5".
inline const reports::Section& section_of(const reports::Report& report, std::string_view id) {
  for (const auto& section : report.sections) {
    if (section.id() == id) return section;
  }
  FAIL("there is no section '" << id << "'");
  throw std::logic_error("not reached");
}

inline bool has_section(const reports::Report& report, std::string_view id) {
  return std::any_of(report.sections.begin(), report.sections.end(),
                     [&](const auto& section) { return section.id() == id; });
}

/// A row or a total by its columns' names, as scripts read it; what is empty is left out.
using Named = std::map<std::string, std::string>;

inline Named named(const reports::Section& section, const reports::Row& row) {
  Named cells;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto text = reports::script_text(row[i]);
    const auto& column = section.columns[i];
    if (!text.empty()) cells[reports::script_name(column.name, column.kind)] = text;
  }
  return cells;
}

inline std::vector<Named> rows_in(const reports::Report& report, std::string_view id) {
  const auto& section = section_of(report, id);
  std::vector<Named> rows;
  section.rows([&](const reports::Row& row) { rows.push_back(named(section, row)); });
  return rows;
}

inline Named total_in(const reports::Report& report, std::string_view id) {
  const auto& section = section_of(report, id);
  reports::Totals totals(section.columns);
  section.rows([&](const reports::Row& row) { totals.add(row); });
  return named(section, totals.row());
}

/// A whole number of a row; nothing counts as zero.
inline std::int64_t whole(const Named& row, const std::string& name) {
  const auto found = row.find(name);
  return found == row.end() ? 0 : std::stoll(found->second);
}

inline Named facts_in(const reports::Report& report) {
  Named facts;
  for (const auto& fact : report.facts) {
    facts[reports::script_name(fact.name, fact.kind)] = reports::script_text(fact.value);
  }
  return facts;
}

}  // namespace cardroom::testing
