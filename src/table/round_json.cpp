#include "cardroom/table/round_json.hpp"

#include <array>
#include <bitset>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/rules/deal.hpp"
#include "cardroom/table/json_tree.hpp"

namespace cardroom::table {

namespace {

using nlohmann::json;

enum class Kind : std::uint8_t { text, number, flag, object, list };

enum class Where : std::uint8_t { outside, round, player_dealer, wagers, wager };

enum class Key : std::uint8_t {
  game,
  schedule,
  player_dealer,
  wagers,
  player,
  banker,
  dealer_seat,
  dealer_wager_cents,
  dealer_cover,
  wager_seat,
  wager_bettor,
  wager_backline,
  wager_on,
  wager_cents,
};

struct Field {
  Key key;
  Where in;
  std::string_view name;
  Kind kind;
  bool required;
};

constexpr std::array<Field, 14> kFields = {{
    {Key::game, Where::round, "game", Kind::text, true},
    {Key::schedule, Where::round, "schedule", Kind::number, false},
    {Key::player_dealer, Where::round, "player_dealer", Kind::object, false},
    {Key::wagers, Where::round, "wagers", Kind::list, true},
    {Key::player, Where::round, "player", Kind::text, true},
    {Key::banker, Where::round, "banker", Kind::text, true},
    {Key::dealer_seat, Where::player_dealer, "seat", Kind::number, true},
    {Key::dealer_wager_cents, Where::player_dealer, "wager_cents", Kind::number, true},
    {Key::dealer_cover, Where::player_dealer, "cover", Kind::text, false},
    {Key::wager_seat, Where::wager, "seat", Kind::number, true},
    {Key::wager_bettor, Where::wager, "bettor", Kind::text, true},
    {Key::wager_backline, Where::wager, "backline", Kind::flag, false},
    {Key::wager_on, Where::wager, "on", Kind::text, true},
    {Key::wager_cents, Where::wager, "cents", Kind::number, true},
}};

constexpr std::string_view kind_text(Kind kind) {
  switch (kind) {
    case Kind::text: return "a text";
    case Kind::number: return "a whole number";
    case Kind::flag: return "true or false";
    case Kind::object: return "an object";
    case Kind::list: return "a list";
  }
  return {};
}

/// Fills a RoundTold while the text is parsed: nothing is built that is not wanted, and the first
/// fault stops the parser.
class RoundSax final : public json::json_sax_t {
 public:
  explicit RoundSax(std::size_t bytes) : bytes_(bytes) { told_.wagers.reserve(32); }

  OrRefused<RoundTold> finish(bool parsed) {
    if (refused_) return *refused_;
    rules::require(parsed, "T1: a parser that stops says why");
    return std::move(told_);
  }

  bool null() override { return wrong_type(); }
  bool boolean(bool value) override {
    if (!wants(Kind::flag)) return wrong_type();
    told_.wagers.back().backline = value;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    if (!wants(Kind::number)) return wrong_type();
    store(value);
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (!std::in_range<std::int64_t>(value)) return too_large();
    return number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t, const string_t& digits) override {
    if (!wants(Kind::number)) return wrong_type();
    if (digits.find_first_of(".eE") == string_t::npos) return too_large();
    return refuse(Refusal::not_a_whole_number,
                  fmt::format("{} is {}; whole numbers are written without point or exponent, "
                              "amounts in whole cents.",
                              here(), rules::printable(digits)));
  }
  bool string(string_t& value) override {
    if (!wants(Kind::text)) return wrong_type();
    store(value);
    return true;
  }
  bool binary(binary_t&) override { return wrong_type(); }

