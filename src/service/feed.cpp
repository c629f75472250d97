#include "cardroom/service/feed.hpp"

#include <fmt/format.h>

namespace cardroom::service {

Feed::Item feed_item(const ledger::LoggedEvent& event) {
  return {event.event, event.table,
          fmt::format("id: {}\nevent: {}\ndata: {}\n\n", event.event, event.kind,
                      table::fields_json(event))};
}

void Feed::publish(std::span<const ledger::LoggedEvent* const> events) {
  if (events.empty()) return;
  Items made;
  made.reserve(events.size());
  for (const auto* event : events) made.push_back(std::make_shared<const Item>(feed_item(*event)));
  {
    const std::lock_guard lock(mutex_);
    items_.insert(items_.end(), made.begin(), made.end());
    head_ = made.back()->event;
    while (items_.size() > kept_) items_.pop_front();
  }
  published_.notify_all();
}

Feed::Heard Feed::next(std::int64_t after, std::chrono::milliseconds patience, Items& items) {
  items.clear();
  std::unique_lock lock(mutex_);
  published_.wait_for(lock, patience, [&] { return closed_ || head_ > after; });
  if (closed_) return Heard::closed;
  if (head_ <= after) return Heard::silence;
  if (items_.empty() || items_.front()->event > after + 1) return Heard::too_late;
  const auto first = items_.begin() + (after + 1 - items_.front()->event);
  items.assign(first, items_.end());
  return Heard::events;
}

std::int64_t Feed::head() const {
  const std::lock_guard lock(mutex_);
  return head_;
}

void Feed::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  published_.notify_all();
}

}  // namespace cardroom::service
