#pragma once

#include "support/asked_room.hpp"
#include "support/live_program.hpp"
#include "support/process.hpp"
#include "support/taken_port.hpp"
#include "support/text.hpp"

namespace cardroom::testing {

/// A real nginx in front of a room, as the README sets it up: its lines are read from there. It has
/// a port and a folder of its own and knows nothing of any other nginx on the machine.
class Nginx {
 public:
  /// `more`: further lines for every location.
  explicit Nginx(const AskedRoom& room, const std::string& more = {}) {
    // It takes the socket over as it would in an upgrade of itself: no port is free and then taken
    // by somebody else, and whoever connects before it runs waits.
    const TakenPort taken(0);
    port = taken.number;
    const auto settings = scratch_.file("nginx.conf", config(room, more));
    program_ = std::make_unique<LiveProgram>(std::vector<std::string>{
        "env", "NGINX=" + std::to_string(taken.descriptor) + ';', "/usr/sbin/nginx", "-e",
        scratch_.path("error.log"), "-p", scratch_.folder(), "-c", settings});
  }
  /// Its worker would outlive a master that is killed.
  ~Nginx() { program_->end(SIGTERM); }
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;

  [[nodiscard]] bool complained() const {
    const auto log = content_of(scratch_.path("error.log"));
    return holds(log, "[warn]") || holds(log, "[error]") || holds(log, "[crit]");
  }

  std::uint16_t port = 0;

 private:
  [[nodiscard]] std::string config(const AskedRoom& room, const std::string& more) const {
    const auto readme = content_of(std::string(CARDROOM_TESTS) + "/../README.md");
    const auto begin = readme.find("    upstream cardroom {");
    const auto server = readme.find("    server {", begin);
    const auto end = readme.find("\n    }\n", server);
    if (begin == std::string::npos || end == std::string::npos) FAIL("nginx is not in the README");
    auto told = changed(readme.substr(begin, end + 7 - begin), "127.0.0.1:7437",
                        "127.0.0.1:" + std::to_string(room.port()));
    const auto listen = told.find("listen ");
    told.replace(listen, told.find(';', listen) - listen,
                 "listen 127.0.0.1:" + std::to_string(port));
    for (auto at = told.find("proxy_pass"); at != std::string::npos;
         at = told.find("proxy_pass", at + more.size() + 1)) {
      told.insert(at, more);
      at += more.size();
    }
    std::string folders;
    for (const char* what : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
      folders += "  " + std::string(what) + "_temp_path " + scratch_.path(what) + ";\n";
    }
    // Whoever is root stays it: others could not enter the folder.
    const std::string user = ::geteuid() == 0 ? "user root;\n" : "";
    return user + "daemon off;\npid " + scratch_.path("pid") + ";\nerror_log " +
           scratch_.path("error.log") + " warn;\nevents {}\nhttp {\n  access_log off;\n" + folders +
           told + "}\n";
  }

  Scratch scratch_;
  std::unique_ptr<LiveProgram> program_;
};

}  // namespace cardroom::testing
