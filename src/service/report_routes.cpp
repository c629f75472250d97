// The reports of the book, in every format that the verbs print.

#include <algorithm>

#include <fmt/format.h>

#include "cardroom/reports/document_formats.hpp"
#include "cardroom/reports/report.hpp"
#include "cardroom/reports/spool.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using reports::Format;
using rules::Refusal;
using rules::Refused;
using rules::refused;
using table::FieldTold;

reports::ReportAsked asked_of(const Asked& asked) {
  reports::ReportAsked wanted;
  wanted.shift = number_in(asked, "shift");
  wanted.option = number_in(asked, "option");
  wanted.table = asked.query_text("table");
  wanted.from = asked.query_text("from");
  wanted.to = asked.query_text("to");
  wanted.person = asked.query_text("person");
  wanted.totals = asked.query_text("totals").has_value();
  wanted.blank = asked.query_text("blank").has_value();
  return wanted;
}

reports::Paper paper_of(const Asked& asked) {
  constexpr std::int64_t kNarrowest = 20;
  constexpr std::int64_t kWidest = 1000;
  const auto width = number_in(asked, "width").value_or(reports::kUsualWidth);
  return {static_cast<std::size_t>(std::clamp(width, kNarrowest, kWidest)),
          asked.query_text("ascii").has_value(),
          reports::Ink(asked.query_text("colours").has_value())};
}

std::string media_of(Format format) {
  switch (format) {
    case Format::text: return "text/plain; charset=utf-8";
    case Format::csv: return "text/csv; charset=utf-8";
    case Format::json: return "application/json";
    case Format::html: return "text/html; charset=utf-8";
  }
  throw rules::BrokenInvariant("R3: a format without a media type");
}

/// What was asked, for the audit log.
std::string asked_text(const Asked& asked, std::string_view report) {
  std::string text = fmt::format("report {}", report);
  for (const auto& [name, value] : asked.query) text += fmt::format(" {}={}", name, value);
  return text;
}

Answered read_report(RoomService& room, const Asked& asked) {
  const auto& named = asked.path.find("report")->second;
  const auto* kind = reports::find_report(named);
  rules::require(kind != nullptr, "W2: a route takes the reports that there are");
  const auto format = *reports::read_format(asked.query_text("format").value_or("json"));
  auto loan = room.readers().lend();
  if (const auto* no = refused(loan)) return *no;
  const reports::ReportSource source{std::get<Readers::Loan>(loan).database(), room.games(),
                                     room.access().path()};
  auto spool = reports::spool_report(*kind, source, asked_of(asked), format, paper_of(asked));
  if (const auto* no = refused(spool)) return *no;
  Answer answer;
  answer.type = media_of(format);
  answer.spool = std::get<0>(std::move(spool));
  answer.exported = asked_text(asked, kind->name);
  return answer;
}

struct ReportLine {
  std::string name, path, text;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("name", c.name), f.need("path", c.path), f.need("text", c.text);
  }
};
struct Reports {
  std::vector<ReportLine> items;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("items", c.items);
  }
};

Answered list_reports(RoomService&, const Asked&) {
  Reports list;
  for (const auto& kind : reports::all_reports()) {
    list.items.push_back(
        {std::string(kind.name), fmt::format("/v1/reports/{}", kind.name), std::string(kind.text)});
  }
  return json_answer(list);
}

Shape report_shape() {
  const FieldTold facts = {"facts", "map", true, "any"};
  const FieldTold notes = {"notes", "list", true, "text"};
  const std::vector<FieldTold> section = {{"section", "text"},
                                          {"of", "text", false},
                                          {"title", "text"},
                                          facts,
                                          {"rows", "list", true, "values"},
                                          {"total", "map", false, "any"},
                                          notes};
  return {"Report",
          {{"report", "text"},
           {"title", "text"},
           facts,
           {"sections", "list", true, "object", section},
           notes},
          "application/json",
          {"text/csv", "text/html", "text/plain"}};
}

std::vector<std::string> report_names() {
  std::vector<std::string> names;
  for (const auto& kind : reports::all_reports()) names.emplace_back(kind.name);
  return names;
}

std::vector<Parameter> report_parameters() {
  auto report = path_text("report", "Which report");
  report.one_of = report_names();
  return {report,
          query_text("format", "json where it is not said", {"text", "csv", "json", "html"}),
          query_whole("shift", "A shift by its number; else the open or last one"),
          query_text("from", "From this gaming day, like 2026-11-01"),
          query_text("to", "To this gaming day, itself included"),
          query_text("table", "Only this table"),
          query_text(
              "person",
              "Only this player or provider's company; in exceptions also a member of the staff"),
          query_whole("option", "Only under this schedule option"),
          query_text("totals", "No line for a hand, no page for a table", {"yes"}),
          query_text("blank", "A form to be filled in by hand", {"yes"}),
          query_whole("width", "Columns of the text; 80 where it is not said"),
          query_text("ascii", "No lines and bars beyond ASCII in the text", {"yes"}),
          query_text("colours", "Colours of a terminal in the text", {"yes"})};
}

}  // namespace

void add_report_routes(std::vector<Route>& routes) {
  routes.push_back({.path = "/v1/reports",
                    .name = "listReports",
                    .text = "Reports there are.",
                    .serve = &list_reports,
                    .answer = shape_of<Reports>("Reports"),
                    .roles = overseers(),
                    .tagged = true});
  routes.push_back(
      {.path = "/v1/reports/{report}",
       .name = "readReport",
       .text = "A report with the same figures in every format. A report takes only "
               "the filters that its verb has. Noted in the audit log.",
       .serve = &read_report,
       .answer = report_shape(),
       .roles = overseers(),
       .parameters = report_parameters(),
       .refusals = {Refusal::unknown_shift, Refusal::unknown_table, Refusal::table_not_open,
                    Refusal::unknown_schedule, Refusal::unknown_person, Refusal::report_too_long,
                    Refusal::book_not_written},
       .tagged = true});
}

}  // namespace cardroom::service
