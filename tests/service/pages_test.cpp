// The past by pages: every row once, whatever the size of the pages, and filters that mean it.

#include <set>

#include "support/played_room.hpp"

namespace cardroom::testing {

namespace {

using nlohmann::json;

struct List {
  std::string path;
  std::string number;  ///< what numbers its rows; empty: a page holds more rows than its limit
  std::size_t least;   ///< rows of the little shift
  bool two_orders = true;
};

const std::vector<List> kLists = {
    {"/v1/rounds", "round", 11}, {"/v1/fees", "", 10},       {"/v1/turns", "ended_by", 2},
    {"/v1/offers", "event", 6},  {"/v1/shifts", "shift", 1}, {"/v1/log", "event", 70, false},
    {"/v1/audit", "id", 10},
};

json page(const AskedRoom& room, const std::string& path, const std::string& query) {
  return room.get("olga", path + (path.find('?') == std::string::npos ? '?' : '&') + query);
}

/// All rows of all pages, in the order in which they came.
std::vector<json> walked(const AskedRoom& room, const List& list, const std::string& query) {
  std::vector<json> rows;
  std::string after;
  for (int pages = 0; pages < 500; ++pages) {
    const auto answer = page(room, list.path, query + after);
    for (const auto& row : answer.at("items")) rows.push_back(row);
    if (!answer.contains("next")) return rows;
    if (!list.number.empty()) CHECK(answer.at("next") == rows.back().at(list.number));
    after = "&after=" + answer.at("next").dump();
  }
  FAIL("the pages of " << list.path << " do not end");
  return rows;
}

std::set<std::string> each_once(const std::vector<json>& rows) {
  std::set<std::string> all;
  for (const auto& row : rows) all.insert(row.dump());
  CHECK(all.size() == rows.size());
  return all;
}

/// Short enough to be read in a failure.
std::vector<std::string> numbers(const List& list, const std::vector<json>& rows) {
  std::vector<std::string> all;
  for (const auto& row : rows) {
    all.push_back(list.number.empty() ? row.dump() : row.at(list.number).dump());
  }
  return all;
}

std::size_t rows_of(const AskedRoom& room, const std::string& path) {
  return room.get("olga", path).at("items").size();
}

/// The filter gives those rows of the whole, in their order, whose member has the value.
void check_filter(const AskedRoom& room, const List& list, const std::string& member,
                  const json& value) {
  CAPTURE(list.path, member, value.dump());
  std::vector<json> wanted;
  for (const auto& row : walked(room, list, "limit=200")) {
    if (row.contains(member) && row.at(member) == value) wanted.push_back(row);
  }
  const auto text = value.is_string() ? value.get<std::string>() : value.dump();
  CHECK_FALSE(wanted.empty());
  for (const char* limit : {"&limit=2", "&limit=200"}) {
    CHECK(numbers(list, walked(room, list, member + '=' + text + limit)) == numbers(list, wanted));
  }
}

}  // namespace

TEST_CASE("a cursor walks every row once, whatever the size of the pages", "[service][pages]") {
  const PlayedRoom room;
  for (const auto& list : kLists) {
    CAPTURE(list.path);
    const auto whole = walked(room, list, "limit=200");
    const auto once = each_once(whole);
    CHECK(whole.size() >= list.least);
    for (const char* limit : {"limit=1", "limit=2", "limit=7"}) {
      CHECK(walked(room, list, limit) == whole);
    }
    if (!list.two_orders) continue;
    CHECK(walked(room, list, "order=newest&limit=200") == whole);
    auto oldest = walked(room, list, "order=oldest&limit=200");
    CHECK(each_once(oldest) == once);
    CHECK(walked(room, list, "order=oldest&limit=3") == oldest);
    if (list.number.empty()) continue;
    std::reverse(oldest.begin(), oldest.end());
    CHECK(oldest == whole);
  }
}

TEST_CASE("pages have the size that was asked, within their edges", "[service][pages]") {
  PlayedRoom room;
  for (int n = 0; room.events() < 204; ++n) {
    room.say("max", n % 2 == 0 ? "add-backline" : "remove-backline",
             R"("table":"5","name":"Gus")" + std::string(n % 2 == 0 ? R"(,"seat":3)" : ""));
  }
  const auto size = [&](const std::string& limit) { return rows_of(room, "/v1/log" + limit); };
  CHECK(size("") == 50);
  CHECK(size("?limit=1") == 1);
  CHECK(size("?limit=199") == 199);
  CHECK(size("?limit=200") == 200);
  for (const char* most : {"?limit=201", "?limit=1000000", "?limit=9223372036854775807"}) {
    const auto cut = room.get("olga", "/v1/log" + std::string(most));
    CHECK(cut.at("items").size() == 200);
    CHECK(cut.at("next") == 200);
  }
  CHECK(walked(room, kLists[5], "limit=201").size() == 204);
  CHECK(walked(room, kLists[5], "limit=0").size() == 204);
  CHECK(size("?limit=0") == 1);
  for (const auto& list : kLists) {
    CAPTURE(list.path);
    const auto beyond = page(
        room, list.path,
        "limit=2&after=9223372036854775807" + std::string(list.two_orders ? "&order=oldest" : ""));
    CHECK(beyond.at("items").empty());
    CHECK_FALSE(beyond.contains("next"));
    for (const char* wrong :
         {"limit=-1", "limit=1.5", "limit=", "limit=ten", "limit=1&limit=2",
          "limit=9223372036854775808", "after=x", "after=-1", "cursor=1", "order=up"}) {
      CAPTURE(wrong);
      const auto heard = room.ask("olga", "GET", list.path + '?' + wrong);
      CHECK(heard.status == 400);
      CHECK(problem_code(heard) == "parameter_not_usable");
    }
  }
}

TEST_CASE("filters give the rows that they name and no others", "[service][pages]") {
  PlayedRoom room;
  room.say("olga", "open-shift", R"("shift":"night")");
  room.say("max", "offer-position", R"("table":"5")");
  room.say("max", "accept-position", R"("table":"5","seat":3,"wager_cents":100000)");
  room.say("max", "hand",
           R"("table":"5","wagers":[{"seat":2,"on":"player","cents":20000}],)"
           R"("player":"9h Kd","banker":"2c 4s")");
  const auto shift = room.get("olga", "/v1/room").at("shift").at("shift");
  for (const std::size_t at : {0U, 1U}) {
    for (const char* table : {"5", "9"}) {
      if (at == 0 || table == std::string("5")) check_filter(room, kLists[at], "table", table);
    }
    check_filter(room, kLists[at], "shift", room.shift);
    check_filter(room, kLists[at], "shift", shift);
    const auto both = "?limit=200&table=5&shift=" + shift.dump();
    CHECK(rows_of(room, kLists[at].path + both) == (at == 0 ? 1 : 2));
  }
  for (const std::size_t at : {2U, 3U, 5U}) check_filter(room, kLists[at], "table", "5");
  CHECK(rows_of(room, "/v1/log?limit=200") > rows_of(room, "/v1/log?limit=200&table=5"));
  check_filter(room, kLists[6], "who", "max");
  check_filter(room, kLists[6], "what", "signed-in");
  CHECK(rows_of(room, "/v1/audit?who=max&what=signed-in") == 1);
  for (const char* none : {"/v1/rounds?table=77", "/v1/fees?table=5%20", "/v1/turns?table=9",
                           "/v1/offers?table=", "/v1/log?table=77", "/v1/rounds?shift=999",
                           "/v1/audit?who=nobody", "/v1/audit?who=max&what=exported"}) {
    CAPTURE(none);
    CHECK(rows_of(room, none) == 0);
  }
}

}  // namespace cardroom::testing
