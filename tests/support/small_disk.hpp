#pragma once

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include "support/scratch.hpp"

namespace cardroom::testing {

/// A disk of its own that can be filled, seen by this process and those it starts; it goes with
/// them however they end. Mounting one takes root.
class SmallDisk {
 public:
  explicit SmallDisk(int megabytes) {
    const auto size = "size=" + std::to_string(megabytes) + 'm';
    mounted_ = ::unshare(CLONE_NEWNS) == 0 &&
               ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
               ::mount("tmpfs", folder_.folder().c_str(), "tmpfs", 0, size.c_str()) == 0;
    if (!mounted_) why_not_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.folder().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  /// Empty where there is a disk.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }
  [[nodiscard]] std::string path(std::string_view name = {}) const { return folder_.path(name); }

  /// Takes what is free, but for about so many bytes.
  void fill(std::size_t left = 0) const {
    const int file = ::open(ballast().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) FAIL("no ballast: " << std::strerror(errno));
    const std::string block(4096, 'x');
    while (std::filesystem::space(path()).available > left &&
           ::write(file, block.data(), block.size()) > 0) {
    }
    ::close(file);
  }
  void make_room() const { std::filesystem::remove(ballast()); }

 private:
  [[nodiscard]] std::string ballast() const { return path("ballast"); }

  Scratch folder_;
  bool mounted_ = false;
  std::string why_not_;
};

}  // namespace cardroom::testing