  bool start_object(std::size_t) override {
    if (skipping_ > 0) return deeper();
    if (where_ == Where::outside) return enter(Where::round);
    if (where_ == Where::wagers) {
      told_.wagers.emplace_back();
      return enter(Where::wager);
    }
    if (!wants(Kind::object)) return skip_wrong_type();
    told_.player_dealer.emplace();
    return enter(Where::player_dealer);
  }
  bool key(string_t& name) override {
    if (skipping_ > 0) return true;
    for (const Field& field : kFields) {
      if (field.in != where_ || field.name != name) continue;
      const auto bit = static_cast<std::size_t>(field.key);
      if (seen_[bit]) {
        return refuse(Refusal::duplicate_key, fmt::format("{} comes twice.", path(name)));
      }
      seen_[bit] = true;
      field_ = &field;
      return true;
    }
    return refuse(Refusal::unknown_key, fmt::format("{} is not known here; the keys are {}.",
                                                    path(rules::printable(name)), names(where_)));
  }
  bool end_object() override {
    if (skipping_ > 0) return shallower();
    for (const Field& field : kFields) {
      if (field.in == where_ && field.required && !seen_[static_cast<std::size_t>(field.key)]) {
        return refuse(Refusal::missing_key, fmt::format("{} is missing.", path(field.name)));
      }
    }
    for (const Field& field : kFields) {
      if (field.in == where_) seen_[static_cast<std::size_t>(field.key)] = false;
    }
    return enter(where_ == Where::wager           ? Where::wagers
                 : where_ == Where::player_dealer ? Where::round
                                                  : Where::outside);
  }
  bool start_array(std::size_t) override {
    if (skipping_ > 0) return deeper();
    if (!wants(Kind::list)) return skip_wrong_type();
    return enter(Where::wagers);
  }
  bool end_array() override {
    if (skipping_ > 0) return shallower();
    return enter(Where::round);
  }
  bool parse_error(std::size_t position, const std::string& last_token,
                   const json::exception& error) override {
    if (error.id == kNumberOverflow) {
      return skipping_ > 0 ? refuse(*wrong_place_) : number_float({}, last_token);
    }
    return refuse(parse_fault(position, last_token, error.what(), bytes_));
  }

 private:
  static constexpr int kMostDepth = 8;
  static constexpr int kNumberOverflow = 406;  // nlohmann: digits beyond the range of a double

  bool enter(Where where) {
    where_ = where;
    field_ = nullptr;
    return true;
  }

  [[nodiscard]] bool wants(Kind kind) const {
    return skipping_ == 0 && field_ != nullptr && field_->kind == kind;
  }

  bool refuse(Refused why) {
    if (!refused_) refused_ = std::move(why);
    return false;
  }
  bool refuse(Refusal code, std::string detail) { return refuse({code, std::move(detail)}); }

  bool wrong_type() {
    if (skipping_ > 0) return true;
    return refuse(Refusal::wrong_type, wrong_type_text());
  }

  [[nodiscard]] std::string wrong_type_text() const {
    if (where_ == Where::outside) return "A round is one JSON object.";
    if (where_ == Where::wagers) return fmt::format("{} must be an object.", here());
    return fmt::format("{} must be {}.", here(), kind_text(field_->kind));
  }

  /// A list or object where none belongs: looked through, so that a bottomless one is told apart.
  bool skip_wrong_type() {
    wrong_place_ = Refused{Refusal::wrong_type, wrong_type_text()};
    return deeper();
  }
  bool deeper() {
    if (++skipping_ <= kMostDepth) return true;
    return refuse(Refusal::nested_too_deeply,
                  "Lists or objects stand inside each other more than eight deep; a round needs "
                  "three levels.");
  }
  bool shallower() {
    if (--skipping_ > 0) return true;
    return refuse(*wrong_place_);
  }

  bool too_large() {
    if (!wants(Kind::number)) return wrong_type();
    return refuse(Refusal::number_too_large, fmt::format("{} does not fit into 64 bits.", here()));
  }

