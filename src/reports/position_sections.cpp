#include "cardroom/reports/sections.hpp"
#include "position_rows.hpp"

namespace cardroom::reports {

namespace {

template <class T>
Cell cell(const std::optional<T>& value) {
  return value ? Cell(*value) : Cell();
}

}  // namespace

Section turns(const ReportSource& source, const Scope& scope) {
  return {
      .name = "turns",
      .title = "Turns",
      .columns = {{"table", "Table", Kind::text},
                  {"from", "From", first_time(scope)},
                  {"to", "To", Kind::clock},
                  {"seat", "Seat", Kind::number},
                  {"player_dealer", "Held by", Kind::text},
                  {"company", "Company", Kind::text},
                  {"first_round", "First round", Kind::number, false, false, 3},
                  {"last_round", "Last round", Kind::number, false, false, 3},
                  {"hands", "Hands", Kind::count, true},
                  {"minutes", "Minutes", Kind::count, true, false, 2},
                  {"wager", "Wager", Kind::cents},
                  {"ended", "Ended", Kind::text}},
      .rows =
          [&database = source.database, scope](const EachRow& each) {
            each_turn(database, scope, [&](const TurnTold& t) {
              each({t.table, t.since, t.until, t.seat, t.person, cell(t.company),
                    cell(t.first_round), cell(t.last_round), t.hands, t.minutes(), t.wager, t.why});
            });
          },
      .none = "No turn of the position ended."};
}

Section offers(const ReportSource& source, const Scope& scope) {
  return {.name = "offers",
          .title = "Offers of the position",
          .columns = {{"table", "Table", Kind::text},
                      {"offered", "Offered", first_time(scope)},
                      {"answered", "Answered", Kind::clock},
                      {"seat", "Seat", Kind::number},
                      {"person", "Offered to", Kind::text},
                      {"company", "Company", Kind::text},
                      {"answer", "Answer", Kind::text},
                      {"recorded_by", "By", Kind::text}},
          .rows =
              [&database = source.database, scope](const EachRow& each) {
                each_offer(database, scope, [&](const OfferTold& o) {
                  each({o.table, o.offered, cell(o.answered), cell(o.seat), cell(o.person),
                        cell(o.company), name(o.answer), o.recorded_by});
                });
              },
          .none = "The position was not offered."};
}

}  // namespace cardroom::reports
