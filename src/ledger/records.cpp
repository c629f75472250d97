#include "cardroom/ledger/records.hpp"

#include <algorithm>
#include <charconv>

#include "cardroom/ledger/schedule_file.hpp"
#include "cardroom/rules/broken_invariant.hpp"
#include "cardroom/rules/deal.hpp"

namespace cardroom::ledger {

namespace {

using rules::Cents;
using rules::Game;
using settlement::PlacedWager;
using table::RoundFact;
using table::Terms;

constexpr int kAnyNumber = 1'000'000;  // what the close once accepted is not counted again

std::optional<RoundFact::Kind> read_kind(std::string_view text) {
  for (int i = 0; i < 4; ++i) {
    if (name(static_cast<RoundFact::Kind>(i)) == text) return static_cast<RoundFact::Kind>(i);
  }
  return std::nullopt;
}

/// "bettors:Ann #1234" as name and patron; no name holds a '#'.
std::pair<std::string, std::string> person_in(std::string_view account) {
  account.remove_prefix(account.find(':') + 1);
  const auto patron = account.find(" #");
  if (patron == std::string_view::npos) return {std::string(account), {}};
  return {std::string(account.substr(0, patron)), std::string(account.substr(patron + 2))};
}

/// "player 1000-500000, banker ..." in the order of the game's wagers.
std::vector<std::optional<rules::Limits>> read_limits(std::string_view text) {
  std::vector<std::optional<rules::Limits>> limits;
  while (!text.empty()) {
    const auto part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 2));
    const auto least = part.find(' ') + 1;
    const auto most = part.find('-', least) + 1;
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::from_chars(part.data() + least, part.data() + part.size(), from);
    std::from_chars(part.data() + most, part.data() + part.size(), to);
    limits.emplace_back(rules::Limits{Cents{from}, Cents{to}});
  }
  return limits;
}

std::vector<rules::Card> read_hand(const Game& game, const std::string& text) {
  return std::get<0>(rules::read_cards(game, text));
}

}  // namespace

Terms BookRecords::terms(std::int64_t id, const Game*& game) const {
  SQLite::Statement row(database_,
                        "SELECT t.book, t.option, t.limits, t.differential, s.game FROM terms t "
                        "JOIN session s ON s.id = t.session WHERE t.id = ?");
  row.bind(1, id);
  rules::require(row.executeStep(), "L6: a round's terms are in the book");
  Terms terms;
  terms.id = id;
  game = std::get<const Game*>(rules::find_game(floor_.games, row.getColumn(4).getString()));
  if (!row.getColumn(0).isNull()) {
    terms.book = row.getColumn(0).getInt64();
    const auto found = floor_.books->at(terms.book).find(row.getColumn(1).getInt64());
    terms.schedule = *std::get<const settlement::Schedule*>(found);
  }
  if (!row.getColumn(2).isNull()) terms.limits = read_limits(row.getColumn(2).getString());
  if (!row.getColumn(3).isNull()) terms.differential = Cents{row.getColumn(3).getInt64()};
  return terms;
}

void BookRecords::read_wagers(std::int64_t first, std::int64_t count, const Game& game,
                              RoundFact& fact, std::vector<PlacedWager>& wagers,
                              std::vector<std::string>& bettors) const {
  SQLite::Statement row(database_,
                        "SELECT w.seat, a.name, w.space, w.backline, w.stake, w.unsettled "
                        "FROM wager w JOIN account a ON a.id = w.bettor "
                        "WHERE w.id >= ? AND w.id < ? ORDER BY w.id");
  row.bind(1, first);
  row.bind(2, first + count);
  while (row.executeStep()) {
    const auto [who, patron] = person_in(row.getColumn(1).getString());
    const auto known = std::find(bettors.begin(), bettors.end(), who);
    const auto number = static_cast<std::uint16_t>(known - bettors.begin());
    if (known == bettors.end()) {
      bettors.push_back(who);
      fact.patrons.push_back(patron);
    }
    wagers.push_back({.seat = game.layout.seat(row.getColumn(0).getInt64()).value(),
                      .bettor = number,
                      .on = static_cast<std::uint8_t>(row.getColumn(2).getInt()),
                      .backline = row.getColumn(3).getInt() != 0,
                      .stake = Cents{row.getColumn(4).getInt64()},
                      .unsettled = Cents{row.getColumn(5).getInt64()}});
  }
}

