#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cardroom::cli {

struct InputLine {
  std::string text;
  bool too_long = false;  ///< then the text is not kept
};

/// Reads lines while more input is waiting, so that a batch is what has arrived, and a person who
/// types one line is answered at once.
class LineBatches {
 public:
  LineBatches(std::istream& in, std::size_t most_line_bytes);

  /// False at the end of the input.
  bool next(std::vector<InputLine>& lines);

 private:
  bool next_line();

  std::istream& in_;
  std::string buffer_;
  InputLine line_;
};

}  // namespace cardroom::cli
