#include "cardroom/ledger/schedule_file.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <set>

#include <toml++/toml.h>

#include "cardroom/ledger/file.hpp"

namespace cardroom::ledger {

namespace {

using rules::Cents;
using rules::Game;
using rules::Refusal;
using rules::Refused;
using settlement::FeeByAction;
using settlement::FeeBySpace;
using settlement::Schedule;
using settlement::ScheduleBook;
using settlement::Spaces;
using settlement::Tier;

constexpr std::size_t kMostFileBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostRates = 5;  // F7-fees.5
constexpr Cents kFeeUnit{50};          // W-chip

/// Carries the first fault out of the nested reading; never leaves this file.
struct Fault {
  Refused why;
};

struct Range {
  Cents from;
  std::optional<Cents> to;
};

class Reader {
 public:
  Reader(std::string_view file_name, std::span<const Game* const> games)
      : file_name_(file_name), games_(games) {}

  ScheduleBook read(std::string_view toml) {
    const toml::table root = parse(toml);
    only(root, {"game", "title", "source", "dated"}, {"notice", "by_space", "by_action"});
    auto found = rules::find_game(games_, text(root, "game"));
    if (const auto* no = rules::refused(found)) fail(no->code, need(root, "game"), no->detail);
    game_ = std::get<const Game*>(found);
    if (game_->banking != rules::Banking::player_dealer) {
      fail(Refusal::schedule_bad_value, need(root, "game"),
           std::string(game_->name) + " is banked by the house and takes no collection fee.");
    }
    ScheduleBook book{std::string(game_->name),
                      text(root, "title"),
                      text(root, "source"),
                      date(root, "dated"),
                      root.contains("notice") ? text(root, "notice") : "",
                      {}};
    if (const auto* part = root.get("by_space")) by_space(table(*part), book);
    if (const auto* part = root.get("by_action")) by_action(table(*part), book);
    if (book.options.empty()) {
      fail(Refusal::schedule_missing_field, root,
           "no option: by_space or by_action must hold one.");
    }
    std::sort(book.options.begin(), book.options.end(),
              [](const Schedule& a, const Schedule& b) { return a.option < b.option; });
    return book;
  }

 private:
  toml::table parse(std::string_view toml) {
    try {
      return toml::parse(toml, file_name_);
    } catch (const toml::parse_error& error) {
      throw Fault{{Refusal::schedule_not_toml,
                   place(error.source()) + "not TOML: " + std::string(error.description()) + "."}};
    }
  }

  void by_space(const toml::table& part, ScheduleBook& book) {
    only(part, {"fee_spaces", "options"});
    const Spaces spaces = space_list(part, "fee_spaces");
    for (const toml::node& node : list(part, "options")) {
      const toml::table& row = table(node);
      only(row, {"number", "limit", "player_fee", "player_dealer_fee"});
      add(book, row, FeeBySpace{spaces, fee(row, "player_fee"), fee(row, "player_dealer_fee")});
    }
  }

  void by_action(const toml::table& part, ScheduleBook& book) {
    only(part, {"action_spaces", "gap", "no_tier", "options"});
    const Spaces spaces = space_list(part, "action_spaces");
    const auto gap = one_of<FeeByAction::Gap>(
        part, "gap",
        {{"lower-tier", FeeByAction::Gap::lower_tier}, {"refuse", FeeByAction::Gap::refuse}});
    const auto no_tier =
        one_of<FeeByAction::NoTier>(part, "no_tier",
                                    {{"refuse", FeeByAction::NoTier::refuse},
                                     {"nearest-tier", FeeByAction::NoTier::nearest_tier}});
    for (const toml::node& node : list(part, "options")) {
      const toml::table& row = table(node);
      only(row, {"number", "limit", "tiers"});
      add(book, row, FeeByAction{spaces, tiers(row), gap, no_tier});
    }
  }

  void add(ScheduleBook& book, const toml::table& row, std::variant<FeeBySpace, FeeByAction> fees) {
    const auto& number_node = need(row, "number");
    const auto number = number_node.value_exact<std::int64_t>();
    if (!number || *number < 1 || *number > 999) {
      fail(Refusal::schedule_bad_value, number_node,
           "an option's number is a whole number, 1 to 999.");
    }
    const bool twice = std::any_of(book.options.begin(), book.options.end(),
                                   [&](const Schedule& s) { return s.option == *number; });
    if (twice) {
      fail(Refusal::schedule_option_twice, number_node,
           "option " + std::to_string(*number) + " is already in this file (F7-fees.3).");
    }
    const Range limit = range(row, "limit");
    if (!limit.to) {
      fail(Refusal::schedule_bad_value, need(row, "limit"),
           "a table limit has a lowest and a highest amount.");
    }
    book.options.push_back({static_cast<int>(*number), {limit.from, *limit.to}, std::move(fees)});
  }

