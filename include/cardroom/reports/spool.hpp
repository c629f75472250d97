#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

#include "cardroom/reports/document_formats.hpp"
#include "cardroom/reports/report.hpp"

namespace cardroom::reports {

/// Keeps what is written until it is whole: in memory as long as it is short, then in a file that
/// has no name and goes with the process. Never takes the last of a disk, where a book may be too.
class Spool final : public std::streambuf {
 public:
  static constexpr std::size_t kShort = std::size_t{4} << 20U;
  static constexpr std::uintmax_t kLeftFree = std::uintmax_t{128} << 20U;

  explicit Spool(std::size_t most_in_memory = kShort, std::filesystem::path folder = usual_folder())
      : most_in_memory_(most_in_memory), folder_(std::move(folder)) {}

  [[nodiscard]] std::size_t size() const { return size_; }

  /// All of it, block by block. A failed write has shown in the stream that wrote here.
  void each_block(const std::function<void(std::string_view)>& take) const;
  void copy_to(std::ostream& out) const;

  /// Why a write failed, for whoever asked for what was to be written.
  [[nodiscard]] rules::Refused no_room() const;

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[nodiscard]] static std::filesystem::path usual_folder();
  [[nodiscard]] bool has_room() const;
  /// Takes what is in memory to a new file, if there is room.
  bool begin_file();

  std::size_t most_in_memory_;
  std::filesystem::path folder_;
  std::size_t size_ = 0;
  std::size_t checked_ = 0;  ///< so much was there when the disk was last looked at
  std::string short_;
  std::unique_ptr<std::FILE, Close> long_;
};

/// A report as text, whole: never half a total.
[[nodiscard]] rules::OrRefused<std::shared_ptr<const Spool>> spool_report(
    const ReportKind& kind, const ReportSource& source, const ReportAsked& asked, Format format,
    const Paper& paper);

}  // namespace cardroom::reports
