#include "cardroom/service/route.hpp"

#include <algorithm>
#include <charconv>

#include "cardroom/rules/broken_invariant.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;

/// What the gate and the desk may answer whatever the route.
constexpr Refusal kOfEveryRoute[] = {
    Refusal::request_unclear,      Refusal::version_not_spoken, Refusal::length_missing,
    Refusal::input_too_large,      Refusal::request_too_slow,   Refusal::too_many_connections,
    Refusal::parameter_not_usable, Refusal::method_not_allowed, Refusal::stopping,
};
constexpr Refusal kOfSignedIn[] = {Refusal::not_signed_in, Refusal::session_over,
                                   Refusal::too_many_requests};
constexpr Refusal kOfBodies[] = {
    Refusal::media_type_not_read, Refusal::encoding_not_read, Refusal::not_json,
    Refusal::nested_too_deeply,   Refusal::unknown_key,       Refusal::duplicate_key,
    Refusal::missing_key,         Refusal::wrong_type,        Refusal::not_a_whole_number,
    Refusal::number_too_large,    Refusal::name_not_usable,
};

}  // namespace

std::string_view name(Method method) {
  switch (method) {
    case Method::get: return "GET";
    case Method::post: return "POST";
    case Method::put: return "PUT";
    case Method::del: return "DELETE";
  }
  throw rules::BrokenInvariant("R3: a method outside the list");
}

const std::vector<Route>& all_routes() {
  static const std::vector<Route> routes = [] {
    std::vector<Route> all;
    add_session_routes(all);
    add_command_routes(all);
    add_live_routes(all);
    add_book_routes(all);
    add_report_routes(all);
    add_log_routes(all);
    add_reference_routes(all);
    add_watch_routes(all);
    return all;
  }();
  return routes;
}

std::vector<Refusal> refusals_of(const Route& route) {
  std::vector<Refusal> all = route.refusals;
  all.insert(all.end(), std::begin(kOfEveryRoute), std::end(kOfEveryRoute));
  if (route.access == Access::signed_in) {
    all.insert(all.end(), std::begin(kOfSignedIn), std::end(kOfSignedIn));
  }
  if (!route.roles.empty()) all.push_back(Refusal::role_too_low);
  if (route.body) all.insert(all.end(), std::begin(kOfBodies), std::end(kOfBodies));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::optional<std::int64_t> number_in(const Asked& asked, std::string_view name) {
  const auto text = asked.query_text(name);
  if (!text) return std::nullopt;
  std::int64_t number = 0;
  std::from_chars(text->data(), text->data() + text->size(), number);
  return number;
}

std::int64_t path_number(const Asked& asked, std::string_view name) {
  const auto& text = asked.path.find(name)->second;
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Parameter path_text(std::string name, std::string text) {
  return {std::move(name), Parameter::In::path, "text", std::move(text), true};
}
Parameter path_whole(std::string name, std::string text) {
  return {std::move(name), Parameter::In::path, "whole number", std::move(text), true};
}
Parameter query_text(std::string name, std::string text, std::vector<std::string> one_of) {
  return {std::move(name), Parameter::In::query, "text", std::move(text), false, std::move(one_of)};
}
Parameter query_whole(std::string name, std::string text) {
  return {std::move(name), Parameter::In::query, "whole number", std::move(text), false};
}
Parameter header_text(std::string name, std::string text, bool required) {
  return {std::move(name), Parameter::In::header, "text", std::move(text), required};
}

std::vector<table::Role> overseers() {
  using table::Role;
  return {Role::supervisor, Role::manager, Role::assistant_manager, Role::shift_manager,
          Role::compliance};
}

}  // namespace cardroom::service
