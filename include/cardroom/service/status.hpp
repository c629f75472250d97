#pragma once

#include <Poco/Net/HTTPResponse.h>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

/// The status that goes with a refusal. 4xx: another request may be accepted; 5xx: the book, the
/// disk or the load is in the way, the same request may be accepted later.
[[nodiscard]] Poco::Net::HTTPResponse::HTTPStatus status_of(rules::Refusal refusal);

}  // namespace cardroom::service
