#pragma once

#include <string>

#include "cardroom/cli/verb.hpp"
#include "cardroom/reports/report.hpp"

namespace cardroom::cli {

/// Prints a report of a book's file as text, as `report` does where no flag says otherwise.
Exit print_report(const reports::ReportKind& kind, const reports::ReportAsked& asked,
                  const std::string& db, const Terminal& terminal);

}  // namespace cardroom::cli
