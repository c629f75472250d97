// Who may give which command, and who may sit at a table.

#include "support/fortune_7_table.hpp"
#include "support/text.hpp"

using namespace cardroom;
using namespace cardroom::testing;
using rules::Refusal;
using table::Role;

namespace {

constexpr std::array kRoles = {
    Role::dealer,        Role::supervisor, Role::manager, Role::assistant_manager,
    Role::shift_manager, Role::compliance, Role::admin};

/// The ladder, as the issue writes it down: apart from the code's own comparison.
bool stands_at_or_above(Role holder, Role needed) {
  const auto rung = [](Role role) {
    switch (role) {
      case Role::dealer: return 1;
      case Role::supervisor: return 2;
      case Role::manager: return 3;
      case Role::assistant_manager: return 4;
      case Role::shift_manager: return 5;
      case Role::compliance:
      case Role::admin: return 0;
    }
    return 0;
  };
  if (rung(needed) == 0) return holder == needed;
  return rung(holder) >= rung(needed);
}

template <std::size_t... I>
std::vector<table::Command> blanks(std::index_sequence<I...>) {
  return {table::Command(std::in_place_index<I>)...};
}
std::vector<table::Command> one_of_each() {
  return blanks(std::make_index_sequence<std::variant_size_v<table::Command>>{});
}

std::string add(std::string_view person, std::string_view name, std::string_view role) {
  return fmt::format(R"({{"do":"add-person","person":"{}","name":"{}","role":"{}"}})", person, name,
                     role);
}

}  // namespace

