#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "cardroom/cli/room_requests.hpp"
#include "cardroom/cli/verb.hpp"
#include "cardroom/cli/verb_tree.hpp"
#include "cardroom/ledger/file.hpp"
#include "cardroom/ledger/room_file.hpp"
#include "cardroom/service/server.hpp"
#include "cardroom/table/fields.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using rules::refused;

struct ServeOptions {
  std::string db = "room.book";
  std::string settings;  ///< a path; empty: a room like many
  bool quiet = false;
  std::int64_t requests_a_second = service::SessionSettings{}.requests.count;
  service::ServerSettings server;
};

/// What the settings file says, where no flag or variable says otherwise.
struct ServeFlags {
  CLI::Option *address, *port, *certificate, *key, *insecure;
};

std::optional<rules::Refused> take_settings(ServeOptions& options, const ServeFlags& flags) {
  if (options.settings.empty()) return std::nullopt;
  auto content = ledger::read_file(options.settings, kMostSettingsBytes);
  if (const auto* no = refused(content)) return *no;
  auto read = ledger::read_service(std::get<std::string>(content), options.settings);
  if (const auto* no = refused(read)) return *no;
  const auto& told = std::get<ledger::ServiceTold>(read);
  auto& server = options.server;
  if (told.listen && flags.address->empty()) server.address = *told.listen;
  if (told.port && flags.port->empty()) server.port = *told.port;
  if (told.certificate && flags.certificate->empty()) server.certificate = *told.certificate;
  if (told.key && flags.key->empty()) server.key = *told.key;
  if (told.insecure && flags.insecure->empty()) server.insecure = *told.insecure;
  return std::nullopt;
}

/// The book; where there is none, a new one that waits for its first admin.
OrRefused<std::unique_ptr<ledger::Book>> book_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return ledger::Book::create(path);
  return ledger::Book::open_to_write(path);
}

/// What can be typed for a server that listens on all addresses.
std::string typed_url(std::string url) {
  for (const std::string_view all : {"//0.0.0.0:", "//[::]:"}) {
    if (const auto at = url.find(all); at != std::string::npos) {
      url.replace(at, all.size(), "//THIS-MACHINE:");
    }
  }
  return url;
}

/// A book that was made elsewhere has its admin already; the code is for nobody else.
void say_code(const Terminal& terminal, const std::string& code, const std::string& url,
              const table::Floor& floor) {
  std::string person = "YOU", name = "Your Name";
  for (const auto& [id, known] : *floor.staff) {
    if (known.active && known.role == table::Role::admin) person = id, name = known.name;
  }
  terminal.out << "Nobody can sign in yet. Within 30 minutes make the admin with this code, which "
                  "is shown only here:\n\n    "
               << code << "\n\n    cardroom setup --server " << typed_url(url) << " --code " << code
               << " --person " << person << " --name \"" << name << "\"\n\n";
}

/// A room that was set up keeps its settings in the book.
void say_settings(const Terminal& terminal, const ServeOptions& options, const table::Floor& floor,
                  const table::SetRoom& told) {
  if (options.settings.empty() || !floor.room) return;
  if (table::fields_json(*floor.room) == table::fields_json(told)) return;
  terminal.out << "The room's settings are those in the book; " << options.settings
               << " says others. To change them: cardroom do set-room.\n";
}

