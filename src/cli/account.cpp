// Who works at this terminal: setup, login, logout, whoami, invite, password, pin, switch.

#include <filesystem>
#include <memory>
#include <ostream>

#include <nlohmann/json.hpp>

#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/verb.hpp"

namespace cardroom::cli {

namespace {

using nlohmann::json;
using rules::refused;
using service::Client;

constexpr const char* kStatus =
    "Exit status: 0 done, 1 refused, 2 usage, 3 the server does not answer, 4 not allowed.\n";

struct AccountOptions {
  RemoteOptions remote;
  std::string person, name, code;
};

/// Asks with a JSON body and tells the sentence of the answer, or the answer itself.
Exit tell(const AccountOptions& options, const Terminal& terminal, bool signed_in,
          const std::string& method, const std::string& path, const json& body,
          const std::string& member) {
  auto client = client_of(options.remote, signed_in);
  if (const auto* no = refused(client)) return refuse(terminal, *no);
  const std::string text = body.is_null() ? std::string() : body.dump();
  return ask(terminal, *std::get<0>(client), method, path, text, {}, [&](const std::string& told) {
    const auto answer = json::parse(told, nullptr, false);
    if (options.remote.json || !answer.contains(member)) {
      terminal.out << told << '\n';
    } else {
      terminal.out << answer[member].get<std::string>() << '\n';
    }
    return Exit::done;
  });
}

/// Signs in or switches: keeps the session that the answer holds.
Exit open_session(const AccountOptions& options, const Terminal& terminal, bool signed_in,
                  const std::string& path, const json& body) {
  auto made = client_of(options.remote, signed_in);
  if (const auto* no = refused(made)) return refuse(terminal, *no);
  auto& client = *std::get<0>(made);
  return ask(terminal, client, "POST", path, body.dump(), {}, [&](const std::string& told) {
    auto answer = json::parse(told, nullptr, false);
    // The verbs that follow may be typed in another folder.
    const auto ca = client.ca().empty() ? "" : std::filesystem::absolute(client.ca()).string();
    if (auto no = keep_session(
            {client.server(), ca, answer.value("token", std::string()), options.person})) {
      return refuse(terminal, *no);
    }
    answer.erase("token");  // it is kept, and nothing else needs to see it
    if (options.remote.json) {
      terminal.out << answer.dump() << '\n';
    } else {
      terminal.out << answer.value("name", "") << ", " << answer.value("role", "")
                   << ", is signed in at " << client.server() << " until "
                   << answer.value("expires", "") << ".\n";
    }
    return Exit::done;
  });
}

Exit run_login(AccountOptions& options, const Terminal& terminal) {
  const auto password = typed_secret(terminal, "Password of " + options.person);
  return open_session(options, terminal, false, "/v1/session",
                      {{"person", options.person}, {"password", password}});
}

Exit run_setup(AccountOptions& options, const Terminal& terminal) {
  const auto password = typed_secret(terminal, "New password of " + options.person);
  return tell(options, terminal, false, "POST", "/v1/setup",
              {{"code", options.code},
               {"person", options.person},
               {"name", options.name},
               {"password", password}},
              "done");
}

Exit run_logout(const AccountOptions& options, const Terminal& terminal) {
  const Exit exit = tell(options, terminal, true, "DELETE", "/v1/session", nullptr, "done");
  if (exit == Exit::done || exit == Exit::not_allowed) forget_session();
  return exit;
}

Exit run_whoami(const AccountOptions& options, const Terminal& terminal) {
  auto client = client_of(options.remote, true);
  if (const auto* no = refused(client)) return refuse(terminal, *no);
  return ask(
      terminal, *std::get<0>(client), "GET", "/v1/session", "", {}, [&](const std::string& told) {
        const auto me = json::parse(told, nullptr, false);
        if (options.remote.json) {
          terminal.out << told << '\n';
        } else {
          terminal.out << me.value("name", "") << " (" << me.value("person", "") << "), "
                       << me.value("role", "") << ", until " << me.value("expires", "") << '\n';
        }
        return Exit::done;
      });
}

Exit run_password(AccountOptions& options, const Terminal& terminal) {
  json body = {{"person", options.person}};
  const bool by_code = !options.code.empty();
  if (by_code) {
    body["code"] = options.code;
  } else {
    body["old_password"] = typed_secret(terminal, "Old password");
  }
  body["password"] = typed_secret(terminal, "New password");
  return tell(options, terminal, !by_code, "PUT", "/v1/password", body, "done");
}

Exit run_invite(const AccountOptions& options, const Terminal& terminal) {
  return tell(options, terminal, true, "POST", "/v1/people/" + in_path(options.person) + "/code",
              nullptr, "code");
}

/// A verb of this file: its words, its flags, what it does.
CLI::App* add(CLI::App& app, const std::string& name, const std::string& text,
              AccountOptions& options, const std::string& example) {
  auto* verb = app.add_subcommand(name, text);
  add_remote_options(*verb, options.remote);
  verb->footer(kStatus + ("Example: cardroom " + example));
  return verb;
}

}  // namespace

void add_account(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto options = std::make_shared<AccountOptions>();
  const auto person = [&](CLI::App* verb) {
    verb->add_option("--person", options->person, "Sign of the member of the staff")->required();
  };

  auto* setup = add(app, "setup", "Make the first admin with the code that serve printed", *options,
                    "setup --code ABCD-EFGH-JKMN-PQRS --person olga --name \"Olga R.\"");
  setup->add_option("--code", options->code, "The code")->required();
  person(setup);
  setup->add_option("--name", options->name, "Full name")->required();
  setup->callback([=, &terminal, &exit] { exit = run_setup(*options, terminal); });

  auto* login = add(app, "login", "Sign in; the password is typed, or read from standard input",
                    *options, "login --person olga");
  person(login);
  login->callback([=, &terminal, &exit] { exit = run_login(*options, terminal); });

  auto* logout = add(app, "logout", "Sign out", *options, "logout");
  logout->callback([=, &terminal, &exit] { exit = run_logout(*options, terminal); });

  auto* whoami = add(app, "whoami", "Who is signed in here, and until when", *options, "whoami");
  whoami->callback([=, &terminal, &exit] { exit = run_whoami(*options, terminal); });

  auto* invite = add(app, "invite", "A code with which a person sets a password", *options,
                     "invite --person dan");
  person(invite);
  invite->callback([=, &terminal, &exit] { exit = run_invite(*options, terminal); });

  auto* password = add(app, "password", "Set one's own password, with a code or the old one",
                       *options, "password --person dan --code ABCD-EFGH-JKMN-PQRS");
  person(password);
  password->add_option("--code", options->code, "A code from an admin");
  password->callback([=, &terminal, &exit] { exit = run_password(*options, terminal); });

  auto* pin = add(app, "pin", "Set one's own PIN for shared devices", *options, "pin");
  pin->callback([=, &terminal, &exit] {
    exit = tell(*options, terminal, true, "PUT", "/v1/pin",
                {{"pin", typed_secret(terminal, "New PIN")}}, "done");
  });

  auto* switch_to = add(app, "switch", "Hand this terminal to another person by PIN", *options,
                        "switch --person dan");
  person(switch_to);
  switch_to->callback([=, &terminal, &exit] {
    exit = open_session(*options, terminal, true, "/v1/session/switch",
                        {{"person", options->person},
                         {"pin", typed_secret(terminal, "PIN of " + options->person)}});
  });
}

}  // namespace cardroom::cli
