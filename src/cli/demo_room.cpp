#include "cardroom/cli/demo_room.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <ostream>
#include <thread>

#include <fmt/format.h>
#include <sodium.h>
#include <nlohmann/json.hpp>

#include "cardroom/cli/remote.hpp"
#include "cardroom/service/server.hpp"
#include "cardroom/table/moment.hpp"

namespace cardroom::cli {

namespace {

using nlohmann::json;
using rules::OrRefused;
using rules::Refusal;
using rules::Refused;
using rules::refused;

constexpr std::int64_t kTablesApartMs = 900;  // tables do not move in step
constexpr int kPeople = 6;

/// The wall's time, until somebody ends it.
class WallPace final : public Pace {
 public:
  explicit WallPace(const ledger::Clock& clock) : clock_(clock) {}

  [[nodiscard]] std::int64_t now_ms() const override { return clock_.now_ms(); }
  [[nodiscard]] bool wait_until(std::int64_t ms) override {
    std::unique_lock lock(mutex_);
    const auto rest = std::chrono::milliseconds(ms - clock_.now_ms());
    ended_now_.wait_for(lock, rest, [&] { return ended_; });
    return !ended_;
  }
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    ended_now_.notify_all();
  }

 private:
  const ledger::Clock& clock_;
  std::mutex mutex_;
  std::condition_variable ended_now_;
  bool ended_ = false;
};

class ServedBook final : public DemoBook {
 public:
  explicit ServedBook(service::RoomService& room) : room_(room) {}

  [[nodiscard]] std::shared_ptr<const table::Floor> floor() const override { return room_.floor(); }
  [[nodiscard]] std::optional<Refused> give(table::Request request) override {
    return room_.record(std::move(request), {"127.0.0.1", "demo"}).why_not;
  }

 private:
  service::RoomService& room_;
};

std::string random_secret() {
  unsigned char bytes[24];
  randombytes_buf(bytes, sizeof bytes);
  char text[2 * sizeof bytes + 1];
  return sodium_bin2hex(text, sizeof text, bytes, sizeof bytes);
}

/// The shift of the room's day that it is now.
std::string shift_now(const table::Floor& floor, std::int64_t now_ms) {
  constexpr int kDayMinutes = 24 * 60;
  const auto wall = ledger::moment_on(floor, now_ms).local_ms() / table::kMinuteMs;
  const auto now = static_cast<int>(wall % kDayMinutes);
  for (const auto& shift : floor.room->shifts) {
    const int from = table::read_clock_time(shift.from).value_or(0);
    const int to = table::read_clock_time(shift.to).value_or(0);
    const bool inside = from < to ? now >= from && now < to : now >= from || now < to;
    if (inside) return shift.name;
  }
  return floor.room->shifts.front().name;
}

/// A server asked over the line, as people ask it.
class Asker {
 public:
  explicit Asker(std::unique_ptr<service::Client> client) : client_(std::move(client)) {}

  /// The answer's member; the first refusal is kept and ends the asking.
  std::string ask(const char* method, const std::string& path, const json& body,
                  const char* member) {
    if (why_not) return {};
    auto heard = client_->ask(method, path, body.is_null() ? std::string() : body.dump());
    if (const auto* no = refused(heard)) {
      why_not = *no;
      return {};
    }
    const auto& answer = std::get<service::Client::Heard>(heard);
    if (answer.status >= 300) {
      why_not = service::refusal_in(answer);
      return {};
    }
    const auto told = json::parse(answer.body, nullptr, false);
    return told.is_object() ? told.value(member, "") : "";
  }
  void sign(std::string token) { client_->sign(std::move(token)); }

  std::optional<Refused> why_not;

 private:
  std::unique_ptr<service::Client> client_;
};

}  // namespace

/// The hands of the served shift, on a thread of their own.
class DemoRoom::Play {
 public:
  Play(service::RoomService& room, const ledger::Clock& clock, const DemoAsked& asked,
       std::ostream& err)
      : pace_(clock),
        book_(room),
        floor_({asked.seed, false}, book_, pace_, "live"),
        tables_(demo_tables(asked.tables)),
        err_(err) {}
  ~Play() { end(); }
  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;

