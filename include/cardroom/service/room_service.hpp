#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardroom/ledger/access_file.hpp"
#include "cardroom/service/exchange.hpp"
#include "cardroom/service/feed.hpp"
#include "cardroom/service/gate.hpp"
#include "cardroom/service/live.hpp"
#include "cardroom/service/metrics.hpp"
#include "cardroom/service/people.hpp"
#include "cardroom/service/readers.hpp"
#include "cardroom/service/writer.hpp"

namespace cardroom::service {

/// What a room's service needs besides its book.
struct RoomSettings {
  std::vector<table::Command> first_commands;  ///< settings and schedules of a room without any
  PeopleSettings people;
  std::size_t most_feed_clients = 200;
  std::size_t feed_kept = 4096;                 ///< events that the feed holds in memory
  std::chrono::milliseconds feed_beat{15'000};  ///< silence after which a follower gets a comment
  std::string version;
};

/// All that the routes work with: the writer and its floor, readers, people, the feed. One a
/// process; it owns the book.
class RoomService {
 public:
  [[nodiscard]] static rules::OrRefused<std::unique_ptr<RoomService>> open(
      std::unique_ptr<ledger::Book> book, std::span<const rules::Game* const> games,
      const ledger::Clock& clock, RoomSettings settings);
  ~RoomService();
  RoomService(const RoomService&) = delete;
  RoomService& operator=(const RoomService&) = delete;

  /// Whoever asks and what the book says of him now. Refuses without a living session.
  [[nodiscard]] rules::OrRefused<Acting> acting(const std::optional<std::string>& token);
  /// The same within a request that goes on: it is not counted as another one.
  [[nodiscard]] rules::OrRefused<Acting> still_acting(const std::optional<std::string>& token);

  /// Records for a signed-in caller; what is refused goes into the audit log first.
  [[nodiscard]] Writer::Answer record(table::Request request, const Where& where);

  /// Writes into the audit log what somebody known was refused.
  void note_refused(const std::string& who, const Where& where, std::string_view asked,
                    const rules::Refused& why_not);

  /// One line of the audit log, on the disk when this returns. None: it is there.
  [[nodiscard]] std::optional<rules::Refused> audit(ledger::Audited what, const std::string& who,
                                                    const std::string& address, std::string detail);

  /// Makes the first admin, and the room where it has no settings yet.
  [[nodiscard]] std::optional<rules::Refused> set_up(const std::string& code,
                                                     const table::AddPerson& admin,
                                                     const std::string& password,
                                                     const Where& where);
  /// The code for the first admin, where nobody can sign in yet.
  [[nodiscard]] rules::OrRefused<std::optional<std::string>> first_code();

  /// No new commands, no feed; what waits is finished.
  void stop();
  [[nodiscard]] bool stopping() const { return stopping_; }

  [[nodiscard]] std::shared_ptr<const table::Floor> floor() const { return live_.floor(); }
  [[nodiscard]] std::span<const rules::Game* const> games() const { return games_; }
  [[nodiscard]] const ledger::Clock& clock() const { return clock_; }
  [[nodiscard]] const RoomSettings& settings() const { return settings_; }
  [[nodiscard]] TablePages& pages() { return pages_; }
  [[nodiscard]] rules::OrRefused<std::shared_ptr<const std::string>> board() {
    return board_.json(live_, *readers_);
  }
  [[nodiscard]] Readers& readers() { return *readers_; }
  [[nodiscard]] People& people() { return *people_; }
  [[nodiscard]] ledger::AccessFile& access() { return *access_; }
  [[nodiscard]] Feed& feed() { return *feed_; }
  [[nodiscard]] Metrics& metrics() { return metrics_; }
  [[nodiscard]] std::size_t waiting() const { return writer_->waiting(); }

  /// Figures of the gate, where there is one.
  std::function<GateCounts()> gate_counts;

 private:
  RoomService(std::span<const rules::Game* const> games, const ledger::Clock& clock,
              RoomSettings settings);
  void committed(const table::Floor& floor, std::span<const Writer::Answer> answers);
  void end_sessions_of_disabled(const table::Request& request, const Where& where);

  std::span<const rules::Game* const> games_;
  const ledger::Clock& clock_;
  RoomSettings settings_;
  Metrics metrics_;
  Live live_;
  TablePages pages_;
  BoardPage board_;
  std::atomic<bool> stopping_{false};
  std::mutex setting_up_;
  std::unique_ptr<Feed> feed_;
  std::unique_ptr<ledger::AccessFile> access_;
  std::unique_ptr<People> people_;
  std::unique_ptr<Writer> writer_;
  // Closed before the writer's book: whoever closes last folds the log of writes into the file, and
  // a reader cannot.
  std::unique_ptr<Readers> readers_;
};

}  // namespace cardroom::service
