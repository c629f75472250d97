// The log: live as server-sent events, by pages, as an export; and the audit log beside it.

#include <charconv>
#include <ostream>
#include <thread>

#include <fmt/format.h>

#include "cardroom/ledger/audit.hpp"
#include "cardroom/reports/book_export.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;
using rules::Refused;
using rules::refused;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using table::Role;

// A client is told at most so often: fifty of them must not take the cores from the writer.
constexpr milliseconds kBetweenSends{40};
constexpr milliseconds kPatience{1000};
constexpr int kCatchUpPage = 500;
constexpr int kMostPage = 200;
constexpr int kUsualPage = 50;

/// The event after which a client wants to go on: the header of a reconnecting browser counts more
/// than the address it first asked. Without either, from now on.
rules::OrRefused<std::int64_t> start_of(const Asked& asked, std::int64_t head) {
  auto after = number_in(asked, "after").value_or(head);
  if (asked.last_event_id) {
    const auto& text = *asked.last_event_id;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), after);
    if (error != std::errc() || end != text.data() + text.size() || after < 0) {
      return Refused{Refusal::parameter_not_usable, "Last-Event-ID is the number of an event."};
    }
  }
  if (after > head) {
    return Refused{Refusal::parameter_not_usable,
                   fmt::format("Event {} is not in the log, which ends with {}.", after, head)};
  }
  return after;
}

/// One client of the feed.
class Listener {
 public:
  Listener(RoomService& room, const Asked& asked, Outlet& outlet, std::int64_t after)
      : room_(room),
        asked_(asked),
        outlet_(outlet),
        table_(asked.query_text("table")),
        after_(after) {
    ++room_.metrics().feed_clients;
  }
  ~Listener() { --room_.metrics().feed_clients; }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::optional<Refused> follow() {
    auto no = tell();
    if (outlet_.too_slow()) ++room_.metrics().feed_dropped;
    return no;
  }

 private:
  std::optional<Refused> tell() {
    out_ = &outlet_.begin("text/event-stream");
    say("retry: 2000\n\n");
    out_->flush();
    if (auto no = catch_up()) return no;
    const milliseconds beat = room_.settings().feed_beat;
    while (welcome()) {
      switch (room_.feed().next(after_, std::min(kPatience, beat), items_)) {
        case Feed::Heard::events: send_items(); break;
        case Feed::Heard::silence: break;
        case Feed::Heard::too_late: ++room_.metrics().feed_dropped; return std::nullopt;
        case Feed::Heard::closed: return std::nullopt;
      }
      // Also where the room is loud and this client's table is not: a proxy cuts a silent line.
      if (Clock::now() - spoke_ >= beat) say(": still here\n\n"), out_->flush();
    }
    return std::nullopt;
  }

  /// Ends with the session, at once when the person is disabled.
  bool welcome() {
    return !room_.stopping() && outlet_.heard() &&
           refused(room_.still_acting(asked_.token)) == nullptr;
  }

  std::optional<Refused> catch_up() {
    while (welcome()) {
      if (room_.feed().next(after_, milliseconds(0), items_) != Feed::Heard::too_late) {
        return std::nullopt;
      }
      auto loan = room_.readers().lend();
      if (const auto* no = refused(loan)) return *no;
      const auto page =
          ledger::log_page(std::get<Readers::Loan>(loan).database(), after_, kCatchUpPage);
      for (const auto& event : page) send(feed_item(event));
      out_->flush();
    }
    return std::nullopt;
  }

  void send_items() {
    for (const auto& item : items_) send(*item);
    out_->flush();
    std::this_thread::sleep_for(kBetweenSends);
  }

  void send(const Feed::Item& item) {
    after_ = item.event;
    if (!table_ || table_ == item.table) say(item.frame);
  }
  void say(std::string_view text) {
    *out_ << text;
    spoke_ = Clock::now();
  }

  RoomService& room_;
  const Asked& asked_;
  Outlet& outlet_;
  const std::optional<std::string> table_;
  std::int64_t after_;
  Clock::time_point spoke_;
  std::ostream* out_ = nullptr;
  Feed::Items items_;
};

std::optional<Refused> follow_events(RoomService& room, const Asked& asked, Outlet& outlet) {
  const auto start = start_of(asked, room.feed().head());
  if (const auto* no = refused(start)) return *no;
  const auto clients = static_cast<std::size_t>(room.metrics().feed_clients.load());
  if (clients >= room.settings().most_feed_clients) {
    return Refused{Refusal::too_busy, "Too many devices follow the room already."};
  }
  return Listener(room, asked, outlet, std::get<std::int64_t>(start)).follow();
}

struct LogPage {
  std::vector<ledger::LoggedEvent> items;
  std::optional<std::int64_t> next;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("items", c.items), f.may("next", c.next);
  }
};

Answered read_log(RoomService& room, const Asked& asked) {
  auto loan = room.readers().lend();
  if (const auto* no = refused(loan)) return *no;
  const auto limit = static_cast<int>(
      std::clamp<std::int64_t>(number_in(asked, "limit").value_or(kUsualPage), 1, kMostPage));
  LogPage page;
  page.items =
      ledger::log_page(std::get<Readers::Loan>(loan).database(),
                       number_in(asked, "after").value_or(0), limit, asked.query_text("table"));
  if (std::ssize(page.items) == limit) page.next = page.items.back().event;
  return json_answer(page);
}

