#include "cardroom/service/desk.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/MediaType.h>
#include <Poco/String.h>
#include <fmt/format.h>
#include <sodium.h>

#include "cardroom/ledger/book.hpp"
#include "cardroom/ledger/file.hpp"
#include "cardroom/reports/spool.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/service/problem.hpp"
#include "cardroom/service/route.hpp"
#include "cardroom/service/route_match.hpp"
#include "cardroom/service/status.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::service {

namespace {

using Poco::Net::HTTPResponse;
using Poco::Net::HTTPServerRequest;
using Poco::Net::HTTPServerResponse;
using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using rules::refused;

constexpr const char* kNoStore = "no-store";

std::optional<std::string> header(const HTTPServerRequest& request, const char* name) {
  if (!request.has(name)) return std::nullopt;
  return request.get(name);
}

std::string body_tag(const Answer& answer) {
  unsigned char hash[16];
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, sizeof hash);
  answer.each_block([&](std::string_view block) {
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(block.data()),
                              block.size());
  });
  crypto_generichash_final(&state, hash, sizeof hash);
  char hex[2 * sizeof hash + 1];
  return sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
}

/// Whether a list of tags names this one; a weak tag stands for the same content here.
bool names_tag(std::string_view list, const std::string& etag) {
  return list == "*" || list.find('"' + etag + '"') != std::string_view::npos;
}

std::optional<Refused> json_announced(const HTTPServerRequest& request) {
  if (request.has("Content-Encoding") && request.get("Content-Encoding") != "identity") {
    return Refused{Refusal::encoding_not_read,
                   "A body is sent as it is, without Content-Encoding."};
  }
  const std::string type = request.getContentType();
  const Poco::Net::MediaType media(type);
  const bool utf8 =
      !media.hasParameter("charset") || Poco::icompare(media.getParameter("charset"), "utf-8") == 0;
  if (media.matches("application", "json") && utf8) return std::nullopt;
  return Refused{Refusal::media_type_not_read,
                 fmt::format("The body is sent as application/json in UTF-8, not as '{}'.",
                             rules::printable(type))};
}

/// Where the book lies concerns whoever keeps the server, and stands in the log.
std::string without_folder(std::string text, const std::filesystem::path& file) {
  if (!file.relative_path().has_parent_path()) return text;  // no folder, or the root
  const std::string folder =
      rules::printable((file.parent_path() / "").string(), ledger::kPathShown);
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    text.erase(at, folder.size());
  }
  return text;
}

/// One request from its head to its answer.
class Exchange final : public Poco::Net::HTTPRequestHandler {
 public:
  Exchange(RoomService& room, LogLines& log) : room_(room), log_(log) {}

  void handleRequest(HTTPServerRequest& request, HTTPServerResponse& response) override {
    const auto start = std::chrono::steady_clock::now();
    try {
      serve(request, response);
    } catch (const rules::BrokenInvariant& broken) {
      fault(request, response, broken.what());
    } catch (const SQLite::Exception& error) {
      refuse(request, response, ledger::refusal_of(error, "the book"));
    } catch (const Poco::Exception& gone) {
      if (!response.sent()) fault(request, response, gone.displayText());
      response.setKeepAlive(false);
      status_ = 499;  // the client went away
    } catch (const std::exception& error) {
      fault(request, response, error.what());
    }
    const auto took = std::chrono::steady_clock::now() - start;
    room_.metrics().answered(route_, status_,
                             std::chrono::duration_cast<std::chrono::microseconds>(took));
  }

 private:
  void serve(HTTPServerRequest& request, HTTPServerResponse& response) {
    if (room_.stopping()) {
      return refuse(request, response,
                    {Refusal::stopping, "The server is stopping. Come back in a moment."});
    }
    auto matched = match_route(request.getMethod(), request.getURI());
    if (const auto* no = std::get_if<NoRoute>(&matched)) {
      if (!no->allow.empty()) response.set("Allow", no->allow);
      return refuse(request, response, no->why);
    }
    auto& found = std::get<RouteFound>(matched);
    route_ = found.index;
    const Route& route = all_routes()[found.index];
    Asked asked;
    asked.path = std::move(found.path);
    asked.query = std::move(found.query);
    if (auto no = take_head(request, route, asked)) return refuse(request, response, *no);
    if (auto no = may(route, asked)) return refuse(request, response, *no);
    if (route.body) {
      if (auto no = json_announced(request)) {
        if (asked.who) {
          room_.note_refused(asked.who->person, {asked.address, asked.device}, route.name, *no);
        }
        return refuse(request, response, *no);
      }
      auto body = read_body(request);
      if (refused(body) != nullptr) {  // the gate has answered, or nobody is there
        response.setKeepAlive(false);
        status_ = 499;
        return;
      }
      asked.body = std::get<std::string>(std::move(body));
    }
    call(route, asked, request, response);
  }

