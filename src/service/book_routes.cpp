// The past: rounds, shifts, turns, offers, fees, by pages; a round explained.

#include <algorithm>

#include "cardroom/reports/book_pages.hpp"
#include "cardroom/reports/round_story.hpp"
#include "routes.hpp"

namespace cardroom::service {

namespace {

using reports::Page;
using reports::PageAsked;
using rules::Refusal;
using rules::refused;

constexpr std::int64_t kMostPage = 200;
constexpr std::int64_t kUsualPage = 50;

PageAsked page_asked(const Asked& asked) {
  PageAsked page;
  page.after = number_in(asked, "after");
  page.limit = static_cast<int>(
      std::clamp<std::int64_t>(number_in(asked, "limit").value_or(kUsualPage), 1, kMostPage));
  page.newest_first = asked.query_text("order").value_or("newest") == "newest";
  page.table = asked.query_text("table");
  page.shift = number_in(asked, "shift");
  return page;
}

/// Lends a connection and answers with what `read` makes of it.
template <class Read>
Answered with_book(RoomService& room, Read read) {
  auto loan = room.readers().lend();
  if (const auto* no = refused(loan)) return *no;
  return read(std::get<Readers::Loan>(loan).database());
}

Answered list_rounds(RoomService& room, const Asked& asked) {
  return with_book(room, [&](auto& db) -> Answered {
    return json_answer(reports::rounds_page(db, page_asked(asked)));
  });
}
Answered list_shifts(RoomService& room, const Asked& asked) {
  return with_book(room, [&](auto& db) -> Answered {
    return json_answer(reports::shifts_page(db, page_asked(asked)));
  });
}
Answered list_turns(RoomService& room, const Asked& asked) {
  return with_book(room, [&](auto& db) -> Answered {
    return json_answer(reports::turns_page(db, page_asked(asked)));
  });
}
Answered list_offers(RoomService& room, const Asked& asked) {
  return with_book(room, [&](auto& db) -> Answered {
    return json_answer(reports::offers_page(db, page_asked(asked)));
  });
}
Answered list_fees(RoomService& room, const Asked& asked) {
  return with_book(room, [&](auto& db) -> Answered {
    return json_answer(reports::fees_page(db, page_asked(asked), room.games()));
  });
}

Answered read_round(RoomService& room, const Asked& asked) {
  return with_book(room, [&](auto& db) -> Answered {
    auto story = reports::round_story(db, room.games(), path_number(asked, "round"));
    if (const auto* no = refused(story)) return *no;
    Answer answer;
    answer.body = reports::story_json(std::get<reports::RoundStory>(story));
    return answer;
  });
}

Answered explain_round(RoomService& room, const Asked& asked) {
  return with_book(room, [&](auto& db) -> Answered {
    auto story = reports::round_story(db, room.games(), path_number(asked, "round"));
    if (const auto* no = refused(story)) return *no;
    Answer answer;
    answer.type = "text/plain; charset=utf-8";
    answer.body = reports::story_text(std::get<reports::RoundStory>(story), reports::Ink(false));
    return answer;
  });
}

std::vector<Parameter> page_parameters(bool table, bool shift) {
  std::vector<Parameter> all = {
      query_whole("after", "Cursor: 'next' of the page before"),
      query_whole("limit", "1 to 200, else the nearest of these; 50 where it is not said"),
      query_text("order", "newest where it is not said", {"newest", "oldest"})};
  if (table) all.push_back(query_text("table", "Only of this table"));
  if (shift) all.push_back(query_whole("shift", "Only of this shift, by its number"));
  return all;
}

template <class T>
Route list(std::string path, std::string name, std::string text, Reply serve, std::string shape,
           bool table, bool shift) {
  return {.path = std::move(path),
          .name = std::move(name),
          .text = std::move(text),
          .serve = serve,
          .answer = shape_of<Page<T>>(std::move(shape)),
          .parameters = page_parameters(table, shift),
          .tagged = true};
}

}  // namespace

void add_book_routes(std::vector<Route>& routes) {
  routes.push_back(list<reports::RoundRow>("/v1/rounds", "listRounds", "Rounds that ended.",
                                           &list_rounds, "Rounds", true, true));
  routes.push_back({.path = "/v1/rounds/{round}",
                    .name = "readRound",
                    .text = "A round with everything behind it: settlement, waivers, entries, "
                            "postings, events and hashes.",
                    .serve = &read_round,
                    .answer = {"Round", reports::story_told()},
                    .parameters = {path_whole("round", "Number of the round")},
                    .refusals = {Refusal::unknown_round},
                    .tagged = true});
  routes.push_back({.path = "/v1/rounds/{round}/explain",
                    .name = "explainRound",
                    .text = "The same told to a person, line by line with its clauses.",
                    .serve = &explain_round,
                    .answer = {"Explained", {}, "text/plain"},
                    .parameters = {path_whole("round", "Number of the round")},
                    .refusals = {Refusal::unknown_round},
                    .tagged = true});
  routes.push_back(list<reports::ShiftRow>("/v1/shifts", "listShifts", "Shifts.", &list_shifts,
                                           "Shifts", false, false));
  routes.push_back(list<reports::TurnRow>("/v1/turns", "listTurns",
                                          "Turns of the position that ended.", &list_turns, "Turns",
                                          true, false));
  routes.push_back(list<reports::OfferRow>("/v1/offers", "listOffers",
                                           "Offers of the position with their answers.",
                                           &list_offers, "Offers", true, false));
  routes.push_back(list<reports::FeeRow>("/v1/fees", "listFees",
                                         "Every collection fee with its payer; a page holds whole "
                                         "rounds.",
                                         &list_fees, "Fees", true, true));
}

}  // namespace cardroom::service
