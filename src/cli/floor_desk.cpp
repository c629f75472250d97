#include "cardroom/cli/floor_desk.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/floor_effect.hpp"
#include "cardroom/cli/floor_text.hpp"
#include "cardroom/cli/remote.hpp"
#include "cardroom/cli/settlement_text.hpp"
#include "cardroom/cli/table_text.hpp"

namespace cardroom::cli {

namespace {

using rules::Cents;
using rules::dollars_text;
using rules::Refusal;
using rules::Refused;
using rules::refused;
using service::Client;
using Tone = FloorDesk::Said::Tone;

constexpr std::string_view kWrongCard =
    "A wrong card: void CODE and why (a supervisor), or settle and have the round corrected by two "
    "people: cardroom do request-correction.";

/// More than a line has wagers; only a fault of ours would reach it.
constexpr int kMostCommands = 64;

void say(FloorDesk::Answer& answer, std::string text, Tone tone = Tone::plain) {
  answer.said.push_back({tone, std::move(text)});
}
void refuse_line(FloorDesk::Answer& answer, const std::string& why) {
  answer.refused = true;
  say(answer, "Refused: " + why, Tone::bad);
}

/// Nothing was decided: the same may be sent again.
bool undelivered(const Refused& no) {
  switch (no.code) {
    case Refusal::server_unreachable:
    case Refusal::answer_unclear:
    case Refusal::too_busy:
    case Refusal::too_many_requests:
    case Refusal::too_many_connections:
    case Refusal::stopping:
    case Refusal::not_signed_in:
    case Refusal::session_over:
    case Refusal::book_not_written:
    case Refusal::file_unreadable: return true;
    default: return false;
  }
}

bool signed_out(const Refused& no) {
  return no.code == Refusal::not_signed_in || no.code == Refusal::session_over;
}

/// Cards were typed where cards lie: perhaps one of those is wrong.
bool over_other_cards(const FloorEntry& entry, const LiveTable& table, Refusal code) {
  const bool cards =
      std::holds_alternative<TypedCard>(entry) || std::holds_alternative<TypedHands>(entry);
  const bool too_late = code == Refusal::cards_out_of_order || code == Refusal::too_many_cards;
  return cards && too_late && table.hand && !table.hand->player.empty();
}

/// What a recorded command did, for those that name it all themselves.
struct DoneText {
  const LiveTable& table;

