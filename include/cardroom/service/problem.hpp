#pragma once

#include <string>

#include <Poco/Net/HTTPResponse.h>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

inline constexpr const char* kProblemType = "application/problem+json";

/// A refusal as RFC 9457 tells it, with our `code` beside the members that it names.
[[nodiscard]] std::string problem_json(Poco::Net::HTTPResponse::HTTPStatus status,
                                       const rules::Refused& refused);

}  // namespace cardroom::service
