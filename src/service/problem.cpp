#include "cardroom/service/problem.hpp"

#include <nlohmann/json.hpp>

namespace cardroom::service {

namespace {

using Poco::Net::HTTPResponse;

std::string problem(HTTPResponse::HTTPStatus status, std::string_view detail,
                    std::string_view code) {
  const nlohmann::ordered_json problem{
      {"type", "about:blank"},
      {"title", HTTPResponse::getReasonForStatus(status)},
      {"status", static_cast<int>(status)},
      {"detail", detail},
      {"code", code},
  };
  return problem.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string problem_json(HTTPResponse::HTTPStatus status, const rules::Refused& refused) {
  return problem(status, refused.detail, rules::name(refused.code));
}

std::string fault_json() {
  return problem(HTTPResponse::HTTP_INTERNAL_SERVER_ERROR,
                 "A fault of the program: nothing was recorded. It is in the server's log.",
                 kFaultCode);
}

}  // namespace cardroom::service
