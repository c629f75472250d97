#pragma once

#include <string>

#include <Poco/Net/Context.h>

#include "cardroom/rules/refusal.hpp"

namespace cardroom::service {

/// TLS 1.2 or newer with the certificate (and its chain) and key of these PEM files, without
/// certificates of clients. Refuses files that cannot be read or do not belong together.
[[nodiscard]] rules::OrRefused<Poco::Net::Context::Ptr> tls_context(
    const std::string& certificate_file, const std::string& key_file);

}  // namespace cardroom::service