  std::string operator()(const table::OpenBets&) const { return "Bets are open."; }
  std::string operator()(const table::AddBackline& c) const {
    return fmt::format("{} stands behind seat {}.", c.name, c.seat);
  }
  std::string operator()(const table::RemoveBackline& c) const {
    return fmt::format("{} has left.", c.name);
  }
  std::string operator()(const table::SeatPerson& c) const {
    return fmt::format("{} sits at seat {}.", c.name, c.seat);
  }
  std::string operator()(const table::Unseat& c) const {
    return fmt::format("Seat {} is free.", c.seat);
  }
  std::string operator()(const table::OfferPosition&) const { return "The position is offered."; }
  std::string operator()(const table::AcceptPosition& c) const {
    return fmt::format("Seat {} has the position with {}.", c.seat, dollars_text(c.wager));
  }
  std::string operator()(const table::DeclinePosition& c) const {
    return fmt::format("Seat {} declines.", c.seat);
  }
  std::string operator()(const table::ChangeBank& c) const {
    return fmt::format("The player-dealer's wager is {}.", dollars_text(c.wager));
  }
  std::string operator()(const table::GiveUpPosition&) const { return "The turn is over."; }
  std::string operator()(const table::PauseTable&) const { return "The table is paused."; }
  std::string operator()(const table::ResumeTable&) const { return "The table plays on."; }
  template <class C>
  std::string operator()(const C&) const {
    return {};  // told from the table or from the answer
  }
};

}  // namespace

FloorDesk::FloorDesk(Connect connect, std::span<const rules::Game* const> games)
    : connect_(std::move(connect)), games_(games) {}

// --- Looking -------------------------------------------------------------------------------------

std::optional<Refused> FloorDesk::connect() {
  auto made = connect_();
  if (const auto* no = refused(made)) return *no;
  client_ = std::get<0>(std::move(made));
  return std::nullopt;
}

std::optional<Refused> FloorDesk::look() {
  Client::Headers headers;
  if (!etag_.empty()) headers["If-None-Match"] = etag_;
  auto asked = client_->ask("GET", "/v1/tables/" + in_path(name_), {}, headers);
  if (const auto* no = refused(asked)) return *no;
  const auto& heard = std::get<Client::Heard>(asked);
  if (heard.status == 304) return std::nullopt;
  if (heard.status != 200) return service::refusal_in(heard);
  auto read = table_in(heard.body);
  if (const auto* no = refused(read)) return *no;
  auto& table = std::get<LiveTable>(read);
  auto game = rules::find_game(games_, table.game);
  if (const auto* no = refused(game)) return *no;
  seen_ = std::move(table);
  game_ = std::get<const rules::Game*>(game);
  etag_ = heard.etag;
  undo_.look_at(seen_);
  return std::nullopt;
}

/// What a line is answered with, and what the next may rest on, has been said before.
std::optional<Refused> FloorDesk::look_and_tell(Answer& answer) {
  const LiveTable before = seen_;
  if (auto no = look()) return no;
  const auto own = std::exchange(own_, std::nullopt);
  const auto changes = changes_text(own ? with_own(before, *own, seen_) : before, seen_);
  if (!changes.empty()) say(answer, "Changed elsewhere:");
  for (const auto& change : changes) say(answer, "  " + change);
  return std::nullopt;
}

std::optional<Refused> FloorDesk::open(const std::string& table) {
  if (!client_) {
    if (auto no = connect()) return no;
  }
  const auto former = std::pair(name_, etag_);
  name_ = table;
  etag_.clear();
  auto no = look();
  if (no) {
    std::tie(name_, etag_) = former;
  } else {
    undo_.forget();
    own_.reset();
  }
  return no;
}

FloorDesk::Answer FloorDesk::look_again() {
  Answer answer;
  Answer changes;
  if (auto no = look_and_tell(changes)) {
    // Said once; the next line says it again if it cannot be sent.
    if (!away_) say(answer, no->detail + " What is shown here may be old.", Tone::bad);
    away_ = true;
    return answer;
  }
  if (away_) say(answer, "The server answers again.", Tone::good);
  away_ = false;
  if (changes.said.empty()) return answer;
  answer.said.insert(answer.said.end(), changes.said.begin(), changes.said.end());
  show_next(answer);
  return answer;
}

FloorDesk::Answer FloorDesk::greeting() const {
  Answer answer;
  say(answer, fmt::format("Table {}, {}{}. ? shows what can be typed.", seen_.table, seen_.title,
                          seen_.terms && seen_.terms->option
                              ? fmt::format(", option {}", *seen_.terms->option)
                              : ""));
  // What stands on the felt already is what a close would rest on.
  if (seen_.hand) say(answer, table_text(seen_, reports::Ink(false)));
  show_next(answer);
  return answer;
}

void FloorDesk::show_next(Answer& answer) const {
  for (auto& line : next_text(seen_)) say(answer, std::move(line));
}

// --- A line --------------------------------------------------------------------------------------

FloorDesk::Answer FloorDesk::take(std::string_view text) {
  Answer answer;
  const auto line = read_floor_line(text, *game_);
  if (const auto* no = std::get_if<Mistake>(&line)) {
    answer.refused = true;
    say(answer, no->why, Tone::bad);
    return answer;
  }
  answer.understood = true;
  answer.refused = answer_entry(text, std::get<FloorEntry>(line), answer) == End::refused;
  return answer;
}

FloorDesk::End FloorDesk::answer_entry(std::string_view text, const FloorEntry& entry,
                                       Answer& answer) {
  const auto* word = std::get_if<FloorWord>(&entry);
  if (word != nullptr) {
    switch (*word) {
      case FloorWord::nothing: return kept_ ? resend(answer) : End::done;
      case FloorWord::again:
        if (kept_) return resend(answer);
        say(answer, "Every line was delivered; nothing waits.");
        return End::done;
      case FloorWord::help: say(answer, help_text(*game_)); return End::done;
      case FloorWord::status:
        say(answer, table_text(seen_, reports::Ink(false)));
        show_next(answer);
        return End::done;
      case FloorWord::quit: answer.over = true; return End::done;
      default: break;
    }
  }
  if (kept_) {
    // In the order in which they were typed, or not at all.
    const End end = resend(answer);
    if (end != End::done) {
      say(answer, fmt::format("'{}' was not entered.", text), Tone::bad);
      return End::refused;
    }
  }
  if (const auto* other = std::get_if<TypedTable>(&entry)) return switch_to(other->table, answer);
  if (word == nullptr || *word != FloorWord::undo) return begin(text, entry, false, answer);
  if (bets_closed(seen_) && !seen_.hand->withdrawal) {
    say(answer, fmt::format("Bets are closed: wagers stay. {}", kWrongCard), Tone::bad);
    return End::refused;
  }
  auto former = undo_.last(seen_, *game_);
  if (const auto* no = std::get_if<Mistake>(&former)) {
    say(answer, no->why, Tone::bad);
    return End::refused;
  }
  return begin(text, std::get<TypedWagers>(std::move(former)), true, answer);
}

FloorDesk::End FloorDesk::switch_to(const std::string& table, Answer& answer) {
  if (auto no = open(table)) {
    refuse_line(answer, no->detail);
    return End::refused;
  }
  const auto hello = greeting();
  answer.said.insert(answer.said.end(), hello.said.begin(), hello.said.end());
  return End::done;
}

FloorDesk::End FloorDesk::begin(std::string_view text, FloorEntry entry, bool undo,
                                Answer& answer) {
  Line line;
  line.text = text;
  line.entry = std::move(entry);
  line.undo = undo;
  line.key = fresh_key("floor");
  line.seen = seen_;
  if (const auto* wagers = std::get_if<TypedWagers>(&line.entry)) {
    line.before = line.after = {wagers->seat, wagers->backline, {}};
  }
  return deliver(std::move(line), answer);
}

/// What is still to be done where the table stands like this.
Planned FloorDesk::next_of(const Line& line, const LiveTable& table) const {
  const auto* wagers = std::get_if<TypedWagers>(&line.entry);
  if (wagers != nullptr) return next_command(table, *game_, *wagers);
  if (line.recorded) return std::optional<table::Command>();
  return only_command(table, line.entry);
}

void FloorDesk::prepare(Line& line, table::Command command) const {
  line.sent = Sent{.command = std::move(command),
                   .key = fmt::format("{}-{}", line.key, ++line.commands),
                   .etag = etag_,
                   .before = {},
                   .after = {}};
  const auto* wagers = std::get_if<TypedWagers>(&line.entry);
  if (wagers != nullptr) note_wager(*line.sent, *wagers);
}

FloorDesk::End FloorDesk::deliver(Line line, Answer& answer) {
  const auto done = [](const Planned& planned) {
    const auto* command = std::get_if<std::optional<table::Command>>(&planned);
    return command != nullptr && !*command;
  };
  while (line.commands < kMostCommands) {
    if (!line.sent) {
      if (line.done) line.seen = with_own(line.seen, *std::exchange(line.done, {}), seen_);
      // Asked of the table as it is now, a line that is done would be done again in the next hand.
      if (done(next_of(line, line.seen))) {
        finish(line, answer);
        show_next(answer);
        return End::done;
      }
      if (!goes_on(line.seen, seen_, *game_, line.entry)) return overtaken(line, answer);
      line.seen = seen_;
      auto planned = next_of(line, seen_);
      if (const auto* no = std::get_if<Mistake>(&planned)) {
        finish(line, answer);
        refuse_line(answer, no->why);
        return End::refused;
      }
      prepare(line, std::get<0>(std::move(planned)).value());
    }
    if (auto end = send(line, answer)) return *end;
  }
  throw rules::BrokenInvariant("R3: a line of wagers comes to an end");
}

std::optional<FloorDesk::End> FloorDesk::send(Line& line, Answer& answer) {
  const auto& sent = *line.sent;
  const Client::Headers headers = {{"Idempotency-Key", sent.key}, {"If-Match", sent.etag}};
  auto asked = client_->ask("POST", "/v1/commands", table::command_json(sent.command), headers);
  if (const auto* no = refused(asked)) return keep(std::move(line), *no, answer);
  return heard(line, std::get<Client::Heard>(asked), answer);
}

std::optional<FloorDesk::End> FloorDesk::heard(Line& line, const Client::Heard& heard,
                                               Answer& answer) {
  if (heard.status == 200 || heard.status == 201) {
    recorded(line, heard.body, answer);
    if (auto no = look_and_tell(answer)) {
      if (std::holds_alternative<TypedWagers>(line.entry)) {
        return keep(std::move(line), *no, answer);
      }
      say(answer, "It is recorded. " + no->detail, Tone::bad);
      away_ = true;
      return End::done;
    }
    return std::nullopt;
  }
  const auto no = service::refusal_in(heard);
  if (no.code == Refusal::table_changed) return after_change(line, answer);
  if (undelivered(no)) return keep(std::move(line), no, answer);
  finish(line, answer);
  refuse_line(answer, no.detail);
  // The reason may be what another device did meanwhile.
  if (look_and_tell(answer)) return End::refused;
  if (over_other_cards(line.entry, seen_, no.code)) say(answer, std::string(kWrongCard), Tone::bad);
  show_next(answer);
  return End::refused;
}

/// Another device was first. If what the line rests on is as it was, it goes on as typed.
std::optional<FloorDesk::End> FloorDesk::after_change(Line& line, Answer& answer) {
  if (auto no = look_and_tell(answer)) return keep(std::move(line), *no, answer);
  const bool another = line.sent->etag != etag_;
  if (!another || !goes_on(line.seen, seen_, *game_, line.entry)) return overtaken(line, answer);
  line.sent.reset();  // nothing is recorded under its key
  return std::nullopt;
}

/// What changed was said; here is all of it in its place, for whoever types the line again.
FloorDesk::End FloorDesk::overtaken(Line& line, Answer& answer) {
  finish(line, answer);
  refuse_line(answer, fmt::format("table {} changed meanwhile, so {}'{}' was not entered.",
                                  seen_.table, line.recorded ? "the rest of " : "", line.text));
  say(answer, table_text(seen_, reports::Ink(false)));
  show_next(answer);
  return End::refused;
}

// --- What was recorded ---------------------------------------------------------------------------

void FloorDesk::recorded(Line& line, const std::string& body, Answer& answer) {
  const auto& command = line.sent->command;
  auto text = std::visit(DoneText{seen_}, command);
  if (!text.empty()) say(answer, std::move(text), Tone::good);
  if (line.sent->after) {
    line.before.wagers.push_back(*line.sent->before);
    line.after.wagers.push_back(*line.sent->after);
  }
  const auto told = nlohmann::json::parse(body, nullptr, false);
  if (told.contains("round")) {
    const bool settled = told.contains("answer");
    say(answer, fmt::format("Round {}{}", told["round"].dump(), settled ? "" : " is void."),
        Tone::good);
    if (settled) say(answer, settlement_text(told["answer"]));
  }
  line.recorded = true;
  // After a look in between, what it did was seen there already.
  if (line.sent->etag == etag_) own_ = line.sent->command;
  line.done = std::move(line.sent->command);
  line.sent.reset();
}

/// What stands in the space before, so that it can be put back.
void FloorDesk::note_wager(Sent& sent, const TypedWagers& whose) const {
  std::string_view on;
  Cents after;
  if (const auto* placed = std::get_if<table::PlaceWager>(&sent.command)) {
    on = placed->wager.on, after = placed->wager.cents;
  } else if (const auto* changed = std::get_if<table::ChangeWager>(&sent.command)) {
    on = changed->wager.on, after = changed->wager.cents;
  } else if (const auto* gone = std::get_if<table::WithdrawWager>(&sent.command)) {
    on = gone->on;
  } else {
    return;
  }
  const auto number = game_->find_wager(on).value();
  sent.before = TypedWager{number, standing(seen_, *game_, whose, number)};
  sent.after = TypedWager{number, after};
}

void FloorDesk::told_wagers(const Line& line, Answer& answer) const {
  std::string text;
  for (std::size_t i = 0; i < line.after.wagers.size(); ++i) {
    const Cents was = line.before.wagers[i].cents;
    const Cents is = line.after.wagers[i].cents;
    std::string one(game_->wager(line.after.wagers[i].on).label);
    one += is == Cents{} ? " taken back" : ' ' + dollars_text(is);
    if (was != Cents{}) one += fmt::format(" (was {})", dollars_text(was));
    rules::append_listed(text, one);
  }
  say(answer, fmt::format("{}: {}.", whose_text(seen_, line.after), text), Tone::good);
}

/// Says what the line has changed, and remembers it for undo.
void FloorDesk::finish(Line& line, Answer& answer) {
  if (const auto* wagers = std::get_if<TypedWagers>(&line.entry)) {
    if (!line.after.wagers.empty()) {
      told_wagers(line, answer);
    } else if (!line.recorded && !line.sent) {
      say(answer, whose_text(seen_, *wagers) + ": it stands like that already.");
    }
    if (line.undo) {
      undo_.took_back(line.after);
    } else if (!line.after.wagers.empty()) {
      undo_.note(line.seen, line.before, line.after);
      undo_.look_at(seen_);
    }
  }
  const auto* word = std::get_if<FloorWord>(&line.entry);
  const bool closed = word != nullptr && *word == FloorWord::close && line.recorded;
  if (closed && bets_closed(seen_)) say(answer, fixed_fees_text(*seen_.hand), Tone::good);
}

// --- What was not delivered ----------------------------------------------------------------------

FloorDesk::End FloorDesk::keep(Line line, const Refused& why, Answer& answer) {
  say(answer, why.detail, Tone::bad);
  say(answer,
      signed_out(why)
          ? fmt::format("'{}' is kept. Sign in (cardroom login, in another terminal), then press "
                        "enter.",
                        line.text)
          : fmt::format("'{}' is kept: enter, or again, sends it once more; it is recorded once.",
                        line.text),
      Tone::bad);
  kept_ = std::move(line);
  return End::kept;
}

FloorDesk::End FloorDesk::resend(Answer& answer) {
  if (auto no = connect()) return keep(*std::exchange(kept_, std::nullopt), *no, answer);
  Line line = *std::exchange(kept_, std::nullopt);
  if (!line.sent) {
    if (auto no = look_and_tell(answer)) return keep(std::move(line), *no, answer);
  }
  return deliver(std::move(line), answer);
}

}  // namespace cardroom::cli
