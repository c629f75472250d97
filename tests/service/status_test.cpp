#include <catch2/catch.hpp>

#include "cardroom/service/status.hpp"

namespace {

using namespace cardroom;
using rules::Refusal;

TEST_CASE("every refusal has a status that tells a client what to do", "[service]") {
  for (const Refusal refusal : rules::all_refusals()) {
    CAPTURE(rules::name(refusal));
    const int status = service::status_of(refusal);
    CHECK(status >= 400);
    CHECK(status < 600);
  }
  CHECK(rules::all_refusals().size() == 144);
  CHECK(service::status_of(Refusal::not_signed_in) == 401);
  CHECK(service::status_of(Refusal::role_too_low) == 403);
  CHECK(service::status_of(Refusal::unknown_table) == 404);
  CHECK(service::status_of(Refusal::table_not_open) == 409);
  CHECK(service::status_of(Refusal::key_reused) == 409);
  CHECK(service::status_of(Refusal::table_changed) == 412);
  CHECK(service::status_of(Refusal::wager_below_minimum) == 422);
  CHECK(service::status_of(Refusal::book_not_written) == 507);
}

}  // namespace
