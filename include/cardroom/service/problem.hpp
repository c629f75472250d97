#pragma once

#include <string>

#include <Poco/Net/HTTPResponse.h>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

inline constexpr const char* kProblemType = "application/problem+json";

/// A refusal as RFC 9457 tells it, with our `code` beside the members that it names.
[[nodiscard]] std::string problem_json(Poco::Net::HTTPResponse::HTTPStatus status,
                                       const rules::Refused& refused);

/// For a fault of our own: nothing of its inside.
[[nodiscard]] std::string fault_json();

/// Stands as `code` where the program itself is at fault.
inline constexpr const char* kFaultCode = "program_fault";

}  // namespace cardroom::service
