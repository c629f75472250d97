#include "cardroom/service/exchange.hpp"

#include "cardroom/reports/spool.hpp"

namespace cardroom::service {

std::size_t Answer::size() const {
  if (spool) return spool->size();
  return shared_body ? shared_body->size() : body.size();
}

void Answer::each_block(const std::function<void(std::string_view)>& take) const {
  if (spool) return spool->each_block(take);
  take(shared_body ? *shared_body : body);
}

}  // namespace cardroom::service
