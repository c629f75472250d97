#include "cardroom/cli/bench_server.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Pipe.h>
#include <Poco/PipeStream.h>
#include <Poco/Process.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/bench_line.hpp"

namespace cardroom::cli {

namespace {

using nlohmann::json;
using rules::Refusal;
using rules::Refused;

constexpr const char* kLoopback = "127.0.0.1";
constexpr const char* kPassword = "bench chips and cards";
constexpr int kBareThreads = 64;

class Nothing final : public Poco::Net::HTTPRequestHandler {
 public:
  void handleRequest(Poco::Net::HTTPServerRequest&,
                     Poco::Net::HTTPServerResponse& response) override {
    response.setContentType("application/json");
    response.sendBuffer("{}", 2);
  }
};

class NothingElse final : public Poco::Net::HTTPRequestHandlerFactory {
 public:
  Poco::Net::HTTPRequestHandler* createRequestHandler(
      const Poco::Net::HTTPServerRequest&) override {
    return new Nothing;  // Poco deletes it
  }
};

/// Serves until it is killed.
[[noreturn]] void serve_nothing(int tell) {
  Poco::Net::ServerSocket socket(Poco::Net::SocketAddress(kLoopback, 0));
  Poco::ThreadPool threads(2, kBareThreads);
  Poco::AutoPtr<Poco::Net::HTTPServerParams> params(new Poco::Net::HTTPServerParams);
  params->setMaxThreads(kBareThreads);
  params->setKeepAlive(true);
  params->setMaxKeepAliveRequests(0);
  Poco::Net::HTTPServer server(new NothingElse, threads, socket, params);
  server.start();
  const std::uint16_t port = socket.address().port();
  if (::write(tell, &port, sizeof port) != sizeof port) ::_exit(1);
  for (;;) ::pause();
}

/// What follows `before` in the line, up to a space or the end.
std::string word_after(const std::string& line, std::string_view before) {
  const auto at = line.find(before);
  if (at == std::string::npos) return {};
  const auto start = at + before.size();
  return line.substr(start, line.find(' ', start) - start);
}

}  // namespace

BenchServer::BenchServer(int process, Poco::Net::SocketAddress address, double start_ms,
                         std::string code, Poco::Pipe out)
    : process_(process),
      address_(std::move(address)),
      start_ms_(start_ms),
      code_(std::move(code)),
      out_(std::move(out)) {}

rules::OrRefused<std::unique_ptr<BenchServer>> BenchServer::serve(const std::string& book,
                                                                  const std::string& schedules) {
  for (const char* variable : {"CARDROOM_SETTINGS", "CARDROOM_CERT", "CARDROOM_KEY"}) {
    ::unsetenv(variable);  // the caller's room is not the one that is measured
  }
  const auto program = std::filesystem::read_symlink("/proc/self/exe").string();
  const auto start = std::chrono::steady_clock::now();
  Poco::Pipe out;
  const auto child =
      Poco::Process::launch(program,
                            {"--schedules", schedules, "serve", "--db", book, "--listen", kLoopback,
                             "--port", "0", "--quiet", "--requests-a-second", "1000000"},
                            nullptr, &out, nullptr);
  Poco::PipeInputStream lines(out);
  std::string line;
  std::string where;
  std::string code;
  double took = 0;
  while (code.empty() && std::getline(lines, line)) {
    if (where.empty()) {
      where = word_after(line, " on http://");
      const std::chrono::duration<double, std::milli> since =
          std::chrono::steady_clock::now() - start;
      took = since.count();
    }
    code = word_after(line, "--code ");
  }
  auto server = std::unique_ptr<BenchServer>(new BenchServer(
      child.id(), where.empty() ? Poco::Net::SocketAddress() : Poco::Net::SocketAddress(where),
      took, code, out));
  if (code.empty()) {
    return Refused{Refusal::server_unreachable, "The server of the benchmark did not start."};
  }
  return server;
}

std::unique_ptr<BenchServer> BenchServer::bare() {
  int told[2];
  if (::pipe(told) != 0) throw Poco::SystemException("no pipe");
  const int child = ::fork();
  if (child < 0) throw Poco::SystemException("no process");
  if (child == 0) serve_nothing(told[1]);
  ::close(told[1]);
  std::uint16_t port = 0;
  const bool heard = ::read(told[0], &port, sizeof port) == sizeof port;
  ::close(told[0]);
  if (!heard) throw Poco::SystemException("the bare server did not start");
  return std::unique_ptr<BenchServer>(
      new BenchServer(child, Poco::Net::SocketAddress(kLoopback, port), 0, "", {}));
}

BenchServer::~BenchServer() { end(); }

bool BenchServer::end() {
  if (process_ == 0) return true;
  ::kill(process_, SIGTERM);
  int state = 0;
  ::waitpid(process_, &state, 0);
  process_ = 0;
  return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

double BenchServer::resident_mb() const {
  std::ifstream status(fmt::format("/proc/{}/status", process_));
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  }
  return 0;
}

rules::OrRefused<std::string> BenchServer::sign_in_dealer() const {
  BenchLine talk(address_);
  std::string token;
  json heard;
  const auto ask = [&](const char* method, const char* path, const json& body) {
    const int status =
        talk.ask(request_bytes(method, path, token, body.is_null() ? "" : body.dump()));
    heard = json::parse(talk.body(), nullptr, false);
    return status < 300;
  };
  const bool done =
      ask("POST", "/v1/setup",
          {{"code", code_}, {"person", "admin"}, {"name", "Admin"}, {"password", kPassword}}) &&
      ask("POST", "/v1/session", {{"person", "admin"}, {"password", kPassword}});
  if (done) token = heard["token"];
  if (done && ask("POST", "/v1/people/dealer/code", nullptr)) {
    const std::string code = heard["code"];
    token.clear();
    if (ask("PUT", "/v1/password",
            {{"person", "dealer"}, {"code", code}, {"password", kPassword}}) &&
        ask("POST", "/v1/session", {{"person", "dealer"}, {"password", kPassword}})) {
      return heard["token"].get<std::string>();
    }
  }
  return Refused{Refusal::answer_unclear,
                 fmt::format("The server of the benchmark lets nobody in: {}.", heard.dump())};
}

}  // namespace cardroom::cli
