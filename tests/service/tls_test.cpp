// A room served over TLS: terminals trust its certificate and nothing else.

#include <filesystem>

#include "support/certificate.hpp"
#include "support/served_room.hpp"
#include "support/terminal_desk.hpp"

namespace cardroom::testing {

namespace {

std::vector<std::string> tls_words(const Certificate& made) {
  return {"--cert", made.certificate, "--key", made.key};
}

/// What serve says to files that it cannot use.
Ran not_served(const std::string& certificate, const std::string& key) {
  const Scratch scratch;
  auto words = program_words({"serve", "--quiet", "--port", "0", "--db", scratch.path("book"),
                              "--cert", certificate, "--key", key});
  words.insert(words.begin(), {"timeout", "60"});
  return Program(words).run();
}

}  // namespace

TEST_CASE("terminals work over TLS with the certificate that they are told to trust",
          "[service][tls][served]") {
  const Certificate made;
  ServedRoom room(tls_words(made), made.certificate);
  CHECK(room.url().starts_with("https://127.0.0.1:"));
  const Desk desk;
  const std::vector<std::string> login = {"login", "--server", room.url(), "--person", "ada"};
  const auto strange = desk.types(login, ServedRoom::kPassword);
  CHECK(refused_code(strange, 3) == "server_unreachable");
  CHECK(holds(strange.err, "name who signed it with --ca."));
  const auto plain =
      desk.types({"login", "--server", "http" + room.url().substr(5), "--person", "ada"},
                 ServedRoom::kPassword);
  CHECK(refused_code(plain, 3) == "server_unreachable");
  CHECK(holds(plain.err, "If it serves TLS, name it with https://."));
  auto unread = login;
  unread.insert(unread.end(), {"--ca", "none.pem"});
  check_unreachable(desk.types(unread, ServedRoom::kPassword));
  const Certificate other;
  auto trusting_another = login;
  trusting_another.insert(trusting_another.end(), {"--ca", other.certificate});
  CHECK(refused_code(desk.types(trusting_another, ServedRoom::kPassword), 3) ==
        "server_unreachable");
  auto trusting = login;
  trusting.insert(trusting.end(), {"--ca", std::filesystem::relative(made.certificate)});
  CHECK(holds(done(desk.types(trusting, ServedRoom::kPassword)), "Ada Admin"));
  // The session keeps whom to trust, over a second login and in any folder.
  CHECK(holds(desk.gets({"whoami"}), "Ada Admin"));
  CHECK(holds(desk.login("ada"), "Ada Admin"));
  CHECK(holds(desk.gets({"status"}), "Cardroom"));
  desk.gets({"do", "add-person", "--person", "max", "--name", "Max", "--role", "dealer"});
  desk.gets({"logout"});
  // By a variable.
  CHECK(holds(done(desk.types(login, ServedRoom::kPassword, "CARDROOM_CA=" + made.certificate)),
              "Ada Admin"));
  CHECK(holds(desk.gets({"whoami"}), "Ada Admin"));
  CHECK(room.stop(SIGTERM) == 0);
}

TEST_CASE("a tablet that is handed on still knows whom to trust", "[service][tls][served]") {
  const Certificate made;
  ServedRoom room(tls_words(made), made.certificate);
  room.add("max", "dealer");
  CHECK(room.ask("max", "PUT", "/v1/pin", R"({"pin":"739104"})").status == 200);
  const Desk desk;
  desk.gets({"login", "--server", room.url(), "--ca", made.certificate, "--person", "ada"},
            ServedRoom::kPassword);
  desk.gets({"switch", "--person", "max"}, "739104");
  CHECK(holds(desk.gets({"whoami"}), "max"));
}

TEST_CASE("a certificate for another name is not trusted", "[service][tls][served]") {
  const Certificate made("DNS:room.example");
  const Scratch scratch;
  auto words = program_words({"serve", "--quiet", "--port", "0", "--db", scratch.path("book"),
                              "--cert", made.certificate, "--key", made.key});
  LiveProgram server(words);
  const auto line = server.answer().value();
  const auto url = line.substr(line.rfind(' ') + 1);
  const auto ran = Desk().types({"setup", "--server", url, "--ca", made.certificate, "--code",
                                 "ABCD-EFGH-JKMN-PQRS", "--person", "ada", "--name", "Ada"},
                                ServedRoom::kPassword);
  CHECK(refused_code(ran, 3) == "server_unreachable");
  CHECK(holds(ran.err, "certificate"));
}

TEST_CASE("a certificate that cannot be used is refused before anything is served",
          "[service][tls]") {
  const Certificate one;
  const Certificate other;
  check_unreachable(not_served(one.scratch.path("none.pem"), one.key));
  check_unreachable(not_served(one.certificate, one.scratch.path("none.pem")));
  const auto mixed = not_served(one.certificate, other.key);
  CHECK(refused_code(mixed, 1) == "setting_not_usable");
  CHECK(holds(mixed.err, "they do not belong together."));
  const auto text = one.scratch.file("text.pem", "no certificate");
  CHECK(holds(not_served(text, one.key).err, "one of the files is not PEM"));
  CHECK(refused_code(not_served("", one.key), 1) == "setting_not_usable");
  CHECK(holds(not_served(one.certificate, "").err, "TLS needs both a certificate and its key."));
}

}  // namespace cardroom::testing
