#include "cardroom/cli/remote.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <sodium.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/file.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using rules::refused;

constexpr const char* kUsualServer = "http://127.0.0.1:7437";
constexpr std::size_t kMostSessionBytes = 8192;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::filesystem::path session_path() {
  if (auto named = variable("CARDROOM_SESSION"); !named.empty()) return named;
  const auto config = variable("XDG_CONFIG_HOME");
  const std::filesystem::path base = config.empty()
                                         ? std::filesystem::path(variable("HOME")) / ".config"
                                         : std::filesystem::path(config);
  return base / "cardroom" / "session.json";
}

Refused unwritable(const std::filesystem::path& path, const char* why) {
  return {Refusal::file_unreadable,
          fmt::format("Cannot write '{}': {}.", rules::printable(path.string(), 400), why)};
}

/// Echo off for as long as a secret is typed, also where that is interrupted by an exception.
class Unseen {
 public:
  Unseen() {
    if (tcgetattr(STDIN_FILENO, &before_) != 0) return;
    seen_ = true;
    termios without = before_;
    without.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &without);
  }
  ~Unseen() {
    if (seen_) tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;

 private:
  termios before_{};
  bool seen_ = false;
};

}  // namespace

void add_remote_options(CLI::App& verb, RemoteOptions& options) {
  verb.add_option("--server", options.server,
                  "The server; else the one of the last login, else " + std::string(kUsualServer))
      ->envname("CARDROOM_SERVER");
  verb.add_option("--ca", options.ca, "Certificates to trust (PEM); else the system's")
      ->type_name(kFile)
      ->envname("CARDROOM_CA");
  verb.add_flag("--json", options.json, "For scripts");
}

OrRefused<std::optional<KeptSession>> kept_session() {
  const auto path = session_path();
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::optional<KeptSession>();
  auto content = ledger::read_file(path.string(), kMostSessionBytes);
  if (const auto* no = refused(content)) return *no;
  const auto kept = nlohmann::json::parse(std::get<std::string>(content), nullptr, false);
  const auto text = [&](const char* key) {
    return kept.is_object() && kept.contains(key) && kept[key].is_string()
               ? kept[key].get<std::string>()
               : std::string();
  };
  KeptSession session{text("server"), text("ca"), text("token"), text("person")};
  if (session.token.empty()) return std::optional<KeptSession>();
  return std::optional(std::move(session));
}

std::optional<Refused> keep_session(const KeptSession& session) {
  return keep_session(session, session_path().string());
}

std::optional<Refused> keep_session(const KeptSession& session, const std::string& file_path) {
  const std::filesystem::path path = file_path;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  const std::string text = nlohmann::json{
      {"server", session.server},
      {"ca", session.ca},
      {"token", session.token},
      {"person",
       session.person}}.dump();
  // Whole or not at all, and never readable by others for a moment.
  const auto unfinished = path.string() + ".new";
  ::unlink(unfinished.c_str());
  const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return unwritable(path, std::strerror(errno));
  const bool written = ::write(file, text.data(), text.size()) == std::ssize(text);
  ::close(file);
  if (!written || ::rename(unfinished.c_str(), path.c_str()) != 0) {
    return unwritable(path, std::strerror(errno));
  }
  return std::nullopt;
}

void forget_session() {
  std::error_code ignored;
  std::filesystem::remove(session_path(), ignored);
}

OrRefused<std::unique_ptr<service::Client>> client_of(const RemoteOptions& options,
                                                      bool signed_in) {
  auto read = kept_session();
  if (const auto* no = refused(read)) return *no;
  const auto& kept = std::get<0>(read);
  service::Client::Settings settings;
  settings.timeout_seconds = options.timeout_seconds;
  settings.server = !options.server.empty() ? options.server : kept ? kept->server : kUsualServer;
  settings.ca = !options.ca.empty() ? options.ca : kept ? kept->ca : "";
  if (signed_in) {
    if (!kept) {
      return Refused{Refusal::not_signed_in, "Nobody is signed in here: cardroom login."};
    }
    if (kept->server != settings.server) {
      return Refused{Refusal::not_signed_in,
                     fmt::format("{} is signed in at {}, not at {}: cardroom login --server {}.",
                                 kept->person, kept->server, rules::printable(settings.server, 200),
                                 rules::printable(settings.server, 200))};
    }
    settings.token = kept->token;
  }
  return service::Client::to(std::move(settings));
}

namespace {

Exit answered(const Terminal& terminal, const OrRefused<service::Client::Heard>& heard,
              const std::function<Exit(const std::string& body)>& done) {
  if (const auto* no = refused(heard)) return refuse(terminal, *no);
  const auto& answer = std::get<service::Client::Heard>(heard);
  if (answer.status >= 200 && answer.status < 300) return done(answer.body);
  const Exit exit = refuse(terminal, service::refusal_in(answer));
  return answer.status == 401 || answer.status == 403 ? Exit::not_allowed : exit;
}

}  // namespace

Exit ask(const Terminal& terminal, service::Client& client, const std::string& method,
         const std::string& path, const std::string& body, const service::Client::Headers& headers,
         const std::function<Exit(const std::string& body)>& done) {
  return answered(terminal, client.ask(method, path, body, headers), done);
}

Exit fetch(const Terminal& terminal, service::Client& client, const std::string& path,
           std::ostream& into) {
  return answered(terminal, client.fetch(path, into),
                  [](const std::string&) { return Exit::done; });
}

std::string in_path(const std::string& name) {
  std::string path;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_';
    path += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return path;
}

std::string fresh_key(std::string_view prefix) {
  std::array<unsigned char, 12> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::array<char, 2 * bytes.size() + 1> hex{};
  return fmt::format("{}-{}", prefix,
                     sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size()));
}

std::string typed_secret(const Terminal& terminal, const std::string& prompt) {
  std::string line;
  if (isatty(STDIN_FILENO) != 1) {
    std::getline(std::cin, line);
    return line;
  }
  terminal.err << prompt << ": " << std::flush;
  {
    const Unseen while_typing;
    std::getline(std::cin, line);
  }
  terminal.err << '\n';
  return line;
}

}  // namespace cardroom::cli
