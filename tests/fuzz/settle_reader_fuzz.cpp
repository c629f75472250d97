// Any bytes at all go through both readers of settle and, where they are a round, through the
// settlement and the writer; and through the reader of commands, where what it accepts must survive
// the log. A finding is a crash, a sanitizer's report, a broken invariant that escapes, an answer
// that is not JSON, or a command that comes back as another.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "cardroom/ledger/schedule_file.hpp"
#include "cardroom/table/command.hpp"
#include "cardroom/table/round_json.hpp"
#include "cardroom/table/round_text.hpp"

namespace {

using namespace cardroom;

const table::Setting& setting() {
  static const auto books = [] {
    auto loaded =
        ledger::load_schedule_folder(std::getenv("CARDROOM_SCHEDULES"), rules::catalogue());
    return std::get<std::vector<settlement::ScheduleBook>>(std::move(loaded));
  }();
  static const table::Setting setting{rules::catalogue(), books};
  return setting;
}

void settle(const table::RoundTold& told) {
  const auto answer = table::settle(told, setting());
  std::string line;
  if (const auto* no = rules::refused(answer)) {
    table::write_refusal(line, *no);
  } else {
    table::write_answer(line, std::get<table::SettledRound>(answer));
  }
  if (!nlohmann::json::accept(line)) std::abort();
}

/// The log keeps a command in its one form; what is read back is the same command.
void record(const table::Command& command) {
  const std::string kept = table::command_json(command);
  const auto again = table::read_command(kept);
  if (rules::refused(again) != nullptr) std::abort();
  if (table::command_json(std::get<table::Command>(again)) != kept) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = table::read_round_json(text);
  if (rules::refused(json) == nullptr) settle(std::get<table::RoundTold>(json));
  const auto round = table::read_round_text(text);
  if (rules::refused(round) == nullptr) settle(std::get<table::RoundText>(round).told);
  const auto request = table::read_request(text);
  if (rules::refused(request) == nullptr) record(std::get<table::Request>(request).command);
  return 0;
}
