#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cardroom/rules/refusal.hpp"
#include "cardroom/table/staff.hpp"

namespace cardroom::reports {
class Spool;
}

/// A request and its answer, as the routes see them: nothing of the wire is left.
namespace cardroom::service {

/// Whoever is signed in, with the role that the book gives him now.
struct Acting {
  std::string person, name;
  table::Role role = table::Role::dealer;
  std::int64_t session = 0;
};

struct Asked {
  std::map<std::string, std::string, std::less<>> path;   ///< {table} of the route's path
  std::map<std::string, std::string, std::less<>> query;  ///< those that the route knows
  std::optional<std::string> key, if_match, if_none_match, last_event_id;
  std::optional<std::string> token;
  std::optional<Acting> who;  ///< none only where a route is open to everybody
  std::string address, device;
  std::string body;

  [[nodiscard]] std::optional<std::string> query_text(std::string_view name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::nullopt : std::optional(found->second);
  }
};

struct Answer {
  int status = 200;
  std::string body;
  std::shared_ptr<const std::string> shared_body = {};  ///< instead of `body`
  std::shared_ptr<const reports::Spool> spool = {};     ///< the same, for what may be long
  std::string type = "application/json";
  std::string etag = {};  ///< without quotes; empty: of the body, where the route has one
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string exported = {};  ///< what leaves the house with it: audited when it does

  [[nodiscard]] std::size_t size() const;
  void each_block(const std::function<void(std::string_view)>& take) const;
};

using Answered = rules::OrRefused<Answer>;

}  // namespace cardroom::service
