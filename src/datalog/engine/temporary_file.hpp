#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "assay/base/result.hpp"
#include "assay/core/fd.hpp"
#include "assay/datalog/engine.hpp"

namespace assay::datalog {

/// Reasons of counted skips: the same words each time.
inline constexpr const char* kDiskLimit = "a result takes more disk than --disk allows";
inline constexpr const char* kDiskFull = "the disk for temporary files is full";
inline constexpr const char* kDiskBroken = "a temporary file cannot be made, written or read";

/// A file in the system's temporary folder (TMPDIR) that has no name: it is gone with this object, and with the process
/// however that ends. Gives back what it took of the budget, which must outlive it.
class TemporaryFile {
 public:
  explicit TemporaryFile(DiskBudget& disk);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// At the end. Nothing is written any more after an Error.
  Status append(std::string_view data);
  /// Exactly so many bytes from there.
  Status read(std::uint64_t offset, void* into, std::size_t bytes) const;
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The first thing that went wrong.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  friend class MappedFile;
  DiskBudget& disk_;
  core::UniqueFd fd_;
  std::uint64_t size_ = 0;
  Status status_;
};

/// A whole file as text, of which only what is looked at lies in memory.
class MappedFile {
 public:
  explicit MappedFile(const TemporaryFile& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] bool ok() const { return size_ == 0 || data_ != nullptr; }
  [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(data_), ok() ? size_ : 0}; }
  /// Forgets what has been looked at so far: it is read again when it is looked at again.
  void release() const;

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace assay::datalog
