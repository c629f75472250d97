#pragma once

#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cardroom/service/exchange.hpp"
#include "cardroom/table/field_teller.hpp"

/// The interface as data: what is served, to whom, with which parameters and answers. Requests are
/// matched with it, and the OpenAPI document is written from it; there is no second list.
namespace cardroom::service {

class RoomService;

enum class Method : unsigned char { get, post, put, del };
[[nodiscard]] std::string_view name(Method method);

enum class Access : unsigned char { open, signed_in };

struct Parameter {
  enum class In : unsigned char { path, query, header };
  std::string name;
  In in;
  std::string kind;  ///< "text" or "whole number"
  std::string text;
  bool required = false;
  std::vector<std::string> one_of = {};
};

/// A JSON object or another kind of content, under the name that the document gives it.
struct Shape {
  std::string name;
  std::vector<table::FieldTold> fields = {};
  std::string media = "application/json";
  std::vector<std::string> other_media = {};  ///< as which it also comes, where that is asked for
};

/// How a long answer goes out while it is made.
class Outlet {
 public:
  virtual ~Outlet() = default;
  /// Sends the head; what is written to the stream goes out when it is flushed.
  virtual std::ostream& begin(const std::string& media) = 0;
  /// Whether anybody still listens.
  [[nodiscard]] virtual bool heard() = 0;
  /// Nobody listens because he did not take in time what was sent to him.
  [[nodiscard]] virtual bool too_slow() const = 0;
};

using Reply = Answered (*)(RoomService&, const Asked&);
using Streamed = std::optional<rules::Refused> (*)(RoomService&, const Asked&, Outlet&);

struct Route {
  Method method = Method::get;
  std::string path;  ///< "/v1/tables/{table}"
  std::string name;  ///< "readTable": also the label in the metrics
  std::string text;
  std::variant<Reply, Streamed> serve;
  Shape answer;
  Access access = Access::signed_in;
  std::vector<table::Role> roles = {};  ///< who may; empty: every role
  std::vector<Parameter> parameters = {};
  std::optional<Shape> body = {};
  std::vector<rules::Refusal> refusals = {};  ///< beside those that every route of its kind has
  int success = 200;
  bool tagged = false;  ///< answers with an ETag
};

/// All of them, in the order of the document.
[[nodiscard]] const std::vector<Route>& all_routes();

/// Every refusal that a route may answer with.
[[nodiscard]] std::vector<rules::Refusal> refusals_of(const Route& route);

/// The OpenAPI 3.1 document of all routes.
[[nodiscard]] std::string openapi_json(std::span<const Route> routes, std::string_view version);

template <class T>
[[nodiscard]] Shape shape_of(std::string name) {
  return {std::move(name), table::fields_told<T>()};
}

}  // namespace cardroom::service
