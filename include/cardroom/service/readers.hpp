#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cardroom/ledger/book.hpp"

namespace cardroom::service {

/// Read-only connections to the book, lent to one thread at a time and kept open between uses.
class Readers {
 public:
  explicit Readers(std::string path, std::size_t most = 8);

  /// Returned when it is let go.
  class Loan {
   public:
    Loan(Readers& readers, std::unique_ptr<ledger::Book> book);
    ~Loan();
    Loan(Loan&&) = default;
    Loan& operator=(Loan&&) = delete;
    [[nodiscard]] SQLite::Database& database() { return book_->database(); }

   private:
    Readers& readers_;
    std::unique_ptr<ledger::Book> book_;
  };

  /// Waits while all are lent.
  [[nodiscard]] rules::OrRefused<Loan> lend();

 private:
  void take_back(std::unique_ptr<ledger::Book> book);

  std::string path_;
  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<ledger::Book>> idle_;
  std::size_t lent_ = 0;
};

}  // namespace cardroom::service
