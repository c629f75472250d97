#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "cardroom/table/floor.hpp"

namespace cardroom::service {

/// The room as the last commit left it, for any number of readers.
class Live {
 public:
  void publish(const table::Floor& floor);
  [[nodiscard]] std::shared_ptr<const table::Floor> floor() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const table::Floor> floor_;
};

/// A table's answer, written once for each of its versions however many ask for it.
class TablePages {
 public:
  struct Page {
    std::string version;
    std::string json;
  };
  [[nodiscard]] std::shared_ptr<const Page> page(const table::Floor& floor,
                                                 const table::TableState& table);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const Page>> pages_;
};

}  // namespace cardroom::service
