#include "cardroom/service/route_match.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "cardroom/service/route.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;
using rules::Refused;

/// The parts of a text one by one. Every request is held against every route, so nothing is
/// copied.
class Parts {
 public:
  Parts(std::string_view text, char between) : rest_(text), between_(between) {}

  std::optional<std::string_view> next() {
    if (done_) return std::nullopt;
    const auto end = rest_.find(between_);
    const auto part = rest_.substr(0, end);
    done_ = end == std::string_view::npos;
    if (!done_) rest_.remove_prefix(end + 1);
    return part;
  }

 private:
  std::string_view rest_;
  char between_;
  bool done_ = false;
};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_name(std::string_view part) { return part.starts_with('{'); }

bool fits(std::string_view route, std::string_view path) {
  Parts wanted(route, '/');
  Parts given(path, '/');
  for (;;) {
    const auto want = wanted.next();
    const auto have = given.next();
    if (!want || !have) return !want && !have;
    if (is_name(*want) ? have->empty() : *want != *have) return false;
  }
}

Refused unusable(std::string_view what, std::string_view why) {
  return {Refusal::parameter_not_usable,
          fmt::format("'{}' {}", rules::printable(std::string(what)), why)};
}

bool of_kind(const Parameter& parameter, const std::string& value) {
  if (!parameter.one_of.empty()) {
    return std::find(parameter.one_of.begin(), parameter.one_of.end(), value) !=
           parameter.one_of.end();
  }
  if (parameter.kind != "whole number") return true;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() && end == value.data() + value.size() && number >= 0;
}

std::optional<Refused> check(const Parameter& parameter, const std::string& value) {
  if (of_kind(parameter, value)) return std::nullopt;
  if (parameter.one_of.empty()) return unusable(parameter.name, "is a whole number.");
  return unusable(parameter.name, fmt::format("is one of {}.", fmt::join(parameter.one_of, ", ")));
}

const Parameter* find(const Route& route, Parameter::In in, std::string_view name) {
  for (const Parameter& parameter : route.parameters) {
    if (parameter.in == in && parameter.name == name) return &parameter;
  }
  return nullptr;
}

std::optional<Refused> take_path(const Route& route, std::string_view path, RouteFound& found) {
  Parts wanted(route.path, '/');
  Parts given(path, '/');
  while (const auto want = wanted.next()) {
    const auto have = given.next();
    if (!is_name(*want)) continue;
    const auto name = want->substr(1, want->size() - 2);
    auto value = decoded(*have, false);
    if (!value) return unusable(name, "is not readable.");
    const auto* parameter = find(route, Parameter::In::path, name);
    if (parameter != nullptr) {
      if (auto no = check(*parameter, *value)) return no;
    }
    found.path.emplace(name, *std::move(value));
  }
  return std::nullopt;
}

std::optional<Refused> take_query(const Route& route, std::string_view query, RouteFound& found) {
  if (query.empty()) return std::nullopt;
  Parts pairs(query, '&');
  while (const auto pair = pairs.next()) {
    const auto sign = pair->find('=');
    auto name = decoded(pair->substr(0, sign), true);
    auto value =
        decoded(sign == std::string_view::npos ? std::string_view() : pair->substr(sign + 1), true);
    if (!name || !value) return unusable(*pair, "is not readable.");
    const auto* parameter = find(route, Parameter::In::query, *name);
    if (parameter == nullptr) return unusable(*name, "is not a parameter of this route.");
    if (auto no = check(*parameter, *value)) return no;
    if (!found.query.emplace(*name, *std::move(value)).second) {
      return unusable(*name, "comes twice.");
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> decoded(std::string_view text, bool query) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && query) c = ' ';
    if (c == '%') {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte == 0x7f) return std::nullopt;
    }
    plain += c;
  }
  return plain;
}

std::variant<RouteFound, NoRoute> match_route(std::string_view method, std::string_view target) {
  const auto path_text = target.substr(0, target.find('?'));
  const auto query =
      target.size() > path_text.size() ? target.substr(path_text.size() + 1) : std::string_view();
  const auto wanted_method = method == "HEAD" ? std::string_view("GET") : method;
  std::string allow;
  const auto& routes = all_routes();
  for (std::size_t i = 0; i < routes.size(); ++i) {
    if (!fits(routes[i].path, path_text)) continue;
    if (name(routes[i].method) != wanted_method) {
      rules::append_listed(allow, name(routes[i].method));
      if (routes[i].method == Method::get) rules::append_listed(allow, "HEAD");
      continue;
    }
    RouteFound found{i, {}, {}};
    if (auto no = take_path(routes[i], path_text, found)) return NoRoute{*no, {}};
    if (auto no = take_query(routes[i], query, found)) return NoRoute{*no, {}};
    return found;
  }
  if (!allow.empty()) {
    return NoRoute{
        {Refusal::method_not_allowed, fmt::format("This path takes {}, not {}.", allow,
                                                  rules::printable(std::string(method), 10))},
        allow};
  }
  return NoRoute{{Refusal::unknown_route,
                  fmt::format("There is nothing at '{}'; /v1/openapi.json lists all there is.",
                              rules::printable(std::string(path_text), 80))},
                 {}};
}

}  // namespace cardroom::service
