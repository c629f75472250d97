#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "cardroom/cli/verb.hpp"

namespace cardroom::cli {

/// Gives `work` the file, or standard input for "-"; refuses what cannot be opened or read to its
/// end.
Exit with_input(const std::string& path, const Terminal& terminal,
                const std::function<Exit(std::istream&)>& work);

struct InputLine {
  std::string text;
  bool too_long = false;  ///< then the text is not kept
};

/// Reads lines while more input is waiting, so that a batch is what has arrived, and a person who
/// types one line is answered at once.
class LineBatches {
 public:
  LineBatches(std::istream& in, std::size_t most_line_bytes);

  /// The next lines, valid until the next call; none at the end of the input.
  std::span<const InputLine> next();

 private:
  bool next_line(InputLine& line);

  std::istream& in_;
  std::string buffer_;
  std::vector<InputLine> lines_;  ///< kept between batches: their memory is used again
};

}  // namespace cardroom::cli
