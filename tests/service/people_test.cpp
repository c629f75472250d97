#include <atomic>
#include <set>
#include <thread>

#include "cardroom/service/people.hpp"
#include "cardroom/service/usable_secret.hpp"
#include "support/book.hpp"
#include "support/fault_vfs.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using ledger::Audited;
using rules::Refusal;
using service::kMinuteMs;
using service::People;
using service::Where;

namespace {

const Where kTablet{"10.0.0.5", "tablet 5"};
const Where kOffice{"10.0.0.9", "office"};
const std::string kPassword = "seven of hearts";
const std::string kOtherPassword = "king of diamonds";
constexpr std::string_view kPin = "4711";

/// Cheap enough for a test of every rule.
service::PeopleSettings cheap() {
  service::PeopleSettings settings;
  settings.cost = {1, 8192};
  settings.attempts = {1000, kMinuteMs, 1000};
  return settings;
}

/// A room's people over an access file that a test may close and open again.
class Room {
 public:
  explicit Room(const service::PeopleSettings& with = cheap()) : settings(with) {
    using table::Role;
    staff["ada"] = {"Ada Admin", Role::admin, true};
    staff["dana"] = {"Dana Dealer", Role::dealer, true};
    staff["dan"] = {"Dan Dealer", Role::dealer, true};
    staff["mona"] = {"Mona Manager", Role::manager, true};
    open();
  }

  void open(const char* vfs = nullptr) {
    people_.reset();
    file_.reset();
    file_ = accepted(ledger::AccessFile::open(path(), vfs));
    people_ = accepted(People::open(
        *file_, clock,
        [this](const std::string& person) -> std::optional<table::Person> {
          const auto found = staff.find(person);
          if (found == staff.end()) return std::nullopt;
          return found->second;
        },
        settings));
  }
  void close() {
    people_.reset();
    file_.reset();
  }

  People* operator->() { return people_.get(); }
  [[nodiscard]] std::string path() const { return scratch_.path("book-access"); }

