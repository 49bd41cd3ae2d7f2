#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <utility>

#include "core/io/io.hpp"

namespace assay::core {

/// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {}
  /// Opens a file below the folder that is open as `parent`.
  Descriptor(int parent, const std::string& name, int flags)
      : number_(::openat(parent, name.c_str(), flags | O_CLOEXEC)) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool ok() const { return number_ >= 0; }

 private:
  int number_;
};

/// "cannot write /a/b: No space left on device", with advice for the errno.
[[nodiscard]] inline Error disk_error(const std::string& action, const std::string& path, int error_number) {
  return {"cannot " + action + " " + path + ": " + std::strerror(error_number), advice_for(error_number)};
}

/// The parent folder of a path; "." for a plain name.
[[nodiscard]] std::string parent_of(const std::string& path);

/// Writes and syncs a file in place.
[[nodiscard]] Status write_and_sync(const std::string& path, std::string_view content);

}  // namespace assay::core
