#include "cardroom/service/problem.hpp"

#include <nlohmann/json.hpp>

namespace cardroom::service {

std::string problem_json(Poco::Net::HTTPResponse::HTTPStatus status,
                         const rules::Refused& refused) {
  const nlohmann::ordered_json problem{
      {"type", "about:blank"},
      {"title", Poco::Net::HTTPResponse::getReasonForStatus(status)},
      {"status", static_cast<int>(status)},
      {"detail", refused.detail},
      {"code", rules::name(refused.code)},
  };
  return problem.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace cardroom::service
