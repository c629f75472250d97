// Who is at the device: the first admin, signing in and out, switching, codes, passwords, PINs.

#include "cardroom/table/field_reader.hpp"
#include "cardroom/table/moment.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;
using rules::refused;
using table::Role;

constexpr std::size_t kMostBytes = 4096;

struct SetUpAsked {
  std::string code, person, name, password;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("code", c.code), f.need("person", c.person), f.need("name", c.name);
    f.need("password", c.password);
  }
};
struct SignInAsked {
  std::string person, password;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.need("password", c.password);
  }
};
struct SwitchAsked {
  std::string person, pin;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.need("pin", c.pin);
  }
};
struct PasswordAsked {
  std::string person, password;
  std::optional<std::string> code, old_password;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.need("password", c.password), f.may("code", c.code);
    f.may("old_password", c.old_password);
  }
};
struct PinAsked {
  std::string pin;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("pin", c.pin);
  }
};

struct Done {
  std::string done;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("done", c.done);
  }
};
struct Whoami {
  std::string person, name;
  Role role = Role::dealer;
  std::optional<std::string> token;
  std::string expires;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.need("name", c.name), f.need("role", c.role);
    f.may("token", c.token), f.need("expires", c.expires);
  }
};
struct CodeMadeFor {
  std::string person, code, text;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("person", c.person), f.need("code", c.code), f.need("text", c.text);
  }
};

/// A piece of what cannot be read could be one of a secret, and the sentence goes into the log.
template <class T>
rules::OrRefused<T> body_of(const Asked& asked) {
  auto read = table::read_fields<T>(asked.body, "this request", kMostBytes);
  const auto* no = refused(read);
  if (no == nullptr || (no->code != Refusal::not_json && no->code != Refusal::not_a_whole_number)) {
    return read;
  }
  return rules::Refused{no->code,
                        "The body is not the JSON that is asked for. It may hold a secret, so "
                        "nothing of it is repeated."};
}

Answered told(std::optional<rules::Refused> no, std::string done, int status = 200) {
  if (no) return *std::move(no);
  return json_answer(Done{std::move(done)}, status);
}

Whoami whoami(RoomService& room, const Session& session, std::optional<std::string> token) {
  const auto floor = room.floor();
  const auto person = floor->staff->find(session.person);
  Whoami me;
  me.person = session.person;
  if (person != floor->staff->end()) {
    me.name = person->second.name;
    me.role = person->second.role;
  }
  me.token = std::move(token);
  me.expires = table::iso_text(ledger::moment_on(*floor, session.expires_ms));
  return me;
}

Answered opened(RoomService& room, rules::OrRefused<SignedIn> signed_in) {
  if (const auto* no = refused(signed_in)) return *no;
  auto& in = std::get<SignedIn>(signed_in);
  return json_answer(whoami(room, in.session, std::move(in.token)), 201);
}

Answered set_up(RoomService& room, const Asked& asked) {
  auto read = body_of<SetUpAsked>(asked);
  if (const auto* no = refused(read)) return *no;
  const auto& told_us = std::get<SetUpAsked>(read);
  return told(room.set_up(told_us.code, {told_us.person, told_us.name, Role::admin},
                          told_us.password, where(asked)),
              "The admin can sign in.", 201);
}

Answered sign_in(RoomService& room, const Asked& asked) {
  auto read = body_of<SignInAsked>(asked);
  if (const auto* no = refused(read)) return *no;
  const auto& in = std::get<SignInAsked>(read);
  return opened(room, room.people().sign_in(in.person, in.password, where(asked)));
}

Answered read_session(RoomService& room, const Asked& asked) {
  auto session = room.people().find(*asked.token);
  if (const auto* no = refused(session)) return *no;
  return json_answer(whoami(room, std::get<Session>(session), std::nullopt));
}

Answered sign_out(RoomService& room, const Asked& asked) {
  return told(room.people().end(asked.who->session, asked.who->person, where(asked)),
              "Signed out.");
}

Answered switch_person(RoomService& room, const Asked& asked) {
  auto read = body_of<SwitchAsked>(asked);
  if (const auto* no = refused(read)) return *no;
  const auto& to = std::get<SwitchAsked>(read);
  return opened(room, room.people().switch_person(*asked.token, to.person, to.pin, where(asked)));
}

Answered set_password(RoomService& room, const Asked& asked) {
  auto read = body_of<PasswordAsked>(asked);
  if (const auto* no = refused(read)) return *no;
  const auto& set = std::get<PasswordAsked>(read);
  if (set.code) {
    return told(room.people().use_code(*set.code, set.person, set.password, where(asked)),
                "The password is set: sign in.");
  }
  auto acting = room.acting(asked.token);
  if (const auto* no = refused(acting)) return *no;
  if (std::get<Acting>(acting).person != set.person) {
    return rules::Refused{Refusal::not_your_name,
                          "Only the person himself changes a password; an admin makes a code."};
  }
  if (!set.old_password) {
    return rules::Refused{Refusal::missing_key,
                          "'old_password' is missing; or 'code', from an admin."};
  }
  return told(
      room.people().change_password(*asked.token, *set.old_password, set.password, where(asked)),
      "The password is changed: sign in again.");
}