std::optional<RoundFact> BookRecords::round(std::int64_t id, std::int64_t before) const {
  SQLite::Statement row(
      database_,
      "SELECT r.kind, g.name, r.shift, r.terms, r.turn, r.hand, a.name, r.seat, r.bank, r.closed, "
      "r.closed_ms, r.player, r.banker, r.first_wager, r.wagers, r.corrects, "
      "r.player_dealer_fee + r.player_fees FROM round r JOIN gaming_table g ON g.id = "
      "r.gaming_table "
      "LEFT JOIN account a ON a.id = r.player_dealer WHERE r.id = ? AND r.event < ?");
  row.bind(1, id);
  row.bind(2, before);
  if (!row.executeStep()) return std::nullopt;
  const auto kind = read_kind(row.getColumn(0).getString()).value();
  if (kind == RoundFact::Kind::reversal) {
    auto undone = round(row.getColumn(15).getInt64(), before);
    undone.value().id = id;
    undone->kind = kind;
    undone->corrects = row.getColumn(15).getInt64();
    return undone;
  }
  RoundFact fact;
  const Game* game = nullptr;
  fact.id = id;
  fact.kind = kind;
  fact.table = row.getColumn(1).getString();
  fact.shift = row.getColumn(2).getInt64();
  fact.terms = terms(row.getColumn(3).getInt64(), game);
  fact.turn = row.getColumn(4).getInt64();
  fact.hand = row.getColumn(5).getInt();
  fact.closed_event = row.getColumn(9).getInt64();
  fact.closed_ms = row.getColumn(10).getInt64();
  if (!row.getColumn(15).isNull()) fact.corrects = row.getColumn(15).getInt64();
  std::optional<settlement::PlayerDealer> dealer;
  if (!row.getColumn(6).isNull()) {
    std::tie(fact.player_dealer, fact.player_dealer_patron) =
        person_in(row.getColumn(6).getString());
    fact.seat = game->layout.seat(row.getColumn(7).getInt64());
    fact.bank = Cents{row.getColumn(8).getInt64()};
    dealer = settlement::PlayerDealer{fact.seat.value(), fact.bank, game->cover};
  }
  std::vector<PlacedWager> wagers;
  std::vector<std::string> bettors;
  read_wagers(row.getColumn(13).getInt64(), row.getColumn(14).getInt64(), *game, fact, wagers,
              bettors);
  std::optional<settlement::ClosedRound> closed;
  if (fact.closed_event != 0) {
    auto again = settlement::ClosedRound::close(
        {.game = *game,
         .schedule = fact.terms.schedule ? &*fact.terms.schedule : nullptr,
         .player_dealer = dealer,
         .wagers = wagers,
         .bettors = bettors,
         .backline_bettors_a_seat = kAnyNumber,
         .wagers_an_area = kAnyNumber});
    rules::require(rules::refused(again) == nullptr, "L6: a recorded round can be closed again");
    closed = std::get<settlement::ClosedRound>(std::move(again));
  }
  if (kind == RoundFact::Kind::voided) {
    fact.fees_kept = row.getColumn(16).getInt64() != 0;
    fact.voided = std::move(closed);
    fact.voided_wagers = std::move(wagers);
    fact.voided_bettors = std::move(bettors);
    return fact;
  }
  const auto player = read_hand(*game, row.getColumn(11).getString());
  const auto banker = read_hand(*game, row.getColumn(12).getString());
  const auto deal = std::get<rules::Deal>(rules::complete_deal(*game, player, banker));
  const auto decision = rules::decide(*game, deal);
  auto settlement = settlement::settle(*closed, decision);
  fact.settled = table::SettledRound{std::move(bettors), *std::move(closed), deal, decision,
                                     std::move(settlement)};
  return fact;
}

bool BookRecords::reversed(std::int64_t round, std::int64_t before) const {
  SQLite::Statement row(database_, "SELECT 1 FROM round WHERE corrects = ? AND event < ?");
  row.bind(1, round);
  row.bind(2, before);
  return row.executeStep();
}

std::vector<table::Waiver> BookRecords::waivers(std::int64_t round, std::int64_t before) const {
  SQLite::Statement row(
      database_,
      "SELECT g.name, w.shift, w.bettor, a.name, w.cents, w.reason FROM waiver w "
      "JOIN gaming_table g ON g.id = w.gaming_table JOIN account a ON a.id = w.account "
      "WHERE w.round = ? AND w.event < ? ORDER BY w.id");
  row.bind(1, round);
  row.bind(2, before);
  std::vector<table::Waiver> all;
  while (row.executeStep()) {
    auto [payer, patron] = person_in(row.getColumn(3).getString());
    all.push_back({.round = round,
                   .table = row.getColumn(0).getString(),
                   .shift = row.getColumn(1).getInt64(),
                   .bettor = row.getColumn(2).isNull()
                                 ? std::nullopt
                                 : std::optional(row.getColumn(2).getString()),
                   .payer = std::move(payer),
                   .patron = std::move(patron),
                   .cents = Cents{row.getColumn(4).getInt64()},
                   .reason = row.getColumn(5).getString()});
  }
  return all;
}

