#include <ostream>

#include "cardroom/cli/verb.hpp"
#include "cardroom/service/route.hpp"

namespace cardroom::cli {

void add_openapi(CLI::App& app, const Terminal& terminal, Exit& exit) {
  auto* verb = app.add_subcommand("openapi", "The server's interface as an OpenAPI 3.1 document");
  verb->footer("Exit status: 0 done.\nExample: cardroom openapi > openapi.json");
  verb->callback([&terminal, &exit] {
    terminal.out << service::openapi_json(service::all_routes(), CARDROOM_VERSION) << '\n';
    exit = Exit::done;
  });
}

}  // namespace cardroom::cli