Answered set_pin(RoomService& room, const Asked& asked) {
  auto read = body_of<PinAsked>(asked);
  if (const auto* no = refused(read)) return *no;
  return told(room.people().set_pin(*asked.token, std::get<PinAsked>(read).pin, where(asked)),
              "The PIN is set.");
}

Answered make_code(RoomService& room, const Asked& asked) {
  const auto& person = asked.path.find("person")->second;
  auto code = room.people().make_code(person, asked.who->person, where(asked));
  if (const auto* no = refused(code)) return *no;
  return json_answer(
      CodeMadeFor{person, std::get<std::string>(code),
                  "Give it to the person, who sets a password with it within a day."},
      201);
}

Answered end_sessions(RoomService& room, const Asked& asked) {
  return told(
      room.people().end_all_of(asked.path.find("person")->second, asked.who->person, where(asked)),
      "Every session of this person is over.");
}

const std::vector<Refusal> kSecrets = {Refusal::sign_in_failed, Refusal::locked_out,
                                       Refusal::too_many_requests, Refusal::sign_in_busy,
                                       Refusal::book_not_written};

std::vector<Refusal> with(std::vector<Refusal> more) {
  more.insert(more.end(), kSecrets.begin(), kSecrets.end());
  return more;
}

}  // namespace

void add_session_routes(std::vector<Route>& routes) {
  routes.push_back({.method = Method::post,
                    .path = "/v1/setup",
                    .name = "setUp",
                    .text = "Makes the first admin with the code that the server printed at its "
                            "start, and the room with its settings where it has none.",
                    .serve = &set_up,
                    .answer = shape_of<Done>("Done"),
                    .access = Access::open,
                    .body = shape_of<SetUpAsked>("SetUp"),
                    .refusals = with({Refusal::code_not_valid, Refusal::password_not_usable,
                                      Refusal::person_exists, Refusal::setting_not_usable}),
                    .success = 201});
  routes.push_back({.method = Method::post,
                    .path = "/v1/session",
                    .name = "signIn",
                    .text = "Opens a session. The token is told once; send it with every request.",
                    .serve = &sign_in,
                    .answer = shape_of<Whoami>("Session"),
                    .access = Access::open,
                    .body = shape_of<SignInAsked>("SignIn"),
                    .refusals = with({}),
                    .success = 201});
  routes.push_back({.path = "/v1/session",
                    .name = "readSession",
                    .text = "Who is signed in here, and until when.",
                    .serve = &read_session,
                    .answer = shape_of<Whoami>("Session")});
  routes.push_back({.method = Method::del,
                    .path = "/v1/session",
                    .name = "signOut",
                    .text = "Ends this session.",
                    .serve = &sign_out,
                    .answer = shape_of<Done>("Done"),
                    .refusals = {Refusal::book_not_written}});
  routes.push_back({.method = Method::post,
                    .path = "/v1/session/switch",
                    .name = "switchPerson",
                    .text = "Hands this device to another person by PIN. The session before ends; "
                            "the new one expires when that one would have.",
                    .serve = &switch_person,
                    .answer = shape_of<Whoami>("Session"),
                    .body = shape_of<SwitchAsked>("Switch"),
                    .refusals = with({}),
                    .success = 201});
  routes.push_back(
      {.method = Method::put,
       .path = "/v1/password",
       .name = "setPassword",
       .text = "Sets one's own password: with a code from an admin, or signed in with "
               "the old one. All sessions of the person end.",
       .serve = &set_password,
       .answer = shape_of<Done>("Done"),
       .access = Access::open,
       .body = shape_of<PasswordAsked>("Password"),
       .refusals = with({Refusal::code_not_valid, Refusal::password_not_usable,
                         Refusal::not_your_name, Refusal::not_signed_in, Refusal::session_over})});
  routes.push_back({.method = Method::put,
                    .path = "/v1/pin",
                    .name = "setPin",
                    .text = "Sets one's own PIN of 4 to 8 digits, in a session that a password "
                            "opened.",
                    .serve = &set_pin,
                    .answer = shape_of<Done>("Done"),
                    .body = shape_of<PinAsked>("Pin"),
                    .refusals = with({Refusal::pin_not_usable})});
  routes.push_back({.method = Method::post,
                    .path = "/v1/people/{person}/code",
                    .name = "makeCode",
                    .text = "A code with which the person sets a password, once, within a day.",
                    .serve = &make_code,
                    .answer = shape_of<CodeMadeFor>("Code"),
                    .roles = {Role::admin},
                    .parameters = {path_text("person", "Sign of a member of the staff")},
                    .refusals = {Refusal::unknown_person, Refusal::person_disabled,
                                 Refusal::book_not_written, Refusal::too_many_requests},
                    .success = 201});
  routes.push_back({.method = Method::del,
                    .path = "/v1/people/{person}/sessions",
                    .name = "endSessions",
                    .text = "Signs a person out everywhere.",
                    .serve = &end_sessions,
                    .answer = shape_of<Done>("Done"),
                    .roles = {Role::admin},
                    .parameters = {path_text("person", "Sign of a member of the staff")},
                    .refusals = {Refusal::unknown_person, Refusal::book_not_written}});
}

}  // namespace cardroom::service
