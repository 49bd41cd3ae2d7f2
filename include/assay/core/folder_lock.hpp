#pragma once

#include <string>

#include "assay/base/result.hpp"

namespace assay::core {

/// Keeps other processes from working in a folder, until its end or that of the process: its file `lock` is held.
class FolderLock {
 public:
  /// The folder is there. `work` says what is done in it, for the Error while another process does so: "runs the
  /// campaign in".
  [[nodiscard]] static Result<FolderLock> take(const std::string& folder, const std::string& work);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  explicit FolderLock(int file) : file_(file) {}
  int file_;
};

}  // namespace assay::core