  void store(std::int64_t value) {
    switch (field_->key) {
      case Key::schedule: told_.schedule = value; break;
      case Key::dealer_seat: told_.player_dealer->seat = value; break;
      case Key::dealer_wager_cents: told_.player_dealer->wager_cents = value; break;
      case Key::wager_seat: told_.wagers.back().seat = value; break;
      case Key::wager_cents: told_.wagers.back().cents = value; break;
      default: throw rules::BrokenInvariant("T2: a number for a key that takes none");
    }
  }
  void store(string_t& value) {
    switch (field_->key) {
      case Key::game: told_.game = std::move(value); break;
      case Key::player: told_.player = std::move(value); break;
      case Key::banker: told_.banker = std::move(value); break;
      case Key::dealer_cover: told_.player_dealer->cover = std::move(value); break;
      case Key::wager_bettor: told_.wagers.back().bettor = std::move(value); break;
      case Key::wager_on: told_.wagers.back().on = std::move(value); break;
      default: throw rules::BrokenInvariant("T2: a text for a key that takes none");
    }
  }

  [[nodiscard]] std::string path(std::string_view name) const {
    switch (where_) {
      case Where::wager: return fmt::format("'wagers[{}].{}'", told_.wagers.size() - 1, name);
      case Where::player_dealer: return fmt::format("'player_dealer.{}'", name);
      default: return fmt::format("'{}'", name);
    }
  }
  [[nodiscard]] std::string here() const {
    if (where_ == Where::wagers) return fmt::format("'wagers[{}]'", told_.wagers.size());
    return path(field_ == nullptr ? "" : field_->name);
  }
  static std::string names(Where where) {
    std::string all;
    for (const Field& field : kFields) {
      if (field.in == where) rules::append_listed(all, field.name);
    }
    return all;
  }

  std::size_t bytes_;
  RoundTold told_;
  Where where_ = Where::outside;
  const Field* field_ = nullptr;
  std::bitset<kFields.size()> seen_;
  int skipping_ = 0;
  std::optional<Refused> wrong_place_;
  std::optional<Refused> refused_;
};

/// A key with what stands before it, then its number. Answers are most of `settle --lines`, so they
/// are put together without a format string.
void number(std::string& out, std::string_view key, std::int64_t value) {
  const fmt::format_int digits(value);
  out += key;
  out.append(digits.data(), digits.size());
}

void number(std::string& out, std::string_view key, Cents value) {
  number(out, key, value.count());
}

std::string_view yes_no(bool value) { return value ? "true" : "false"; }

/// "seat":5,"bettor":"s5","on":"player"
void write_who(std::string& out, const SettledRound& settled, std::uint16_t wager) {
  const auto& placed = settled.round.wagers()[wager];
  number(out, R"("seat":)", placed.seat.number());
  out += R"(,"bettor":)";
  write_json_string(out, settled.bettors[placed.bettor]);
  out += R"(,"on":")";
  out += settled.round.game().wager(placed.on).name;
  out += '"';
}

void write_fees(std::string& out, const SettledRound& settled, const settlement::Fees& fees) {
  number(out, R"(,"fees":{"schedule":)", fees.option);
  number(out, R"(,"action_cents":)", fees.action);
  out += R"(,"gap":)";
  out += yes_no(fees.gap);
  number(out, R"(,"player_dealer_cents":)", fees.player_dealer);
  number(out, R"(,"total_cents":)", fees.total);
  out += R"(,"players":[)";
  for (std::size_t i = 0; i < fees.players.size(); ++i) {
    out += i == 0 ? "{" : ",{";
    write_who(out, settled, fees.players[i].wager);
    number(out, R"(,"cents":)", fees.players[i].fee);
    out += '}';
  }
  out += "]}";
}

void write_line(std::string& out, const SettledRound& settled, const settlement::Line& line) {
  out += '{';
  write_who(out, settled, line.wager);
  number(out, R"(,"stake_cents":)", settled.round.wagers()[line.wager].stake);
  out += R"(,"result":")";
  out += settlement::name(line.result);
  number(out, R"(","due_cents":)", line.due);
  number(out, R"(,"paid_cents":)", line.paid);
  number(out, R"(,"taken_cents":)", line.taken);
  number(out, R"(,"returned_cents":)", line.returned);
  if (settled.round.player_dealer()) number(out, R"(,"cover_after_cents":)", line.cover_after);
  out += '}';
}

