#pragma once

#include "support/any_command.hpp"
#include "support/book.hpp"

namespace cardroom::testing {

/// A busy and careless night in a book: table 5 plays Fortune 7, table 6 Fortune Six for the house.
/// What the room refuses is not in it.
class NightBook {
 public:
  NightBook(std::uint64_t seed, int steps) : asks_(seed) {
    tell(R"({"do":"add-person","person":"ada","name":"Ada","role":"admin"})", "ada");
    for (int i = 0; i < static_cast<int>(table::Role::admin); ++i) {
      const auto role = static_cast<table::Role>(i);
      tell(fmt::format(R"({{"do":"add-person","person":"{0}","name":"{0}","role":"{1}"}})",
                       person_with(role), name(role)));
    }
    tell(R"({"do":"set-room","name":"Lucky Room","time_zone":"America/Los_Angeles",)"
         R"("gaming_day_start":"06:00","backline_bettors_a_seat":3,"shifts":[)"
         R"({"name":"day","from":"06:00","to":"14:00"},)"
         R"({"name":"swing","from":"14:00","to":"22:00"},)"
         R"({"name":"grave","from":"22:00","to":"06:00"}]})");
    tell(R"({"do":"load-schedules","file":"fortune-7.toml","toml":"printed"})");
    tell(R"({"do":"open-shift","shift":"swing"})");
    tell(R"({"do":"open-table","table":"5","game":"fortune-7","schedule":13})");
    tell(R"({"do":"open-table","table":"6","game":"fortune-six-v6","hlga":true,"limits":)" +
         HouseTable::limits_of("fortune-six-v6") + "}");
    for (int i = 0; i < steps; ++i) step();
    clock_.ms = room_.now_ms();  // the morning after
    const auto recorder =
        recorder_on(accepted(ledger::Book::create(scratch_.path("book"))), clock_);
    record_all(*recorder, lines_);
  }
  [[nodiscard]] std::string path() const { return scratch_.path("book"); }

 private:
  void tell(std::string_view json, std::string_view by = {}) { log(room_.does(json, by)); }

  void step() {
    room_.minutes_pass(asks_.minutes());
    const auto told = asks_.next(room_);
    auto answer = room_.asks(told, asks_.by());
    if (rules::refused(answer) == nullptr) log(room_.records(std::get<table::Event>(answer)));
  }

  void log(const table::Event& event) {
    asks_.saw(event);
    auto line = nlohmann::json::parse(table::command_json(event.command));
    line["by"] = event.stamp.by;
    line["key"] = fmt::format("night-{}", lines_.size());
    line["at"] = table::iso_text(event.stamp.at);
    if (line["do"] == "load-schedules") {
      line["toml"] = content_of(CARDROOM_SCHEDULES "/fortune-7.toml");
    }
    lines_.push_back(line.dump());
  }

  Scratch scratch_;
  FakeClock clock_;
  Room room_ = Room::empty();
  AnyCommand asks_;
  std::vector<std::string> lines_;
};

}  // namespace cardroom::testing
