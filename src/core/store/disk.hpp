#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// What the store changes on disk besides its database: a seam, so that tests can make it fail anywhere.
class Disk {
 public:
  virtual ~Disk() = default;
  /// With its parents; fine when it is there.
  [[nodiscard]] virtual Status make_directory(const std::string& path);
  /// The file has its old content or the new one whenever the machine stops: temporary file, fsync, rename, fsync of
  /// the folder.
  [[nodiscard]] virtual Status write_file(const std::string& path, std::string_view content);
  /// May be there in part until this returns, and needs sync_directory to last: for folders that get their name when
  /// they are complete.
  [[nodiscard]] virtual Status write_new_file(const std::string& path, std::string_view content);
  /// Atomic; makes the new name durable.
  [[nodiscard]] virtual Status rename(const std::string& from, const std::string& to);
  /// Fine when there is nothing.
  [[nodiscard]] virtual Status remove(const std::string& path);

  /// Makes the names in a folder last.
  [[nodiscard]] virtual Status sync_directory(const std::string& path);

  /// The machine's.
  static Disk& real();
};

[[nodiscard]] Result<std::string> read_file(const std::string& path);
/// Names in a folder, sorted; none when there is no such folder.
[[nodiscard]] std::vector<std::string> list_directory(const std::string& path);
[[nodiscard]] bool exists(const std::string& path);
/// What to do about an errno.
[[nodiscard]] std::string advice_for(int error_number);
/// Whether a name read from a file is safe to open inside a folder: one component, not hidden, no control characters.
[[nodiscard]] bool is_plain_name(std::string_view name);

}  // namespace assay::core
