#include "cardroom/cli/demo_past.hpp"

#include <algorithm>

namespace cardroom::cli {

namespace {

using rules::Cents;
using rules::refused;

constexpr std::size_t kMostWaiting = 200;

/// Whether the rules look at earlier rounds, shifts or counts for it; those must be in the book.
bool asks_the_past(const table::Command& command) {
  return std::visit(
      [](const auto& c) {
        using C = std::decay_t<decltype(c)>;
        return std::is_same_v<C, table::WaiveFee> || std::is_same_v<C, table::RequestCorrection> ||
               std::is_same_v<C, table::ApproveCorrection> || std::is_same_v<C, table::CountDrop> ||
               std::is_same_v<C, table::RecountDrop>;
      },
      command);
}

}  // namespace

PastBook::PastBook(ledger::Recorder& recorder, std::int64_t start_ms, std::function<bool()> ended)
    : recorder_(recorder),
      ended_(std::move(ended)),
      now_ms_(start_ms),
      floor_(std::make_shared<table::Floor>(recorder.floor())),
      records_(recorder.book().database(), *floor_) {}

bool PastBook::wait_until(std::int64_t ms) {
  now_ms_ = std::max(now_ms_, ms);
  return !trouble_ && !ended_();
}

std::optional<rules::Refused> PastBook::give(table::Request request) {
  request.at_ms = now_ms_;
  if (asks_the_past(request.command) || waiting_.size() >= kMostWaiting) {
    if (auto no = flush()) return no;
  }
  auto decided = table::decide(*floor_, records_,
                               {request.by, request.key, ledger::moment_on(*floor_, now_ms_)},
                               request.command);
  if (const auto* no = refused(decided)) return *no;
  const auto& event = std::get<table::Event>(decided);
  table::apply(*floor_, event);
  note(event);
  waiting_.emplace_back(std::move(request));
  return std::nullopt;
}

std::optional<rules::Refused> PastBook::flush() {
  if (trouble_ || waiting_.empty()) return trouble_;
  for (const auto& answer : recorder_.record(waiting_)) {
    if (answer.why_not) trouble_ = answer.why_not;
  }
  waiting_.clear();
  return trouble_;
}

const table::RoundFact* PastBook::last_round(const std::string& table) const {
  const auto found = last_rounds_.find(table);
  return found == last_rounds_.end() ? nullptr : &found->second;
}

Cents PastBook::dropped(const std::string& table) const {
  const auto found = boxes_.find(table);
  return found == boxes_.end() ? Cents{} : found->second;
}

void PastBook::note(const table::Event& event) {
  for (const auto& round : event.rounds) {
    if (round.kind == table::RoundFact::Kind::settled) last_rounds_[round.table] = round;
    const auto* fees = round.fees();
    if (fees == nullptr) continue;
    const bool back = round.kind == table::RoundFact::Kind::reversal;
    boxes_[round.table] += back ? -fees->total : fees->total;
  }
  for (const auto& waiver : event.waivers) boxes_[waiver.table] -= waiver.cents;
}

}  // namespace cardroom::cli
