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

}  // namespace cardroom::service