std::optional<table::ShiftRecord> BookRecords::shift(std::int64_t id, std::int64_t before) const {
  SQLite::Statement row(database_,
                        "SELECT s.name, s.date, c.id IS NOT NULL AND c.id < ?2 FROM shift s "
                        "LEFT JOIN shift_close c ON c.shift = s.id WHERE s.id = ?1 AND s.id < ?2");
  row.bind(1, id);
  row.bind(2, before);
  if (!row.executeStep()) return std::nullopt;
  return table::ShiftRecord{row.getColumn(0).getString(), row.getColumn(1).getString(),
                            row.getColumn(2).getInt() != 0};
}

std::optional<std::int64_t> BookRecords::count_of(const std::string& table, std::int64_t shift,
                                                  std::int64_t before) const {
  SQLite::Statement row(
      database_,
      "SELECT max(d.id) FROM drop_count d JOIN gaming_table g ON g.id = d.gaming_table "
      "WHERE g.name = ? AND d.shift = ? AND d.id < ?");
  row.bind(1, table);
  row.bind(2, shift);
  row.bind(3, before);
  if (!row.executeStep() || row.getColumn(0).isNull()) return std::nullopt;
  return row.getColumn(0).getInt64();
}

std::optional<table::Records::Count> BookRecords::count(std::int64_t id,
                                                        std::int64_t before) const {
  SQLite::Statement row(database_,
                        "SELECT g.name, d.box, d.shift, EXISTS (SELECT 1 FROM drop_count n WHERE "
                        "n.recounts = d.id AND "
                        "n.id < ?2) FROM drop_count d JOIN gaming_table g ON g.id = d.gaming_table "
                        "WHERE d.id = ?1 AND d.id < ?2");
  row.bind(1, id);
  row.bind(2, before);
  if (!row.executeStep()) return std::nullopt;
  return Count{row.getColumn(0).getString(), row.getColumn(1).getString(),
               row.getColumn(2).getInt64(), row.getColumn(3).getInt() != 0};
}

bool BookRecords::known_table(const std::string& table) const {
  SQLite::Statement row(database_, "SELECT 1 FROM gaming_table WHERE name = ?");
  row.bind(1, table);
  return row.executeStep();
}

Cents BookRecords::expected_drop(std::int64_t gaming_table, std::int64_t shift,
                                 std::int64_t before) const {
  SQLite::Statement row(
      database_,
      "SELECT (SELECT coalesce(sum(player_dealer_fee + player_fees), 0) FROM round "
      "WHERE shift = ?2 AND gaming_table = ?1 AND event < ?3) - "
      "(SELECT coalesce(sum(cents), 0) FROM waiver WHERE shift = ?2 AND gaming_table = ?1 AND "
      "event < ?3)");
  row.bind(1, gaming_table);
  row.bind(2, shift);
  row.bind(3, before);
  row.executeStep();
  return Cents{row.getColumn(0).getInt64()};
}

std::vector<std::int64_t> BookRecords::rounds_of(std::int64_t event) const {
  SQLite::Statement row(database_, "SELECT id FROM round WHERE event = ? ORDER BY id");
  row.bind(1, event);
  std::vector<std::int64_t> ids;
  while (row.executeStep()) ids.push_back(row.getColumn(0).getInt64());
  return ids;
}

namespace {

settlement::ScheduleBook book_in(const table::LoadSchedules& load,
                                 std::span<const rules::Game* const> games) {
  auto book = read_schedules(load.toml, load.file, games);
  rules::require(rules::refused(book) == nullptr, "L7: a schedule of the log can be read");
  return std::get<settlement::ScheduleBook>(std::move(book));
}

table::Command command_in(const std::string& body) {
  auto command = table::read_command(body);
  rules::require(rules::refused(command) == nullptr, "L7: an event is a command");
  return std::get<table::Command>(std::move(command));
}

}  // namespace

settlement::ScheduleBook loaded_schedules(SQLite::Database& database,
                                          std::span<const rules::Game* const> games,
                                          std::int64_t event) {
  SQLite::Statement row(database, "SELECT body FROM event WHERE seq = ?");
  row.bind(1, event);
  rules::require(row.executeStep(), "L6: the schedules of a table's terms are in the log");
  const auto command = command_in(row.getColumn(0).getString());
  return book_in(std::get<table::LoadSchedules>(command), games);
}

table::Floor reading_floor(SQLite::Database& database, std::span<const rules::Game* const> games) {
  table::Floor floor;
  floor.games = games;
  floor.read_schedules = &read_schedules;
  SQLite::Statement row(database,
                        "SELECT seq, body FROM event WHERE stream = 0 AND "
                        "kind IN ('set-room', 'load-schedules') ORDER BY seq");
  while (row.executeStep()) {
    const auto read = command_in(row.getColumn(1).getString());
    if (const auto* room = std::get_if<table::SetRoom>(&read)) floor.room = *room;
    if (const auto* load = std::get_if<table::LoadSchedules>(&read)) {
      floor.books.change()[row.getColumn(0).getInt64()] = book_in(*load, games);
    }
  }
  return floor;
}

}  // namespace cardroom::ledger
