#include "cardroom/ledger/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace cardroom::ledger {

namespace {

using rules::Refusal;
using rules::Refused;

constexpr std::size_t kPathShown = 400;

Refused unreadable(const std::string& path) {
  return {Refusal::file_unreadable, "Cannot read '" + rules::printable(path, kPathShown) +
                                        "': " + std::strerror(errno) + "."};
}

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

}  // namespace

rules::OrRefused<std::string> read_file(const std::string& path, std::size_t most_bytes) {
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (!file) return unreadable(path);
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
  if (std::ferror(file.get()) != 0) return unreadable(path);
  return content;
}

}  // namespace cardroom::ledger