  std::optional<Refused> take_head(const HTTPServerRequest& request, const Route& route,
                                   Asked& asked) {
    asked.address = request.clientAddress().host().toString();
    asked.device = rules::printable(request.get("User-Agent", ""), 100);
    asked.key = header(request, "Idempotency-Key");
    asked.if_match = header(request, "If-Match");
    asked.if_none_match = header(request, "If-None-Match");
    asked.last_event_id = header(request, "Last-Event-ID");
    if (const auto proof = header(request, "Authorization")) {
      if (Poco::icompare(*proof, 0, 7, "Bearer ") != 0) {
        return Refused{Refusal::not_signed_in, "Authorization is 'Bearer' and a token."};
      }
      asked.token = proof->substr(7);
    }
    if (route.access == Access::open) return std::nullopt;
    auto acting = room_.acting(asked.token);
    if (const auto* no = refused(acting)) return *no;
    asked.who = std::get<Acting>(std::move(acting));
    return std::nullopt;
  }

  std::optional<Refused> may(const Route& route, const Asked& asked) {
    if (route.roles.empty() || !asked.who) return std::nullopt;
    const auto& roles = route.roles;
    if (std::find(roles.begin(), roles.end(), asked.who->role) != roles.end()) return std::nullopt;
    std::string listed;
    for (const auto role : roles) rules::append_listed(listed, table::name(role));
    Refused no{Refusal::role_too_low, fmt::format("{} is {}; this is for {}.", asked.who->name,
                                                  table::name(asked.who->role), listed)};
    room_.note_refused(asked.who->person, {asked.address, asked.device}, route.name, no);
    return no;
  }

  void call(const Route& route, const Asked& asked, HTTPServerRequest& request,
            HTTPServerResponse& response);
  void send(const Route& route, const Asked& asked, const Answer& answer,
            HTTPServerRequest& request, HTTPServerResponse& response);

  void refuse(HTTPServerRequest& request, HTTPServerResponse& response, const Refused& no) {
    const auto status = status_of(no.code);
    if (no.code == Refusal::not_signed_in || no.code == Refusal::session_over) {
      response.set("WWW-Authenticate", "Bearer");
    }
    // Of a lock-out the sentence tells the end, if time ends it at all.
    if (no.code == Refusal::too_many_requests) {
      // Of the slowest rate: a session's other requests may come sooner.
      response.set("Retry-After", std::to_string(room_.settings().people.attempts.seconds_each()));
    } else if (status == HTTPResponse::HTTP_SERVICE_UNAVAILABLE) {
      response.set("Retry-After", "1");
    }
    const Refused told{no.code, without_folder(no.detail, room_.access().path())};
    problem(request, response, status, problem_json(status, told));
    note(request, rules::name(no.code), no.detail);
  }

  void fault(HTTPServerRequest& request, HTTPServerResponse& response, const std::string& what) {
    ++room_.metrics().faults;
    note(request, "program_fault", what);
    if (response.sent()) {
      response.setKeepAlive(false);
      return;
    }
    problem(request, response, HTTPResponse::HTTP_INTERNAL_SERVER_ERROR, fault_json());
  }

  void problem(HTTPServerRequest& request, HTTPServerResponse& response,
               HTTPResponse::HTTPStatus status, const std::string& body) {
    status_ = status;
    response.setStatusAndReason(status);
    response.setContentType(kProblemType);
    response.set("Cache-Control", kNoStore);
    Answer answer;
    answer.body = body;
    send_body(request, response, answer);
  }

  static void send_body(const HTTPServerRequest& request, HTTPServerResponse& response,
                        const Answer& answer);

  /// One line, printable, without tokens, bodies or queries.
  void note(const HTTPServerRequest& request, std::string_view code, const std::string& detail) {
    if (!log_.read()) return;
    const std::string uri = request.getURI();
    const std::string line = fmt::format(
        "{} {} {} {} {}: {}\n", table::iso_text({room_.clock().now_ms(), 0}),
        request.clientAddress().host().toString(), rules::printable(request.getMethod(), 10),
        rules::printable(uri.substr(0, uri.find('?')), 100), code, rules::printable(detail, 300));
    log_.line(line);
  }

