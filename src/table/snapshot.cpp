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
  return Provider{told[0], told[1], told[2]};
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
  terms.id = told["id"];
  terms.book = told["book"];
  if (!told["option"].is_null()) {
    const auto found = floor.books.at(terms.book).find(told["option"].get<std::int64_t>());
    terms.schedule = *std::get<const settlement::Schedule*>(found);
  }
  for (const json& l : told["limits"]) {
    terms.limits.push_back(
        rules::Limits{Cents{l[0].get<std::int64_t>()}, Cents{l[1].get<std::int64_t>()}});
  }
  if (!told["differential"].is_null()) {
    terms.differential = Cents{told["differential"].get<std::int64_t>()};
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
  return *layout.seat(number.get<std::int64_t>());
}

Position read_position(const json& told, const rules::Layout& layout) {
  Position position;
  if (const json& t = told["turn"]; !t.is_null()) {
    position.turn = Turn{t[0], read_seat(layout, t[1]), t[2], t[3],
                         t[4], t[5], Cents{t[6].get<std::int64_t>()}, t[7]};
  }
  if (const json& o = told["offer"]; !o.is_null()) {
    position.offer = Offer{read_seat(layout, o[0]), o[1]};
  }
  position.declined = told["declined"].get<std::vector<std::string>>();
  if (!told["last_seat"].is_null()) position.last_seat = read_seat(layout, told["last_seat"]);
  position.last_name = told["last_name"];
  position.last_company = told["last_company"];
  position.rules = static_cast<RotationRules>(told["rules"].get<int>());
  for (const json& p : told["recent"]) position.recent.push_back({p[0], p[1], p[2]});
  position.playing_since_ms = told["playing_since_ms"];
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
  table.name = told["name"];
  table.game = std::get<const rules::Game*>(
      rules::find_game(floor.games, told["game"].get<std::string>()));
  const auto& layout = table.game->layout;
  table.status = static_cast<TableState::Status>(told["status"].get<int>());
  table.session = told["session"];
  table.terms = read_terms(told["terms"], floor);
  table.hlga = told["hlga"];
  table.method = static_cast<rules::Method>(told["method"].get<int>());
  if (!told["area"].is_null()) table.wagers_an_area = told["area"].get<int>();
  if (!told["device"].is_null()) table.device = told["device"].get<std::string>();
  for (const json& s : told["seats"]) {
    table.seats[s[0].get<std::size_t>()] = Seated{s[1], s[2], read_provider(s[3])};
  }
  for (const json& b : told["backline"]) {
    table.backline.push_back({read_seat(layout, b[0]), b[1], b[2]});
  }
  table.position = read_position(told["position"], layout);
  table.settled_under_minimum = told["under_minimum"].get<std::vector<std::string>>();
  table.hands = told["hands"];
  table.events = told["events"];
  table.snapshot_at = table.events;
  return table;
}

}  // namespace cardroom::table