void write_outcome(std::string& out, const rules::Score& score) {
  number(out, R"(,"outcome":{"player_total":)", score.player_total);
  number(out, R"(,"banker_total":)", score.banker_total);
  out += R"(,"winner":")";
  out += rules::name(score.winner());
  number(out, R"(","player_cards":)", score.player_cards);
  number(out, R"(,"banker_cards":)", score.banker_cards);
  out += '}';
}

void write_bank(std::string& out, const SettledRound& settled) {
  const auto& totals = settled.settlement.totals;
  if (const auto& dealer = settled.round.player_dealer()) {
    number(out, R"("player_dealer":{"wager_cents":)", dealer->wager);
    number(out, R"(,"net_cents":)", totals.bank_net());
    number(out, R"(,"cover_left_cents":)", totals.cover_left);
    out += R"(,"exhausted":)";
    out += yes_no(totals.exhausted);
  } else {
    number(out, R"("house":{"net_cents":)", totals.bank_net());
  }
  out += '}';
}

}  // namespace

OrRefused<RoundTold> read_round_json(std::string_view text) {
  if (auto no = not_worth_parsing(text, "a round", kMostRoundBytes)) return *std::move(no);
  RoundSax reader(text.size());
  const bool parsed = json::sax_parse(text.begin(), text.end(), &reader);
  return reader.finish(parsed);
}

OrRefused<SettledRound> settle_json(std::string_view text, const Setting& setting) {
  auto told = read_round_json(text);
  if (const auto* no = rules::refused(told)) return *no;
  return settle(std::get<RoundTold>(told), setting);
}

void write_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

void write_refusal(std::string& out, const Refused& refused) {
  out += fmt::format(R"({{"error":{{"code":"{}","detail":)", rules::name(refused.code));
  write_json_string(out, refused.detail);
  out += "}}";
}

std::vector<FieldTold> answer_told() {
  const std::string whole = "whole number";
  const std::vector<FieldTold> who = {{"seat", whole}, {"bettor", "text"}, {"on", "text"}};
  std::vector<FieldTold> fee = who;
  fee.push_back({"cents", "cents"});
  std::vector<FieldTold> line = who;
  line.insert(line.end(), {{"stake_cents", "cents"},
                           {"result", "text", true, {}, {}, {"win", "lose", "push", "no-action"}},
                           {"due_cents", "cents"},
                           {"paid_cents", "cents"},
                           {"taken_cents", "cents"},
                           {"returned_cents", "cents"},
                           {"cover_after_cents", "cents", false}});
  const std::vector<FieldTold> outcome = {
      {"player_total", whole},
      {"banker_total", whole},
      {"winner", "text", true, {}, {}, {"player", "banker", "tie"}},
      {"player_cards", whole},
      {"banker_cards", whole}};
  const std::vector<FieldTold> fees = {
      {"schedule", whole},      {"action_cents", "cents"},
      {"gap", "true or false"}, {"player_dealer_cents", "cents"},
      {"total_cents", "cents"}, {"players", "list", true, "object", fee}};
  const std::vector<FieldTold> dealer = {{"wager_cents", "cents"},
                                         {"net_cents", "cents"},
                                         {"cover_left_cents", "cents"},
                                         {"exhausted", "true or false"}};
  return {{"game", "text"},
          {"outcome", "object", true, {}, outcome},
          {"fees", "object", false, {}, fees},
          {"lines", "list", true, "object", line},
          {"player_dealer", "object", false, {}, dealer},
          {"house", "object", false, {}, {{"net_cents", "cents"}}}};
}

void write_answer(std::string& out, const SettledRound& settled) {
  out += R"({"game":")";
  out += settled.round.game().name;
  out += '"';
  write_outcome(out, settled.decision.score);
  if (const auto& fees = settled.round.fees()) write_fees(out, settled, *fees);
  out += R"(,"lines":[)";
  for (std::size_t i = 0; i < settled.settlement.lines.size(); ++i) {
    if (i > 0) out += ',';
    write_line(out, settled, settled.settlement.lines[i]);
  }
  out += "],";
  write_bank(out, settled);
  out += '}';
}

}  // namespace cardroom::table
