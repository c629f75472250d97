#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "cardroom/cli/verb.hpp"
#include "cardroom/service/client.hpp"

namespace cardroom::cli {

/// Where the verbs that ask a server find it, and the session that `login` opened.
struct RemoteOptions {
  std::string server;  ///< empty: the one that `login` named
  std::string ca;
  bool json = false;
  int timeout_seconds = 30;
};

/// Adds --server, --ca and --json.
void add_remote_options(CLI::App& verb, RemoteOptions& options);

/// What `login` leaves for the verbs that follow, in a file that only its owner may read.
struct KeptSession {
  std::string server, ca, token, person;
};
[[nodiscard]] rules::OrRefused<std::optional<KeptSession>> kept_session();
[[nodiscard]] std::optional<rules::Refused> keep_session(const KeptSession& session);
/// The same in a file that CARDROOM_SESSION is to name.
[[nodiscard]] std::optional<rules::Refused> keep_session(const KeptSession& session,
                                                         const std::string& file);
/// Nothing is left of it.
void forget_session();

/// A client of the named or kept server, signed with the kept token where `signed_in`.
[[nodiscard]] rules::OrRefused<std::unique_ptr<service::Client>> client_of(
    const RemoteOptions& options, bool signed_in);

/// Asks and gives a 2xx answer's body to `done`; everything else is refused, with status 4 where
/// somebody may not, and 3 where nobody answers.
Exit ask(const Terminal& terminal, service::Client& client, const std::string& method,
         const std::string& path, const std::string& body, const service::Client::Headers& headers,
         const std::function<Exit(const std::string& body)>& done);

/// Gets a long answer, which goes to `into` as it comes; else as `ask`.
Exit fetch(const Terminal& terminal, service::Client& client, const std::string& path,
           std::ostream& into);

/// A name as a part of a path: "5 A" as "5%20A".
[[nodiscard]] std::string in_path(const std::string& name);

/// An idempotency key of its own, for a command that a person typed once: "cli-4f0c...".
[[nodiscard]] std::string fresh_key(std::string_view prefix);

/// A line typed without echo on a terminal, else the first line of standard input.
[[nodiscard]] std::string typed_secret(const Terminal& terminal, const std::string& prompt);

}  // namespace cardroom::cli
