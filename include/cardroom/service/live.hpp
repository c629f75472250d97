#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "cardroom/reports/board.hpp"
#include "cardroom/service/readers.hpp"
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

/// The board's answer, written once for each state of the room however many ask for it.
class BoardPage {
 public:
  [[nodiscard]] rules::OrRefused<std::shared_ptr<const std::string>> json(const Live& live,
                                                                          Readers& readers);

 private:
  std::mutex mutex_;
  reports::BoardMaker maker_;
  std::int64_t events_ = -1;  ///< of the floor behind the page
  std::shared_ptr<const std::string> page_;
};

}  // namespace cardroom::service
