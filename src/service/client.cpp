#include "cardroom/service/client.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <istream>
#include <ostream>

#include <Poco/DateTimeFormat.h>
#include <Poco/DateTimeParser.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/SSLException.h>
#include <Poco/StreamCopier.h>
#include <Poco/URI.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cardroom::service {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;

Refused unreachable(const std::string& server, const std::string& why) {
  return {Refusal::server_unreachable,
          fmt::format("{} does not answer: {}.", rules::printable(server, 200),
                      rules::printable(why, 200))};
}

/// What to do about it, where the line itself tells.
Refused unreachable(const std::string& server, const Poco::Exception& error) {
  const auto name = rules::printable(server, 200);
  if (error.message().find("certificate verify failed") != std::string::npos) {
    return {Refusal::server_unreachable,
            fmt::format("{} shows a certificate that nobody trusted here has signed, or that is "
                        "another server's: name who signed it with --ca.",
                        name)};
  }
  const bool cut = dynamic_cast<const Poco::Net::ConnectionResetException*>(&error) != nullptr ||
                   dynamic_cast<const Poco::Net::NoMessageException*>(&error) != nullptr;
  if (cut && server.starts_with("http:")) {
    return {Refusal::server_unreachable,
            fmt::format("{} ended the line without a whole answer. If it serves TLS, name it with "
                        "https://.",
                        name)};
  }
  return unreachable(server, error.displayText());
}

bool can_be_read(const std::string& path) { return ::access(path.c_str(), R_OK) == 0; }

std::unique_ptr<Poco::Net::HTTPClientSession> session_for(const Poco::URI& uri,
                                                          const std::string& ca) {
  if (uri.getScheme() == "http") {
    return std::make_unique<Poco::Net::HTTPClientSession>(uri.getHost(), uri.getPort());
  }
  using Poco::Net::Context;
  Context::Params params;
  params.caLocation = ca;
  params.loadDefaultCAs = ca.empty();
  params.verificationMode = Context::VERIFY_STRICT;
  Context::Ptr context = new Context(Context::TLS_CLIENT_USE, params);
  context->requireMinimumProtocol(Context::PROTO_TLSV1_2);
  return std::make_unique<Poco::Net::HTTPSClientSession>(uri.getHost(), uri.getPort(), context);
}

std::optional<std::int64_t> date_of(const Poco::Net::HTTPResponse& response) {
  Poco::DateTime date;
  int zone = 0;
  if (!Poco::DateTimeParser::tryParse(Poco::DateTimeFormat::HTTP_FORMAT, response.get("Date", ""),
                                      date, zone)) {
    return std::nullopt;
  }
  return date.timestamp().epochMicroseconds() / 1000;
}

}  // namespace

