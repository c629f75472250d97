#pragma once

#include <cstdio>
#include <iosfwd>
#include <memory>
#include <streambuf>
#include <string>

namespace cardroom::cli {

/// Keeps what is written until it is whole: in memory as long as it is short, then in a file that
/// has no name and goes with the process.
class Spool final : public std::streambuf {
 public:
  /// All of it. A failed write has shown in the stream that wrote here.
  void copy_to(std::ostream& out);

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string short_;
  std::unique_ptr<std::FILE, Close> long_;
};

}  // namespace cardroom::cli
