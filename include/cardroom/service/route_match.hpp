#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

struct RouteFound {
  std::size_t index;  ///< in `all_routes`
  std::map<std::string, std::string, std::less<>> path, query;
};

struct NoRoute {
  rules::Refused why;
  std::string allow;  ///< methods that the path has, where it has any
};

/// Finds the route of a request's target and decodes its parameters. Refuses an unknown path, a
/// method that the path has not, an escape that is none, a parameter that the route does not know,
/// one that comes twice or is not of its kind. HEAD is served as GET.
[[nodiscard]] std::variant<RouteFound, NoRoute> match_route(std::string_view method,
                                                            std::string_view target);

/// "%41" as "A"; none where an escape is broken or stands for a control character. In a query a
/// plus is a blank.
[[nodiscard]] std::optional<std::string> decoded(std::string_view text, bool query);

}  // namespace cardroom::service
