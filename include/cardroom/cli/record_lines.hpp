#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>

#include "cardroom/cli/verb.hpp"
#include "cardroom/ledger/recorder.hpp"

namespace cardroom::cli {

/// One command a line in, one answer a line out, in the same order. What has arrived is one batch,
/// so a typed line is answered at once and a file goes in by the megabyte. An answer is written
/// only after its batch is on the disk. `refused` if any was. `tell` hears how many lines are done.
Exit record_lines(std::istream& in, std::ostream& answers, ledger::Recorder& recorder,
                  const std::function<void(std::int64_t)>& tell);

}  // namespace cardroom::cli
