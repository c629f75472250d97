#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "cardroom/reports/document.hpp"
#include "cardroom/reports/text.hpp"

/// The four ways to write a report. Each walks the same model; none computes a figure.
namespace cardroom::reports {

enum class Format : std::uint8_t { text, csv, json, html };

[[nodiscard]] std::string_view name(Format format);
[[nodiscard]] std::optional<Format> read_format(std::string_view text);

inline constexpr std::size_t kUsualWidth = 80;

/// What a page of text may use.
struct Paper {
  std::size_t width = kUsualWidth;
  bool ascii = false;  ///< no boxes, bars and arrows beyond ASCII
  Ink ink = Ink(false);
};

/// Tables fit the width: columns that can be spared are left out and said so, texts wrap, and where
/// that is not enough each row becomes a list of its fields.
void write_text(const Report& report, const Paper& page, std::ostream& out);

/// A block a section, each line beginning with the section and "fact", "head", "row" or "total".
/// A text that a spreadsheet would take for a formula is quoted with an apostrophe.
void write_csv(const Report& report, std::ostream& out);

/// One object: report, title, facts, sections with rows and total, notes.
void write_json(const Report& report, std::ostream& out);

/// One page that needs nothing beside it, fit to print.
void write_html(const Report& report, std::ostream& out);

/// Any of them; only text looks at the paper.
void write_report(const Report& report, Format format, const Paper& paper, std::ostream& out);

}  // namespace cardroom::reports
