// Commands: the same JSON as `record`, from whoever is signed in.

#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/table/command.hpp"
#include "cardroom/table/round_json.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;
using rules::Refused;
using rules::refused;

/// The version inside an If-Match header, which names exactly one.
rules::OrRefused<std::optional<std::string>> seen_version(const std::optional<std::string>& match) {
  if (!match || *match == "*") return std::optional<std::string>();
  const std::string_view text = *match;
  const bool one = text.size() > 2 && text.front() == '"' && text.back() == '"' &&
                   text.find('"', 1) == text.size() - 1;
  if (!one) {
    return Refused{Refusal::parameter_not_usable,
                   "If-Match is the ETag of the table as you saw it, in its quotes."};
  }
  return std::optional(std::string(text.substr(1, text.size() - 2)));
}

rules::OrRefused<table::Request> request_in(const Asked& asked) {
  auto read = table::read_request(asked.body, table::Caller{asked.who->person, asked.key});
  if (refused(read) != nullptr) return read;
  auto& request = std::get<table::Request>(read);
  auto seen = seen_version(asked.if_match);
  if (const auto* no = refused(seen)) return *no;
  request.seen = std::get<0>(std::move(seen));
  if (request.seen && table::table_of(request.command).empty()) {
    return Refused{Refusal::parameter_not_usable,
                   "If-Match goes with a command at a table; this one names none."};
  }
  return read;
}

Answered record(RoomService& room, const Asked& asked) {
  auto request = request_in(asked);
  if (const auto* no = refused(request)) {
    room.note_refused(asked.who->person, where(asked), "a command", *no);
    return *no;
  }
  auto recorded = room.record(std::get<table::Request>(std::move(request)), where(asked));
  if (recorded.why_not) return *std::move(recorded.why_not);
  Answer answer;
  answer.status = recorded.event ? 201 : 200;
  answer.body = std::move(recorded.json);
  return answer;
}

/// Everything that the rules, the state of a table or the book may say to a command.
std::vector<Refusal> command_refusals() {
  std::vector<Refusal> all;
  for (const Refusal refusal : rules::all_refusals()) {
    const auto code = static_cast<int>(refusal);
    const bool of_rules = code >= 20 && code < 340 && refusal != Refusal::decks_not_allowed &&
                          refusal != Refusal::does_not_reconcile;
    if (of_rules) all.push_back(refusal);
  }
  all.insert(all.end(), {Refusal::book_not_written, Refusal::book_damaged, Refusal::book_in_use,
                         Refusal::key_missing, Refusal::time_not_yours, Refusal::not_your_name,
                         Refusal::table_changed, Refusal::too_busy});
  return all;
}

/// What event_answer writes.
std::vector<table::FieldTold> recorded_fields() {
  return {{"ok", "text"},
          {"event", "whole number"},
          {"table", "text", false},
          {"reversal", "whole number", false},
          {"round", "whole number", false},
          {"answer", "object", false, {}, table::answer_told()}};
}

}  // namespace

void add_command_routes(std::vector<Route>& routes) {
  routes.push_back(
      {.method = Method::post,
       .path = "/v1/commands",
       .name = "record",
       .text = "Records one command. 201: it is on the disk. 200: it was recorded before under "
               "this key, and this is the first answer again.",
       .serve = &record,
       .answer = {"Recorded", recorded_fields()},
       .parameters = {header_text("Idempotency-Key",
                                  "Any text that is used once; may stand in the body as 'key'"),
                      header_text("If-Match",
                                  "ETag of the table as the device saw it: refused with 412 where "
                                  "another device has changed it since")},
       .body = Shape{"Command", {}},
       .refusals = command_refusals(),
       .success = 201});
}

}  // namespace cardroom::service
