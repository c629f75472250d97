#include "cardroom/reports/sections.hpp"
#include "position_rows.hpp"
#include "scope_rows.hpp"

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
      .columns = {table_column(scope),
                  {"from", "From", time_kind(scope)},
                  {"to", "To", Kind::clock},
                  {"seat", "Seat", Kind::number, false, false, 3},
                  {"player_dealer", "Held by", Kind::text},
                  {"company", "Company", Kind::text},
                  {"first_round", "Round", Kind::number},
                  {"last_round", "to", Kind::number},
                  {"hands", "Hands", Kind::count, true, false, 2},
                  {"minutes", "Minutes", Kind::count, true, false, 4},
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
          .columns = {table_column(scope),
                      {"offered", "Offered", time_kind(scope)},
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