class Client::Waiting {
 public:
  explicit Waiting(Client& client) : client_(client) {
    const std::lock_guard lock(client_.waiting_);
    if (client_.interrupted_) throw Poco::Net::NetException("it was interrupted");
    client_.waits_on_ = client_.session_->socket().impl()->sockfd();
  }
  ~Waiting() {
    const std::lock_guard lock(client_.waiting_);
    client_.waits_on_ = -1;
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Client& client_;
};

void Client::interrupt() {
  const std::lock_guard lock(waiting_);
  interrupted_ = true;
  // The reader sees the end of the stream. Of a TLS session nothing else may be touched here.
  if (waits_on_ >= 0) ::shutdown(waits_on_, SHUT_RDWR);
}

Client::Client(Settings settings, std::unique_ptr<Poco::Net::HTTPClientSession> session)
    : settings_(std::move(settings)), session_(std::move(session)) {
  session_->setKeepAlive(true);
  session_->setTimeout(Poco::Timespan(settings_.timeout_seconds, 0));
}

Client::~Client() = default;

OrRefused<std::unique_ptr<Client>> Client::to(Settings settings) {
  try {
    const Poco::URI uri(settings.server);
    const bool known = uri.getScheme() == "http" || uri.getScheme() == "https";
    if (!known || uri.getHost().empty() || (!uri.getPath().empty() && uri.getPath() != "/")) {
      return Refused{Refusal::server_unreachable,
                     fmt::format("'{}' is not a server; one is http://127.0.0.1:7437.",
                                 rules::printable(settings.server, 200))};
    }
    if (!settings.ca.empty() && !can_be_read(settings.ca)) {
      return Refused{Refusal::file_unreadable,
                     fmt::format("The certificates to trust (--ca), {}, cannot be read.",
                                 rules::printable(settings.ca, 200))};
    }
    auto session = session_for(uri, settings.ca);
    return std::unique_ptr<Client>(new Client(std::move(settings), std::move(session)));
  } catch (const Poco::Exception& error) {
    return unreachable(settings.server, error.displayText());
  }
}

void Client::send(const std::string& method, const std::string& path, const std::string& body,
                  const Headers& headers) {
  Poco::Net::HTTPRequest request(method, path, Poco::Net::HTTPMessage::HTTP_1_1);
  request.set("User-Agent", "cardroom");
  if (settings_.token) request.set("Authorization", "Bearer " + *settings_.token);
  for (const auto& [name, value] : headers) request.set(name, value);
  if (!body.empty()) request.setContentType("application/json");
  if (!body.empty() || method == "POST" || method == "PUT") {
    request.setContentLength(static_cast<std::streamsize>(body.size()));
  }
  session_->sendRequest(request) << body << std::flush;
}

Client::Heard Client::ask_once(const std::string& method, const std::string& path,
                               const std::string& body, const Headers& headers,
                               std::ostream* into) {
  send(method, path, body, headers);
  const Waiting waiting(*this);
  Poco::Net::HTTPResponse response;
  std::istream& in = session_->receiveResponse(response);
  Heard heard;
  heard.status = response.getStatus();
  const auto got = into != nullptr && heard.status == Poco::Net::HTTPResponse::HTTP_OK
                       ? Poco::StreamCopier::copyStream64(in, *into)
                       : Poco::StreamCopier::copyToString64(in, heard.body);
  heard.date_ms = date_of(response);
  if (into != nullptr && !*into) {
    session_->reset();  // what was not taken is still on its way
    return heard;
  }
  const auto announced = response.getContentLength64();
  if (heard.status != Poco::Net::HTTPResponse::HTTP_NOT_MODIFIED && announced >= 0 &&
      got != static_cast<Poco::UInt64>(announced)) {
    throw Poco::Net::NoMessageException("the answer was cut short");
  }
  if (const auto etag = response.get("ETag", ""); etag.size() > 2) heard.etag = etag;
  return heard;
}

OrRefused<Client::Heard> Client::follow(const std::string& path, const Headers& headers,
                                        std::chrono::seconds silence,
                                        const std::function<void()>& begun,
                                        const std::function<void(std::string_view)>& line) {
  session_->reset();
  std::string why = "the stream ended";
  try {
    send("GET", path, "", headers);
    const Waiting waiting(*this);
    Poco::Net::HTTPResponse response;
    std::istream& in = session_->receiveResponse(response);
    if (response.getStatus() != Poco::Net::HTTPResponse::HTTP_OK) {
      Heard heard;
      Poco::StreamCopier::copyToString(in, heard.body);
      heard.status = response.getStatus();
      return heard;
    }
    begun();
    session_->socket().setReceiveTimeout(Poco::Timespan(silence.count(), 0));
    std::string text;
    while (std::getline(in, text)) line(text);
  } catch (const Poco::Exception& error) {
    why = error.displayText();
  }
  session_->reset();
  return unreachable(settings_.server, why);
}

OrRefused<Client::Heard> Client::ask(const std::string& method, const std::string& path,
                                     const std::string& body, const Headers& headers) {
  return ask_into(method, path, body, headers, nullptr);
}

OrRefused<Client::Heard> Client::fetch(const std::string& path, std::ostream& into) {
  session_->reset();  // a fresh connection is never asked twice, so that nothing comes twice
  return ask_into("GET", path, "", {}, &into);
}

OrRefused<Client::Heard> Client::ask_into(const std::string& method, const std::string& path,
                                          const std::string& body, const Headers& headers,
                                          std::ostream* into) {
  // A key makes a command safe to send twice; a read always is.
  const bool may_repeat = method == "GET" || headers.contains("Idempotency-Key");
  for (int attempt = 0;; ++attempt) {
    const bool was_open = session_->connected();
    try {
      return ask_once(method, path, body, headers, into);
    } catch (const Poco::TimeoutException& error) {
      session_->reset();
      return unreachable(settings_.server, "no answer in time");
    } catch (const Poco::Exception& error) {
      session_->reset();
      if (attempt == 0 && was_open && may_repeat) continue;
      return unreachable(settings_.server, error);
    }
  }
}

Refused refusal_in(const Client::Heard& heard) {
  const auto problem = nlohmann::json::parse(heard.body, nullptr, false);
  if (problem.is_object() && problem.contains("code") && problem.contains("detail") &&
      problem["code"].is_string() && problem["detail"].is_string()) {
    for (const Refusal refusal : rules::all_refusals()) {
      if (rules::name(refusal) != problem["code"].get<std::string>()) continue;
      return {refusal, problem["detail"].get<std::string>()};
    }
    return {Refusal::answer_unclear, rules::printable(problem["detail"].get<std::string>(), 400)};
  }
  return {Refusal::answer_unclear,
          fmt::format("The server answered with status {} and nothing that this program knows.",
                      heard.status)};
}

}  // namespace cardroom::service
