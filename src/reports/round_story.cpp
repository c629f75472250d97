#include "cardroom/reports/round_story.hpp"

#include <fmt/format.h>

#include "cardroom/ledger/records.hpp"
#include "cardroom/reports/round_explained.hpp"
#include "cardroom/table/round_json.hpp"

namespace cardroom::reports {

namespace {

using rules::Cents;
using rules::Refusal;
using rules::Refused;
using table::RoundFact;
using table::write_json_string;

std::int64_t event_of(SQLite::Database& db, std::int64_t round) {
  SQLite::Statement row(db, "SELECT event FROM round WHERE id = ?");
  row.bind(1, round);
  row.executeStep();
  return row.getColumn(0).getInt64();
}

RoundStory::Event read_event(SQLite::Database& db, std::int64_t seq) {
  SQLite::Statement row(
      db, "SELECT kind, who, at_ms, utc_offset, lower(hex(hash)) FROM event WHERE seq = ?");
  row.bind(1, seq);
  row.executeStep();
  return {seq, row.getColumn(0).getString(), row.getColumn(1).getString(),
          table::wall_text({row.getColumn(2).getInt64(), row.getColumn(3).getInt()}),
          row.getColumn(4).getString()};
}

/// The entries of this round: those that name it, and the close of its bets where that was a
/// command of its own.
std::vector<RoundStory::Entry> read_entries(SQLite::Database& db, const RoundFact& round,
                                            std::int64_t ended) {
  SQLite::Statement row(
      db,
      "SELECT id, kind, first_posting, postings FROM entry WHERE event IN (?1, ?2) "
      "AND (round = ?3 OR round IS NULL) ORDER BY id");
  SQLite::Statement posting(
      db,
      "SELECT a.name, p.cents FROM posting p JOIN account a ON a.id = p.account "
      "WHERE p.id >= ? AND p.id < ? ORDER BY p.id");
  row.bind(1, round.closed_event);
  row.bind(2, ended);
  row.bind(3, round.id);
  std::vector<RoundStory::Entry> entries;
  while (row.executeStep()) {
    RoundStory::Entry entry{row.getColumn(0).getInt64(), row.getColumn(1).getString(), {}};
    posting.reset();
    posting.bind(1, row.getColumn(2).getInt64());
    posting.bind(2, row.getColumn(2).getInt64() + row.getColumn(3).getInt64());
    while (posting.executeStep()) {
      entry.postings.push_back(
          {posting.getColumn(0).getString(), Cents{posting.getColumn(1).getInt64()}});
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string shift_text(SQLite::Database& db, std::int64_t shift) {
  SQLite::Statement row(db, "SELECT date || ' ' || name FROM shift WHERE id = ?");
  row.bind(1, shift);
  return row.executeStep() ? row.getColumn(0).getString() : std::string();
}

std::string head_part(const RoundStory& story, const Ink& ink) {
  const RoundFact& round = story.round;
  std::string out = ink.heading(fmt::format("Round {} at table {}", round.id, round.table)) +
                    fmt::format(", {}", name(round.kind));
  if (round.corrects) out += fmt::format(" (of round {})", *round.corrects);
  out += '\n';
  if (!story.shift.empty()) out += fmt::format("Shift {} ({})\n", round.shift, story.shift);
  if (round.turn != 0) {
    out += fmt::format("Player-dealer {}, hand {} of the turn that event {} began\n",
                       round.player_dealer, round.hand, round.turn);
  }
  for (const auto id : story.corrected_by) {
    const bool reversal = id == story.corrected_by.front();
    out += ink.bad(fmt::format("{} round {}\n", reversal ? "Reversed by" : "Replaced by", id));
  }
  for (const auto& w : story.waivers) {
    const bool back = w.cents < Cents{};
    out += fmt::format("Fee of {} {} {}: {}\n", rules::dollars_text(back ? -w.cents : w.cents),
                       back ? "no longer waived for" : "given back to", w.payer, w.reason);
  }
  return out + '\n';
}

std::string void_part(const RoundFact& round) {
  std::string out = "Void: every wager and the player-dealer's wager went back (S-void)";
  out += round.fees() != nullptr ? ", the fees were kept.\n" : ", and so did the fees.\n";
  return out;
}

}  // namespace

rules::OrRefused<RoundStory> round_story(SQLite::Database& db,
                                         std::span<const rules::Game* const> games,
                                         std::int64_t id) {
  const table::Floor floor = ledger::reading_floor(db, games);
  const ledger::BookRecords records(db, floor);
  auto round = records.round(id, ledger::kNow);
  if (!round)
    return Refused{Refusal::unknown_round, fmt::format("There is no round number {}.", id)};
  RoundStory story;
  story.round = *std::move(round);
  story.shift = shift_text(db, story.round.shift);
  story.waivers = records.waivers(id, ledger::kNow);
  const std::int64_t ended = event_of(db, id);
  story.entries = read_entries(db, story.round, ended);
  const bool stepwise = story.round.closed_event != 0 && story.round.closed_event != ended;
  if (stepwise) story.events.push_back(read_event(db, story.round.closed_event));
  story.events.push_back(read_event(db, ended));
  SQLite::Statement later(db, "SELECT id FROM round WHERE corrects = ? ORDER BY id");
  later.bind(1, id);
  while (later.executeStep()) story.corrected_by.push_back(later.getColumn(0).getInt64());
  return story;
}

std::string story_text(const RoundStory& story, const Ink& ink) {
  std::string out = head_part(story, ink);
  out += story.round.settled ? explain(*story.round.settled, ink) : void_part(story.round);
  out += '\n' + ink.heading("Postings") + '\n';
  for (const auto& entry : story.entries) {
    out += fmt::format("  entry {}, {}\n", entry.id, entry.kind);
    TextTable table({TextTable::Align::left, TextTable::Align::left, TextTable::Align::right});
    for (const auto& posting : entry.postings) {
      table.row({"", posting.account, rules::signed_dollars_text(posting.cents)});
    }
    out += table.text();
  }
  out += '\n' + ink.heading("Log") + '\n';
  for (const auto& event : story.events) {
    out += fmt::format("  event {}, {} by {}, {}\n    {}\n", event.seq, event.kind, event.who,
                       event.at, ink.faint(event.hash));
  }
  return out;
}

std::string story_json(const RoundStory& story) {
  const RoundFact& round = story.round;
  std::string out = fmt::format(R"({{"round":{},"kind":"{}","table":)", round.id, name(round.kind));
  write_json_string(out, round.table);
  out += fmt::format(R"(,"shift":{},"corrected_by":[{}])", round.shift,
                     fmt::join(story.corrected_by, ","));
  if (round.corrects) out += fmt::format(R"(,"corrects":{})", *round.corrects);
  if (round.turn != 0) {
    out += fmt::format(R"(,"turn":{},"hand":{},"player_dealer":)", round.turn, round.hand);
    write_json_string(out, round.player_dealer);
  }
  if (round.settled) {
    out += R"(,"answer":)";
    table::write_answer(out, *round.settled);
  }
  out += R"(,"waivers":[)";
  for (const auto& waiver : story.waivers) {
    out += out.back() == '[' ? R"({"payer":)" : R"(,{"payer":)";
    write_json_string(out, waiver.payer);
    out += fmt::format(R"(,"cents":{},"reason":)", waiver.cents.count());
    write_json_string(out, waiver.reason);
    out += '}';
  }
  out += ']';
  out += R"(,"entries":[)";
  for (const auto& entry : story.entries) {
    if (out.back() != '[') out += ',';
    out += fmt::format(R"({{"entry":{},"kind":"{}","postings":[)", entry.id, entry.kind);
    for (const auto& posting : entry.postings) {
      if (out.back() != '[') out += ',';
      out += R"({"account":)";
      write_json_string(out, posting.account);
      out += fmt::format(R"(,"cents":{}}})", posting.cents.count());
    }
    out += "]}";
  }
  out += R"(],"events":[)";
  for (const auto& event : story.events) {
    if (out.back() != '[') out += ',';
    out += fmt::format(R"({{"event":{},"kind":"{}","by":)", event.seq, event.kind);
    write_json_string(out, event.who);
    out += fmt::format(R"(,"at":"{}","hash":"{}"}})", event.at, event.hash);
  }
  return out + "]}\n";
}

std::vector<table::FieldTold> story_told() {
  using Fields = std::vector<table::FieldTold>;
  const std::string whole = "whole number";
  const Fields posting = {{"account", "text"}, {"cents", "cents"}};
  const Fields entry = {
      {"entry", whole}, {"kind", "text"}, {"postings", "list", true, "object", posting}};
  const Fields event = {
      {"event", whole}, {"kind", "text"}, {"by", "text"}, {"at", "text"}, {"hash", "text"}};
  const Fields waiver = {{"payer", "text"}, {"cents", "cents"}, {"reason", "text"}};
  return {{"round", whole},
          {"kind", "text", true, {}, {}, {"settled", "voided", "reversal", "corrected"}},
          {"table", "text"},
          {"shift", whole},
          {"corrected_by", "list", true, whole},
          {"corrects", whole, false},
          {"turn", whole, false},
          {"hand", whole, false},
          {"player_dealer", "text", false},
          {"answer", "object", false, {}, table::answer_told()},
          {"waivers", "list", true, "object", waiver},
          {"entries", "list", true, "object", entry},
          {"events", "list", true, "object", event}};
}

}  // namespace cardroom::reports
