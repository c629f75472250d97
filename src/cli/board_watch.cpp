#include "cardroom/cli/board_watch.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/remote.hpp"
#include "cardroom/table/field_reader.hpp"

namespace cardroom::cli {

namespace {

using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using rules::refused;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Events are gathered for so long: a board asks at most four times a second.
constexpr milliseconds kGathered{250};
constexpr milliseconds kQuiet{5000};
constexpr milliseconds kWithoutFeed{1000};
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
constexpr int kRounds = 10;

std::int64_t own_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<milliseconds>(now).count();
}

std::int64_t ms_since(steady_clock::time_point then) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - then).count();
}

Refused unclear(const std::string& why) {
  return {Refusal::answer_unclear, "The server's answer is not what this program knows: " + why};
}

template <class T>
OrRefused<std::shared_ptr<const T>> read(const std::string& json, std::string_view what) {
  auto told = table::read_fields<T>(json, what, kMostBytes);
  if (const auto* no = refused(told)) return unclear(no->detail);
  return std::make_shared<const T>(std::get<T>(std::move(told)));
}

RoundSeen round_in(const nlohmann::json& item) {
  const auto cents = [&](const char* key) {
    return rules::Cents{item.at(key).get<std::int64_t>()};
  };
  return {item.at("round"),         item.at("kind"),
          item.at("ended"),         item.value("player", ""),
          item.value("banker", ""), item.value("winner", ""),
          cents("action_cents"),    cents("player_dealer_fee_cents") + cents("player_fees_cents")};
}

OrRefused<std::vector<RoundSeen>> read_rounds(const std::string& json) {
  try {
    std::vector<RoundSeen> rounds;
    const auto page = nlohmann::json::parse(json);
    for (const auto& item : page.at("items")) rounds.push_back(round_in(item));
    return rounds;
  } catch (const nlohmann::json::exception& error) {
    return unclear(rules::printable(error.what(), 200));
  }
}

}  // namespace

BoardSeen BoardNews::seen(const service::FeedClient::State& feed) const {
  BoardSeen seen;
  seen.board = board.get();
  seen.table = table.get();
  seen.rounds = rounds.get();
  seen.now_ms = clock.at(own_ms());
  seen.silent_ms = ms_since(answered);
  seen.failing = trouble.has_value();
  if (trouble) seen.why = trouble->detail;
  seen.feed = feed.connected;
  seen.feed_away_ms = ms_since(feed.since);
  return seen;
}

OrRefused<std::optional<std::string>> BoardAsker::changed(const std::string& path) {
  service::Client::Headers headers;
  if (const auto tag = tags_.find(path); tag != tags_.end()) {
    headers["If-None-Match"] = tag->second;
  }
  const auto asked = own_ms();
  auto heard = client_->ask("GET", path, "", headers);
  if (const auto* no = refused(heard)) return *no;
  auto& answer = std::get<service::Client::Heard>(heard);
  if (answer.date_ms) news_.clock.heard(asked, own_ms(), *answer.date_ms);
  if (answer.status == 304) return Body();
  if (answer.status != 200) return service::refusal_in(answer);
  tags_[path] = answer.etag;
  return Body(std::move(answer.body));
}

std::optional<Refused> BoardAsker::ask_board() {
  auto body = changed("/v1/board");
  if (const auto* no = refused(body)) return *no;
  if (auto& json = std::get<Body>(body)) {
    auto board = read<reports::Board>(*json, "a board");
    if (const auto* no = refused(board)) {
      tags_.clear();
      return *no;
    }
    news_.board = std::get<0>(std::move(board));
    news_.json = std::move(*json);
  }
  return std::nullopt;
}

std::optional<Refused> BoardAsker::ask_table(const std::string& table) {
  if (looked_into_ != table) {
    looked_into_ = table;
    news_.table.reset();
    news_.rounds.reset();
    tags_.clear();
  }
  auto state = changed("/v1/tables/" + in_path(table));
  if (const auto* no = refused(state)) return *no;
  if (const auto& json = std::get<Body>(state)) {
    auto told = read<reports::LiveTable>(*json, "a table");
    if (const auto* no = refused(told)) return *no;
    news_.table = std::get<0>(std::move(told));
  }
  auto page = changed(fmt::format("/v1/rounds?table={}&limit={}", in_path(table), kRounds));
  if (const auto* no = refused(page)) return *no;
  if (const auto& json = std::get<Body>(page)) {
    auto rounds = read_rounds(*json);
    if (const auto* no = refused(rounds)) return *no;
    news_.rounds = std::make_shared<const std::vector<RoundSeen>>(std::get<0>(std::move(rounds)));
  }
  return std::nullopt;
}

void BoardAsker::ask(const std::optional<std::string>& table) {
  auto trouble = ask_board();
  if (!trouble && table) trouble = ask_table(*table);
  if (!trouble) news_.answered = steady_clock::now();
  news_.trouble = std::move(trouble);
}

BoardWatch::BoardWatch(std::unique_ptr<BoardAsker> asker, std::unique_ptr<service::Client> follower,
                       std::function<void()> woken)
    : asker_(std::move(asker)), woken_(std::move(woken)), news_(asker_->news()) {
  feed_ = std::make_unique<service::FeedClient>(std::move(follower), [this] { ask_soon(); });
  thread_ = std::thread([this] { run(); });
}

BoardWatch::~BoardWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  due_.notify_all();
  asker_->interrupt();
  thread_.join();
}

void BoardWatch::ask_soon() {
  {
    const std::lock_guard lock(mutex_);
    soon_ = true;
  }
  due_.notify_all();
}

void BoardWatch::look_into(const std::optional<std::string>& table) {
  {
    const std::lock_guard lock(mutex_);
    if (table_ == table) return;
    table_ = table;
    soon_ = true;
  }
  due_.notify_all();
}

BoardNews BoardWatch::news() const {
  const std::lock_guard lock(mutex_);
  return news_;
}

void BoardWatch::run() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    soon_ = false;
    const auto table = table_;
    lock.unlock();
    asker_->ask(table);
    const bool live = feed_->state().connected && !asker_->news().trouble;
    lock.lock();
    news_ = asker_->news();
    lock.unlock();
    woken_();
    lock.lock();
    if (due_.wait_for(lock, kGathered, [&] { return stopped_; })) return;
    due_.wait_for(lock, live ? kQuiet : kWithoutFeed, [&] { return soon_ || stopped_; });
  }
}

}  // namespace cardroom::cli
