#include <ostream>

#include "cardroom/reports/document_formats.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::reports {

namespace {

using table::write_json_string;

/// Numbers stay numbers; all else is text.
std::string json_value(const Cell& cell) {
  std::string out;
  if (const auto* series = std::get_if<Series>(&cell)) {
    for (const auto n : *series) out += (out.empty() ? "[" : ",") + std::to_string(n);
    return out.empty() ? "[]" : out + ']';
  }
  if (std::holds_alternative<std::string>(cell) || std::holds_alternative<Moment>(cell)) {
    write_json_string(out, script_text(cell));
    return out;
  }
  return script_text(cell);
}

/// Writes the members of an object; what is nothing is left out.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) { out_ += '{'; }
  void add(const std::string& name, Kind kind, const Cell& cell) {
    if (!std::holds_alternative<std::monostate>(cell))
      raw(script_name(name, kind), json_value(cell));
  }
  void text(const std::string& name, const std::string& value) {
    std::string quoted;
    write_json_string(quoted, value);
    raw(name, quoted);
  }
  void raw(const std::string& name, const std::string& json) {
    if (out_.back() != '{') out_ += ',';
    ((out_ += '"') += name) += "\":";
    out_ += json;
  }
  void end() { out_ += '}'; }

 private:
  std::string& out_;
};

std::string facts_json(const std::vector<Fact>& facts) {
  std::string out;
  Members members(out);
  for (const auto& fact : facts) members.add(fact.name, fact.kind, fact.value);
  members.end();
  return out;
}

std::string row_json(const std::vector<Column>& columns, const Row& row) {
  std::string out;
  Members members(out);
  for (std::size_t i = 0; i < row.size(); ++i)
    members.add(columns[i].name, columns[i].kind, row[i]);
  members.end();
  return out;
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const auto& text : texts) {
    if (out.size() > 1) out += ',';
    write_json_string(out, text);
  }
  return out + ']';
}

void write_section(const Section& section, std::ostream& out) {
  std::string head;
  Members members(head);
  members.text("section", section.name);
  if (!section.of.empty()) members.text("of", section.of);
  members.text("title", section.title);
  members.raw("facts", facts_json(section.facts));
  out << head << ",\"rows\":[";
  Totals totals(section.columns);
  if (section.rows) {
    section.rows([&](const Row& row) {
      totals.add(row);
      out << (totals.rows() == 1 ? "" : ",") << row_json(section.columns, row);
    });
  }
  out << ']';
  if (totals.any()) out << ",\"total\":" << row_json(section.columns, totals.row());
  out << ",\"notes\":" << texts_json(section.notes) << '}';
}

}  // namespace

void write_json(const Report& report, std::ostream& out) {
  std::string head;
  Members members(head);
  members.text("report", report.name);
  members.text("title", report.title);
  members.raw("facts", facts_json(report.facts));
  out << head << ",\"sections\":[";
  for (const auto& section : report.sections) {
    if (&section != report.sections.data()) out << ',';
    write_section(section, out);
  }
  out << "],\"notes\":" << texts_json(report.notes) << "}\n";
}

}  // namespace cardroom::reports