  /// Opens the shift and its tables, then goes on by itself.
  std::optional<Refused> begin() {
    const auto now = pace_.now_ms();
    const auto floor = book_.floor();
    const auto today = table::date_text(ledger::moment_on(*floor, now));
    std::vector<table::Command> commands = {table::OpenShift{shift_now(*floor, now)}};
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      const auto place = static_cast<int>(i);
      floor_.add(tables_[i].name, now + place * kTablesApartMs);
      commands.push_back(open_demo_table(tables_[i], *floor));
      for (auto& sits : seat_demo_people(tables_[i], place, kPeople, today)) {
        commands.push_back(std::move(sits));
      }
    }
    for (const auto& command : commands) {
      if (auto no = floor_.give(command)) return no;
    }
    thread_ = std::thread([this] { run(); });
    return std::nullopt;
  }

  void end() {
    pace_.end();
    if (thread_.joinable()) thread_.join();
  }

 private:
  void run() {
    try {
      constexpr auto kForEver = std::chrono::hours(24 * 365);
      const auto until = pace_.now_ms() + std::chrono::milliseconds(kForEver).count();
      static_cast<void>(floor_.play_until(until));
    } catch (const std::exception& fault) {
      err_ << "cardroom: a fault of the program, the demo's tables stand still: " << fault.what()
           << std::endl;
    }
  }

  WallPace pace_;
  ServedBook book_;
  DemoFloor floor_;
  std::vector<DemoTable> tables_;
  std::ostream& err_;
  std::thread thread_;
};

DemoRoom::DemoRoom() = default;

DemoRoom::~DemoRoom() { stop(); }

OrRefused<std::unique_ptr<DemoRoom>> DemoRoom::open(const Asked& asked, const ledger::Clock& clock,
                                                    const Terminal& terminal) {
  auto book = ledger::Book::open_to_write(asked.book);
  if (const auto* no = refused(book)) return *no;
  service::RoomSettings settings;
  settings.version = CARDROOM_VERSION;
  auto room = service::RoomService::open(std::get<0>(std::move(book)), terminal.games, clock,
                                         std::move(settings));
  if (const auto* no = refused(room)) return *no;
  auto demo = std::unique_ptr<DemoRoom>(new DemoRoom);
  demo->room_ = std::get<0>(std::move(room));
  if (auto no = demo->serve(asked)) return *no;
  demo->play_ = std::make_unique<Play>(*demo->room_, clock, asked.play, terminal.err);
  if (auto no = demo->play_->begin()) return *no;
  return demo;
}

std::optional<Refused> DemoRoom::serve(const Asked& asked) {
  service::ServerSettings settings;
  if (asked.port) settings.port = *asked.port;
  auto server = service::Server::start(*room_, settings, nullptr);
  if (refused(server) != nullptr && !asked.port) {
    elsewhere_ = true;
    settings.port = 0;
    server = service::Server::start(*room_, settings, nullptr);
  }
  if (const auto* no = refused(server)) return *no;
  server_ = std::get<0>(std::move(server));
  return std::nullopt;
}

const std::string& DemoRoom::url() const { return server_->url(); }

std::optional<Refused> DemoRoom::sign_guest_in(const std::string& session_file) {
  const auto& admin = demo_staff().front();
  const auto& guest = demo_staff().back();
  auto code = room_->first_code();
  if (const auto* no = refused(code)) return *no;
  service::Client::Settings settings;
  settings.server = url();
  auto client = service::Client::to(settings);
  if (const auto* no = refused(client)) return *no;
  Asker asker(std::get<0>(std::move(client)));
  const auto admins_secret = random_secret();
  const auto guests_secret = random_secret();
  asker.ask("POST", "/v1/setup",
            {{"code", std::get<0>(code).value_or("")},
             {"person", admin.person},
             {"name", admin.name},
             {"password", admins_secret}},
            "done");
  asker.sign(asker.ask("POST", "/v1/session",
                       {{"person", admin.person}, {"password", admins_secret}}, "token"));
  const auto invitation =
      asker.ask("POST", "/v1/people/" + in_path(guest.person) + "/code", nullptr, "code");
  asker.ask("PUT", "/v1/password",
            {{"person", guest.person}, {"code", invitation}, {"password", guests_secret}}, "done");
  const auto token = asker.ask("POST", "/v1/session",
                               {{"person", guest.person}, {"password", guests_secret}}, "token");
  if (asker.why_not) return asker.why_not;
  return keep_session({url(), "", token, guest.person}, session_file);
}

void DemoRoom::stop() {
  if (play_) play_->end();
  if (server_) server_->stop();
}

}  // namespace cardroom::cli
