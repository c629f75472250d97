#include "cardroom/service/tls_context.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <Poco/Exception.h>

#include "cardroom/ledger/file.hpp"

namespace cardroom::service {

namespace {

using Poco::Net::Context;
using rules::printable;
using rules::Refusal;
using rules::Refused;

constexpr std::size_t kMostPemBytes = std::size_t{1} << 20U;
/// For TLS 1.2: forward secrecy and authenticated encryption only. TLS 1.3 has its own list.
constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

Refused not_usable(const std::string& certificate_file, const std::string& key_file,
                   const std::string& why) {
  return {Refusal::setting_not_usable,
          "The certificate '" + printable(certificate_file, ledger::kPathShown) +
              "' cannot be used with the key '" + printable(key_file, ledger::kPathShown) +
              "': " + why + "."};
}

}  // namespace

rules::OrRefused<Context::Ptr> tls_context(const std::string& certificate_file,
                                           const std::string& key_file) {
  for (const auto* file : {&certificate_file, &key_file}) {
    const auto content = ledger::read_file(*file, kMostPemBytes);
    if (const auto* refused = rules::refused(content)) return *refused;
  }
  try {
    Context::Params params;
    params.certificateFile = certificate_file;
    params.privateKeyFile = key_file;
    params.verificationMode = Context::VERIFY_NONE;
    params.cipherList = kCiphers;
    Context::Ptr context(new Context(Context::TLS_SERVER_USE, params));
    context->requireMinimumProtocol(Context::PROTO_TLSV1_2);
    SSL_CTX_set_options(context->sslContext(),
                        SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Loading a certificate drops a key that does not fit without a word.
    if (SSL_CTX_check_private_key(context->sslContext()) != 1) {
      ERR_clear_error();
      return not_usable(certificate_file, key_file, "they do not belong together");
    }
    return context;
  } catch (const Poco::Exception&) {
    ERR_clear_error();
    return not_usable(certificate_file, key_file,
                      "one of the files is not PEM, or the key has a passphrase");
  }
}

}  // namespace cardroom::service
