#pragma once

#include <string>

#include "support/process.hpp"

namespace cardroom::testing {

/// A key and a certificate for it, made by nobody but us: for this machine's own address unless
/// `names` says otherwise, as subjectAltName has it.
struct Certificate {
  explicit Certificate(const std::string& names = "IP:127.0.0.1") {
    const auto made = shell(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
        "-subj /CN=room -addext 'subjectAltName=" +
        names + "' -keyout '" + key + "' -out '" + certificate + "'");
    INFO(made.err);
    REQUIRE(made.status == 0);
  }

  Scratch scratch;
  std::string key = scratch.path("key.pem");
  std::string certificate = scratch.path("certificate.pem");
};

}  // namespace cardroom::testing
