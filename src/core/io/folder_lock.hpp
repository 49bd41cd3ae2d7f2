#pragma once

#include <string>

#include "assay/base/result.hpp"

namespace assay::core {

/// Keeps other processes out of a folder by a lock on its file `lock`, until destruction or the end of the process.
class FolderLock {
 public:
  /// The folder must exist. `work` completes the Error "another process ... <folder>": "runs the campaign in".
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
