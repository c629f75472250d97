#pragma once

// What the files of routes share: one file for each part of the interface, each adding its rows.

#include <string>
#include <vector>

#include "cardroom/service/room_service.hpp"
#include "cardroom/service/route.hpp"
#include "cardroom/table/fields.hpp"

namespace cardroom::service {

void add_session_routes(std::vector<Route>& routes);
void add_command_routes(std::vector<Route>& routes);
void add_live_routes(std::vector<Route>& routes);
void add_book_routes(std::vector<Route>& routes);
void add_report_routes(std::vector<Route>& routes);
void add_reference_routes(std::vector<Route>& routes);
void add_log_routes(std::vector<Route>& routes);
void add_watch_routes(std::vector<Route>& routes);

template <class T>
[[nodiscard]] Answer json_answer(const T& value, int status = 200) {
  Answer answer;
  answer.status = status;
  answer.body = table::fields_json(value);
  return answer;
}

[[nodiscard]] inline Where where(const Asked& asked) { return {asked.address, asked.device}; }

/// A parameter that was checked to be a whole number.
[[nodiscard]] std::optional<std::int64_t> number_in(const Asked& asked, std::string_view name);
[[nodiscard]] std::int64_t path_number(const Asked& asked, std::string_view name);

[[nodiscard]] Parameter path_text(std::string name, std::string text);
[[nodiscard]] Parameter path_whole(std::string name, std::string text);
[[nodiscard]] Parameter query_text(std::string name, std::string text,
                                   std::vector<std::string> one_of = {});
[[nodiscard]] Parameter query_whole(std::string name, std::string text);
[[nodiscard]] Parameter header_text(std::string name, std::string text, bool required = false);

/// Everybody who may look behind the tables: floor supervisors and above, and compliance.
[[nodiscard]] std::vector<table::Role> overseers();

}  // namespace cardroom::service