TEST_CASE("F6v6-6.2 every command is for its role and the higher ones", "[table][F6v6-6.2]") {
  const auto room = Room::ready();
  int refused = 0;
  for (const auto& command : one_of_each()) {
    const Role needed = least_role(command);
    for (const Role role : kRoles) {
      CAPTURE(name(command), name(needed), name(role));
      const auto answer = room.asks(command, person_with(role));
      const auto* no = rules::refused(answer);
      const bool too_low = no != nullptr && no->code == Refusal::role_too_low;
      CHECK(too_low == !stands_at_or_above(role, needed));
      refused += too_low ? 1 : 0;
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("money is nothing for an admin, and compliance only reads", "[table]") {
  for (const auto& command : one_of_each()) {
    const Role needed = least_role(command);
    CAPTURE(name(command));
    CHECK(needed != Role::compliance);
    const bool of_people_and_settings = std::holds_alternative<table::AddPerson>(command) ||
                                        std::holds_alternative<table::ChangePerson>(command) ||
                                        std::holds_alternative<table::SetRoom>(command) ||
                                        std::holds_alternative<table::LoadSchedules>(command);
    CHECK((needed == Role::admin) == of_people_and_settings);
  }
}

// --- The staff ----------------------------------------

TEST_CASE("the first command makes the first admin, who names himself", "[table]") {
  auto room = Room::empty();
  CHECK(room.refuses(add("ada", "Ada", "admin"), "", "eve") == Refusal::unknown_person);
  CHECK(room.refuses(add("ada", "Ada", "shift-manager"), "", "ada") == Refusal::unknown_person);
  CHECK(room.refuses(R"({"do":"open-shift","shift":"day"})", "", "ada") == Refusal::unknown_person);
  room.does(add("ada", "Ada", "admin"), "ada");
  CHECK(room.refuses(add("eve", "Eve", "admin"), "", "eve") == Refusal::unknown_person);
  CHECK(room.refuses(R"({"do":"open-shift","shift":"day"})", "", "ada") == Refusal::role_too_low);
}

TEST_CASE("a room without settings opens neither a shift nor a table", "[table]") {
  auto room = Room::empty();
  room.does(add("ada", "Ada", "admin"), "ada");
  room.does(add("shin", "Shin", "shift-manager"));
  CHECK(room.refuses(R"({"do":"open-shift","shift":"day"})") == Refusal::room_not_set);
  CHECK(room.refuses(R"({"do":"open-table","table":"5","game":"fortune-7","schedule":13})", "",
                     "shin") == Refusal::room_not_set);
}

TEST_CASE("a room keeps one admin", "[table]") {
  auto room = Room::ready();
  CHECK(room.refuses(R"({"do":"change-person","person":"ada","active":false})") ==
        Refusal::last_admin);
  CHECK(room.refuses(R"({"do":"change-person","person":"ada","role":"dealer"})") ==
        Refusal::last_admin);
  room.does(add("eve", "Eve", "admin"));
  room.does(R"({"do":"change-person","person":"ada","active":false})");
  CHECK(room.refuses(R"({"do":"change-person","person":"eve","active":false})", "Eve", "eve") ==
        Refusal::last_admin);
}

TEST_CASE("somebody who is disabled does nothing any more, until he is back", "[table]") {
  auto room = Room::ready();
  const std::string_view open =
      R"({"do":"open-table","table":"5","game":"fortune-7","schedule":3})";
  room.does(R"({"do":"change-person","person":"sam","active":false})");
  CHECK(room.refuses(open, "sam", "sam") == Refusal::person_disabled);
  CHECK(room.refuses(add("sam", "Sam", "supervisor")) == Refusal::person_exists);
  room.does(R"({"do":"change-person","person":"sam","active":true,"role":"dealer"})");
  CHECK(room.refuses(open, "", "sam") == Refusal::role_too_low);
  CHECK(room.refuses(R"({"do":"change-person","person":"zoe","active":true})") ==
        Refusal::unknown_person);
}

// --- Names ----------------------------------------

TEST_CASE("a name that a terminal would obey or an account cannot carry is refused", "[table]") {
  const Fortune7Table table({1});
  const auto sits = [&](std::string_view name) {
    return table.refuses(fmt::format(R"("do":"seat","seat":2,"name":"{}")", name));
  };
  for (const auto* name :
       {"", " al", "al ", "a:b", "a;b", "a#b", "a  b", R"(a\u0007b)", R"(a\nb)", R"(\u001b[2J)",
        R"(a\u0000)", R"(a\u007f)", R"(a\u0085b)", R"(a\u202eb)"}) {
    CAPTURE(name);
    CHECK(sits(name) == Refusal::name_not_usable);
  }
  CHECK(sits(times(65, "x")) == Refusal::name_not_usable);
  CHECK(sits(times(100'000, "x")) == Refusal::name_not_usable);
  for (const auto* name : {"al", "Zoë", "王小明", "O'Hara (2)", "a b"}) {
    CAPTURE(name);
    accepted(table.room.asks(Fortune7Table::at_5(R"("do":"seat","seat":2,"name":"{}")", name)));
  }
  accepted(
      table.room.asks(Fortune7Table::at_5(R"("do":"seat","seat":2,"name":"{}")", times(64, "x"))));
}

TEST_CASE("every name that becomes part of an account is looked at", "[table]") {
  Fortune7Table table({1, 3});
  table.takes(1);
  table.does(R"("do":"open-bets")");
  const auto refused = [&](std::string_view fields) { return table.refuses(fields); };
  CHECK(refused(R"("do":"seat","seat":2,"name":"al","patron":"P:1")") == Refusal::name_not_usable);
  CHECK(refused(R"("do":"add-backline","seat":3,"name":"b:o")") == Refusal::name_not_usable);
  CHECK(refused(R"("do":"add-backline","seat":3,"name":"bo","patron":"#7")") ==
        Refusal::name_not_usable);
  CHECK(refused(R"("do":"place-wager","seat":3,"bettor":"b;o","backline":true,"on":"tie",)"
                R"("cents":10000)") == Refusal::name_not_usable);
  CHECK(
      table.room.refuses(R"({"do":"open-table","table":"5:6","game":"fortune-7","schedule":3})") ==
      Refusal::name_not_usable);
  CHECK(table.room.refuses(add("e\\u0000ve", "Eve", "dealer")) == Refusal::name_not_usable);
  CHECK(table.room.refuses(add("eve", "E\\u001bve", "dealer")) == Refusal::name_not_usable);
}

TEST_CASE("a seat is one person's, and names at a table differ", "[table]") {
  Fortune7Table table({1});
  CHECK(table.refuses(R"("do":"seat","seat":1,"name":"al")", "p1") == Refusal::seat_occupied);
  CHECK(table.refuses(R"("do":"seat","seat":2,"name":"p1")") == Refusal::already_at_table);
  CHECK(table.refuses(R"("do":"seat","seat":10000,"name":"al")") == Refusal::unknown_seat);
  CHECK(table.refuses(R"("do":"seat","seat":-1,"name":"al")") == Refusal::unknown_seat);
  CHECK(table.refuses(R"("do":"unseat","seat":2)") == Refusal::seat_empty);
  CHECK(table.refuses(R"("do":"remove-backline","name":"p1")") == Refusal::not_at_table);
}

// --- Providers ----------------------------------------

TEST_CASE("a provider's player needs a badge that holds on the day", "[table]") {
  Fortune7Table table;
  const auto badge = [](std::string_view day) {
    return fmt::format(R"("do":"seat","seat":2,"name":"al","provider":{{"company":"Acme",)"
                       R"("licence":"TP-1","badge_expires":"{}"}})",
                       day);
  };
  CHECK(table.refuses(badge("2026-11-17"), "2026-11-17") == Refusal::badge_expired);
  CHECK(table.refuses(badge("2026-13-01")) == Refusal::setting_not_usable);
  CHECK(table.refuses(badge("tomorrow")) == Refusal::setting_not_usable);
  WHEN("it is still the day on the wall, though not in Greenwich") {
    THEN("a badge that expires today holds") { table.does_as("dana", badge("2026-11-18")); }
  }
  WHEN("midnight has passed on the wall") {
    table.room.clock_shows("2026-11-19T00:00:01-08:00");
    THEN("it has expired") { CHECK(table.refuses(badge("2026-11-18")) == Refusal::badge_expired); }
  }
}

TEST_CASE("a company has one player at a table", "[table]") {
  Fortune7Table table;
  table.provider_sits(1, "Acme");
  const std::string second = R"("do":"seat","seat":2,"name":"al","provider":{"company":"Acme",)"
                             R"("licence":"TP-2","badge_expires":"2027-01-31"})";
  CHECK(table.refuses(second, "p1") == Refusal::company_at_table);
  table.provider_sits(3, "Bolt");
  table.leaves(1);
  table.does_as("dana", second);
}

// --- Settings ----------------------------------------

TEST_CASE("settings that no room could keep are refused", "[table]") {
  auto room = Room::ready();
  const std::string good = R"({"do":"set-room","name":"R","time_zone":"America/Los_Angeles",)"
                           R"("gaming_day_start":"06:00","backline_bettors_a_seat":3,)"
                           R"("shifts":[{"name":"day","from":"06:00","to":"18:00"},)"
                           R"({"name":"night","from":"18:00","to":"06:00"}]})";
  const auto with = [&](std::string_view from, std::string_view to) {
    return room.refuses(changed(good, from, to));
  };
  CHECK(with("\"06:00\",\"backline", "\"6\",\"backline") == Refusal::setting_not_usable);
  CHECK(with("\"06:00\",\"backline", "\"24:00\",\"backline") == Refusal::setting_not_usable);
  CHECK(with("\"to\":\"18:00\"", "\"to\":\"6pm\"") == Refusal::setting_not_usable);
  CHECK(with("night", "day") == Refusal::setting_not_usable);
  CHECK(with("seat\":3", "seat\":-1") == Refusal::setting_not_usable);
  CHECK(with("seat\":3", "seat\":101") == Refusal::setting_not_usable);
  CHECK(with("seat\":3", "seat\":100000") == Refusal::number_too_large);
  CHECK(with("\"R\"", "\"\"") == Refusal::name_not_usable);
  room.does(good);
}
