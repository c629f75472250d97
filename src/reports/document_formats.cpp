#include "cardroom/reports/document_formats.hpp"

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::reports {

std::string_view name(Format format) {
  switch (format) {
    case Format::text: return "text";
    case Format::csv: return "csv";
    case Format::json: return "json";
    case Format::html: return "html";
  }
  throw rules::BrokenInvariant("R3: a format without a name");
}

std::optional<Format> read_format(std::string_view text) {
  for (const auto format : {Format::text, Format::csv, Format::json, Format::html}) {
    if (text == name(format)) return format;
  }
  return std::nullopt;
}

void write_report(const Report& report, Format format, const Paper& paper, std::ostream& out) {
  switch (format) {
    case Format::text: return write_text(report, paper, out);
    case Format::csv: return write_csv(report, out);
    case Format::json: return write_json(report, out);
    case Format::html: return write_html(report, out);
  }
}

}  // namespace cardroom::reports
