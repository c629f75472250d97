// For whoever watches the server: alive, ready, figures, and the document of the interface itself.

#include <unistd.h>

#include <fstream>

#include "routes.hpp"

namespace cardroom::service {

namespace {

using rules::Refusal;

struct Alive {
  std::string status = "alive";
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("status", c.status);
  }
};
struct Ready {
  std::string status = "ready";
  bool room_set = false, shift_open = false;
  std::int64_t events = 0;
  template <class F, class C>
  static void fields(F& f, C& c) {
    f.need("status", c.status), f.need("room_set", c.room_set);
    f.need("shift_open", c.shift_open), f.need("events", c.events);
  }
};

Answered alive(RoomService&, const Asked&) { return json_answer(Alive{}); }

/// The book is there and answers a read; a server that stops takes no request as far as here.
Answered ready(RoomService& room, const Asked&) {
  auto loan = room.readers().lend();
  if (const auto* no = rules::refused(loan)) return *no;
  auto& database = std::get<Readers::Loan>(loan).database();
  if (ledger::was_moved(database)) {
    return rules::Refused{Refusal::book_missing,
                          "The book was moved or deleted while it is served: what is recorded now "
                          "may be lost."};
  }
  Ready state;
  state.events = ledger::chain_head(database).seq;
  const auto floor = room.floor();
  state.room_set = floor->room.has_value();
  state.shift_open = floor->shift.has_value();
  return json_answer(state);
}

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t all = 0;
  std::int64_t resident = 0;
  file >> all >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

Answered metrics(RoomService& room, const Asked&) {
  const auto floor = room.floor();
  std::int64_t open_tables = 0;
  for (const auto& [name, table] : floor->tables) {
    open_tables += table->status != table::TableState::Status::closed ? 1 : 0;
  }
  std::vector<Metrics::Gauge> gauges = {
      {"cardroom_events", "Events in the log.", "counter", floor->events},
      {"cardroom_rounds", "Rounds that ended.", "counter", floor->rounds},
      {"cardroom_tables_open", "Tables that are open or paused.", "gauge", open_tables},
      {"cardroom_commands_waiting", "Commands that wait for the book.", "gauge",
       static_cast<std::int64_t>(room.waiting())},
      {"cardroom_memory_bytes", "Resident memory.", "gauge", resident_bytes()},
      {"cardroom_clock_behind_ms", "How far the clock lies behind the last event.", "gauge",
       std::max<std::int64_t>(0, floor->last_ms - room.clock().now_ms())}};
  if (room.gate_counts) {
    const GateCounts gate = room.gate_counts();
    const auto add = [&](std::string_view name, std::string_view help, std::string_view kind,
                         std::uint64_t value) {
      gauges.push_back({name, help, kind, static_cast<std::int64_t>(value)});
    };
    add("cardroom_connections", "Connections open now.", "gauge", gate.open);
    add("cardroom_connections_total", "Connections let in.", "counter", gate.accepted);
    add("cardroom_connections_full_total", "Connections beyond the most.", "counter",
        gate.refused_full);
    add("cardroom_connections_address_total", "Connections beyond the most of one address.",
        "counter", gate.refused_address);
    add("cardroom_heads_refused_total", "Requests that were unclear or too large.", "counter",
        gate.refused_heads);
    add("cardroom_too_slow_total", "Requests that missed their deadline.", "counter",
        gate.too_slow);
    add("cardroom_bodies_cut_total", "Clients that left in the middle of a body.", "counter",
        gate.bodies_cut);
  }
  Answer answer;
  answer.type = "text/plain; version=0.0.4; charset=utf-8";
  answer.body = room.metrics().text(gauges);
  return answer;
}

Answered openapi(RoomService& room, const Asked&) {
  Answer answer;
  answer.body = openapi_json(all_routes(), room.settings().version);
  return answer;
}

}  // namespace

void add_watch_routes(std::vector<Route>& routes) {
  routes.push_back({.path = "/v1/openapi.json",
                    .name = "readOpenapi",
                    .text = "This document.",
                    .serve = &openapi,
                    .answer = {"OpenApi", {}},
                    .access = Access::open,
                    .tagged = true});
  routes.push_back({.path = "/healthz",
                    .name = "alive",
                    .text = "The process answers.",
                    .serve = &alive,
                    .answer = shape_of<Alive>("Alive"),
                    .access = Access::open});
  routes.push_back({.path = "/readyz",
                    .name = "ready",
                    .text = "The book is in its place and can be read, and commands are taken.",
                    .serve = &ready,
                    .answer = shape_of<Ready>("Ready"),
                    .access = Access::open,
                    .refusals = {Refusal::book_in_use, Refusal::book_damaged, Refusal::book_missing,
                                 Refusal::not_a_book}});
  routes.push_back({.path = "/metrics",
                    .name = "metrics",
                    .text = "Counters and gauges as Prometheus reads them.",
                    .serve = &metrics,
                    .answer = {"Metrics", {}, "text/plain"},
                    .access = Access::open});
}

}  // namespace cardroom::service
