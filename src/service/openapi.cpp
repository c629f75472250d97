// The interface as an OpenAPI 3.1 document, written from the routes and the commands themselves.

#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "cardroom/service/problem.hpp"
#include "cardroom/service/route.hpp"
#include "cardroom/service/status.hpp"
#include "cardroom/table/command.hpp"

namespace cardroom::service {

namespace {

using nlohmann::ordered_json;
using table::FieldTold;

ordered_json object_schema(const std::vector<FieldTold>& fields);

ordered_json reference(const std::string& schema) {
  return {{"$ref", "#/components/schemas/" + schema}};
}

ordered_json kind_schema(const std::string& kind, const FieldTold& field) {
  if (kind == "text") {
    ordered_json text = {{"type", "string"}};
    if (!field.one_of.empty()) text["enum"] = field.one_of;
    return text;
  }
  if (kind == "whole number") return {{"type", "integer"}, {"format", "int64"}};
  if (kind == "cents") {
    return {{"type", "integer"}, {"format", "int64"}, {"description", "whole cents"}};
  }
  if (kind == "true or false") return {{"type", "boolean"}};
  if (kind == "ratio") return {{"type", "number"}};
  if (kind == "list") {
    return {{"type", "array"}, {"items", kind_schema(field.item, field)}};
  }
  if (kind == "map") {
    return {{"type", "object"}, {"additionalProperties", kind_schema(field.item, field)}};
  }
  if (kind == "either") {
    ordered_json each = ordered_json::array();
    for (const FieldTold& one : field.inside) each.push_back(object_schema(one.inside));
    return {{"oneOf", each}};
  }
  if (kind == "object" && !field.inside.empty()) return object_schema(field.inside);
  if (kind == "command") return reference("Command");
  if (kind == "any") return {{"type", {"string", "integer", "number", "array"}}};
  if (kind == "values") {
    return {{"type", "object"}, {"additionalProperties", kind_schema("any", field)}};
  }
  return {{"type", "object"}};
}

ordered_json object_schema(const std::vector<FieldTold>& fields) {
  ordered_json properties = ordered_json::object();
  ordered_json required = ordered_json::array();
  for (const FieldTold& field : fields) {
    properties[field.name] = kind_schema(field.kind, field);
    if (field.required) required.push_back(field.name);
  }
  return {{"type", "object"},
          {"properties", properties},
          {"required", required},
          {"additionalProperties", false}};
}

/// One for each command, told apart by "do"; `by` and `key` may stand in the body.
void add_commands(ordered_json& schemas) {
  ordered_json any = {{"oneOf", ordered_json::array()},
                      {"discriminator", {{"propertyName", "do"}, {"mapping", {}}}}};
  for (const auto& command : table::all_commands()) {
    const std::string schema = "command-" + std::string(command.name);
    std::vector<FieldTold> fields = {{"do", "text", true, {}, {}, {std::string(command.name)}},
                                     {"by", "text", false},
                                     {"key", "text", false}};
    fields.insert(fields.end(), command.fields.begin(), command.fields.end());
    schemas[schema] = object_schema(fields);
    schemas[schema]["description"] = "Least role: " + std::string(table::name(command.least)) + ".";
    any["oneOf"].push_back(reference(schema));
    any["discriminator"]["mapping"][std::string(command.name)] = "#/components/schemas/" + schema;
  }
  schemas["Command"] = any;
}

ordered_json problem_schema() {
  ordered_json codes = ordered_json::array();
  for (const auto refusal : rules::all_refusals()) codes.push_back(rules::name(refusal));
  codes.push_back(kFaultCode);
  return {{"type", "object"},
          {"description", "RFC 9457, with a code of the closed list."},
          {"properties",
           {{"type", {{"type", "string"}}},
            {"title", {{"type", "string"}}},
            {"status", {{"type", "integer"}}},
            {"detail", {{"type", "string"}, {"description", "A sentence for the person."}}},
            {"code", {{"type", "string"}, {"enum", codes}}}}},
          {"required", {"type", "title", "status", "detail", "code"}},
          {"additionalProperties", false}};
}

ordered_json parameter_json(const Parameter& parameter) {
  static constexpr const char* kIn[] = {"path", "query", "header"};
  FieldTold field{parameter.name, parameter.kind};
  field.one_of = parameter.one_of;
  return {{"name", parameter.name},
          {"in", kIn[static_cast<std::size_t>(parameter.in)]},
          {"required", parameter.required},
          {"description", parameter.text},
          {"schema", kind_schema(parameter.kind, field)}};
}

/// The refusals of a route by their status, each with its codes.
ordered_json refusals_json(const Route& route) {
  std::map<int, std::set<std::string_view>> by_status;
  for (const auto refusal : refusals_of(route)) {
    by_status[status_of(refusal)].insert(rules::name(refusal));
  }
  by_status[500].insert(kFaultCode);
  if (route.access == Access::signed_in || route.body) by_status[431].insert("input_too_large");
  ordered_json responses = ordered_json::object();
  for (const auto& [status, codes] : by_status) {
    std::string listed;
    for (const auto code : codes) rules::append_listed(listed, code);
    responses[std::to_string(status)] = {
        {"description", listed},
        {"x-codes", codes},
        {"content", {{kProblemType, {{"schema", reference("Problem")}}}}}};
  }
  return responses;
}

ordered_json answers_json(const Route& route) {
  ordered_json content;
  const bool described = !route.answer.fields.empty() && route.answer.media == "application/json";
  const auto schema = described                                  ? reference(route.answer.name)
                      : route.answer.media == "application/json" ? ordered_json{{"type", "object"}}
                                                                 : ordered_json{{"type", "string"}};
  content[route.answer.media] = {{"schema", schema}};
  for (const auto& media : route.answer.other_media) {
    content[media] = {{"schema", {{"type", "string"}}}};
  }
  ordered_json success = {{"description", route.answer.name}, {"content", content}};
  if (route.tagged) success["headers"]["ETag"] = {{"schema", {{"type", "string"}}}};
  ordered_json responses;
  responses[std::to_string(route.success)] = success;
  if (route.name == "record") responses["200"] = success;
  if (route.tagged) responses["304"] = {{"description", "Nothing changed since If-None-Match."}};
  responses.update(refusals_json(route));
  return responses;
}

ordered_json operation_json(const Route& route) {
  ordered_json operation = {{"operationId", route.name}, {"summary", route.text}};
  std::string roles;
  for (const auto role : route.roles) rules::append_listed(roles, table::name(role));
  if (!roles.empty()) {
    operation["description"] = "For " + roles + ".";
    operation["x-roles"] = ordered_json::array();
    for (const auto role : route.roles) operation["x-roles"].push_back(table::name(role));
  }
  operation["security"] = ordered_json::array();
  if (route.access == Access::signed_in) {
    operation["security"].push_back({{"session", ordered_json::array()}});
  }
  for (const auto& parameter : route.parameters) {
    operation["parameters"].push_back(parameter_json(parameter));
  }
  if (route.tagged) {
    operation["parameters"].push_back(parameter_json(
        {"If-None-Match", Parameter::In::header, "text", "ETag of what the client has"}));
  }
  if (route.body) {
    operation["requestBody"] = {
        {"required", true},
        {"content", {{route.body->media, {{"schema", reference(route.body->name)}}}}}};
  }
  operation["responses"] = answers_json(route);
  return operation;
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return small;
}

}  // namespace

std::string openapi_json(std::span<const Route> routes, std::string_view version) {
  ordered_json paths = ordered_json::object();
  ordered_json schemas = ordered_json::object();
  schemas["Problem"] = problem_schema();
  add_commands(schemas);
  const auto add_shape = [&](const Shape& shape) {
    if (shape.fields.empty() || shape.media == "text/plain") return;
    schemas[shape.media == "text/event-stream" ? "Event" : shape.name] =
        object_schema(shape.fields);
  };
  for (const Route& route : routes) {
    paths[route.path][lower(name(route.method))] = operation_json(route);
    add_shape(route.answer);
    if (route.body) add_shape(*route.body);
  }
  const ordered_json document = {
      {"openapi", "3.1.0"},
      {"info",
       {{"title", "cardroom"},
        {"version", version},
        {"description", "The ledger of a cardroom's player-dealer tables."}}},
      {"servers", {{{"url", "/"}}}},
      {"paths", paths},
      {"components",
       {{"schemas", schemas},
        {"securitySchemes", {{"session", {{"type", "http"}, {"scheme", "bearer"}}}}}}}};
  return document.dump();
}

}  // namespace cardroom::service
