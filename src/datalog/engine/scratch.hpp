#pragma once

#include <string>
#include <string_view>

#include "assay/base/result.hpp"

namespace assay::datalog {

/// A folder of its own below the system's temporary one: where an engine runs, and finds its program. Gone, with all
/// that the engine left there, when this is.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Empty when it could not be made.
  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// The path of a file with this content, or what is in the way.
  [[nodiscard]] Result<std::string> write(const std::string& name, std::string_view content) const;

 private:
  std::string folder_;
};

}  // namespace assay::datalog
