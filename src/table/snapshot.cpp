#include "cardroom/table/snapshot.hpp"

#include <nlohmann/json.hpp>

#include "cardroom/rules/broken_invariant.hpp"

namespace cardroom::table {

namespace {

using nlohmann::json;

json provider_json(const std::optional<Provider>& provider) {
  if (!provider) return nullptr;
  return {provider->company, provider->licence, provider->badge_expires};
}

std::optional<Provider> read_provider(const json& told) {
  if (told.is_null()) return std::nullopt;
  return Provider{told.at(0), told.at(1), told.at(2)};
}

json seats_json(const Seats& seats) {
  json all = json::array();
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!seats[i]) continue;
    all.push_back({i, seats[i]->name, seats[i]->patron, provider_json(seats[i]->provider)});
  }
  return all;
}

json backline_json(const TableState& table) {
  json all = json::array();
  for (const Standing& s : table.backline) all.push_back({s.seat.number(), s.name, s.patron});
  return all;
}

json limits_json(const Terms& terms) {
  json all = json::array();
  for (const auto& l : terms.limits) all.push_back({l->lowest.count(), l->highest.count()});
  return all;
}

json terms_json(const Terms& terms) {
  return {{"id", terms.id},
          {"book", terms.book},
          {"option", terms.schedule ? json(terms.schedule->option) : json()},
          {"limits", limits_json(terms)},
          {"differential", terms.differential ? json(terms.differential->count()) : json()}};
}

Terms read_terms(const json& told, const Floor& floor) {
  Terms terms;
  terms.id = told.at("id");
  terms.book = told.at("book");
  if (!told.at("option").is_null()) {
    const auto found = floor.books->at(terms.book).find(told.at("option").get<std::int64_t>());
    terms.schedule = *std::get<const settlement::Schedule*>(found);
  }
  for (const json& l : told.at("limits")) {
    terms.limits.push_back(
        rules::Limits{Cents{l.at(0).get<std::int64_t>()}, Cents{l.at(1).get<std::int64_t>()}});
  }
  if (!told.at("differential").is_null()) {
    terms.differential = Cents{told.at("differential").get<std::int64_t>()};
  }
  return terms;
}

json turn_json(const std::optional<Turn>& turn) {
  if (!turn) return nullptr;
  return {turn->id,      turn->seat.number(), turn->name,          turn->patron,
          turn->company, turn->since_ms,      turn->wager.count(), turn->hands};
}

json position_json(const Position& position) {
  json recent = json::array();
  for (const PastTurn& p : position.recent) {
    recent.push_back({p.name, p.provider, p.to_ms});
  }
  json offer;
  if (position.offer) offer = {position.offer->seat.number(), position.offer->at_ms};
  return {{"turn", turn_json(position.turn)},
          {"offer", offer},
          {"declined", position.declined},
          {"last_seat", position.last_seat ? json(position.last_seat->number()) : json()},
          {"last_name", position.last_name},
          {"last_company", position.last_company},
          {"rules", static_cast<int>(position.rules)},
          {"recent", recent},
          {"playing_since_ms", position.playing_since_ms}};
}

Seat read_seat(const rules::Layout& layout, const json& number) {
  return layout.seat(number.get<std::int64_t>()).value();
}

Position read_position(const json& told, const rules::Layout& layout) {
  Position position;
  if (const json& t = told.at("turn"); !t.is_null()) {
    position.turn = Turn{t.at(0), read_seat(layout, t.at(1)),         t.at(2), t.at(3), t.at(4),
                         t.at(5), Cents{t.at(6).get<std::int64_t>()}, t.at(7)};
  }
  if (const json& o = told.at("offer"); !o.is_null()) {
    position.offer = Offer{read_seat(layout, o.at(0)), o.at(1)};
  }
  position.declined = told.at("declined").get<std::vector<std::string>>();
  if (!told.at("last_seat").is_null()) position.last_seat = read_seat(layout, told.at("last_seat"));
  position.last_name = told.at("last_name");
  position.last_company = told.at("last_company");
  position.rules = static_cast<RotationRules>(told.at("rules").get<int>());
  for (const json& p : told.at("recent")) position.recent.push_back({p.at(0), p.at(1), p.at(2)});
  position.playing_since_ms = told.at("playing_since_ms");
  return position;
}

}  // namespace

std::string snapshot_json(const TableState& table) {
  rules::require(!table.hand, "T5: a snapshot is taken between hands");
  const json all = {{"name", table.name},
                    {"game", table.game->name},
                    {"status", static_cast<int>(table.status)},
                    {"session", table.session},
                    {"terms", terms_json(table.terms)},
                    {"hlga", table.hlga},
                    {"method", static_cast<int>(table.method)},
                    {"area", table.wagers_an_area ? json(*table.wagers_an_area) : json()},
                    {"device", table.device ? json(*table.device) : json()},
                    {"seats", seats_json(table.seats)},
                    {"backline", backline_json(table)},
                    {"position", position_json(table.position)},
                    {"under_minimum", table.settled_under_minimum},
                    {"hands", table.hands},
                    {"events", table.events}};
  return all.dump();
}

TableState read_snapshot(std::string_view text, const Floor& floor) {
  const json told = json::parse(text);
  TableState table;
  table.name = told.at("name");
  table.game = std::get<const rules::Game*>(
      rules::find_game(floor.games, told.at("game").get<std::string>()));
  const auto& layout = table.game->layout;
  table.status = static_cast<TableState::Status>(told.at("status").get<int>());
  table.session = told.at("session");
  table.terms = read_terms(told.at("terms"), floor);
  table.hlga = told.at("hlga");
  table.method = static_cast<rules::Method>(told.at("method").get<int>());
  if (!told.at("area").is_null()) table.wagers_an_area = told.at("area").get<int>();
  if (!told.at("device").is_null()) table.device = told.at("device").get<std::string>();
  for (const json& s : told.at("seats")) {
    table.seats.at(s.at(0).get<std::size_t>()) = Seated{s.at(1), s.at(2), read_provider(s.at(3))};
  }
  for (const json& b : told.at("backline")) {
    table.backline.push_back({read_seat(layout, b.at(0)), b.at(1), b.at(2)});
  }
  table.position = read_position(told.at("position"), layout);
  table.settled_under_minimum = told.at("under_minimum").get<std::vector<std::string>>();
  table.hands = told.at("hands");
  table.events = told.at("events");
  table.snapshot_at = table.events;
  return table;
}

PositionThen read_snapshot_position(std::string_view text, const rules::Layout& layout) {
  const json told = json::parse(text);
  return {static_cast<TableState::Status>(told.at("status").get<int>()),
          read_position(told.at("position"), layout)};
}

}  // namespace cardroom::table
