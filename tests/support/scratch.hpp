#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace cardroom::testing {

/// A folder of its own for one test, gone afterwards.
class Scratch {
 public:
  Scratch() : Scratch(std::filesystem::temp_directory_path()) {}
  explicit Scratch(const std::filesystem::path& in) {
    std::string name = (in / "cardroom-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) FAIL("no folder for the test");
    folder_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string folder() const { return folder_.string(); }
  [[nodiscard]] std::string path(std::string_view name) const { return (folder_ / name).string(); }

  /// Writes the file and gives its path.
  [[nodiscard]] std::string file(std::string_view name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) FAIL("cannot read " << path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace cardroom::testing