std::optional<Refused> export_book(RoomService& room, const Asked& asked, Outlet& outlet) {
  const auto format = asked.query_text("format").value_or("jsonl");
  auto loan = room.readers().lend();
  if (const auto* no = refused(loan)) return *no;
  if (auto no = room.audit(ledger::Audited::exported, asked.who->person, asked.address, format)) {
    return no;
  }
  auto& database = std::get<Readers::Loan>(loan).database();
  const bool csv = format == "csv";
  std::ostream& out = outlet.begin(csv ? "text/csv; charset=utf-8" : "text/plain; charset=utf-8");
  if (csv) {
    reports::export_csv(database, out);
  } else if (format == "hledger") {
    reports::export_journal(database, out);
  } else {
    reports::export_log(database, out);
  }
  out.flush();
  return std::nullopt;
}

struct AuditLine {
  std::int64_t id = 0;
  std::string at, what;
  std::optional<std::string> who, from, detail;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("id", c.id), f.need("at", c.at), f.need("what", c.what), f.may("who", c.who);
    f.may("from", c.from), f.may("detail", c.detail);
  }
};
struct AuditPage {
  std::vector<AuditLine> items;
  std::optional<std::int64_t> next;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("items", c.items), f.may("next", c.next);
  }
};

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

Answered read_audit_log(RoomService& room, const Asked& asked) {
  ledger::AuditAsked wanted;
  wanted.newest_first = asked.query_text("order").value_or("newest") == "newest";
  wanted.after = number_in(asked, "after").value_or(0);
  wanted.most = static_cast<std::size_t>(
      std::clamp<std::int64_t>(number_in(asked, "limit").value_or(kUsualPage), 1, kMostPage));
  wanted.who = asked.query_text("who");
  if (const auto what = asked.query_text("what")) wanted.what = ledger::read_audited(*what);
  auto rows = ledger::read_audit(room.access().path(), wanted);
  if (const auto* no = refused(rows)) return *no;
  const auto floor = room.floor();
  AuditPage page;
  for (const auto& row : std::get<0>(rows)) {
    page.items.push_back({row.id, table::iso_text(ledger::moment_on(*floor, row.at_ms)), row.what,
                          if_any(row.who), if_any(row.from_address), if_any(row.detail)});
  }
  if (page.items.size() == wanted.most) page.next = page.items.back().id;
  return json_answer(page);
}

std::vector<std::string> audited_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < ledger::kAuditedKinds; ++i) {
    names.emplace_back(name(static_cast<ledger::Audited>(i)));
  }
  return names;
}

Parameter of_table() {
  return query_text("table",
                    "Only events that name this table; waivers and corrections name a round");
}

}  // namespace

void add_log_routes(std::vector<Route>& routes) {
  routes.push_back(
      {.path = "/v1/events",
       .name = "followEvents",
       .text = "The live feed as server-sent events: each has the event's number as id, its "
               "command's name as event and an Event as data. It begins after Last-Event-ID, after "
               "'after', or now. Whoever is too slow is dropped and resumes with Last-Event-ID.",
       .serve = &follow_events,
       .answer = {"EventStream", table::fields_told<ledger::LoggedEvent>(), "text/event-stream"},
       .parameters = {of_table(), query_whole("after", "Begin after this event"),
                      header_text("Last-Event-ID", "Begin after this event")},
       .refusals = {Refusal::too_busy}});
  routes.push_back(
      {.path = "/v1/log",
       .name = "readLog",
       .text = "The log, oldest first.",
       .serve = &read_log,
       .answer = shape_of<LogPage>("LogPage"),
       .roles = overseers(),
       .parameters = {query_whole("after", "Cursor: 'next' of the page before"),
                      query_whole("limit",
                                  "1 to 200, else the nearest of these; 50 where it is not said"),
                      of_table()},
       .tagged = true});
  routes.push_back({.path = "/v1/export",
                    .name = "exportBook",
                    .text = "The whole book, as the verb 'export' writes it. Noted in the audit "
                            "log.",
                    .serve = &export_book,
                    .answer = {"Export", {}, "text/plain", {"text/csv"}},
                    .roles = {Role::shift_manager, Role::compliance},
                    .parameters = {query_text("format", "jsonl where it is not said",
                                              {"hledger", "csv", "jsonl"})},
                    .refusals = {Refusal::book_not_written}});
  routes.push_back(
      {.path = "/v1/audit",
       .name = "readAudit",
       .text = "Sign-ins, refusals, exports: who, from where, when.",
       .serve = &read_audit_log,
       .answer = shape_of<AuditPage>("AuditPage"),
       .roles = {Role::shift_manager, Role::compliance, Role::admin},
       .parameters = {query_whole("after", "Cursor: 'next' of the page before"),
                      query_whole("limit",
                                  "1 to 200, else the nearest of these; 50 where it is not said"),
                      query_text("order", "newest where it is not said", {"newest", "oldest"}),
                      query_text("who", "Only of this person"),
                      query_text("what", "Only of this kind", audited_names())},
       .tagged = true});
}

}  // namespace cardroom::service
