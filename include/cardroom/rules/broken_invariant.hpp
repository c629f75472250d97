#pragma once

#include <stdexcept>

namespace cardroom::rules {

/// Our own fault, never the user's: the work in hand stops and nothing of it is kept.
/// What a user can cause is a `Refused` (refusal.hpp), which is returned, not thrown.
class BrokenInvariant : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// `invariant` starts with the number it has in src/README.md.
constexpr void require(bool holds, const char* invariant) {
  if (!holds) throw BrokenInvariant(invariant);
}

}  // namespace cardroom::rules
