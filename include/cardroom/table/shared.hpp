#pragma once

#include <memory>
#include <utility>

namespace cardroom::table {

/// A value whose copies share it until one of them is changed. Copying the whole floor is then a
/// matter of pointers, so that the writer can go back to it and readers can be handed it.
///
/// A copy that was handed to another thread must still be held here when the next change begins:
/// then the change is made to a value that only this thread has ever seen.
template <class T>
class Shared {
 public:
  Shared() : value_(std::make_shared<T>()) {}
  Shared(T value)
      : value_(std::make_shared<T>(std::move(value))) {}  // NOLINT: stands for its value

  [[nodiscard]] const T& operator*() const { return *value_; }
  [[nodiscard]] const T* operator->() const { return value_.get(); }

  [[nodiscard]] T& change() {
    if (value_.use_count() != 1) value_ = std::make_shared<T>(*value_);
    return *value_;
  }

 private:
  std::shared_ptr<T> value_;
};

}  // namespace cardroom::table
