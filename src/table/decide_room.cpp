// Settings, people, shifts and the count of the drop.

#include <algorithm>
#include <set>

#include "guards.hpp"

namespace cardroom::table {

namespace {

constexpr int kMostBackline = 100;

No counters_usable(const std::vector<std::string>& counters) {
  if (counters.empty()) {
    return no(Refusal::setting_not_usable, "A count is made by people with names (12385).");
  }
  for (const auto& counter : counters) {
    if (auto against = usable_label("counters", counter)) return against;
  }
  if (std::set<std::string>(counters.begin(), counters.end()).size() != counters.size()) {
    return no(Refusal::setting_not_usable, "A counter is named twice.");
  }
  return std::nullopt;
}

No countable(Cents cents) {
  if (cents >= Cents{} && cents <= rules::kMostCents) return std::nullopt;
  return no(Refusal::number_too_large, "A box holds nothing to {}; {} was counted.",
            rules::dollars_text(rules::kMostCents), rules::dollars_text(cents));
}

bool other_admin(const Floor& floor, const std::string& person) {
  return std::any_of(floor.staff->begin(), floor.staff->end(), [&](const auto& entry) {
    return entry.first != person && entry.second.active && entry.second.role == Role::admin;
  });
}

}  // namespace

std::optional<Refused> unusable(const SetRoom& c) {
  if (auto against = usable_label("name", c.name)) return against;
  if (auto against = usable_label("time_zone", c.time_zone)) return against;
  if (!read_clock_time(c.gaming_day_start)) {
    return no(Refusal::setting_not_usable, "'gaming_day_start' is '{}'; a time is written 06:00.",
              rules::printable(c.gaming_day_start));
  }
  if (c.shifts.empty()) {
    return no(Refusal::setting_not_usable, "A room has at least one shift.");
  }
  for (const ShiftHours& shift : c.shifts) {
    if (auto against = usable_label("shifts.name", shift.name)) return against;
    if (!read_clock_time(shift.from) || !read_clock_time(shift.to)) {
      return no(Refusal::setting_not_usable,
                "Shift {} runs from '{}' to '{}'; times are written 06:00.", shift.name,
                rules::printable(shift.from), rules::printable(shift.to));
    }
    const auto same = std::count_if(c.shifts.begin(), c.shifts.end(),
                                    [&](const ShiftHours& s) { return s.name == shift.name; });
    if (same > 1) return no(Refusal::setting_not_usable, "Shift {} is named twice.", shift.name);
  }
  if (c.backline_bettors_a_seat < 0 || c.backline_bettors_a_seat > kMostBackline) {
    return no(Refusal::setting_not_usable, "A seat takes 0 to {} backline bettors, not {}.",
              kMostBackline, c.backline_bettors_a_seat);
  }
  return std::nullopt;
}

No consider(const Asking&, const SetRoom& c, Event&) { return unusable(c); }

No consider(const Asking& asking, const LoadSchedules& c, Event& event) {
  if (auto against = usable_label("file", c.file)) return against;
  auto book = asking.floor.read_schedules(c.toml, c.file, asking.floor.games);
  if (const auto* refused = rules::refused(book)) return *refused;
  event.book = std::get<settlement::ScheduleBook>(std::move(book));
  return std::nullopt;
}

No consider(const Asking& asking, const AddPerson& c, Event&) {
  if (auto against = usable_label("person", c.person)) return against;
  if (auto against = usable_label("name", c.name)) return against;
  if (asking.floor.staff->contains(c.person)) {
    return no(Refusal::person_exists, "'{}' is already on the staff.", c.person);
  }
  return std::nullopt;
}

No consider(const Asking& asking, const ChangePerson& c, Event&) {
  const auto person = asking.floor.staff->find(c.person);
  if (person == asking.floor.staff->end()) {
    return no(Refusal::unknown_person, "'{}' is not on the staff.", rules::printable(c.person));
  }
  if (c.name) {
    if (auto against = usable_label("name", *c.name)) return against;
  }
  const bool stays_admin = c.role.value_or(person->second.role) == Role::admin &&
                           c.active.value_or(person->second.active);
  if (!stays_admin && !other_admin(asking.floor, c.person)) {
    return no(Refusal::last_admin, "{} is the only admin; somebody else must be one first.",
              person->second.name);
  }
  return std::nullopt;
}

No consider(const Asking& asking, const OpenShift& c, Event& event) {
  const auto& floor = asking.floor;
  if (!floor.room) return no(Refusal::room_not_set, "The room has no settings yet.");
  if (floor.shift) {
    return no(Refusal::shift_already_open, "The {} shift of {} is still open.", floor.shift->name,
              floor.shift->date);
  }
  const auto& shifts = floor.room->shifts;
  if (std::none_of(shifts.begin(), shifts.end(),
                   [&](const auto& s) { return s.name == c.shift; })) {
    std::string names;
    for (const auto& s : shifts) names += (names.empty() ? "" : ", ") + s.name;
    return no(Refusal::unknown_shift, "This room has no shift '{}'; it has {}.",
              rules::printable(c.shift), names);
  }
  const Moment at = asking.stamp.at;
  const int day_start = read_clock_time(floor.room->gaming_day_start).value_or(0);
  event.shift = Shift{asking.seq, c.shift, date_text(at, day_start), at.ms};
  return std::nullopt;
}

No consider(const Asking& asking, const CloseShift&, Event& event) {
  if (!asking.floor.shift) return no(Refusal::no_shift_open, "No shift is open.");
  event.shift = asking.floor.shift;
  return std::nullopt;
}

No consider(const Asking& asking, const CountDrop& c, Event& event) {
  const auto& records = asking.records;
  if (!records.known_table(c.table)) {
    return no(Refusal::unknown_table, "There is no table '{}'.", rules::printable(c.table));
  }
  const auto shift = records.shift(c.shift, asking.seq);
  if (!shift) return no(Refusal::unknown_shift, "There is no shift number {}.", c.shift);
  if (!shift->closed) {
    return no(Refusal::shift_still_open,
              "The {} shift of {} is still open; its boxes are counted "
              "after the close.",
              shift->name, shift->date);
  }
  if (auto against = usable_label("box", c.box)) return against;
  if (auto against = countable(c.cents)) return against;
  if (auto against = counters_usable(c.counters)) return against;
  if (const auto count = records.count_of(c.table, c.shift, asking.seq)) {
    return no(Refusal::drop_already_counted,
              "The box of table {} was counted already, as number {}; "
              "a second count is a recount.",
              c.table, *count);
  }
  event.count = Records::Count{c.table, c.box, c.shift, false};
  return std::nullopt;
}

No consider(const Asking& asking, const RecountDrop& c, Event& event) {
  const auto count = asking.records.count(c.count, asking.seq);
  if (!count) return no(Refusal::unknown_count, "There is no count number {}.", c.count);
  if (count->recounted) {
    return no(Refusal::drop_already_counted, "Count {} was recounted already; recount the latest.",
              c.count);
  }
  if (auto against = countable(c.cents)) return against;
  if (auto against = counters_usable(c.counters)) return against;
  if (auto against = usable_reason(c.reason)) return against;
  event.count = count;
  return std::nullopt;
}

}  // namespace cardroom::table