  std::vector<Tier> tiers(const toml::table& row) {
    std::vector<Tier> tiers;
    for (const toml::node& node : list(row, "tiers")) {
      const toml::table& tier_row = table(node);
      only(tier_row, {"action", "player_dealer_fee"});
      const Range action = range(tier_row, "action");
      const Tier tier{action.from, action.to, fee(tier_row, "player_dealer_fee")};
      if (!tiers.empty()) follows(tiers.back(), tier, node);
      tiers.push_back(tier);
      if (tiers.size() > kMostRates) {
        fail(Refusal::schedule_too_many_rates, node,
             "a sixth rate: at most five collection rates are allowed for a table limit "
             "(F7-fees.5).");
      }
    }
    return tiers;
  }

  void follows(const Tier& before, const Tier& tier, const toml::node& node) {
    if (tier.from <= before.from) {
      fail(Refusal::schedule_tiers_fall, node,
           "the tier from " + dollars_text(tier.from) + " stands after the one from " +
               dollars_text(before.from) + "; tiers rise.");
    }
    if (!before.to || tier.from <= *before.to) {
      fail(Refusal::schedule_tiers_overlap, node,
           "the tier from " + dollars_text(tier.from) + " overlaps the one from " +
               dollars_text(before.from) + ": an action would have two fees.");
    }
    if (tier.player_dealer_fee < before.player_dealer_fee) {
      fail(Refusal::schedule_tiers_fall, node,
           "the fee falls to " + dollars_text(tier.player_dealer_fee) + " from " +
               dollars_text(before.player_dealer_fee) + " while the action rises.");
    }
  }

  // --- Fields ------------------------------------------------------------------------------------

  /// The fields of a table: these, and whichever of `optional`. Values are looked at afterwards.
  void only(const toml::table& table, std::initializer_list<std::string_view> required,
            std::initializer_list<std::string_view> optional = {}) {
    std::vector<std::string_view> known(required);
    known.insert(known.end(), optional);
    for (const auto& [key, node] : table) {
      if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
        unknown(key.str(), node, known);
      }
    }
    for (const auto key : required) need(table, key);
  }

  [[noreturn]] void unknown(std::string_view key, const toml::node& node,
                            const std::vector<std::string_view>& known) const {
    const std::string field = "'" + rules::printable(key) + "'";
    const bool share = key.find("percent") != std::string_view::npos ||
                       key.find("share") != std::string_view::npos;
    if (share) fail(Refusal::schedule_percentage, node, field + kNoShare);
    std::string names;
    for (const auto name : known) rules::append_listed(names, name);
    fail(Refusal::schedule_unknown_field, node,
         field + " is not a field here; the fields are " + names + ".");
  }

  const toml::node& need(const toml::table& table, std::string_view key) {
    if (const auto* node = table.get(key)) return *node;
    fail(Refusal::schedule_missing_field, table, "'" + std::string(key) + "' is missing.");
  }

  const toml::table& table(const toml::node& node) {
    if (const auto* table = node.as_table()) return *table;
    fail(Refusal::schedule_bad_value, node, "a table of fields is expected here.");
  }

  const toml::array& list(const toml::table& table, std::string_view key) {
    const toml::node& node = need(table, key);
    const auto* array = node.as_array();
    if (array == nullptr || array->empty()) {
      fail(Refusal::schedule_bad_value, node,
           "'" + std::string(key) + "' is a list with at least one row.");
    }
    return *array;
  }

  std::string text(const toml::table& table, std::string_view key) {
    const toml::node& node = need(table, key);
    const auto* value = node.as_string();
    if (value == nullptr || value->get().empty()) {
      fail(Refusal::schedule_bad_value, node, "'" + std::string(key) + "' is a text in quotes.");
    }
    return value->get();
  }

  std::string date(const toml::table& table, std::string_view key) {
    const toml::node& node = need(table, key);
    const auto value = node.value_exact<toml::date>();
    if (!value)
      fail(Refusal::schedule_bad_value, node,
           "'" + std::string(key) + "' is a date such as 2026-11-18.");
    std::ostringstream out;
    out << *value;
    return out.str();
  }

  template <class Choice>
  Choice one_of(const toml::table& table, std::string_view key,
                std::initializer_list<std::pair<std::string_view, Choice>> choices) {
    const std::string value = text(table, key);
    std::string names;
    for (const auto& [name, choice] : choices) {
      if (name == value) return choice;
      rules::append_listed(names, name, " or ");
    }
    fail(Refusal::schedule_bad_value, need(table, key),
         "'" + std::string(key) + "' is " + names + ".");
  }

  Spaces space_list(const toml::table& table, std::string_view key) {
    Spaces spaces;
    for (const toml::node& node : list(table, key)) {
      const auto* name = node.as_string();
      const auto wager = name == nullptr ? std::nullopt : game_->find_wager(name->get());
      if (!wager) {
        fail(Refusal::schedule_bad_value, node,
             "not a betting space of " + std::string(game_->name) + ".");
      }
      spaces.add(*wager);
    }
    return spaces;
  }

