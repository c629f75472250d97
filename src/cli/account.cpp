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

/// "2026-11-20 02:45" of an answer's moment.
std::string until(const json& answer) {
  const auto moment = answer.value("expires", std::string());
  return moment.size() < 16 ? moment : moment.substr(0, 10) + ' ' + moment.substr(11, 5);
}

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
                   << ", is signed in at " << client.server() << " until " << until(answer)
                   << ".\n";
    }
    return Exit::done;
  });
}

Exit run_login(const AccountOptions& options, const Terminal& terminal) {
  const auto password = typed_secret(terminal, "Password of " + options.person);
  return open_session(options, terminal, false, "/v1/session",
                      {{"person", options.person}, {"password", password}});
}

Exit run_setup(const AccountOptions& options, const Terminal& terminal) {
  const auto password = typed_secret(terminal, "New password of " + options.person);
  return tell(options, terminal, false, "POST", "/v1/setup",
              {{"code", options.code},
               {"person", options.person},
               {"name", options.name},
               {"password", password}},
              "done");
}

Exit run_logout(const AccountOptions& options, const Terminal& terminal) {
  // Where nobody is signed in at that server, the session of another one is kept.
  if (const auto client = client_of(options.remote, true); const auto* no = refused(client)) {
    return refuse(terminal, *no);
  }
  const Exit exit = tell(options, terminal, true, "DELETE", "/v1/session", nullptr, "done");
  if (exit == Exit::done || exit == Exit::not_allowed) forget_session();
  return exit;
}

Exit run_whoami(const AccountOptions& options, const Terminal& terminal) {
  auto client = client_of(options.remote, true);
  if (const auto* no = refused(client)) return refuse(terminal, *no);
  return ask(terminal, *std::get<0>(client), "GET", "/v1/session", "", {},
             [&](const std::string& told) {
               const auto me = json::parse(told, nullptr, false);
               if (options.remote.json) {
                 terminal.out << told << '\n';
               } else {
                 terminal.out << me.value("name", "") << " (" << me.value("person", "") << "), "
                              << me.value("role", "") << ", until " << until(me) << '\n';
               }
               return Exit::done;
             });
}

Exit run_password(const AccountOptions& options, const Terminal& terminal) {
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

Exit run_pin(const AccountOptions& options, const Terminal& terminal) {
  return tell(options, terminal, true, "PUT", "/v1/pin",
              {{"pin", typed_secret(terminal, "New PIN")}}, "done");
}

Exit run_switch(const AccountOptions& options, const Terminal& terminal) {
  return open_session(
      options, terminal, true, "/v1/session/switch",
      {{"person", options.person}, {"pin", typed_secret(terminal, "PIN of " + options.person)}});
}

/// A verb of this file. Each has options of its own: CLI11 writes the variables of all verbs, asked
/// for or not, and would put them over the flags of the one that was.
struct AccountVerb {
  CLI::App* verb;
  std::shared_ptr<AccountOptions> options = std::make_shared<AccountOptions>();

  AccountVerb& person() {
    verb->add_option("--person", options->person, "Sign of the member of the staff")->required();
    return *this;
  }
  AccountVerb& name() {
    verb->add_option("--name", options->name, "Full name")->required();
    return *this;
  }
  AccountVerb& code(const std::string& text, bool required) {
    verb->add_option("--code", options->code, text)->required(required);
    return *this;
  }
};

class AccountVerbs {
 public:
  using Run = Exit (*)(const AccountOptions&, const Terminal&);

  AccountVerbs(CLI::App& app, const Terminal& terminal, Exit& exit)
      : app_(app), terminal_(terminal), exit_(exit) {}

  AccountVerb add(const std::string& name, const std::string& text, const std::string& example,
                  Run run) {
    AccountVerb one{app_.add_subcommand(name, text)};
    add_remote_options(*one.verb, one.options->remote);
    one.verb->footer(kStatus + ("Example: cardroom " + example));
    one.verb->callback([options = one.options, run, &terminal = terminal_, &exit = exit_] {
      exit = run(*options, terminal);
    });
    return one;
  }

 private:
  CLI::App& app_;
  const Terminal& terminal_;
  Exit& exit_;
};

}  // namespace

void add_account(CLI::App& app, const Terminal& terminal, Exit& exit) {
  AccountVerbs verbs(app, terminal, exit);
  verbs
      .add("setup", "Make the first admin with the code that serve printed",
           "setup --code ABCD-EFGH-JKMN-PQRS --person olga --name \"Olga R.\"", run_setup)
      .code("The code", true)
      .person()
      .name();
  verbs
      .add("login", "Sign in; the password is typed, or read from standard input",
           "login --person olga", run_login)
      .person();
  verbs.add("logout", "Sign out", "logout", run_logout);
  verbs.add("whoami", "Who is signed in here, and until when", "whoami", run_whoami);
  verbs
      .add("invite", "A code with which a person sets a password", "invite --person dan",
           run_invite)
      .person();
  verbs
      .add("password", "Set one's own password, with a code or the old one",
           "password --person dan --code ABCD-EFGH-JKMN-PQRS", run_password)
      .person()
      .code("A code from an admin", false);
  verbs.add("pin", "Set one's own PIN for shared devices", "pin", run_pin);
  verbs
      .add("switch", "Hand this terminal to another person by PIN", "switch --person dan",
           run_switch)
      .person();
}

}  // namespace cardroom::cli