  RoomService& room_;
  LogLines& log_;
  std::size_t route_ = all_routes().size();
  int status_ = 0;
};

/// An answer that goes out while it is made, in chunks.
class StreamOutlet final : public Outlet {
 public:
  StreamOutlet(HTTPServerRequest& request, HTTPServerResponse& response)
      : request_(request), response_(response) {}

  std::ostream& begin(const std::string& media) override {
    response_.setContentType(media);
    response_.set("Cache-Control", kNoStore);
    response_.set("X-Accel-Buffering", "no");
    response_.set("X-Content-Type-Options", "nosniff");
    if (request_.getVersion() == Poco::Net::HTTPMessage::HTTP_1_1) {
      response_.setChunkedTransferEncoding(true);
    } else {
      response_.setKeepAlive(false);
    }
    out_ = &response_.send();
    return *out_;
  }
  [[nodiscard]] bool heard() override { return (out_ == nullptr || *out_) && !peer_left(request_); }
  [[nodiscard]] bool too_slow() const override { return peer_too_slow(request_); }

 private:
  HTTPServerRequest& request_;
  HTTPServerResponse& response_;
  std::ostream* out_ = nullptr;
};

void Exchange::call(const Route& route, const Asked& asked, HTTPServerRequest& request,
                    HTTPServerResponse& response) {
  if (const auto* streamed = std::get_if<Streamed>(&route.serve)) {
    StreamOutlet outlet(request, response);
    auto no = (*streamed)(room_, asked, outlet);
    if (!no) {
      status_ = route.success;
    } else if (!response.sent()) {
      refuse(request, response, *no);
    } else {
      response.setKeepAlive(false);
    }
    return;
  }
  auto answered = std::get<Reply>(route.serve)(room_, asked);
  if (const auto* no = refused(answered)) return refuse(request, response, *no);
  send(route, asked, std::get<Answer>(answered), request, response);
}

void Exchange::send(const Route& route, const Asked& asked, const Answer& answer,
                    HTTPServerRequest& request, HTTPServerResponse& response) {
  std::string etag;
  if (route.tagged) etag = answer.etag.empty() ? body_tag(answer) : answer.etag;
  const bool unchanged =
      route.tagged && asked.if_none_match && names_tag(*asked.if_none_match, etag);
  if (!answer.exported.empty() && !unchanged && request.getMethod() != "HEAD") {
    if (auto no = room_.audit(ledger::Audited::exported, asked.who->person, asked.address,
                              answer.exported)) {
      return refuse(request, response, *no);
    }
  }
  status_ = answer.status;
  for (const auto& [name, value] : answer.headers) response.set(name, value);
  if (route.tagged) {
    response.set("ETag", '"' + etag + '"');
    response.set("Cache-Control", "private, no-cache");
    if (unchanged) {
      status_ = HTTPResponse::HTTP_NOT_MODIFIED;
      response.setStatusAndReason(HTTPResponse::HTTP_NOT_MODIFIED);
      response.send().flush();
      return;
    }
  } else {
    response.set("Cache-Control", kNoStore);
  }
  response.setStatusAndReason(static_cast<HTTPResponse::HTTPStatus>(answer.status));
  if (answer.status == HTTPResponse::HTTP_NO_CONTENT) {
    response.send().flush();
    return;
  }
  response.setContentType(answer.type);
  send_body(request, response, answer);
}

void Exchange::send_body(const HTTPServerRequest& request, HTTPServerResponse& response,
                         const Answer& answer) {
  response.set("X-Content-Type-Options", "nosniff");
  if (request.getMethod() == "HEAD" || answer.spool) {
    response.setContentLength64(static_cast<Poco::Int64>(answer.size()));
    std::ostream& out = response.send();
    if (request.getMethod() != "HEAD") answer.spool->copy_to(out);
    out.flush();
    return;
  }
  answer.each_block([&](std::string_view body) { response.sendBuffer(body.data(), body.size()); });
}

}  // namespace

void LogLines::line(const std::string& text) {
  if (out_ == nullptr) return;
  const std::lock_guard whole(mutex_);
  *out_ << text << std::flush;
}

Poco::Net::HTTPRequestHandler* Desk::createRequestHandler(const HTTPServerRequest&) {
  return new Exchange(room_, log_);  // Poco deletes it
}

}  // namespace cardroom::service