  Cents amount(std::string_view value, const toml::node& node) {
    for (const std::string_view sign : {"%", "percent", "/"}) {
      if (value.find(sign) != std::string_view::npos) {
        fail(Refusal::schedule_percentage, node, "'" + rules::printable(value) + "'" + kNoShare);
      }
    }
    const auto cents = rules::read_dollars(value);
    if (!cents) {
      fail(Refusal::schedule_bad_value, node,
           "'" + rules::printable(value) +
               "' is not an amount; write it like \"$0.50\" or \"$1,505\".");
    }
    return *cents;
  }

  std::string amount_text(const toml::table& table, std::string_view key) {
    const toml::node& node = need(table, key);
    if (node.is_number()) {
      fail(Refusal::schedule_bad_value, node,
           "'" + std::string(key) + "' stands in quotes, with its dollar sign, like \"$3.00\".");
    }
    return text(table, key);
  }

  Cents fee(const toml::table& table, std::string_view key) {
    const Cents fee = amount(amount_text(table, key), need(table, key));
    if (fee.count() % kFeeUnit.count() != 0) {
      fail(Refusal::schedule_bad_value, need(table, key),
           dollars_text(fee) + " cannot be paid in half dollars (W-chip).");
    }
    return fee;
  }

  /// "$100 - $500" or "$1,505+".
  Range range(const toml::table& table, std::string_view key) {
    const toml::node& node = need(table, key);
    const std::string value = amount_text(table, key);
    const bool open = value.ends_with('+');
    const auto dash = value.find(" - ");
    if (!open && dash == std::string::npos) {
      for (const std::string_view sign : {"%", "percent"}) {
        if (value.find(sign) != std::string::npos) amount(value, node);
      }
      fail(Refusal::schedule_bad_value, node,
           "'" + rules::printable(value) +
               "' is not a range; write it like \"$100 - $500\" or \"$1,505+\".");
    }
    const std::string_view ends = value;
    Range range{amount(ends.substr(0, open ? ends.size() - 1 : dash), node), std::nullopt};
    if (!open) range.to = amount(ends.substr(dash + 3), node);
    if (range.from > range.to.value_or(range.from) || range.from == Cents{}) {
      fail(Refusal::schedule_bad_value, node,
           "'" + rules::printable(value) + "' does not run upwards from more than nothing.");
    }
    return range;
  }

  static constexpr const char* kNoShare =
      ": a fee is a fixed amount, never a share of wagers or winnings (F7-fees.4, C-law).";

  [[nodiscard]] std::string place(const toml::source_region& source) const {
    return rules::printable(file_name_, kPathShown) + ":" + std::to_string(source.begin.line) +
           ": ";
  }

  [[noreturn]] void fail(Refusal code, const toml::node& node, const std::string& why) const {
    throw Fault{{code, place(node.source()) + why}};
  }

  std::string_view file_name_;
  std::span<const Game* const> games_;
  const Game* game_ = nullptr;
};

}  // namespace

rules::OrRefused<ScheduleBook> read_schedules(std::string_view toml, std::string_view file_name,
                                              std::span<const Game* const> games) {
  try {
    return Reader(file_name, games).read(toml);
  } catch (const Fault& fault) {
    return fault.why;
  }
}

rules::OrRefused<ScheduleBook> load_schedules(const std::string& path,
                                              std::span<const Game* const> games) {
  auto content = read_file(path, kMostFileBytes);
  if (const auto* no = rules::refused(content)) return *no;
  return read_schedules(std::get<std::string>(content), path, games);
}

rules::OrRefused<std::vector<ScheduleBook>> load_schedule_folder(
    const std::string& folder, std::span<const Game* const> games) {
  std::error_code error;
  std::set<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(folder, error)) {
    if (file.path().extension() == ".toml") paths.insert(file.path().string());
  }
  if (error) {
    return Refused{Refusal::file_unreadable, "Cannot read the schedules in '" +
                                                 rules::printable(folder, kPathShown) +
                                                 "': " + error.message() + "."};
  }
  std::vector<ScheduleBook> books;
  for (const std::string& path : paths) {
    auto loaded = load_schedules(path, games);
    if (const auto* no = rules::refused(loaded)) return *no;
    auto& book = std::get<ScheduleBook>(loaded);
    const auto other = settlement::find_book(books, book.game);
    if (rules::refused(other) == nullptr) {
      return Refused{Refusal::schedule_game_twice, rules::printable(path, kPathShown) +
                                                       ": another file of this folder holds "
                                                       "the schedules of " +
                                                       book.game + " already; a game has one."};
    }
    books.push_back(std::move(book));
  }
  return books;
}

}  // namespace cardroom::ledger
