#include <ostream>

#include "cardroom/reports/document_formats.hpp"

namespace cardroom::reports {

namespace {

/// RFC 4180, and no formulas: a name is not to run in somebody's spreadsheet.
std::string csv_text(const std::string& text, bool from_people) {
  std::string safe = text;
  if (from_people && safe.find_first_of("=+-@\t\r") == 0) safe.insert(0, 1, '\'');
  if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
  std::string quoted = "\"";
  for (const char c : safe) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_cell(const Cell& cell) {
  return csv_text(script_text(cell), std::holds_alternative<std::string>(cell));
}

class Block {
 public:
  Block(const std::string& section, std::ostream& out)
      : section_(csv_text(section, true)), out_(out) {}

  void facts(const std::vector<Fact>& facts) {
    for (const auto& fact : facts) {
      out_ << section_ << ",fact," << csv_text(script_name(fact.name, fact.kind), false) << ','
           << csv_cell(fact.value) << "\r\n";
    }
  }
  void notes(const std::vector<std::string>& notes) {
    for (const auto& note : notes) out_ << section_ << ",note," << csv_text(note, true) << "\r\n";
  }
  void head(const std::vector<Column>& columns) {
    out_ << section_ << ",head";
    for (const auto& column : columns) out_ << ',' << script_name(column.name, column.kind);
    out_ << "\r\n";
  }
  void row(const char* what, const Row& row) {
    out_ << section_ << ',' << what;
    for (const auto& cell : row) out_ << ',' << csv_cell(cell);
    out_ << "\r\n";
  }

 private:
  std::string section_;
  std::ostream& out_;
};

}  // namespace

void write_csv(const Report& report, std::ostream& out) {
  Block whole(report.name, out);
  whole.facts(report.facts);
  for (const auto& section : report.sections) {
    Block block(section.id(), out);
    block.facts(section.facts);
    if (!section.columns.empty()) {
      block.head(section.columns);
      Totals totals(section.columns);
      section.rows([&](const Row& row) {
        totals.add(row);
        block.row("row", row);
      });
      if (totals.any()) block.row("total", totals.row());
    }
    block.notes(section.notes);
  }
  whole.notes(report.notes);
}

}  // namespace cardroom::reports
