#include "cardroom/service/live.hpp"

#include "cardroom/reports/live_room.hpp"

namespace cardroom::service {

void Live::publish(const table::Floor& floor) {
  auto published = std::make_shared<const table::Floor>(floor);
  const std::lock_guard lock(mutex_);
  floor_.swap(published);
}

std::shared_ptr<const table::Floor> Live::floor() const {
  const std::lock_guard lock(mutex_);
  return floor_;
}

std::shared_ptr<const TablePages::Page> TablePages::page(const table::Floor& floor,
                                                         const table::TableState& table) {
  std::string version = table::version_of(floor, table);
  {
    const std::lock_guard lock(mutex_);
    const auto known = pages_.find(table.name);
    if (known != pages_.end() && known->second->version == version) return known->second;
  }
  auto json = table::fields_json(reports::live_table(floor, table));
  auto page = std::make_shared<const Page>(Page{std::move(version), std::move(json)});
  const std::lock_guard lock(mutex_);
  pages_.insert_or_assign(table.name, page);
  return page;
}

rules::OrRefused<std::shared_ptr<const std::string>> BoardPage::json(const Live& live,
                                                                     Readers& readers) {
  // Whoever waits here finds the page that the one before him made; the floor is looked at behind
  // the lock, so that it never goes back.
  const std::lock_guard lock(mutex_);
  const auto floor = live.floor();
  if (floor->events == events_) return page_;
  auto loan = readers.lend();
  if (const auto* no = rules::refused(loan)) return *no;
  const auto board = maker_.board(std::get<Readers::Loan>(loan).database(), *floor);
  page_ = std::make_shared<const std::string>(table::fields_json(board));
  events_ = floor->events;
  return page_;
}

}  // namespace cardroom::service
