#include "cardroom/service/room_service.hpp"

#include <fmt/format.h>

#include "cardroom/service/route.hpp"

namespace cardroom::service {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using rules::refused;

std::vector<std::string> route_names() {
  std::vector<std::string> names;
  for (const Route& route : all_routes()) names.push_back(route.name);
  return names;
}

std::vector<std::string> active_admins(const table::Floor& floor) {
  std::vector<std::string> admins;
  for (const auto& [id, person] : *floor.staff) {
    if (person.active && person.role == table::Role::admin) admins.push_back(id);
  }
  return admins;
}

}  // namespace

RoomService::RoomService(std::span<const rules::Game* const> games, const ledger::Clock& clock,
                         RoomSettings settings)
    : games_(games), clock_(clock), settings_(std::move(settings)), metrics_(route_names()) {}

OrRefused<std::unique_ptr<RoomService>> RoomService::open(std::unique_ptr<ledger::Book> book,
                                                          std::span<const rules::Game* const> games,
                                                          const ledger::Clock& clock,
                                                          RoomSettings settings) {
  const std::string path = book->path();
  auto recorder = ledger::Recorder::open(std::move(book), games, clock);
  if (const auto* no = refused(recorder)) return *no;
  auto access = ledger::AccessFile::open(ledger::access_path(path));
  if (const auto* no = refused(access)) return *no;

  auto room = std::unique_ptr<RoomService>(new RoomService(games, clock, std::move(settings)));
  auto& self = *room;
  self.access_ = std::get<0>(std::move(access));
  self.readers_ = std::make_unique<Readers>(path);
  self.feed_ = std::make_unique<Feed>(std::get<0>(recorder)->head().seq, self.settings_.feed_kept);
  self.writer_ = std::make_unique<Writer>(
      std::get<0>(std::move(recorder)),
      [&self](const table::Floor& floor, std::span<const Writer::Answer> answers) {
        self.committed(floor, answers);
      });
  const auto staff = [&self](const std::string& person) -> std::optional<table::Person> {
    const auto floor = self.live_.floor();
    const auto found = floor->staff->find(person);
    if (found == floor->staff->end()) return std::nullopt;
    return found->second;
  };
  auto people = People::open(*self.access_, clock, staff, self.settings_.people);
  if (const auto* no = refused(people)) return *no;
  self.people_ = std::get<0>(std::move(people));
  if (auto no = self.audit(ledger::Audited::started, "", "", self.settings_.version)) return *no;
  return room;
}

RoomService::~RoomService() { stop(); }

void RoomService::stop() {
  if (stopping_.exchange(true)) return;
  if (feed_) feed_->close();
  if (writer_) writer_->stop();
  if (people_) {
    // Nobody is left to hear that the disk is full.
    static_cast<void>(audit(ledger::Audited::stopped, "", "", ""));
  }
}

void RoomService::committed(const table::Floor& floor, std::span<const Writer::Answer> answers) {
  live_.publish(floor);
  std::vector<const ledger::LoggedEvent*> events;
  for (const auto& answer : answers) {
    if (answer.event) events.push_back(&*answer.event);
    ++(answer.event ? metrics_.recorded : answer.ok ? metrics_.repeated : metrics_.refused);
  }
  feed_->publish(events);
}

OrRefused<Acting> RoomService::acting(const std::optional<std::string>& token) {
  auto who = still_acting(token);
  if (refused(who) != nullptr) return who;
  if (auto no = people_->request_allowed(std::get<Acting>(who).session)) return *no;
  return who;
}

OrRefused<Acting> RoomService::still_acting(const std::optional<std::string>& token) {
  if (!token) {
    return Refused{Refusal::not_signed_in,
                   "Sign in first: POST /v1/session, then send the token as 'Authorization: "
                   "Bearer ...'."};
  }
  auto session = people_->find(*token);
  if (const auto* no = refused(session)) return *no;
  const auto& found = std::get<Session>(session);
  const auto floor = live_.floor();
  const auto person = floor->staff->find(found.person);
  if (person == floor->staff->end() || !person->second.active) {
    return Refused{Refusal::session_over, "This session is over: sign in again."};
  }
  return Acting{found.person, person->second.name, person->second.role, found.id};
}

Writer::Answer RoomService::record(table::Request request, const Where& where) {
  auto answer = writer_->record(request);
  if (answer.why_not) {
    const auto named = table::table_of(request.command);
    note_refused(request.by, where,
                 fmt::format("{}{}{}", table::name(request.command),
                             named.empty() ? "" : " at table ", named),
                 *answer.why_not);
  } else {
    end_sessions_of_disabled(request, where);
  }
  return answer;
}

void RoomService::note_refused(const std::string& who, const Where& where, std::string_view asked,
                               const Refused& why_not) {
  const auto what = why_not.code == Refusal::role_too_low ? ledger::Audited::not_allowed
                                                          : ledger::Audited::refused;
  auto not_written =
      audit(what, who, where.address,
            fmt::format("{}: {}: {}", asked, rules::name(why_not.code), why_not.detail));
  if (not_written) ++metrics_.faults;
}

void RoomService::end_sessions_of_disabled(const table::Request& request, const Where& where) {
  const auto* change = std::get_if<table::ChangePerson>(&request.command);
  if (change == nullptr || change->active.value_or(true)) return;
  // The staff has him disabled already, so that `acting` refuses whatever the disk says.
  if (people_->end_all_of(change->person, request.by, where)) ++metrics_.faults;
}

std::optional<Refused> RoomService::audit(ledger::Audited what, const std::string& who,
                                          const std::string& address, std::string detail) {
  return access_->write(
      {ledger::AuditEntry{clock_.now_ms(), who, address, what, std::move(detail)}});
}

OrRefused<std::optional<std::string>> RoomService::first_code() {
  return people_->first_admin_code(active_admins(*live_.floor()));
}

std::optional<Refused> RoomService::set_up(const std::string& code, const table::AddPerson& admin,
                                           const std::string& password, const Where& where) {
  const std::lock_guard one_at_a_time(setting_up_);
  if (auto no = people_->first_code_usable(code, admin, password, where)) return no;
  const auto floor = live_.floor();
  std::vector<table::Command> commands;
  if (floor->staff->empty()) commands.emplace_back(admin);
  if (!floor->room) {
    commands.insert(commands.end(), settings_.first_commands.begin(),
                    settings_.first_commands.end());
  }
  for (auto& command : commands) {
    table::Request request{admin.person, fmt::format("room-{}", live_.floor()->events + 1),
                           std::nullopt, std::move(command), std::nullopt};
    if (auto answer = record(std::move(request), where); answer.why_not) return answer.why_not;
  }
  return people_->use_code(code, admin.person, password, where);
}

}  // namespace cardroom::service