  void give_password(const std::string& person, const std::string& password = kPassword) {
    const auto code = accepted((*this)->make_code(person, "ada", kOffice));
    REQUIRE_FALSE((*this)->use_code(code, person, password, kOffice).has_value());
  }
  std::string token_of(const std::string& person, const Where& where = kTablet) {
    return accepted((*this)->sign_in(person, kPassword, where)).token;
  }
  Refusal wrong(const std::string& person, const Where& where = kTablet) {
    return refusal_of((*this)->sign_in(person, "not the password", where));
  }
  std::size_t audited(Audited what, std::optional<std::string> who = {}) {
    return accepted(
               ledger::read_audit(path(), {.most = 10'000, .who = std::move(who), .what = what}))
        .size();
  }
  void minutes_pass(std::int64_t minutes) { clock.ms += minutes * kMinuteMs; }

 private:
  Scratch scratch_;

 public:
  service::PeopleSettings settings;
  FakeClock clock;
  std::map<std::string, table::Person> staff;

 private:
  std::unique_ptr<ledger::AccessFile> file_;
  std::unique_ptr<People> people_;
};

std::optional<Refusal> code_of(const std::optional<rules::Refused>& no) {
  if (!no) return std::nullopt;
  return no->code;
}

std::string everything_in(const Room& room) {
  std::string bytes = content_of(room.path());
  if (std::filesystem::exists(room.path() + "-wal")) bytes += content_of(room.path() + "-wal");
  return bytes;
}

}  // namespace

TEST_CASE("a person signs in, is found by the token, and signs out", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto in = accepted(room->sign_in("dana", kPassword, kTablet));
  CHECK(in.token.size() == 43);
  CHECK(in.session.person == "dana");
  CHECK(in.session.by_password);
  CHECK(in.session.opened_ms == room.clock.ms);
  CHECK(in.session.expires_ms == room.clock.ms + 12 * 60 * kMinuteMs);
  const auto found = accepted(room->find(in.token));
  CHECK(found.id == in.session.id);
  CHECK(found.device == "tablet 5");
  CHECK(room.token_of("dana") != in.token);

  CHECK_FALSE(room->end(found.id, "dana", kTablet).has_value());
  CHECK(refusal_of(room->find(in.token)) == Refusal::session_over);
  CHECK(code_of(room->end(found.id, "dana", kTablet)) == Refusal::session_over);
  CHECK(code_of(room->end(999, "dana", kTablet)) == Refusal::session_over);
  CHECK(room.audited(Audited::signed_in, "dana") == 2);
  CHECK(room.audited(Audited::signed_out, "dana") == 1);
  CHECK_FALSE(accepted(ledger::check_audit(room.path())).difference.has_value());
}

TEST_CASE("what is no token is not signed in", "[service][people]") {
  Room room;
  room.give_password("dana");
  const std::string token = room.token_of("dana");
  std::string other = token;
  other[10] = other[10] == 'A' ? 'B' : 'A';
  for (const std::string& wrong :
       {std::string(), std::string("x"), other, token + "A", token.substr(1), token + "=",
        std::string(43, '!'), std::string(100'000, 'A'), std::string(43, '\0'), " " + token}) {
    CHECK(refusal_of(room->find(wrong)) == Refusal::not_signed_in);
  }
  CHECK(accepted(room->find(token)).person == "dana");
}

TEST_CASE("A1 neither token, password, PIN nor code lies in the file", "[service][people]") {
  Room room;
  const auto code = accepted(room->make_code("dana", "ada", kOffice));
  REQUIRE_FALSE(room->use_code(code, "dana", kPassword, kOffice).has_value());
  const auto token = room.token_of("dana");
  REQUIRE_FALSE(room->set_pin(token, "83719264", kTablet).has_value());
  const auto typed_in_the_wrong_field = "my secret passphrase";
  CHECK(refusal_of(room->sign_in(typed_in_the_wrong_field, "", kTablet)) ==
        Refusal::sign_in_failed);
  for (const bool closed : {false, true}) {
    if (closed) room.close();
    const auto bytes = everything_in(room);
    CHECK(bytes.find("dana") != std::string::npos);
    CHECK(bytes.find("$argon2id$") != std::string::npos);
    CHECK(bytes.find(token) == std::string::npos);
    CHECK(bytes.find(token.substr(0, 12)) == std::string::npos);
    CHECK(bytes.find(kPassword) == std::string::npos);
    CHECK(bytes.find("83719264") == std::string::npos);
    CHECK(bytes.find(code) == std::string::npos);
    CHECK(bytes.find(code.substr(0, 4) + code.substr(5, 4)) == std::string::npos);
  }
}

TEST_CASE("whoever cannot sign in is not told why", "[service][people]") {
  Room room;
  room.give_password("dana");
  room.give_password("mona");
  room.staff["mona"].active = false;
  std::set<std::string> sentences;
  const auto sentence = [&](const std::string& person, std::string_view password) {
    const auto answer = room->sign_in(person, password, kTablet);
    const auto* no = rules::refused(answer);
    REQUIRE(no != nullptr);
    CHECK(no->code == Refusal::sign_in_failed);
    sentences.insert(no->detail);
  };
  sentence("nobody", kPassword);
  sentence("dana", "not the password");
  sentence("dana", "");
  sentence("dan", kPassword);   // has no password yet
  sentence("mona", kPassword);  // is disabled
  sentence("", "");
  sentence(std::string(10'000, 'x'), std::string(100'000, 'y'));
  sentence("da\nna", kPassword);
  CHECK(sentences.size() == 1);
  CHECK(room.audited(Audited::sign_in_failed) == 8);
  CHECK(room.audited(Audited::sign_in_failed, "dana") == 2);
  CHECK(room.audited(Audited::sign_in_failed, "nobody") == 0);
}

TEST_CASE("five wrong passwords lock a person at one address for fifteen minutes",
          "[service][people]") {
  Room room;
  room.give_password("dana");
  room.give_password("dan");
  for (int i = 0; i < 5; ++i) CHECK(room.wrong("dana") == Refusal::sign_in_failed);
  CHECK(refusal_of(room->sign_in("dana", kPassword, kTablet), "in 15 minutes") ==
        Refusal::locked_out);
  CHECK(room.audited(Audited::locked_out, "dana") == 1);
  CHECK(room.audited(Audited::sign_in_failed, "dana") == 6);
  (void)room.token_of("dana", kOffice);  // elsewhere
  (void)room.token_of("dan");            // somebody else here
  room.clock.ms += 15 * kMinuteMs - 1;
  room.open();  // a restart forgives nothing
  CHECK(refusal_of(room->sign_in("dana", kPassword, kTablet), "in 1 minute.") ==
        Refusal::locked_out);
  room.clock.ms += 1;
  (void)room.token_of("dana");
}

TEST_CASE("a name that nobody has is locked like any other", "[service][people]") {
  Room room;
  for (int i = 0; i < 5; ++i) CHECK(room.wrong("nobody") == Refusal::sign_in_failed);
  CHECK(room.wrong("nobody") == Refusal::locked_out);
}

TEST_CASE("wrong passwords count for fifteen minutes, over a restart, until the right one",
          "[service][people]") {
  Room room;
  room.give_password("dana");
  for (int i = 0; i < 4; ++i) (void)room.wrong("dana");
  SECTION("a fifth after a restart locks") {
    room.open();
    (void)room.wrong("dana");
    CHECK(room.wrong("dana") == Refusal::locked_out);
  }
  SECTION("after their time they are forgotten") {
    room.minutes_pass(15);
    for (int i = 0; i < 4; ++i) CHECK(room.wrong("dana") == Refusal::sign_in_failed);
    (void)room.token_of("dana");
  }
  SECTION("the right password begins the count anew") {
    (void)room.token_of("dana");
    room.open();
    for (int i = 0; i < 4; ++i) CHECK(room.wrong("dana") == Refusal::sign_in_failed);
    (void)room.token_of("dana");
  }
}

TEST_CASE("fifty wrong passwords from anywhere lock the person everywhere", "[service][people]") {
  Room room;
  room.give_password("dana");
  for (int i = 0; i < 50; ++i) {
    CHECK(room.wrong("dana", {"10.0.1." + std::to_string(i), ""}) == Refusal::sign_in_failed);
    room.clock.ms += kMinuteMs / 2;
    if (i == 25) (void)room.token_of("dana");  // which does not help whoever guesses
  }
  const auto locked = [&] {
    return refusal_of(room->sign_in("dana", kPassword, kOffice)) == Refusal::locked_out;
  };
  CHECK(locked());
  room.open();
  CHECK(locked());
  room.minutes_pass(15);
  CHECK(room.wrong("dana") == Refusal::sign_in_failed);  // the count began anew
  (void)room.token_of("dana", kOffice);
}

TEST_CASE("an address may try twenty times a minute", "[service][people]") {
  auto settings = cheap();
  settings.attempts = service::PeopleSettings{}.attempts;
  Room room(settings);
  room.give_password("dana");
  for (int i = 0; i < 20; ++i)
    CHECK(room.wrong("n" + std::to_string(i)) == Refusal::sign_in_failed);
  CHECK(refusal_of(room->sign_in("dana", kPassword, kTablet), "10.0.0.5") ==
        Refusal::too_many_requests);
  CHECK(code_of(room->use_code("AAAA", "dana", kPassword, kTablet)) == Refusal::too_many_requests);
  (void)room.token_of("dana", kOffice);
  room.clock.ms += 3000;  // one in three seconds comes back
  (void)room.token_of("dana");
  CHECK(room.wrong("dana") == Refusal::too_many_requests);
}

TEST_CASE("a session ends when it is not used for an hour", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto token = room.token_of("dana");
  for (int i = 0; i < 5; ++i) {
    room.minutes_pass(59);
    CHECK(accepted(room->find(token)).person == "dana");
  }
  room.open();  // its last use is on the disk
  room.minutes_pass(59);
  CHECK(accepted(room->find(token)).person == "dana");
  room.minutes_pass(60);
  CHECK(refusal_of(room->find(token)) == Refusal::session_over);
  room.clock.ms -= 30 * kMinuteMs;  // over is over, whatever the clock says
  CHECK(refusal_of(room->find(token)) == Refusal::session_over);
  room.open();
  CHECK(refusal_of(room->find(token)) == Refusal::session_over);
  CHECK(room.audited(Audited::session_ended, "dana") == 1);
}

TEST_CASE("a session ends after twelve hours, used or not", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto token = room.token_of("dana");
  for (int i = 0; i < 23; ++i) {
    room.minutes_pass(30);
    CHECK(accepted(room->find(token)).person == "dana");
  }
  room.minutes_pass(30);
  CHECK(refusal_of(room->find(token)) == Refusal::session_over);
  room.clock.ms += ledger::kEndedKeptMs;
  (void)room.token_of("dana");
  room.minutes_pass(1);
  (void)room.token_of("dana");  // by now the first is forgotten
  CHECK(refusal_of(room->find(token)) == Refusal::not_signed_in);
}

TEST_CASE("sessions and their ends outlive a restart", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto living = room.token_of("dana");
  const auto ended = accepted(room->sign_in("dana", kPassword, kTablet));
  REQUIRE_FALSE(room->end(ended.session.id, "ada", kOffice).has_value());
  CHECK(room.audited(Audited::session_ended, "ada") == 1);
  room.open();
  CHECK(accepted(room->find(living)).person == "dana");
  CHECK(refusal_of(room->find(ended.token)) == Refusal::session_over);
  CHECK(accepted(room->sign_in("dana", kPassword, kTablet)).session.id > ended.session.id);
}

TEST_CASE("the use of a session is stored once a minute", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto in = accepted(room->sign_in("dana", kPassword, kTablet));
  const auto opened = room.clock.ms;
  const auto stored = [&] {
    // What is written later lies before what is waited for.
    REQUIRE(code_of(room->use_code("no code", "dana", kPassword, kOffice)) ==
            Refusal::code_not_valid);
    return ask_number(room.path(), "SELECT last_used_ms FROM session");
  };
  room.clock.ms += kMinuteMs - 1;
  (void)accepted(room->find(in.token));
  CHECK(stored() == opened);
  room.clock.ms += 1;
  (void)accepted(room->find(in.token));
  CHECK(stored() == opened + kMinuteMs);
}

TEST_CASE("a person has at most twenty sessions, and the oldest makes room", "[service][people]") {
  Room room;
  room.give_password("dana");
  room.give_password("dan");
  const auto other = room.token_of("dan");
  std::vector<std::string> tokens;
  for (int i = 0; i < 21; ++i) {
    tokens.push_back(room.token_of("dana"));
    room.clock.ms += 1;
  }
  CHECK(refusal_of(room->find(tokens[0])) == Refusal::session_over);
  for (std::size_t i = 1; i < tokens.size(); ++i) CHECK(accepted(room->find(tokens[i])).id > 0);
  CHECK(accepted(room->find(other)).person == "dan");
  CHECK(room.audited(Audited::session_ended, "dana") == 1);
  room.open();
  CHECK(refusal_of(room->find(tokens[0])) == Refusal::session_over);
}

TEST_CASE("a disabled person is out at once and stays out", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto first = room.token_of("dana"), second = room.token_of("dana");
  room.staff["dana"].active = false;
  REQUIRE_FALSE(room->end_all_of("dana", "ada", kOffice).has_value());
  CHECK(refusal_of(room->find(first)) == Refusal::session_over);
  CHECK(refusal_of(room->find(second)) == Refusal::session_over);
  CHECK(room.wrong("dana") == Refusal::sign_in_failed);
  CHECK(refusal_of(room->sign_in("dana", kPassword, kTablet)) == Refusal::sign_in_failed);
  room.open();
  CHECK(refusal_of(room->find(first)) == Refusal::session_over);
  CHECK(refusal_of(room->make_code("dana", "ada", kOffice)) == Refusal::person_disabled);
}

TEST_CASE("a session may send so many requests and no more", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto in = accepted(room->sign_in("dana", kPassword, kTablet));
  const auto other = accepted(room->sign_in("dana", kPassword, kTablet));
  for (int i = 0; i < 400; ++i) REQUIRE_FALSE(room->request_allowed(in.session.id).has_value());
  CHECK(code_of(room->request_allowed(in.session.id)) == Refusal::too_many_requests);
  CHECK_FALSE(room->request_allowed(other.session.id).has_value());
  room.clock.ms += 10;
  CHECK_FALSE(room->request_allowed(in.session.id).has_value());
  CHECK_FALSE(room->request_allowed(in.session.id).has_value());
  CHECK(code_of(room->request_allowed(in.session.id)) == Refusal::too_many_requests);
  CHECK(code_of(room->request_allowed(999)) == Refusal::session_over);
}

TEST_CASE("the first admin gets in with a code of the start", "[service][people]") {
  Room room;
  const std::vector<std::string> admins{"ada"};
  const auto old = accepted(room->first_admin_code(admins)).value();
  room.open();
  const auto code = accepted(room->first_admin_code(admins)).value();
  CHECK(code.size() == 19);
  CHECK(code.find_first_of("01ILOilo") == std::string::npos);
  CHECK(code_of(room->use_code(old, "ada", kPassword, kOffice)) == Refusal::code_not_valid);
  CHECK(code_of(room->use_code(code, "mona", kPassword, kOffice)) == Refusal::code_not_valid);
  CHECK(code_of(room->use_code(code, "ada", "short", kOffice)) == Refusal::password_not_usable);
  std::string typed;
  for (const char c : code) {
    if (c != '-') typed += static_cast<char>(std::tolower(c));
  }
  CHECK_FALSE(room->use_code(typed, "ada", kPassword, kOffice).has_value());
  CHECK(code_of(room->use_code(code, "ada", kOtherPassword, kOffice)) == Refusal::code_not_valid);
  CHECK(accepted(room->sign_in("ada", kPassword, kOffice)).session.person == "ada");
  room.open();
  CHECK(code_of(room->use_code(code, "ada", kOtherPassword, kOffice)) == Refusal::code_not_valid);
  CHECK_FALSE(accepted(room->first_admin_code(admins)).has_value());
  CHECK(room.audited(Audited::code_made) == 2);
  CHECK(room.audited(Audited::code_used, "ada") == 1);
  CHECK(room.audited(Audited::code_refused) == 4);
  CHECK(room.audited(Audited::password_set, "ada") == 1);
}

TEST_CASE("a code of the start is good for thirty minutes, and never for a second password",
          "[service][people]") {
  Room room;
  const std::vector<std::string> admins{"ada"};
  auto code = accepted(room->first_admin_code(admins)).value();
  room.minutes_pass(30);
  CHECK(code_of(room->use_code(code, "ada", kPassword, kOffice)) == Refusal::code_not_valid);
  code = accepted(room->first_admin_code(admins)).value();
  room.give_password("ada");
  CHECK(code_of(room->use_code(code, "ada", kOtherPassword, kOffice)) == Refusal::code_not_valid);
}

TEST_CASE("an invited person sets a password once, within a day, for herself alone",
          "[service][people]") {
  Room room;
  const auto first = accepted(room->make_code("dana", "ada", kOffice));
  const auto code = accepted(room->make_code("dana", "ada", kOffice));
  CHECK(room.audited(Audited::code_made, "ada") == 2);
  CHECK(code_of(room->use_code(first, "dana", kPassword, kTablet)) == Refusal::code_not_valid);
  CHECK(code_of(room->use_code(code, "dan", kPassword, kTablet)) == Refusal::code_not_valid);
  CHECK(code_of(room->use_code("", "dana", kPassword, kTablet)) == Refusal::code_not_valid);
  room.staff["dana"].active = false;
  CHECK(code_of(room->use_code(code, "dana", kPassword, kTablet)) == Refusal::code_not_valid);
  room.staff["dana"].active = true;
  SECTION("after a restart too") {
    room.open();
    room.clock.ms += 24 * 60 * kMinuteMs - 1;
    CHECK_FALSE(room->use_code(code, "dana", kPassword, kTablet).has_value());
    CHECK(room.token_of("dana").size() == 43);
  }
  SECTION("not a day later") {
    room.clock.ms += 24 * 60 * kMinuteMs;
    CHECK(code_of(room->use_code(code, "dana", kPassword, kTablet)) == Refusal::code_not_valid);
  }
  CHECK(refusal_of(room->make_code("nobody", "ada", kOffice), "nobody") == Refusal::unknown_person);
}

TEST_CASE("a new password ends every session and takes the PIN away", "[service][people]") {
  Room room;
  room.give_password("dana");
  room.give_password("dan");
  const auto tablet = room.token_of("dan");
  const auto token = room.token_of("dana"), other = room.token_of("dana", kOffice);
  REQUIRE_FALSE(room->set_pin(token, kPin, kTablet).has_value());
  CHECK(code_of(room->change_password(token, "wrong", kOtherPassword, kTablet)) ==
        Refusal::sign_in_failed);
  CHECK(code_of(room->change_password(token, kPassword, "dana dealer", kTablet)) ==
        Refusal::password_not_usable);
  CHECK(code_of(room->change_password("no token", kPassword, kOtherPassword, kTablet)) ==
        Refusal::not_signed_in);
  CHECK(accepted(room->find(token)).person == "dana");
  REQUIRE_FALSE(room->change_password(token, kPassword, kOtherPassword, kTablet).has_value());
  for (const bool restarted : {false, true}) {
    if (restarted) room.open();
    CHECK(refusal_of(room->find(token)) == Refusal::session_over);
    CHECK(refusal_of(room->find(other)) == Refusal::session_over);
    CHECK(refusal_of(room->sign_in("dana", kPassword, kTablet)) == Refusal::sign_in_failed);
    CHECK(refusal_of(room->switch_person(tablet, "dana", kPin, kTablet)) ==
          Refusal::sign_in_failed);
  }
  (void)accepted(room->sign_in("dana", kOtherPassword, kTablet));
  CHECK(room.audited(Audited::password_refused, "dana") == 1);
}

TEST_CASE("guessing the old password locks as signing in does", "[service][people]") {
  Room room;
  room.give_password("dana");
  const auto token = room.token_of("dana");
  for (int i = 0; i < 5; ++i) {
    CHECK(code_of(room->change_password(token, "a wrong one", kOtherPassword, kTablet)) ==
          Refusal::sign_in_failed);
  }
  CHECK(code_of(room->change_password(token, kPassword, kOtherPassword, kTablet)) ==
        Refusal::locked_out);
}

TEST_CASE("a PIN hands a tablet on", "[service][people]") {
  Room room;
  room.give_password("dana");
  room.give_password("dan");
  REQUIRE_FALSE(room->set_pin(room.token_of("dan"), kPin, kTablet).has_value());
  const auto tablet = accepted(room->sign_in("dana", kPassword, kTablet));
  room.minutes_pass(40);
  const auto dan = accepted(room->switch_person(tablet.token, "dan", kPin, kTablet));
  CHECK(dan.session.person == "dan");
  CHECK_FALSE(dan.session.by_password);
  CHECK(dan.session.expires_ms == tablet.session.expires_ms);
  CHECK(dan.session.opened_ms == room.clock.ms);
  CHECK(dan.token != tablet.token);
  CHECK(refusal_of(room->find(tablet.token)) == Refusal::session_over);
  CHECK(accepted(room->find(dan.token)).person == "dan");
  CHECK(code_of(room->set_pin(dan.token, "9053", kTablet)) == Refusal::pin_not_usable);
  CHECK(room.audited(Audited::switched, "dan") == 1);
  CHECK(room.audited(Audited::pin_set, "dan") == 1);

  room.open();
  CHECK(accepted(room->find(dan.token)).person == "dan");
  const auto again = accepted(room->switch_person(dan.token, "dan", kPin, kTablet));
  CHECK(again.session.expires_ms == tablet.session.expires_ms);
}

TEST_CASE("a PIN alone opens nothing", "[service][people]") {
  Room room;
  room.give_password("dana");
  room.give_password("dan");
  const auto dans = room.token_of("dan");
  REQUIRE_FALSE(room->set_pin(dans, kPin, kTablet).has_value());
  CHECK(refusal_of(room->switch_person("", "dan", kPin, kTablet)) == Refusal::not_signed_in);
  CHECK(refusal_of(room->sign_in("dan", kPin, kTablet)) == Refusal::sign_in_failed);
  const auto over = accepted(room->sign_in("dana", kPassword, kTablet));
  REQUIRE_FALSE(room->end(over.session.id, "dana", kTablet).has_value());
  CHECK(refusal_of(room->switch_person(over.token, "dan", kPin, kTablet)) == Refusal::session_over);
  const auto tablet = room.token_of("dana");
  CHECK(refusal_of(room->switch_person(tablet, "mona", kPin, kTablet)) == Refusal::sign_in_failed);
  CHECK(refusal_of(room->switch_person(tablet, "nobody", kPin, kTablet)) ==
        Refusal::sign_in_failed);
  room.staff["dan"].active = false;
  CHECK(refusal_of(room->switch_person(tablet, "dan", kPin, kTablet)) == Refusal::sign_in_failed);
  CHECK(accepted(room->find(tablet)).person == "dana");
  CHECK(room.audited(Audited::switch_failed, "dana") == 3);
}

TEST_CASE("five wrong PINs lock the PIN until its owner signs in with the password",
          "[service][people]") {
  Room room;
  room.give_password("dana");
  room.give_password("dan");
  REQUIRE_FALSE(room->set_pin(room.token_of("dan"), kPin, kTablet).has_value());
  const auto tablet = room.token_of("dana");
  for (int i = 0; i < 5; ++i) {
    CHECK(refusal_of(room->switch_person(tablet, "dan", "9999", kTablet)) ==
          Refusal::sign_in_failed);
  }
  const auto locked = [&](const std::string& token) {
    return refusal_of(room->switch_person(token, "dan", kPin, kTablet), "with the password") ==
           Refusal::locked_out;
  };
  CHECK(locked(tablet));
  room.clock.ms += 30 * 24 * 60 * kMinuteMs;
  CHECK(room.wrong("mona") == Refusal::sign_in_failed);  // old tries are swept, this one stays
  room.open();
  const auto later = room.token_of("dana");
  CHECK(locked(later));
  (void)room.token_of("dan");
  CHECK(accepted(room->switch_person(later, "dan", kPin, kTablet)).session.person == "dan");
}

TEST_CASE("PINs that anyone would guess are refused", "[service][people]") {
  for (const char* pin : {"", "123", "123456789", "12a4", "0000", "7777", "1234", "4321", "0123",
                          "7890", "98765", "-123", "١٢٣٤", " 4711"}) {
    CAPTURE(pin);
    CHECK(code_of(service::against_pin(pin)) == Refusal::pin_not_usable);
  }
  for (const char* pin : {"4711", "1235", "00001", "13579", "90210", "19283746"}) {
    CAPTURE(pin);
    CHECK_FALSE(service::against_pin(pin).has_value());
  }
}

TEST_CASE("passwords that anyone would guess are refused with the reason", "[service][people]") {
  const auto against = [](std::string_view password) {
    return service::against_password(password, "dana-the-dealer", "Dana Dealer");
  };
  for (const std::string& password :
       {std::string(), std::string("short one"), std::string(129, 'x'), std::string("Dana Dealer"),
        std::string("DANA-the-dealer"), std::string("Password123"), std::string("1234567890"),
        std::string("zzzzzzzzzzzz"), std::string("not utf-8 \xff\xfe"),
        std::string("line one\nline two"), std::string("nul\0 inside it", 14)}) {
    CAPTURE(password);
    CHECK(code_of(against(password)) == Refusal::password_not_usable);
  }
  for (const std::string& password :
       {std::string("ten bytes!"), std::string("Dana Dealer 5"), std::string("schöne Grüße"),
        "x" + std::string(127, 'y'), std::string(" with blanks ")}) {
    CAPTURE(password);
    CHECK_FALSE(against(password).has_value());
  }
  CHECK(against("short one")->detail.find("10 to 128 bytes") != std::string::npos);
}

TEST_CASE("a password queue without room refuses at once", "[service][people]") {
  service::PasswordQueue none({1, 8192}, 0);
  CHECK(refusal_of(none.hash("secret")) == Refusal::sign_in_busy);
  CHECK(refusal_of(none.matches(std::nullopt, "secret")) == Refusal::sign_in_busy);

  auto settings = cheap();
  settings.most_waiting = 0;
  Room room(settings);
  for (int i = 0; i < 20; ++i) CHECK(room.wrong("dana") == Refusal::sign_in_busy);
  CHECK(room.audited(Audited::locked_out) == 0);  // nothing was checked, nothing counts
}

TEST_CASE("a password queue hashes for many at once", "[service][people]") {
  service::PasswordQueue queue({1, 8192}, 64);
  const auto stored = accepted(queue.hash("secret"));
  CHECK(stored.rfind("$argon2id$", 0) == 0);
  CHECK(accepted(queue.hash("secret")) != stored);  // a salt of its own
  CHECK_FALSE(accepted(queue.matches(std::nullopt, "secret")));
  CHECK_FALSE(accepted(queue.matches(std::string("no hash at all"), "secret")));
  std::atomic<int> right = 0, wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) {
        const auto same = queue.matches(stored, (i + t) % 2 == 0 ? "secret" : "Secret");
        if (rules::refused(same) == nullptr) ++(std::get<bool>(same) ? right : wrong);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(right == 40);
  CHECK(wrong == 40);
}

TEST_CASE("guesses side by side get no further than one after the other", "[service][people]") {
  auto settings = cheap();
  settings.most_waiting = 64;
  Room room(settings);
  room.give_password("dana");
  std::atomic<int> checked = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      const auto answer = room->sign_in("dana", "a wrong one", kTablet);
      const auto* no = rules::refused(answer);
      if (no != nullptr && no->code == Refusal::sign_in_failed) ++checked;
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(checked == 5);
}

TEST_CASE("many sign in, are looked up and sign out at the same time", "[service][people]") {
  auto settings = cheap();
  settings.most_waiting = 64;
  settings.sessions.use_stored_every_ms = 0;  // every use is written
  Room room(settings);
  constexpr int kThreads = 8, kEach = 6;
  for (int t = 0; t < kThreads; ++t) {
    const auto person = "p" + std::to_string(t);
    room.staff[person] = {"Person", table::Role::dealer, true};
    room.give_password(person);
  }
  std::atomic<int> faults = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const auto person = "p" + std::to_string(t);
      for (int i = 0; i < kEach; ++i) {
        const auto in = room->sign_in(person, kPassword, {person, "tablet"});
        if (rules::refused(in) != nullptr) {
          ++faults;
          continue;
        }
        const auto& [token, session] = std::get<service::SignedIn>(in);
        for (int n = 0; n < 20; ++n) {
          const auto found = room->find(token);
          const bool right =
              rules::refused(found) == nullptr && std::get<0>(found).person == person;
          if (!right || room->request_allowed(session.id)) ++faults;
        }
        const auto no = i % 2 == 0 ? room->end(session.id, person, kTablet)
                                   : room->end_all_of(person, "ada", kTablet);
        if (no || rules::refused(room->find(token)) == nullptr) ++faults;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(faults == 0);
  CHECK(room.audited(Audited::signed_in) == kThreads * kEach);
  room.close();
  CHECK_FALSE(accepted(ledger::check_audit(room.path())).difference.has_value());
  CHECK(ask_number(room.path(), "SELECT count(*) FROM session WHERE ended_ms IS NULL") == 0);
}

TEST_CASE("one session is handed on once, however many ask", "[service][people]") {
  auto settings = cheap();
  settings.most_waiting = 64;
  Room room(settings);
  room.give_password("dana");
  room.give_password("dan");
  REQUIRE_FALSE(room->set_pin(room.token_of("dan"), kPin, kTablet).has_value());
  const auto tablet = room.token_of("dana");
  std::atomic<int> switched = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      if (rules::refused(room->switch_person(tablet, "dan", kPin, kTablet)) == nullptr) ++switched;
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(switched == 1);
}

TEST_CASE("on a full disk nobody gets in, nothing is lost, and it goes on with room",
          "[service][people]") {
  FaultVfs vfs;
  Room room;
  room.give_password("dana");
  room.give_password("mona");
  const auto monas = room.token_of("mona");
  room.close();
  vfs.begin({});
  room.open(vfs.name());
  vfs.begin({.at = 1, .code = SQLITE_FULL, .lasting = true});
  CHECK(refusal_of(room->sign_in("dana", kPassword, kTablet), "full") == Refusal::book_not_written);
  CHECK(room.wrong("dana") == Refusal::book_not_written);
  CHECK(refusal_of(room->make_code("dan", "ada", kOffice)) == Refusal::book_not_written);
  CHECK(code_of(room->change_password(monas, kPassword, kOtherPassword, kOffice)) ==
        Refusal::book_not_written);
  const auto session = accepted(room->find(monas));
  CHECK(code_of(room->end(session.id, "mona", kOffice)) == Refusal::book_not_written);
  CHECK(refusal_of(room->find(monas)) == Refusal::session_over);  // ended all the same
  vfs.heal();
  (void)room.token_of("dana");
  (void)room.token_of("mona");
  room.close();
  CHECK_FALSE(accepted(ledger::check_audit(room.path())).difference.has_value());
}

TEST_CASE("a bucket fills with time alone", "[service][people]") {
  service::TokenBucket bucket;
  const service::Rate rate{2, 1000, 3};
  for (int i = 0; i < 3; ++i) CHECK(bucket.take(rate, 10'000));
  CHECK_FALSE(bucket.take(rate, 10'499));
  CHECK(bucket.take(rate, 10'500));
  CHECK_FALSE(bucket.take(rate, 10'500));
  CHECK_FALSE(bucket.take(rate, 0));  // a clock that went back
  CHECK_FALSE(bucket.full(rate, 1000));
  CHECK(bucket.full(rate, std::numeric_limits<std::int64_t>::max()));
}
