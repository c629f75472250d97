#include "cardroom/ledger/file.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace cardroom::ledger {

namespace {

using rules::Refusal;
using rules::Refused;

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

}  // namespace

Refused unreadable(const std::string& path, int error) {
  return {Refusal::file_unreadable, "Cannot read '" + rules::printable(path, kPathShown) +
                                        "': " + std::generic_category().message(error) + "."};
}

rules::OrRefused<std::string> read_file(const std::string& path, std::size_t most_bytes) {
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (!file) return unreadable(path, errno);
  std::string content;
  std::string chunk(std::size_t{1} << 16U, '\0');
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    content.append(chunk, 0, got);
    if (content.size() > most_bytes) {
      return Refused{Refusal::input_too_large,
                     "'" + rules::printable(path, kPathShown) + "' is larger than the " +
                         std::to_string(most_bytes) + " bytes that are read."};
    }
  }
  if (std::ferror(file.get()) != 0) return unreadable(path, errno);
  return content;
}

}  // namespace cardroom::ledger
