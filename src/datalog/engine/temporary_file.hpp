#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "assay/base/result.hpp"
#include "core/proc/unique_fd.hpp"
#include "datalog/engine/engine.hpp"

namespace assay::datalog {

/// Reasons of skips. Skips are counted by reason, so the texts are constant.
inline constexpr const char* kDiskLimit = "a result takes more disk than --disk allows";
inline constexpr const char* kDiskFull = "the disk for temporary files is full";
inline constexpr const char* kDiskBroken = "a temporary file cannot be made, written or read";

/// A file without a name in the system's temporary folder (TMPDIR). It disappears with this object, at the latest when
/// the process ends. The destructor returns the used bytes to the budget, which must outlive the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(DiskBudget& disk);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Writes at the end of the file. After an Error, all later calls fail.
  Status append(std::string_view data);
  /// Reads exactly `bytes` bytes.
  Status read(std::uint64_t offset, void* into, std::size_t bytes) const;
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The first error.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  friend class MappedFile;
  DiskBudget& disk_;
  core::UniqueFd fd_;
  std::uint64_t size_ = 0;
  Status status_;
};

/// A file mapped into memory as text. The system loads pages when they are read.
class MappedFile {
 public:
  explicit MappedFile(const TemporaryFile& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] bool ok() const { return size_ == 0 || data_ != nullptr; }
  [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(data_), ok() ? size_ : 0}; }
  /// Frees the memory of all pages. They are loaded again when they are read.
  void release() const;

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace assay::datalog