Exit run_serve(ServeOptions& options, const ServeFlags& flags, const Terminal& terminal) {
  if (auto no = take_settings(options, flags)) return refuse(terminal, *no);
  auto first = room_commands(options.settings, terminal);
  if (const auto* no = refused(first)) return refuse(terminal, *no);
  if (auto no = service::Server::unusable(options.server)) return refuse(terminal, *no);
  service::hold_end_signals();
  auto book = book_of(options.db);
  if (const auto* no = refused(book)) return refuse(terminal, *no);
  const ledger::SystemClock clock;
  service::RoomSettings settings;
  settings.first_commands = std::get<0>(first);
  settings.version = CARDROOM_VERSION;
  auto& requests = settings.people.sessions.requests;
  requests = {options.requests_a_second, 1000, 2 * options.requests_a_second};
  auto room = service::RoomService::open(std::get<0>(std::move(book)), terminal.games, clock,
                                         std::move(settings));
  if (const auto* no = refused(room)) return refuse(terminal, *no);
  auto code = std::get<0>(room)->first_code();
  if (const auto* no = refused(code)) return refuse(terminal, *no);
  auto server = service::Server::start(*std::get<0>(room), options.server,
                                       options.quiet ? nullptr : &terminal.err);
  if (const auto* no = refused(server)) return refuse(terminal, *no);
  terminal.out << "Serving " << options.db << " on " << std::get<0>(server)->url() << '\n';
  if (const auto& first_code = std::get<0>(code)) {
    say_code(terminal, *first_code, std::get<0>(server)->url(), *std::get<0>(room)->floor());
  }
  say_settings(terminal, options, *std::get<0>(room)->floor(),
               std::get<table::SetRoom>(std::get<0>(first).front()));
  terminal.out << std::flush;
  service::wait_for_end([&] { std::get<0>(server)->stop(); });
  terminal.out << "Stopped. Everything that was answered is in the book.\n";
  return Exit::done;
}

}  // namespace

void add_serve(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<ServeOptions>();
  auto flags = std::make_shared<ServeFlags>();
  auto& server = options->server;
  auto* verb = app.add_subcommand("serve", "Serve a room's book to terminals and tablets");
  verb->add_option("--db", options->db, "The book; made where there is none")
      ->type_name(kFile)
      ->envname("CARDROOM_DB")
      ->capture_default_str();
  verb->add_option("--settings", options->settings,
                   "Room settings (TOML, as room init --help shows them); may have a [service]")
      ->type_name(kFile)
      ->envname("CARDROOM_SETTINGS");
  flags->address = verb->add_option("--listen", server.address, "Address")
                       ->envname("CARDROOM_LISTEN")
                       ->capture_default_str();
  flags->port = verb->add_option("--port", server.port, "Port; 0 takes any that is free")
                    ->check(CLI::Range(0, 65535))
                    ->envname("CARDROOM_PORT")
                    ->capture_default_str();
  flags->certificate = verb->add_option("--cert", server.certificate,
                                        "Certificate with its chain (PEM): TLS 1.2 or newer")
                           ->type_name(kFile)
                           ->envname("CARDROOM_CERT");
  flags->key = verb->add_option("--key", server.key, "Its private key (PEM)")
                   ->type_name(kFile)
                   ->envname("CARDROOM_KEY");
  flags->insecure = verb->add_flag("--insecure", server.insecure,
                                   "Serve other addresses than loopback without TLS");
  verb->add_option("--requests-a-second", options->requests_a_second,
                   "What one session may send; twice as much at once after a rest")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  verb->add_flag("--quiet", options->quiet, "No line for each refused request");
  verb->footer(
      "Flags count more than variables (CARDROOM_DB, _SETTINGS, _LISTEN, _PORT, _CERT, _KEY), and "
      "these more than the file. At its end, behind the room's own settings:\n\n"
      "[service]\nlisten = \"0.0.0.0\"\nport = 7437\ncertificate = \"room.pem\"\n"
      "key = \"room-key.pem\"\ninsecure = false\n\n"
      "Ends with SIGTERM or Ctrl-C; what was answered is in the book.\n"
      "Exit status: 0 ended as asked, 1 refused (also an address or a certificate), 2 usage, 3 a "
      "file cannot be read or written.\n"
      "Example: cardroom serve --db room.book");
  verb->callback([=, &terminal, &exit] { exit = run_serve(*options, *flags, terminal); });
}

}  // namespace cardroom::cli
