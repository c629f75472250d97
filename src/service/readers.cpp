#include "cardroom/service/readers.hpp"

namespace cardroom::service {

Readers::Readers(std::string path, std::size_t most) : path_(std::move(path)), most_(most) {}

Readers::Loan::Loan(Readers& readers, std::unique_ptr<ledger::Book> book)
    : readers_(readers), book_(std::move(book)) {}

Readers::Loan::~Loan() {
  if (book_) readers_.take_back(std::move(book_));
}

rules::OrRefused<Readers::Loan> Readers::lend() {
  std::unique_ptr<ledger::Book> book;
  {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [&] { return lent_ < most_; });
    ++lent_;
    if (!idle_.empty()) {
      book = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!book) {
    auto opened = ledger::Book::open_to_read(path_);
    if (const auto* no = rules::refused(opened)) {
      take_back(nullptr);
      return *no;
    }
    book = std::get<0>(std::move(opened));
  }
  return rules::OrRefused<Loan>(std::in_place_type<Loan>, *this, std::move(book));
}

void Readers::take_back(std::unique_ptr<ledger::Book> book) {
  {
    const std::lock_guard lock(mutex_);
    --lent_;
    if (book) idle_.push_back(std::move(book));
  }
  returned_.notify_one();
}

}  // namespace cardroom::service
